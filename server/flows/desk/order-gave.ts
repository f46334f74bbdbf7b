import { eq, inArray, sql } from 'drizzle-orm';
import { daysLater } from '#domain/day.ts';
import { COUNTED_AFTER_DAYS, countedPaymentCutoff, memberName } from '#domain/network/rules.ts';
import type { PaymentState } from '#domain/order-states.ts';
import type { GaveEntry, Referral } from '#domain/orders/order-gave.ts';
import { dayOf } from '#domain/time.ts';
import { profiles } from '../../accounts/schema.ts';
import type { orders } from '../../orders/schema.ts';
import type { Database, DatabaseOrTransaction } from '../../platform/db.ts';

type Order = Pick<typeof orders.$inferSelect, 'id' | 'kind' | 'profileId'> & { amount: number; refunded: number };
interface Paid {
  paymentState: PaymentState;
  paidAt: Date | null;
}

const COUNTING: readonly PaymentState[] = ['paid', 'part_refunded', 'settled'];

/** Who is above the buyer of devices, whose money is there: the place that the buyer has now counts (docs/network.md). */
export async function referralOf(
  { db, now }: { db: DatabaseOrTransaction; now: () => Date },
  { kind, profileId, paymentState, paidAt }: Pick<Order, 'kind' | 'profileId'> & Paid,
): Promise<Referral | null> {
  if (kind !== 'device' || profileId === null || paidAt === null || !COUNTING.includes(paymentState)) return null;
  const above = db.select({ id: profiles.parentId }).from(profiles).where(eq(profiles.id, profileId));
  const [upline] = await db.select().from(profiles).where(inArray(profiles.id, above));
  if (!upline) return null;
  return {
    name: memberName(upline),
    countsFrom: daysLater(dayOf(paidAt), COUNTED_AFTER_DAYS),
    isCounted: paidAt < countedPaymentCutoff(now()),
  };
}

/** Of what was credited and taken back, the newest. */
const ENTRIES_SHOWN = 100;

/** What an order gave and what was taken back of it, the newest first. */
export const whatOrderGave = (db: Database, order: Order): Promise<GaveEntry[]> =>
  order.kind === 'device' ? devicesOf(db, order) : unitsOf(db, order);

interface DeliveredParcel {
  kind: string;
  devices: number;
  gone: number;
  moment: string;
  [column: string]: unknown;
}

async function deliveredParcelsOf(db: DatabaseOrTransaction, orderId: string): Promise<DeliveredParcel[]> {
  const { rows } = await db.execute<DeliveredParcel>(sql`
    select s.kind, s.devices, coalesce(s.delivered_at, s.updated_at) as moment,
      (select count(*)::int from shipment_devices d where d.shipment_id = s.id and not d.live) as gone
    from shipments s where s.order_id = ${orderId} and s.state = 'delivered' order by s.n desc`);
  return rows;
}

/** Whatever an exchange brought stands for the device that went. */
const devicesLeft = (
  rows: readonly DeliveredParcel[],
  { amount, refunded }: Pick<Order, 'amount' | 'refunded'>,
): number => (refunded >= amount ? 0 : rows.reduce((all, { devices, gone }) => all + devices - gone, 0));

/** Devices of an order that give their buyer a licence now. */
export const countLicensedDevices = async (db: DatabaseOrTransaction, order: Order): Promise<number> =>
  devicesLeft(await deliveredParcelsOf(db, order.id), order);

/** Devices give a licence while they are with their buyer and the order is not refunded. */
async function devicesOf(db: Database, order: Order): Promise<GaveEntry[]> {
  const rows = await deliveredParcelsOf(db, order.id);
  const came = rows.filter(({ kind }) => kind !== 'exchange');
  const given = came.reduce((all, { devices }) => all + devices, 0);
  const left = devicesLeft(rows, order);
  return [
    ...(left < given ? [{ unit: 'device' as const, cause: 'taken' as const, delta: left - given, moment: null }] : []),
    ...came.map(({ devices, moment }) => ({
      unit: 'device' as const,
      cause: 'delivered' as const,
      delta: devices,
      moment: new Date(moment),
    })),
  ];
}

/** The same entries of the ledger that a refund counts by. */
async function unitsOf(db: Database, { id, profileId }: Order): Promise<GaveEntry[]> {
  if (profileId === null) return [];
  const { rows } = await db.execute<Omit<GaveEntry, 'moment'> & { moment: string }>(sql`
    with paid as (select payment_key as key from packages where profile_id = ${profileId} and order_id = ${id}), back as (
      select id from refunds where payment_key in (select key from paid)
      union select id from disputes where payment_key in (select key from paid)
      union select id::text from order_refunds where order_id = ${id} and period_key is not null
    ), entries as (
      select * from ledger where unit in ('banner', 'tv_second') and reason = 'package' and reference in (select key from paid)
      union all
      select * from ledger where unit in ('banner', 'tv_second') and reason = 'refund' and reference in (select id from back)
      union all
      select * from ledger where reason in ('correction', 'dispute') and reference in (select id from back)
    )
    select unit, reason as cause, delta::int, created_at as moment from entries
    where profile_id = ${profileId} order by id desc limit ${ENTRIES_SHOWN}`);
  return rows.map((row) => ({ ...row, moment: new Date(row.moment) }));
}
