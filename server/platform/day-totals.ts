import { type SQL, sql } from 'drizzle-orm';
import { dayTotals } from './day-totals.schema.ts';
import type { Database } from './db.ts';
import type { Log } from './log/log.ts';

const KEY = sql`list, day, kind, state, currency`;
const VALUES = sql`count, amount, refunded`;

/** All lines of one day, kind and state become one. In one statement, so that the sums are right at every moment. */
export async function foldDayTotals(db: Pick<Database, 'execute'>): Promise<void> {
  await db.execute(sql`
    with several as (select ${KEY} from ${dayTotals} group by ${KEY} having count(*) > 1),
      gone as (delete from ${dayTotals} where (${KEY}) in (select ${KEY} from several) returning *)
    insert into ${dayTotals} (${KEY}, ${VALUES})
    select ${KEY}, ${sumOfValues} from gone group by ${KEY} having sum(count) <> 0 or sum(amount) <> 0 or sum(refunded) <> 0`);
}

/**
 * Compares the totals with the rows, in one statement and so at one moment. What differs is corrected by a line more, and is an
 * error to be looked into: somebody wrote past the triggers, or they are wrong.
 */
export async function proveDayTotals({
  db,
  log,
}: {
  db: Pick<Database, 'execute'>;
  log: Pick<Log, 'error'>;
}): Promise<void> {
  const difference = (name: string): SQL =>
    sql`coalesce(counted.${sql.raw(name)}, 0) - coalesce(kept.${sql.raw(name)}, 0) as ${sql.raw(name)}`;
  const { rows } = await db.execute(sql`
    with kept as (select ${KEY}, ${sumOfValues} from ${dayTotals} group by ${KEY}),
      differences as (
        select ${KEY}, ${difference('count')}, ${difference('amount')}, ${difference('refunded')}
        from counted_day_totals counted full join kept using (${KEY}))
    insert into ${dayTotals} (${KEY}, ${VALUES})
    select ${KEY}, ${VALUES} from differences where (${VALUES}) <> (0, 0, 0) returning *`);
  if (rows.length > 0)
    log.error({ corrected: rows.slice(0, 20), lines: rows.length }, 'day totals were not those of the rows');
}

const sumOfValues = sql`sum(count)::bigint as count, sum(amount)::bigint as amount, sum(refunded)::bigint as refunded`;
