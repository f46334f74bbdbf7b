import { daysLater } from '../../day.ts';
import { workingDaysLater } from '../../orders/transfer/transfer.ts';
import { dayOf, momentOf } from '../../time.ts';

/** When a courier that comes at this time (`HH:mm`) of each working day comes next. */
export function nextPickUp(now: Date, time: string, holidays: ReadonlySet<string>): Date {
  const first = workingDaysLater(daysLater(dayOf(now), -1), 1, holidays);
  const next = momentOf(first, time);
  return next > now ? next : momentOf(workingDaysLater(first, 1, holidays), time);
}
