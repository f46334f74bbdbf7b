import { checkDigits } from './model97.ts';

/**
 * Every reservation has a number (`101`) and a payment reference: year and number behind two model-97 check digits,
 * `38-2026000123`. A slip with one wrong digit is recognised as wrong instead of paying for a stranger.
 */
export interface Numbered {
  year: number;
  number: number;
}

const LONGEST_NUMBER = 9;

/** `382026000123`, digits only: what is compared and what goes into a QR code. */
export function referenceDigits({ year, number }: Numbered): string {
  const base = `${year}${String(number).padStart(6, '0')}`;
  return `${checkDigits(base)}${base}`;
}

/** `38-2026000123`: what a person reads and copies. */
export function formatReference(numbered: Numbered): string {
  const digits = referenceDigits(numbered);
  return `${digits.slice(0, 2)}-${digits.slice(2)}`;
}

/** The reservation a bare digit string names, `null` unless its check digits are right. */
function parseDigits(digits: string): Numbered | null {
  const year = Number(digits.slice(2, 6));
  const number = Number(digits.slice(6));
  if (digits.length < 12 || digits.length > 6 + LONGEST_NUMBER || year < 2000 || year > 2199 || number < 1) return null;
  return referenceDigits({ year, number }) === digits ? { year, number } : null;
}

/**
 * Every reference hidden in what a bank passes on: with or without spaces, dashes, slashes and the model in front
 * (`97 38-2026000123`, `97382026000123`, `RE97382026000123`), alone or inside a sentence.
 */
export function referencesIn(text: string): Numbered[] {
  const found = new Map<string, Numbered>();
  for (const run of text.match(/\d[\d\s\-/.]{9,}\d/g) ?? []) {
    const digits = run.replace(/\D/g, '');
    for (let start = 0; start + 12 <= digits.length; start += 1) {
      for (let length = 12; length <= 6 + LONGEST_NUMBER && start + length <= digits.length; length += 1) {
        const numbered = parseDigits(digits.slice(start, start + length));
        if (numbered) found.set(referenceDigits(numbered), numbered);
      }
    }
  }
  return [...found.values()];
}

/** The number alone, as a buyer writes it when the reference is lost: `Rezervacija br. 101`. */
export function numberIn(text: string): number | null {
  const match = /rezervacij\p{L}*\s*(?:br\.?|broj)?\s*[:#]?\s*(\d{1,9})\b/iu.exec(text);
  return match ? Number(match[1]) : null;
}
