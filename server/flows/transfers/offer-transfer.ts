import { eq } from 'drizzle-orm';
import type { MoneyDocument } from '#domain/documents/data.ts';
import { orderPath } from '#domain/orders/own/own-order.ts';
import type { AskedTransfer } from '#domain/orders/transfer/asked-transfer.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { IssuedDocument } from '../../documents/issue.ts';
import { claimOf, type OrderClaim } from '../../orders/claims.ts';
import { mailToBuyer } from '../../orders/mail-to-buyer.ts';
import { orders } from '../../orders/schema.ts';
import type { DatabaseOrTransaction, Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import type { OrderRow, QueueDeps } from '../payments/enter-sale.ts';
import { phoneOrderMailProps } from '../payments/phone-order-mail-props.ts';
import { issueProforma, newestPaper } from './transfer-papers.ts';

/** Where an order by transfer says what to pay. */
export const transferLink = ({ config }: Pick<Dependencies, 'config'>, { number }: { number: number }): string =>
  `${config.publicUrl}${orderPath(number)}`;

/** The pro-forma invoice of a claim and its mail, which waits for the PDF. Papers are numbered here: late in the transaction. */
export async function offerTransfer(
  tx: Tx,
  deps: QueueDeps,
  order: OrderRow,
  claim: OrderClaim,
  { isTold = false, ...asked }: { gross: number; months: number; isTold?: boolean },
): Promise<void> {
  const paper = await issueProforma(tx, deps, order, claim, asked);
  await queueMail(tx, deps.queue, {
    ...mailToBuyer(order),
    template: 'orders.proforma',
    props: {
      ...proformaMailProps(paper, order.number),
      ...(isTold ? { told: phoneOrderMailProps(order, { total: claim.amount, until: claim.validUntil! }) } : {}),
      link: transferLink(deps, order),
    },
    awaits: paper.id,
    idempotencyKey: `orders.proforma:${paper.id}`,
  });
}

/** What a pro-forma invoice asks for, as mails say it. */
export function proformaMailProps(paper: IssuedDocument, number: number) {
  const { pay, validUntil } = paper.data as MoneyDocument;
  const { qr: _, ...slip } = pay!;
  return {
    number,
    proforma: paper.number,
    amount: slip.amount,
    currency: 'RSD',
    validUntil: validUntil!,
    pay: slip,
  };
}

/** What an order by transfer asks for now; `null` when nothing is waited for. */
export async function readTransfer(db: DatabaseOrTransaction, orderId: string): Promise<AskedTransfer | null> {
  const [[order], claim, paper] = [
    await db.select({ status: orders.status, number: orders.number }).from(orders).where(eq(orders.id, orderId)),
    await claimOf(db, orderId),
    await newestPaper(db, orderId, 'proforma'),
  ];
  if (order?.status !== 'pending' || claim?.way !== 'transfer' || claim.state !== 'live' || !paper) return null;
  const { pay } = paper.data as MoneyDocument;
  return {
    order: order.number,
    documentId: paper.id,
    number: paper.number,
    isReady: paper.state === 'ready',
    validUntil: claim.validUntil!,
    pay: pay!,
  };
}
