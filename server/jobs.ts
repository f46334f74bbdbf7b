import { accountJobNames, accountJobs } from './accounts/jobs.ts';
import { notifyOfRenewals } from './advertising/announce-renewals.ts';
import { authJobNames, authJobs } from './auth/jobs.ts';
import { backupJobNames, backupJobs } from './backup/jobs.ts';
import { bankJobNames, bankJobs } from './bank/jobs.ts';
import { bookJobNames, bookJobs } from './books/jobs.ts';
import { campaignJobNames, campaignJobs } from './campaigns/jobs.ts';
import type { Dependencies } from './dependencies.ts';
import { deviceJobNames, deviceJobs } from './devices/jobs.ts';
import { documentJobNames, documentJobs } from './documents/jobs.ts';
import { eventJobNames, eventJobs } from './events/jobs.ts';
import { fileJobNames, fileJobs } from './files/jobs.ts';
import { endCampaigns } from './flows/campaigns/campaign-states.ts';
import { closeHours } from './flows/campaigns/close-hours.ts';
import { convertSentFilm, uncountFilmAttempt } from './flows/campaigns/films/convert-sent-film.ts';
import { FILM_JOB, REPLACING_FILM_JOB } from './flows/campaigns/films/own-films.ts';
import { notifyDone } from './flows/campaigns/notify-done.ts';
import { notifyLow } from './flows/campaigns/notify-low.ts';
import { cancelUnanswered } from './flows/on-delivery/calls.ts';
import { runProviderTasks } from './flows/payments/provider-tasks.ts';
import { enrolReferred } from './flows/people/enrol-referred.ts';
import { lapseRefunds } from './flows/refunds/decide-refund.ts';
import { purgeExpiredRecords } from './flows/retention/purge-expired-records.ts';
import { endNotices, eraseClosed } from './flows/retention/retention.ts';
import { payStatements } from './flows/rewards/pay-statements.ts';
import { judgeSpecialDays } from './flows/special/judge-special-days.ts';
import { creditAdvances } from './flows/transfers/credit-advance.ts';
import { lapseTransfers, remindOfTransfers } from './flows/transfers/lapse-transfers.ts';
import { notifyOfAdvanceEnds } from './flows/transfers/notify-advance-ends.ts';
import { fulfilmentJobNames, fulfilmentJobs } from './fulfilment/jobs.ts';
import { integrationJobNames, integrationJobs } from './integrations/jobs.ts';
import { orderJobNames, orderJobs } from './orders/jobs.ts';
import { TASKS_JOB } from './payments/tasks.ts';
import { foldDayTotals, proveDayTotals } from './platform/day-totals.ts';
import type { ReportProgress } from './platform/jobs/progress.ts';
import type { Jobs } from './platform/jobs/queue.ts';
import { cleanOutbox } from './platform/mail/outbox.ts';
import { playoutJobNames, playoutJobs } from './playout/jobs.ts';
import { tvJobNames, tvJobs } from './playout/tvs/jobs.ts';
import { purgeReturnPictures } from './returns/purge-pictures.ts';
import { rewardJobNames, rewardJobs } from './rewards/jobs.ts';

/** Everything that is done after the answer or by the clock: a domain's own in its `jobs.ts`, those of flows here. */
export const jobNames = [
  'mail.clean-outbox',
  'totals.fold',
  'totals.prove',
  ...authJobNames,
  ...backupJobNames,
  ...bankJobNames,
  ...bookJobNames,
  ...accountJobNames,
  'accounts.end-notices',
  'accounts.erase-closed',
  'accounts.forget-records',
  'advertising.announce-renewals',
  'advertising.announce-advance-ends',
  'advertising.credit-advances',
  ...deviceJobNames,
  ...documentJobNames,
  ...eventJobNames,
  ...fileJobNames,
  ...fulfilmentJobNames,
  ...integrationJobNames,
  'network.enrol-referred',
  ...orderJobNames,
  'orders.cancel-unanswered',
  'orders.remind-of-transfers',
  'orders.lapse-transfers',
  'campaigns.close-hours',
  'campaigns.end',
  'campaigns.tell-done',
  'campaigns.tell-low',
  'special.count-days',
  FILM_JOB,
  REPLACING_FILM_JOB,
  ...campaignJobNames,
  ...tvJobNames,
  ...playoutJobNames,
  ...rewardJobNames,
  'rewards.pay',
  'refunds.lapse',
  'returns.forget-pictures',
  TASKS_JOB,
] as const;

