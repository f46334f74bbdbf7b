import { HOUR_MS } from '#domain/day.ts';
import { hourMask, isScheduled } from '#domain/playout/schedule.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { wallHour } from './clock.ts';
import type { SeededTv } from './place-tvs.ts';

const week = (workday: number, saturday = workday, sunday = saturday) => [...Array(5).fill(workday), saturday, sunday];

/** When a TV may be on at all, and how likely it is on in such an hour, by the hour. */
const OPEN: Record<SeededTv['venue'], number[]> = {
  household: week(hourMask(6, 9) | hourMask(16, 24), hourMask(8, 24)),
  restaurant: week(hourMask(10, 23)),
  cafe: week(hourMask(7, 23)),
  reception: week(hourMask(7, 20), hourMask(8, 15), 0),
  salon: week(hourMask(9, 20), hourMask(9, 16), 0),
};
/** At home, from midnight on. */
const HOME = [
  0, 0, 0, 0, 0, 0, 0.1, 0.2, 0.25, 0.25, 0.25, 0.3, 0.3, 0.3, 0.3, 0.35, 0.4, 0.5, 0.65, 0.8, 0.9, 0.85, 0.6, 0.3,
];
const ELSEWHERE = 0.9;

/** Whether a TV is on in that hour; what is live now was so in the last two hours, too. */
export function isOn(random: SeededRandom, tv: SeededTv, hour: Date, now: Date): boolean {
  if (tv.until !== null && hour >= tv.until) return false;
  if (hour < tv.since) return false;
  if (tv.isLive && hour.getTime() > now.getTime() - 2 * HOUR_MS) return true;
  const wall = wallHour(hour);
  if (!isScheduled(OPEN[tv.venue], wall)) return false;
  return random.happens(tv.venue === 'household' ? HOME[wall % 24]! * tv.zeal : ELSEWHERE * tv.zeal);
}
