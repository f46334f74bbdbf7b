import { oc } from '@orpc/contract';
import * as z from 'zod';
import { refusals } from '../errors.ts';
import { DETAILED, SystemDetail } from './details.ts';
import { FACTS } from './facts.ts';
import { PARTS, STATES, UNKNOWN } from './limits.ts';

/** Whether everything works, for whoever answers for the server. */
const tag = { tags: ['system'] };
const State = z.enum(STATES);

/** A part of which nothing is known says why, and how it last was. */
const part = <Facts extends z.ZodType>(facts: Facts) =>
  z.discriminatedUnion('known', [
    z.object({ known: z.literal(true), state: State, facts }),
    z.object({
      known: z.literal(false),
      why: z.enum(UNKNOWN),
      last: z.object({ state: State, at: z.date() }).nullable(),
    }),
  ]);

export const System = z.object({
  at: z.date(),
  /** When the archive was made from which a held shop was restored; `null`: it is not held. */
  heldSince: z.date().nullable(),
  /** The worst that is broken; a held shop is resumed before anything else. */
  first: z.enum(PARTS).nullable(),
  /** Within how many milliseconds nineteen of twenty requests of the last five minutes were answered. */
  answered: z.number().nullable(),
  /** Answers 5xx of the last hour. */
  errors: z.int(),
  lastErrorAt: z.date().nullable(),
  parts: z.object({
    version: part(FACTS.version),
    servers: part(FACTS.servers),
    database: part(FACTS.database),
    jobs: part(FACTS.jobs),
    mails: part(FACTS.mails),
    payments: part(FACTS.payments),
    files: part(FACTS.files),
    backups: part(FACTS.backups),
    doubles: part(FACTS.doubles),
  }),
  /** As they are typed where the server runs. */
  commands: z.object({ start: z.string(), worker: z.string(), doctor: z.string(), resume: z.string() }),
});
export type System = z.infer<typeof System>;

export const system = {
  read: oc.route({ method: 'GET', path: '/admin/system', ...tag }).output(System),
  /** What does not fit into the row of a part: what its version brought, where files lie, which backups there are, what is set. */
  detail: oc
    .route({ method: 'GET', path: '/admin/system/parts/{part}', ...tag })
    .input(z.object({ part: z.enum(DETAILED) }))
    .output(SystemDetail),
  /** Asks the provider for every payment that is not settled. Nothing is charged by it, however often it is asked. */
  askProvider: oc
    .route({ method: 'POST', path: '/admin/system/ask-provider', ...tag })
    .output(z.object({ settled: z.int(), left: z.int() }))
    .errors(refusals({ PROVIDER_SILENT: { status: 503 } })),
  /** Puts the jobs that have failed in the queue again. */
  retryJobs: oc
    .route({ method: 'POST', path: '/admin/system/retry-jobs', ...tag })
    .output(z.object({ queued: z.int() })),
  /** Sends a mail to whoever asks, at once and past the queue; `isKept`: there is no mail server, and it became a file. */
  sendTrialMail: oc
    .route({ method: 'POST', path: '/admin/system/trial-mail', ...tag })
    .output(z.object({ to: z.string(), isKept: z.boolean() }))
    .errors(refusals({ TRIAL_MAIL_REFUSED: { status: 503, data: z.object({ reason: z.string() }) } })),
  /** Asks for a backup now; one that is under way or was made meanwhile is enough. */
  backUp: oc
    .route({ method: 'POST', path: '/admin/system/back-up', ...tag })
    .output(z.object({ asked: z.literal(true) })),
};
