import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { afterAll, inject } from 'vitest';
import { openPasswords } from '../accounts/passwords.ts';
import { openTokens } from '../accounts/tokens.ts';
import { createApp, type Edges } from '../app.ts';
import { jobNames } from '../jobs.ts';
import { parseConfig } from '../platform/config.ts';
import { openDatabase } from '../platform/db.ts';
import { openLive } from '../platform/live.ts';
import { createLog } from '../platform/log.ts';
import { openQueue } from '../platform/queue.ts';

/**
 * The whole server on a database of its own, cloned from the migrated template. Tests knock at the front door:
 * `app.request('/api/…')`, or `call(app, person).…` from people.ts. Everything is closed when the file ends.
 */
export async function testApp({
  env = {},
  edges: overrides = {},
}: {
  env?: Record<string, string>;
  edges?: Partial<Edges>;
} = {}) {
  const { url, drop } = await cloneDatabase();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'vidik-data-'));
  const config = parseConfig({
    NODE_ENV: 'test',
    PUBLIC_URL: 'http://localhost:3000',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    ...env,
  });
  const db = openDatabase(url, { max: 20 });
  const clock = { now: new Date() };
  const log = createLog(config.logLevel);
  const edges: Edges = {
    config,
    db,
    log,
    now: () => clock.now,
    live: await openLive(db.client),
    queue: await openQueue(url, log, jobNames),
    stripe: undefined as never,
    tokens: await openTokens(db, `${config.publicUrl}/auth/v1`, () => clock.now),
    passwords: openPasswords({ cost: { memoryCost: 64, timeCost: 1 } }),
    ...overrides,
  };
  const app = createApp(edges);
  afterAll(async () => {
    await edges.live.close();
    await edges.queue.stop();
    await db.close();
    await drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return { app, db, edges, config, clock, databaseUrl: url };
}
export type TestApp = Awaited<ReturnType<typeof testApp>>;

async function cloneDatabase() {
  const base = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = postgres(base, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name} template vidik_template`);
  return {
    url: base.replace(/\/postgres$/, `/${name}`),
    async drop() {
      await admin.unsafe(`drop database if exists ${name} with (force)`);
      await admin.end();
    },
  };
}
