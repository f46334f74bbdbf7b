import { daysLater } from '../../day.ts';
import { dayOf, momentOf } from '../../time.ts';
import { workingDaysLater } from '../../working-days.ts';

/** When a courier that comes at this time (`HH:mm`) of each working day comes next. */
export function nextPickUp(now: Date, time: string, holidays: ReadonlySet<string>): Date {
  const first = workingDaysLater(daysLater(dayOf(now), -1), 1, holidays);
  const next = momentOf(first, time);
  return next > now ? next : momentOf(workingDaysLater(first, 1, holidays), time);
}
