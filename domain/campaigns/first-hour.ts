import type { Day } from '../day.ts';
import { daysLater, HOUR_MS } from '../day.ts';
import { wallHour } from '../playout/slots.ts';
import { startOfDay } from '../time.ts';
import { isScheduled, type Schedule } from './schedule.ts';

/** When a campaign may be shown first: the first hour of its schedule from its first day on; `null`: there is none. */
export function firstHourOf({
  startsOn,
  endsOn,
  schedule,
}: {
  startsOn: Day;
  endsOn: Day;
  schedule: Schedule;
}): Date | null {
  const ends = startOfDay(daysLater(endsOn, 1)).getTime();
  for (let hour = startOfDay(startsOn).getTime(); hour < ends; hour += HOUR_MS)
    if (isScheduled(schedule, wallHour(new Date(hour)))) return new Date(hour);
  return null;
}
