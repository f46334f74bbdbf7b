import { and, desc, eq } from 'drizzle-orm';
import type { MoneyDocument } from '#domain/documents/data.ts';
import { orderPath } from '#domain/orders/own/own-order.ts';
import type { AskedTransfer } from '#domain/orders/transfer/asked-transfer.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { IssuedDocument } from '../../documents/issue.ts';
import { documents } from '../../documents/schema.ts';
import { requestedMailFields } from '../../orders/buyer-mail-fields.ts';
import type { OrderClaim } from '../../orders/claims.ts';
import { orderClaims, orders } from '../../orders/schema.ts';
import type { DatabaseOrTransaction, Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import type { OrderRow, QueueDeps } from '../payments/enter-sale.ts';
import { phoneOrderMailProps } from '../payments/phone-order-mail-props.ts';
import { issueProforma } from './transfer-papers.ts';

/** Where an order by transfer says what to pay. */
export const orderPageLink = ({ config }: Pick<Dependencies, 'config'>, { number }: { number: number }): string =>
  `${config.publicUrl}${orderPath(number)}`;

/** The pro-forma invoice of a claim and its mail, which waits for the PDF. Papers are numbered here: late in the transaction. */
export async function sendProforma(
  tx: Tx,
  deps: QueueDeps,
  order: OrderRow,
  claim: OrderClaim,
  { isPhoneOrder = false, ...asked }: { gross: number; months: number; isPhoneOrder?: boolean },
): Promise<void> {
  const paper = await issueProforma(tx, deps, order, claim, asked);
  await queueMail(tx, deps.queue, {
    ...(await requestedMailFields(tx, deps, order)),
    template: 'orders.proforma',
    props: {
      ...proformaMailProps(paper, order.number),
      ...(isPhoneOrder ? { told: phoneOrderMailProps(order, { total: claim.amount, until: claim.validUntil! }) } : {}),
      link: orderPageLink(deps, order),
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
  const [asked] = await db
    .select({ order: orders.number, validUntil: orderClaims.validUntil, paper: documents })
    .from(orders)
    .innerJoin(
      orderClaims,
      and(eq(orderClaims.orderId, orders.id), eq(orderClaims.state, 'live'), eq(orderClaims.way, 'transfer')),
    )
    .innerJoin(documents, and(eq(documents.orderId, orders.id), eq(documents.kind, 'proforma')))
    .where(and(eq(orders.id, orderId), eq(orders.status, 'pending')))
    .orderBy(desc(documents.nth))
    .limit(1);
  if (!asked) return null;
  const { order, validUntil, paper } = asked;
  return {
    order,
    documentId: paper.id,
    number: paper.number,
    isReady: paper.state === 'ready',
    validUntil: validUntil!,
    pay: (paper.data as MoneyDocument).pay!,
  };
}
