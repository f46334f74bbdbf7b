import type pg from 'pg';
import type { ArchiveHead } from '../archive/contents.ts';

/** What COPY writes must be the same on every server and in every session. */
export const COPY_SESSION_SETTINGS_SQL = `
  set client_encoding = 'UTF8'; set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
  set bytea_output = 'hex'; set extra_float_digits = 1; set statement_timeout = 0; set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0`;

/** The jobs that are not done. The queue's other tables are made anew from our code and the clock. */
export const JOBS = 'pgboss.job';
const OPEN_JOBS = `state < 'completed' and name not like '\\_\\_pgboss\\_\\_%'`;

export interface KeptTable {
  name: string;
  columns: string[];
  /** By what its rows are ordered. */
  order: string;
}

/**
 * Every table of ours that outlives a crash: counted attempts and words under way do not, and are in no backup, nor are the feeds, whose
 * numbers of transactions say nothing in another database. Generated columns are computed again. Texts of keys are ordered by their
 * bytes, as every server does.
 */
export async function keptTables(client: pg.Client): Promise<KeptTable[]> {
  const { rows } = await client.query<KeptTable>(`
    select format('%I.%I', n.nspname, c.relname) as name,
      array_agg(quote_ident(a.attname) order by a.attnum) filter (where a.attgenerated = '') as columns,
      string_agg(quote_ident(a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end, ', '
        order by array_position(i.indkey::int2[], a.attnum), a.attnum)
        filter (where a.attgenerated = '' and (i.indkey is null or a.attnum = any(i.indkey))) as "order"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relkind in ('r', 'p') and c.relpersistence = 'p'
      and n.nspname in ('public', 'auth') and c.relname not in ('feed_rows', 'feed_generations')
    group by 1 order by format('%I.%I', n.nspname, c.relname) collate "C"`);
  return rows;
}

/** The parts that tables are divided into, which have a schema of their own: an archive names them, so that their rows find a place. */
export async function partitions(client: pg.Client): Promise<ArchiveHead['partitions']> {
  const { rows } = await client.query<ArchiveHead['partitions'][number]>(`
    select format('%I.%I', n.nspname, c.relname) as name, i.inhparent::regclass::text as "of", pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_inherits i on i.inhrelid = c.oid
    where c.relispartition and c.relkind = 'r' and n.nspname = 'partitions' order by 1`);
  return rows;
}

export async function jobsTable(client: pg.Client): Promise<KeptTable | null> {
  const { rows } = await client.query<{ columns: string[] }>(`
    select array_agg(quote_ident(attname) order by attnum) as columns from pg_attribute
    where attrelid = to_regclass('${JOBS}') and attnum > 0 and not attisdropped having count(*) > 0`);
  return rows[0] ? { name: JOBS, columns: rows[0].columns, order: 'id' } : null;
}

export async function countJobs(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from ${JOBS} where ${OPEN_JOBS}`,
  );
  return rows[0]!.count;
}

export const copyOut = ({ name, columns, order }: KeptTable): string =>
  `copy (select ${columns.join(', ')} from ${name}${name === JOBS ? ` where ${OPEN_JOBS}` : ''} order by ${order}) to stdout`;

export const copyIn = (name: string, columns: string[]): string => `copy ${name} (${columns.join(', ')}) from stdin`;

/** The number each sequence gave last. Read after the rows' snapshot was taken, so it is never behind them. */
export async function sequences(client: pg.Client): Promise<ArchiveHead['sequences']> {
  const { rows } = await client.query<{ name: string }>(`
    select format('%I.%I', schemaname, sequencename) as name from pg_sequences
    where schemaname in ('public', 'auth') order by 1`);
  const found: ArchiveHead['sequences'] = [];
  for (const { name } of rows) {
    const { rows: state } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${name}`,
    );
    found.push({ name, ...state[0]! });
  }
  return found;
}

/** The newest migration by its moment; `null` for a database of nobody's. */
export async function newestMigration(client: pg.Client): Promise<number | null> {
  const { rows: there } = await client.query<{ there: boolean }>(
    `select to_regclass('migrations.__drizzle_migrations') is not null as there`,
  );
  if (!there[0]!.there) return null;
  const { rows } = await client.query<{ when: string | null }>(
    'select max(created_at)::text as when from migrations.__drizzle_migrations',
  );
  return rows[0]!.when === null ? null : Number(rows[0]!.when);
}
