import type { Day } from '../day.ts';
import { plannedDay } from './days.ts';

/** What anyone may know of the event. Year and place are configuration; its days are planned for 20–21 September and may be moved. */
export interface EventFacts {
  year: number;
  /** Of the two. */
  firstDay: Day;
  place: { hotel: string; street: string; postalCode: string; town: string; country: 'ME' | 'RS' };
  organiser: string;
  change: EventChange | null;
}

/** What the organiser did with the whole event, last; the days before it and what guests were told. */
export interface EventChange {
  kind: 'moved' | 'cancelled';
  /** The first day as it was before. */
  from: Day;
  reason: string;
}

/** The event that a reservation is for. Configuration knows the place of one year only: any other is `null`. */
export type ReservedEvent = Pick<EventFacts, 'year' | 'firstDay' | 'organiser'> & { place: EventFacts['place'] | null };

/** As it is planned, before anybody asked what has become of it. */
export const eventFactsOnPlannedDay = ({
  year,
  place,
  organiser,
}: Pick<EventFacts, 'year' | 'place' | 'organiser'>): EventFacts => ({
  year,
  firstDay: plannedDay(year),
  place,
  organiser,
  change: null,
});

export const eventFacts = ({ year, firstDay, place, organiser, change }: EventFacts): EventFacts => ({
  year,
  firstDay,
  place,
  organiser,
  change,
});

export const reservedEvent = (
  event: Pick<EventFacts, 'year' | 'place' | 'organiser'>,
  { year, firstDay }: Pick<EventFacts, 'year' | 'firstDay'>,
): ReservedEvent => ({
  year,
  firstDay,
  place: year === event.year ? event.place : null,
  organiser: event.organiser,
});
