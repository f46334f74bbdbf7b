import { parseMinorUnits } from '#domain/bank/money.ts';
import { isPossibleDay } from '#domain/calendar.ts';
import { parseAccount } from '#domain/events/payment/bank-accounts.ts';
import type { Currency } from '#domain/money.ts';

/** What statements write for a date and a currency. */

/** Longer cells hold none of these and are not looked at. */
const LONGEST = 64;

/** `3.9.2026.`, `03/09/2026`, `2026-09-03T10:00:00`, to `2026-09-03`; `null` for anything that is no day. */
export function parseDay(text: string): string | null {
  if (text.length > LONGEST) return null;
  const iso = /^(\d{4})-(\d{2})-(\d{2})/.exec(text.trim());
  const local = /^(\d{1,2})[./-]\s?(\d{1,2})[./-]\s?(\d{4}|\d{2})(?!\d)/.exec(text.trim());
  const [year, month, day] = iso
    ? [iso[1]!, iso[2]!, iso[3]!]
    : local
      ? [local[3]!.length === 2 ? `20${local[3]}` : local[3]!, local[2]!, local[1]!]
      : ['', '', ''];
  if (year === '') return null;
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const real = new Date(`${written}T00:00:00Z`);
  const exists = !Number.isNaN(real.getTime()) && real.toISOString().slice(0, 10) === written;
  return exists && isPossibleDay(written) ? written : null;
}

/**
 * An amount of a format with a decimal sign and no others, in minor units: `100.000` is a hundred there, however many zeros stand behind
 * it. What a bank writes otherwise is read as anybody writes amounts.
 */
export function parseDecimal(text: string): number | null {
  if (text.length > LONGEST) return null;
  const match = /^(\d+)[.,](\d{0,2})0*$/.exec(text);
  return parseMinorUnits(match ? `${match[1]},${match[2]!.padEnd(2, '0')}` : text);
}

/** By letters, sign or ISO number; `null` for a currency nobody pays us in. */
export function parseCurrency(text: string): Currency | null {
  if (text.length > LONGEST) return null;
  const sign = text.trim().toUpperCase().replace(/\.$/, '');
  if (['RSD', 'DIN', '941'].includes(sign)) return 'RSD';
  return ['EUR', '€', '978'].includes(sign) ? 'EUR' : null;
}

/** A domestic account with right check digits, as a slip or an IBAN writes it. */
export const accountIn = (text: string): string | null => (text.length > LONGEST ? null : parseAccount(text.trim()));

/** One line, at most so many characters: what is stored and shown of a bank's free text. */
export const normalize = (text: unknown, longest = 300): string =>
  String(text ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longest);
