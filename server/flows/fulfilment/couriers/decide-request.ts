import { count, eq } from 'drizzle-orm';
import { DECIDES, type RequestDecision } from '#domain/fulfilment/courier-requests.ts';
import { type PackingCourier, SHIPMENT_MOVES } from '#domain/fulfilment/shipment.ts';
import { refuse } from '#domain/refuse.ts';
import { dayOf } from '#domain/time.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { REQUESTS_JOB } from '../../../fulfilment/courier-jobs.ts';
import { courierRequests, shipmentBoxes, shipments } from '../../../fulfilment/schema.ts';
import { enterOrderEvent } from '../../../orders/events.ts';
import { orderEvents } from '../../../orders/schema.ts';
import { type Actor, record } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/db.ts';
import { queueMail } from '../../../platform/mail/mail.ts';
import { lockParcel } from '../parcels.ts';
import { consignmentOf, hashOf } from './consignment.ts';
import { courierOf, enterRequest, hasNoConsignment, lockRequest } from './enter-request.ts';

/**
 * What only a person can say: the courier has it or has it not, it was called off, or it is to be asked again. Said already is done; of a
 * later sending, whose answer was lost as well, it says nothing.
 */
export async function decideRequest(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { id, decision, attempts }: { id: string; decision: RequestDecision; attempts?: number | undefined },
): Promise<void> {
  const { order, parcel, key } = await lockParcel(tx, id);
  const request = await lockRequest(tx, id);
  if (!request) throw refuse('PARCEL_GONE');
  const { from, to } = DECIDES[decision];
  const isOfAnother = request.state === 'unknown' && attempts !== undefined && attempts !== request.attempts;
  if (request.state === to && !from.includes(to)) return;
  if (isOfAnother || !from.includes(request.state))
    throw refuse('REQUEST_CHANGED', { parcel: key, request: request.state });
  if (to === 'waiting' && parcel.state !== 'packed')
    throw refuse('PARCEL_CHANGED', { parcel: key, state: parcel.state });
  // What may have arrived keeps its words, so that it is asked for before it is sent again.
  const isInDoubt = request.state === 'waiting' && request.sentAt !== null;
  const again = isInDoubt
    ? { nextAt: deps.now() }
    : {
        nextAt: deps.now(),
        sentAt: null,
        leasedUntil: null,
        failures: 0,
        bodyHash: hashOf(await consignmentOf(tx, id)),
      };
  await tx
    .update(courierRequests)
    .set({ state: to, ...(to === 'waiting' ? again : {}) })
    .where(eq(courierRequests.shipmentId, id));
  if (to === 'waiting') await deps.queue.send(tx, REQUESTS_JOB, {});
  await record(tx, actor, {
    action: 'fulfilment.courier-decided',
    on: { kind: 'order', id: order.id },
    before: { parcel: key, request: request.state },
    after: { parcel: key, request: to },
  });
}

/** Another courier for a parcel that is packed here, as long as the one before surely has nothing. */
export async function changeCourier(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { id, courier }: { id: string; courier: PackingCourier },
): Promise<void> {
  const { order, parcel, key } = await lockParcel(tx, id);
  if (parcel.courier === courier) return;
  if (parcel.state !== 'packed') throw refuse('PARCEL_CHANGED', { parcel: key, state: parcel.state });
  courierOf(deps, courier);
  const request = await lockRequest(tx, id);
  if (request && !hasNoConsignment(request)) throw refuse('COURIER_HAS_IT', { parcel: key });
  if (request) await tx.update(courierRequests).set({ state: 'cancelled' }).where(eq(courierRequests.shipmentId, id));
  await tx.update(shipments).set({ courier, labelsPrinted: 0 }).where(eq(shipments.id, id));
  await tx.update(shipmentBoxes).set({ code: null }).where(eq(shipmentBoxes.shipmentId, id));
  await enterRequest(tx, deps, { id, key, courier });
  const [times] = await tx.select({ n: count() }).from(orderEvents).where(eq(orderEvents.orderId, order.id));
  await enterOrderEvent(tx, deps.now(), actor, order.id, {
    kind: 'courier_changed',
    reference: `${key}/${times!.n}`,
    facts: { parcel: key, from: parcel.courier, to: courier },
  });
  await record(tx, actor, {
    action: 'fulfilment.courier-changed',
    on: { kind: 'order', id: order.id },
    before: { parcel: key, courier: parcel.courier },
    after: { parcel: key, courier },
  });
}

/** Asks how a parcel is: by program where the courier answers one, else by a mail to its customer service, once a day. */
export async function askCourierForParcelStatus(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  id: string,
): Promise<'program' | 'mail' | 'already'> {
  const { order, parcel, key } = await lockParcel(tx, id);
  const request = await lockRequest(tx, id);
  const port = deps.couriers.get(parcel.courier);
  if (!request || !port?.capabilities.asks) throw refuse('COURIER_NOT_ASKED');
  if (parcel.state !== 'packed' && parcel.state !== 'cancelled' && SHIPMENT_MOVES[parcel.state].length === 0)
    throw refuse('PARCEL_CHANGED', { parcel: key, state: parcel.state });
  const { status, email } = port.capabilities;
  if (!status && !email) throw refuse('COURIER_NOT_ASKED');
  if (status)
    await tx.update(courierRequests).set({ askAt: deps.now(), asked: 0 }).where(eq(courierRequests.shipmentId, id));
  else {
    const boxes = await tx
      .select()
      .from(shipmentBoxes)
      .where(eq(shipmentBoxes.shipmentId, id))
      .orderBy(shipmentBoxes.n);
    const isQueued = await queueMail(tx, deps.queue, {
      to: email!,
      profileId: null,
      orderId: order.id,
      template: 'fulfilment.courier-asked',
      props: { parcel: key, codes: boxes.flatMap(({ code }) => code ?? []), request: request.state },
      idempotencyKey: `fulfilment.courier-asked:${id}:${dayOf(deps.now())}`,
    });
    if (!isQueued) return 'already';
  }
  await record(tx, actor, {
    action: 'fulfilment.courier-asked',
    on: { kind: 'order', id: order.id },
    after: { parcel: key, courier: parcel.courier },
  });
  return status ? 'program' : 'mail';
}
