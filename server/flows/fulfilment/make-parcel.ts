import { randomBytes } from 'node:crypto';
import { eq, max } from 'drizzle-orm';
import { type PackingCourier, type SHIPMENT_KINDS, shipmentKey } from '#domain/fulfilment/shipment.ts';
import type { Dependencies } from '../../dependencies.ts';
import { shipmentBoxes, shipments } from '../../fulfilment/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { enterRequest } from './couriers/enter-request.ts';
import { enterParcelEvent, type OrderRow } from './parcels.ts';
import { type PackingTurn, takeSerials } from './take-serials.ts';

interface NewParcel {
  id: string;
  kind: (typeof SHIPMENT_KINDS)[number];
  courier: PackingCourier;
  boxes: readonly { grams: number; serials: readonly string[] }[];
  /** All of the boxes, in their order, as they are kept. */
  serials: string[];
  /** Since when it has been waited for, and why it does not wait for its turn. */
  turn: PackingTurn;
  collectAmount?: number;
  collectAccount?: string;
}

/** The next parcel of an order with its devices, its event, its entry in the log and what its courier is asked for. */
export async function makeParcel(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  order: OrderRow,
  { id, kind, courier, boxes, serials, turn, ...collected }: NewParcel,
): Promise<{ key: string }> {
  const orderId = order.id;
  const [last] = await tx
    .select({ n: max(shipments.n) })
    .from(shipments)
    .where(eq(shipments.orderId, orderId));
  const n = (last?.n ?? 0) + 1;
  const key = shipmentKey(order.number, n);
  await tx.insert(shipments).values({
    id,
    orderId,
    n,
    kind,
    courier,
    ...collected,
    devices: serials.length,
    token: randomBytes(16).toString('base64url'),
    packedBy: actor.id,
    createdAt: deps.now(),
  });
  await tx.insert(shipmentBoxes).values(boxes.map(({ grams }, at) => ({ shipmentId: id, n: at + 1, grams })));
  const places = boxes.flatMap((box, at) => box.serials.map(() => at + 1));
  const devices = serials.map((serial, at) => ({ serial, box: places[at]!, position: at + 1 }));
  const taken = await takeSerials(tx, deps, actor, { orderId, shipmentId: id, key, devices, turn });
  await enterParcelEvent(tx, deps, actor, order, { kind: 'packed', key });
  await record(tx, actor, {
    action: 'fulfilment.packed',
    on: { kind: 'order', id: orderId },
    after: { parcel: key, courier, boxes: boxes.length, serials, ...taken },
  });
  await enterRequest(tx, deps, { id, key, courier });
  return { key };
}
