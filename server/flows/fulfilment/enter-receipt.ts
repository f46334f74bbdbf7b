import { and, eq, ne, sql } from 'drizzle-orm';
import { type FiscalKind, fiscalKindsFor, isCompany, readFiscalNumber } from '#domain/fulfilment/rules.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { fiscalReceipts, shipments } from '../../fulfilment/schema.ts';
import { enterOrderEvent } from '../../orders/events.ts';
import { orderEvents, orders } from '../../orders/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { lockOrder } from './parcels.ts';

/**
 * The number of what the company's own fiscal device or SEF issued for an order, once its devices are packed. The same again changes
 * nothing; another one takes its place until something has left, unless it is not the one that was seen.
 */
export async function enterReceipt(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  {
    order: id,
    kind,
    number: typed,
    over,
  }: { order: string; kind: FiscalKind; number: string; over?: string | null | undefined },
): Promise<void> {
  const order = await lockOrder(tx, id);
  if (!fiscalKindsFor(isCompany(order.delivery)).includes(kind)) throw refuse('RECEIPT_KIND');
  const number = readFiscalNumber(kind, typed);
  if (number === null) throw refuse('RECEIPT_WRONG');
  const [earlier] = await tx.select().from(fiscalReceipts).where(eq(fiscalReceipts.orderId, id));
  if (earlier?.kind === kind && earlier.number === number) return;
  const parcels = await tx.select({ state: shipments.state }).from(shipments).where(eq(shipments.orderId, id));
  const live = parcels.filter(({ state }) => state !== 'cancelled');
  if (live.length === 0) throw refuse('RECEIPT_TOO_EARLY');
  if (earlier && live.some(({ state }) => state !== 'packed')) throw refuse('RECEIPT_STAYS');
  if (over !== undefined && (earlier?.number ?? null) !== over) throw refuse('RECEIPT_CHANGED');

  const row = { kind, number, enteredBy: actor.id, enteredAt: deps.now() };
  if (number !== '') await refuseUsed(tx, id, kind, number);
  await tx
    .insert(fiscalReceipts)
    .values({ orderId: id, ...row })
    .onConflictDoUpdate({ target: fiscalReceipts.orderId, set: row });
  const said = `${kind}:${number}`;
  const times = await tx.$count(orderEvents, and(eq(orderEvents.orderId, id), eq(orderEvents.kind, 'receipt_entered')));
  await enterOrderEvent(tx, deps.now(), actor, id, {
    kind: 'receipt_entered',
    reference: times === 0 ? said : `${said}/${times + 1}`,
    facts: { kind, number },
  });
  await record(tx, actor, {
    action: 'fulfilment.receipt-entered',
    on: { kind: 'order', id },
    before: earlier && { kind: earlier.kind, number: earlier.number },
    after: { kind, number },
  });
}

/** A number belongs to one order; whoever enters it for another one at the same moment waits for the table. */
async function refuseUsed(tx: Tx, id: string, kind: FiscalKind, number: string): Promise<void> {
  await tx.execute(sql`lock table ${fiscalReceipts} in share row exclusive mode`);
  const [used] = await tx
    .select({ order: orders.number })
    .from(fiscalReceipts)
    .innerJoin(orders, eq(orders.id, fiscalReceipts.orderId))
    .where(and(eq(fiscalReceipts.kind, kind), eq(fiscalReceipts.number, number), ne(fiscalReceipts.orderId, id)));
  if (used) throw refuse('RECEIPT_USED', { order: used.order });
}
