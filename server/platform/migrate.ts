import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { appliedTo, newestAppliedMigration, pendingOf, TABLE } from './migrations/applied.ts';
import { checkNextConstraint, uncheckedConstraints } from './migrations/check-constraints.ts';
import { type Migration, readMigrations } from './migrations/read.ts';
import { violationOf } from './migrations/violations.ts';
import { watchLockWaits } from './migrations/waits.ts';
import { clientConfigOfAddress } from './postgres/address.ts';
import { databaseAccessError, explainMissingRights, wrongEncoding } from './postgres/refusals.ts';
import { startupError } from './process/startup-error.ts';
import { liveServers, type Role, registerServer, type Server } from './servers/alive.ts';

export const MINIMUM_POSTGRES = 15;

/** Milliseconds until a database that does not answer at start is given up. */
const CONNECT_MS = 10_000;
const LOCK = "hashtext('vidik.migrations')";

interface Waits {
  /** For a migration, a backup or a server that begins at the same time. Milliseconds. */
  turnMs: number;
  /** For one table: short, because whoever wants that table afterwards waits too. */
  tableMs: number;
  /** For all tables, again and again. */
  inAllMs: number;
}
const WAITS: Waits = { turnMs: 10 * 60_000, tableMs: 1_000, inAllMs: 60_000 };
/** Between two tries, so that those who waited meanwhile get their turn. Milliseconds. */
const PAUSE_MS = 500;

interface Options {
  /** Is told whom the migration waits for. */
  say?: (sentence: string) => void;
  waits?: Partial<Waits>;
  /** A server that will work on the database: it is written down before anybody else can migrate. */
  enters?: boolean;
  /** Is awaited before migrations change a database that has some already; gets the name of its newest one. */
  beforeChanging?: (at: string) => Promise<void>;
  /** What that server is for. */
  jobs?: Role;
}

/**
 * Brings a database up to the newest migration, all in one transaction, then checks new constraints while others write (at the next start
 * when that was cut off), and answers with the server that `enters`. Servers that start at once wait for each other. Throws `startupError`
 * for a PostgreSQL older than 15, another encoding, a newer database, a held table, rows in the way, and for what a running server of the
 * version before needs.
 */
export async function migrateDatabase(url: string, folder: string, options: Options = {}): Promise<Server | null> {
  const { say = () => {}, enters = false, jobs = 'both' } = options;
  const waits = { ...WAITS, ...options.waits };
  const migrations = readMigrations(path.resolve(folder));
  const client = new pg.Client({
    ...clientConfigOfAddress(url),
    application_name: 'vidik migration',
    connectionTimeoutMillis: CONNECT_MS,
  });
  // Whoever waits for the connection learns of its loss; this keeps the event from ending the process.
  client.on('error', () => {});
  try {
    const major = await majorVersion(client);
    if (major < MINIMUM_POSTGRES)
      throw startupError(`PostgreSQL ${major} is too old: ${MINIMUM_POSTGRES} or newer is needed.`);
    const applied = await appliedTo(client);
    if (applied.length === 0) await refuseWrongEncoding(client);
    const pending = pendingOf(applied, migrations);
    if (pending.length > 0 && applied.length > 0)
      await options.beforeChanging?.(newestAppliedMigration(applied, migrations));
    const isDue = pending.length > 0 || (await outdatedIndexes(client)).length > 0;
    if (!isDue && !enters && (await uncheckedConstraints(client)).length === 0) return null;
    const watch = watchLockWaits(url, await pidOf(client), say);
    const told = { heldBy: watch.last, waits };
    const changed = (entering: Role | null) =>
      untilTablesAreFree(() => inOneTransaction(client, migrations, { waits, enters: entering }), {
        ...told,
        failed: UNMIGRATED,
      });
    try {
      if (isDue) await changed(null);
      let isLeft = true;
      while (isLeft)
        isLeft = await untilTablesAreFree(() => checkOne(client, migrations, waits), { ...told, failed: UNCHECKED });
      return enters ? await changed(jobs) : null;
    } finally {
      await watch.stop();
    }
  } catch (error) {
    throw explainMissingRights(error);
  } finally {
    await client.end();
  }
}

interface Failed {
  what: string;
  left: string;
}
const UNMIGRATED: Failed = { what: 'The database could not be migrated', left: 'Nothing was changed' };
const UNCHECKED: Failed = {
  what: 'The rows from before the migration could not be checked',
  left: 'The migration itself is done',
};

async function untilTablesAreFree<T>(
  work: () => Promise<T>,
  { heldBy, waits, failed }: { heldBy: () => string | null; waits: Waits; failed: Failed },
): Promise<T> {
  const until = performance.now() + waits.inAllMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const { code } = error as { code?: string };
      if (code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK) throw error;
      if (performance.now() > until)
        throw startupError(
          `${failed.what}: it waited too long for ${heldBy() ?? 'a lock'}. ${failed.left}; end what holds it and start again.`,
          error,
        );
    }
    await sleep(PAUSE_MS);
  }
}
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';

