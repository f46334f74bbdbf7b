import { eq, inArray, sql } from 'drizzle-orm';
import type { CourierPayout } from '#domain/bank/courier-contract.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { orders } from '../../orders/schema.ts';
import type { DatabaseOrTransaction } from '../../platform/db.ts';
import { nameOf } from '../lines/compare.ts';
import { courierPayouts, statementLines } from '../schema.ts';
import { listPayoutParcels } from './findings.ts';

/** A transfer of a courier with what it says that it pays, what of that agrees, and what was never paid. */
export async function readPayout(
  db: DatabaseOrTransaction,
  { couriers }: Pick<Dependencies, 'couriers'>,
  lineId: string,
): Promise<CourierPayout> {
  const [found] = await db
    .select({ payout: courierPayouts, came: statementLines.amount })
    .from(courierPayouts)
    .innerJoin(statementLines, eq(statementLines.id, courierPayouts.lineId))
    .where(eq(courierPayouts.lineId, lineId));
  if (!found) throw refuse('COURIER_PAYOUT_GONE');
  const { courier, reference, question, failures, nextAt, kept } = found.payout;
  const parcels = await listPayoutParcels(db, lineId);
  const missing = await listMissingParcels(db, lineId);
  const concerned = [...parcels, ...missing].flatMap(({ orderId }) => orderId ?? []);
  const rows = await db
    .select({ id: orders.id, number: orders.number, delivery: orders.delivery, email: orders.email })
    .from(orders)
    .where(inArray(orders.id, concerned));
  const known = new Map(rows.map((row) => [row.id, row]));
  return {
    courier,
    reference,
    question,
    failures,
    nextAt,
    kept,
    came: found.came,
    parcels: parcels.map(({ orderId, amount, expected, finding, isSettled, reference: parcel }) => {
      const order = orderId === null ? undefined : known.get(orderId);
      return {
        reference: parcel,
        expected,
        paid: amount,
        finding,
        isSettled,
        order: order?.number ?? null,
        name: order ? nameOf(order) : '',
      };
    }),
    missing: missing.map(({ orderId, shipmentId, ...parcel }) => {
      const order = known.get(orderId)!;
      return { ...parcel, order: order.number, name: nameOf(order) };
    }),
    isAsked: couriers.get(courier)?.capabilities.email != null,
  };
}

/** Parcels that were delivered no later than the newest of a transfer, and whose money has never come. */
export async function listMissingParcels(db: DatabaseOrTransaction, lineId: string) {
  const { rows } = await db.execute<{ reference: string; shipmentId: string; orderId: string; amount: string }>(sql`
    select reference, shipment_id as "shipmentId", order_id as "orderId", amount
    from courier_payout_missing where line_id = ${lineId}::uuid order by length(reference), reference`);
  return rows.map(({ amount, ...row }) => ({ ...row, amount: Number(amount) }));
}
