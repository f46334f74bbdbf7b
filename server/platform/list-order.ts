import { asc, desc, getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** A list in the order of a column, then of the id. Rows that come and go shift nobody: a page begins after a row, not at a number. */
export function keyset(key: PgColumn, id: PgColumn, direction: 'asc' | 'desc') {
  const way = direction === 'asc' ? asc : desc;
  const afterCursor = sql.raw(direction === 'asc' ? '>' : '<');
  const column = ({ name }: PgColumn) => sql.identifier(name);
  return {
    by: [way(key), way(id)],
    /** What comes after that row; compared inside the database, where times keep their microseconds. */
    after: (row: string | number): SQL =>
      sql`(${key}, ${id}) ${afterCursor} (select o.${column(key)}, o.${column(id)} from ${sql.identifier(getTableName(key.table))} o where o.${column(id)} = ${row})`,
  };
}
