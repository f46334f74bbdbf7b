import pg from 'pg';
import { startupError } from '../process/startup-error.ts';

const VIOLATIONS_SHOWN = 3;

interface Constraint {
  kind: 'c' | 'f';
  table: string;
  /** The condition as PostgreSQL writes it. */
  definition: string;
  condition: string | null;
  columns: string[];
  other: string | null;
  otherColumns: string[];
  key: string[];
}

/**
 * What the operator can mend, in place of PostgreSQL's "violated by some row": how many rows break the constraint and the keys
 * of the first of them, no other values. `null` when the error is not about rows, or they cannot be found. `left` says in which state the
 * database is.
 */
export async function violationOf(
  client: pg.Client,
  error: unknown,
  { migration, left }: { migration: string; left: string },
): Promise<Error | null> {
  if (!(error instanceof pg.DatabaseError) || !error.code?.startsWith('23')) return null;
  const where = [error.table && `the table ${error.table}`, error.constraint].filter(Boolean).join(', ');
  const plain = startupError(
    `Migration ${migration} cannot be carried out: ${error.message}${where ? ` (${where})` : ''}. Mend it and start again; ${left}.`,
    error,
  );
  const constraint = error.constraint && error.table && (await constraintNamed(client, error));
  if (!constraint) return plain;
  const broken = brokenBy(constraint);
  const { rows: found } = await client.query<{ row: string; total: string }>(
    `select ${nameOf(constraint)} as row, count(*) over () as total from ${constraint.table} t where ${broken}
     order by 1 limit ${VIOLATIONS_SHOWN}`,
  );
  if (found.length === 0) return plain;
  const total = Number(found[0]!.total);
  const names = found.map(({ row }) => row).join('; ');
  return startupError(
    `Migration ${migration} cannot be carried out: ${total === 1 ? '1 row' : `${total} rows`} of ${constraint.table} ` +
      `against ${error.constraint}, ${constraint.definition}: ${names}${total > found.length ? '; …' : ''}. ` +
      `Mend them and start again; ${left}.`,
    error,
  );
}

async function constraintNamed(client: pg.Client, { schema, table, constraint }: pg.DatabaseError) {
  const columns = (table: string, numbers: string) =>
    `array(select quote_ident(attname) from unnest(${numbers}) with ordinality as k (number, place)
       join pg_attribute on attrelid = ${table} and attnum = k.number order by place)::text[]`;
  const { rows } = await client.query<Constraint>(
    `select contype as kind, conrelid::regclass::text as table, pg_get_constraintdef(c.oid) as definition,
       pg_get_expr(conbin, conrelid) as condition, ${columns('conrelid', 'conkey')} as columns,
       confrelid::regclass::text as other, ${columns('confrelid', 'confkey')} as "otherColumns",
       coalesce((select ${columns('conrelid', 'i.indkey::int2[]')} from pg_index i
         where i.indrelid = conrelid and i.indisprimary), '{}') as key
     from pg_constraint c join pg_class on pg_class.oid = conrelid join pg_namespace n on n.oid = relnamespace
     where conname = $1 and relname = $2 and nspname = $3 and contype in ('c', 'f')`,
    [constraint, table, schema],
  );
  return rows[0];
}

function brokenBy({ kind, condition, columns, other, otherColumns }: Constraint): string {
  if (kind === 'c') return `not (${condition})`;
  const there = columns.map((column, n) => `o.${otherColumns[n]} = t.${column}`).join(' and ');
  const given = columns.map((column) => `t.${column} is not null`).join(' and ');
  return `${given} and not exists (select from ${other} o where ${there})`;
}

/** A row by its key; without one, by its place in the table. */
const nameOf = ({ key }: Constraint): string =>
  key.length === 0
    ? `'ctid ' || t.ctid::text`
    : key.map((column) => `${pg.escapeLiteral(`${column} `)} || t.${column}::text`).join(` || ', ' || `);
