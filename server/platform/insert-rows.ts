import { getTableColumns, is, SQL, sql } from 'drizzle-orm';
import { type PgColumn, PgJsonb, type PgTable } from 'drizzle-orm/pg-core';
import type { Reader, Tx } from './db.ts';

interface Wishes<Key> {
  /** A row whose value in this unique column is there already is left out. */
  unlessKnown?: PgColumn;
  returning?: readonly Key[];
}

/**
 * Inserts many rows as one parameter. The statement reads the same for two rows as for two hundred, so PostgreSQL keeps
 * it prepared and it takes one round trip. Missing values take the column's default, identities their number,
 * computed columns what is computed; not for bytea. Answers with the rows written, in their order.
 */
export async function insertRows<Table extends PgTable, Key extends string & keyof Table['$inferSelect'] = never>(
  tx: Tx | Reader,
  table: Table,
  rows: Table['$inferInsert'][],
  { unlessKnown, returning = [] }: Wishes<Key> = {},
): Promise<Pick<Table['$inferSelect'], Key>[]> {
  if (rows.length === 0) return [];
  const columns: Record<string, PgColumn> = Object.fromEntries(
    Object.entries(getTableColumns(table)).filter(([, column]) => !column.generated),
  );
  const plain = rows.map((row: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(columns).map(([key, column]) => {
        const value = row[key] ?? null;
        return [column.name, value === null || is(column, PgJsonb) ? value : column.mapToDriverValue(value)];
      }),
    ),
  );
  const names = Object.values(columns).map(({ name }) => sql.identifier(name));
  const values = Object.values(columns).map((column) => {
    const value = sql`r.${sql.identifier(column.name)}`;
    if (column.default === undefined) return value;
    const otherwise = is(column.default, SQL) ? column.default : sql.param(column.default, column);
    return sql`coalesce(${value}, ${otherwise})`;
  });
  const written = await tx.execute<Record<string, unknown>>(sql`
    insert into ${table} (${sql.join(names, sql`, `)}) overriding user value
    select ${sql.join(values, sql`, `)}
    from jsonb_populate_recordset(null::${table}, (${JSON.stringify(plain)}::text)::jsonb) with ordinality r
    order by r.ordinality
    ${unlessKnown ? sql`on conflict (${sql.identifier(unlessKnown.name)}) do nothing` : sql``}
    ${
      returning.length > 0
        ? sql`returning ${sql.join(
            returning.map((key) => sql.identifier(columns[key]!.name)),
            sql`, `,
          )}`
        : sql``
    }`);
  return written.map(
    (row) =>
      Object.fromEntries(
        returning.map((key) => {
          const column = columns[key]!;
          const value = row[column.name];
          return [key, value === null ? null : column.mapFromDriverValue(value)];
        }),
      ) as Pick<Table['$inferSelect'], Key>,
  );
}
