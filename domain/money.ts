/** Money is an integer number of minor units (cents, para) with its currency. Never a fraction, never a float sum. */
export type Currency = 'EUR' | 'RSD';

export interface Money {
  amount: number;
  currency: Currency;
}

/** Whole euros to cents. */
export const eur = (euros: number): Money => ({ amount: Math.round(euros * 100), currency: 'EUR' });

/** RSD for one EUR; the event's fixed rate (specification, section 9). */
export const RSD_PER_EUR = 117.17;

/** Euro cents to para, rounded to whole dinars: what is shown is what is charged. */
export const toWholeDinars = (euroCents: number): Money => ({
  amount: Math.round((euroCents * 11717) / 10_000) * 100,
  currency: 'RSD',
});

const NBSP = '\u00a0';
const whole = new Intl.NumberFormat('sr-Latn-RS', { maximumFractionDigits: 0 });
const cents = new Intl.NumberFormat('sr-Latn-RS', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `1.999 €`, `136,60 €`, `16.005 RSD`: whole amounts without decimals, a non-breaking space before the sign. */
export function formatMoney({ amount, currency }: { amount: number; currency: string }): string {
  const digits = amount % 100 === 0 ? whole.format(amount / 100) : cents.format(amount / 100);
  return `${digits}${NBSP}${currency === 'EUR' ? '€' : currency}`;
}

/** `219,00 €`: always two decimals, for tables where amounts stand under one another. */
export function formatMoneyExact({ amount, currency }: { amount: number; currency: string }): string {
  return `${cents.format(amount / 100)}${NBSP}${currency === 'EUR' ? '€' : currency}`;
}

/** `2.000.000` */
export const formatNumber = (n: number): string => whole.format(n);

/**
 * The price text rule of the specification (section 5): currency sign, dots and commas removed, the rest parsed as an
 * integer of whole euros. `null` when nothing numeric is left.
 */
export function parsePriceText(text: string): number | null {
  const digits = text.replace(/[€.,\s\u00a0]/g, '').replace(/EUR$/i, '');
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}
