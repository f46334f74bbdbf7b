import { createHash } from 'node:crypto';

/** SeededRandom that comes out the same for the same seed, so that any request of a run can be sent again. */
export interface Random {
  /** 0 ≤ x < 1 */
  next(): number;
  /** 0 ≤ x < n */
  below(n: number): number;
  pick<T>(list: readonly T[]): T;
  /** True in `share` of all cases. */
  chance(share: number): boolean;
  uuid(): string;
}

export function openRandom(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (n: number) => Math.floor(next() * n);
  const hex = (length: number) => Array.from({ length }, () => below(16).toString(16)).join('');
  return {
    next,
    below,
    pick: (list) => list[below(list.length)]!,
    chance: (share) => next() < share,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
  };
}
