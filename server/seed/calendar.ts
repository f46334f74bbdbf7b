import { DAY_MS, MINUTE_MS } from '#domain/day.ts';
import type { SeededRandom } from './seeded-random.ts';

export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/** The year that ends now. People act by day more than by night, in December more than in August, and more of them each month. */
export interface Calendar {
  now: Date;
  begin: Date;
  /** A moment since then, as likely as business is at that moment. */
  moment(since: Date): Date;
  /** Some minutes after that, by day when there is a choice, and never later than now. */
  after(at: Date, least: number, most: number): Date;
}

/** By month, January first. */
const SEASON = [0.75, 0.8, 0.95, 1, 1, 0.9, 0.7, 0.6, 1.05, 1.1, 1.3, 1.5];
const MAX_WEIGHT = 1.5;
const NIGHT = 0.04;
const SUNDAY = 0.6;

const isDay = (at: Date): boolean => at.getUTCHours() >= 6 && at.getUTCHours() < 21;

export function openCalendar(random: SeededRandom, now: Date): Calendar {
  const begin = daysBefore(now, 365);
  const business = (at: Date): number => {
    const growth = 0.25 + (0.75 * (at.getTime() - begin.getTime())) / (now.getTime() - begin.getTime());
    const rest = (isDay(at) ? 1 : NIGHT) * (at.getUTCDay() === 0 ? SUNDAY : 1);
    return (SEASON[at.getUTCMonth()]! * growth * rest) / MAX_WEIGHT;
  };
  return {
    now,
    begin,
    moment(since) {
      for (;;) {
        const at = new Date(Math.floor(since.getTime() + random.next() * (now.getTime() - since.getTime())));
        if (random.happens(business(at))) return at;
      }
    },
    after(at, least, most) {
      const until = Math.min(at.getTime() + most * MINUTE_MS, now.getTime());
      const from = Math.min(at.getTime() + least * MINUTE_MS, until);
      for (let tries = 1; ; tries += 1) {
        const found = new Date(Math.floor(from + random.next() * (until - from)));
        if (isDay(found) || tries === 20) return found;
      }
    },
  };
}

export const minutesAfter = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * MINUTE_MS);
