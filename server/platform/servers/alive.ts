import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import type { Database } from '../db.ts';
import type { Log } from '../log/log.ts';
import { projectRoot } from '../process/project-root.ts';
import { serviceToStart } from '../process/release.ts';
import type { ProcessFigures } from '../servers.schema.ts';

/** How often a server sends its heartbeat; one that has said nothing four times is gone. Milliseconds. */
const HEARTBEAT_MS = 5_000;
const ALIVE = "seen_at > now() - interval '20 seconds'";

interface ServerVersion {
  release: string;
  migration: string;
}

/** What a process is for: it serves, it does jobs and sends mails, or both. */
export type Role = 'web' | 'worker' | 'both';

/** A server process, as it is written down. */
export interface Server extends ServerVersion {
  id: string;
  jobs: Role;
}

interface LiveServer extends Omit<Server, 'jobs'> {
  /** Seconds since it was last seen. */
  seen: number;
}

/** What the checkout calls itself. */
export const releaseVersion = (): string =>
  (JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as { version: string }).version;

/** Registers the server, in the transaction in which nothing can be migrated. */
export async function registerServer(client: pg.Client, migration: string, jobs: Role): Promise<Server> {
  const server = { id: randomUUID(), release: releaseVersion(), migration, jobs };
  await client.query("delete from servers where seen_at < now() - interval '1 day'");
  await client.query('insert into servers (id, release, migration, jobs) values ($1, $2, $3, $4)', [
    server.id,
    server.release,
    server.migration,
    server.jobs,
  ]);
  return server;
}

/** The servers that live; none while the table is not there yet. */
export async function liveServers(db: Pick<pg.Client, 'query'>): Promise<LiveServer[]> {
  const { rows: known } = await db.query<{ there: boolean }>(
    `select to_regclass('public.servers') is not null as there`,
  );
  if (!known[0]?.there) return [];
  const { rows } = await db.query<LiveServer>(
    `select id, release, migration, extract(epoch from now() - seen_at)::float8 as seen
     from servers where ${ALIVE} order by started_at`,
  );
  return rows;
}

/**
 * Says every few seconds that the server runs and how it is; after an outage it is registered again. `leave` says that it is
 * gone.
 */
export function sendHeartbeats(
  db: Database,
  { id, release, migration, jobs }: Server,
  { place, figures }: { place: string; figures: () => ProcessFigures },
) {
  async function sendHeartbeat() {
    await db.ask(
      `insert into servers (id, release, migration, jobs, place, figures) values ($1, $2, $3, $4, $5, $6)
       on conflict (id) do update set seen_at = now(), place = excluded.place, figures = excluded.figures`,
      [id, release, migration, jobs, place, JSON.stringify(figures())],
    );
  }
  const tryToSend = () => sendHeartbeat().catch(() => {});
  const timer = setInterval(tryToSend, HEARTBEAT_MS);
  timer.unref();
  void tryToSend();
  return {
    id,
    async leave() {
      clearInterval(timer);
      await db.ask('delete from servers where id = $1', [id]).catch(() => {});
    },
  };
}

/** How many servers live, by version. */
export const liveServersByVersion = (db: Database): Promise<(ServerVersion & { count: number })[]> =>
  db.ask(`select release, migration, count(*)::int as count from servers where ${ALIVE} group by 1, 2 order by 1, 2`);

/** How many processes do jobs and send mails: those that were seen in the last minute and have not ended. */
export async function countWorkers(db: Pick<Database, 'ask'>): Promise<number> {
  const [row] = await db.ask<{ count: number }>(
    "select count(*)::int as count from servers where seen_at > now() - interval '1 minute' and jobs <> 'web'",
  );
  return row!.count;
}

/** Says in the log when nobody does jobs and sends mails, and when somebody does again. For a server that itself does not. */
export function watchWorkers(
  db: Pick<Database, 'ask'>,
  log: Pick<Log, 'warn' | 'info'>,
  onChange: () => Promise<unknown>,
): { stop(): void } {
  let isMissed = false;
  async function check() {
    const isMissing = (await countWorkers(db)) === 0;
    if (isMissing === isMissed) return;
    isMissed = isMissing;
    if (isMissing) log.warn(NOBODY_WORKS);
    else log.info('a worker lives: jobs are done and mails are sent');
    await onChange();
  }
  const timer = setInterval(() => check().catch(() => {}), HEARTBEAT_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
const NOBODY_WORKS = `no worker lives: jobs wait and no mail is sent. Start one on this database (${serviceToStart('worker')}), or a server without JOBS=web.`;
