import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { ArchiveHead } from '../archive/contents.ts';
import { copyIn, JOBS, keptTables } from './tables.ts';

/**
 * Fills the empty tables of a migrated database, inside the caller's transaction. Triggers rest, because what they would write is in the
 * archive; foreign keys, unique constraints and indexes are taken away and put back, which proves them all. No right beyond the owner's
 * is needed.
 */
export async function openLoad(client: pg.Client, head: ArchiveHead) {
  const present = new Set((await keptTables(client)).map(({ name }) => name));
  const keys = await constraints(client, 'f');
  const unique = await constraints(client, 'u');
  const indexes = await plainIndexes(client);
  // For indexes, which several processes build together where there is room for it.
  await client.query("set local maintenance_work_mem = '256MB'");
  for (const name of present) await client.query(`alter table ${name} disable trigger user`);
  for (const { table, name } of [...keys, ...unique])
    await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  for (const { name, of, bound } of head.partitions)
    await client.query(`create table if not exists ${name} partition of ${of} ${bound}`);
  // Migrations write some rows of their own.
  await client.query(`truncate ${[...present].join(', ')}`);
  let current: { name: string; rows: ReturnType<typeof copyFrom> } | null = null;
  let unknownJobs = 0;

  async function endCurrent() {
    if (!current) return;
    const { name, rows } = current;
    current = null;
    rows.end();
    await finished(rows);
    if (name === JOBS) unknownJobs = await takeOverJobs(client, head);
  }

  return {
    /** A part of a table's rows; the parts of one table come one after another. `false`: the table is nobody's here. */
    async rows(name: string, content: AsyncIterable<Buffer>): Promise<boolean> {
      const table = head.tables.find((one) => one.name === name)!;
      const isJobs = name === JOBS;
      if (!isJobs && !present.has(name)) {
        for await (const _ of content);
        return false;
      }
      if (current?.name !== name) {
        await endCurrent();
        if (isJobs) await client.query(createTemporaryJobs(table.columns));
        const rows = client.query(copyFrom(copyIn(isJobs ? 'archived_jobs' : name, table.columns)));
        rows.on('error', () => {});
        current = { name, rows };
      }
      const { rows } = current;
      for await (const chunk of content) if (!rows.write(chunk)) await once(rows, 'drain');
      return true;
    },
    /** Calls off the rows under way: nothing else can be said on the connection before. */
    abandon() {
      current?.rows.destroy(new Error('abandoned'));
    },
    /** No more rows follow: references are proven, triggers work again. Answers how many jobs this version has no names for. */
    async end(): Promise<number> {
      await endCurrent();
      for (const { name, value, called } of head.sequences)
        await client.query('select setval(to_regclass($1), $2, $3) where to_regclass($1) is not null', [
          name,
          value,
          called,
        ]);
      for (const { definition } of indexes) await client.query(definition);
      for (const { table, name, definition } of [...unique, ...keys])
        await client.query(`alter table ${table} add constraint ${name} ${definition}`);
      for (const name of present) await client.query(`alter table ${name} enable trigger user`);
      return unknownJobs;
    },
  };
}

/** Those that keep no constraint: built at once they cost a fraction of what they cost row by row. */
async function plainIndexes(client: pg.Client): Promise<{ name: string; definition: string }[]> {
  const { rows } = await client.query(`
    select format('%I.%I', n.nspname, c.relname) as name, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'auth') and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
    order by 1`);
  return rows;
}

/** Those of a kind: `f` references, `u` what must be unique. */
async function constraints(
  client: pg.Client,
  kind: 'f' | 'u',
): Promise<{ table: string; name: string; definition: string }[]> {
  const { rows } = await client.query(
    `
    select format('%I.%I', n.nspname, c.relname) as table, quote_ident(k.conname) as name,
      pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = $1 and n.nspname in ('public', 'auth') order by 1, 2`,
    [kind],
  );
  return rows;
}

/** The queue may have other columns by now: what came is read as text, and the columns both know are taken over. */
const createTemporaryJobs = (columns: string[]): string =>
  `create temporary table archived_jobs (${columns.map((column) => `${column} text`).join(', ')}) on commit drop`;

/** A job that was being worked on begins again. Jobs that this version does not have are left out; answers how many. */
async function takeOverJobs(client: pg.Client, head: ArchiveHead): Promise<number> {
  const came = head.tables.find(({ name }) => name === JOBS)!.columns;
  const { rows } = await client.query<{ name: string; type: string }>(`
    select quote_ident(attname) as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = '${JOBS}'::regclass and attnum > 0 and not attisdropped`);
  const shared = rows.filter(({ name }) => came.includes(name));
  const values = shared.map(({ name, type }) =>
    name === 'state' ? `(case when state = 'active' then 'retry' else state end)::${type}` : `${name}::${type}`,
  );
  await client.query(`delete from ${JOBS}`);
  await client.query(`
    insert into ${JOBS} (${shared.map(({ name }) => name).join(', ')})
    select ${values.join(', ')} from archived_jobs where name in (select name from pgboss.queue)`);
  const { rows: left } = await client.query<{ count: number }>(
    'select count(*)::int as count from archived_jobs where name not in (select name from pgboss.queue)',
  );
  return left[0]!.count;
}
