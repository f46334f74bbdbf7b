import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { HeavyWorker } from '../platform/jobs/heavy-lane.ts';
import type { Log } from '../platform/log/log.ts';

/** What the program is given when it is to be that process; behind it the settings of its sessions in the database. */
export const HEAVY = 'heavy';

/** What is asked of it: one job. `run` counts them. */
export interface HeavyOrder {
  run: number;
  name: string;
  data: Record<string, string>;
}

/** What it says. */
export type HeavyMessage = { run: number } & ({ done: number; total: number } | { ended: true } | { failed: string });

/** A process without work is ended after so many milliseconds, and started again when there is some. */
const IDLE_MS = 60_000;
/** V8's young generation in megabytes: heavy work moves much through little memory. */
const SMALL = '--max-semi-space-size=4';

/**
 * Does heavy work in a child process, so that it slows nobody down here and takes nobody's memory. It is started when first needed,
 * and again for the next job when it has died: the job that it was at has then failed.
 */
export function heavyProcess(databaseUrl: string, log: Log, settings: Record<string, string> = {}): HeavyWorker {
  let child: ChildProcess | null = null;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let runs = 0;

  function start(): ChildProcess {
    const started = fork(process.argv[1]!, [HEAVY, JSON.stringify(settings)], {
      execArgv: [...process.execArgv, SMALL],
      env: { ...process.env, DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: '' },
    });
    started.once('exit', () => {
      if (child === started) child = null;
    });
    started.on('error', (error) => {
      log.error({ error }, 'the process for heavy work');
      if (started.pid === undefined && child === started) child = null;
    });
    return started;
  }

  return {
    async run(name, data, reportProgress) {
      clearTimeout(idle);
      child ??= start();
      const at = child;
      runs += 1;
      const run = runs;
      const over = new AbortController();
      const gone = once(at, 'exit', { signal: over.signal }).then(([code, signal]) => {
        throw new Error(`the process for heavy work has ended (${signal ?? code})`);
      });
      const ended = new Promise<void>((resolve, reject) => {
        const listen = (word: HeavyMessage) => {
          if (word.run !== run) return;
          if ('total' in word) return reportProgress(word.done, word.total);
          at.off('message', listen);
          if ('failed' in word) reject(new Error(word.failed));
          else resolve();
        };
        at.on('message', listen);
        at.send({ run, name, data } satisfies HeavyOrder, (error) => error && reject(error));
      });
      try {
        await Promise.race([ended, gone]);
      } finally {
        over.abort();
        gone.catch(() => {});
        idle = setTimeout(() => {
          const unused = child;
          child = null;
          unused?.disconnect();
        }, IDLE_MS).unref();
      }
    },
    async stop() {
      clearTimeout(idle);
      const at = child;
      if (!at) return;
      const gone = once(at, 'exit');
      at.kill('SIGKILL');
      await gone;
    },
  };
}
