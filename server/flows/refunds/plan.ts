import { and, eq, gte, inArray, sql, sum } from 'drizzle-orm';
import { sumOf } from '#domain/documents/amounts.ts';
import type { Currency } from '#domain/money.ts';
import type { RefundWay } from '#domain/payouts/rules.ts';
import { dinarsAt } from '#domain/prices.ts';
import type { RefundPreview, WantedRefund } from '#domain/refunds/contract.ts';
import { REFUND_ALONE, shareOf } from '#domain/refunds/rules.ts';
import { refuse } from '#domain/refuse.ts';
import { readSerial } from '#domain/stock/rules.ts';
import { profiles } from '../../accounts/schema.ts';
import { packageAdvances, packages } from '../../advertising/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { IssuedDocument } from '../../documents/issue.ts';
import { shipmentDevices, shipments } from '../../fulfilment/schema.ts';
import { orderLines, orders } from '../../orders/schema.ts';
import { disputes, orderPayments, refunds } from '../../payments/schema.ts';
import type { DatabaseOrTransaction, Tx } from '../../platform/db.ts';
import { orderRefunds } from '../../refunds/schema.ts';
import { stockDevices } from '../../stock/schema.ts';
import { freeUnits } from '../campaigns/campaign-states.ts';
import { shareOfCampaigns } from '../campaigns/take-back.ts';
import { papersOfOrder, papersOfPaidInDinars } from '../documents/order-documents.ts';
import { linesBack, type Measure, papersOf, saidBy, turnsOf } from '../documents/period-documents.ts';
import { transferredPeriod } from '../payments/enter-sale.ts';
import { unitsToTake } from '../payments/units-left.ts';
import { whatBecomesOfRun } from '../special/pause-run.ts';
import { type Advance, monthsLeft } from '../transfers/months-back.ts';
import { monthsToGoBack, shareOfMonths, whatNeverBegins } from './plan-months.ts';

export type OrderRow = typeof orders.$inferSelect;
type RefundRow = typeof orderRefunds.$inferSelect;
type Period = typeof packages.$inferSelect;

/** A payment by card, or what came to an account for one order, and what may still go back of it. */
export interface Returnable {
  /** Of several transfers that paid an order together, the first one's. */
  key: string;
  way: RefundWay;
  /** What it consists of, the oldest first. */
  parts: { key: string; amount: number; left: number }[];
  moment: Date;
  isSurplus: boolean;
  paid: number;
  currency: Currency;
  /** Less what went back and what waits. */
  kept: number;
  /** Of `kept`, what may go back: of months paid ahead, those that have not begun. */
  left: number;
  /** What the payment was for; 0 where it was for no devices. */
  devices: number;
  /** Of them, those whose money went back or waits. */
  devicesBack: number;
  /** Of `paid`, what goes back with the last of the devices only. */
  fees: number;
  isDisputed: boolean;
  isUnderWay: boolean;
  /** What it paid, when that was a period of a package. */
  period: Period | null;
  /** What it paid, when that was months ahead. */
  advance: Advance | null;
}

const HOLDS = ['asked', 'sending'] as const;

type PaymentRow = typeof orderPayments.$inferSelect;

/** Payments by card one by one; what came to an account for the order itself together, and what was too much by itself. */
function groupsOf({ status }: OrderRow, came: PaymentRow[]): PaymentRow[][] {
  const byCard = came.filter(({ way }) => way === 'card');
  const others = came.filter(({ way }) => way !== 'card');
  const counted = others.filter(({ isSurplus }) => !isSurplus).toReversed();
  // Of an order that still waits for the rest, the order is called off first.
  const together = status === 'paid' && counted.length > 0 ? [counted] : [];
  const apart = status === 'cancelled' ? counted : [];
  return [
    ...byCard.map((one) => [one]),
    ...together,
    ...[...apart, ...others.filter(({ isSurplus }) => isSurplus)].map((one) => [one]),
  ];
}

