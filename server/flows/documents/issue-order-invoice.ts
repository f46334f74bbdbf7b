import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Day } from '#domain/day.ts';
import { sumOf, taxLines } from '#domain/documents/amounts.ts';
import { buyerOf } from '#domain/documents/buyer.ts';
import type { Line, MoneyDocument } from '#domain/documents/data.ts';
import { warrantyNumber } from '#domain/documents/kinds.ts';
import { sold as words } from '#domain/documents/paper-copy.ts';
import { receiverOf } from '#domain/fulfilment/receiver.ts';
import { isCompany } from '#domain/fulfilment/rules.ts';
import { WAYS } from '#domain/payments/ways.ts';
import { dinarsAt, isSellerVatPayer, VAT_PERCENT } from '#domain/prices.ts';
import { dayOf } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import {
  emptyDocumentFields,
  type IssuedDocument,
  issueDocument,
  recordIssuedDocument,
} from '../../documents/issue.ts';
import { documents } from '../../documents/schema.ts';
import { currentPaymentRequest, referenceOnPapers } from '../../orders/claims.ts';
import { exchangeRateOfOrder } from '../../orders/rates.ts';
import { orderEvents, orderLines, type orders } from '../../orders/schema.ts';
import type { Actor } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { listOrderInvoices } from './list-order-papers.ts';
import { matchOrderDocuments } from './match-order-documents.ts';

type IssueDeps = Pick<Dependencies, 'queue' | 'config' | 'now'>;
type Order = typeof orders.$inferSelect;

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
        how: WAYS[order.way].onPapers,
        amount: rest,
        reference: await referenceOnPapers(tx, order),
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
  const agreed = order.way === 'transfer' ? (await currentPaymentRequest(tx, order.id))?.amount : undefined;
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
