import { asc, eq, sql } from 'drizzle-orm';
import { DECIDES, type RequestState } from '#domain/fulfilment/courier-requests.ts';
import type { Courier } from '#domain/fulfilment/shipment.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { REQUESTS_JOB } from '../../../fulfilment/courier-jobs.ts';
import type { CourierPort } from '../../../fulfilment/couriers/courier.ts';
import { courierRequests, shipmentBoxes } from '../../../fulfilment/schema.ts';
import type { Tx } from '../../../platform/db.ts';
import { consignmentOf, hashOf } from './consignment.ts';

/** The courier, where it is configured. */
export function courierOf(deps: Pick<Dependencies, 'couriers'>, name: Courier): CourierPort {
  const port = deps.couriers.get(name);
  if (!port) throw refuse('COURIER_NOT_OFFERED');
  return port;
}

/** Writes what a courier is asked for, in the transaction that needs it; it is sent after the commit. Own delivery asks nobody. */
export async function enterRequest(
  tx: Tx,
  deps: Dependencies,
  { id, key, courier }: { id: string; key: string; courier: Courier },
): Promise<void> {
  const port = courierOf(deps, courier);
  if (!port.capabilities.asks) return;
  await numberBoxes(tx, port, id);
  const asked = {
    courier,
    bodyHash: hashOf(await consignmentOf(tx, id)),
    state: 'waiting' as const,
    failures: 0,
    sentAt: null,
    nextAt: deps.now(),
    leasedUntil: null,
    answer: '',
  };
  await tx
    .insert(courierRequests)
    .values({ shipmentId: id, key, ...asked })
    .onConflictDoUpdate({ target: courierRequests.shipmentId, set: asked });
  await deps.queue.send(tx, REQUESTS_JOB, {});
}

/** A code of the courier for each box, never used before. */
async function numberBoxes(tx: Tx, port: CourierPort, id: string): Promise<void> {
  const boxes = await tx
    .select({ n: shipmentBoxes.n })
    .from(shipmentBoxes)
    .where(eq(shipmentBoxes.shipmentId, id))
    .orderBy(asc(shipmentBoxes.n));
  for (const { n } of boxes) {
    const { rows } = await tx.execute<{ number: number }>(sql`select nextval('courier_codes')::integer as number`);
    const code = port.codeOf(rows[0]!.number);
    if (code === null) throw refuse('COURIER_CODES_USED_UP');
    await tx
      .update(shipmentBoxes)
      .set({ code })
      .where(sql`${shipmentBoxes.shipmentId} = ${id} and ${shipmentBoxes.n} = ${n}`);
  }
}

export type CourierRequest = typeof courierRequests.$inferSelect;

/** What was asked for a parcel, held; `null` for one that nobody was asked for. */
export async function lockRequest(tx: Tx, shipmentId: string): Promise<CourierRequest | null> {
  const [request] = await tx
    .select()
    .from(courierRequests)
    .where(eq(courierRequests.shipmentId, shipmentId))
    .for('update');
  return request ?? null;
}

const NOTHING_MADE: readonly RequestState[] = [...DECIDES.again.from, 'cancelled'];

/** Surely nothing is made: it was not asked yet, or has said no. */
export const hasNoConsignment = ({ state, sentAt }: CourierRequest): boolean =>
  NOTHING_MADE.includes(state) && !(state === 'waiting' && sentAt !== null);

/** Whoever takes the parcel apart can tell the courier: nothing is made, or what is made can be called off. */
export const isRecallable = (request: CourierRequest | null): boolean =>
  request === null || request.state === 'cancelled' || request.state === 'made' || hasNoConsignment(request);
