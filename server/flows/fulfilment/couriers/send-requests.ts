import { and, eq, inArray, isNull, lte, or } from 'drizzle-orm';
import type { RequestState } from '#domain/fulfilment/courier-requests.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { type Consignment, CourierError, type CourierPort } from '../../../fulfilment/couriers/courier.ts';
import { courierRequests, shipments } from '../../../fulfilment/schema.ts';
import { record, systemActor } from '../../../platform/audit.ts';
import { consignmentOf, hashOf } from './consignment.ts';
import type { CourierRequest } from './enter-request.ts';

const SECOND = 1000;
/** Seconds from one failure to the next try; the last pause is kept for ever. */
const PAUSES = [30, 60, 120, 300, 600];
/** After that, what a killed process had taken goes to the others; a courier answers or is given up long before. */
const LEASE = 180 * SECOND;
const AT_ONCE = 5;
/** Minutes after which a courier that can be asked is asked how the parcel is. */
const FIRST_ASKED = 15;

/** Sends everything that is due; asked for after a commit and every minute. */
export async function sendRequests(deps: Dependencies): Promise<void> {
  for (let due = await takeDue(deps); due.length > 0; due = await takeDue(deps))
    await Promise.all(due.map((request) => work(deps, request)));
  await cancelAtCouriers(deps);
}

/** Where a program can call a parcel off, it is done by one; elsewhere a person is shown it. Said twice, it is as good. */
async function cancelAtCouriers({ db, couriers, log }: Dependencies): Promise<void> {
  const able = couriers.offered.filter((name) => couriers.get(name)?.capabilities.cancel);
  const rows = await db
    .select()
    .from(courierRequests)
    .where(and(eq(courierRequests.state, 'to_call_off'), inArray(courierRequests.courier, able)));
  for (const { shipmentId, courier, key } of rows)
    try {
      await couriers.get(courier)!.cancel(key);
      await db
        .update(courierRequests)
        .set({ state: 'cancelled' })
        .where(and(eq(courierRequests.shipmentId, shipmentId), eq(courierRequests.state, 'to_call_off')));
    } catch (error) {
      log.warn({ error, courier, parcel: key }, 'parcel not called off yet');
    }
}

async function takeDue({ db, now }: Dependencies): Promise<CourierRequest[]> {
  const at = now();
  const due = db
    .select({ id: courierRequests.shipmentId })
    .from(courierRequests)
    .where(
      and(
        eq(courierRequests.state, 'waiting'),
        lte(courierRequests.nextAt, at),
        or(isNull(courierRequests.leasedUntil), lte(courierRequests.leasedUntil, at)),
      ),
    )
    .orderBy(courierRequests.nextAt)
    .limit(AT_ONCE)
    .for('update', { skipLocked: true });
  return db
    .update(courierRequests)
    .set({ leasedUntil: new Date(at.getTime() + LEASE) })
    .where(inArray(courierRequests.shipmentId, due))
    .returning();
}

/** One parcel at the courier, at most: what may have arrived is asked for first, or left to a person. */
async function work(deps: Dependencies, request: CourierRequest): Promise<void> {
  const port = deps.couriers.get(request.courier);
  if (!port) return postpone(deps, request, 'not configured');
  const parcel = await consignmentOf(deps.db, request.shipmentId);
  if (hashOf(parcel) !== request.bodyHash)
    return finish(deps, request, request.sentAt ? 'unknown' : 'refused', 'changed since it was asked for');
  try {
    if (request.sentAt && !port.capabilities.find) return await finish(deps, request, 'unknown', request.answer);
    if (request.sentAt && (await port.find(request.key))) return await finish(deps, request, 'made', 'found');
    if ((await port.checkAddress(parcel)) === 'unknown') return await finish(deps, request, 'address_unknown', '');
  } catch (error) {
    // Nothing was sent yet: a lost answer to a question is as good as none.
    if (error instanceof CourierError && error.reason === 'refused' && !request.sentAt)
      return finish(deps, request, 'refused', error.message);
    return postpone(deps, request, saidBy(error));
  }
  await send(deps, request, port, parcel);
}

async function send(deps: Dependencies, request: CourierRequest, port: CourierPort, parcel: Consignment) {
  const [mine] = await deps.db
    .update(courierRequests)
    .set({ sentAt: deps.now(), attempts: request.attempts + 1 })
    .where(isStill(request))
    .returning();
  if (!mine) return;
  try {
    await port.make(parcel);
  } catch (error) {
    const reason = error instanceof CourierError ? error.reason : 'lost';
    if (reason === 'refused') return finish(deps, mine, 'refused', saidBy(error));
    if (reason === 'down') return postpone(deps, mine, saidBy(error), null);
    return port.capabilities.find ? postpone(deps, mine, saidBy(error)) : finish(deps, mine, 'unknown', saidBy(error));
  }
  await finish(deps, mine, 'made', 'OK');
}

/** Whoever took it has it still: nobody called it off, and no other process thinks that this one is dead. */
const isStill = ({ shipmentId, attempts, leasedUntil }: CourierRequest) =>
  and(
    eq(courierRequests.shipmentId, shipmentId),
    eq(courierRequests.state, 'waiting'),
    eq(courierRequests.attempts, attempts),
    leasedUntil ? eq(courierRequests.leasedUntil, leasedUntil) : isNull(courierRequests.leasedUntil),
  );

const saidBy = (error: unknown): string =>
  (error instanceof CourierError ? error.message : error instanceof Error ? error.name : 'unknown').slice(0, 300);

async function postpone(deps: Dependencies, request: CourierRequest, answer: string, sentAt = request.sentAt) {
  const failures = request.failures + 1;
  const pause = PAUSES[Math.min(failures, PAUSES.length) - 1]! * SECOND;
  deps.log.warn({ courier: request.courier, parcel: request.key, failures, answer }, 'courier not asked yet');
  await deps.db
    .update(courierRequests)
    .set({ failures, answer, sentAt, leasedUntil: null, nextAt: new Date(deps.now().getTime() + pause) })
    .where(isStill(request));
}

async function finish(deps: Dependencies, request: CourierRequest, state: RequestState, answer: string): Promise<void> {
  const { now, couriers } = deps;
  const isAsked = state === 'made' && couriers.get(request.courier)!.capabilities.status;
  await deps.db.transaction(async (tx) => {
    const [mine] = await tx
      .update(courierRequests)
      .set({
        state,
        answer,
        leasedUntil: null,
        askAt: isAsked ? new Date(now().getTime() + FIRST_ASKED * 60 * SECOND) : null,
        ...(state === 'made' || state === 'unknown' ? {} : { sentAt: null }),
      })
      .where(isStill(request))
      .returning();
    if (!mine) return;
    const [parcel] = await tx.select().from(shipments).where(eq(shipments.id, request.shipmentId));
    await record(tx, systemActor, {
      action: 'fulfilment.courier-answered',
      on: { kind: 'order', id: parcel!.orderId },
      after: { parcel: request.key, courier: request.courier, request: state },
    });
  });
}
