import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Day } from '#domain/day.ts';
import { isUnderWay, RETURN_STATES } from '#domain/returns/rules.ts';
import { dayOf } from '#domain/time.ts';
import { shipmentDevices, shipments } from '../../fulfilment/schema.ts';
import type { orders } from '../../orders/schema.ts';
import type { DatabaseOrTransaction } from '../../platform/db.ts';
import { returns } from '../../returns/schema.ts';

export type OrderRow = typeof orders.$inferSelect;
export type ReturnRow = typeof returns.$inferSelect;

const UNDER_WAY = RETURN_STATES.filter(isUnderWay);

/** Devices that the buyer has and does not send back yet, and the days on which the first and the last of them came. */
export async function returnableOf(
  db: DatabaseOrTransaction,
  { id }: Pick<OrderRow, 'id'>,
): Promise<{ serials: string[]; first: Day | null; last: Day | null }> {
  const delivered = await db
    .select({ serial: shipmentDevices.serial, at: shipments.deliveredAt })
    .from(shipmentDevices)
    .innerJoin(shipments, eq(shipments.id, shipmentDevices.shipmentId))
    .where(and(eq(shipments.orderId, id), eq(shipments.state, 'delivered'), eq(shipmentDevices.isLive, true)))
    .orderBy(asc(shipmentDevices.serial));
  const taken = await db
    .select({ serials: returns.serials })
    .from(returns)
    .where(and(eq(returns.orderId, id), inArray(returns.state, UNDER_WAY)));
  const coming = new Set(taken.flatMap(({ serials }) => serials));
  const days = delivered.flatMap(({ at }) => (at ? [dayOf(at)] : [])).sort();
  return {
    serials: delivered.map(({ serial }) => serial).filter((serial) => !coming.has(serial)),
    first: days[0] ?? null,
    last: days.at(-1) ?? null,
  };
}
