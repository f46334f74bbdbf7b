import { and, count, eq, gte, inArray, ne, or, sql } from 'drizzle-orm';
import { DAY_MS } from '#domain/day.ts';
import { sumOf } from '#domain/documents/amounts.ts';
import type { Currency } from '#domain/money.ts';
import { isBuyerOf } from '#domain/orders/is-buyer-of.ts';
import { dinarsAt } from '#domain/prices.ts';
import type { RefundPreview, WantedRefund } from '#domain/refunds/contract.ts';
import { REFUND_ALONE, shareOf } from '#domain/refunds/rules.ts';
import { refuse } from '#domain/refuse.ts';
import { parseSerial } from '#domain/stock/rules.ts';
import { profiles } from '../../accounts/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { IssuedDocument } from '../../documents/issue.ts';
import { exchanges, shipmentDevices, shipments } from '../../fulfilment/schema.ts';
import { countNetworkDevicesOf } from '../../network/devices.ts';
import { orders } from '../../orders/schema.ts';
import { orderPayments, refunds } from '../../payments/schema.ts';
import type { Actor } from '../../platform/audit.ts';
import type { DatabaseOrTransaction, Tx } from '../../platform/db.ts';
import { orderRefunds } from '../../refunds/schema.ts';
import { countDevicesInStock } from '../../stock/level.ts';
import { stockDevices } from '../../stock/schema.ts';
import { freeUnits } from '../campaigns/campaign-states.ts';
import { planUnitsFromCampaigns } from '../campaigns/take-back.ts';
import { countLicensedDevices, referralOf } from '../desk/order-gave.ts';
import { listDinarOrderDocuments, listOrderInvoices } from '../documents/list-order-papers.ts';
import { leftInDinars, sumReturnLabelPrices } from '../documents/match-order-documents.ts';
import { listPeriodDocuments } from '../documents/period-documents.ts';
import { type CountedAmount, linesOfReversal, planReversals, sumOfDocuments } from '../documents/reversals.ts';
import { unitsToTake } from '../payments/units-left.ts';
import { runAfterRefund } from '../special/pause-run.ts';
import { monthsToRefund, previewCancelledMonths, shareOfMonths } from './plan-months.ts';
import { shareByTerms, type TermsShare } from './plan-terms.ts';
import { priceReductionOf } from './price-reductions.ts';
import { refuseReturningDevices } from './refuse-returning-devices.ts';
import {
  type OrderRow,
  type PackagePeriodRow,
  PENDING_REFUND_STATES,
  type Returnable,
  returnablesOf,
} from './returnables.ts';

/** What `count` more devices cost; a fee goes back with the last of them. Minor units. */
export const priceOfDevices = ({ paid, fees, devices, devicesBack }: Returnable, count: number): number =>
  shareOf(paid - fees, devices, devicesBack, count) + (devicesBack + count === devices ? fees : 0);

/** What goes back for so many, of which `reduced` went back before or waits. */
export const shareOfDevices = (payment: Returnable, count: number, reduced: number): number =>
  Math.min(payment.left, priceOfDevices(payment, count) - reduced);

export interface RefundPlan {
  payment: Returnable;
  amount: number;
  /** By which it is less. */
  labelPrice: number;
  devices: number;
  /** Months paid ahead that never begin. */
  months: number;
  /** Of scope `terms`. */
  share: TermsShare | null;
  serials: string[];
  preview: RefundPreview;
}

/** Devices whose return is decided, and what the buyer owes for sending them back, in minor units of the payment. */
export interface DecidedReturn {
  ofReturn?: { label: number; serials: readonly string[] };
}

/**
 * Everything that a refund would do, from what the database says now; the request is carried out from the same plan. What buyers ask for
 * themselves, a second person agrees to. The caller holds the order when it goes on to write.
 */
