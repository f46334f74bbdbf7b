import { accountJobNames, accountJobs } from './accounts/jobs.ts';
import type { Edges } from './app.ts';
import { deviceJobs } from './devices/jobs.ts';
import { templates } from './emails.ts';
import { eventJobs } from './events/jobs.ts';
import { enrolReferred } from './flows/enrol-referred.ts';
import { forgetRecords } from './flows/forget-records.ts';
import { endNotices, eraseClosed } from './flows/retention.ts';
import { endSubscription } from './payments/end-subscription.ts';
import type { Jobs } from './platform/queue.ts';
import { mailSender } from './platform/send-mail.ts';

/** Everything done after the answer: by whom is said in each domain, by when here. */
export const jobNames = [
  'mail.send',
  ...accountJobNames,
  'accounts.end-notices',
  'accounts.erase-closed',
  'accounts.forget-records',
  'devices.clean-up',
  'events.remind',
  'network.enrol-referred',
  'payments.end-subscription',
] as const;

export const jobs = (edges: Edges): Jobs & Record<(typeof jobNames)[number], unknown> => ({
  'mail.send': { work: mailSender(edges, templates) },
  ...accountJobs(edges),
  // A few minutes after midnight, when times of notice end, and after every full hour, for a server that was away.
  'accounts.end-notices': { work: () => endNotices(edges), every: '2 * * * *' },
  'accounts.erase-closed': { work: () => eraseClosed(edges), every: '27 * * * *' },
  'accounts.forget-records': { work: () => forgetRecords(edges), every: '40 3 * * *' },
  ...deviceJobs(edges),
  ...eventJobs(edges),
  'network.enrol-referred': { work: enrolReferred(edges) },
  'payments.end-subscription': { work: endSubscription(edges) },
});
