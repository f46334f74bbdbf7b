import * as z from 'zod';
import type { Day } from '../../day.ts';
import { Day as DayShape } from '../../shapes.ts';
import { workingDaysLater } from '../../working-days.ts';

/**
 * When the buyer of devices may expect them: `on` a day, or, of devices that nobody has yet, `from` the day on which they are delivered
 * again, where one was said.
 */
export const ExpectedDelivery = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('on'), day: DayShape }),
  z.object({ kind: z.literal('from'), day: DayShape.nullable() }),
]);
export type ExpectedDelivery = z.infer<typeof ExpectedDelivery>;

/** A parcel leaves on the next working day at the latest, and a courier needs one more. */
const DAYS_TO_SEND = 1;
const DAYS_ON_THE_WAY = 1;

interface Known {
  today: Day;
  /** The day on which its last parcel left; `null` while one is to leave. */
  sentOn: Day | null;
  /** Until when it has to be delivered; `null` where that is not known. */
  dueOn: Day | null;
}

/** The day on which what there is comes; `null` once that day, or the last one, is over. */
export function expectedOn({ today, sentOn, dueOn }: Known, holidays: ReadonlySet<string>): Day | null {
  const day = sentOn
    ? workingDaysLater(sentOn, DAYS_ON_THE_WAY, holidays)
    : workingDaysLater(today, DAYS_TO_SEND + DAYS_ON_THE_WAY, holidays);
  const told = dueOn !== null && dueOn < day ? dueOn : day;
  return told < today ? null : told;
}
