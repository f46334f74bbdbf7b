import { catchUpErasures } from './catch-up-erasures.ts';
import { catchUpJobs } from './catch-up-jobs.ts';
import { catchUpPayments } from './catch-up-payments.ts';
import { decideMails } from './decide-mails.ts';
import type { ResumePart } from './part.ts';

/** In their order: payments name people who are erased then, and the mails of all of them are decided last. */
export const resumeParts: readonly ResumePart[] = [catchUpPayments, catchUpErasures, catchUpJobs, decideMails];
