import { DAY_MS, type Day } from './day.ts';
import { MONTHS } from './months.ts';

/** Dates as people in Serbia and Montenegro read them, always in Belgrade time (Podgorica has the same offsets). */
export const TIME_ZONE = 'Europe/Belgrade';

const parts = new Intl.DateTimeFormat('sr-Latn-RS', {
  timeZone: TIME_ZONE,
  day: 'numeric',
  month: 'numeric',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});

function split(when: Date | string) {
  const date = typeof when === 'string' ? new Date(when) : when;
  return Object.fromEntries(parts.formatToParts(date).map((part) => [part.type, part.value])) as Record<
    'day' | 'month' | 'year' | 'hour' | 'minute',
    string
  >;
}

/** `20. 9. 2026.` for tables. */
export function formatDate(when: Date | string): string {
  const { day, month, year } = split(when);
  return `${Number(day)}. ${Number(month)}. ${year}.`;
}

/** `20. 9.` where the year is plain. */
export function formatDayAndMonth(when: Date | string): string {
  const { day, month } = split(when);
  return `${Number(day)}. ${Number(month)}.`;
}

/** `14:05` */
export function formatTime(when: Date | string): string {
  const { hour, minute } = split(when);
  return `${hour}:${minute}`;
}

/** `20. 9. 2026. u 14:05` */
export const formatDateTime = (when: Date | string): string => `${formatDate(when)} u ${formatTime(when)}`;

/** `20. septembra 2026.` inside a sentence. */
export function formatDateInSentence(when: Date | string): string {
  const { day, month, year } = split(when);
  return `${Number(day)}. ${MONTHS[Number(month) - 1]} ${year}.`;
}

/** `20. septembra 2026. u 14:05` inside a sentence. */
export const formatDateTimeInSentence = (when: Date | string): string =>
  `${formatDateInSentence(when)} u ${formatTime(when)}`;

/** A date loses its full stop before a comma or a semicolon. */
export const beforeComma = (date: string): string => date.replace(/\.$/, '');

const weekday = new Intl.DateTimeFormat('sr-Latn-RS', { timeZone: TIME_ZONE, weekday: 'long' });

/** `Subota, 21. novembra 2026.` above the day's lists. */
export function formatWeekday(when: Date | string): string {
  const name = weekday.format(typeof when === 'string' ? new Date(when) : when);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}, ${formatDateInSentence(when)}`;
}

/** The same day a month later, the month's last one where there is no such day: when a monthly payment comes again. */
export function monthLater(when: Date): Date {
  const later = new Date(when);
  later.setUTCMonth(later.getUTCMonth() + 1);
  if (later.getUTCDate() !== when.getUTCDate()) later.setUTCDate(0);
  return later;
}

const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE });

/** The day it is in Belgrade at that moment. */
export const dayOf = (when: Date): Day => isoDay.format(when);

/** Days of the calendar in Belgrade between two moments: from yesterday evening to this morning it is one. */
export const daysSince = (then: Date, now: Date): number => {
  const midnight = (when: Date) => Date.parse(`${dayOf(when)}T00:00:00Z`);
  return Math.max(0, (midnight(now) - midnight(then)) / DAY_MS);
};

const wallClock = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short', timeStyle: 'short' });

/**
 * The moment at which clocks in Belgrade show that day and time (`HH:mm`), wherever this runs. Of the hour that comes twice in
 * autumn the first; an hour that is left out in spring counts as winter time.
 */
export function momentOf(day: Day, time: string): Date {
  const summer = new Date(`${day}T${time}:00+02:00`);
  return wallClock.format(summer) === `${day} ${time}` ? summer : new Date(`${day}T${time}:00+01:00`);
}

/** The first moment of that day in Belgrade: one or two hours before it begins in London. */
export const startOfDay = (day: Day): Date => momentOf(day, '00:00');
