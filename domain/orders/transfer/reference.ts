import { checkDigits, isModel97 } from '../../events/payment/model97.ts';
import { referenceDigits, referencesIn } from '../../events/payment/reference.ts';

/**
 * What a transfer for an order is recognised by: `97 kk-5YYYYnnnnnn`. The 5 before the year keeps these apart from the event's
 * reservations (`97 kk-YYYYnnnnnn`); what is kept and compared is the part after the check digits, `52026000123`.
 */
const KIND = '5';
const SHORTEST_NUMBER = 6;
/** As long as a run of digits may be that is still read. */
const LONGEST_RUN = 100;

export const transferReference = (year: number, number: number): string =>
  `${KIND}${year}${String(number).padStart(SHORTEST_NUMBER, '0')}`;

/** With its check digits, as it stands in a QR code: `kk52026000123`. */
export const withCheckDigits = (reference: string): string => `${checkDigits(reference)}${reference}`;

/** As it is read and typed: `kk-52026000123`. */
export const shownReference = (reference: string): string => `${checkDigits(reference)}-${reference}`;

/** With the model, as papers name what was paid: `97 kk-52026000123`. */
export const referenceWithModel = (reference: string): string => `97 ${shownReference(reference)}`;

/**
 * Whether it may be given out: however it is written, with the model in front or without, no part of it reads as the reference of a
 * reservation. One in about a hundred would.
 */
export const isUsableReference = (reference: string): boolean => {
  const digits = withCheckDigits(reference);
  return referencesIn(digits).length === 0 && referencesIn(`97${digits}`).length === 0;
};

/** Every order reference hidden in what a bank passes on, written in any way. What reads as a reservation's is a reservation's. */
export function orderReferencesIn(text: string): string[] {
  const found = new Set<string>();
  for (const run of text.match(/\d[\d\s\-/.]{10,}\d/g) ?? []) {
    const digits = run.replace(/\D/g, '');
    if (digits.length > LONGEST_RUN) continue;
    const taken = referencesIn(digits).map((reservation) => {
      const at = digits.indexOf(referenceDigits(reservation));
      return { from: at, to: at + referenceDigits(reservation).length };
    });
    for (const { from, to } of candidatesIn(digits))
      if (!taken.some((one) => one.from < to && from < one.to)) found.add(digits.slice(from + 2, to));
  }
  return [...found];
}

/** Where check digits, kind, a year from 2000 to 2199 and a number stand and agree. */
function candidatesIn(digits: string): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  const shortest = 2 + KIND.length + 4 + SHORTEST_NUMBER;
  for (let from = 0; from + shortest <= digits.length; from += 1) {
    if (!/^52[01]/.test(digits.slice(from + 2, from + 5))) continue;
    for (let to = from + shortest; to <= Math.min(digits.length, from + shortest + 3); to += 1) {
      const isPadded = to > from + shortest && digits[from + 7] === '0';
      if (!isPadded && isModel97(digits.slice(from, to))) found.push({ from, to });
    }
  }
  return found;
}
