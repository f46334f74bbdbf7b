import { createHash } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import type { Delivery } from '#domain/delivery.ts';
import { receiverOf } from '#domain/fulfilment/receiver.ts';
import { boxCode } from '#domain/fulfilment/rules.ts';
import { shipmentKey } from '#domain/fulfilment/shipment.ts';
import type { Consignment } from '../../../fulfilment/couriers/courier.ts';
import { shipmentBoxes, shipments } from '../../../fulfilment/schema.ts';
import { orders } from '../../../orders/schema.ts';
import type { DatabaseOrTransaction } from '../../../platform/db.ts';

/** A parcel in the words in which a courier is asked for it: the same each time, as long as nobody changes the order. */
export async function consignmentOf(db: DatabaseOrTransaction, shipmentId: string): Promise<Consignment> {
  const [[found], boxes] = await Promise.all([
    db
      .select({ parcel: shipments, number: orders.number, delivery: orders.delivery })
      .from(shipments)
      .innerJoin(orders, eq(orders.id, shipments.orderId))
      .where(eq(shipments.id, shipmentId)),
    db.select().from(shipmentBoxes).where(eq(shipmentBoxes.shipmentId, shipmentId)).orderBy(asc(shipmentBoxes.n)),
  ]);
  const { parcel, number, delivery } = found!;
  const reference = shipmentKey(number, parcel.n);
  const { note } = receiverOf(delivery);
  return {
    reference,
    receiver: consigneeOf(delivery),
    boxes: boxes.map(({ n, code, grams }) => ({ reference: boxCode(reference, n), code: code ?? '', grams })),
    devices: parcel.devices,
    ...(note ? { note } : {}),
    collect: parcel.collectAmount ? { amount: parcel.collectAmount, account: parcel.collectAccount! } : null,
  };
}

/** To whom and where. */
export function consigneeOf(delivery: Delivery | null): Consignment['receiver'] {
  const { name, phone } = receiverOf(delivery);
  const person = delivery?.recipientName || [delivery?.firstName, delivery?.lastName].filter(Boolean).join(' ');
  return {
    name,
    contact: person || name,
    street: delivery?.address ?? '',
    number: delivery?.addressNumber ?? '',
    city: delivery?.city ?? '',
    postalCode: delivery?.postalCode ?? '',
    phone,
  };
}

export const hashOf = (parcel: Consignment): string =>
  createHash('sha256').update(JSON.stringify(parcel)).digest('hex');
