import { asc, gt, sql } from 'drizzle-orm';
import type { Database } from '../platform/db.ts';
import { orderCatchUps, orders } from './schema.ts';

/** Orders that are locked at once, for a fraction of a second. */
const AT_ONCE = 500;

/**
 * After an upgrade (decision 180) every order of before is given the facts that it has not, some at a time and each once. When no
 * server of another version lives any more, all are looked at for the last time; in any other minute there is nothing to do.
 */
export async function backfillOrders({ db }: { db: Database }): Promise<void> {
  const asked = await db.select({ at: orderCatchUps.askedAt }).from(orderCatchUps);
  if (asked.length === 0) return;
  // Before the orders are looked at: what a server of before writes afterwards is not seen.
  const [alone] = await db.ask<{ isAlone: boolean }>(
    `select count(distinct migration) <= 1 and (select max(asked_at) < now() - interval '1 minute' from order_catch_ups) as "isAlone"
     from servers where seen_at > now() - interval '20 seconds'`,
  );
  await backfillAllOrders(db);
  if (alone!.isAlone) await db.delete(orderCatchUps);
}

/** All orders, whatever has been done before. */
export async function backfillAllOrders(db: Database): Promise<void> {
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await db
      .select({ id: orders.id })
      .from(orders)
      .where(gt(orders.id, last))
      .orderBy(asc(orders.id))
      .limit(AT_ONCE);
    if (rows.length === 0) return;
    last = rows.at(-1)!.id;
    const ids = rows.map(({ id }) => id);
    await db.transaction((tx) => tx.execute(sql`select catch_up_orders(${sql.param(ids)}::uuid[])`));
  }
}
