/** Twenty-four hours in milliseconds; a day of the calendar may be an hour longer or shorter. */
export const DAY_MS = 24 * 3600_000;

/** A calendar day as `2026-11-21`. */
export type Day = string;

/** So many days later on the calendar, whatever the clocks do in between. */
export function daysLater(day: Day, days: number): Day {
  const later = new Date(`${day}T00:00:00Z`);
  later.setUTCDate(later.getUTCDate() + days);
  return later.toISOString().slice(0, 10);
}

/** `januar`, and inside a sentence `1. januara` (Intl knows the nominative alone). */
export const MONTHS = [
  { name: 'januar', of: 'januara' },
  { name: 'februar', of: 'februara' },
  { name: 'mart', of: 'marta' },
  { name: 'april', of: 'aprila' },
  { name: 'maj', of: 'maja' },
  { name: 'jun', of: 'juna' },
  { name: 'jul', of: 'jula' },
  { name: 'avgust', of: 'avgusta' },
  { name: 'septembar', of: 'septembra' },
  { name: 'oktobar', of: 'oktobra' },
  { name: 'novembar', of: 'novembra' },
  { name: 'decembar', of: 'decembra' },
] as const;