/** The payments of an order that can go back, the newest first. */
export async function returnablesOf(db: DatabaseOrTransaction, order: OrderRow): Promise<Returnable[]> {
  const came = await db
    .select()
    .from(orderPayments)
    .where(and(eq(orderPayments.orderId, order.id), eq(orderPayments.receipt, 'received')))
    .orderBy(sql`${orderPayments.at} desc`, orderPayments.key)
    .limit(100);
  if (came.length === 0) return [];
  const keys = came.map(({ key }) => key);
  const [went, asked, disputed, periods, [goods], [advance]] = await Promise.all([
    db
      .select({ key: refunds.paymentKey, amount: sum(refunds.amount).mapWith(Number) })
      .from(refunds)
      .where(and(inArray(refunds.paymentKey, keys), refunds.succeeded))
      .groupBy(refunds.paymentKey),
    db
      .select()
      .from(orderRefunds)
      .where(and(inArray(orderRefunds.paymentKey, keys), inArray(orderRefunds.state, [...HOLDS, 'done']))),
    db
      .select({ key: disputes.paymentKey })
      .from(disputes)
      .where(and(inArray(disputes.paymentKey, keys), inArray(disputes.state, ['open', 'lost']))),
    db
      .select()
      .from(packages)
      .where(inArray(packages.paymentKey, [...keys, transferredPeriod(order.id)])),
    db
      .select({
        devices: sql<number | null>`sum(${orderLines.quantity}) filter (where ${orderLines.kind} = 'goods')`.mapWith(
          Number,
        ),
        fees: sql<number>`coalesce(sum(${orderLines.amount}) filter (where ${orderLines.kind} = 'fee'), 0)`.mapWith(
          Number,
        ),
      })
      .from(orderLines)
      .where(eq(orderLines.orderId, order.id)),
    db.select().from(packageAdvances).where(eq(packageAdvances.orderId, order.id)),
  ]);
  return groupsOf(order, came).map((group) => {
    const { key, at, isSurplus, currency, way } = group[0]!;
    const parts = group.map((one) => {
      const amount = one.amount ?? order.amount;
      return { key: one.key, amount, left: amount - (went.find((gone) => gone.key === one.key)?.amount ?? 0) };
    });
    const paid = parts.reduce((sum, one) => sum + one.amount, 0);
    const theirs = asked.filter(({ paymentKey }) => paymentKey === key);
    const waiting = theirs.filter(({ state }) => state !== 'done');
    const gone = parts.reduce((sum, one) => sum + one.amount - one.left, 0) + total(waiting, 'amount');
    const isForDevices = order.kind === 'device' && order.status === 'paid' && !isSurplus;
    const ahead = order.kind === 'package' && way !== 'card' && !isSurplus ? (advance ?? null) : null;
    const kept = Math.max(0, paid - gone);
    // Transfers pay for a special package together; months paid ahead have periods of their own.
    const periodKey = way === 'card' || isSurplus ? key : transferredPeriod(order.id);
    return {
      ...{ key, parts, way: way === 'card' ? ('card' as const) : ('account' as const) },
      moment: at,
      isSurplus,
      paid,
      currency: currency ?? (order.currency as Currency),
      kept,
      left: ahead ? shareOf(paid, ahead.months, ahead.credited, monthsLeft(ahead)) : kept,
      devices: isForDevices ? (goods?.devices ?? 1) : 0,
      devicesBack: isForDevices ? total(theirs, 'devices') : 0,
      fees: isForDevices && way === 'cash_on_delivery' ? (goods?.fees ?? 0) : 0,
      isDisputed: disputed.some((one) => one.key === key),
      isUnderWay: waiting.length > 0,
      period: periods.find(({ paymentKey }) => paymentKey === periodKey) ?? null,
      advance: ahead,
    };
  });
}

const total = (rows: readonly RefundRow[], field: 'amount' | 'devices') =>
  rows.reduce((all, row) => all + row[field], 0);

/** What `count` more devices come to; a fee goes back with the last of them. Minor units. */
export const shareOfDevices = ({ paid, fees, left, devices, devicesBack }: Returnable, count: number): number =>
  Math.min(left, shareOf(paid - fees, devices, devicesBack, count) + (devicesBack + count === devices ? fees : 0));

export interface RefundPlan {
  payment: Returnable;
  amount: number;
  devices: number;
  /** Months paid ahead that never begin. */
  months: number;
  serials: string[];
  preview: RefundPreview;
}

/** Of scope `devices`: what the buyer owes for sending them back, in minor units of the payment. */
export interface Less {
  less?: number;
}

/**
 * Everything that a refund would do, from what the database says now; the request is carried out from the same plan. The caller holds the
 * order when it goes on to write.
 */
