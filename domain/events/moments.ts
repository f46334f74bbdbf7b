import { daysLater } from '../day.ts';
import { startOfDay } from '../time.ts';
import { type EventDate, firstDayOf } from './days.ts';

/** When the first day begins in Belgrade. Names change until then: the door's list is complete afterwards. */
export const beginsAt = (event: EventDate): Date => startOfDay(firstDayOf(event));

/** Reservations end with the second day, Belgrade time. */
export const endsAt = (event: EventDate): Date => startOfDay(daysLater(firstDayOf(event), 2));

/** Nobody is given a day to pay that comes after the event: at the latest it is the last second of its second day. */
export function notAfterEvent(event: EventDate, day: Date): Date {
  const last = new Date(endsAt(event).getTime() - 1_000);
  return day < last ? day : last;
}

/** A reservation of another year belongs to an event that this server no longer organises. */
export const isPast = (current: { year: number }, event: EventDate, now: Date): boolean =>
  event.year !== current.year || now >= endsAt(event);
