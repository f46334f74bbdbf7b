import { type Day, daysLater } from '../day.ts';
import { MONTHS, monthName } from '../months.ts';

/**
 * The two days of an event and how they are said. Planned is 20–21 September of its year; the organiser may move them
 * (change/contract.ts). Plain text and no Intl: public pages draw with it before the first click.
 */
export interface EventDate {
  year: number;
  /** Mails and lists kept from before an event could be moved do not say. */
  firstDay?: Day | undefined;
}

export const plannedDay = (year: number): Day => `${year}-09-20`;

export const firstDayOf = ({ year, firstDay }: EventDate): Day => firstDay ?? plannedDay(year);

/** Both days of the event. */
export const eventDays = (event: EventDate): readonly [Day, Day] => {
  const first = firstDayOf(event);
  return [first, daysLater(first, 1)];
};

const partsOf = (day: Day) => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const of = MONTHS[month - 1]!;
  return { year, month, date, of, name: monthName(of) };
};

const partsOfBoth = (event: EventDate) => {
  const [first, second] = eventDays(event);
  return { first: partsOf(first), second: partsOf(second) };
};

/** One of the two days with the other, in the fewest words; `month` is `name` or `of`. */
function bothDays(event: EventDate, month: 'name' | 'of'): string {
  const { first, second } = partsOfBoth(event);
  const end = `${second.date}. ${second[month]} ${second.year}.`;
  if (first.year !== second.year) return `${first.date}. ${first[month]} ${first.year} – ${end}`;
  return first.month === second.month ? `${first.date}–${end}` : `${first.date}. ${first[month]} – ${end}`;
}

/** `20–21. septembar 2027.` */
export const datesOf = (event: EventDate): string => bothDays(event, 'name');
/** `20–21. septembra 2027.` */
export const datesInSentence = (event: EventDate): string => bothDays(event, 'of');

/** `20. i 21. septembra` */
export function daysInSentence(event: EventDate): string {
  const { first, second } = partsOfBoth(event);
  const end = `${second.date}. ${second.of}`;
  return first.month === second.month ? `${first.date}. i ${end}` : `${first.date}. ${first.of} i ${end}`;
}

/** The night between: `20/21. septembra` */
export function eventNightText(event: EventDate): string {
  const { first, second } = partsOfBoth(event);
  const end = `${second.date}. ${second.of}`;
  return first.month === second.month ? `${first.date}/${end}` : `${first.date}. ${first.of}/${end}`;
}

/** `20/21. 09.` */
export function eventNightInNumbers(event: EventDate): string {
  const { first, second } = partsOfBoth(event);
  const month = ({ month: number }: { month: number }) => `${String(number).padStart(2, '0')}.`;
  const end = `${second.date}. ${month(second)}`;
  return first.month === second.month ? `${first.date}/${end}` : `${first.date}. ${month(first)}/${end}`;
}

/** `20. septembar` */
export const dayAndMonthName = (day: Day): string => `${partsOf(day).date}. ${partsOf(day).name}`;
/** `20. septembra` */
export const dayInSentence = (day: Day): string => `${partsOf(day).date}. ${partsOf(day).of}`;
/** `septembra` */
export const monthInSentence = (event: EventDate): string => partsOf(firstDayOf(event)).of;
