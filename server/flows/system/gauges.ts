import pLimit from 'p-limit';
import { PARTS } from '#domain/system/limits.ts';
import { STATE_OF } from '#domain/system/states.ts';
import type { Dependencies } from '../../dependencies.ts';
import { webhookFigures } from '../../integrations/webhooks/figures.ts';
import { jobsWaiting } from '../../platform/jobs/under-way.ts';
import type { AskedGauge } from '../../platform/log/metrics.ts';
import { countWorkers, liveServersByVersion, type Server } from '../../platform/servers/alive.ts';
import { FACTS_OF } from './facts.ts';
import { jobKindsThatMayBeLate } from './job-kinds.ts';

/** Reads at once: a look takes one connection, however many numbers it asks for. */
const AT_ONCE = 1;
/** So long what was read stands for all numbers of one look, and for looks of several who watch. Milliseconds. */
const FRESH_MS = 2_000;

type Readings = Awaited<ReturnType<AskedGauge['read']>>;
type Part = keyof typeof FACTS_OF;

/**
 * The numbers of `/admin/system` for `/metrics`, read when somebody looks. What is said of the whole shop every process says alike;
 * `THIS` is said of one process. A number that cannot be read is left out.
 */
export function systemGauges(
  deps: Dependencies,
  {
    server,
    isOnHold,
    freshMs = FRESH_MS,
  }: { server: Pick<Server, 'release' | 'migration'>; isOnHold: () => boolean; freshMs?: number },
): AskedGauge[] {
  const { db, live } = deps;
  const limit = pLimit(AT_ONCE);
  const read = cached(deps, limit, freshMs);
  /** One number, or one for each of several. */
  const of = <P extends Part>(part: P, say: (facts: Awaited<ReturnType<(typeof FACTS_OF)[P]>>) => Readings) => ({
    read: async () => say(await read(part)),
  });
  return [
    // First, before the other numbers take a connection themselves.
    {
      name: 'vidik_database_connections',
      help: `${THIS} Of its connections for requests: in use, at most; and who waits for one.`,
      labels: ['state'],
      read: async () => {
        const { used, max, waiting } = db.usage();
        return Object.entries({ used, max, waiting }).map(([state, value]) => ({ value, labels: { state } }));
      },
    },
    {
      name: 'vidik_servers',
      help: `${SHOP} Servers and workers that were seen in the last 20 seconds, by version.`,
      labels: ['release', 'migration'],
      read: async () =>
        (await limit(liveServersByVersion, db)).map(({ count, ...labels }) => ({ value: count, labels })),
    },
    {
      name: 'vidik_servers_missing',
      help: `${SHOP} Servers and workers that ended without a word and were not started again.`,
      ...of('servers', ({ processes }) => one(processes.filter(({ isMissing }) => isMissing).length)),
    },
    {
      name: 'vidik_workers',
      help: `${SHOP} Processes that do jobs and send mails, seen in the last minute; with 0, jobs and mails wait.`,
      read: async () => one(await limit(countWorkers, db)),
    },
    {
      name: 'vidik_info',
      help: `${THIS} Its version and the newest migration it knows; always 1.`,
      labels: ['release', 'migration'],
      read: async () => [{ value: 1, labels: { release: server.release, migration: server.migration } }],
    },
    {
      name: 'vidik_jobs_waiting',
      help: `${SHOP} Jobs that are due and not begun.`,
      read: async () => one(await limit(jobsWaiting, db)),
    },
    {
      name: 'vidik_jobs',
      help: `${SHOP} Jobs by kind: due and not begun, under way, failed and not repeated by themselves.`,
      labels: ['job', 'state'],
      ...of('jobs', ({ kinds }) =>
        kinds.flatMap(({ name: job, waiting, active, failed }) =>
          Object.entries({ waiting, active, failed }).map(([state, value]) => ({ value, labels: { job, state } })),
        ),
      ),
    },
    {
      name: 'vidik_job_oldest_seconds',
      help: `${SHOP} How long the oldest job of a kind that is due has waited; left out while none waits, or waits for a heavy one before it.`,
      labels: ['job'],
      ...of('jobs', ({ kinds }) =>
        jobKindsThatMayBeLate(kinds).flatMap(({ name: job, oldest }) =>
          oldest === null ? [] : [{ value: oldest, labels: { job } }],
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
      name: 'vidik_payments_unsettled',
      help: `${SHOP} Payments of which it has not been known for a quarter of an hour whether they were made.`,
      ...of('payments', ({ unsettled }) => one(unsettled)),
    },
    {
      name: 'vidik_payment_oldest_seconds',
      help: `${SHOP} For how long that is so of the oldest of them; 0 while there is none.`,
      ...of('payments', ({ oldest }) => one(oldest ? (Date.now() - oldest.getTime()) / 1000 : 0)),
    },
    {
      name: 'vidik_payment_provider_last_heard_timestamp_seconds',
      help: `${SHOP} When the payment provider last told of something; left out while it never has.`,
      ...of('payments', ({ lastHeardAt }) => moment(lastHeardAt)),
    },
    {
      name: 'vidik_files_bytes',
      help: `${SHOP} What the stored files take.`,
      ...of('files', ({ bytes }) => one(bytes)),
    },
    {
      name: 'vidik_files_free_ratio',
      help: `${THIS} What is free of the allowed room for files, or of its disk if that is less.`,
      ...of('files', ({ freePart }) => one(freePart)),
    },
    {
      name: 'vidik_backup_last_success_timestamp_seconds',
      help: `${SHOP} When the last whole backup was made; left out while there is none.`,
      ...of('backups', ({ lastAt }) => moment(lastAt)),
    },
    {
      name: 'vidik_backup_last_proof_timestamp_seconds',
      help: `${SHOP} When a backup was last restored aside and found whole; left out while none was.`,
      ...of('backups', ({ provenAt }) => moment(provenAt)),
    },
    {
      name: 'vidik_double',
      help: `${THIS} 1 for each service that is pretended.`,
      labels: ['service'],
      ...of('doubles', ({ used }) => used.map((service) => ({ value: 1, labels: { service } }))),
    },
    {
      name: 'vidik_part_state',
      help: `${SHOP} The parts of /admin/system: 0 well, 1 to be seen to, 2 broken; left out where a part does not answer.`,
      labels: ['part'],
      read: async () => {
        const states = PARTS.map(async (part) => {
          const state = (STATE_OF[part] as (facts: unknown, now: Date) => keyof typeof DEGREES)(
            await read(part),
            deps.now(),
          );
          return { value: DEGREES[state], labels: { part } };
        });
        return (await Promise.allSettled(states)).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      },
    },
    {
      name: 'vidik_streams',
      help: `${THIS} Live streams that are open.`,
      read: async () => one(live.subscribers()),
    },
    {
      name: 'vidik_held',
      help: `${THIS} 1 while a restored shop waits for vidik resume.`,
      read: async () => one(isOnHold() ? 1 : 0),
    },
  ];
}

const SHOP = 'Of the whole shop.';
const THIS = 'Of this process.';
const DEGREES = { ok: 0, warn: 1, err: 2 } as const;

const one = (value: number): Readings => [{ value }];
const moment = (at: Date | null): Readings => (at ? one(Math.floor(at.getTime() / 1000)) : []);

function cached(deps: Dependencies, limit: ReturnType<typeof pLimit>, freshMs: number) {
  const read = new Map<Part, { at: number; facts: Promise<unknown> }>();
  return <P extends Part>(part: P) => {
    const known = read.get(part);
    const facts = known && Date.now() - known.at < freshMs ? known.facts : limit(() => FACTS_OF[part](deps));
    if (facts !== known?.facts) read.set(part, { at: Date.now(), facts });
    return facts as ReturnType<(typeof FACTS_OF)[P]>;
  };
}
