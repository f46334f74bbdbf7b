import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { SHIPMENT_MOVES, type ShipmentState } from '#domain/fulfilment/shipment.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { type CourierMessage, MEANINGS } from '../../../fulfilment/couriers/courier.ts';
import { courierMessages, shipmentBoxes } from '../../../fulfilment/schema.ts';
import type { Actor } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/db.ts';
import { type AfterHandOver, moveParcel } from '../move-parcel.ts';
import type { ShipmentRow } from '../parcels.ts';

type ReportedState = Pick<CourierMessage, 'id' | 'code' | 'moment'> & { state: AfterHandOver };

/**
 * Brings a parcel to the state of its courier's latest message, whatever the order in which messages came; before the hand-over none
 * moves it. Answers whether it moved. The caller holds the order.
 */
export async function applyLatestCourierMessage(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  parcel: ShipmentRow,
): Promise<boolean> {
  const told = await reportedStatesOf(tx, parcel);
  const last = told.at(-1);
  if (!last || (parcel.toldAt && last.moment < parcel.toldAt)) return false;
  const boxes = await tx
    .select({ code: shipmentBoxes.code })
    .from(shipmentBoxes)
    .where(eq(shipmentBoxes.shipmentId, parcel.id));
  const steps = wayTo(
    parcel.state,
    stateOf(
      told,
      boxes.map(({ code }) => code!),
    ),
  );
  let from = parcel.state;
  for (const to of steps) {
    await moveParcel(tx, deps, actor, { id: parcel.id, from, to, at: last.moment });
    from = to;
  }
  return steps.length > 0;
}

/** What messages make of the parcel, in the order in which it happened; the courier numbers them, too. */
async function reportedStatesOf(tx: Tx, { id, courier }: ShipmentRow): Promise<ReportedState[]> {
  const rows = await tx
    .select()
    .from(courierMessages)
    .where(
      and(eq(courierMessages.shipmentId, id), eq(courierMessages.courier, courier), isNotNull(courierMessages.news)),
    )
    .orderBy(asc(courierMessages.moment));
  return rows
    .flatMap(({ id: message, code, moment, news }) => {
      const state = MEANINGS[news!];
      return state ? [{ id: message, code, moment, state }] : [];
    })
    .sort((a, b) => a.moment.getTime() - b.moment.getTime() || Number(a.id) - Number(b.id) || 0);
}

/** Of several boxes: delivered or returned once all of them are. */
function stateOf(told: readonly ReportedState[], codes: readonly string[]): AfterHandOver {
  const last = new Map(told.map(({ code, state }) => [code, state]));
  const states = codes.map((code) => last.get(code) ?? null);
  for (const end of ['delivered', 'returned'] as const) if (states.every((state) => state === end)) return end;
  return states.some((state) => state === 'refused' || state === 'returned') ? 'refused' : 'in_transit';
}

/** What a courier may have left out. */
const BETWEEN: readonly ShipmentState[] = ['in_transit', 'refused'];

/** The shortest way that the parcel's states allow; none when there is none. */
function wayTo(from: ShipmentState, to: AfterHandOver): AfterHandOver[] {
  if (from === 'packed') return [];
  const ways: AfterHandOver[][] = [[]];
  for (const way of ways) {
    const at: ShipmentState = way.at(-1) ?? from;
    if (at === to) return way;
    for (const next of SHIPMENT_MOVES[at] as readonly AfterHandOver[])
      if (next !== from && !way.includes(next) && (next === to || BETWEEN.includes(next))) ways.push([...way, next]);
  }
  return [];
}
