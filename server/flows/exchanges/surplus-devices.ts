import { and, asc, eq, notExists } from 'drizzle-orm';
import type { Dependencies } from '../../dependencies.ts';
import { exchanges, shipmentDevices, shipments } from '../../fulfilment/schema.ts';
import { enterOrderEvent } from '../../orders/events.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { DatabaseOrTransaction, Tx } from '../../platform/db.ts';
import { receiveReturnedDevice } from '../../stock/move-devices.ts';
import { stockDevices } from '../../stock/schema.ts';
import type { OrderRow } from '../fulfilment/parcels.ts';

interface Spare {
  serial: string;
  shipmentId: string;
  /** Its buyer has it still. */
  isLive: boolean;
}

/**
 * Devices of delivered exchange parcels that took nobody's place: found after another one had been packed, or after the exchange was called
 * off. Also those that came back since.
 */
export async function listSurplusDevices(db: DatabaseOrTransaction, orderId: string): Promise<Spare[]> {
  const isInItsPlace = db
    .select({ id: exchanges.id })
    .from(exchanges)
    .where(
      and(
        eq(exchanges.shipmentId, shipments.id),
        eq(exchanges.replacement, shipmentDevices.serial),
        eq(exchanges.state, 'done'),
      ),
    );
  return db
    .select({ serial: shipmentDevices.serial, shipmentId: shipments.id, isLive: shipmentDevices.isLive })
    .from(shipmentDevices)
    .innerJoin(shipments, eq(shipments.id, shipmentDevices.shipmentId))
    .where(
      and(
        eq(shipments.orderId, orderId),
        eq(shipments.kind, 'exchange'),
        eq(shipments.state, 'delivered'),
        notExists(isInItsPlace),
      ),
    )
    .orderBy(asc(shipmentDevices.serial));
}

/** A device too many came back: it is looked at. The caller holds the order; `reference` is the exchange at which it was said. */
export async function receiveSurplusDevice(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  order: OrderRow,
  { serial, shipmentId, reference }: Pick<Spare, 'serial' | 'shipmentId'> & { reference: string },
): Promise<void> {
  await tx
    .update(shipmentDevices)
    .set({ isLive: false })
    .where(and(eq(shipmentDevices.shipmentId, shipmentId), eq(shipmentDevices.serial, serial)));
  const [device] = await tx.select().from(stockDevices).where(eq(stockDevices.serial, serial));
  if (device?.orderId === order.id && device.place === 'customer')
    await receiveReturnedDevice(tx, deps, actor, { serial, parcel: device.parcel });
  await enterOrderEvent(tx, deps.now(), actor, order.id, {
    kind: 'exchange_received',
    reference: `${reference}/${serial}`,
    facts: { serial, spare: 'true' },
  });
  await record(tx, actor, {
    action: 'fulfilment.exchange-received',
    on: { kind: 'order', id: order.id },
    after: { serial },
  });
}
