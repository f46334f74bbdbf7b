/** The way to the event, as the organiser publishes it. Everything is text that guests read; nothing is promised while it is missing. */
export interface Directions {
  /** When the doors open on the first day: `20. septembra od 8:30`. */
  checkIn: string;
  /** From when rooms are free: `14:00`; empty when the organiser says nothing. */
  roomsFrom: string;
  /** Reached on the days of the event. */
  phone: string;
  /** At most three landmarks, drawn on the map as A, B and P: `autobuska stanica, peške 12 minuta`. */
  landmarks: { bus: string; road: string; parking: string };
}

export interface TimetableEntry {
  /** `08:30`, Belgrade. */
  time: string;
  title: string;
  /** One line about it; may be empty. */
  about: string;
}

/** The two days of the event. */
export type Timetable = [TimetableEntry[], TimetableEntry[]];

/** A line of the organiser's text: `08:30 Naslov` or `08:30 Naslov | o čemu je`. */
const LINE = /^(\d{1,2})[:.](\d{2})\s(.+)$/;

export const MOST_ENTRIES = 30;
export const LONGEST_ENTRY = 160;

/** One entry a line, empty lines aside. The number (from 1) of the first line that is none, where there is one. */
export function parseTimetable(text: string): { entries: TimetableEntry[] } | { wrongLine: number } {
  const entries: TimetableEntry[] = [];
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (line === '') continue;
    const [, hour = '', minute = '', words = ''] = LINE.exec(line) ?? [];
    const [title = '', about = ''] = words.split('|').map((part) => part.trim());
    const wrong = title === '' || Number(hour) > 23 || Number(minute) > 59 || line.length > LONGEST_ENTRY;
    if (wrong || entries.length === MOST_ENTRIES) return { wrongLine: index + 1 };
    entries.push({ time: `${hour.padStart(2, '0')}:${minute}`, title, about });
  }
  return { entries: entries.toSorted((a, b) => a.time.localeCompare(b.time)) };
}

/** The same as text, for the organiser's form. */
export const dayText = (entries: readonly TimetableEntry[]): string =>
  entries.map(({ time, title, about }) => `${time} ${title}${about === '' ? '' : ` | ${about}`}`).join('\n');
