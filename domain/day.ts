export const MINUTE_MS = 60_000;
export const HOUR_MS = 3600_000;
/** Twenty-four hours; a day of the calendar may be an hour longer or shorter. */
export const DAY_MS = 24 * HOUR_MS;

/** A calendar day as `2026-11-21`. */
export type Day = string;

/** So many days later on the calendar, whatever the clocks do in between. Throws where no day is: a year of five digits has a sign. */
export function daysLater(day: Day, days: number): Day {
  const later = new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
  if (later < '0') throw new RangeError(later);
  return later;
}

/** The same day so many months later, or the last of a month that has no such day: 31 January, 28 February, 31 March. */
export function monthsLater(day: Day, months: number): Day {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}
