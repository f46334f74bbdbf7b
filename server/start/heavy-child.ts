import os from 'node:os';
import { parseConfig } from '../config.ts';
import { jobs } from '../jobs.ts';
import { throttleProgress } from '../platform/jobs/progress.ts';
import type { Jobs } from '../platform/jobs/queue.ts';
import { createLog, errorLine } from '../platform/log/log.ts';
import type { HeavyMessage, HeavyOrder } from './heavy-process.ts';
import { openDependencies, openJobDatabase } from './open-dependencies.ts';

/** Milliseconds between two words about progress. */
const SAY_MS = 200;

/**
 * The process for heavy work: does what its parent tells it to, at the lowest priority. It ends with its parent, also with one that
 * was killed; signals are for the parent, which decides what becomes of the work.
 */
export async function runHeavyJobs(): Promise<void> {
  if (!process.send) throw new Error('This is started by a server or a worker.');
  process.on('disconnect', () => process.exit());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  os.setPriority(os.constants.priority.PRIORITY_LOW);
  const config = parseConfig(process.env);
  const log = createLog(config.logLevel);
  process.on('uncaughtException', (error) => {
    log.fatal({ error }, 'the process for heavy work cannot go on');
    process.exit(1);
  });
  const settings: Record<string, string> = JSON.parse(process.argv[3] ?? '{}');
  const say = (word: HeavyMessage) => process.send!(word);
  let works: Promise<Jobs> | undefined;

  async function open(): Promise<Jobs> {
    const databaseUrl = config.databaseUrl!;
    const db = openJobDatabase(databaseUrl, { settings });
    return jobs(await openDependencies(config, log, databaseUrl, { db, works: false, serves: false }));
  }

  process.on('message', async ({ run, name, data }: HeavyOrder) => {
    const progress = throttleProgress((done, total) => say({ run, done, total }), SAY_MS);
    try {
      works ??= open();
      await (await works)[name]!.work(data, progress.report);
      progress.end();
      say({ run, ended: true });
    } catch (error) {
      progress.end();
      works?.catch(() => {
        works = undefined;
      });
      say({ run, failed: errorLine(error) });
    }
  });
}
