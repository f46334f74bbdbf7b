import { and, eq } from 'drizzle-orm';
import type { CorrectionReason } from '#domain/fulfilment/rules.ts';
import { refuse } from '#domain/refuse.ts';
import { parseSerial } from '#domain/stock/rules.ts';
import type { Dependencies } from '../../dependencies.ts';
import { REQUESTS_JOB } from '../../fulfilment/courier-jobs.ts';
import { courierRequests, shipmentDevices, shipments } from '../../fulfilment/schema.ts';
import { enterOrderEvent } from '../../orders/events.ts';
import { orderEvents } from '../../orders/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { unpackDevices } from '../../stock/move-devices.ts';
import { correctReplacement, resetExchangesToReady } from '../exchanges/parcel-of-exchanges.ts';
import { isRecallable, lockRequest } from './couriers/enter-request.ts';
import { devicesIn, enterParcelEvent, lockParcel, serialsOf, stockCountedSerials } from './parcels.ts';
import { readSerials, takeSerials } from './take-serials.ts';

/** Takes a parcel apart, its devices go back where they were. Cancelled already is as good; what has left stays. */
export async function cancelParcel(tx: Tx, deps: Dependencies, actor: Actor, id: string): Promise<void> {
  const { order, parcel, key } = await lockParcel(tx, id);
  if (parcel.state === 'cancelled') return;
  if (parcel.state !== 'packed') throw refuse('PARCEL_LEFT', { parcel: key, state: parcel.state });
  await cancelCourierRequest(tx, deps, id, key);
  const devices = await devicesIn(tx, id);
  await tx.update(shipments).set({ state: 'cancelled' }).where(eq(shipments.id, id));
  await tx.update(shipmentDevices).set({ isLive: false }).where(eq(shipmentDevices.shipmentId, id));
  const serials = stockCountedSerials(devices);
  if (serials.length > 0) await unpackDevices(tx, deps, actor, { orderId: order.id, serials });
  if (parcel.kind === 'exchange') await resetExchangesToReady(tx, id);
  await enterParcelEvent(tx, deps, actor, order, { kind: 'parcel_cancelled', key });
  await record(tx, actor, {
    action: 'fulfilment.cancelled',
    on: { kind: 'order', id: order.id },
    before: { parcel: key, serials: serialsOf(devices) },
  });
}

/** What nobody has made is not asked for any more; what the courier has, it must be told of, by a person where no program can. */
async function cancelCourierRequest(tx: Tx, deps: Dependencies, id: string, key: string): Promise<void> {
  const request = await lockRequest(tx, id);
  if (!request || request.state === 'cancelled') return;
  if (!isRecallable(request)) throw refuse('COURIER_IN_DOUBT', { parcel: key, request: request.state });
  const state = request.state === 'made' ? 'to_call_off' : 'cancelled';
  await tx.update(courierRequests).set({ state, nextAt: deps.now() }).where(eq(courierRequests.shipmentId, id));
  if (state === 'to_call_off') await deps.queue.send(tx, REQUESTS_JOB, {});
}

interface Correction {
  id: string;
  /** Made by the screen: sent twice, it is one correction. */
  key: string;
  from: string;
  to: string;
  reason: CorrectionReason;
}

/** Another device in the place of one, while the parcel is here. */
export async function correctSerial(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { id, key: correction, from, to, reason }: Correction,
): Promise<void> {
  const { order, parcel, key } = await lockParcel(tx, id);
  const isThisOne = and(
    eq(orderEvents.orderId, order.id),
    eq(orderEvents.kind, 'serial_corrected'),
    eq(orderEvents.reference, correction),
  );
  if ((await tx.$count(orderEvents, isThisOne)) > 0) return;
  if (parcel.state !== 'packed') throw refuse('PARCEL_CHANGED', { parcel: key, state: parcel.state });
  const devices = await devicesIn(tx, id);
  const wrong = devices.find(({ serial }) => serial === (parseSerial(from).serial ?? from));
  if (!wrong) throw refuse('SERIAL_NOT_THERE', { serial: from });
  const [serial] = readSerials([to]) as [string];
  if (devices.some((device) => device.serial === serial)) throw refuse('SERIAL_TWICE', { serial });
  const { box, position } = wrong;
  await tx
    .delete(shipmentDevices)
    .where(and(eq(shipmentDevices.shipmentId, id), eq(shipmentDevices.position, position)));
  if (wrong.isCounted) await unpackDevices(tx, deps, actor, { orderId: order.id, serials: [wrong.serial] });
  await takeSerials(tx, deps, actor, {
    orderId: order.id,
    shipmentId: id,
    key,
    devices: [{ serial, box, position }],
  });
  if (parcel.kind === 'exchange') await correctReplacement(tx, id, wrong.serial, serial);
  const facts = { parcel: key, from: wrong.serial, to: serial, reason };
  await enterOrderEvent(tx, deps.now(), actor, order.id, { kind: 'serial_corrected', reference: correction, facts });
  await record(tx, actor, {
    action: 'fulfilment.serial-corrected',
    on: { kind: 'order', id: order.id },
    before: { parcel: key, serial: wrong.serial },
    after: { parcel: key, serial, reason },
  });
}
