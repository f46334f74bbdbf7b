import { sql } from 'drizzle-orm';
import { dayOf } from '#domain/time.ts';
import type { Dependencies } from '../dependencies.ts';
import type { DatabaseOrTransaction } from '../platform/db.ts';
import { BOOK_LOCK, enterDays } from './enter-days.ts';

const DIFFERENCES_SHOWN = 100;

/** Where days, their plays, the book and statements differ: nothing, unless the program is wrong. */
export async function findRewardDifferences(db: DatabaseOrTransaction): Promise<string[]> {
  const { rows } = await db.execute<{ difference: string }>(
    sql`select what || ' ' || id as difference from reward_differences order by 1 limit ${DIFFERENCES_SHOWN}`,
  );
  return rows.map(({ difference }) => difference);
}

/** Once a night: days that are over are entered, then everything is compared. What it finds is kept and stops the closing of the month. */
export async function proveRewards({ db, now, log }: Dependencies): Promise<void> {
  await db.transaction((tx) => enterDays(tx, now()), { lock: BOOK_LOCK });
  const differences = await findRewardDifferences(db);
  if (differences.length > 0) log.error({ differences }, 'rewards do not add up');
  await db.execute(sql`
    insert into reward_proofs (day, proven_at, differences) values (${dayOf(now())}, ${now()}, ${sql.param(differences)}::text[])
    on conflict (day) do update set proven_at = excluded.proven_at, differences = excluded.differences`);
}