export async function planRefund(
  tx: Tx,
  deps: Dependencies,
  actor: Pick<Actor, 'id' | 'email'>,
  order: OrderRow,
  wanted: WantedRefund & DecidedReturn,
): Promise<RefundPlan> {
  const payment = (await returnablesOf(tx, order)).find(({ key }) => key === wanted.payment);
  if (!payment) throw refuse('ORDER_GONE');
  if (payment.isDisputed) throw refuse('REFUND_OF_DISPUTE');
  if (payment.isUnderWay) throw refuse('REFUND_UNDER_WAY');
  const { currency } = payment;
  const devices = devicesOf(payment, wanted);
  const share = wanted.scope === 'terms' ? await shareByTerms(tx, deps, order, payment, wanted) : null;
  const months = share ? share.months : await monthsToRefund(tx, payment.advance, wanted);
  const serials = await checkedSerials(tx, order, wanted.serials, devices);
  const named = wanted.scope === 'devices' ? (wanted.ofReturn?.serials ?? serials) : [];
  const reduced = await priceReductionOf(tx, order.id, payment, named);
  const amount = share
    ? share.monthsAmount + share.periodAmount
    : amountOf(payment, wanted, { devices, months, reduced });
  const most = share ? payment.kept : payment.left;
  if (amount < 1 || amount > most)
    throw refuse('REFUND_TOO_MUCH', { most: { amount: share && amount < 1 ? 0 : most, currency } });
  if (!wanted.ofReturn) await refuseReturningDevices(tx, payment, order.id, { devices, serials });
  const labelPrice = wanted.ofReturn?.label ?? 0;
  const credits = await creditsOf(tx, order, payment, { amount, share, labelPrice, serials });
  const credited = credits.reduce((sum, { base, tax }) => sum + base + tax, 0);
  const atRate = order.rate !== null && currency === 'EUR' ? dinarsAt(amount, order.rate).amount : null;
  const isOwn = isBuyerOf(order, actor);
  const preview: RefundPreview = {
    version: order.version,
    money: { amount, currency },
    dinars: currency === 'RSD' ? null : credits.length > 0 ? credited : atRate,
    way: payment.way,
    rest: { amount: payment.kept - amount, currency },
    isSurplus: payment.isSurplus,
    credits,
    terms: share?.shown.terms ?? null,
    units: share
      ? share.shown.units
      : payment.period && order.kind === 'package'
        ? await unitsOf(tx, payment.period, amount)
        : null,
    run: payment.isSurplus ? null : await runAfterRefund(tx, order.id, amount === payment.kept),
    months: payment.advance && months > 0 ? previewCancelledMonths(payment.advance, payment.paid, months) : null,
    ...(await goodsOf(tx, wanted.goods, serials)),
    ...(await effectsOnDevices(tx, deps, order, { payment, amount, devices, serials, goods: wanted.goods })),
    isSecondNeeded:
      isOwn || (await givenBack(tx, deps, order)) + inEuros(amount, currency, order) > REFUND_ALONE.amount,
    isOwn,
  };
  return { payment, amount, labelPrice, devices, months, share, serials, preview };
}

/** How many devices the money is for; an amount that a person says is for none. */
function devicesOf(payment: Returnable, { scope, devices = 0 }: WantedRefund): number {
  const most = payment.devices - payment.devicesBack;
  if (scope === 'amount' || scope === 'months' || scope === 'terms') return 0;
  if (scope === 'whole') return most;
  if (devices > most) throw refuse('REFUND_DEVICES_WRONG', { most });
  return devices;
}

function amountOf(
  payment: Returnable,
  { scope, amount = 0, ofReturn }: WantedRefund & DecidedReturn,
  { devices, months, reduced }: { devices: number; months: number; reduced: number },
): number {
  if (payment.advance) return shareOfMonths(payment.advance, payment.paid, months);
  if (scope === 'amount') return amount;
  if (scope === 'whole') return payment.left;
  // What a person gave back as an amount may leave less than the last devices cost.
  return shareOfDevices(payment, devices, reduced) - (ofReturn?.label ?? 0);
}

/**
 * Devices of the order that left, each with where it is; `null` where the stock does not count it. What came back and was written off before
 * its money went back is among them. None whose place another one takes: from the packing of that one on, that one is the buyer's.
 */
