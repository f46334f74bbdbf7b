import { accountJobs } from './accounts/jobs.ts';
import { announceRenewals } from './advertising/announce-renewals.ts';
import { authJobNames, authJobs } from './auth/jobs.ts';
import { backupJobNames, backupJobs } from './backup/jobs.ts';
import type { Dependencies } from './dependencies.ts';
import { deviceJobs } from './devices/jobs.ts';
import { eventJobs } from './events/jobs.ts';
import { runProviderTasks } from './flows/payments/provider-tasks.ts';
import { enrolReferred } from './flows/people/enrol-referred.ts';
import { purgeExpiredRecords } from './flows/retention/purge-expired-records.ts';
import { endNotices, eraseClosed } from './flows/retention/retention.ts';
import { TASKS_JOB } from './payments/tasks.ts';
import { foldDayTotals, proveDayTotals } from './platform/day-totals.ts';
import type { Jobs } from './platform/jobs/queue.ts';
import { cleanOutbox } from './platform/mail/outbox.ts';

/** Everything done after the answer: by whom is said in each domain, by when here. */
export const jobNames = [
  'mail.clean-outbox',
  'totals.fold',
  'totals.prove',
  ...authJobNames,
  ...backupJobNames,
  'accounts.tell-of-requests',
  'accounts.end-notices',
  'accounts.erase-closed',
  'accounts.forget-records',
  'advertising.announce-renewals',
  'devices.clean-up',
  'events.remind',
  'events.lapse',
  'events.programme',
  'network.enrol-referred',
  TASKS_JOB,
] as const;

export const jobs = (deps: Dependencies): Jobs & Record<(typeof jobNames)[number], unknown> => ({
  // Also asked for by every erasure.
  'mail.clean-outbox': { work: () => cleanOutbox(deps), every: '50 3 * * *' },
  'totals.fold': { work: () => foldDayTotals(deps.db), every: '* * * * *' },
  'totals.prove': { work: () => proveDayTotals(deps), every: '15 4 * * *' },
  ...authJobs(deps),
  ...backupJobs(deps),
  ...accountJobs(deps),
  // A few minutes after midnight, when times of notice end, and after every full hour, for a server that was away.
  'accounts.end-notices': { work: () => endNotices(deps), every: '2 * * * *' },
  'accounts.erase-closed': { work: () => eraseClosed(deps), every: '27 * * * *' },
  'accounts.forget-records': { work: () => purgeExpiredRecords(deps), every: '40 3 * * *' },
  // In the morning: a mail about money is read with a clear head.
  'advertising.announce-renewals': { work: () => announceRenewals(deps), every: '30 9 * * *' },
  ...deviceJobs(deps),
  ...eventJobs(deps),
  'network.enrol-referred': { work: enrolReferred(deps) },
  [TASKS_JOB]: { work: () => runProviderTasks(deps), every: '* * * * *' },
});
