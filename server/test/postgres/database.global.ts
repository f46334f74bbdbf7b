import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { jobNames } from '../../jobs.ts';
import { openQueue } from '../../platform/jobs/queue.ts';
import { createLog } from '../../platform/log/log.ts';
import { migrateDatabase } from '../../platform/migrate.ts';
import { startEmbeddedPostgres } from '../../platform/postgres/embedded.ts';
import { startPooler } from './pooler.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
    /** The same through PgBouncer, while the tests run in that way (`npm run test:pooler`). */
    poolerUrl: string | null;
    /** Where servers are built that tests start as processes: inside the checkout, whose packages they need. */
    bundles: string;
  }
}

/** One PostgreSQL for the whole run with a migrated template; every test file clones it (server/test/app.ts). */
export default async function setup(project: TestProject) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'vidik-test-'));
  chmodSync(dataDir, 0o711);
  const log = createLog('silent');
  const server = await startEmbeddedPostgres({ dataDir, log, durable: false });
  const url = server.url.replace(/\/vidik$/, '/postgres');
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query('create database vidik_template');
  const template = url.replace(/\/postgres$/, '/vidik_template');
  await migrateDatabase(template, 'server/migrations');
  await (await openQueue(template, log, jobNames)).stop();
  await admin.end();
  project.provide('postgresUrl', url);
  const pooler = process.env.TEST_POOLER === '1' ? await startPooler(url, { size: 20 }) : null;
  project.provide('poolerUrl', pooler?.through(url) ?? null);
  const bundles = path.resolve('.cache', `tests-${process.pid}`);
  project.provide('bundles', bundles);
  return async () => {
    await pooler?.stop();
    await server.stop();
    for (const directory of [dataDir, bundles]) rmSync(directory, { recursive: true, force: true });
  };
}
