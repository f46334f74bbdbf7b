import path from 'node:path';
import { pageOf } from '#domain/pages.ts';
import { ensureSuperAdmin } from './accounts/ensure-super-admin.ts';
import { openPasswords } from './accounts/passwords.ts';
import { openTokens } from './accounts/tokens.ts';
import { rememberVerified } from './accounts/verified-tokens.ts';
import { createApp, type Edges } from './app.ts';
import { jobNames, jobs } from './jobs.ts';
import { openStripe } from './payments/stripe.ts';
import type { Config } from './platform/config.ts';
import { openDatabase } from './platform/db.ts';
import { serveHttp } from './platform/http.ts';
import { openLive } from './platform/live.ts';
import type { Log } from './platform/log.ts';
import { openMetrics } from './platform/metrics.ts';
import { migrateDatabase } from './platform/migrate.ts';
import { projectRoot } from './platform/project-root.ts';
import { openQueue } from './platform/queue.ts';
import { openSite } from './platform/site.ts';

export interface Running {
  port: number;
  /** The first account's sign-in, the one time it was generated. */
  superAdmin: { email: string; password: string } | null;
  /** Ends requests, streams, jobs and database connections, in that order. */
  stop(): Promise<void>;
}

/** Opens every edge on a database that is there, and listens. Throws `cannotStart` for what the operator can mend. */
export async function serve(config: Config, log: Log, databaseUrl: string): Promise<Running> {
  await migrateDatabase(databaseUrl, path.join(projectRoot, 'server', 'migrations'));
  const db = openDatabase(databaseUrl);
  const [queue, live, tokens, stripe] = await Promise.all([
    openQueue(databaseUrl, log, jobNames),
    openLive(db.client),
    openTokens(db, `${config.publicUrl}/auth/v1`),
    openStripe(config, log),
  ]);
  const now = () => new Date();
  const edges: Edges = {
    config,
    db,
    log,
    now,
    live,
    queue,
    stripe,
    tokens: rememberVerified(tokens, now),
    passwords: openPasswords(),
  };
  const superAdmin = await ensureSuperAdmin(edges);

  const metrics = openMetrics();
  const site = openSite({
    directory: path.join(projectRoot, 'build', 'client'),
    isPage: (pathname) => pageOf(pathname) !== null,
    security: { publicUrl: config.publicUrl, storageUrl: config.storagePublicUrl },
  });
  const app = createApp(edges, { site, metrics });
  const http = await serveHttp({ fetch: app.fetch, site, metrics, log, host: config.host, port: config.port });

  await queue.start(jobs(edges));

  return {
    port: http.port,
    superAdmin,
    async stop() {
      await http.stop();
      await stripe.stop();
      await live.close();
      await queue.stop();
      await db.close();
    },
  };
}
