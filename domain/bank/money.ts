import type { Currency, Money } from '../money.ts';

/** Sums of each currency by itself: dinars and euros are never added. Those of nothing are left out, dinars stand first. */
export function sumsOf(amounts: Iterable<Money>): Money[] {
  const sums = new Map<Currency, number>([
    ['RSD', 0],
    ['EUR', 0],
  ]);
  for (const { amount, currency } of amounts) sums.set(currency, sums.get(currency)! + amount);
  return [...sums].flatMap(([currency, amount]) => (amount === 0 ? [] : [{ amount, currency }]));
}
