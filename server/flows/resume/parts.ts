import { catchUpErasures } from './catch-up-erasures.ts';
import { catchUpJobs } from './catch-up-jobs.ts';
import { catchUpPayments } from './catch-up-payments.ts';
import { continueNumbers } from './continue-numbers.ts';
import { decideMails, holdOldMails } from './decide-mails.ts';
import { holdUncheckedPayouts } from './hold-unchecked-payouts.ts';
import { markRequestsUnknown } from './mark-requests-unknown.ts';
import type { ResumePart } from './part.ts';

/**
 * In their order: old mails are held before anything lets one go; payments are caught up with after the numbers of the documents that
 * they issue; they name people who are erased then. What was paid is known before jobs open payouts, and the mails of all of them are
 * decided last.
 */
export const resumeParts: readonly ResumePart[] = [
  holdOldMails,
  continueNumbers,
  catchUpPayments,
  catchUpErasures,
  markRequestsUnknown,
  holdUncheckedPayouts,
  catchUpJobs,
  decideMails,
];
