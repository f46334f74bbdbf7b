import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { createApp } from '../app.ts';
import { openPasswords } from '../auth/passwords/passwords.ts';
import { openTokens } from '../auth/sessions/tokens.ts';
import { parseConfig } from '../config.ts';
import type { Dependencies } from '../dependencies.ts';
import { openCouriers } from '../fulfilment/couriers/open.ts';
import { jobNames } from '../jobs.ts';
import { openLive } from '../live/listen.ts';
import { stripeGateway } from '../payments/stripe/gateway.ts';
import { openDatabase } from '../platform/db.ts';
import { openQueue } from '../platform/jobs/queue.ts';
import { createLog } from '../platform/log/log.ts';
import { openStorage } from '../platform/storage/open.ts';
import { openPosts } from '../platform/typed-address/post.ts';
import { fieldsWithoutName } from './audit-fields.ts';
import { undeclaredCredentials } from './credentials-in-mails.ts';
import { throughPooler } from './postgres/through-pooler.ts';
import { whenOver } from './when-over.ts';

/**
 * The whole server on a database of its own, cloned from the migrated template. Tests use the public API:
 * `app.request('/api/…')`, or `call(app, person).…` from people.ts. Everything is closed when the file ends.
 */
export async function testApp({
  env = {},
  deps: overrides = {},
  databaseUrl,
  generousTimeouts = true,
}: {
  env?: Record<string, string>;
  deps?: Partial<Dependencies>;
  /** Another way to a database that a test has already. */
  databaseUrl?: string;
  /** `false`: locks and connections are waited for as shortly as in a real server. */
  generousTimeouts?: boolean;
} = {}) {
  const { url, drop } = databaseUrl ? { url: databaseUrl, drop: async () => {} } : await cloneDatabase();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'vidik-data-'));
  const config = parseConfig({
    NODE_ENV: 'test',
    PUBLIC_URL: 'http://localhost:3000',
    RATE_LIMITS: 'off',
    ALLOW_NO_RATE_LIMITS: '1',
    STRIPE_SANDBOX: '1',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    ...env,
  });
  const limits = generousTimeouts ? GENEROUS_TIMEOUTS : {};
  const pooled = throughPooler(url);
  const db = pooled === null ? openDatabase(url, limits) : openDatabase(pooled, { ...limits, direct: url });
  const jobsDb = pooled === null ? db : openDatabase(url, limits);
  const clock = { now: new Date() };
  const log = createLog(config.logLevel);
  const deps: Dependencies = {
    config,
    db,
    databaseUrl: url,
    log,
    now: () => clock.now,
    live: await openLive(url),
    queue: await openQueue(url, log, jobNames),
    payments: stripeGateway(noProvider, { page: null, stop: async () => {} }),
    couriers: await openCouriers(config, log, { hasDouble: false }),
    storage: await openStorage(config),
    visitAddress: null,
    posts: openPosts(),
    tokens: await openTokens(db, `${config.publicUrl}/auth/v1`, {
      now: () => clock.now,
      sealing: config.sealingKeys,
    }),
    passwords: openPasswords({ cost: { memoryCost: 64, timeCost: 1 } }),
    ...overrides,
  };
  const app = createApp(deps);
  whenOver(async () => {
    // A database that a test has broken says nothing.
    const unnamed = databaseUrl ? [] : await fieldsWithoutName(db).catch(() => []);
    const unsaid = databaseUrl ? [] : await undeclaredCredentials({ db, config }).catch(() => []);
    await deps.live.close();
    await deps.queue.stop();
    await db.close();
    if (jobsDb !== db) await jobsDb.close();
    await drop();
    rmSync(dataDir, { recursive: true, force: true });
    if (unnamed.length > 0) throw new Error(`Fields of the log without a name in audit-fields-copy.ts: ${unnamed}`);
    if (unsaid.length > 0) throw new Error(`Mails with a credential that do not say containsCredential: ${unsaid}`);
  });
  return { app, db, jobsDb, deps, config, clock, databaseUrl: url };
}

function noProvider(): never {
  throw new Error('This test has no payment provider; testShop has one.');
}

export type TestApp = Awaited<ReturnType<typeof testApp>>;

/** What a test sets up by the thousand, and what it does at the same time, may take its time on a slow machine. */
const GENEROUS_TIMEOUTS = { poolMs: 20_000, lockMs: 20_000, statementMs: 60_000 };

async function cloneDatabase() {
  const base = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: base });
  await admin.connect();
  // Half of what copying page by page through the log takes.
  await admin.query(`create database ${name} template vidik_template strategy file_copy`);
  return {
    url: base.replace(/\/postgres$/, `/${name}`),
    async drop() {
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
    },
  };
}
