import type { Day } from '../../day.ts';
import type { Money } from '../../money.ts';
import { type EventDate, eventDays } from '../days.ts';
import type { PackageId } from '../packages.ts';
import type { ReservationStatus } from '../reservation-status.ts';

/** The door's rules, the same on the server and on a phone without a connection, which goes by its list. */

/** How long an entry can be taken back beside the verdict; afterwards from the guest list. Milliseconds. */
export const UNDO_MS = 15_000;
/** How often a device at a door says that it is there, and after how long without a word it is marked. Milliseconds. */
export const DOOR_REPORT_INTERVAL_MS = 20_000;
export const DOOR_SILENT_AFTER_MS = 60_000;
/** With a list on the device, so long the server is waited for before the list decides. Milliseconds. */
export const DOOR_ANSWER_TIMEOUT_MS = 4_000;

/**
 * `again` is a ticket already used that day, let in with a reason; `clash` one that two doors admitted while one of them
 * had no connection. `choose` asks whose of several tickets it is, and nothing is written.
 */
export const DOOR_VERDICTS = [
  'valid',
  'again',
  'clash',
  'used',
  'choose',
  'unpaid',
  'lapsed',
  'cancelled',
  'other-year',
  'wrong-day',
  'unknown',
] as const;
export type DoorVerdict = (typeof DOOR_VERDICTS)[number];
/** What is written down: every answer but a question. */
export const CHECK_VERDICTS = DOOR_VERDICTS.filter((verdict) => verdict !== 'choose');
export type CheckVerdict = Exclude<DoorVerdict, 'choose'>;

const ADMITTED: readonly DoorVerdict[] = ['valid', 'again', 'clash'];
/** The person stands inside. */
export const isAdmitted = (verdict: DoorVerdict): boolean => ADMITTED.includes(verdict);

export interface EventDays extends EventDate {
  /** Days on which the doors are tried; their entries do not count on the days of the event. */
  rehearsals: readonly Day[];
}

export const isDoorDay = (event: EventDays, day: Day): boolean =>
  [...eventDays(event), ...event.rehearsals].includes(day);

/** The day whose entries are shown: today when the doors are open, otherwise the last one that they were. */
export function dayShown(event: EventDays, today: Day): Day {
  if (isDoorDay(event, today)) return today;
  const [first, second] = eventDays(event);
  return today > second ? second : first;
}

/** `101`, `#101` or `101-2`, as people type it. */
export function readTicketNumber(code: string): { number: number; position: number | null } | null {
  const typed = /^#?(\d{1,9})(?:\s*-\s*(\d{1,2}))?$/.exec(code.trim());
  return typed ? { number: Number(typed[1]), position: typed[2] ? Number(typed[2]) : null } : null;
}

/** What a code that is not a number ends with: a ticket's token, alone or in an address. */
export const ticketTokenIn = (code: string): string => code.trim().split('/').at(-1) ?? '';

export interface DoorReservation {
  status: ReservationStatus;
  year: number;
}

/** Why nobody is let in with this reservation today, or `null`. */
export function refusalOf(
  { status, year }: DoorReservation,
  event: EventDays,
  today: Day,
): Extract<CheckVerdict, 'other-year' | 'lapsed' | 'cancelled' | 'unpaid' | 'wrong-day'> | null {
  if (year !== event.year) return 'other-year';
  if (status === 'isteklo') return 'lapsed';
  if (status === 'otkazano') return 'cancelled';
  if (status !== 'placeno') return 'unpaid';
  return isDoorDay(event, today) ? null : 'wrong-day';
}

export interface DoorEntry {
  /** Of the check that admitted. */
  key: string;
  at: string;
  door: string;
}

/** A ticket, or a reservation that has none because it is not paid. As JSON, because the list is signed as text. */
export interface DoorGuest {
  /** `101`, `101-2`. */
  code: string;
  number: number;
  position: number;
  count: number;
  name: string;
  /** Digits only. */
  phone: string;
  packageId: PackageId;
  status: DoorReservation['status'];
  /** Its price, or what is missing of it while it waits for its payment. */
  amount: Money;
  /** SHA-256 of the ticket's token, hexadecimal: the list recognises a ticket and cannot make one. */
  token: string | null;
  /** On the day of the list. */
  entry: DoorEntry | null;
  /** On another day of the event. */
  earlier: DoorEntry | null;
}

/** Has a ticket that is good on the days of the event. */
export const holdsTicket = ({ token, status }: DoorGuest): boolean => token !== null && status === 'placeno';

export interface DoorList extends EventDays {
  day: Day;
  /** By the server's clock. */
  at: string;
  guests: DoorGuest[];
}

/** What the list says of a code; `guests` is whom it may mean. The token of another year or event is on no list. */
export function checkByList(
  list: DoorList,
  asked: { token: string } | { number: number; position: number | null } | null,
  today: Day,
  reason?: string,
): { verdict: DoorVerdict; guests: DoorGuest[] } {
  const guests = list.guests.filter((guest) => {
    if (!asked) return false;
    if ('token' in asked) return guest.token === asked.token;
    if (guest.number !== asked.number) return false;
    return asked.position === null || guest.token === null || guest.position === asked.position;
  });
  const [guest] = guests;
  if (!guest) return { verdict: 'unknown', guests };
  const refused = refusalOf({ status: guest.status, year: list.year }, list, today);
  if (refused) return { verdict: refused, guests };
  if (guests.length > 1) return { verdict: 'choose', guests };
  if (!guest.entry) return { verdict: 'valid', guests };
  return { verdict: reason ? 'again' : 'used', guests };
}
