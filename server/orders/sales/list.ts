import { and, count, eq, gt, gte, inArray, lt, ne, not, or, type SQL, sql } from 'drizzle-orm';
import { daysLater } from '#domain/day.ts';
import { buyerOf } from '#domain/documents/buyer.ts';
import { boxCodeIn, shipmentKey } from '#domain/fulfilment/shipment.ts';
import type { OrderFilter, OrderView, Sale } from '#domain/orders/shapes.ts';
import type { SaleAsked } from '#domain/orders/views.ts';
import { parseSerial } from '#domain/stock/rules.ts';
import { dayOf, startOfDay } from '#domain/time.ts';
import { shipmentBoxes, shipmentDevices, shipments } from '../../fulfilment/schema.ts';
import type { Database } from '../../platform/db.ts';
import { pageOf, wordSearchCondition } from '../../platform/list.ts';
import { stockDevices } from '../../stock/schema.ts';
import { callNotUndoneCondition } from '../events.ts';
import { allMoneyGoesBackCondition, isPaymentReturnedCondition } from '../returned-payment.ts';
import { orderEvents, orders, withdrawals } from '../schema.ts';
import { describeWithdrawal } from '../withdrawal/withdraw.ts';
import {
  askedForOrder,
  COLLECTED_DAYS,
  callOfOrder,
  describeAsked,
  describeCall,
  describeReferral,
  referralOfOrder,
  serialsOfOrder,
} from './row-details.ts';

/** Days that the view of the newest orders goes back. */
const RECENT_DAYS = 21;

const WORDS = sql`order_words(${orders.number}, ${orders.email}, ${orders.productName}, ${orders.delivery})`;

/** What every list of orders reads of one. */
export const orderListColumns = {
  id: orders.id,
  number: orders.number,
  kind: orders.kind,
  email: orders.email,
  productName: orders.productName,
  amount: orders.amount,
  currency: sql<'EUR' | 'RSD'>`${orders.currency}`,
  status: orders.status,
  refunded: orders.refunded,
  createdAt: orders.createdAt,
  paidAt: orders.paidAt,
  paymentState: orders.paymentState,
  fulfilmentState: orders.fulfilmentState,
  deliveredParcels: orders.deliveredParcels,
  parcels: orders.parcels,
  way: orders.way,
  isDisputed: orders.isDisputed,
};

/** What the list of sales may be in the order of. */
export const SALE_KEYS = { date: orders.createdAt, amount: orders.amount };

/** The newest of an order's parcels. Written out, because Drizzle leaves the table of a column out where only one table is read. */
export const newestParcel = sql<number | null>`(select max(parcel.n) from shipments parcel
  where parcel.order_id = orders.id and parcel.state <> 'cancelled')`;

/** A filter as the database understands it; the moment says which days are recent, the order is one that a serial number led to. */
export interface ResolvedSaleFilter extends OrderFilter {
  now: Date;
  found?: string | undefined;
}

interface ListedPart {
  after?: string | undefined;
  size?: number;
  only?: readonly number[] | undefined;
  /** What is read for whoever shows it alone. */
  shows?: { serials?: boolean | undefined; referral?: boolean | undefined };
}

export const NOT_READ = sql<null>`null`;

/** Orders of a filter, fifty from a place on; `size` for files. */
export async function listOrders(
  db: Database,
  { sort, direction, ...filter }: SaleAsked & ResolvedSaleFilter,
  { after, size, only, shows = {} }: ListedPart = {},
): Promise<{ rows: Sale[]; next: string | null }> {
  const key = SALE_KEYS[sort];
  const page = pageOf({ key, id: orders.id, direction, after, ...(size ? { size } : {}) });
  const rows = await db
    .select({
      order: {
        ...orderListColumns,
        delivery: orders.delivery,
        newest: newestParcel,
        isPaymentReturned: isPaymentReturnedCondition(orders.id),
        isToPack: sql<boolean>`${ordersToPackCondition} is true`,
      },
      asked: askedForOrder,
      call: filter.view === 'to_call' ? callOfOrder : NOT_READ,
      serials: shows.serials ? serialsOfOrder : NOT_READ,
      above: shows.referral ? referralOfOrder : NOT_READ,
      stated: withdrawals,
      place: page.place,
    })
    .from(orders)
    .leftJoin(withdrawals, eq(withdrawals.orderId, orders.id))
    .where(and(saleFilterCondition(filter), only && inArray(orders.number, [...only]), page.after))
    .orderBy(...page.orderBy)
    .limit(page.limit);
  return page.show(rows, ({ order: { delivery, newest, ...order }, asked, call, serials, above, stated }) => ({
    ...order,
    ...buyerAndParcel({ ...order, delivery, newest }),
    ...describeAsked(asked, order, filter.now),
    call: call && describeCall(call, delivery),
    serials,
    referral: above && describeReferral(above),
    withdrawal: stated && {
      ...describeWithdrawal(order, stated),
      reason: stated.reason,
      resolution: stated.resolution,
    },
  }));
}

