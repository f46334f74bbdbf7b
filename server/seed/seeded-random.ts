import { createHash } from 'node:crypto';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Random numbers that repeat: the same seed makes the same year on every machine. */
export interface SeededRandom {
  /** From 0 up to, but never, 1. */
  next(): number;
  /** A whole number from `low` to `high`, both possible. */
  between(low: number, high: number): number;
  /** True in `share` of all cases. */
  happens(share: number): boolean;
  one<T>(list: readonly T[]): T;
}

export function seededRandom(seed: number): SeededRandom {
  const generator = xoroshiro128plus(seed);
  const next = () => (generator.next() >>> 0) / 4_294_967_296;
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return { next, between, happens: (share) => next() < share, one: (list) => list[between(0, list.length - 1)]! };
}

/** An id that follows from its name. */
export const idOf = (name: string): string => {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** Letters and digits that follow from a name, as long as wanted: what stands behind `cs_`, `in_` and the like. */
export function tokenOf(name: string, length: number): string {
  let token = '';
  for (let part = 0; token.length < length; part += 1)
    token += createHash('sha256')
      .update(`${name} ${part}`)
      .digest('base64')
      .replace(/[^A-Za-z0-9]/g, '');
  return token.slice(0, length);
}
