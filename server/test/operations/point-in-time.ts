import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, until } from './ask.ts';
import type { DatabaseMachines } from './database-machines.ts';

/**
 * The drill of docs/operations.md: a full backup by pgBackRest before the leader changes, a mistake after it, and the database as it was
 * a moment before the mistake, beside the running one.
 */

const ARCHIVED_MS = 60_000;
/** Of all programs of PostgreSQL, Debian has this one on no path. */
const PG_CTL = '/usr/lib/postgresql/15/bin/pg_ctl';

export interface Restored {
  /** Reservations before the mistake, and in what was restored. */
  before: number;
  after: number;
  /** Rows that the mistake removed. */
  removed: number;
  /** From the command until the restored database answers. */
  seconds: number;
  problems: string[];
}

/** What a new cluster begins its archive with. */
export async function backUp({ leader, run }: DatabaseMachines): Promise<void> {
  const machine = await leader();
  await run(machine, 'pgbackrest', '--stanza=vidik', 'stanza-create');
  await run(machine, 'pgbackrest', '--stanza=vidik', '--type=full', 'backup');
}

export async function restoreToMoment(database: DatabaseMachines, shop: string): Promise<Restored> {
  const problems: string[] = [];
  const before = await keys(shop);
  const [now] = await ask<{ moment: string }>(
    shop,
    "select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US+00') as moment",
  );
  await sleep(1_000);
  const mistaken = await ask(shop, 'delete from porudzbine returning id');
  await archiveAll(database);

  const leader = await database.leader();
  const aside = path.join(leader.directory, 'aside');
  const began = performance.now();
  await database.run(
    leader,
    'pgbackrest',
    '--stanza=vidik',
    `--pg1-path=${aside}`,
    '--type=time',
    `--target=${now!.moment}`,
    '--target-action=promote',
    '--archive-mode=off',
    'restore',
  );
  const options = `-p 5433 -c hba_file=${aside}/pg_hba.conf -c ident_file=${aside}/pg_ident.conf -c synchronous_standby_names= -c listen_addresses=${leader.address}`;
  const control = (...args: string[]) =>
    database.run(leader, PG_CTL, '-D', aside, '-w', '-l', path.join(aside, 'aside.log'), ...args);
  await control('-t', '60', '-o', options, 'start');
  try {
    const restored = new URL(database.urlOf(leader).replace(/vidik$/, 'shop'));
    restored.port = '5433';
    await until('the restored database takes writes', ARCHIVED_MS, () => takesWrites(restored.href));
    const seconds = (performance.now() - began) / 1000;
    const after = await keys(restored.href);
    const left = await keys(shop);
    if (before.size === 0 || mistaken.length !== before.size || left.size !== 0)
      problems.push('the mistake removed nothing');
    const different = [...before].filter((key) => !after.has(key)).length + Math.abs(after.size - before.size);
    if (different > 0) problems.push(`${different} reservations differ from those before the mistake`);
    const dumped = path.join(leader.directory, 'dumped.sql');
    await database.run(leader, 'pg_dump', '-p', '5433', '-d', 'shop', '-t', 'porudzbine', '--data-only', '-f', dumped);
    if (!readFileSync(dumped, 'utf8').includes([...before][0]!))
      problems.push('what is missing cannot be brought over');
    return { before: before.size, after: after.size, removed: mistaken.length, seconds, problems };
  } finally {
    await control('-m', 'immediate', 'stop');
  }
}

/** The last file of the log, with the mistake in it, is in the archive. */
async function archiveAll(database: DatabaseMachines): Promise<void> {
  const machine = await database.leader();
  const say = (statement: string) => database.run(machine, 'psql', '-d', 'postgres', '-Atc', statement);
  const file = (await say('select pg_walfile_name(pg_switch_wal())')).trim();
  await until('the log is archived', ARCHIVED_MS, async () => {
    const last = (await say('select last_archived_wal from pg_stat_archiver')).trim();
    return last >= file;
  });
}

const keys = async (url: string): Promise<Set<string>> =>
  new Set((await ask<{ key: string }>(url, 'select idempotency_key as key from porudzbine')).map(({ key }) => key));

const takesWrites = (url: string): Promise<boolean> =>
  ask(url, 'create table tried ()').then(
    () => true,
    () => false,
  );
