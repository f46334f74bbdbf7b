import { and, eq, exists, gt, inArray, ne, not } from 'drizzle-orm';
import { DAY_MS, MINUTE_MS } from '#domain/day.ts';
import { COURIER_NEWS } from '#domain/fulfilment/courier-requests.ts';
import type { Courier } from '#domain/fulfilment/shipment.ts';
import { dayOf } from '#domain/time.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { type CourierMessage, MEANINGS } from '../../../fulfilment/couriers/courier.ts';
import { courierMessages, courierRequests, shipmentBoxes, shipments } from '../../../fulfilment/schema.ts';
import { buyerMailFields } from '../../../orders/buyer-mail-fields.ts';
import { enterOrderEvent } from '../../../orders/events.ts';
import type { Tx } from '../../../platform/db.ts';
import { queueMail } from '../../../platform/mail/mail.ts';
import { lockParcel, parcelLink } from '../parcels.ts';
import { applyLatestCourierMessage } from './apply-latest-courier-message.ts';
import { lockRequest } from './enter-request.ts';

/** Takes a message once, whatever it says and whenever it comes, and moves the parcel where it leads. */
export function takeMessage(deps: Dependencies, courier: Courier, message: CourierMessage): Promise<void> {
  const { id, code, reference, status, news, moment } = message;
  return deps.db.transaction(async (tx) => {
    const shipmentId = await parcelOf(tx, courier, message);
    const [taken] = await tx
      .insert(courierMessages)
      .values({ courier, id, shipmentId, code, reference, status, news, moment, receivedAt: deps.now() })
      .onConflictDoNothing()
      .returning();
    if (!taken) return;
    if (!shipmentId) return deps.log.warn({ courier, code, status }, 'a courier told of a parcel that is not ours');
    const { order, parcel, key } = await lockParcel(tx, shipmentId);
    const actor = { id: courier };
    await learn(tx, deps, shipmentId, message);
    const isOurs = parcel.courier === courier;
    const isMoved = isOurs && (await applyLatestCourierMessage(tx, deps, actor, parcel));
    if (isOurs && (await noteMissed(tx, shipmentId, { ...message, courier })))
      await mailMissed(tx, deps, { order, parcel, key }, moment);
    if (isMoved) return;
    await enterOrderEvent(tx, deps.now(), actor, order.id, {
      kind: 'courier_told',
      reference: `${courier}:${id}`,
      facts: { parcel: key, courier, status, news, at: moment.toISOString() },
    });
  });
}

const ON_THE_WAY = ['handed_over', 'in_transit'] as const;

/**
 * Nobody was found: the buyer is to be called, until the parcel goes on. Of messages in any order the newest decides; `true`: it says that
 * nobody was found.
 */
async function noteMissed(tx: Tx, shipmentId: string, { id, courier, news, moment }: Noted): Promise<boolean> {
  if (news !== 'missed' && (news === null || MEANINGS[news] === null)) return false;
  const newer = tx
    .select({ id: courierMessages.id })
    .from(courierMessages)
    .where(
      and(
        eq(courierMessages.shipmentId, shipmentId),
        eq(courierMessages.courier, courier),
        ne(courierMessages.id, id),
        gt(courierMessages.moment, moment),
        inArray(courierMessages.news, DECIDING),
      ),
    );
  const marked = await tx
    .update(shipments)
    .set({ missedAt: news === 'missed' ? moment : null })
    .where(and(eq(shipments.id, shipmentId), inArray(shipments.state, ON_THE_WAY), not(exists(newer))))
    .returning({ id: shipments.id });
  return news === 'missed' && marked.length > 0;
}

/** Whoever reads later than this that nobody was found has heard of the parcel since. */
const MAILED_FOR_MS = 2 * DAY_MS;

/** Couriers come once a day: what they tell again of the same day, in whatever words, makes no second mail. */
async function mailMissed(tx: Tx, deps: Dependencies, { order, parcel, key }: Locked, moment: Date): Promise<void> {
  const now = deps.now();
  if (parcel.kind === 'return' || now.getTime() - moment.getTime() > MAILED_FOR_MS) return;
  // A clock that is ahead of ours counts as now.
  const at = moment < now ? moment : now;
  await queueMail(tx, deps.queue, {
    ...buyerMailFields(order),
    template: 'fulfilment.missed',
    props: {
      parcel: key,
      at: at.toISOString(),
      toPay: parcel.collectAmount,
      link: parcel.token ? parcelLink(deps, parcel.token) : null,
    },
    idempotencyKey: `fulfilment.missed:${parcel.id}:${dayOf(at)}`,
  });
}

type Locked = Awaited<ReturnType<typeof lockParcel>>;

type Noted = Pick<CourierMessage, 'id' | 'news' | 'moment'> & { courier: Courier };

/** News that say where the parcel is now. */
const DECIDING = COURIER_NEWS.filter((news) => news === 'missed' || MEANINGS[news] !== null);

/** Of which parcel: by the code on its box, else by the key under which it was asked for. */
async function parcelOf(tx: Tx, courier: Courier, { code, reference }: CourierMessage): Promise<string | null> {
  const [boxed] = await tx
    .select({ id: shipmentBoxes.shipmentId })
    .from(shipmentBoxes)
    .innerJoin(shipments, eq(shipments.id, shipmentBoxes.shipmentId))
    .where(eq(shipmentBoxes.code, code));
  if (boxed) return boxed.id;
  const [asked] = await tx
    .select({ id: courierRequests.shipmentId })
    .from(courierRequests)
    .where(and(eq(courierRequests.key, reference), eq(courierRequests.courier, courier)));
  return asked?.id ?? null;
}

/** Who tells of a parcel has it; who tells that it was called off has it no more. And who tells need not be asked for a while. */
async function learn(tx: Tx, deps: Dependencies, shipmentId: string, { news }: CourierMessage): Promise<void> {
  const request = await lockRequest(tx, shipmentId);
  if (!request) return;
  const { state } = request;
  await tx
    .update(courierRequests)
    .set({
      state: news === 'cancelled' && state === 'to_call_off' ? 'cancelled' : state === 'unknown' ? 'made' : state,
      asked: 0,
      ...(request.askAt ? { askAt: new Date(deps.now().getTime() + 15 * MINUTE_MS) } : {}),
    })
    .where(eq(courierRequests.shipmentId, shipmentId));
}
