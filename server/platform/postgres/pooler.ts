import { randomInt } from 'node:crypto';
import pg from 'pg';
import { startupError } from '../process/startup-error.ts';
import { clientConfigOfAddress } from './address.ts';
import { databaseAccessError } from './refusals.ts';

/** The two ways to one database. */
export interface DatabaseAddresses {
  /** PostgreSQL itself, for whatever needs a session: LISTEN, jobs, migrations, backups. */
  direct: string;
  /** Through a pooler in transaction mode, for requests; `null`: these go the direct way too. */
  pooled: string | null;
}

/** Milliseconds until a database that does not answer at start is given up, for a connection and for an answer. */
const CONNECT_MS = 10_000;
const ANSWER_MS = 5_000;
/** A statement limit that nobody else sets: a session begins with what we ask for. Milliseconds. */
const PROBE_MS = 4_987;
const ROUNDS = 5;

/** What a pooler says to a setting that it cannot keep (PgBouncer). */
const NO_SETTINGS = /startup parameter/;

/** The addresses of the settings; `null` for the embedded database. */
export function addressesOf(config: {
  databaseUrl: string | undefined;
  databaseDirectUrl: string | undefined;
}): DatabaseAddresses | null {
  const { databaseUrl, databaseDirectUrl: direct = databaseUrl } = config;
  if (databaseUrl === undefined || direct === undefined) return null;
  return { direct, pooled: direct === databaseUrl ? null : databaseUrl };
}

/**
 * Looks where the addresses lead. Throws `startupError` when one lets nobody in, when a pooler stands where sessions are needed, and when
 * the two are not one database: whatever is written then would be lost, or never be heard of.
 */
export async function checkAddresses({ direct, pooled }: DatabaseAddresses): Promise<void> {
  const name = pooled === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
  if (await isPooler(direct, name)) throw startupError(pooled === null ? POOLED_ONLY : POOLED_TWICE);
  if (pooled !== null && !(await isSameDatabase(direct, pooled)))
    throw startupError(
      'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases. Name the same one in both: behind the pooler and itself.',
    );
}
const POOLED_ONLY =
  'DATABASE_URL leads through a pooler (PgBouncer or one like it), which keeps no session. Set DATABASE_DIRECT_URL to PostgreSQL ' +
  'itself, for migrations, jobs and notifications; requests then go through the pooler.';
const POOLED_TWICE =
  'DATABASE_DIRECT_URL leads through a pooler (PgBouncer or one like it), which keeps no session. It has to name PostgreSQL itself; ' +
  'the pooler stands in DATABASE_URL alone.';

const open = (url: string, settings: pg.ClientConfig = {}): pg.Client => {
  const client = new pg.Client({
    ...clientConfigOfAddress(url),
    application_name: 'vidik start',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    ...settings,
  });
  client.on('error', () => {});
  return client;
};

/** Whether a session begins with our settings, with the server process that it was told, and keeps that one to itself. */
async function isPooler(url: string, name: string): Promise<boolean> {
  const client = open(url, { statement_timeout: PROBE_MS });
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number; limit: string }>(
      "select pg_backend_pid() as pid, current_setting('statement_timeout') as limit",
    );
    if (rows[0]!.limit !== `${PROBE_MS}ms`) return true;
    // A proxy between us and PostgreSQL may have told us a number of its own.
    const { processID } = client as pg.Client & { processID: number };
    return processID !== rows[0]!.pid && (await isShared(client, url));
  } catch (error) {
    if (error instanceof pg.DatabaseError && NO_SETTINGS.test(error.message)) return true;
    throw databaseAccessError(name, error);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Whether the server process of a session that does nothing serves another one, or is another one afterwards. */
async function isShared(client: pg.Client, url: string): Promise<boolean> {
  const other = open(url, { statement_timeout: PROBE_MS });
  const own = new Set<number>();
  const seen = async () => {
    for (let n = 0; n < ROUNDS; n += 1) own.add(await pidOf(client));
  };
  try {
    await other.connect();
    await seen();
    await other.query('begin');
    const others = await pidOf(other);
    await seen();
    return own.size > 1 || own.has(others);
  } catch {
    return true;
  } finally {
    await other.end().catch(() => {});
  }
}

const pidOf = async (client: pg.Client): Promise<number> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid;

/** A lock of the one is seen from the other. */
async function isSameDatabase(direct: string, pooled: string): Promise<boolean> {
  const key = randomInt(2 ** 47);
  const [one, other] = [open(direct), open(pooled)];
  try {
    await one.connect();
    await one.query('begin');
    await one.query('select pg_advisory_xact_lock($1)', [key]);
    return !(await isFree(other, key));
  } finally {
    await one.end().catch(() => {});
  }
}

async function isFree(client: pg.Client, key: number): Promise<boolean> {
  try {
    await client.connect();
    await client.query('begin');
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_xact_lock($1) as free', [key]);
    await client.query('rollback');
    return rows[0]!.free;
  } catch (error) {
    throw databaseAccessError('DATABASE_URL', error);
  } finally {
    await client.end().catch(() => {});
  }
}
