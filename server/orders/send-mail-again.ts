import { eq } from 'drizzle-orm';
import { mailboxOf } from '#domain/orders/delivery/delivery.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Actor, record } from '../platform/audit.ts';
import { MAILS_QUEUED } from '../platform/mail/mail.ts';
import { mails } from '../platform/mail.schema.ts';
import { orders } from './schema.ts';

/** A mail of the order once more, with the same words and papers, to where its mails go now. `queued: false`: the key was used before. */
export const sendMailAgain = (
  deps: Dependencies,
  actor: Actor,
  { id, mail, key }: { id: string; mail: string; key: string },
): Promise<{ queued: boolean }> =>
  deps.db.transaction(async (tx) => {
    const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for('share');
    const [sent] = await tx.select().from(mails).where(eq(mails.id, mail));
    const isAboutIt = order && sent?.orderId === id && Object.keys(sent.props).length > 0;
    const isToBuyer = sent?.profileId != null;
    const to = order && isToBuyer ? mailboxOf(order) : sent?.to;
    if (!isAboutIt || !to) throw refuse('MAIL_GONE');
    const { template, profileId, orderId, props, attached, awaits } = sent;
    const again = await tx
      .insert(mails)
      .values({ to, template, profileId, orderId, props, attached, awaits, idempotencyKey: `again:${key}` })
      .onConflictDoNothing({ target: mails.idempotencyKey })
      .returning({ id: mails.id });
    if (again.length === 0) return { queued: false };
    await deps.queue.notify(tx, MAILS_QUEUED);
    await record(tx, actor, { action: 'orders.mail-repeated', on: { kind: 'order', id }, after: { template } });
    return { queued: true };
  });
