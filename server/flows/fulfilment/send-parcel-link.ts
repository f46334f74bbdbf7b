import { eq } from 'drizzle-orm';
import { UNDER_WAY_STATES } from '#domain/fulfilment/shipment.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { shipmentBoxes } from '../../fulfilment/schema.ts';
import { buyerMailFields } from '../../orders/buyer-mail-fields.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { lockParcel, parcelLink } from './parcels.ts';

/**
 * Mails the buyer where a parcel is followed, in the words of its hand-over without the papers, also when that mail is no longer kept.
 * `false`: the key was used before.
 */
export async function sendParcelLink(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { id, key: asked }: { id: string; key: string },
): Promise<boolean> {
  const { order, parcel, key } = await lockParcel(tx, id);
  const { state, token, courier, collectAmount: toPay } = parcel;
  if (token === null || !UNDER_WAY_STATES.some((one) => one === state))
    throw refuse('PARCEL_CHANGED', { parcel: key, state });
  const buyer = buyerMailFields(order);
  if (buyer.to === '') throw refuse('MAIL_GONE');
  const boxes = await tx.select().from(shipmentBoxes).where(eq(shipmentBoxes.shipmentId, id)).orderBy(shipmentBoxes.n);
  const isQueued = await queueMail(tx, deps.queue, {
    ...buyer,
    template: 'fulfilment.sent',
    props: {
      number: order.number,
      parcel: key,
      courier,
      codes: boxes.flatMap(({ code }) => code ?? []),
      toPay,
      link: parcelLink(deps, token),
      invoice: null,
    },
    idempotencyKey: `fulfilment.link:${id}:${asked}`,
  });
  if (isQueued)
    await record(tx, actor, {
      action: 'orders.mail-repeated',
      on: { kind: 'order', id: order.id },
      after: { template: 'fulfilment.sent', parcel: key },
    });
  return isQueued;
}
