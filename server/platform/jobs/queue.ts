import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { fromDrizzle, type Job, type JobResult, PgBoss } from 'pg-boss';
import { TIME_ZONE } from '#domain/time.ts';
import type { Tx } from '../db.ts';
import { errorLine, type Log } from '../log/log.ts';
import { clientConfigOfAddress } from '../postgres/address.ts';
import { type BegunJobs, type HeavyWorker, openHeavyLane } from './heavy-lane.ts';
import { HEARTBEAT, isJobThere, jobTable, retryFailedJobs } from './job-table.ts';
import type { ReportProgress } from './progress.ts';

/** A job's work. Runs at least once: it must be safe to run twice. Data carries ids only. */
export type JobHandler = (data: Record<string, string>, reportProgress?: ReportProgress) => Promise<void>;

interface JobDefinition {
  work: JobHandler;
  /** A cron line in Belgrade time, for one that runs by the clock. */
  every?: string;
  /** Takes long or much: it is done in a process of its own, one at a time, and may be cut off and begun again. */
  heavy?: boolean;
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

/** A job that is to be tried again has no NOTIFY of its own; the slow look every five seconds finds it. */
const WORKING = {
  batchSize: 10,
  burstWhenBatchFull: true,
  notifyPollingIntervalSeconds: 5,
  perJobResults: true,
} as const;

/** Workers of a job that others wait for: a long one holds up none that come after it. What runs by the clock needs one. */
const WORKERS = 3;

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
  const started: string[] = [];
  let definitions: Jobs = {};
  let endedBeginning: number | undefined;
  const begun: BegunJobs = new Map();
  const done = countByMinute();
  let heavily: { lane: ReturnType<typeof openHeavyLane>; worker: HeavyWorker } | undefined;

  /** Each job of a batch succeeds or fails by itself. */
  async function outcomeOf(name: string, job: Job<Record<string, string>>, work: JobHandler): Promise<JobResult> {
    const state = { name, data: job.data ?? {}, isDone: false };
    begun.set(job.id, state);
    try {
      await work(job.data ?? {});
      state.isDone = true;
      done.add();
      return { id: job.id, status: 'completed' };
    } catch (error) {
      begun.delete(job.id);
      return { id: job.id, status: 'failed', output: { message: errorLine(error) } };
    }
  }

  function beginNoMore() {
    if (endedBeginning !== undefined) return;
    endedBeginning = performance.now();
    clearInterval(reclaiming);
    for (const name of started) void boss.offWork(name, { wait: false });
    heavily?.lane.beginNoMore();
  }

  /**
   * Ends pg-boss, which calls a job that has not ended a failure that waits before it is tried again; those are then anybody's
   * at once. What is done and only waits for the others of its batch is done.
   */
  async function endBoss() {
    const left = [...begun];
    begun.clear();
    await heavily?.worker.stop();
    const done = left.filter(([, { isDone }]) => isDone);
    for (const name of new Set(done.map(([, job]) => job.name)))
      await boss.complete(
        name,
        done.filter(([, job]) => job.name === name).map(([id]) => id),
      );
    const cut = left.filter(([, { isDone }]) => !isDone);
    for (const [, { name, data }] of cut)
      await definitions[name]?.cutOff?.(data).catch((error) => log.error({ error, name }, 'queue'));
    await boss.stop({ graceful: true, timeout: 1_000 });
    const ids = cut.map(([id]) => id);
    if (ids.length === 0) return;
    await table.giveBack(databaseUrl, ids);
    log.warn({ jobs: ids.length }, 'jobs that had not ended were given back');
  }

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
      for (const [name, { work, every, heavy, topic }] of Object.entries(jobs)) {
        if (endedBeginning !== undefined) return;
        if (every) await boss.schedule(name, every, {}, { tz: TIME_ZONE });
        if (heavy) {
          topics.set(name, topic);
          continue;
        }
        const options = { ...WORKING, localConcurrency: every ? 1 : WORKERS };
        started.push(name);
        await boss.work(name, options, async (batch: Job<Record<string, string>>[]) => {
          const results = await Promise.all(batch.map((job) => outcomeOf(name, job, work)));
          setImmediate(() => {
            for (const { id } of batch) begun.delete(id);
          });
          return results;
        });
      }
      if (topics.size === 0 || endedBeginning !== undefined) return;
      heavily = {
        lane: openHeavyLane({ boss, log, begun, topics, worker: heavyWorker, onDone: done.add }),
        worker: heavyWorker,
      };
    },
    beginNoMore,
    async stop() {
      beginNoMore();
      await Promise.race([heavily?.lane.taken(), sleep(END_MS, undefined, { ref: false })]);
      while (begun.size > 0 && performance.now() - endedBeginning! < END_MS) await sleep(20);
      await endBoss().catch((error) => log.error({ error }, 'jobs that had not ended were not given back'));
    },
  };
}

/** What pg-boss hands on to the driver, and does not know itself: a network that swallows everything is noticed. */
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