/** Whoever only enters shares the lock with others who do. */
async function inOneTransaction(
  client: pg.Client,
  migrations: readonly Migration[],
  { waits, enters }: { waits: Waits; enters: Role | null },
): Promise<Server | null> {
  const isDue = async () => pendingOf(await appliedTo(client), migrations);
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${waits.turnMs}; set local statement_timeout = 0`);
    const nothing = (await isDue()).length === 0 && (await outdatedIndexes(client)).length === 0;
    await client.query(`select pg_advisory_xact_lock${nothing ? '_shared' : ''}(${LOCK})`);
    await client.query(`set local lock_timeout = ${waits.tableMs}`);
    const pending = await isDue();
    if (pending.length > 0) {
      await refuseToTakeAway(client, pending, migrations.at(-1)!);
      await carryOut(client, pending);
      await nameAll(client, migrations);
    }
    const outdated = nothing ? [] : await outdatedIndexes(client);
    for (const index of outdated) await client.query(`reindex index ${index}`);
    if (outdated.length > 0) await client.query('alter collation serbian refresh version');
    const server = enters ? await registerServer(client, migrations.at(-1)!.tag, enters) : null;
    await client.query('commit');
    return server;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** In a transaction of its own, so that no lock of the migration is held meanwhile. `false`: none was left. */
async function checkOne(client: pg.Client, migrations: readonly Migration[], waits: Waits): Promise<boolean> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${waits.turnMs}; set local statement_timeout = 0`);
    if ((await uncheckedConstraints(client)).length > 0) await client.query(`select pg_advisory_xact_lock(${LOCK})`);
    await client.query(`set local lock_timeout = ${waits.tableMs}`);
    const isOne = await checkNextConstraint(client, migrations);
    await client.query('commit');
    return isOne;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

async function carryOut(client: pg.Client, pending: readonly Migration[]): Promise<void> {
  await client.query('create schema if not exists migrations');
  await client.query(
    `create table if not exists ${TABLE} (id serial primary key, hash text not null, created_at bigint, name text)`,
  );
  for (const { tag, hash, when, statements } of pending) {
    for (const statement of statements) {
      try {
        await client.query(`savepoint statement;\n${statement}\n;release savepoint statement`);
      } catch (error) {
        await client.query('rollback to savepoint statement');
        throw (await violationOf(client, error, { migration: tag, left: 'nothing was changed' })) ?? error;
      }
    }
    await client.query(`insert into ${TABLE} (hash, created_at) values ($1, $2)`, [hash, when]);
  }
}

/** An older version that meets this database can then say what it is at. */
async function nameAll(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  await client.query(`alter table ${TABLE} add column if not exists name text`);
  await client.query(
    `update ${TABLE} t set name = k.tag from unnest($1::bigint[], $2::text[]) as k ("when", tag)
     where t.created_at = k."when" and t.name is distinct from k.tag`,
    [migrations.map(({ when }) => when), migrations.map(({ tag }) => tag)],
  );
}

/** A migration after which the version before cannot work waits until none of it lives. */
async function refuseToTakeAway(client: pg.Client, pending: readonly Migration[], target: Migration): Promise<void> {
  const taking = pending.find(({ contracts }) => contracts !== null);
  if (!taking) return;
  const others = (await liveServers(client)).filter(({ migration }) => migration !== target.tag);
  if (others.length === 0) return;
  const named = others.map(
    ({ id, release, migration, seen }) =>
      `${id.slice(0, 8)} (release ${release}, migration ${migration}, seen ${Math.round(seen)} s ago)`,
  );
  throw startupError(
    `This release cannot be rolled: migration ${taking.tag} takes away ${taking.contracts}. Still alive: ${named.join(', ')}. ` +
      'Stop them and start again; nothing was changed.',
  );
}

/**
 * Indexes of names are in ICU's order, which another version of ICU may see differently: after a new PostgreSQL on the same
 * data, or the data on another machine, they are built anew. Nothing happens otherwise.
 */
async function outdatedIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ index: string }>(`
    select indexrelid::regclass::text as index
    from pg_collation c join pg_index on c.oid = any(indcollation)
    where collname = 'serbian' and collversion is distinct from pg_collation_actual_version(c.oid)`);
  return rows.map(({ index }) => index);
}

/** A database has its encoding from when it is made; a cluster that was made without a locale gives new ones `SQL_ASCII`. */
async function refuseWrongEncoding(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string }>("select current_setting('server_encoding') as encoding");
  const wrong = wrongEncoding(rows[0]!.encoding);
  if (wrong !== null) throw startupError(`${wrong}; nothing was changed.`);
}

async function pidOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]!.pid;
}

/** Throws `startupError` when nobody answers or the sign-in is refused; the address itself is not shown, it has a password. */
async function majorVersion(client: pg.Client): Promise<number> {
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int as version",
    );
    return Math.floor(rows[0]!.version / 10_000);
  } catch (error) {
    throw databaseAccessError('DATABASE_URL', error);
  }
}
