import { checkDigits } from './model97.ts';

/**
 * Every reservation has a number (`101`) and a payment reference: year and number behind two model-97 check digits,
 * `38-2026000123`. A slip with one wrong digit is recognised as wrong instead of paying for a stranger.
 */
export interface ReservationNumber {
  year: number;
  number: number;
}

const LONGEST_NUMBER = 9;
/** Runs of digits that go on longer are no reference, nor several of them. */
const LONGEST_RUN = 100;

/** `382026000123`, digits only: what is compared and what goes into a QR code. */
export function referenceDigits({ year, number }: ReservationNumber): string {
  const base = `${year}${String(number).padStart(6, '0')}`;
  return `${checkDigits(base)}${base}`;
}

/** `38-2026000123`: what a person reads and copies. */
export function formatReference(numbered: ReservationNumber): string {
  const digits = referenceDigits(numbered);
  return `${digits.slice(0, 2)}-${digits.slice(2)}`;
}

/** The reservation a bare digit string names, `null` unless its check digits are right. */
function parseDigits(digits: string): ReservationNumber | null {
  const year = Number(digits.slice(2, 6));
  const number = Number(digits.slice(6));
  if (digits.length < 12 || digits.length > 6 + LONGEST_NUMBER || number < 1) return null;
  return referenceDigits({ year, number }) === digits ? { year, number } : null;
}

/**
 * Every reference hidden in what a bank passes on: with or without spaces, dashes, slashes and the model in front
 * (`97 38-2026000123`, `97382026000123`, `RE97382026000123`), alone or inside a sentence.
 */
export function referencesIn(text: string): ReservationNumber[] {
  const found = new Map<string, ReservationNumber>();
  for (const run of text.match(/\d[\d\s\-/.]{9,}\d/g) ?? []) {
    const digits = run.replace(/\D/g, '');
    if (digits.length > LONGEST_RUN) continue;
    for (const numbered of referencesAmong(digits)) found.set(referenceDigits(numbered), numbered);
  }
  return [...found.values()];
}

/** Of digits without anything between them. The remainder is carried along, so that a long file of digits is read quickly. */
function referencesAmong(digits: string): ReservationNumber[] {
  const found: ReservationNumber[] = [];
  const digit = (at: number) => digits.charCodeAt(at) - 48;
  for (let start = 0; start + 12 <= digits.length; start += 1) {
    // The years 2000 to 2199.
    if (digit(start + 2) !== 2 || digit(start + 3) > 1) continue;
    const check = 10 * digit(start) + digit(start + 1);
    let remainder = 0;
    for (let at = start + 2; at < Math.min(digits.length, start + 6 + LONGEST_NUMBER); at += 1) {
      remainder = (10 * remainder + digit(at)) % 97;
      if (at - start < 11 || 98 - ((100 * remainder) % 97) !== check) continue;
      const numbered = parseDigits(digits.slice(start, at + 1));
      if (numbered) found.push(numbered);
    }
  }
  return found;
}

/** The number alone, as a buyer writes it when the reference is lost: `Rezervacija br. 101`. */
export function reservationNumberIn(text: string): number | null {
  const match = /rezervacij\p{L}{0,6}[\s:#]{0,5}(?:br(?:oj|\.)?[\s:#]{0,5})?(\d{1,9})\b/iu.exec(text);
  return match ? Number(match[1]) : null;
}
