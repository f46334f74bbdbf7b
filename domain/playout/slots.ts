import { HOUR_MS } from '../day.ts';
import { dayOf, TIME_ZONE } from '../time.ts';
import type { Slot } from './choose.ts';
import { hourOf } from './rules.ts';

/** A lease that a TV got of this hour or a later one. */
export interface HeldLease {
  hour: Date;
  seconds: number;
  /** It may still be shown. */
  isOpen: boolean;
  /** The TV gave it back, though nobody had revoked it. */
  isReturned?: boolean;
}

/**
 * What a TV gives back is leased to it anew, with that up to so many times the ceiling of an hour: one that returns without end takes
 * nothing from others.
 */
const LEASED_AGAIN = 10;

/** A Monday midnight. */
const WALL_START = Date.UTC(1970, 0, 5);
const wallClock = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short', timeStyle: 'medium' });

/** Hours since a Monday midnight on the clocks of Belgrade; see `WallHour` of domain/playout/schedule.ts. */
export const wallHour = (when: Date): number =>
  (Date.parse(`${wallClock.format(when).replace(' ', 'T')}Z`) - WALL_START) / HOUR_MS;

/** The hours of the clock until so many minutes from now, with the seconds of adverts that may still be leased for each. */
export function planSlots(now: Date, minutes: number, held: readonly HeldLease[], secondsPerHour: number): Slot[] {
  const end = now.getTime() + minutes * 60_000;
  const slots: Slot[] = [];
  for (let hour = hourOf(now).getTime(); hour < end; hour += HOUR_MS) {
    const until = Math.min(end, hour + HOUR_MS);
    const all = held.filter((one) => one.hour.getTime() === hour);
    const inHour = all.filter(({ isReturned }) => !isReturned);
    const sum = (leases: readonly HeldLease[]) => leases.reduce((total, { seconds }) => total + seconds, 0);
    const share = (from: number) => Math.floor((secondsPerHour * (until - from)) / HOUR_MS);
    const opensAt = Math.max(hour, now.getTime());
    // Of the whole hour, and of what is left of it: a TV that comes late gets no hour's worth for the last minutes.
    const seconds = Math.min(
      share(hour) - sum(inHour),
      share(opensAt) - sum(inHour.filter(({ isOpen }) => isOpen)),
      LEASED_AGAIN * secondsPerHour - sum(all),
    );
    const wall = wallHour(new Date(hour));
    slots.push({
      opensAt: new Date(opensAt),
      closesAt: new Date(hour + HOUR_MS),
      wallHour: wall,
      wallEnd: wall + 1,
      day: dayOf(new Date(hour)),
      seconds: Math.max(0, seconds),
    });
  }
  return slots;
}
