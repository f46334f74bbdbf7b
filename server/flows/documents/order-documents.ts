import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, ne, sql, sum } from 'drizzle-orm';
import type { Day } from '#domain/day.ts';
import { sumOf, taxLines } from '#domain/documents/amounts.ts';
import { buyerOf } from '#domain/documents/buyer.ts';
import type { Line, MoneyDocument } from '#domain/documents/data.ts';
import { warrantyNumber } from '#domain/documents/kinds.ts';
import { sold as words } from '#domain/documents/paper-copy.ts';
import { receiverOf } from '#domain/fulfilment/receiver.ts';
import { isCompany } from '#domain/fulfilment/rules.ts';
import { warrantyUntil } from '#domain/fulfilment/warranty.ts';
import { isUuid } from '#domain/ids.ts';
import { dinarsAt, isSellerVatPayer, VAT_PERCENT } from '#domain/prices.ts';
import { dayOf } from '#domain/time.ts';
import { packages } from '../../advertising/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import {
  DOCUMENT_PAYMENT_METHODS,
  emptyDocumentFields,
  type IssuedDocument,
  issueDocument,
  recordIssuedDocument,
} from '../../documents/issue.ts';
import { documents } from '../../documents/schema.ts';
import { claimOf } from '../../orders/claims.ts';
import { exchangeRateOfOrder } from '../../orders/rates.ts';
import { orderEvents, orderLines, orders } from '../../orders/schema.ts';
import { orderPayments, refunds } from '../../payments/schema.ts';
import type { Actor } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { orderRefunds } from '../../refunds/schema.ts';
import { listPeriodDocuments } from './period-documents.ts';
import { matchDocumentsToMoney } from './reversals.ts';

type IssueDeps = Pick<Dependencies, 'queue' | 'config' | 'now'>;
type Order = typeof orders.$inferSelect;

/** Invoices of an order's devices and what took them back, the oldest first; of packages each period has its own. */
export async function listOrderInvoices(tx: Tx, orderId: string): Promise<IssuedDocument[]> {
  const rows = await tx
    .select()
    .from(documents)
    .where(
      and(
        eq(documents.orderId, orderId),
        isNull(documents.packageId),
        inArray(documents.kind, ['invoice', 'creditNote']),
      ),
    )
    .orderBy(asc(documents.nth));
  // A credit note of an advance is none of these.
  const ids = new Set(rows.map(({ id }) => id));
  return rows.filter(({ kind, citedId }) => kind === 'invoice' || (citedId !== null && ids.has(citedId)));
}

/** What has left of an order, and when; of what was delivered before parcels were recorded neither parcel nor serial numbers are known. */
interface Sent {
  parcel: string | null;
  serials: string[];
  suppliedOn?: Day;
}

/**
 * The invoice of an order's devices, when the first of them leave: at the order's rate, by transfer of what was asked for in the end, less
 * the advances that were invoiced; `null` when it was issued before. What went back before that is credited at once. The caller holds the
 * order.
 */
export async function issueOrderInvoice(
  tx: Tx,
  deps: IssueDeps,
  order: Order,
  { parcel, serials, suppliedOn = dayOf(deps.now()) }: Sent,
  by?: Actor,
): Promise<IssuedDocument | null> {
  if ((await listOrderInvoices(tx, order.id)).length > 0) return null;
  const rate = await exchangeRateOfOrder(tx, order);
  const lines = await linesOf(tx, order, rate, serials);
  const advances = await advancesOf(tx, order.id);
  const rest = sumOf(lines).gross - advances.reduce((sum, { amount }) => sum + amount, 0);
  const forCompany = isCompany(order.delivery);
  const receiver = receiverOf(order.delivery);
  const issued = await issueDocument(
    tx,
    deps,
    {
      ...emptyDocumentFields,
      kind: 'invoice',
      buyer: buyerOf(order.delivery, order.email),
      suppliedOn,
      order: order.number,
      shipment: parcel,
      deliveredTo: order.delivery?.recipientName ? [receiver.name, ...receiver.address] : [],
      rate: order.currency === 'EUR' ? String(rate) : null,
      price: order.currency === 'EUR' ? { amount: order.amount, currency: 'EUR' } : null,
      lines,
      advances,
      paid: order.paidAt && {
        on: (await bookedOnOf(tx, order.id)) ?? dayOf(order.paidAt),
        how: DOCUMENT_PAYMENT_METHODS[order.way],
        amount: rest,
        reference: null,
      },
      consumer: !forCompany,
      warranty: serials.length > 0 ? warrantyNumber(deps.config.documents.series.warranty, order.number, 0) : null,
    },
    {
      orderId: order.id,
      packageId: null,
      profileId: order.profileId,
      price: { amount: order.amount, currency: order.currency },
    },
  );
  await recordIssuedDocument(tx, issued, by);
  await matchOrderDocuments(tx, deps, order.id, 'refund');
  return issued;
}

