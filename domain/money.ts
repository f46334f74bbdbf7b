/** Money is an integer number of minor units (cents, para) with its currency. Never a fraction, never a float sum. */
export type Currency = 'EUR' | 'RSD';

export interface Money {
  amount: number;
  currency: Currency;
}

/** Whole euros to cents. */
export const eur = (euros: number): Money => ({ amount: Math.round(euros * 100), currency: 'EUR' });

/** RSD for one EUR; the event's fixed rate. */
const RSD_PER_EUR = 117.17;

/** Euro cents to para, rounded to whole dinars: what is shown is what is charged. */
export const toWholeDinars = (euroCents: number): Money => ({
  amount: Math.round((euroCents * Math.round(RSD_PER_EUR * 100)) / 10_000) * 100,
  currency: 'RSD',
});

const NBSP = '\u00a0';

/** `1.999 €`, `136,60 €`, `16.005 RSD`: whole amounts without decimals, a non-breaking space before the sign. */
export function formatMoney({ amount, currency }: { amount: number; currency: string }): string {
  return amount % 100 === 0
    ? `${formatNumber(amount / 100)}${NBSP}${signOf(currency)}`
    : formatMoneyExact({ amount, currency });
}

/** `219,00 €`: always two decimals, for tables where amounts stand under one another. */
export function formatMoneyExact({ amount, currency }: { amount: number; currency: string }): string {
  const minor = Math.abs(amount);
  const digits = `${formatNumber(Math.floor(minor / 100))},${String(minor % 100).padStart(2, '0')}`;
  return `${amount < 0 ? '-' : ''}${digits}${NBSP}${signOf(currency)}`;
}

/** `18.349,00 RSD`, of para. */
export const formatDinars = (para: number): string => formatMoneyExact({ amount: para, currency: 'RSD' });

const signOf = (currency: string): string => (currency === 'EUR' ? '€' : currency);

/**
 * `2.000.000`, for whole numbers. By hand: the first `Intl` object of a page costs a mid-range phone some 60 ms, and every
 * public page would pay for it.
 */
export const formatNumber = (n: number): string => `${n < 0 ? '-' : ''}${grouped(String(Math.abs(n)), 3, '.')}`;

/** Digits in groups of so many, counted from the end. */
export function grouped(digits: string, size: number, between: string): string {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= size) groups.unshift(digits.slice(Math.max(0, end - size), end));
  return groups.join(between);
}

/**
 * How the amount is read from a price's text: currency sign, dots and commas removed, the rest parsed as an
 * integer of whole euros. `null` when nothing numeric is left.
 */
export function parsePriceText(text: string): number | null {
  const digits = text.replace(/[€.,\s\u00a0]/g, '').replace(/EUR$/i, '');
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}

/** An amount as people type it, `19,90`, `19.90` or `1.999,00`, in cents; `null` for anything else. */
export function readCents(typed: string): number | null {
  const text = typed.replace(/[\s\u00a0€]/g, '');
  const grouped = /^(\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2}))?$/.exec(text);
  const plain = /^(\d{1,8})(?:[.,](\d{1,2}))?$/.exec(text);
  const [, whole, part = ''] = grouped ?? plain ?? [];
  if (whole === undefined) return null;
  return Number(whole.replaceAll('.', '')) * 100 + Number(part.padEnd(2, '0'));
}
