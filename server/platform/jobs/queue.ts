import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import { TIME_ZONE } from '#domain/time.ts';
import type { Tx } from '../db.ts';
import type { Log } from '../log/log.ts';
import { clientConfigOfAddress } from '../postgres/address.ts';
import { type BegunJobs, type HeavyWorker, openHeavyLane } from './heavy-lane.ts';
import { HEARTBEAT, isJobThere, jobTable, retryFailedJobs } from './job-table.ts';
import type { ReportProgress } from './progress.ts';
import { openWorkers, stopPgBoss } from './workers.ts';

/** A job's work. Runs at least once: it must be safe to run twice. Data carries ids only. */
export type JobHandler = (data: Record<string, string>, reportProgress?: ReportProgress) => Promise<void>;

interface JobDefinition {
  work: JobHandler;
  /** A cron line in Belgrade time, for one that runs by the clock. */
  every?: string;
  /** Takes long or much: it is done in a process of its own, one at a time, and may be cut off and begun again; `last`: when no other waits. */
  heavy?: boolean | 'last';
  /** Is told when its heavy work was ended because the worker stops; the job is then given back. */
  cutOff?: (data: Record<string, string>) => Promise<void>;
  /** The topic of live/ that hears of its progress. */
  topic?: string;
}

/** The jobs by name. */
export type Jobs = Record<string, JobDefinition>;

export interface Queue {
  /** Puts jobs in the caller's transaction: they exist exactly when the change that needs them exists. */
  send(
    tx: Tx,
    job: string,
    data: Record<string, string> | Record<string, string>[],
    options?: { startAfter?: Date },
  ): Promise<void>;
  /**
   * Gives jobs that have failed back, to be begun at once, in the caller's transaction; of those of the clock the last one, unless the
   * same job has ended well since.
   */
  retryFailed(tx: Tx, names: { asked: string[]; clock: string[] }): Promise<{ rows: { name: string }[] }>;
  /** Whether a job of that name waits or is under way; until the caller's transaction ends nobody else is told so. */
  isThere(tx: Tx, name: string): Promise<boolean>;
  /** Notifies the topic on the channel of live/ when the caller's transaction commits. */
  notify(tx: Tx, topic: string): Promise<void>;
  /** Whether no other process does jobs on this database. Then whatever is marked as being worked on was left by a dead one. */
  isAlone(): Promise<boolean>;
  /** Begins working, heavy jobs where `heavyWorker` does them. Jobs put in before are not lost: they wait. */
  start(jobs: Jobs, heavyWorker?: HeavyWorker): Promise<void>;
  /** Jobs that ended well here in the last whole minute. */
  doneInMinute(): number;
  /** From now on no more jobs are begun here; sending them goes on. */
  beginNoMore(): void;
  /** Lets running jobs end, five seconds at most after the last was begun; those that have not are given back to be begun at once. */
  stop(): Promise<void>;
}

const LOOK_FOR_DEAD_MS = 10_000;
/** Milliseconds that running jobs have to end once no more are begun. */
const END_MS = 5_000;
/** A statement of the queue that has no answer for so long has none coming: its connection is given up. Milliseconds. */
const ANSWER_MS = 60_000;

const SETTINGS = {
  retryLimit: 10,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3600,
  heartbeatSeconds: HEARTBEAT,
  notify: true,
} as const;

/** How the connections of those who work are known from those of others. */
const WORKS = 'vidik queue ';

/**
 * Opens the queue and makes what it needs in the database: schema `pgboss` and a place for every named job, with today's
 * settings. Jobs live in the same PostgreSQL as everything else; a NOTIFY wakes the worker, polling is the fallback.
 * Where `works` is false, nothing is ever started: the clock and the upkeep of the queue are left to others too.
 */
