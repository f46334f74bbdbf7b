import { company } from '../company.ts';
import { daysLater } from '../day.ts';
import { eventName, page } from './copy.ts';
import { firstDayOf } from './days.ts';
import type { EventFacts, ReservedEvent } from './event.ts';

/**
 * The event for a calendar (RFC 5545): both days, all day. The end is exclusive, so it names the day after. The UID
 * never changes; a newer SEQUENCE replaces what a calendar already has, so that a moved or cancelled event is moved there, too.
 */
export function eventCalendar(
  event: ReservedEvent,
  { url, now, cancelled = false }: { url: string; now: Date; cancelled?: boolean },
): string {
  const first = firstDayOf(event);
  const stamp = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${company.brand}//${eventName}//SR`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:siri-vidik-${event.year}@${new URL(company.site).hostname}`,
    `DTSTAMP:${stamp}`,
    `SEQUENCE:${Math.max(0, Math.floor((now.getTime() - COUNTED_FROM) / 60_000))}`,
    `DTSTART;VALUE=DATE:${dateOf(first)}`,
    `DTEND;VALUE=DATE:${dateOf(daysLater(first, 2))}`,
    `SUMMARY:${escapeText(eventName)}`,
    `DESCRIPTION:${escapeText(page.sub)}`,
    ...(event.place ? [`LOCATION:${escapeText(addressOf(event.place))}`] : []),
    `URL:${url}`,
    `TRANSP:${cancelled ? 'TRANSPARENT' : 'OPAQUE'}`,
    `STATUS:${cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

/** Minutes are counted from here: a sequence is a whole number that only grows. */
const COUNTED_FROM = Date.parse('2026-01-01T00:00:00Z');

/** `20270920` */
const dateOf = (day: string): string => day.replaceAll('-', '');

const addressOf = ({ hotel, street, postalCode, town }: EventFacts['place']): string =>
  `${hotel}, ${street}, ${postalCode} ${town}`;

const escapeText = (text: string): string =>
  text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r\n|\r|\n/g, '\\n');

/** At most 75 bytes in a line, never cut inside a character; a continuation begins with a space. */
function fold(line: string): string {
  const encoder = new TextEncoder();
  let folded = '';
  let bytes = 0;
  for (const sign of line) {
    const size = encoder.encode(sign).length;
    if (bytes + size > 75) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += sign;
    bytes += size;
  }
  return folded;
}
