import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dutiesAt } from '#domain/access.ts';
import { lowerCasePath, needsDatabase, pageOf } from '#domain/pages.ts';
import { createApp } from './app.ts';
import { openPasswords } from './auth/passwords/passwords.ts';
import { openTokens } from './auth/sessions/tokens.ts';
import { ensureSuperAdmin, type SignIn } from './auth/super-admin/ensure-super-admin.ts';
import { demoteFormerSuperAdmin } from './auth/super-admin/former-super-admin.ts';
import { configuredPasswordDiffers } from './auth/super-admin/rescue-owner.ts';
import { isHeld } from './backup/held.ts';
import { lastBackupAt } from './backup/keep-backup.ts';
import type { Config } from './config.ts';
import type { Dependencies } from './dependencies.ts';
import { templates } from './emails.ts';
import { waitForResume } from './hold.ts';
import { openSite } from './http/files/site.ts';
import { routeNames } from './http/route-names.ts';
import { serveHttp } from './http/serve-http.ts';
import { jobNames, jobs } from './jobs.ts';
import { openLive } from './live/listen.ts';
import { heldGateway } from './payments/held.ts';
import { openPayments } from './payments/stripe/open.ts';
import { watchPresence } from './platform/database-presence.ts';
import { openDatabase } from './platform/db.ts';
import { openQueue } from './platform/jobs/queue.ts';
import type { Log } from './platform/log/log.ts';
import { openMetrics } from './platform/log/metrics.ts';
import { openDelivery } from './platform/mail/deliver-mails.ts';
import { migrateDatabase } from './platform/migrate.ts';
import { projectRoot } from './platform/process/project-root.ts';
import { keepAlive, livingByVersion } from './platform/servers/alive.ts';

/** Jobs have connections of their own, and longer statements than anybody waits for. */
const JOBS = { max: 5, statementMs: 10 * 60_000 };

const OTHER_PASSWORD =
  'SUPER_ADMIN_PASSWORD differs from the stored password, which stays in force: the setting counts only when the account is ' +
  'made. Change the password after signing in, or run npm run rescue-owner.';

const HELD =
  'This shop was restored from a backup and is held: it serves and reads, sends no mail and starts nothing outside, until ' +
  'npm run resume (docs/operations.md).';

const readMoment = (at: Date | null) => (at ? [{ value: Math.floor(at.getTime() / 1000) }] : []);

export interface Running {
  port: number;
  /**
   * Serves on for so many milliseconds as one that stops, and begins no more jobs. Streams are told to reconnect in the second
   * half: until then proxies have learnt from `/readyz` that this server is none to go to.
   */
  drain(milliseconds: number): Promise<void>;
  /** Ends requests, streams, jobs and database connections, in that order. */
  stop(): Promise<void>;
}

/**
 * Opens every dependency on a database that is there, and listens. `onFirstSignIn` gets the super-admin's sign-in the one time it
 * is generated, at once, because it is lost if something later fails. Throws `startupError` for what the operator can mend.
 */
export async function serve(
  config: Config,
  log: Log,
  databaseUrl: string,
  onFirstSignIn: (signIn: SignIn) => void,
): Promise<Running> {
  const entered = await migrateDatabase(databaseUrl, path.join(projectRoot, 'server', 'migrations'), {
    enters: true,
    say: (sentence) => log.warn(sentence),
  });
  const db = openDatabase(databaseUrl);
  const [queue, live, tokens, gateway, isHeldAtStart] = await Promise.all([
    openQueue(databaseUrl, log, jobNames),
    openLive(databaseUrl),
    openTokens(db, `${config.publicUrl}/auth/v1`),
    openPayments(config, log),
    isHeld(db),
  ]);
  let isOnHold = isHeldAtStart;
  const payments = heldGateway(gateway, () => isOnHold);
  const now = () => new Date();
  const deps: Dependencies = {
    config,
    db,
    databaseUrl,
    log,
    now,
    live,
    queue,
    payments,
    tokens: tokens,
    passwords: openPasswords(),
    dutiesOf: ({ level }) => dutiesAt(level),
  };
  const firstSignIn = await ensureSuperAdmin(deps);
  if (firstSignIn) onFirstSignIn(firstSignIn);
  await demoteFormerSuperAdmin(deps);

  const metrics = openMetrics([
    {
      name: 'vidik_servers',
      help: 'Servers that were seen in the last 20 seconds, by version; none while the database does not answer.',
      labels: ['release', 'migration'],
      read: async () => (await livingByVersion(db)).map(({ count, ...labels }) => ({ value: count, labels })),
    },
    {
      name: 'vidik_backup_last_success_timestamp_seconds',
      help: 'When the last whole backup was made; left out while there is none.',
      read: async () => readMoment(await lastBackupAt(db)),
    },
    {
      name: 'vidik_held',
      help: '1 while a restored shop waits for npm run resume.',
      read: async () => [{ value: isOnHold ? 1 : 0 }],
    },
  ]);
  const alive = keepAlive(db, entered!);
  const site = openSite({
    directory: path.join(projectRoot, 'build', 'client'),
    isPage: (pathname) => pageOf(pathname) !== null,
    otherCase: lowerCasePath,
    needsDatabase,
    isAway: watchPresence(db),
    security: { publicUrl: config.publicUrl, storageUrl: config.storagePublicUrl },
  });
  let isStopping = false;
  const app = createApp(deps, { site, metrics, isStopping: () => isStopping });
  const http = await serveHttp({
    fetch: app.fetch,
    site,
    metrics,
    log,
    nameRoute: routeNames(app.routes),
    host: config.host,
    port: config.port,
  });

  const background = { ...deps, db: openDatabase(databaseUrl, JOBS) };
  const delivery = openDelivery(background, templates);
  const startBackground = async () => {
    isOnHold = false;
    await Promise.all([queue.start(jobs(background)), delivery.start()]);
  };
  const waiting = isOnHold ? waitForResume({ ...deps, payments: gateway }, startBackground) : null;
  if (waiting) log.warn(HELD);
  else await startBackground();

  // Takes as long as a sign-in; nobody waits for it.
  configuredPasswordDiffers(deps).then(
    (differs) => differs && log.warn(OTHER_PASSWORD),
    (error) => log.debug({ error }, 'the configured password could not be compared'),
  );

  return {
    port: http.port,
    async drain(milliseconds) {
      isStopping = true;
      http.drain();
      queue.beginNoMore();
      await sleep(milliseconds / 2);
      live.sendElsewhere(milliseconds * 0.4);
      await sleep(milliseconds / 2);
    },
    async stop() {
      isStopping = true;
      queue.beginNoMore();
      live.sendElsewhere(0);
      await http.stop();
      await waiting?.stop();
      await Promise.all([delivery.stop(), queue.stop()]);
      await payments.stop();
      await live.close();
      await alive.leave();
      await Promise.all([db.close(), background.db.close()]);
    },
  };
}
