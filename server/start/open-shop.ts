import { hostname } from 'node:os';
import path from 'node:path';
import { isAwaitingResume } from '../backup/awaiting-resume.ts';
import { ensureBackupBeforeMigrating } from '../backup/before-migrating.ts';
import { noteBackup } from '../backup/keep-backup.ts';
import type { MadeBackup } from '../backup/make-backup.ts';
import type { Config } from '../config.ts';
import type { Dependencies } from '../dependencies.ts';
import { templates } from '../emails.ts';
import { systemGauges } from '../flows/system/gauges.ts';
import { openSender } from '../integrations/webhooks/sender.ts';
import { jobs } from '../jobs.ts';
import { heldGateway } from '../payments/held.ts';
import { openDatabase } from '../platform/db.ts';
import type { Log } from '../platform/log/log.ts';
import { type Metrics, openMetrics } from '../platform/log/metrics.ts';
import { openDelivery } from '../platform/mail/deliver-mails.ts';
import { migrateDatabase } from '../platform/migrate.ts';
import type { DatabaseAddresses } from '../platform/postgres/pooler.ts';
import { projectRoot } from '../platform/process/project-root.ts';
import { commandToType } from '../platform/process/release.ts';
import { sendHeartbeats, watchWorkers } from '../platform/servers/alive.ts';
import { watchClock } from '../platform/servers/clock.ts';
import { openStorage } from '../platform/storage/open.ts';
import type { SlowStatement } from '../platform/watch/db-usage.ts';
import { makePartitions } from '../playout/partitions.ts';
import { heavyProcess } from './heavy-process.ts';
import { waitForResume } from './hold.ts';
import { openDependencies, openJobDatabase } from './open-dependencies.ts';

const HELD =
  'This shop was restored from a backup and is held: it serves and reads, sends no mail and starts nothing outside, until ' +
  `${commandToType('resume')} (docs/operations.md).`;

/** What a server and a worker have in common: everything but what they show. */
export interface Shop {
  deps: Dependencies;
  metrics: Metrics;
  /** What is wrong with this machine's clock; `null`: nothing. */
  clockProblem: () => string | null;
  /** From now on jobs are done and mails sent, where that is this process's task; in a restored shop once it may go on. */
  begin(): Promise<void>;
  /** No more jobs are begun. */
  beginNoMore(): void;
  /** Ends jobs, mails and database connections, in that order. */
  close(): Promise<void>;
}

/** Opens every dependency on a database that is there. Throws `startupError` for what the operator can mend. */
export async function openShop(config: Config, log: Log, { direct, pooled }: DatabaseAddresses): Promise<Shop> {
  const works = config.jobs !== 'web';
  const say = (sentence: string) => log.warn(sentence);
  const made: MadeBackup[] = [];
  const entered = await migrateDatabase(direct, path.join(projectRoot, 'server', 'migrations'), {
    enters: true,
    jobs: config.jobs,
    say,
    beforeChanging: async (at) => {
      const storage = await openStorage(config);
      const place = { config, url: direct, storage, now: () => new Date(), say };
      made.push(...(await ensureBackupBeforeMigrating(place, at)));
    },
  });
  let metrics: Metrics | undefined;
  const onSlow = (slow: SlowStatement) => {
    metrics?.slowStatement(slow.ms, slow.statement);
    log.info(slow, 'slow statement');
  };
  const db = openDatabase(pooled ?? direct, { onSlow, direct: pooled === null ? null : direct });
  for (const backup of made) await noteBackup(db, config, backup);
  const [opened, isHeldAtStart] = await Promise.all([
    openDependencies(config, log, direct, { db, works, serves: config.jobs !== 'worker' }),
    isAwaitingResume(db),
    makePartitions(db, new Date()),
  ]);
  let isOnHold = isHeldAtStart;
  const { payments: gateway, queue, live, storage } = opened;
  // Nothing but stored files needs it.
  storage.private.stat('files/none').catch((error) => log.warn({ error }, 'the place of stored files does not answer'));
  const deps = { ...opened, payments: heldGateway(gateway, () => isOnHold) };
  const background = works ? openBackground(deps, onSlow, (outcome) => metrics?.webhook(outcome)) : null;
  const clock = await watchClock(db, log);
  const watch = works ? null : watchWorkers(db, log, () => db.ask("select note_change('upkeep')"));
  const resumeServing = async () => {
    isOnHold = false;
    await background?.start();
  };
  let waiting: ReturnType<typeof waitForResume> | undefined;
  const measured = openMetrics(systemGauges(deps, { server: entered!, isOnHold: () => isOnHold }));
  metrics = measured;
  const alive = sendHeartbeats(db, entered!, {
    place: placeOf(config),
    figures: () => ({
      ...measured.recent(),
      memoryMb: Math.round(process.memoryUsage.rss() / 2 ** 20),
      jobsPerMinute: queue.doneInMinute(),
      clockMs: clock.aheadMs(),
      pool: db.usage(),
      streams: live.subscribers(),
    }),
  });

  return {
    deps,
    metrics: measured,
    clockProblem: clock.problem,
    async begin() {
      if (!isOnHold) return resumeServing();
      waiting = waitForResume({ ...deps, payments: gateway }, resumeServing);
      log.warn(HELD);
    },
    beginNoMore: () => queue.beginNoMore(),
    async close() {
      queue.beginNoMore();
      await waiting?.stop();
      await Promise.all([background?.stop(), queue.stop()]);
      await gateway.stop();
      await opened.couriers.stop();
      await live.close();
      watch?.stop();
      clock.stop();
      await alive.leave();
      await Promise.all([db.close(), background?.close()]);
    },
  };
}

/** What staff call the process by, and what another that is started there takes over. */
const placeOf = ({ jobs, port, workerPort }: Config): string =>
  `${hostname()}:${jobs === 'worker' ? (workerPort ?? 'worker') : port}`;

/** Jobs and mails, on connections of their own; heavy jobs in a process of their own. */
function openBackground(
  deps: Dependencies,
  onSlow: (slow: SlowStatement) => void,
  onWebhook: (outcome: string) => void,
) {
  const { databaseUrl, log, queue } = deps;
  const db = openJobDatabase(databaseUrl, { onSlow });
  const own = { ...deps, db };
  const delivery = openDelivery(own, templates);
  const sender = openSender(own, onWebhook);
  const heavy = heavyProcess(databaseUrl, log);
  return {
    start: () => Promise.all([queue.start(jobs(own), heavy), delivery.start(), sender.start()]),
    stop: () => Promise.all([delivery.stop(), sender.stop()]),
    close: () => db.close(),
  };
}
