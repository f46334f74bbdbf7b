import * as z from 'zod';
import { Day, Id } from './shapes.ts';

/** Whoever objects to numbers of ours (a statement of rewards, a report of a campaign) has so many days, and so many has our answer. */
export const OBJECTION_DAYS = 30;
export const OBJECTION_ANSWER_DAYS = 15;

export const OBJECTION_MOST = 2_000;
export const ObjectionText = z.string().trim().min(1).max(OBJECTION_MOST);

export const Objection = z.object({
  id: Id,
  text: z.string(),
  madeAt: z.date(),
  dueOn: Day,
  answer: z.string().nullable(),
  answeredAt: z.date().nullable(),
});
