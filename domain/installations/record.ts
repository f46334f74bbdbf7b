import * as z from 'zod';
import { Day, plainLine } from '../shapes.ts';

/** What the terms ask a record to hold (4.6): the day, the device, the state before and after, remarks, who confirmed it. */
export const InstallationRecord = z.object({
  doneOn: Day,
  device: plainLine(60).min(1),
  before: plainLine(300).min(1),
  after: plainLine(300).min(1),
  remarks: plainLine(500),
  /** The name of whoever received it; forgotten with the contact. */
  confirmedBy: plainLine(120),
});
export type InstallationRecord = z.infer<typeof InstallationRecord>;
