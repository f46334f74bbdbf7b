/** What anyone may know of the event. Days are always 20–21 September; the year and the place are configuration. */
export interface EventFacts {
  year: number;
  place: { hotel: string; street: string; postalCode: string; town: string; country: 'ME' | 'RS' };
  organiser: string;
}

/** The event that a reservation is for. Configuration knows the place of one year only: any other is `null`. */
export type ReservedEvent = Pick<EventFacts, 'year' | 'organiser'> & { place: EventFacts['place'] | null };

export const eventFacts = ({ year, place, organiser }: EventFacts): EventFacts => ({ year, place, organiser });

export const reservedEvent = (event: EventFacts, year: number): ReservedEvent => ({
  year,
  place: year === event.year ? event.place : null,
  organiser: event.organiser,
});

/** Reservations end with the second day, Belgrade time (UTC+2 in September). */
export const endsAt = (year: number): Date => new Date(`${year}-09-22T00:00:00+02:00`);

/** A reservation of another year belongs to an event that this server no longer organises. */
export const isPast = (event: Pick<EventFacts, 'year'>, year: number, now: Date): boolean =>
  year !== event.year || now >= endsAt(year);