export async function listSentDevices(db: DatabaseOrTransaction, orderId: string) {
  return db
    .select({ serial: shipmentDevices.serial, place: stockDevices.place })
    .from(shipmentDevices)
    .innerJoin(shipments, eq(shipments.id, shipmentDevices.shipmentId))
    .leftJoin(
      stockDevices,
      and(
        eq(stockDevices.serial, shipmentDevices.serial),
        or(eq(stockDevices.orderId, orderId), eq(stockDevices.place, 'off')),
      ),
    )
    .where(
      and(
        eq(shipments.orderId, orderId),
        sql`(${stockDevices.place} in ('customer', 'inspection')
          or ((${stockDevices.place} = 'off' or not ${shipmentDevices.isCounted}) and ${shipmentDevices.isLive}
            and ${shipments.state} = 'delivered'))`,
        sql`not exists (select from ${exchanges} where ${exchanges.orderId} = ${shipments.orderId}
          and ${exchanges.serial} = ${shipmentDevices.serial} and (${exchanges.state} in ('packed', 'sent')
            or (${exchanges.state} = 'done' and not ${shipmentDevices.isLive})))`,
      ),
    )
    .orderBy(shipmentDevices.serial);
}

async function checkedSerials(tx: Tx, order: OrderRow, typed: readonly string[], devices: number): Promise<string[]> {
  if (typed.length === 0) return [];
  const theirs = new Set((await listSentDevices(tx, order.id)).map(({ serial }) => serial));
  const serials = [...new Set(typed.map((text) => parseSerial(text).serial ?? text))];
  const wrong = serials.find((serial) => !theirs.has(serial));
  if (wrong !== undefined) throw refuse('REFUND_SERIAL_WRONG', { serial: wrong });
  if (devices > 0 && serials.length > devices) throw refuse('REFUND_SERIAL_WRONG', { serial: serials.at(-1)! });
  return serials;
}

async function countedOf(tx: Tx, serials: string[]): Promise<number> {
  if (serials.length === 0) return 0;
  return tx.$count(stockDevices, and(inArray(stockDevices.serial, serials), ne(stockDevices.place, 'off')));
}

/** What becomes of the devices that came back. */
async function goodsOf(
  tx: Tx,
  goods: WantedRefund['goods'],
  serials: string[],
): Promise<Pick<RefundPreview, 'restocked' | 'inStock' | 'writtenOff'>> {
  const counted = goods === 'none' ? 0 : await countedOf(tx, serials);
  const isRestocked = goods === 'stock' && counted > 0;
  return {
    restocked: isRestocked ? counted : 0,
    inStock: isRestocked ? await countDevicesInStock(tx) : 0,
    writtenOff: goods === 'off' ? counted : 0,
  };
}

/** What is the buyer's, and in the network of whoever invited them: nothing once all of the order's money is back. */
async function effectsOnDevices(
  tx: Tx,
  { now }: Pick<Dependencies, 'now'>,
  order: OrderRow,
  {
    payment,
    amount,
    devices,
    serials,
    goods,
  }: Pick<RefundPlan, 'payment' | 'amount' | 'devices' | 'serials'> & Pick<WantedRefund, 'goods'>,
): Promise<Pick<RefundPreview, 'devices' | 'referral'>> {
  if (payment.devices === 0) return { devices: null, referral: null };
  const isAll = amount === payment.kept;
  const after = (before: number, less: number) => ({ before, after: isAll ? 0 : Math.max(0, before - less) });
  const referral = await referralOf({ db: tx, now }, order);
  const inNetwork = referral ? await countNetworkDevicesOf(tx, order.id) : 0;
  return {
    devices: after(
      await countLicensedDevices(tx, order),
      goods === 'none' ? 0 : await countLiveOf(tx, order.id, serials),
    ),
    referral:
      referral && inNetwork > 0
        ? { name: referral.name, isCounted: referral.isCounted, ...after(inNetwork, devices) }
        : null,
  };
}

/** Of these devices, those that were delivered and are still the order's. */
async function countLiveOf(tx: Tx, orderId: string, serials: string[]): Promise<number> {
  if (serials.length === 0) return 0;
  const delivered = and(eq(shipments.orderId, orderId), eq(shipments.state, 'delivered'));
  const [row] = await tx
    .select({ devices: count() })
    .from(shipmentDevices)
    .innerJoin(shipments, and(eq(shipments.id, shipmentDevices.shipmentId), delivered))
    .where(and(inArray(shipmentDevices.serial, serials), shipmentDevices.isLive));
  return row!.devices;
}

