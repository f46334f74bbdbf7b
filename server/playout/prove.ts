import { sql } from 'drizzle-orm';
import type { Dependencies } from '../dependencies.ts';

/** Looks once a day whether the raw rows, their sums, the reservations and the ledger say the same; what it finds is kept. */
export async function proveUnits({ db, now, log }: Dependencies): Promise<void> {
  const { rows } = await db.execute<{ difference: string }>(
    sql`select what || ' ' || id as difference from unit_differences order by 1 limit 100`,
  );
  const differences = rows.map(({ difference }) => difference);
  if (differences.length > 0) log.error({ differences }, 'units of adverts do not add up');
  const day = now().toISOString().slice(0, 10);
  await db.execute(sql`
    insert into unit_proofs (day, proven_at, differences) values (${day}, ${now()}, ${sql.param(differences)}::text[])
    on conflict (day) do update set proven_at = excluded.proven_at, differences = excluded.differences`);
}
