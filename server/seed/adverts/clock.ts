import type { Day } from '#domain/day.ts';
import { wallHour as readWallHour } from '#domain/playout/slots.ts';

const known = new Map<number, number>();

/** Hours of Belgrade's wall clock since a Monday midnight, as schedules count them; each hour is read once. */
export function wallHour(hour: Date): number {
  const time = hour.getTime();
  const wall = known.get(time) ?? readWallHour(hour);
  known.set(time, wall);
  return wall;
}

export const isWeekend = (day: Day): boolean => [0, 6].includes(new Date(day).getUTCDay());
