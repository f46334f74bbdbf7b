import { type SQL, sql } from 'drizzle-orm';
import type { NamedParcel, PayoutInquiryState } from '#domain/bank/courier-payouts.ts';
import type { Courier } from '#domain/fulfilment/shipment.ts';
import type { DatabaseOrTransaction } from '../../platform/db.ts';

/** A parcel that a courier names, and what that means now. */
export interface FoundParcel extends NamedParcel {
  amount: number;
  /** `null` of a parcel that is not ours; of one that was not collected yet there is no payment. */
  orderId: string | null;
  paymentKey: string | null;
  isSettled: boolean;
}

/** Of one line, in the courier's order of keys. */
export async function listPayoutParcels(db: DatabaseOrTransaction, lineId: string): Promise<FoundParcel[]> {
  const { rows } = await db.execute<{
    reference: string;
    amount: string;
    expected: string | null;
    orderId: string | null;
    paymentKey: string | null;
    isSettled: boolean;
    finding: NamedParcel['finding'];
  }>(sql`
    select reference, amount, expected, order_id as "orderId", payment_key as "paymentKey", settled as "isSettled", finding
    from courier_payout_findings where line_id = ${lineId}::uuid order by length(reference), reference`);
  return rows.map(({ amount, expected, ...row }) => ({
    ...row,
    amount: Number(amount),
    expected: expected === null ? null : Number(expected),
  }));
}

type Sketch = {
  name: Courier;
  question: PayoutInquiryState;
  parcels: number;
  agree: number;
  missing: number;
};

/** What the list of a statement says of each of these lines that a courier made. */
export async function courierPayoutsByLine(
  db: DatabaseOrTransaction,
  lines: readonly string[],
): Promise<Map<string, Sketch>> {
  if (lines.length === 0) return new Map();
  const { rows } = await db.execute<Sketch & { id: string }>(sql`
    select payout.line_id as id, payout.courier as name, payout.question,
      (select count(*)::int from courier_payout_parcels named where named.line_id = payout.line_id) as parcels,
      (select count(*)::int from courier_payout_findings found where found.line_id = payout.line_id
        and (found.settled or found.finding = 'matches')) as agree,
      (select count(*)::int from courier_payout_missing missing where missing.line_id = payout.line_id) as missing
    from courier_payouts payout where payout.line_id = any(${sql.param(lines)}::uuid[])`);
  return new Map(rows.map(({ id, ...sketch }) => [id, sketch]));
}

/** Which orders lines are about, by the parcels that a courier names in them. */
export const ordersOfParcels = (lines: SQL): SQL => sql`
  select shipment.order_id from courier_payout_parcels named join shipments shipment on shipment.id = named.shipment_id
  where named.line_id in (${lines})`;
