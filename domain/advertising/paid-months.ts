import * as z from 'zod';
import { Day } from '../shapes.ts';

/** Months of a package that were paid together, and what became of them. */
export const PaidMonths = z.object({
  packageName: z.string(),
  months: z.int(),
  started: z.int(),
  /** Of the last ones: their money went back, and none of them begins. */
  back: z.int(),
  /** Of the last ones: their money is about to go back; they wait. */
  goingBack: z.int(),
  /** `null` when nothing more begins. */
  nextOn: Day.nullable(),
  /** When the last month is over; `null` when nothing of it ever began or will. */
  endsOn: Day.nullable(),
});
export type PaidMonths = z.infer<typeof PaidMonths>;
