import { useRef, useState } from 'react';
import { client } from '../../api.ts';
import { useLiveList } from '../../live.ts';
import type { useNetwork } from './use-network.ts';

/** Up to so many members a change is loaded at once; a larger network shows that it changed, with a button. */
const RELOAD_BY_ITSELF = 5_000;

/** Whether others changed the network, or the branch of it that is shown, and reading it again. */
export function useNetworkChanges({ total, version, reload }: ReturnType<typeof useNetwork>, branch: string | null) {
  const [changed, setChanged] = useState(false);
  const [busy, setBusy] = useState(false);
  /** The stream says that it is open when it opens, and nothing where it was open already. */
  const opened = useRef<boolean | null>(null);
  const connection = useLiveList('network', async () => {
    if (!opened.current) {
      opened.current = true;
      return;
    }
    if (total <= RELOAD_BY_ITSELF) return reload();
    const part = await client.network.admin.tree({ limit: 1, ...(branch ? { under: branch } : {}) });
    if (part.total !== total || part.version !== version) setChanged(true);
  });
  opened.current ??= connection === 'live';

  /** Never throws: the network says itself that it could not be read. */
  async function refresh() {
    setBusy(true);
    await reload().then(
      () => setChanged(false),
      () => {},
    );
    setBusy(false);
  }

  return { changed, busy, refresh };
}
