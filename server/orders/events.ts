import { sql } from 'drizzle-orm';
import type { EventFacts, OrderEventKind } from '#domain/orders/events.ts';
import type { Actor } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';

export interface NewOrderEvent {
  kind: OrderEventKind;
  facts?: EventFacts;
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
  const { rows } = await tx.execute<{ isNew: boolean }>(sql`
    select enter_order_event(${orderId}::uuid, ${moment.toISOString()}::timestamptz, ${kind}, ${actor.id},
      ${JSON.stringify(facts)}::jsonb, ${reference}) as "isNew"`);
  return rows[0]!.isNew;
}
