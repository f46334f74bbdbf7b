import { eq } from 'drizzle-orm';
import { buyerOf, companyIn, withCompany } from '#domain/documents/buyer.ts';
import type { CompanyOnPaper, ListedDocument } from '#domain/documents/contract.ts';
import { reasons } from '#domain/documents/paper-copy.ts';
import type { Currency } from '#domain/money.ts';
import { refuse } from '#domain/refuse.ts';
import { packages } from '../../advertising/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { lockSeries } from '../../documents/issue.ts';
import { listed } from '../../documents/listed.ts';
import { documents } from '../../documents/schema.ts';
import { orders } from '../../orders/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Database, Tx } from '../../platform/db.ts';
import { listOrderInvoices } from './list-order-papers.ts';
import { listPeriodDocuments } from './period-documents.ts';
import { issueReversal, measureOf, unreversedAmount } from './reversals.ts';
import { mailDocument } from './send-document.ts';

/** What an invoice says now, for whoever is about to issue it again. */
export async function readInvoice(db: Database, id: string) {
  const [invoice] = await db.select().from(documents).where(eq(documents.id, id));
  if (!invoice?.orderId || invoice.kind !== 'invoice') throw refuse('DOCUMENT_GONE');
  const [order] = await db
    .select({ delivery: orders.delivery, way: orders.way })
    .from(orders)
    .where(eq(orders.id, invoice.orderId));
  const citing = await db.select().from(documents).where(eq(documents.citedId, id));
  const by = measureOf(order!);
  return {
    number: invoice.number,
    company: companyIn(order!.delivery),
    left: {
      amount: unreversedAmount(invoice, citing, by),
      currency: by === 'gross' ? ('RSD' as const) : (invoice.currency as Currency),
    },
  };
}

/**
 * Company data was wrong: what is left of the invoice is credited and invoiced again to the company as given, less the same advances. The
 * company is the order's from then on, so that the next period's invoice is right as well. Both papers are mailed.
 */
export async function reissueInvoice(
  tx: Tx,
  deps: Pick<Dependencies, 'queue' | 'config' | 'now'>,
  actor: Actor,
  { id, key, company }: { id: string; key: string; company: CompanyOnPaper },
): Promise<{ creditNote: ListedDocument; invoice: ListedDocument }> {
  const [named] = await tx.select().from(documents).where(eq(documents.id, id));
  if (!named) throw refuse('DOCUMENT_GONE');
  if (named.kind !== 'invoice' || !named.orderId) throw refuse('DOCUMENT_NOT_REISSUED');
  const [order] = await tx.select().from(orders).where(eq(orders.id, named.orderId)).for('update');
  const { packageId } = named;
  const issued = packageId ? await listPeriodDocuments(tx, packageId) : await listOrderInvoices(tx, order!.id);
  const known = issued.find((paper) => paper.id === key);
  if (known) return { creditNote: listed(issued.find((paper) => paper.id === known.citedId)!), invoice: listed(known) };
  const by = measureOf(order!);
  const part = unreversedAmount(named, issued, by);
  if (part === 0) throw refuse('DOCUMENT_TAKEN_BACK');
  const delivery = withCompany(order!.delivery, company);
  await tx.update(orders).set({ delivery }).where(eq(orders.id, order!.id));
  await lockSeries(tx, deps, 'invoice');
  const creditNote = await issueReversal(tx, deps, named, issued, {
    part,
    reason: reasons.buyerChanged,
    by,
    keepsAdvances: true,
  });
  const invoice = await issueReversal(tx, deps, creditNote, [...issued, creditNote], {
    id: key,
    part,
    reason: reasons.reissued(named.number),
    buyer: buyerOf(delivery, order!.email),
    by,
    keepsAdvances: true,
  });
  if (packageId)
    await tx
      .update(packages)
      .set({ companyName: company.name, invoiceNumber: invoice.number })
      .where(eq(packages.id, packageId));
  await record(tx, actor, {
    action: 'documents.reissued',
    on: { kind: 'order', id: order!.id },
    before: { number: named.number },
    after: { number: invoice.number, creditNote: creditNote.number },
  });
  await mailDocument(tx, deps, order!, invoice, {
    insteadOf: { invoice: named.number, credit: creditNote.number },
  });
  return { creditNote: listed(creditNote), invoice: listed(invoice) };
}
