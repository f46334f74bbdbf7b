import { type Day, daysLater } from './day.ts';

/** The day after so many working days of the banks. */
export function workingDaysLater(day: Day, days: number, holidays: ReadonlySet<string>): Day {
  let at = day;
  for (let left = days; left > 0; ) {
    at = daysLater(at, 1);
    const weekday = new Date(`${at}T00:00:00Z`).getUTCDay();
    if (weekday !== 0 && weekday !== 6 && !holidays.has(at)) left -= 1;
  }
  return at;
}