/** What a list says of a buyer and the newest parcel. */
export function buyerAndParcel({
  number,
  email,
  delivery,
  newest,
}: Pick<typeof orders.$inferSelect, 'number' | 'email' | 'delivery'> & { newest: number | null }) {
  const buyer = buyerOf(delivery, email);
  return {
    buyer: buyer.name,
    place: buyer.address.join(', '),
    phone: delivery?.phone ?? delivery?.company_contact ?? '',
    parcel: newest === null ? null : shipmentKey(number, newest),
  };
}

/** All of a filter, however many. */
export async function countOrders(db: Database, filter: ResolvedSaleFilter, only?: readonly number[]): Promise<number> {
  const [found] = await db
    .select({ rows: count() })
    .from(orders)
    .where(and(saleFilterCondition(filter), only && inArray(orders.number, [...only])));
  return found!.rows;
}

/** The filter with what has to be looked up for it: a serial number leads to the order that the device is in, as a courier's number does. */
export async function resolveSaleFilter(db: Database, filter: OrderFilter, now: Date): Promise<ResolvedSaleFilter> {
  const code = filter.search ? boxCodeIn(filter.search) : null;
  if (code !== null) {
    const [box] = await db
      .select({ orderId: shipments.orderId })
      .from(shipmentBoxes)
      .innerJoin(shipments, eq(shipments.id, shipmentBoxes.shipmentId))
      .where(eq(shipmentBoxes.code, code));
    return { ...filter, now, found: box?.orderId };
  }
  const { serial } = filter.search ? parseSerial(filter.search) : { serial: null };
  if (serial === null) return { ...filter, now };
  const [device] = await db
    .select({ orderId: stockDevices.orderId })
    .from(stockDevices)
    .where(eq(stockDevices.serial, serial));
  return { ...filter, now, found: device?.orderId ?? (await orderOfUncounted(db, serial)) };
}

/** Of a device that was packed before the first intake, which the stock does not know. */
async function orderOfUncounted(db: Database, serial: string): Promise<string | undefined> {
  const [packed] = await db
    .select({ orderId: shipments.orderId })
    .from(shipmentDevices)
    .innerJoin(shipments, eq(shipments.id, shipmentDevices.shipmentId))
    .where(and(eq(shipmentDevices.serial, serial), eq(shipmentDevices.isLive, true)));
  return packed?.orderId;
}

/** Over `orders`. */
export function saleFilterCondition({ now, found, ...filter }: ResolvedSaleFilter): SQL | undefined {
  const { search: text, view, status, kind, way, fulfilment, from, to, withdrawn, withdrawalOpen } = filter;
  return and(
    view && VIEWS[view](now),
    status && eq(orders.status, status),
    kind && eq(orders.kind, kind),
    way && eq(orders.way, way),
    fulfilment && eq(orders.fulfilmentState, fulfilment),
    from === undefined ? undefined : gte(orders.createdAt, startOfDay(from)),
    to === undefined ? undefined : lt(orders.createdAt, startOfDay(daysLater(to, 1))),
    withdrawn ? sql`${orders.id} in (select order_id from withdrawals)` : undefined,
    withdrawalOpen
      ? sql`${orders.id} in (select order_id from withdrawals where resolved_at is null) and ${lt(orders.refunded, orders.amount)}`
      : undefined,
    text
      ? or(numbered(text), found === undefined ? undefined : eq(orders.id, found), wordSearchCondition(WORDS, text))
      : undefined,
  );
}

