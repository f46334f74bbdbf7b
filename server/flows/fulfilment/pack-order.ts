import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import { type PackingCourier, shipmentKey } from '#domain/fulfilment/shipment.ts';
import { memberName } from '#domain/network/rules.ts';
import { refuse } from '#domain/refuse.ts';
import { profiles } from '../../accounts/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { shipments } from '../../fulfilment/schema.ts';
import { clearCheckoutKey } from '../../orders/place-order.ts';
import { orderEvents } from '../../orders/schema.ts';
import type { Actor } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { collectionOfNextParcel } from './collected.ts';
import { courierOf } from './couriers/enter-request.ts';
import { makeParcel } from './make-parcel.ts';
import { packExchanges } from './pack-exchanges.ts';
import { lockOrder, type OrderRow, packingOf } from './parcels.ts';
import { readSerials } from './take-serials.ts';

interface Packed {
  order: string;
  /** Made by the screen: sent twice, it is one parcel. */
  id: string;
  version: number;
  courier: PackingCourier;
  isPart: boolean;
  boxes: { grams: number; serials: string[] }[];
  /** The exchanges that the devices are for, one for each; empty of what was bought. */
  exchanges: string[];
  outOfTurn?: string | undefined;
}

/** Packs devices of an order into one parcel, unless somebody changed the order since it was read. */
export async function packOrder(tx: Tx, deps: Dependencies, actor: Actor, wanted: Packed): Promise<{ key: string }> {
  const { id, version, courier, boxes, outOfTurn } = wanted;
  const order = await lockOrder(tx, wanted.order);
  const [packed] = await tx.select().from(shipments).where(eq(shipments.id, id));
  if (packed && packed.orderId !== order.id) throw refuse('ORDER_GONE');
  if (packed) return { key: shipmentKey(order.number, packed.n) };
  if (order.version !== version) await refuseChanged(tx, order, version);
  return wanted.exchanges.length > 0
    ? packExchanges(tx, deps, actor, order, { ids: wanted.exchanges, id, courier, boxes, outOfTurn })
    : packBought(tx, deps, actor, order, wanted);
}

async function packBought(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  order: OrderRow,
  { id, courier, isPart, boxes, outOfTurn }: Packed,
): Promise<{ key: string }> {
  const { missing, problem } = await packingOf(tx, order);
  if (problem) throw refuse('NOT_TO_BE_PACKED', { order: order.number, problem });
  courierOf(deps, courier);
  const serials = readSerials(boxes.flatMap((box) => box.serials));
  if (serials.length > missing) throw refuse('SERIALS_TOO_MANY', { most: missing });
  if (serials.length < missing && !isPart) throw refuse('SERIALS_MISSING', { missing: missing - serials.length });
  const failed = await tx.$count(
    shipments,
    and(
      eq(shipments.orderId, order.id),
      ne(shipments.kind, 'exchange'),
      inArray(shipments.state, ['refused', 'returned', 'lost', 'damaged']),
    ),
  );
  const made = await makeParcel(tx, deps, actor, order, {
    id,
    courier,
    boxes,
    serials,
    kind: failed > 0 ? 'resend' : 'outbound',
    turn: { since: null, outOfTurn },
    ...(await collectionOfNextParcel(tx, deps, order)),
  });
  // From now on, the same form is another order.
  if (order.checkoutKey) await clearCheckoutKey(tx, order.id);
  return made;
}

/** Somebody packed of it since it was read, who is named; or it changed in another way. Each event made one version. */
async function refuseChanged(tx: Tx, order: OrderRow, version: number): Promise<never> {
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
