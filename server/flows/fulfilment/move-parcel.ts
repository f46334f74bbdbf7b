import { eq, inArray } from 'drizzle-orm';
import { isLoss } from '#domain/fulfilment/lost/lost.ts';
import { isCompany } from '#domain/fulfilment/rules.ts';
import { SHIPMENT_MOVES, type ShipmentState } from '#domain/fulfilment/shipment.ts';
import { refuse } from '#domain/refuse.ts';
import { dayOf } from '#domain/time.ts';
import { withdrawalUntil } from '#domain/withdrawal-days.ts';
import type { Dependencies } from '../../dependencies.ts';
import { shipmentDevices, shipments } from '../../fulfilment/schema.ts';
import { buyerMailFields } from '../../orders/buyer-mail-fields.ts';
import { orders } from '../../orders/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { licences } from '../../playout/schema.ts';
import { deliverDevices, receiveReturnedDevice } from '../../stock/move-devices.ts';
import { issueWarranty } from '../documents/issue-warranty.ts';
import { finishExchanges, followExchanges, mailExchanged } from '../exchanges/parcel-of-exchanges.ts';
import { cancelUntakenOrder, recordCashCollected } from '../on-delivery/money.ts';
import { restoreFoundDevices, writeOffLost } from './lost-devices.ts';
import { updateLossClaim } from './lost-parcels.ts';
import {
  devicesIn,
  enterParcelEvent,
  lockParcel,
  type OrderRow,
  type PackedDevice,
  parcelLink,
  type ShipmentRow,
  serialsOf,
  stockCountedSerials,
} from './parcels.ts';

export type AfterHandOver = Exclude<ShipmentState, 'packed' | 'handed_over' | 'cancelled'>;

interface Moved {
  order: OrderRow;
  parcel: ShipmentRow;
  key: string;
  devices: PackedDevice[];
  when: Date;
}

/** Couriers tell whole seconds. */
const wholeSecond = (when: Date) => new Date(Math.floor(when.getTime() / 1000) * 1000);

/**
 * What became of a parcel after the hand-over, with the moves of its devices, papers and mails. So already is as good; from another state
 * than the one that was seen it is refused. `at` is when it happened, as a courier tells; a clock that is ahead of ours counts as now.
 */
export async function moveParcel(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { id, from, to, at }: { id: string; from: ShipmentState; to: AfterHandOver; at?: Date },
): Promise<{ state: ShipmentState }> {
  const { order, parcel, key } = await lockParcel(tx, id);
  if (parcel.state === to) return { state: to };
  if (parcel.state !== from || !SHIPMENT_MOVES[from].includes(to))
    throw refuse('PARCEL_CHANGED', { parcel: key, state: parcel.state });
  const devices = await devicesIn(tx, id);
  const now = deps.now();
  const when = at && at < now ? at : now;
  const deliveredAt = to === 'delivered' ? when : null;
  const { missedAt } = parcel;
  // Older news that came late do not end that nobody was found.
  const wasBefore = to === 'in_transit' && at !== undefined && missedAt !== null && at < missedAt;
  await tx
    .update(shipments)
    .set({ state: to, deliveredAt, toldAt: at ?? wholeSecond(now), missedAt: wasBefore ? missedAt : null })
    .where(eq(shipments.id, id));
  const moved = { order, parcel, key, devices, when };
  if (isLoss(from)) await restoreFoundDevices(tx, deps, actor, { order, serials: stockCountedSerials(devices) });
  if (to === 'delivered') await deliverParcel(tx, deps, actor, moved);
  else if (to === 'returned') await takeParcelBack(tx, deps, actor, moved);
  const isExchange = parcel.kind === 'exchange';
  if (isExchange) await followExchanges(tx, parcel, to);
  await enterParcelEvent(tx, { now: () => when }, actor, order, { kind: to, key });
  await record(tx, actor, {
    action: 'fulfilment.moved',
    on: { kind: 'order', id: order.id },
    before: { parcel: key, parcelState: from },
    after: { parcel: key, parcelState: to },
  });
  if (to === 'refused') await mailRefusal(tx, deps, moved);
  await updateLossClaim(tx, deps, moved, { from, to, when });
  // Lost once more after the courier has paid or refused.
  if (to === 'lost') await writeOffLost(tx, deps, actor, [id]);
  if (isExchange && to === 'delivered') {
    await finishExchanges(tx, deps, actor, order, id);
    await mailExchanged(tx, deps, order, id);
  }
  // It costs nothing, and nothing of the order's money depends on it.
  if (isExchange) return { state: to };
  if (to === 'delivered')
    await recordCashCollected(tx, deps, actor, order, {
      key,
      collectAmount: parcel.collectAmount,
      isOwn: parcel.courier === 'own',
    });
  // Last, because everybody who takes a number waits from here on.
  if (to === 'delivered') await mailDelivery(tx, deps, moved);
  // What was lost and came back was not refused: it may be sent again, or staff call it off.
  if (to === 'refused' || (to === 'returned' && !isLoss(from))) await cancelUntakenOrder(tx, deps, actor, order);
  return { state: to };
}

async function deliverParcel(tx: Tx, deps: Dependencies, actor: Actor, moved: Moved): Promise<void> {
  const { order, parcel, devices } = moved;
  // A device that was sold before and came back may have left a licence, which would count again. What an exchange does is in `finishExchanges`.
  if (parcel.kind !== 'exchange') await tx.delete(licences).where(inArray(licences.serial, serialsOf(devices)));
  const serials = stockCountedSerials(devices);
  if (serials.length > 0) await deliverDevices(tx, deps, actor, { orderId: order.id, serials });
}

/** Its devices are looked at before they are anything else; whatever the stock does not know is free again. */
async function takeParcelBack(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { parcel, key, devices }: Moved,
): Promise<void> {
  await tx.update(shipmentDevices).set({ isLive: false }).where(eq(shipmentDevices.shipmentId, parcel.id));
  for (const serial of stockCountedSerials(devices))
    await receiveReturnedDevice(tx, deps, actor, { serial, parcel: key });
}

async function mailDelivery(tx: Tx, deps: Dependencies, { order, parcel, key, devices, when }: Moved): Promise<void> {
  const deliveredOn = dayOf(when);
  const guaranteed = serialsOf(devices).map((serial) => ({ serial, since: deliveredOn }));
  const warranty = devices.length > 0 ? await issueWarranty(tx, deps, order, guaranteed) : null;
  const [now] = await tx.select({ state: orders.fulfilmentState }).from(orders).where(eq(orders.id, order.id));
  await queueMail(tx, deps.queue, {
    ...buyerMailFields(order),
    template: 'fulfilment.delivered',
    props: {
      number: order.number,
      parcel: key,
      isPart: now!.state !== 'delivered',
      warranty: warranty?.number ?? null,
      until: isCompany(order.delivery) ? null : withdrawalUntil(deliveredOn),
      link: parcel.token ? parcelLink(deps, parcel.token) : null,
    },
    ...(warranty ? { awaits: warranty.id } : {}),
    idempotencyKey: `fulfilment.delivered:${parcel.id}`,
  });
}

async function mailRefusal(tx: Tx, deps: Dependencies, { order, parcel, key }: Moved): Promise<void> {
  await queueMail(tx, deps.queue, {
    ...buyerMailFields(order),
    template: 'fulfilment.refused',
    props: { number: order.number, parcel: key },
    idempotencyKey: `fulfilment.refused:${parcel.id}`,
  });
}
