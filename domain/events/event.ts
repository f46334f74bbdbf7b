/** What anyone may know of the event. Days are always 20–21 September; the year and the place are configuration. */
export interface EventFacts {
  year: number;
  place: { hotel: string; street: string; postalCode: string; town: string; country: 'ME' | 'RS' };
  organiser: string;
}

export const eventFacts = ({ year, place, organiser }: EventFacts): EventFacts => ({ year, place, organiser });

/** Reservations end with the second day, Belgrade time (UTC+2 in September). */
export const endsAt = (year: number): Date => new Date(`${year}-09-22T00:00:00+02:00`);
