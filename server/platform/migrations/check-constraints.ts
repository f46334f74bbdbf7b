import type pg from 'pg';
import type { Migration } from './read.ts';
import { violationOf } from './violations.ts';

interface Unchecked {
  table: string;
  name: string;
}

/** Constraints that hold for what is written and were not compared with the rows from before: those of a migration that is committed. */
export async function uncheckedConstraints(client: pg.Client): Promise<Unchecked[]> {
  const { rows } = await client.query<Unchecked>(`
    select conrelid::regclass::text as table, conname as name
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where not convalidated and conparentid = 0 and coninhcount = 0 and nspname in ('public', 'auth') order by 1, 2`);
  return rows;
}

/**
 * Compares the rows of one table with one of them, inside the caller's transaction, while others read and write the table. Answers `false`
 * when none was left. Throws `startupError` that names the rows in the way.
 */
export async function checkNextConstraint(client: pg.Client, migrations: readonly Migration[]): Promise<boolean> {
  const [next] = await uncheckedConstraints(client);
  if (!next) return false;
  const { table, name } = next;
  try {
    await client.query('savepoint statement');
    await client.query(`alter table ${table} validate constraint ${client.escapeIdentifier(name)}`);
  } catch (error) {
    await client.query('rollback to savepoint statement');
    const { tag } = migrations.findLast(({ checks }) => checks.includes(name)) ?? migrations.at(-1)!;
    throw (
      (await violationOf(client, error, { migration: tag, left: 'what is written from now on keeps to it' })) ?? error
    );
  }
  return true;
}
