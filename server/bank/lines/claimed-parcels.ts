import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { MOST_COMPENSATED } from '#domain/bank/compensations.ts';
import type { ClaimedParcel } from '#domain/bank/contract.ts';
import { shipmentKey } from '#domain/fulfilment/shipment.ts';
import { parcelClaims, shipments } from '../../fulfilment/schema.ts';
import { orders } from '../../orders/schema.ts';
import type { DatabaseOrTransaction } from '../../platform/db.ts';
import { courierCompensations } from '../schema.ts';
import { entityOf, type LineRow } from './claim.ts';

/** Claims that no line has paid yet; also refused ones, because a courier may change its mind. */
export const UNPAID_CLAIMS = ['open', 'refused', 'paid'] as const;

/** Parcels that a courier may have paid for with this line: first those that it names, then those worth as much, then the oldest. */
export async function claimedParcels(db: DatabaseOrTransaction, line: LineRow): Promise<ClaimedParcel[]> {
  if (line.outgoing || line.state !== 'open' || (await entityOf(db, line)) !== 'company') return [];
  const key = sql`${orders.number}::text || '-' || ${shipments.n}::text`;
  const rows = await db
    .select({ claim: parcelClaims, shipment: shipments, number: orders.number })
    .from(parcelClaims)
    .innerJoin(shipments, eq(shipments.id, parcelClaims.shipmentId))
    .innerJoin(orders, eq(orders.id, shipments.orderId))
    .leftJoin(courierCompensations, eq(courierCompensations.shipmentId, shipments.id))
    .where(
      and(
        inArray(parcelClaims.state, UNPAID_CLAIMS),
        isNull(courierCompensations.lineId),
        eq(parcelClaims.currency, line.currency),
      ),
    )
    .orderBy(
      desc(sql`strpos(${`${line.purpose} ${line.reference}`}::text, ${key}) > 0`),
      desc(sql`${parcelClaims.amount} = ${line.amount}::bigint`),
      asc(parcelClaims.openedAt),
    )
    .limit(MOST_COMPENSATED);
  return rows.map(({ claim: { shipmentId: id, kind, amount, currency }, shipment: { n, courier }, number }) => ({
    id,
    parcel: shipmentKey(number, n),
    courier,
    kind,
    worth: { amount, currency },
  }));
}
