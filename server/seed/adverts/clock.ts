import { DAY_MS, type Day } from '#domain/day.ts';
import { dayOf, TIME_ZONE } from '#domain/time.ts';

const MONDAY = Date.parse('1970-01-05');
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: TIME_ZONE });
const known = new Map<number, number>();

/** Hours of Belgrade's wall clock since a Monday midnight, as schedules count them. */
export function wallHour(hour: Date): number {
  const time = hour.getTime();
  let wall = known.get(time);
  if (wall === undefined) {
    wall = Math.round((Date.parse(dayOf(hour)) - MONDAY) / DAY_MS) * 24 + Number(clock.format(hour));
    known.set(time, wall);
  }
  return wall;
}

export const isWeekend = (day: Day): boolean => [0, 6].includes(new Date(day).getUTCDay());
