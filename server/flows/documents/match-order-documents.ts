import { and, asc, eq, gt, isNotNull, ne, sql, sum } from 'drizzle-orm';
import { isUuid } from '#domain/ids.ts';
import { packages } from '../../advertising/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { IssuedDocument } from '../../documents/issue.ts';
import { documents } from '../../documents/schema.ts';
import { orders } from '../../orders/schema.ts';
import { orderPayments, refunds } from '../../payments/schema.ts';
import type { Tx } from '../../platform/db.ts';
import { orderRefunds } from '../../refunds/schema.ts';
import { listDinarOrderDocuments, listOrderInvoices } from './list-order-papers.ts';
import { listPeriodDocuments } from './period-documents.ts';
import { matchDocumentsToMoney } from './reversals.ts';

type IssueDeps = Pick<Dependencies, 'queue' | 'config' | 'now'>;
type Order = typeof orders.$inferSelect;

/** Papers about all periods of an order, the oldest first; a special package has one. */
const papersOfPeriods = (tx: Tx, orderId: string): Promise<IssuedDocument[]> =>
  tx
    .select()
    .from(documents)
    .where(and(eq(documents.orderId, orderId), isNotNull(documents.packageId)))
    .orderBy(asc(documents.nth));

/** What the terms gave back, by transfer, of months that began, and have invoices of their own. */
const backOfPeriods = (tx: Tx, orderId: string) =>
  tx
    .select({ packageId: packages.id, amount: sum(orderRefunds.periodAmount).mapWith(Number) })
    .from(orderRefunds)
    .innerJoin(packages, eq(packages.paymentKey, orderRefunds.periodKey))
    .where(and(eq(orderRefunds.orderId, orderId), eq(orderRefunds.way, 'account'), eq(orderRefunds.state, 'done')))
    .groupBy(packages.id);

/** What came in dinars for an order that was not paid by card, and what of it went back; `null` of one by card, and while nothing came. */
async function cameInDinars(tx: Tx, orderId: string): Promise<{ came: number; back: number } | null> {
  const gone = sql`(select coalesce(sum(${refunds.amount}), 0) from ${refunds}
    where ${refunds.paymentKey} = ${orderPayments.key} and ${refunds.succeeded})`;
  const [row] = await tx
    .select({ came: sql<string | null>`sum(${orderPayments.amount})`, back: sql<string | null>`sum(${gone})` })
    .from(orderPayments)
    .where(and(eq(orderPayments.orderId, orderId), eq(orderPayments.isSurplus, false), ne(orderPayments.way, 'card')));
  return row!.came === null ? null : { came: Number(row!.came), back: Number(row!.back) };
}

/** A request of the desk that is being settled, and whether its money goes back for good. */
export interface SettledRequest {
  id: string | null;
  stands: boolean;
}

/** What labels have taken off what went back of an order, in minor units of its payment. */
export async function sumReturnLabelPrices(tx: Tx, orderId: string, now?: SettledRequest): Promise<number> {
  const rows = await tx
    .select()
    .from(orderRefunds)
    .where(and(eq(orderRefunds.orderId, orderId), gt(orderRefunds.labelPrice, 0)));
  return rows
    .filter(({ id, state }) => (id === now?.id ? now.stands : state === 'done'))
    .reduce((sum, { labelPrice }) => sum + labelPrice, 0);
}

/**
 * What papers say is left when so much is left of the money: all of it where that is what labels took off, whatever they say was sold.
 * Less may have come than they say, because a difference was accepted.
 */
export const leftInDinars = ({ sold, rest, labels }: { sold: number; rest: number; labels: number }): number =>
  rest <= labels ? rest : sold;

const serialsOf = async (tx: Tx, now: SettledRequest | undefined): Promise<string[]> => {
  if (!now?.id || !now.stands || !isUuid(now.id)) return [];
  const [row] = await tx.select().from(orderRefunds).where(eq(orderRefunds.id, now.id));
  return row?.serials ?? [];
};

/**
 * Credits what went back of an order's devices, of months of a package that were paid ahead, or of a special package by transfer, and
 * invoices again what came back after that. Nothing while nothing was invoiced. Answers with what it issues.
 */
export async function matchOrderDocuments(
  tx: Tx,
  deps: IssueDeps,
  orderId: string,
  why: 'refund' | 'dispute',
  now?: SettledRequest,
): Promise<IssuedDocument[]> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (!order) return [];
  const dinars = await cameInDinars(tx, orderId);
  // Periods by card are credited one by one. Of an order that no card paid, a card's money goes back that paid nothing of it.
  if (dinars === null && (order.kind !== 'device' || order.way !== 'card')) return [];
  const back = { labels: await sumReturnLabelPrices(tx, orderId, now), serials: await serialsOf(tx, now) };
  if (dinars === null) {
    const left = order.amount - order.refunded;
    return matchDocumentsToMoney(tx, deps, await listOrderInvoices(tx, orderId), { left, ...back }, why);
  }
  const papers = await (order.kind === 'special' ? papersOfPeriods : listDinarOrderDocuments)(tx, orderId);
  const sold = papers[0]?.gross ?? 0;
  const began = await backOfPeriods(tx, orderId);
  const ofPeriods = began.reduce((sum, { amount }) => sum + amount, 0);
  const rest = dinars.came - dinars.back;
  const left =
    ofPeriods > 0
      ? sold - dinars.back + ofPeriods
      : leftInDinars({ sold: sold - dinars.back, rest, labels: back.labels });
  const issued = await matchDocumentsToMoney(tx, deps, papers, { left, ...back, by: 'gross' }, why);
  for (const { packageId, amount } of began) {
    const own = await listPeriodDocuments(tx, packageId);
    const left = (own[0]?.gross ?? 0) - amount;
    issued.push(...(await matchDocumentsToMoney(tx, deps, own, { left, by: 'gross' }, why)));
  }
  return issued;
}

/** Credits the invoice of devices that were not taken at the door, and so not paid. */
export async function creditUntakenOrder(tx: Tx, deps: IssueDeps, orderId: string): Promise<void> {
  await matchDocumentsToMoney(tx, deps, await listOrderInvoices(tx, orderId), { left: 0 }, 'refused');
}

/** What was credited because nobody took it is with its buyer after all: it is invoiced again. Nothing where it never was. */
export async function invoiceAgain(tx: Tx, deps: IssueDeps, order: Order): Promise<void> {
  await matchDocumentsToMoney(tx, deps, await listOrderInvoices(tx, order.id), { left: order.amount }, 'refused');
}
