import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { migrateDatabase } from '../platform/migrate.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

/** One PostgreSQL for the whole run with a migrated template; every test file clones it (server/test/app.ts). */
export default async function setup(project: TestProject) {
  const parent = mkdtempSync(path.join(tmpdir(), 'vidik-test-'));
  chmodSync(parent, 0o755);
  const directory = path.join(parent, 'pg');
  const server = await startEmbeddedPostgres({ directory, port: await freePort(), durable: false });
  const admin = postgres(server.url, { max: 1, onnotice: () => {} });
  await admin.unsafe('create database vidik_template');
  await migrateDatabase(server.url.replace(/\/postgres$/, '/vidik_template'), 'server/migrations');
  await admin.end();
  project.provide('postgresUrl', server.url);
  return async () => {
    await server.stop();
    rmSync(parent, { recursive: true, force: true });
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
