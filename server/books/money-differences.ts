import type { Database } from '../platform/db.ts';

const DIFFERENCES_SHOWN = 20;

/** Facts about the same money that contradict one another (the view `money_differences`): at most twenty, as sentences with an id. */
export async function findMoneyDifferences(db: Pick<Database, 'ask'>): Promise<{ found: string[]; total: number }> {
  const rows = await db.ask<{ difference: string; total: number }>(
    `select what || ' ' || id as difference, count(*) over ()::int as total
     from money_differences order by 1 limit ${DIFFERENCES_SHOWN}`,
  );
  return { found: rows.map(({ difference }) => difference), total: rows[0]?.total ?? 0 };
}