export const jobs = (deps: Dependencies): Jobs & Record<(typeof jobNames)[number], unknown> => ({
  // Also asked for by every erasure.
  'mail.clean-outbox': { work: () => cleanOutbox(deps), every: '50 3 * * *' },
  'totals.fold': { work: () => foldDayTotals(deps.db), every: '* * * * *' },
  'totals.prove': { work: () => proveDayTotals(deps), every: '15 4 * * *', heavy: true },
  ...authJobs(deps),
  ...backupJobs(deps),
  ...bankJobs(deps),
  ...bookJobs(deps),
  ...accountJobs(deps),
  // A few minutes after midnight, when times of notice end, and after every full hour, for a server that was away.
  'accounts.end-notices': { work: () => endNotices(deps), every: '2 * * * *' },
  'accounts.erase-closed': { work: () => eraseClosed(deps), every: '27 * * * *' },
  'accounts.forget-records': { work: () => purgeExpiredRecords(deps), every: '40 3 * * *' },
  // In the morning, when a mail about money can be acted on.
  'advertising.announce-renewals': { work: () => notifyOfRenewals(deps), every: '30 9 * * *' },
  'advertising.announce-advance-ends': { work: () => notifyOfAdvanceEnds(deps), every: '40 9 * * *' },
  // Soon after midnight, when a month begins, and after every full hour, for a server that was away.
  'advertising.credit-advances': { work: () => creditAdvances(deps), every: '6 * * * *' },
  ...deviceJobs(deps),
  ...documentJobs(deps),
  ...eventJobs(deps),
  ...fileJobs(deps),
  ...fulfilmentJobs(deps),
  ...integrationJobs(deps),
  'network.enrol-referred': { work: enrolReferred(deps) },
  ...orderJobs(deps),
  'orders.cancel-unanswered': { work: () => cancelUnanswered(deps), every: '20 * * * *' },
  // By day, as mails about money are.
  'orders.remind-of-transfers': { work: () => remindOfTransfers(deps), every: '50 9-19 * * *' },
  'orders.lapse-transfers': { work: () => lapseTransfers(deps), every: '20 * * * *' },
  'campaigns.close-hours': { work: () => closeHours(deps), every: '15 * * * *' },
  'campaigns.end': { work: () => deps.db.transaction((tx) => endCampaigns(tx, deps.now())), every: '* * * * *' },
  // Draws a report for each.
  'campaigns.tell-done': {
    work: (_: Record<string, string>, progress?: ReportProgress) => notifyDone(deps, progress),
    every: '25 * * * *',
    heavy: true,
  },
  'campaigns.tell-low': { work: () => notifyLow(deps), every: '35 * * * *' },
  'special.count-days': { work: () => judgeSpecialDays(deps), every: '*/10 * * * *' },
  [FILM_JOB]: filmJob(deps),
  [REPLACING_FILM_JOB]: filmJob(deps),
  ...campaignJobs(deps),
  ...tvJobs(deps),
  ...playoutJobs(deps),
  ...rewardJobs(deps),
  // Whatever was the last thing missing asks for it too.
  'rewards.pay': { work: () => payStatements(deps), every: '35 5 * * *' },
  'refunds.lapse': { work: () => lapseRefunds(deps), every: '25 * * * *' },
  'returns.forget-pictures': { work: () => purgeReturnPictures(deps), every: '33 * * * *' },
  [TASKS_JOB]: { work: () => runProviderTasks(deps), every: '* * * * *' },
});

const filmJob = (deps: Dependencies) => ({
  work: ({ film, replaces }: Record<string, string>, progress?: ReportProgress) =>
    convertSentFilm(deps, film!, progress, replaces),
  cutOff: (data: Record<string, string>) => uncountFilmAttempt(deps, data.film!),
  // Members send them without end; backups and the proofs of the night do not wait for theirs.
  heavy: 'last' as const,
});
