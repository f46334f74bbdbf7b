import { randomBytes } from 'node:crypto';
import { and, desc, eq, inArray, max, sql } from 'drizzle-orm';
import { type PackingCourier, shipmentKey } from '#domain/fulfilment/shipment.ts';
import { memberName } from '#domain/network/rules.ts';
import { refuse } from '#domain/refuse.ts';
import { profiles } from '../../accounts/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { shipmentBoxes, shipments } from '../../fulfilment/schema.ts';
import { closeCheckout } from '../../orders/place-order.ts';
import { orderEvents } from '../../orders/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { collectedBy } from './collected.ts';
import { courierOf, enterRequest } from './couriers/enter-request.ts';
import { enterParcelEvent, lockOrder, type Order, packingOf } from './parcels.ts';
import { readSerials, takeSerials } from './take-serials.ts';

interface Packed {
  order: string;
  /** Made by the screen: sent twice, it is one parcel. */
  id: string;
  version: number;
  courier: PackingCourier;
  isPart: boolean;
  boxes: { grams: number; serials: string[] }[];
}

/** Packs devices of an order into one parcel, unless somebody changed the order since it was read. */
export async function packOrder(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { order: orderId, id, version, courier, isPart, boxes }: Packed,
): Promise<{ key: string }> {
  const order = await lockOrder(tx, orderId);
  const [packed] = await tx.select().from(shipments).where(eq(shipments.id, id));
  if (packed && packed.orderId !== orderId) throw refuse('ORDER_GONE');
  if (packed) return { key: shipmentKey(order.number, packed.n) };
  if (order.version !== version) await refuseChanged(tx, order, version);
  const { missing, problem } = await packingOf(tx, order);
  if (problem) throw refuse('NOT_TO_BE_PACKED', { order: order.number, problem });
  courierOf(deps, courier);
  const serials = readSerials(boxes.flatMap((box) => box.serials));
  if (serials.length > missing) throw refuse('SERIALS_TOO_MANY', { most: missing });
  if (serials.length < missing && !isPart) throw refuse('SERIALS_MISSING', { missing: missing - serials.length });

  const [last] = await tx
    .select({ n: max(shipments.n) })
    .from(shipments)
    .where(eq(shipments.orderId, orderId));
  const n = (last?.n ?? 0) + 1;
  const key = shipmentKey(order.number, n);
  const failed = await tx.$count(
    shipments,
    and(eq(shipments.orderId, orderId), inArray(shipments.state, ['refused', 'returned', 'lost', 'damaged'])),
  );
  await tx.insert(shipments).values({
    id,
    orderId,
    n,
    kind: failed > 0 ? 'resend' : 'outbound',
    courier,
    devices: serials.length,
    token: randomBytes(16).toString('base64url'),
    packedBy: actor.id,
    ...(await collectedBy(tx, deps, order)),
    createdAt: deps.now(),
  });
  await tx.insert(shipmentBoxes).values(boxes.map(({ grams }, at) => ({ shipmentId: id, n: at + 1, grams })));
  const places = boxes.flatMap((box, at) => box.serials.map(() => at + 1));
  const devices = serials.map((serial, at) => ({ serial, box: places[at]!, position: at + 1 }));
  await takeSerials(tx, deps, actor, { orderId, shipmentId: id, key, devices });
  // From now on, the same form is another order.
  if (order.checkoutKey) await closeCheckout(tx, orderId);
  await enterParcelEvent(tx, deps, actor, order, { kind: 'packed', key });
  await record(tx, actor, {
    action: 'fulfilment.packed',
    on: { kind: 'order', id: orderId },
    after: { parcel: key, courier, boxes: boxes.length, serials },
  });
  await enterRequest(tx, deps, { id, key, courier });
  return { key };
}

/** Somebody packed of it since it was read, who is named; or it changed in another way. Each event made one version. */
async function refuseChanged(tx: Tx, order: Order, version: number): Promise<never> {
  const news = await tx
    .select({ kind: orderEvents.kind, at: orderEvents.moment, by: profiles })
    .from(orderEvents)
    .leftJoin(profiles, eq(sql`${profiles.id}::text`, orderEvents.actor))
    .where(eq(orderEvents.orderId, order.id))
    .orderBy(desc(orderEvents.id))
    .limit(Math.max(0, Math.min(order.version - version, 100)));
  const packed = news.find(({ kind }) => kind === 'packed');
  if (!packed) throw refuse('ORDER_CHANGED');
  const by = packed.by ? memberName(packed.by) : '';
  throw refuse('PACKED_MEANWHILE', { order: order.number, by, at: packed.at });
}
