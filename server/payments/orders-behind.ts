import { sql } from 'drizzle-orm';
import { subscriptions } from '../advertising/schema.ts';
import { orders } from '../orders/schema.ts';
import type { DatabaseOrTransaction } from '../platform/db.ts';
import { checkouts, orderPayments, refunds } from './schema.ts';

interface OrderBehind {
  number: number;
  email: string;
}

/** The orders behind what the provider calls by these ids: payment pages, invoices, subscriptions, refunds and disputes. */
export async function ordersBehind(
  db: DatabaseOrTransaction,
  objectIds: readonly (string | null)[],
): Promise<Map<string, OrderBehind>> {
  const wanted = [...new Set(objectIds)].filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  // A dispute has a row among the refunds, too.
  const { rows } = await db.execute<{ object: string; number: string; email: string }>(sql`
    select object, number, email
    from unnest(${sql.param(wanted)}::text[]) object
    join ${orders} on id = coalesce(
      (select order_id from ${orderPayments}
       where key = coalesce((select payment_key from ${refunds} where id = object), object)),
      (select order_id from ${checkouts} where id = object),
      (select order_id from ${subscriptions} where id = object))`);
  return new Map(rows.map(({ object, number, email }) => [object, { number: Number(number), email }]));
}
