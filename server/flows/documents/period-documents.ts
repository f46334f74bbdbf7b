import { asc, eq } from 'drizzle-orm';
import { packageTitle } from '#domain/advertising/package-title.ts';
import { productNamed } from '#domain/catalogue/catalogue.ts';
import type { Day } from '#domain/day.ts';
import { shareOfLines, taxLines } from '#domain/documents/amounts.ts';
import { buyerOf } from '#domain/documents/buyer.ts';
import type { Line, MoneyDocument } from '#domain/documents/data.ts';
import { sold as words } from '#domain/documents/paper-copy.ts';
import { dinarsAt, isSellerVatPayer, VAT_PERCENT } from '#domain/prices.ts';
import { dayOf, formatDate, startOfDay } from '#domain/time.ts';
import { packages } from '../../advertising/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import {
  emptyDocumentFields,
  type IssuedDocument,
  issueDocument,
  recordIssuedDocument,
} from '../../documents/issue.ts';
import { documents } from '../../documents/schema.ts';
import { exchangeRateOn } from '../../orders/rates.ts';
import type { orders } from '../../orders/schema.ts';
import { type Actor, systemActor } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { matchDocumentsToMoney } from './reversals.ts';

type IssueDeps = Pick<Dependencies, 'queue' | 'config' | 'now'>;
type Order = typeof orders.$inferSelect;
type Period = typeof packages.$inferSelect;

/** What was agreed of a period: the rate and the dinars of a transfer, of which an advance may have been paid and papered before. */
export interface AgreedPeriod {
  rate: number | null;
  /** Para. */
  gross: number;
  /** Of a month that was paid ahead with others: what all of them come to, and those before it. */
  partOf?: { gross: number; before: number };
  /** The calendar day on which it begins. */
  from: Day;
  /** Where that is not the day of the invoice. */
  suppliedOn?: Day;
  paid: MoneyDocument['paid'];
  /** What was papered before, of these lines. */
  advances: (lines: readonly Line[]) => MoneyDocument['advances'];
}

/**
 * The invoice of a paid period, in the transaction that enters it. The period names it from then on; mails about the period wait for its
 * PDF. The caller has locked the order.
 */
export async function issuePeriodInvoice(
  tx: Tx,
  deps: IssueDeps,
  order: Order,
  period: Period,
  { rate, gross, partOf, from, suppliedOn = dayOf(deps.now()), paid, advances }: AgreedPeriod,
  by: Actor = systemActor,
): Promise<IssuedDocument> {
  const { amount } = period;
  const isEuro = period.currency === 'EUR';
  const isSpecial = productNamed(period.packageName)?.kind === 'special';
  const title = packageTitle(period.packageName);
  const whole = taxLines([
    {
      name: isSpecial ? words.special(title) : words.package(title),
      note: period.periodEnd ? words.period(formatDate(startOfDay(from)), formatDate(period.periodEnd)) : '',
      serials: [],
      quantity: 1,
      unit: isSpecial ? ('piece' as const) : ('month' as const),
      percent: isSellerVatPayer() ? VAT_PERCENT : null,
      gross: partOf?.gross ?? gross,
    },
  ]);
  const lines = partOf ? shareOfLines(whole, { before: partOf.before, gross }) : whole;
  const issued = await issueDocument(
    tx,
    deps,
    {
      ...emptyDocumentFields,
      kind: 'invoice',
      buyer: buyerOf(order.delivery, order.email),
      suppliedOn,
      order: order.number,
      rate: rate === null ? null : String(rate),
      price: isEuro ? { amount, currency: 'EUR' } : null,
      lines,
      advances: advances(lines),
      paid,
    },
    {
      orderId: order.id,
      packageId: period.id,
      profileId: order.profileId,
      price: { amount, currency: period.currency },
    },
  );
  await tx.update(packages).set({ invoiceNumber: issued.number }).where(eq(packages.id, period.id));
  await recordIssuedDocument(tx, issued, by);
  return issued;
}

/**
 * A period that was paid by card on that day, and so at its rate: it is supplied then, whenever it is entered. It begins then, unless the
 * provider says that it began before, because charges had failed.
 */
export async function cardPeriodTerms(
  tx: Tx,
  { amount, currency }: Period,
  paidOn: Day,
  from: Day = paidOn,
): Promise<AgreedPeriod> {
  const rate = currency === 'EUR' ? await exchangeRateOn(tx, paidOn) : null;
  const gross = rate === null ? amount : dinarsAt(amount, rate).amount;
  return {
    rate,
    gross,
    from,
    suppliedOn: paidOn,
    paid: { on: paidOn, how: 'card', amount: gross, reference: null },
    advances: () => [],
  };
}

/**
 * Brings the papers of a period to what its money says, and answers with what it issues: what went back is credited, and what came back
 * after that, because a bank returned a refund or a dispute was won, is invoiced again. Nothing for a period that was sold before there
 * were papers. The caller has locked the order and written down what went back.
 */
export async function matchPeriodDocuments(
  tx: Tx,
  deps: IssueDeps,
  paymentKey: string,
  why: 'refund' | 'dispute',
): Promise<IssuedDocument[]> {
  const [period] = await tx.select().from(packages).where(eq(packages.paymentKey, paymentKey));
  if (!period) return [];
  return matchDocumentsToMoney(
    tx,
    deps,
    await listPeriodDocuments(tx, period.id),
    { left: period.amount - period.refunded },
    why,
  );
}

/** Papers about a period, the oldest first. */
export const listPeriodDocuments = (tx: Tx, packageId: string): Promise<IssuedDocument[]> =>
  tx.select().from(documents).where(eq(documents.packageId, packageId)).orderBy(asc(documents.nth));
