import * as z from 'zod';
import { VENUES } from '../places/rules.ts';
import { Day, plainLine } from '../shapes.ts';
import { RECORD_LENGTHS } from './rules.ts';

/** What the terms ask a record to hold (4.6): the day, the device, the state before and after, remarks, who confirmed it. */
export const InstallationRecord = z.object({
  doneOn: Day,
  device: plainLine(RECORD_LENGTHS.device).min(1),
  /** The kind of place that the installer saw; confirms the place of the TV there. `null`: an older record does not say. */
  venue: z.enum(VENUES).nullable().default(null),
  before: z.string().trim().min(1).max(RECORD_LENGTHS.before),
  after: z.string().trim().min(1).max(RECORD_LENGTHS.after),
  remarks: z.string().trim().max(RECORD_LENGTHS.remarks),
  /** The name of whoever received it; forgotten with the contact. */
  confirmedBy: plainLine(RECORD_LENGTHS.confirmedBy),
});
export type InstallationRecord = z.infer<typeof InstallationRecord>;