export async function planRefund(
  tx: Tx,
  deps: Dependencies,
  order: OrderRow,
  wanted: WantedRefund & Less,
): Promise<RefundPlan> {
  const payment = (await returnablesOf(tx, order)).find(({ key }) => key === wanted.payment);
  if (!payment) throw refuse('ORDER_GONE');
  if (payment.isDisputed) throw refuse('REFUND_OF_DISPUTE');
  if (payment.isUnderWay) throw refuse('REFUND_UNDER_WAY');
  const { currency } = payment;
  const devices = devicesOf(payment, wanted);
  const months = await monthsToGoBack(tx, payment.advance, wanted);
  const amount = amountOf(payment, wanted, { devices, months });
  if (amount < 1 || amount > payment.left)
    throw refuse('REFUND_TOO_MUCH', { most: { amount: payment.left, currency } });
  const serials = await checkedSerials(tx, order, wanted.serials, devices);
  const credits = await creditsOf(tx, order, payment, amount);
  const credited = credits.reduce((sum, { base, tax }) => sum + base + tax, 0);
  const atRate = order.rate !== null && currency === 'EUR' ? dinarsAt(amount, order.rate).amount : null;
  const preview: RefundPreview = {
    money: { amount, currency },
    dinars: currency === 'RSD' ? null : credits.length > 0 ? credited : atRate,
    way: payment.way,
    rest: { amount: payment.kept - amount, currency },
    credits,
    units: payment.period && order.kind === 'package' ? await unitsOf(tx, payment.period, amount) : null,
    run: await whatBecomesOfRun(tx, order.id, amount === payment.kept),
    months: payment.advance && months > 0 ? whatNeverBegins(payment.advance, payment.paid, months) : null,
    restocked: wanted.goods === 'stock' ? await countedOf(tx, serials) : 0,
    isSecondNeeded: (await givenBack(tx, deps, order)) + inEuros(amount, currency, order) > REFUND_ALONE.amount,
  };
  return { payment, amount, devices, months, serials, preview };
}

/** How many devices the money is for; an amount that a person says is for none. */
function devicesOf(payment: Returnable, { scope, devices = 0 }: WantedRefund): number {
  const most = payment.devices - payment.devicesBack;
  if (scope === 'amount' || scope === 'months') return 0;
  if (scope === 'whole') return most;
  if (devices > most) throw refuse('REFUND_DEVICES_WRONG', { most });
  return devices;
}

function amountOf(
  payment: Returnable,
  { scope, amount = 0, less = 0 }: WantedRefund & Less,
  { devices, months }: { devices: number; months: number },
): number {
  if (payment.advance) return shareOfMonths(payment.advance, payment.paid, months);
  if (scope === 'amount') return amount;
  if (scope === 'whole') return payment.left;
  // What a person gave back as an amount may leave less than the last devices cost.
  return shareOfDevices(payment, devices) - less;
}

/** Devices of the order that left, each with where it is; `null` where the stock does not count it. */
export async function serialsOf(db: DatabaseOrTransaction, orderId: string) {
  return db
    .select({ serial: shipmentDevices.serial, place: stockDevices.place })
    .from(shipmentDevices)
    .innerJoin(shipments, eq(shipments.id, shipmentDevices.shipmentId))
    .leftJoin(stockDevices, and(eq(stockDevices.serial, shipmentDevices.serial), eq(stockDevices.orderId, orderId)))
    .where(
      and(
        eq(shipments.orderId, orderId),
        sql`(${stockDevices.place} in ('customer', 'inspection')
          or (not ${shipmentDevices.isCounted} and ${shipmentDevices.isLive} and ${shipments.state} = 'delivered'))`,
      ),
    )
    .orderBy(shipmentDevices.serial);
}

async function checkedSerials(tx: Tx, order: OrderRow, typed: readonly string[], devices: number): Promise<string[]> {
  if (typed.length === 0) return [];
  const theirs = new Set((await serialsOf(tx, order.id)).map(({ serial }) => serial));
  const serials = [...new Set(typed.map((text) => readSerial(text).serial ?? text))];
  const wrong = serials.find((serial) => !theirs.has(serial));
  if (wrong !== undefined) throw refuse('REFUND_SERIAL_WRONG', { serial: wrong });
  if (devices > 0 && serials.length > devices) throw refuse('REFUND_SERIAL_WRONG', { serial: serials.at(-1)! });
  return serials;
}

async function countedOf(tx: Tx, serials: string[]): Promise<number> {
  return serials.length === 0 ? 0 : tx.$count(stockDevices, inArray(stockDevices.serial, serials));
}

