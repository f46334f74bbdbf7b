import { formatNumber } from './money.ts';

/** A count in the back office goes no further than this: nobody acts on the exact number beyond it. */
export const COUNTED_TO = 10_000;

/** How many there are, exactly up to `COUNTED_TO`; `more`: that many and more. */
export interface Count {
  count: number;
  more: boolean;
}

export const isSome = ({ count }: Count): boolean => count > 0;

/** What several counts come to, counted as far as each of them. */
export function sumOf(counts: readonly Count[]): Count {
  const sum = counts.reduce((all, { count }) => all + count, 0);
  return { count: Math.min(sum, COUNTED_TO), more: sum > COUNTED_TO || counts.some(({ more }) => more) };
}

/** `1.234`, `10.000+`. */
export const formatCount = ({ count, more }: Count): string => `${formatNumber(count)}${more ? '+' : ''}`;
