import { type Day, daysLater } from './day.ts';

/** The first and the last day that the business can have to do with. */
export const FIRST_DAY: Day = '1900-01-01';
export const LAST_DAY: Day = '2199-12-31';

/** Whether what was typed or sent is one of these. */
export const isPossibleDay = (day: string): boolean => day.length === 10 && day >= FIRST_DAY && day <= LAST_DAY;

/** Ten years: no list of days is longer, whatever its dates are. */
const MOST_DAYS = 3_653;

/** The days from one to another, both of them included, as far as there is room for them. */
export function daysFrom(first: Day, last: Day): Day[] {
  const days: Day[] = [];
  for (let day = first; day <= last && days.length < MOST_DAYS; day = daysLater(day, 1)) days.push(day);
  return days;
}
