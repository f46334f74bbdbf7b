import { company } from '../company.ts';
import { eventName, page } from './copy.ts';
import type { EventFacts, ReservedEvent } from './event.ts';

/**
 * The event for a calendar (RFC 5545): both days, all day. The end is exclusive, so it names the day after. The UID
 * never changes; a newer SEQUENCE replaces what a calendar already has.
 */
export function eventCalendar(event: ReservedEvent, { url, now }: { url: string; now: Date }): string {
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
    'SEQUENCE:0',
    `DTSTART;VALUE=DATE:${event.year}0920`,
    `DTEND;VALUE=DATE:${event.year}0922`,
    `SUMMARY:${escapeText(eventName)}`,
    `DESCRIPTION:${escapeText(page.sub)}`,
    ...(event.place ? [`LOCATION:${escapeText(addressOf(event.place))}`] : []),
    `URL:${url}`,
    'TRANSP:OPAQUE',
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

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
