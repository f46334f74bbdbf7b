import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import type { ListedDocument } from '#domain/documents/contract.ts';
import { lateInvoiceObstacle } from '#domain/documents/issued-late.ts';
import { shipmentKey } from '#domain/fulfilment/shipment.ts';
import { WAYS } from '#domain/payments/ways.ts';
import { refuse } from '#domain/refuse.ts';
import { dayOf } from '#domain/time.ts';
import { packages } from '../../advertising/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { IssuedDocument } from '../../documents/issue.ts';
import { listed } from '../../documents/listed.ts';
import { shipmentDevices, shipments } from '../../fulfilment/schema.ts';
import { orders } from '../../orders/schema.ts';
import type { Actor } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { issueOrderInvoice } from './issue-order-invoice.ts';
import { listOrderInvoices } from './list-order-papers.ts';
import { cardPeriodTerms, issuePeriodInvoice, listPeriodDocuments, matchPeriodDocuments } from './period-documents.ts';
import { mailDocument } from './send-document.ts';

type IssueDeps = Pick<Dependencies, 'queue' | 'config' | 'now'>;
type Order = typeof orders.$inferSelect;

/**
 * A person issues the invoice of what was sold before there were any: of today, at the rate of the day of the sale, and what went back
 * since is credited at once. It is mailed. Asked again, also by two at once, it is the same one.
 */
export async function issueMissingInvoice(
  tx: Tx,
  deps: IssueDeps,
  actor: Actor,
  asked: { order: number } | { period: string },
): Promise<ListedDocument> {
  return listed('order' in asked ? await ofOrder(tx, deps, actor, asked) : await ofPeriod(tx, deps, actor, asked));
}

async function ofOrder(tx: Tx, deps: IssueDeps, actor: Actor, asked: { order: number }): Promise<IssuedDocument> {
  const [order] = await tx.select().from(orders).where(eq(orders.number, asked.order)).for('update');
  if (!order) throw refuse('ORDER_GONE');
  const [known] = await listOrderInvoices(tx, order.id);
  if (known) return known;
  const why = lateInvoiceObstacle(order);
  if (why) throw refuse('DOCUMENT_NOT_ISSUED', { why });
  const issued = (await issueOrderInvoice(tx, deps, order, await sentOf(tx, order), actor))!;
  await mailDocument(tx, deps, order, issued);
  return issued;
}

/** What has left of the order's devices; where they are in the place of others is no matter of the invoice. */
async function sentOf(tx: Tx, order: Order) {
  const parcels = await tx
    .select()
    .from(shipments)
    .where(
      and(
        eq(shipments.orderId, order.id),
        ne(shipments.kind, 'exchange'),
        inArray(shipments.state, ['handed_over', 'in_transit', 'delivered']),
      ),
    )
    .orderBy(asc(shipments.n));
  const devices = await tx
    .select({ serial: shipmentDevices.serial })
    .from(shipmentDevices)
    .innerJoin(shipments, eq(shipments.id, shipmentDevices.shipmentId))
    .where(
      inArray(
        shipments.id,
        parcels.map(({ id }) => id),
      ),
    )
    .orderBy(asc(shipments.n), asc(shipmentDevices.position));
  const first = parcels[0]!;
  return {
    parcel: first.courier === 'before_records' ? null : shipmentKey(order.number, first.n),
    serials: devices.map(({ serial }) => serial),
    suppliedOn: dayOf(first.deliveredAt ?? first.createdAt),
  };
}

async function ofPeriod(tx: Tx, deps: IssueDeps, actor: Actor, asked: { period: string }): Promise<IssuedDocument> {
  const [found] = await tx.select({ orderId: packages.orderId }).from(packages).where(eq(packages.id, asked.period));
  if (!found?.orderId) throw refuse('ORDER_GONE');
  const [order] = await tx.select().from(orders).where(eq(orders.id, found.orderId)).for('update');
  const [period] = await tx.select().from(packages).where(eq(packages.id, asked.period));
  if (!order) throw refuse('ORDER_GONE');
  const [known] = await listPeriodDocuments(tx, period!.id);
  if (known) return known;
  if (period!.refunded >= period!.amount) throw refuse('DOCUMENT_NOT_ISSUED', { why: 'returned' });
  const soldOn = dayOf(period!.createdAt);
  const agreed = await cardPeriodTerms(tx, period!, soldOn);
  const paid = { ...agreed.paid!, how: WAYS[order.way].onPapers };
  const issued = await issuePeriodInvoice(tx, deps, order, period!, { ...agreed, paid }, actor);
  await matchPeriodDocuments(tx, deps, period!.paymentKey, 'refund');
  await mailDocument(tx, deps, order, issued);
  return issued;
}
