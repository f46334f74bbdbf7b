import { type SQL, sql } from 'drizzle-orm';

/** A word of the list for the row number `n`; neighbours get words `by` places apart. */
export const pick = (list: readonly string[], by: number): SQL =>
  sql`(string_to_array(${list.join(',')}::text, ','))[1 + (n * ${by}::int) % ${list.length}::int]`;