async function creditsOf(
  tx: Tx,
  order: OrderRow,
  payment: Returnable,
  { amount, share, labelPrice, serials }: Pick<RefundPlan, 'amount' | 'share' | 'labelPrice' | 'serials'>,
): Promise<RefundPreview['credits']> {
  const { period, isSurplus, advance } = payment;
  if (isSurplus || (!period && !advance && order.kind !== 'device')) return [];
  if (payment.way === 'account' && share) {
    const [ahead, began] = [
      await listDinarOrderDocuments(tx, order.id),
      await listPeriodDocuments(tx, share.period.id),
    ];
    const less = (issued: IssuedDocument[], part: number) =>
      shownTurns(issued, { left: sumOfDocuments(issued, 'gross') - part, by: 'gross' });
    return [...less(ahead, share.monthsAmount), ...less(began, share.periodAmount)];
  }
  const labels = labelPrice + (await sumReturnLabelPrices(tx, order.id));
  if (payment.way === 'account') {
    const issued = period ? await listPeriodDocuments(tx, period.id) : await listDinarOrderDocuments(tx, order.id);
    // A single month that was paid before it had an advance invoice has no paper until it begins.
    if (issued.length === 0) return [];
    const left = leftInDinars({ sold: sumOfDocuments(issued, 'gross') - amount, rest: payment.kept - amount, labels });
    return shownTurns(issued, { left, labels, serials, by: 'gross' });
  }
  const [issued, left] = period
    ? [await listPeriodDocuments(tx, period.id), period.amount - period.refunded]
    : [await listOrderInvoices(tx, order.id), order.amount - order.refunded];
  return shownTurns(issued, { left: left - amount, labels, serials, by: 'price' });
}

const shownTurns = (
  issued: IssuedDocument[],
  { serials = [], ...to }: Parameters<typeof planReversals>[1] & { by: CountedAmount },
): RefundPreview['credits'] =>
  planReversals(issued, to)
    .filter(({ paper }) => paper.kind !== 'creditNote')
    .map(({ paper, ...part }) => {
      const { base, tax } = sumOf(linesOfReversal(paper, issued, { ...part, serials }, to.by));
      return { cited: paper.number, base, tax };
    });

async function unitsOf(tx: Tx, period: PackagePeriodRow, amount: number): Promise<RefundPreview['units']> {
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
  const shares = await planUnitsFromCampaigns(tx, period.profileId, held);
  const ofCampaigns = (unit: 'banner' | 'tv_second') =>
    shares.filter((one) => one.unit === unit).reduce((all, { units }) => all + units, 0);
  const taking = {
    banners: unheld.banners + ofCampaigns('banner'),
    tvSeconds: unheld.tvSeconds + ofCampaigns('tv_second'),
  };
  const isSpent = taking.banners < due.banners || taking.tvSeconds < due.tvSeconds;
  return { taken: taking, before, isSpent, campaigns: shares.map(({ name, unit, units }) => ({ name, unit, units })) };
}

/** Cents. Without a rate it counts as if it were that many, so that a second person looks. */
const inEuros = (amount: number, currency: Currency, { rate }: OrderRow): number =>
  currency === 'EUR' ? amount : Math.round(amount / (rate ?? 1));

/** What went back or waits: of the order, or of its buyer in the last day, whichever is more. Minor units of euros. */
async function givenBack(tx: Tx, { now }: Pick<Dependencies, 'now'>, order: OrderRow): Promise<number> {
  const since = new Date(now().getTime() - DAY_MS);
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
      .where(and(of, inArray(orderRefunds.state, PENDING_REFUND_STATES)));
  const ofOrder = eq(orders.id, order.id);
  const sums = [await went(ofOrder), await waits(ofOrder)];
  const ofPerson = order.profileId ? eq(orders.profileId, order.profileId) : ofOrder;
  const today = [await went(and(ofPerson, gte(refunds.createdAt, since))!), await waits(ofPerson)];
  const all = (rows: { amount: number | null }[][]) => rows.reduce((a, [row]) => a + (row?.amount ?? 0), 0);
  return Math.max(all(sums), all(today));
}
