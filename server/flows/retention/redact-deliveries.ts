import { and, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { FulfilmentState, PaymentState } from '#domain/order-states.ts';
import { exchanges } from '../../fulfilment/schema.ts';
import { orders } from '../../orders/schema.ts';
import type { Tx } from '../../platform/db.ts';

/** Paid, or to be paid to whoever brings it. */
const IS_OWED: PaymentState[] = ['paid', 'part_refunded', 'settled', 'due', 'collected'];
const IS_UNDER_WAY: FulfilmentState[] = [
  'new',
  'packed',
  'handed_over',
  'in_transit',
  'refused',
  'returned',
  'lost',
  'damaged',
];

/** Whether devices of an order are still to come to its buyer, bought ones or another in the place of a faulty one that is here. */
const isToArriveCondition = sql<boolean>`(${inArray(orders.fulfilmentState, IS_UNDER_WAY)} and ${inArray(orders.paymentState, IS_OWED)}
  or exists (select from ${exchanges} where ${exchanges.orderId} = ${orders.id}
    and ${inArray(exchanges.state, ['ready', 'packed', 'sent'])}))`;

/** What stays of a delivery when its buyer is erased: where devices that are to come are sent, until they have come. */
export const keptDelivery = sql`case when ${isToArriveCondition} then ${orders.delivery} end`;

/** Of orders of people who are gone: once nothing is to come any more, nobody knows where it went. */
export async function redactDeliveries(tx: Tx): Promise<void> {
  await tx
    .update(orders)
    .set({ delivery: null })
    .where(and(isNull(orders.profileId), isNotNull(orders.delivery), sql`${isToArriveCondition} is not true`));
}
