import { createHash } from 'node:crypto';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Random numbers that come out the same for the same seed, so that any request of a run can be sent again. */
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
  const generator = xoroshiro128plus(createHash('sha256').update(seed).digest().readInt32LE(0));
  const next = () => (generator.next() >>> 0) / 2 ** 32;
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
