import { and, asc, eq, inArray, isNotNull, ne, or } from 'drizzle-orm';
import type { Day } from '#domain/day.ts';
import { EXCHANGE_STATES, isExchangeOpen } from '#domain/fulfilment/exchanges.ts';
import { isMoreToCome } from '#domain/orders/rules.ts';
import { isUnderWay, RETURN_STATES } from '#domain/returns/rules.ts';
import { dayOf } from '#domain/time.ts';
import { exchanges, shipmentDevices, shipments } from '../../fulfilment/schema.ts';
import type { orders } from '../../orders/schema.ts';
import { lastDeliveryOf } from '../../orders/withdrawal/last-delivery.ts';
import type { DatabaseOrTransaction } from '../../platform/db.ts';
import { returns } from '../../returns/schema.ts';

export type OrderRow = typeof orders.$inferSelect;
export type ReturnRow = typeof returns.$inferSelect;

const UNDER_WAY = RETURN_STATES.filter(isUnderWay);
const EXCHANGING = EXCHANGE_STATES.filter(isExchangeOpen);

/** A device that its buyer has, and since when: of one that took the place of another, since the first of them came. */
export interface HeldDevice {
  serial: string;
  deliveredOn: Day;
}

/**
 * Devices of an order that were delivered and did not come back for good, in the order of their numbers. One that the buyer got beside that
 * of an exchange was never bought: it is neither paid back nor exchanged (docs/decisions/331).
 */
export async function listDevicesAtBuyer(db: DatabaseOrTransaction, orderId: string): Promise<HeldDevice[]> {
  const rows = await db
    .select({ serial: shipmentDevices.serial, at: shipments.deliveredAt, since: exchanges.firstDeliveredOn })
    .from(shipmentDevices)
    .innerJoin(shipments, eq(shipments.id, shipmentDevices.shipmentId))
    .leftJoin(
      exchanges,
      and(
        eq(exchanges.shipmentId, shipments.id),
        eq(exchanges.replacement, shipmentDevices.serial),
        eq(exchanges.state, 'done'),
      ),
    )
    .where(
      and(
        eq(shipments.orderId, orderId),
        eq(shipments.state, 'delivered'),
        eq(shipmentDevices.isLive, true),
        or(ne(shipments.kind, 'exchange'), isNotNull(exchanges.id)),
      ),
    )
    .orderBy(asc(shipmentDevices.serial));
  return rows.flatMap(({ serial, at, since }) => (at ? [{ serial, deliveredOn: since ?? dayOf(at) }] : []));
}

/** Serial numbers of an order that are on their way back, or for which another device goes out. */
export async function comingBackOf(db: DatabaseOrTransaction, orderId: string): Promise<Set<string>> {
  const [returned, exchanged] = await Promise.all([
    db
      .select({ serials: returns.serials })
      .from(returns)
      .where(and(eq(returns.orderId, orderId), inArray(returns.state, UNDER_WAY))),
    db
      .select({ serial: exchanges.serial })
      .from(exchanges)
      .where(and(eq(exchanges.orderId, orderId), inArray(exchanges.state, EXCHANGING))),
  ]);
  return new Set([...returned.flatMap(({ serials }) => serials), ...exchanged.map(({ serial }) => serial)]);
}

/**
 * Devices that the buyer has and does not send back yet, the day on which the first of them came, and that of the order's last delivery,
 * whatever became of its devices.
 */
export async function returnableDevices(
  db: DatabaseOrTransaction,
  { id, fulfilmentState }: Pick<OrderRow, 'id' | 'fulfilmentState'>,
): Promise<{ serials: string[]; first: Day | null; last: Day | null; isMoreToCome: boolean }> {
  const held = await listDevicesAtBuyer(db, id);
  const coming = await comingBackOf(db, id);
  const days = held.map(({ deliveredOn }) => deliveredOn).sort();
  const last = await lastDeliveryOf(db, id);
  return {
    serials: held.map(({ serial }) => serial).filter((serial) => !coming.has(serial)),
    first: days[0] ?? null,
    last: [...days, ...(last ? [last] : [])].sort().at(-1) ?? null,
    isMoreToCome: isMoreToCome({ fulfilmentState }),
  };
}
