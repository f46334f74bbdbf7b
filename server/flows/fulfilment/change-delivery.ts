import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import type { Receiver } from '#domain/orders/delivery/changed-delivery.ts';
import { canChangeDelivery, receiverIn, withReceiver } from '#domain/orders/delivery/delivery.ts';
import { pages } from '#domain/pages.ts';
import { isPostalCode } from '#domain/postal-code.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { exchanges, shipments } from '../../fulfilment/schema.ts';
import { requestedMailFields } from '../../orders/buyer-mail-fields.ts';
import { enterOrderEvent } from '../../orders/events.ts';
import { freeCheckoutKey } from '../../orders/place-order.ts';
import { orders } from '../../orders/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { refuseOnDeliveryAfterRefusals } from '../on-delivery/request-payment-on-delivery.ts';
import { lockOrderByNumber, type SeenOrder } from '../transfers/unpaid.ts';

/**
 * Sends what is not packed yet somewhere else, by its buyer or by staff. Where it goes already is done. Ordered once more with the
 * earlier address it is another order (`checkoutKey`); with the new one, while it waits to be paid, it is this one.
 */
export const changeDelivery = (
  deps: Dependencies,
  actor: Actor,
  { to, version, ...asked }: SeenOrder & { to: Receiver },
): Promise<{ changed: true }> =>
  deps.db.transaction(async (tx) => {
    const order = await lockOrderByNumber(tx, asked);
    const form = order.delivery;
    if (order.kind !== 'device' || !form) throw refuse('DELIVERY_CLOSED');
    if (isDeepStrictEqual(receiverIn(form), to)) return { changed: true };
    const parcels = await tx.select().from(shipments).where(eq(shipments.orderId, order.id));
    const exchanged = await tx.select().from(exchanges).where(eq(exchanges.orderId, order.id));
    if (!canChangeDelivery(order, parcels, exchanged)) throw refuse('DELIVERY_CLOSED');
    if (order.version !== version) throw refuse('ORDER_CHANGED');
    if (!isPostalCode(to.postalCode, form.country ?? '')) throw refuse('POSTAL_CODE_WRONG');

    const delivery = withReceiver(form, to);
    if (order.paymentState === 'due') await refuseOnDeliveryAfterRefusals(tx, delivery);
    const checkoutKey =
      order.checkoutKey && (await freeCheckoutKey(tx, order, { delivery, way: order.way, months: 1 }));
    await tx.update(orders).set({ delivery, checkoutKey }).where(eq(orders.id, order.id));
    const reference = String(version);
    await enterOrderEvent(tx, deps.now(), actor, order.id, { kind: 'delivery_changed', reference });
    await record(tx, actor, { action: 'orders.delivery-changed', on: { kind: 'order', id: order.id } });
    await queueMail(tx, deps.queue, {
      ...(await requestedMailFields(tx, deps, { ...order, delivery })),
      template: 'orders.delivery-changed',
      props: {
        number: order.number,
        delivery,
        link: `${deps.config.publicUrl}${pages.accountOrder.path.replace(':number', String(order.number))}`,
      },
      idempotencyKey: `orders.delivery-changed:${order.id}:${reference}`,
    });
    return { changed: true };
  });
