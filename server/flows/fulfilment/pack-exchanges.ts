import { and, eq } from 'drizzle-orm';
import type { PackingCourier } from '#domain/fulfilment/shipment.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Actor } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { orderRefunds } from '../../refunds/schema.ts';
import { exchangeProblem } from '../exchanges/ask-exchange.ts';
import { enterPacked, lockReady } from '../exchanges/parcel-of-exchanges.ts';
import { listDevicesAtBuyer } from '../returns/devices.ts';
import { courierOf } from './couriers/enter-request.ts';
import { makeParcel } from './make-parcel.ts';
import type { OrderRow } from './parcels.ts';
import { readSerials } from './take-serials.ts';

interface Packed {
  ids: readonly string[];
  id: string;
  courier: PackingCourier;
  boxes: readonly { grams: number; serials: string[] }[];
  outOfTurn: string | undefined;
}

/** Other devices for faulty ones that are here, one for each, in a parcel that costs nothing. The caller holds the order. */
export async function packExchanges(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  order: OrderRow,
  { ids, id, courier, boxes, outOfTurn }: Packed,
): Promise<{ key: string }> {
  const rows = await lockReady(tx, order, ids);
  const problem = await exchangeProblem(tx, order);
  if (problem) throw refuse('NOT_TO_BE_PACKED', { order: order.number, problem });
  // Its money went back meanwhile, or waits for a second person.
  const theirs = new Set((await listDevicesAtBuyer(tx, order.id)).map(({ serial }) => serial));
  const asked = await tx
    .select({ serials: orderRefunds.serials })
    .from(orderRefunds)
    .where(and(eq(orderRefunds.orderId, order.id), eq(orderRefunds.state, 'asked')));
  const paidBack = new Set(asked.flatMap((one) => one.serials));
  const gone = rows.find(({ serial }) => !theirs.has(serial) || paidBack.has(serial));
  if (gone) throw refuse('EXCHANGE_NOT_POSSIBLE', { serial: gone.serial });
  courierOf(deps, courier);
  const serials = readSerials(boxes.flatMap((box) => box.serials));
  if (serials.length > rows.length) throw refuse('SERIALS_TOO_MANY', { most: rows.length });
  if (serials.length < rows.length) throw refuse('SERIALS_MISSING', { missing: rows.length - serials.length });
  const since = new Date(Math.min(...rows.map(({ receivedAt }) => receivedAt!.getTime())));
  const turn = { since, outOfTurn };
  const made = await makeParcel(tx, deps, actor, order, { id, kind: 'exchange', courier, boxes, serials, turn });
  await enterPacked(tx, rows, id, serials);
  return made;
}
