import { checkDigits } from './model97.ts';

/** Account numbers of both countries: bank (3), number (13), control digits (2). */

/** `165-55-74` → `165000000000005574`; `null` when it is no account number or its control digits are wrong. */
export function parseAccount(text: string): string | null {
  const compact = text.replace(/\s/g, '').replace(/^(RS|ME)\d{2}/i, '');
  const parts = compact.split('-');
  const digits =
    parts.length === 3 ? `${parts[0]}${parts[1]!.padStart(13, '0')}${parts[2]}` : parts.length === 1 ? compact : '';
  if (!/^\d{18}$/.test(digits)) return null;
  return checkDigits(digits.slice(0, 16)) === digits.slice(16) ? digits : null;
}

/** `165-0000000000055-74`: as printed on payment slips. */
export const formatAccount = (digits: string): string =>
  `${digits.slice(0, 3)}-${digits.slice(3, 16)}-${digits.slice(16)}`;

/** The IBAN of a domestic account. With valid control digits its check is always 35 in Serbia and 25 in Montenegro. */
export function ibanOf(account: string, country: 'RS' | 'ME'): string {
  const letters = [...country].map((letter) => letter.charCodeAt(0) - 55).join('');
  return `${country}${checkDigits(`${account}${letters}`)}${account}`;
}

/** Groups of four, as an IBAN is read aloud. */
export const formatIban = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ');

/** ISO 13616: letters and check in front moved behind, remainder 1. */
export function isIban(text: string): boolean {
  const compact = text.replace(/\s/g, '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(compact)) return false;
  return checkDigits(compact.slice(4) + compact.slice(0, 2)) === compact.slice(2, 4);
}
