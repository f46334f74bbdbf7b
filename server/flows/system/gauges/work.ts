import { webhookFigures } from '../../../integrations/webhooks/figures.ts';
import { jobsWaiting } from '../../../platform/jobs/under-way.ts';
import type { AskedGauge } from '../../../platform/log/metrics.ts';
import { jobKindsThatMayBeLate } from '../job-kinds.ts';
import { type GaugeReader, one, SHOP } from './gauge-reader.ts';

/** Jobs, mails and what other programs are told: what waits, and for how long. */
export const workGauges = ({ deps: { db }, limit, of }: GaugeReader): AskedGauge[] => [
  {
    name: 'vidik_jobs_waiting',
    help: `${SHOP} Jobs that are due and not begun.`,
    read: async () => one(await limit(jobsWaiting, db)),
  },
  {
    name: 'vidik_jobs',
    help: `${SHOP} Jobs by kind: due and not begun, under way, failed and not repeated by themselves.`,
    labels: ['kind', 'state'],
    ...of('jobs', ({ kinds }) =>
      kinds.flatMap(({ name: kind, waiting, active, failed }) =>
        Object.entries({ waiting, active, failed }).map(([state, value]) => ({ value, labels: { kind, state } })),
      ),
    ),
  },
  {
    name: 'vidik_job_oldest_seconds',
    help: `${SHOP} How long the oldest job of a kind that is due has waited; left out while none waits, or waits for a heavy one before it.`,
    labels: ['kind'],
    ...of('jobs', ({ kinds }) =>
      jobKindsThatMayBeLate(kinds).flatMap(({ name: kind, oldest }) =>
        oldest === null ? [] : [{ value: oldest, labels: { kind } }],
      ),
    ),
  },
  {
    name: 'vidik_mails',
    help: `${SHOP} Mails that wait, and mails that were refused for good.`,
    labels: ['state'],
    ...of('mails', ({ queued, failed }) =>
      Object.entries({ queued, failed }).map(([state, value]) => ({ value, labels: { state } })),
    ),
  },
  {
    name: 'vidik_mail_oldest_seconds',
    help: `${SHOP} How long the oldest mail has waited; 0 while none does.`,
    ...of('mails', ({ oldest }) => one(oldest ?? 0)),
  },
  {
    name: 'vidik_webhook_endpoints',
    help: `${SHOP} Addresses of other programs by state: on, failing, paused, off.`,
    labels: ['state'],
    read: async () => {
      const { on, failing, paused, off } = await limit(webhookFigures, db);
      return Object.entries({ on, failing, paused, off }).map(([state, value]) => ({ value, labels: { state } }));
    },
  },
  {
    name: 'vidik_webhooks_due',
    help: `${SHOP} Events that are due at addresses of other programs and not sent.`,
    read: async () => one((await limit(webhookFigures, db)).due),
  },
  {
    name: 'vidik_webhook_oldest_seconds',
    help: `${SHOP} For how long the oldest of them has been due; 0 while none is.`,
    read: async () => one((await limit(webhookFigures, db)).oldest),
  },
  {
    name: 'vidik_webhook_failing_seconds',
    help: `${SHOP} For how long the address that fails the longest, and is not switched off, has taken nothing; 0 while none fails.`,
    read: async () => one((await limit(webhookFigures, db)).failingFor),
  },
];
