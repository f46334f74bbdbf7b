import * as z from 'zod';
import { complaint } from './copy.ts';

/** What the buyer writes; the order is chosen by where the form is opened. */
export const ComplaintForm = z.object({
  text: z.string().trim().min(10, complaint.short).max(2000, complaint.long),
});
export type ComplaintForm = z.infer<typeof ComplaintForm>;
