import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import type { Database } from '../db.ts';
import { projectRoot } from '../process/project-root.ts';

/** How often a server says that it lives; one that has said nothing four times is gone. Milliseconds. */
const BEAT_MS = 5_000;
const ALIVE = "seen_at > now() - interval '20 seconds'";

interface ServerVersion {
  release: string;
  migration: string;
}

/** A server process, as it is written down. */
export interface Server extends ServerVersion {
  id: string;
}

interface LivingServer extends Server {
  /** Seconds since it was last seen. */
  seen: number;
}

/** What the checkout calls itself. */
export const release = (): string =>
  (JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as { version: string }).version;

/** Writes the server down, in the transaction in which nothing can be migrated. */
export async function enter(client: pg.Client, migration: string): Promise<Server> {
  const server = { id: randomUUID(), release: release(), migration };
  await client.query("delete from servers where seen_at < now() - interval '1 day'");
  await client.query('insert into servers (id, release, migration) values ($1, $2, $3)', [
    server.id,
    server.release,
    server.migration,
  ]);
  return server;
}

/** The servers that live; none while the table is not there yet. */
export async function living(db: Pick<pg.Client, 'query'>): Promise<LivingServer[]> {
  const { rows: known } = await db.query<{ there: boolean }>(
    `select to_regclass('public.servers') is not null as there`,
  );
  if (!known[0]?.there) return [];
  const { rows } = await db.query<LivingServer>(
    `select id, release, migration, extract(epoch from now() - seen_at)::float8 as seen
     from servers where ${ALIVE} order by started_at`,
  );
  return rows;
}

/** Says every few seconds that the server lives; after an outage it is written down again. `leave` says that it is gone. */
export function keepAlive(db: Database, { id, release, migration }: Server) {
  const beat = () =>
    db
      .ask(
        `insert into servers (id, release, migration) values ($1, $2, $3)
         on conflict (id) do update set seen_at = now()`,
        [id, release, migration],
      )
      .catch(() => {});
  const beats = setInterval(beat, BEAT_MS);
  beats.unref();
  return {
    async leave() {
      clearInterval(beats);
      await db.ask('delete from servers where id = $1', [id]).catch(() => {});
    },
  };
}

/** How many servers live, by version. */
export const livingByVersion = (db: Database): Promise<(ServerVersion & { count: number })[]> =>
  db.ask(`select release, migration, count(*)::int as count from servers where ${ALIVE} group by 1, 2 order by 1, 2`);
