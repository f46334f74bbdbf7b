import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { IssuedDocument } from '../../documents/issue.ts';
import { documents } from '../../documents/schema.ts';
import type { Tx } from '../../platform/db.ts';

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
