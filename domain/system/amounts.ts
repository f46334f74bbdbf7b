import { dayOf, daysSince, formatDate, formatTime } from '../time.ts';
import { systemCopy as copy } from './copy.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long, in the largest unit of which there are two, or one. */
export function durationWords(seconds: number): string {
  if (seconds < MINUTE) return copy.seconds(Math.max(1, Math.round(seconds)));
  if (seconds < HOUR) return copy.minutes(Math.round(seconds / MINUTE));
  if (seconds < 2 * DAY) return copy.hours(Math.round(seconds / HOUR));
  return copy.days(Math.floor(seconds / DAY));
}

/** `2 s`, `12 min`, `5 h`, `4 dana 2 h`, in tables. */
export function shortDuration(seconds: number): string {
  if (seconds < MINUTE) return `${Math.round(seconds)} s`;
  if (seconds < HOUR) return `${Math.round(seconds / MINUTE)} min`;
  if (seconds < DAY) return `${Math.round(seconds / HOUR)} h`;
  return copy.shortDays(copy.days(Math.floor(seconds / DAY)), Math.floor((seconds % DAY) / HOUR));
}

/** `03:12` of today, with the day of any other: after „od“. */
export const momentWords = (at: Date, now: Date): string =>
  dayOf(at) === dayOf(now) ? formatTime(at) : `${formatDate(at)} u ${formatTime(at)}`;

/** `danas u 03:12`, `juče u 03:12`, `21. 11. 2026. u 03:12`. */
export function whenWords(at: Date, now: Date): string {
  const time = formatTime(at);
  if (dayOf(at) === dayOf(now)) return copy.when.today(time);
  return daysSince(at, now) === 1 ? copy.when.yesterday(time) : `${formatDate(at)} u ${time}`;
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** `18,4 GB`. */
export function sizeWords(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  return `${decimal(bytes / 1000 ** unit, unit > 1 ? 1 : 0)} ${UNITS[unit]}`;
}

export const decimal = (number: number, digits: number): string => {
  const [whole, part] = number.toFixed(digits).split('.');
  return part && Number(part) > 0 ? `${whole},${part}` : whole!;
};
