import { eq } from 'drizzle-orm';
import { orderPath } from '#domain/orders/own/own-order.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { IssuedDocument } from '../../documents/issue.ts';
import { documents } from '../../documents/schema.ts';
import { files } from '../../files/schema.ts';
import { buyerMailFields } from '../../orders/buyer-mail-fields.ts';
import { orders } from '../../orders/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { attachmentOf } from './render-document.ts';

type MailDeps = Pick<Dependencies, 'queue' | 'config'>;
type Order = typeof orders.$inferSelect;

/**
 * Mails a paper to the buyer of its order, as it was drawn, or once it is. The caller has issued or locked it. `false`: the key was used
 * before, or the buyer is gone.
 */
export async function mailDocument(
  tx: Tx,
  { queue, config }: MailDeps,
  order: Order,
  { id, kind, number, fileId }: IssuedDocument,
  { key = id, insteadOf = null }: { key?: string; insteadOf?: { invoice: string; credit: string } | null } = {},
): Promise<boolean> {
  const [file] = fileId ? await tx.select().from(files).where(eq(files.id, fileId)) : [];
  return queueMail(tx, queue, {
    ...buyerMailFields(order),
    template: 'documents.sent',
    props: { kind, number, order: order.number, insteadOf, link: config.publicUrl + orderPath(order.number) },
    ...(file ? { attached: [attachmentOf({ kind, number }, file)] } : { awaits: id }),
    idempotencyKey: `documents.sent:${key}`,
  });
}

/** Staff send a paper, once for a key. */
export async function sendDocument(
  tx: Tx,
  deps: MailDeps,
  actor: Actor,
  { id, key }: { id: string; key: string },
): Promise<{ queued: boolean }> {
  const [named] = await tx.select({ orderId: documents.orderId }).from(documents).where(eq(documents.id, id));
  if (!named?.orderId) throw refuse('DOCUMENT_GONE');
  const [order] = await tx.select().from(orders).where(eq(orders.id, named.orderId)).for('share');
  // Held until the mail is queued, so that whoever draws it finds what waits for it.
  const [paper] = await tx.select().from(documents).where(eq(documents.id, id)).for('share');
  if (!order || !paper) throw refuse('DOCUMENT_GONE');
  if (buyerMailFields(order).to === '') throw refuse('DOCUMENT_READER_GONE');
  const queued = await mailDocument(tx, deps, order, paper, { key });
  if (queued)
    await record(tx, actor, {
      action: 'documents.sent',
      on: { kind: 'order', id: order.id },
      after: { document: paper.kind, number: paper.number },
    });
  return { queued };
}
