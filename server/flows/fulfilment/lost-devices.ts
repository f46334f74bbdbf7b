import { and, eq, inArray } from 'drizzle-orm';
import { CLAIM_OUTCOMES } from '#domain/fulfilment/lost/lost.ts';
import type { Dependencies } from '../../dependencies.ts';
import { parcelClaims, shipmentDevices, shipments } from '../../fulfilment/schema.ts';
import type { Actor } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { recoverLostDevices, writeOff } from '../../stock/move-devices.ts';
import { stockDevices } from '../../stock/schema.ts';
import type { OrderRow } from './parcels.ts';

/**
 * The devices of lost parcels whose courier has paid or refused are gone. Of all the parcels together, because whoever moves devices holds
 * the row of the limit last. The caller holds the parcels; what is written off already stays so.
 */
export async function writeOffLost(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  parcelIds: readonly string[],
): Promise<void> {
  const lost = await tx
    .select({ serial: stockDevices.serial })
    .from(stockDevices)
    .innerJoin(shipmentDevices, eq(shipmentDevices.serial, stockDevices.serial))
    .innerJoin(shipments, eq(shipments.id, shipmentDevices.shipmentId))
    .innerJoin(parcelClaims, eq(parcelClaims.shipmentId, shipments.id))
    .where(
      and(
        inArray(shipments.id, [...parcelIds]),
        eq(shipments.state, 'lost'),
        inArray(parcelClaims.state, CLAIM_OUTCOMES),
        eq(shipmentDevices.isCounted, true),
        eq(stockDevices.place, 'courier'),
      ),
    )
    .orderBy(stockDevices.serial)
    .for('update', { of: stockDevices });
  if (lost.length === 0) return;
  const serials = lost.map(({ serial }) => serial);
  await writeOff(tx, deps, actor, { serials, reason: 'lost', note: '' });
}

/** A parcel that was lost or damaged goes on: those of its devices that were written off are with the courier again. The caller holds it. */
export async function restoreFoundDevices(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { order, serials }: { order: OrderRow; serials: readonly string[] },
): Promise<void> {
  if (serials.length === 0) return;
  const held = await tx
    .select({ serial: stockDevices.serial, place: stockDevices.place })
    .from(stockDevices)
    .where(and(inArray(stockDevices.serial, [...serials]), eq(stockDevices.orderId, order.id)))
    .orderBy(stockDevices.serial)
    .for('update');
  const found = held.filter(({ place }) => place === 'off').map(({ serial }) => serial);
  if (found.length > 0) await recoverLostDevices(tx, deps, actor, { orderId: order.id, serials: found });
}
