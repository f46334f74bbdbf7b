import { and, eq, inArray, isNotNull, notInArray } from 'drizzle-orm';
import { dinarsAt } from '#domain/prices.ts';
import type { Dependencies } from '../../dependencies.ts';
import { shipments } from '../../fulfilment/schema.ts';
import { exchangeRateOfOrder } from '../../orders/rates.ts';
import { orderClaims } from '../../orders/schema.ts';
import type { DatabaseOrTransaction, Tx } from '../../platform/db.ts';
import type { OrderRow } from './parcels.ts';

/** What the courier collects for each of these orders, in para; those that were paid ahead are not among them. */
export async function amountsToCollect(
  db: DatabaseOrTransaction,
  found: readonly OrderRow[],
): Promise<Map<string, number>> {
  const due = found.filter(({ way, paymentState }) => way === 'cash_on_delivery' && paymentState === 'due');
  const claims = await db
    .select()
    .from(orderClaims)
    .where(
      and(
        inArray(
          orderClaims.orderId,
          due.map(({ id }) => id),
        ),
        eq(orderClaims.state, 'live'),
      ),
    );
  const collected = new Map<string, number>();
  for (const { orderId, amount, currency } of claims) {
    const order = due.find(({ id }) => id === orderId)!;
    collected.set(orderId, currency === 'EUR' ? dinarsAt(amount, await exchangeRateOfOrder(db, order)).amount : amount);
  }
  return collected;
}

/** What one more parcel of an order carries to be collected: all that is due, unless another live parcel collects it. */
export async function collectionOfNextParcel(tx: Tx, { config }: Pick<Dependencies, 'config'>, order: OrderRow) {
  const amount = (await amountsToCollect(tx, [order])).get(order.id);
  if (!amount) return {};
  const isCollected = await tx.$count(
    shipments,
    and(
      eq(shipments.orderId, order.id),
      isNotNull(shipments.collectAmount),
      notInArray(shipments.state, ['cancelled', 'refused', 'returned', 'lost', 'damaged']),
    ),
  );
  return isCollected > 0 ? {} : { collectAmount: amount, collectAccount: config.transfer.account };
}
