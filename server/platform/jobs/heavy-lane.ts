import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import { errorLine, type Log } from '../log/log.ts';
import { type ReportProgress, throttleProgress } from './progress.ts';

/** Where heavy jobs are worked on, one at a time. */
export interface HeavyWorker {
  /** Rejects when the job fails, and when whoever works on it is gone. */
  run(name: string, data: Record<string, string>, reportProgress: ReportProgress): Promise<void>;
  /** Ends the work at once, wherever it is. */
  stop(): Promise<void>;
}

/** Jobs that were begun in this process and whose end is not written yet, by id: whether their work is done. */
export type BegunJobs = Map<string, { name: string; data: Record<string, string>; isDone: boolean }>;

/** Milliseconds between two looks for heavy work; after a failed one they are longer. */
const POLL_MS = 1_000;
const LOOK_AGAIN_MS = 5_000;
/** Between two signs of life of whoever is at work; a third of the time after which it is taken for dead. Milliseconds. */
const BEAT_MS = 7_000;
const SAY_MS = 1_000;
/** Heavy work takes as long as it takes: who is dead shows no sign of life. A day is the most that the queue allows. */
const LIMIT_SECONDS = 24 * 3600;

/**
 * Takes heavy jobs of all names one after the other, the longest waiting first. Unlike pg-boss's own workers it takes a job only
 * when it is free to do it, so that a second worker gets what the first has no time for.
 */
export function openHeavyLane({
  boss,
  log,
  begun,
  worker,
  topics,
  last,
  onDone,
}: {
  boss: PgBoss;
  log: Log;
  begun: BegunJobs;
  worker: HeavyWorker;
  /** The jobs' names, and who hears of the progress of each. */
  topics: ReadonlyMap<string, string | undefined>;
  /** Those of the names that are taken when no other job waits. */
  last: readonly string[];
  onDone: () => void;
}) {
  const ending = new AbortController();
  const names = [...topics.keys()];

  /** The jobs that wait; taken is one of the first that nobody else has taken meanwhile. */
  async function take() {
    const { rows } = await boss.getDb().executeSql(
      `select name from pgboss.job where name = any($1::text[]) and state < 'active' and start_after <= now()
       group by name order by name = any($2::text[]), min(created_on)`,
      [names, last],
    );
    for (const { name } of rows as { name: string }[]) {
      if (ending.signal.aborted) return null;
      const [job] = await boss.fetch<Record<string, string>>(name, { batchSize: 1 });
      if (!job) continue;
      begun.set(job.id, { name, data: job.data ?? {}, isDone: false });
      return job;
    }
    return null;
  }

  async function carryOut({ id, name, data }: { id: string; name: string; data: Record<string, string> | null }) {
    const ask = (statement: string, ...values: unknown[]) =>
      boss.getDb().executeSql(`${statement} where name = $1 and id = $2 and state = 'active'`, [name, id, ...values]);
    const beat = () => ask('update pgboss.job set heartbeat_on = now(), expire_seconds = $3', LIMIT_SECONDS);
    const complain = (error: unknown) => log.error({ error, queue: name }, 'queue');
    const beats = setInterval(() => beat().catch(complain), BEAT_MS);
    const topic = topics.get(name);
    const progress = throttleProgress((done, total) => {
      ask("update pgboss.job set output = jsonb_build_object('done', $3::float8, 'total', $4::float8)", done, total)
        .then(async () => void (topic && (await boss.getDb().executeSql('select note_change($1)', [topic]))))
        .catch(complain);
    }, SAY_MS);
    const failed = await worker
      .run(name, data ?? {}, progress.report)
      .then(() => null)
      .catch((error: unknown) => ({ message: errorLine(error) }));
    clearInterval(beats);
    progress.end();
    const state = begun.get(id);
    // It was given back meanwhile.
    if (!state) return;
    state.isDone = failed === null;
    if (state.isDone) onDone();
    await (failed ? boss.fail(name, id, failed) : boss.complete(name, id)).catch(complain);
    begun.delete(id);
  }

  let taking: ReturnType<typeof take> = Promise.resolve(null);
  async function work() {
    while (!ending.signal.aborted) {
      let pause = POLL_MS;
      taking = take().catch((error: unknown) => {
        log.error({ error }, 'queue');
        pause = LOOK_AGAIN_MS;
        return null;
      });
      const job = await taking;
      if (job) await carryOut(job);
      else await sleep(pause, undefined, { signal: ending.signal }).catch(() => {});
    }
  }

  void work();
  return {
    beginNoMore: () => ending.abort(),
    /** Once no more are begun: when the last one that was being taken is in `begun`. */
    taken: () => taking,
  };
}
