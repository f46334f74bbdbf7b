import { useCallback, useEffect, useRef, useState } from 'react';
import { TREE_PART_MAX } from '#domain/network/rules.ts';
import { client } from '../api.ts';
import { addPart, emptyForest, type Forest } from './tree/forest.ts';

/** More than anybody looks through on one screen; larger networks are seen branch by branch. */
const MOST = 200_000;

export interface Network {
  status: 'loading' | 'ready' | 'failed';
  forest: Forest | null;
  /** Grows with every part that is added to the same forest. */
  loaded: number;
  total: number;
  complete: boolean;
}

const NOTHING: Network = { status: 'loading', forest: null, loaded: 0, total: 0, complete: false };

/**
 * The network, or the branch below one member, as it arrives: the first part is enough for a screen and is shown at once,
 * the others follow. A reload gathers a new forest and shows it when it is whole; members who moved while the parts were
 * on their way would hang in the air, so then the parts are asked for again.
 */
export function useNetwork(under: string | null): Network & { reload: () => Promise<void> } {
  const [network, setNetwork] = useState<Network>(NOTHING);
  const running = useRef<AbortController | null>(null);

  const load = useCallback(
    async (first: boolean) => {
      running.current?.abort();
      const asking = new AbortController();
      running.current = asking;
      const { signal } = asking;
      if (first) setNetwork(NOTHING);
      try {
        await gather(under, signal, (next) => {
          if (!signal.aborted && (first || next.complete)) setNetwork(next);
        });
      } catch (error) {
        if (signal.aborted) return;
        console.error(error);
        setNetwork((now) => (now.forest && !first ? now : { ...NOTHING, status: 'failed' }));
      }
    },
    [under],
  );

  useEffect(() => {
    void load(true);
    return () => running.current?.abort();
  }, [load]);

  return { ...network, reload: useCallback(() => load(false), [load]) };
}

async function gather(under: string | null, signal: AbortSignal, show: (network: Network) => void) {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const forest = emptyForest();
    let total = 0;
    let strays = under ? -1 : 0;
    let after: string | undefined;
    for (;;) {
      const part = await client.network.admin.tree(
        { ...(under ? { under } : {}), ...(after ? { after, limit: TREE_PART_MAX } : {}) },
        { signal },
      );
      strays += addPart(forest, part);
      total = part.total ?? total;
      const complete = part.next === null || forest.size >= MOST;
      if (complete && strays > 0 && attempt < 2) break;
      show({ status: 'ready', forest, loaded: forest.size, total, complete });
      if (complete) return;
      after = part.next!;
    }
  }
}
