import { eq, sql } from 'drizzle-orm';
import type { OrderStatus } from '#domain/order-states.ts';
import { announcementsOfEvent } from '#domain/orders/announced.ts';
import type { OrderEventFacts, OrderEventKind } from '#domain/orders/events.ts';
import { announceToWebhooks, webhookEndpointExistsCondition } from '../platform/announce-to-webhooks.ts';
import type { Actor } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { orders } from './schema.ts';

export interface NewOrderEvent {
  kind: OrderEventKind;
  facts?: OrderEventFacts;
  /** Of what it is: the payment, the refund, the parcel. Of a kind and a reference there is one. */
  reference?: string;
}

/**
 * Writes what happened to an order, in the transaction of what caused it and after the facts it is about, and brings the order's
 * states to what its facts say (`order_states`). The caller holds the order's lock. `false`: it was written before.
 */
export async function enterOrderEvent(
  tx: Tx,
  moment: Date,
  actor: Actor,
  orderId: string,
  { kind, facts = {}, reference = '' }: NewOrderEvent,
): Promise<boolean> {
  // The row is read as it was before: what the function changes is seen by the next statement.
  const { rows } = await tx.execute<{ isNew: boolean; hasEndpoint: boolean; number: string; was: OrderStatus }>(sql`
    select number, status as was, ${webhookEndpointExistsCondition} as "hasEndpoint",
      enter_order_event(id, ${moment.toISOString()}::timestamptz, ${kind}, ${actor.id},
        ${JSON.stringify(facts)}::jsonb, ${reference}, ${actor.key?.id ?? null}::uuid, ${actor.key?.name ?? null}) as "isNew"
    from orders where id = ${orderId}::uuid`);
  const { isNew, hasEndpoint, number, was } = rows[0]!;
  if (isNew && hasEndpoint) {
    const [now] = await tx
      .select({ is: orders.status, version: orders.version })
      .from(orders)
      .where(eq(orders.id, orderId));
    const { is, version } = now!;
    const told = announcementsOfEvent({ kind, reference, number: Number(number), was, is });
    await announceToWebhooks(
      tx,
      moment,
      told.map((one) => ({ ...one, version })),
    );
  }
  return isNew;
}

/** Of a call, named `call` in the statement: nobody took it back. */
export const callNotUndoneCondition = (call: 'said' | 'later') => sql`not exists (select from order_events undone
  where undone.order_id = ${sql.raw(call)}.order_id and undone.kind = 'call_undone'
    and undone.reference = ${sql.raw(call)}.reference)`;

/** Brings the order's states to what its facts say, where one changed of which no event is written. The caller holds the order's lock. */
export async function refreshOrder(tx: Tx, moment: Date, orderId: string): Promise<void> {
  await tx.execute(sql`select refresh_order(${orderId}::uuid, ${moment.toISOString()}::timestamptz, false)`);
}