/** The day on which the money of a card or the rest of a transfer came, which may be days before that was known. */
async function bookedOnOf(tx: Tx, orderId: string): Promise<Day | null> {
  const [paid] = await tx
    .select({ bookedOn: sql<Day | null>`${orderEvents.facts} ->> 'bookedOn'` })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), eq(orderEvents.kind, 'paid')))
    .orderBy(desc(orderEvents.id))
    .limit(1);
  return paid?.bookedOn ?? null;
}

async function linesOf(tx: Tx, order: Order, rate: number, serials: string[]): Promise<Line[]> {
  const bought = await tx
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, order.id))
    .orderBy(asc(orderLines.position));
  // Less than the price where a difference was accepted, as its advance says.
  const agreed = order.way === 'transfer' ? (await claimOf(tx, order.id))?.amount : undefined;
  const grossOf = ({ kind, amount, currency }: (typeof bought)[number]): number => {
    if (kind === 'goods' && agreed !== undefined) return agreed;
    return currency === 'EUR' ? dinarsAt(amount, rate).amount : amount;
  };
  return taxLines(
    bought.map((line) => ({
      name: line.kind === 'goods' ? words.device : line.name,
      note: line.kind === 'goods' ? words.deviceNote : '',
      serials: line.kind === 'goods' ? serials : [],
      quantity: line.quantity,
      unit: 'piece' as const,
      percent: isSellerVatPayer() ? VAT_PERCENT : null,
      gross: grossOf(line),
    })),
  );
}

/** Invoiced when the money came, and not taken back since. */
async function advancesOf(tx: Tx, orderId: string): Promise<MoneyDocument['advances']> {
  const ofOrder = and(eq(documents.orderId, orderId), inArray(documents.kind, ['advance', 'creditNote']));
  const rows = await tx.select().from(documents).where(ofOrder).orderBy(asc(documents.nth));
  return rows
    .filter(({ kind }) => kind === 'advance')
    .map((advance) => {
      const data = advance.data as MoneyDocument;
      const back = rows.filter(({ citedId }) => citedId === advance.id).map((row) => (row.data as MoneyDocument).lines);
      const [whole, taken] = [sumOf(data.lines), sumOf(back.flat())];
      return {
        number: advance.number,
        receivedOn: data.paid?.on ?? data.issuedOn,
        amount: whole.gross - taken.gross,
        tax: whole.tax - taken.tax,
      };
    })
    .filter(({ amount }) => amount > 0);
}

/** Papers of an order that was paid in dinars: the invoice and what took it back, and before there is one the same of its advance. */
export async function listDinarOrderDocuments(tx: Tx, orderId: string): Promise<IssuedDocument[]> {
  const invoiced = await listOrderInvoices(tx, orderId);
  if (invoiced.length > 0) return invoiced;
  const ofOrder = and(eq(documents.orderId, orderId), inArray(documents.kind, ['advance', 'creditNote']));
  // Of months paid ahead those that began have papers of their own.
  return tx
    .select()
    .from(documents)
    .where(and(ofOrder, isNull(documents.packageId)))
    .orderBy(asc(documents.nth));
}

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
export async function creditUnpaid(tx: Tx, deps: IssueDeps, orderId: string): Promise<void> {
  await matchDocumentsToMoney(tx, deps, await listOrderInvoices(tx, orderId), { left: 0 }, 'refused');
}

/** What was credited because nobody took it is with its buyer after all: it is invoiced again. Nothing where it never was. */
export async function invoiceAgain(tx: Tx, deps: IssueDeps, order: Order): Promise<void> {
  await matchDocumentsToMoney(tx, deps, await listOrderInvoices(tx, order.id), { left: order.amount }, 'refused');
}

/** A device under warranty, since the day that it counts from. */
interface Guaranteed {
  serial: string;
  since: Day;
}

/**
 * The warranty of the devices of one parcel. With the first one of a device it travels with the invoice it names; of what took the place
 * of another it travels alone (`isExchange`).
 */
export async function issueWarranty(
  tx: Tx,
  deps: IssueDeps,
  order: Order,
  devices: readonly Guaranteed[],
  { isExchange = false } = {},
): Promise<IssuedDocument> {
  const invoice = (await listOrderInvoices(tx, order.id)).findLast(({ kind }) => kind === 'invoice');
  const issued = await issueDocument(
    tx,
    deps,
    {
      kind: 'warranty',
      buyer: buyerOf(order.delivery, order.email),
      order: order.number,
      invoice: invoice?.number ?? null,
      deliveredOn: devices.map(({ since }) => since).sort()[0]!,
      devices: devices.map(({ serial, since }) => ({ name: words.device, serial, until: warrantyUntil(since) })),
    },
    {
      orderId: order.id,
      packageId: null,
      profileId: order.profileId,
      ...(invoice && !isExchange ? { citedId: invoice.id } : {}),
      price: { amount: 0, currency: order.currency },
    },
  );
  await recordIssuedDocument(tx, issued);
  return issued;
}