async function creditsOf(
  tx: Tx,
  order: OrderRow,
  payment: Returnable,
  amount: number,
): Promise<RefundPreview['credits']> {
  const { period, isSurplus, advance } = payment;
  if (isSurplus || (!period && !advance && order.kind !== 'device')) return [];
  if (payment.way === 'account') {
    const issued = period ? await papersOf(tx, period.id) : await papersOfPaidInDinars(tx, order.id);
    // A single month has its invoice when it begins, and no paper before.
    if (issued.length === 0) return [];
    return shownTurns(issued, amount === payment.kept ? 0 : saidBy(issued, 'gross') - amount, 'gross');
  }
  const [issued, left] = period
    ? [await papersOf(tx, period.id), period.amount - period.refunded]
    : [await papersOfOrder(tx, order.id), order.amount - order.refunded];
  return shownTurns(issued, left - amount, 'price');
}

const shownTurns = (issued: IssuedDocument[], left: number, by: Measure): RefundPreview['credits'] =>
  turnsOf(issued, left, by)
    .filter(({ paper }) => paper.kind !== 'creditNote')
    .map(({ paper, part }) => {
      const { base, tax } = sumOf(linesBack(paper, issued, part, by));
      return { cited: paper.number, base, tax };
    });

async function unitsOf(tx: Tx, period: Period, amount: number): Promise<RefundPreview['units']> {
  if (!period.profileId) return null;
  const [before] = await tx
    .select({ banners: profiles.bannerBalance, tvSeconds: profiles.tvSecondBalance })
    .from(profiles)
    .where(eq(profiles.id, period.profileId));
  if (!before) return null;
  const {
    due,
    held,
    taking: unheld,
  } = await unitsToTake(tx, period, {
    amount,
    free: await freeUnits(tx, period.profileId, before),
  });
  const shares = await shareOfCampaigns(tx, period.profileId, held);
  const ofCampaigns = (unit: 'banner' | 'tv_second') =>
    shares.filter((one) => one.unit === unit).reduce((all, { units }) => all + units, 0);
  const taking = {
    banners: unheld.banners + ofCampaigns('banner'),
    tvSeconds: unheld.tvSeconds + ofCampaigns('tv_second'),
  };
  const isSpent = taking.banners < due.banners || taking.tvSeconds < due.tvSeconds;
  return { taken: taking, before, isSpent, campaigns: shares.map(({ name, units }) => ({ name, units })) };
}

/** Cents. Without a rate it counts as if it were that many, so that a second person looks. */
const inEuros = (amount: number, currency: Currency, { rate }: OrderRow): number =>
  currency === 'EUR' ? amount : Math.round(amount / (rate ?? 1));

const DAY = 86_400_000;

/** What went back or waits: of the order, or of its buyer in the last day, whichever is more. Minor units of euros. */
async function givenBack(tx: Tx, { now }: Pick<Dependencies, 'now'>, order: OrderRow): Promise<number> {
  const since = new Date(now().getTime() - DAY);
  const cents = ({ amount, currency }: typeof refunds | typeof orderRefunds) =>
    sql<
      number | null
    >`sum(case ${currency} when 'EUR' then ${amount} else round(${amount} / coalesce(${orders.rate}, 1)) end)`.mapWith(
      Number,
    );
  const went = (of: ReturnType<typeof eq>) =>
    tx
      .select({ amount: cents(refunds) })
      .from(refunds)
      .innerJoin(orderPayments, eq(orderPayments.key, refunds.paymentKey))
      .innerJoin(orders, eq(orders.id, orderPayments.orderId))
      .where(and(of, refunds.succeeded));
  const waits = (of: ReturnType<typeof eq>) =>
    tx
      .select({ amount: cents(orderRefunds) })
      .from(orderRefunds)
      .innerJoin(orders, eq(orders.id, orderRefunds.orderId))
      .where(and(of, inArray(orderRefunds.state, HOLDS)));
  const ofOrder = eq(orders.id, order.id);
  const sums = [await went(ofOrder), await waits(ofOrder)];
  const ofPerson = order.profileId ? eq(orders.profileId, order.profileId) : ofOrder;
  const today = [await went(and(ofPerson, gte(refunds.createdAt, since))!), await waits(ofPerson)];
  const all = (rows: { amount: number | null }[][]) => rows.reduce((a, [row]) => a + (row?.amount ?? 0), 0);
  return Math.max(all(sums), all(today));
}
