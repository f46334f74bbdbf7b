import { type Day, daysLater } from '../day.ts';
import { dayOf } from '../time.ts';

/** What staff owe a customer an answer to. `benefits` is the training, the groups and the seminar that come with devices. */
export const TASK_KINDS = ['special-start', 'benefits', 'complaint'] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

/** Days until the answer is due; of a complaint the law says eight (terms, article 9.2). */
const DAYS: Record<TaskKind, number> = { 'special-start': 3, benefits: 10, complaint: 8 };

export const dueOn = (kind: TaskKind, from: Date): Day => daysLater(dayOf(from), DAYS[kind]);

/** How many of a kind may be answered with the same words in one press. */
export const MOST_AT_ONCE = 200;
