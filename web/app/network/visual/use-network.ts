import { useCallback, useEffect, useRef, useState } from 'react';
import { TREE_PART_MAX } from '#domain/network/rules.ts';
import { client, errorCode } from '../../api.ts';
import { addMembersCountingOrphans, emptyForest, type Forest } from '../tree/forest.ts';

/** Larger networks are shown branch by branch. */
const MEMBER_LIMIT = 200_000;

export interface Network {
  status: 'loading' | 'ready' | 'failed';
  forest: Forest | null;
  /** Grows with every part that is added to the same forest. */
  loaded: number;
  total: number;
  /** As it was when the first part was read. */
  version: number;
  complete: boolean;
  /** When it was read, in milliseconds. */
  at: number;
  /** It could not be read again since. */
  isStale: boolean;
}

const EMPTY_NETWORK: Network = {
  status: 'loading',
  forest: null,
  loaded: 0,
  total: 0,
  version: 0,
  complete: false,
  at: 0,
  isStale: false,
};

/**
 * The network, or the branch below one member, loaded in parts: the first fills a screen and is shown at once,
 * the others follow. A reload shows the new forest when it is complete, and throws when it could not be read; when members moved
 * while the parts were loading, all parts are loaded again.
 */
export function useNetwork(under: string | null): Network & { reload: () => Promise<void> } {
  const [network, setNetwork] = useState<Network>(EMPTY_NETWORK);
  const [of, setOf] = useState(under);
  // What was read of another branch is not taken for this one for a moment either.
  if (of !== under) {
    setOf(under);
    setNetwork(EMPTY_NETWORK);
  }
  const running = useRef<AbortController | null>(null);

  const load = useCallback(
    async (first: boolean) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      const { signal } = controller;
      if (first) setNetwork(EMPTY_NETWORK);
      try {
        await loadForest(under, signal, (next) => {
          if (!signal.aborted && (first || next.complete)) setNetwork(next);
        });
      } catch (error) {
        if (signal.aborted) return;
        console.error(error);
        setNetwork((now) =>
          now.complete && !first ? { ...now, isStale: true } : { ...EMPTY_NETWORK, status: 'failed' },
        );
        if (!first) throw error;
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

async function loadForest(under: string | null, signal: AbortSignal, show: (network: Network) => void) {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const forest = emptyForest();
    const at = Date.now();
    let total = 0;
    let version = 0;
    let strays = under ? -1 : 0;
    let after: string | undefined;
    for (;;) {
      const part = await client.network.admin
        .tree({ ...(under ? { under } : {}), ...(after ? { after, limit: TREE_PART_MAX } : {}) }, { signal })
        .catch((error) => {
          if (!after || attempt === 2 || errorCode(error) !== 'NETWORK_PERSON_GONE') throw error;
        });
      // Whoever it was to go on after has left.
      if (!part) break;
      strays += addMembersCountingOrphans(forest, part.members);
      total = part.total ?? total;
      version = part.version ?? version;
      const complete = part.next === null || forest.size >= MEMBER_LIMIT;
      if (complete && strays > 0 && attempt < 2) break;
      show({ status: 'ready', forest, loaded: forest.size, total, version, complete, at, isStale: false });
      if (complete) return;
      after = part.next!;
    }
  }
}
