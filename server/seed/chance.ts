import { createHash } from 'node:crypto';

/** Luck that repeats: the same seed tells the same year on every machine. */
export interface Chance {
  /** From 0 up to, but never, 1. */
  next(): number;
  /** A whole number from `low` to `high`, both possible. */
  between(low: number, high: number): number;
  /** True in `share` of all cases. */
  happens(share: number): boolean;
  one<T>(list: readonly T[]): T;
}

/** Mulberry32 (Tommy Ettinger, public domain): small, fast, and good enough for names and dates. */
export function openChance(seed: number): Chance {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
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