/** Somebody said on the phone that they want what they pay on delivery. Looked up order by order (`offset 0`): of all orders it is many. */
const CONFIRMED = sql`exists (select from ${orderEvents} said where said.order_id = ${orders.id} and said.kind = 'called'
  and said.facts ->> 'outcome' in ('confirmed', 'changed') and ${callNotUndoneCondition('said')} offset 0)`;

/** To be paid on delivery, and nobody has confirmed it by phone: not packed before. */
export const ordersToCallCondition = () =>
  and(eq(orders.status, 'pending'), eq(orders.paymentState, 'due'), eq(orders.fulfilmentState, 'new'), not(CONFIRMED));

/** The last call says when the next one is, or the buyer was mailed and is to say something first. Order by order, as above. */
const isCallLater = (
  now: Date,
) => sql`exists (select from ${orderEvents} said where said.order_id = ${orders.id} and said.kind = 'called'
  and (said.facts ->> 'outcome' = 'wrong_number' or said.facts ->> 'outcome' = 'no_answer'
    and coalesce((said.facts ->> 'next')::timestamptz > ${now.toISOString()}::timestamptz, true))
  and ${callNotUndoneCondition('said')} and not exists (select from ${orderEvents} later where later.order_id = said.order_id
    and later.kind in ('called', 'delivery_changed') and later.id > said.id and ${callNotUndoneCondition('later')}) offset 0)`;

/** Of these, whom somebody should call now. */
export const ordersToCallNowCondition = (now: Date) => and(ordersToCallCondition(), not(isCallLater(now)));

/** Of the few orders of which money goes back just now, those of which all of it does. */
const GOING_BACK = sql`${orders.id} = any(array(select going.order_id from order_refunds going
  where going.state in ('asked', 'sending') and ${allMoneyGoesBackCondition(sql`going.order_id`, ['asked', 'sending'])}))`;

/** Devices that were bought and are to be packed. */
export const ordersToPackCondition = and(
  eq(orders.fulfilmentState, 'new'),
  inArray(orders.paymentState, ['paid', 'part_refunded', 'settled', 'due', 'collected']),
  or(ne(orders.paymentState, 'due'), CONFIRMED),
  not(orders.isDisputed),
  // What somebody withdrew from is not packed.
  sql`not exists (select from ${withdrawals} stated where stated.order_id = ${orders.id} and stated.resolved_at is null)`,
  not(isPaymentReturnedCondition(orders.id)),
  not(GOING_BACK),
);

const VIEWS: Record<OrderView, (now: Date) => SQL | undefined> = {
  recent: (now) => gte(orders.createdAt, startOfDay(daysLater(dayOf(now), -RECENT_DAYS))),
  to_pack: () =>
    or(ordersToPackCondition, sql`${orders.id} = any(array(select order_id from exchanges where state = 'ready'))`),
  to_call: (now) =>
    or(
      ordersToCallNowCondition(now),
      sql`${orders.id} = any(array(select order_id from shipments where missed_at is not null))`,
    ),
  to_pay: () => and(eq(orders.status, 'pending'), inArray(orders.paymentState, ['unpaid', 'processing'])),
  cod_late: (now) =>
    and(
      eq(orders.status, 'pending'),
      inArray(orders.paymentState, ['due', 'collected']),
      gt(orders.deliveredParcels, 0),
      sql`exists (select from ${orderEvents} where ${orderEvents.orderId} = ${orders.id} and ${orderEvents.kind} = 'delivered'
        and ${orderEvents.moment} < ${startOfDay(daysLater(dayOf(now), -COLLECTED_DAYS)).toISOString()}::timestamptz)`,
    ),
  // Read as one list of ids, so that neither part is looked for order by order.
  refunds: () =>
    sql`${orders.id} in (select id from orders where refunded > 0
      union all select order_id from withdrawals where resolved_at is null)`,
};

/** An order's number, or the key of one of its parcels, as they stand in mails, on labels and in lists. */
function numbered(text: string): SQL | undefined {
  const [, number] = /^#?(\d{1,9})(?:-\d{1,4})?$/.exec(text) ?? [];
  return number === undefined ? undefined : eq(orders.number, Number(number));
}
