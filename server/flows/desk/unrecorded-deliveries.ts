import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Today } from '#domain/admin/today.ts';
import { MOST_DEADLINES } from '#domain/admin/waiting.ts';
import { COUNTED_TO } from '#domain/count.ts';
import type { Delivery } from '#domain/delivery.ts';
import { buyerOf } from '#domain/documents/buyer.ts';
import { dayOf } from '#domain/time.ts';
import { shipments } from '../../fulfilment/schema.ts';
import { orders } from '../../orders/schema.ts';
import { countOf } from '../../platform/list.ts';

/** As the database answers. */
export interface UnsortedRows {
  total: number;
  rows: { id: string; number: number; delivery: Delivery | null; email: string; devices: number; paid: string }[];
}

/** Whose money went back is owed nothing any more. */
const isUnsorted = and(
  eq(shipments.isToSort, true),
  inArray(orders.paymentState, ['paid', 'part_refunded', 'settled']),
);
const of = sql`${shipments} join ${orders} on ${orders.id} = ${shipments.orderId} where ${isUnsorted}`;

/** Orders paid in the thirty days before parcels were recorded of which nobody has said whether they were delivered, the oldest first. */
export const unsortedParcelsQuery = sql`select json_build_object(
  'total', (select count(*) from (select from ${of} limit ${COUNTED_TO + 1}) counted),
  'rows', (select coalesce(json_agg(one), '[]'::json) from (
    select ${shipments.id} as id, ${orders.number} as number, ${orders.delivery} as delivery, ${orders.email} as email,
      ${shipments.devices} as devices, ${orders.paidAt} as paid
    from ${of} order by ${shipments.createdAt}, ${orders.number} limit ${MOST_DEADLINES}) one))`;

export const describeUnrecordedDeliveries = ({ total, rows }: UnsortedRows): Today['unsorted'] => ({
  total: countOf(total),
  rows: rows.map(({ delivery, email, paid, ...row }) => ({
    ...row,
    name: buyerOf(delivery, email).name,
    paidOn: dayOf(new Date(paid)),
  })),
});
