import { accountJobNames, accountJobs } from './accounts/jobs.ts';
import type { Edges } from './app.ts';
import { deviceJobs } from './devices/jobs.ts';
import { templates } from './emails.ts';
import { eventJobs } from './events/jobs.ts';
import { enrolReferred } from './flows/enrol-referred.ts';
import { endSubscription } from './payments/end-subscription.ts';
import type { Jobs } from './platform/queue.ts';
import { mailSender } from './platform/send-mail.ts';

/** Everything done after the answer: by whom is said in each domain, by when here. */
export const jobNames = [
  'mail.send',
  ...accountJobNames,
  'devices.clean-up',
  'events.remind',
  'network.enrol-referred',
  'payments.end-subscription',
] as const;

export const jobs = (edges: Edges): Jobs & Record<(typeof jobNames)[number], unknown> => ({
  'mail.send': { work: mailSender(edges, templates) },
  ...accountJobs(edges),
  ...deviceJobs(edges),
  ...eventJobs(edges),
  'network.enrol-referred': { work: enrolReferred(edges) },
  'payments.end-subscription': { work: endSubscription(edges) },
});
