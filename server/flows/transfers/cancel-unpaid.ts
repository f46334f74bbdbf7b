import { pages } from '#domain/pages.ts';
import type { Dependencies } from '../../dependencies.ts';
import { requestedMailFields } from '../../orders/buyer-mail-fields.ts';
import { cancelOrder } from '../../orders/place-order.ts';
import type { Actor } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { creditUntakenOrder } from '../documents/match-order-documents.ts';
import type { OrderRow, QueueDeps } from '../payments/enter-sale.ts';
import { lockOrderByNumber, queueCheckoutExpiry, refuseUnlessUnpaid, type SeenOrder } from './unpaid.ts';

/**
 * An order that nothing was paid for is cancelled by its buyer or by staff; by staff alone one that a part was paid for, who then give it
 * back, and one whose parcel is lost or damaged, with a credit note of its invoice. Cancelled already is done.
 */
export const cancelUnpaidOrder = (deps: Dependencies, actor: Actor, seen: SeenOrder): Promise<{ cancelled: true }> =>
  deps.db.transaction(async (tx) => {
    const order = await lockOrderByNumber(tx, seen);
    if (order.status === 'cancelled') return { cancelled: true };
    const isByStaff = seen.profileId === null;
    await refuseUnlessUnpaid(tx, order, seen.version, { ending: isByStaff });
    await cancelOrder(tx, deps.now(), actor, order.id);
    await queueCheckoutExpiry(tx, deps, order.id);
    if (order.way !== 'card' || isByStaff) await mailCancelled(tx, deps, order);
    // Last, because papers are numbered in it.
    if (isByStaff) await creditUntakenOrder(tx, deps, order.id);
    return { cancelled: true };
  });

/** Whoever has no account any more is shown no way to it. */
export const mailCancelled = async (
  tx: Tx,
  deps: QueueDeps,
  order: OrderRow,
  { account = 'open' }: { account?: 'open' | 'closed' } = {},
) =>
  queueMail(tx, deps.queue, {
    ...(await requestedMailFields(tx, deps, order)),
    template: 'orders.called-off',
    props: {
      number: order.number,
      hadProforma: order.way === 'transfer',
      link: account === 'open' ? `${deps.config.publicUrl}${pages.account.path}#narudzbine` : null,
    },
    idempotencyKey: `orders.called-off:${order.id}`,
  });
