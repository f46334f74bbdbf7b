/** Twenty-four hours in milliseconds; a day of the calendar may be an hour longer or shorter. */
export const HOUR_MS = 3600_000;
export const DAY_MS = 24 * HOUR_MS;

/** A calendar day as `2026-11-21`. */
export type Day = string;

/** So many days later on the calendar, whatever the clocks do in between. */
export function daysLater(day: Day, days: number): Day {
  const later = new Date(`${day}T00:00:00Z`);
  later.setUTCDate(later.getUTCDate() + days);
  return later.toISOString().slice(0, 10);
}
