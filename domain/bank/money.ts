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

/** Longer texts are no amount and are not looked at. */
const LONGEST = 64;

/** `16.005,00`, `16,005.00`, `16005`, `-1.200,5 RSD` to minor units; the last separator before one or two digits is decimal. */
export function parseMinorUnits(text: string): number | null {
  if (text.length > LONGEST) return null;
  const match = /^([+-]?)(\d{1,3}(?:[.,]\d{3})+|\d+)(?:[.,](\d{1,2}))?$/.exec(withoutCurrency(text));
  if (!match) return null;
  const [, sign, whole, cents = ''] = match;
  const amount = Number(whole!.replace(/[.,]/g, '')) * 100 + Number(cents.padEnd(2, '0') || 0);
  if (!Number.isSafeInteger(amount)) return null;
  return sign === '-' ? -amount : amount;
}

/** Without spaces and the letters around: `1.200,50 din.` → `1.200,50`. */
function withoutCurrency(text: string): string {
  const compact = text.replace(/[\s\u00a0']/g, '').replace(/^[A-Z€]+/i, '');
  let end = compact.length;
  while (end > 0 && /[A-Z€.]/i.test(compact[end - 1]!)) end -= 1;
  return compact.slice(0, end);
}
