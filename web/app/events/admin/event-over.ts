interface EventState {
  over: boolean;
  event: { year: number };
}

/** Whether the event of that year is over: this one's, when none is chosen. Only this year's is organised. */
export const isEventOver = ({ over, event }: EventState, year = event.year): boolean => over || year !== event.year;