export async function openQueue(
  databaseUrl: string,
  log: Log,
  jobNames: readonly string[],
  { works = true, answerMs = ANSWER_MS }: { works?: boolean; answerMs?: number } = {},
): Promise<Queue> {
  const application = `${works ? WORKS : 'vidik sends '}${randomUUID()}`;
  const boss = new PgBoss({
    ...clientConfigOfAddress(databaseUrl),
    ...lasting(answerMs),
    max: 3,
    useListenNotify: works,
    supervise: works,
    schedule: works,
    application_name: application,
  });
  boss.on('error', (error) => log.error({ error }, 'queue'));
  await boss.start();
  const known = new Set((await boss.getQueues()).map((queue) => queue.name));
  for (const name of jobNames)
    await (known.has(name) ? boss.updateQueue(name, SETTINGS) : boss.createQueue(name, SETTINGS));
  const table = jobTable(boss.getDb(), jobNames);
  await table.setHeartbeats();
  let reclaiming: ReturnType<typeof setInterval> | undefined;
  let definitions: Jobs = {};
  let endedBeginning: number | undefined;
  const begun: BegunJobs = new Map();
  const done = countByMinute();
  const workers = openWorkers({ boss, begun, onDone: done.add });
  let heavily: { lane: ReturnType<typeof openHeavyLane>; worker: HeavyWorker } | undefined;

  function beginNoMore() {
    if (endedBeginning !== undefined) return;
    endedBeginning = performance.now();
    clearInterval(reclaiming);
    workers.beginNoMore();
    heavily?.lane.beginNoMore();
  }

  const end = () =>
    stopPgBoss({
      boss,
      log,
      begun,
      stopHeavy: () => heavily?.worker.stop(),
      cutOff: (name, data) => definitions[name]?.cutOff?.(data),
      giveBack: (ids) => table.giveBack(databaseUrl, ids),
    });

  const isAlone = () => table.isAlone(WORKS, application);

  async function reclaim(silentSeconds: number) {
    for (const name of await table.reclaim(silentSeconds))
      log.warn({ name }, 'jobs of a server that is gone are taken again');
  }

  return {
    async send(tx, job, data, options = {}) {
      const list = Array.isArray(data) ? data : [data];
      await boss.insert(
        job,
        list.map((item) => ({ data: item, ...options })),
        { db: fromDrizzle(tx as never, sql as never) },
      );
    },
    async notify(tx, topic) {
      await tx.execute(sql`select note_change(${topic})`);
    },
    retryFailed: retryFailedJobs,
    isThere: isJobThere,
    isAlone,
    doneInMinute: done.read,
    async start(jobs, heavyWorker = inThisProcess(jobs)) {
      definitions = jobs;
      if (await isAlone()) await reclaim(0);
      reclaiming = setInterval(
        () => reclaim(HEARTBEAT).catch((error) => log.error({ error }, 'queue')),
        LOOK_FOR_DEAD_MS,
      );
      const topics = new Map<string, string | undefined>();
      const last: string[] = [];
      for (const [name, { work, every, heavy, topic }] of Object.entries(jobs)) {
        if (endedBeginning !== undefined) return;
        if (every) await boss.schedule(name, every, {}, { tz: TIME_ZONE });
        if (heavy) {
          topics.set(name, topic);
          if (heavy === 'last') last.push(name);
          continue;
        }
        await workers.begin(name, work, { byClock: every !== undefined });
      }
      if (topics.size === 0 || endedBeginning !== undefined) return;
      heavily = {
        lane: openHeavyLane({ boss, log, begun, topics, last, worker: heavyWorker, onDone: done.add }),
        worker: heavyWorker,
      };
    },
    beginNoMore,
    async stop() {
      beginNoMore();
      await Promise.race([heavily?.lane.taken(), sleep(END_MS, undefined, { ref: false })]);
      while (begun.size > 0 && performance.now() - endedBeginning! < END_MS) await sleep(20);
      await end().catch((error) => log.error({ error }, 'jobs that had not ended were not given back'));
    },
  };
}

/** What pg-boss hands on to the driver, and does not know itself: a network that drops everything is noticed. */
const lasting = (query_timeout: number): object => ({
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  query_timeout,
});

function countByMinute() {
  let [minute, count, before] = [0, 0, 0];
  function rollOver() {
    const now = Math.floor(Date.now() / 60_000);
    if (now === minute) return;
    before = now === minute + 1 ? count : 0;
    [minute, count] = [now, 0];
  }
  return {
    add() {
      rollOver();
      count += 1;
    },
    read() {
      rollOver();
      return before;
    },
  };
}

/** Heavy jobs like all others, in this process (for tests). */
const inThisProcess = (jobs: Jobs): HeavyWorker => ({
  run: (name, data, reportProgress) => jobs[name]!.work(data, reportProgress),
  stop: async () => {},
});
