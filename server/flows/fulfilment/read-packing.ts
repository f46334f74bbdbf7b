import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import { sumOf } from '#domain/count.ts';
import type { Packing, Parcel } from '#domain/fulfilment/contract.ts';
import { receiverOf } from '#domain/fulfilment/receiver.ts';
import { isCompany } from '#domain/fulfilment/rules.ts';
import { shipmentKey } from '#domain/fulfilment/shipment.ts';
import { warrantyUntil } from '#domain/fulfilment/warranty.ts';
import { memberName } from '#domain/network/rules.ts';
import { refuse } from '#domain/refuse.ts';
import { profiles } from '../../accounts/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import {
  courierMessages,
  courierRequests,
  exchanges,
  fiscalReceipts,
  shipmentBoxes,
  shipmentDevices,
  shipments,
} from '../../fulfilment/schema.ts';
import { devicesInParcels, devicesToSend } from '../../orders/devices.ts';
import { ordersToPackCondition } from '../../orders/sales/list.ts';
import { orders } from '../../orders/schema.ts';
import type { Database } from '../../platform/db.ts';
import { countUpTo, rowsOf } from '../../platform/list.ts';
import { countDevicesInStock, isStockCounted } from '../../stock/level.ts';
import { stockDevices } from '../../stock/schema.ts';
import { exchangesOf, shownExchange } from '../exchanges/exchange-rows.ts';
import { listSurplusDevices } from '../exchanges/surplus-devices.ts';
import { comingBackOf, listDevicesAtBuyer } from '../returns/devices.ts';
import type { CourierRequest } from './couriers/enter-request.ts';
import { type OrderRow, packingOf, serialsOf, shownDevicesOf } from './parcels.ts';
import { findTurnConflict } from './take-serials.ts';

/** How many opened devices are named to whoever packs. */
const OPENED = 3;
/** And shelves. */
const SHELVES = 5;
/** Of one list of the queue on the screen. */
const QUEUED = 200;

/** What the warehouse sees of one order: no amounts. */
export async function readPacking(deps: Dependencies, number: number): Promise<Packing> {
  const { db, config } = deps;
  const [order] = await db.select().from(orders).where(eq(orders.number, number));
  if (!order) throw refuse('ORDER_GONE');
  const [state, parcels, [receipt], stock, exchanged, spares, held, coming] = await Promise.all([
    packingOf(db, order),
    readParcels(deps, order.id),
    db
      .select({ receipt: fiscalReceipts, by: profiles })
      .from(fiscalReceipts)
      .leftJoin(profiles, eq(profiles.id, fiscalReceipts.enteredBy))
      .where(eq(fiscalReceipts.orderId, order.id)),
    readStock(db),
    exchangesOf(db, order.id),
    listSurplusDevices(db, order.id),
    listDevicesAtBuyer(db, order.id),
    comingBackOf(db, order.id),
  ]);
  return {
    id: order.id,
    number,
    version: order.version,
    productName: order.productName,
    createdAt: order.createdAt,
    paymentState: order.paymentState,
    fulfilmentState: order.fulfilmentState,
    delivery: order.delivery,
    isCompany: isCompany(order.delivery),
    ...state,
    turn: state.problem ? null : await findTurnConflict(db, { orderId: order.id, since: null }, state.missing),
    ...stock,
    couriers: deps.couriers.offered.map((name) => {
      const { asks, cancel } = deps.couriers.get(name)!.capabilities;
      return { name, undoes: !asks || cancel };
    }),
    asksForReceipt: config.fiscal === 'manual',
    receipt: receipt
      ? {
          kind: receipt.receipt.kind,
          number: receipt.receipt.number,
          by: receipt.by && memberName(receipt.by),
          at: receipt.receipt.enteredAt,
        }
      : null,
    parcels,
    exchanges: exchanged.map(shownExchange),
    spares: spares.filter(({ isLive }) => isLive).map(({ serial }) => serial),
    exchangeable: held
      .filter(({ serial }) => !coming.has(serial))
      .map(({ serial, deliveredOn }) => ({ serial, until: warrantyUntil(deliveredOn) })),
  };
}

async function readStock(db: Database): Promise<Pick<Packing, 'inStock' | 'opened' | 'shelves'>> {
  if (!(await isStockCounted(db))) return { inStock: null, opened: [], shelves: [] };
  const [count, opened, shelves] = await Promise.all([
    countDevicesInStock(db),
    db
      .select({ serial: stockDevices.serial })
      .from(stockDevices)
      .where(and(eq(stockDevices.place, 'stock'), eq(stockDevices.isOpened, true)))
      .orderBy(asc(stockDevices.serial))
      .limit(OPENED),
    db
      .selectDistinct({ shelf: stockDevices.shelf })
      .from(stockDevices)
      // As the index says it, so that it is read alone.
      .where(sql`${stockDevices.place} = 'stock' and not ${stockDevices.isOpened} and ${stockDevices.shelf} <> ''`)
      .orderBy(asc(stockDevices.shelf))
      .limit(SHELVES),
  ]);
  return {
    inStock: count,
    opened: opened.map(({ serial }) => serial),
    shelves: shelves.map(({ shelf }) => shelf),
  };
}

async function readParcels({ db, couriers }: Dependencies, orderId: string): Promise<Parcel[]> {
  const rows = await db
    .select({ parcel: shipments, by: profiles })
    .from(shipments)
    .leftJoin(profiles, eq(profiles.id, shipments.packedBy))
    .where(eq(shipments.orderId, orderId))
    .orderBy(asc(shipments.n));
  if (rows.length === 0) return [];
  const ids = rows.map(({ parcel }) => parcel.id);
  const [boxes, devices, requests, told] = await Promise.all([
    db.select().from(shipmentBoxes).where(inArray(shipmentBoxes.shipmentId, ids)).orderBy(asc(shipmentBoxes.n)),
    db
      .select()
      .from(shipmentDevices)
      .where(inArray(shipmentDevices.shipmentId, ids))
      .orderBy(asc(shipmentDevices.position)),
    db.select().from(courierRequests).where(inArray(courierRequests.shipmentId, ids)),
    db
      .select()
      .from(courierMessages)
      .where(inArray(courierMessages.shipmentId, ids))
      .orderBy(desc(courierMessages.moment))
      .limit(100),
  ]);
  return rows.map(({ parcel, by }) => ({
    id: parcel.id,
    n: parcel.n,
    kind: parcel.kind,
    courier: parcel.courier,
    state: parcel.state,
    devices: parcel.devices,
    boxes: boxes
      .filter(({ shipmentId }) => shipmentId === parcel.id)
      .map(({ n, grams, code }) => ({
        n,
        grams,
        code,
        serials: serialsOf(shownDevicesOf(devices, parcel).filter(({ box }) => box === n)),
      })),
    packedAt: parcel.createdAt,
    packedBy: by && memberName(by),
    deliveredAt: parcel.deliveredAt,
    labelsPrinted: parcel.labelsPrinted,
    request: requestOf(
      couriers,
      requests.find(({ shipmentId }) => shipmentId === parcel.id),
    ),
    told:
      told
        .filter(({ shipmentId }) => shipmentId === parcel.id)
        .slice(0, 1)
        .map(({ news, status, moment }) => ({ news, status, at: moment }))[0] ?? null,
  }));
}

function requestOf(couriers: Dependencies['couriers'], request: CourierRequest | undefined): Parcel['request'] {
  if (!request) return null;
  const { state, answer, failures, attempts, nextAt, sentAt } = request;
  const { status, email } = couriers.get(request.courier)?.capabilities ?? { status: false, email: null };
  return {
    state,
    answer,
    failures,
    attempts,
    nextAt,
    isInDoubt: state === 'waiting' && sentAt !== null,
    mayAsk: status || email !== null,
  };
}

const waiting = { number: orders.number, delivery: orders.delivery };
const named = ({ number, delivery }: Pick<OrderRow, 'number' | 'delivery'>) => ({
  number,
  name: receiverOf(delivery).name,
  city: delivery?.city ?? '',
});

/** Orders with the devices that are in no parcel yet, and those for which exchanges are; the oldest first, at most so many. */
export async function readToPack(db: Database, most: number) {
  const bought = db
    .select({
      ...waiting,
      devices: sql<number>`greatest(0, ${devicesToSend(orders.id)} - ${devicesInParcels(orders.id)})`.mapWith(Number),
      since: sql<Date>`coalesce(${orders.paidAt}, ${orders.createdAt})`.mapWith(orders.createdAt),
    })
    .from(orders)
    .where(ordersToPackCondition)
    .orderBy(asc(sql`coalesce(${orders.paidAt}, ${orders.createdAt})`), asc(orders.id));
  const exchanging = db
    .select({
      ...waiting,
      devices: sql<number>`count(*)`.mapWith(Number),
      since: sql<Date>`min(${exchanges.receivedAt})`.mapWith(orders.createdAt),
    })
    .from(exchanges)
    .innerJoin(orders, eq(orders.id, exchanges.orderId))
    .where(eq(exchanges.state, 'ready'))
    .groupBy(orders.id)
    .orderBy(asc(sql`min(${exchanges.receivedAt})`));
  const [goods, others] = await Promise.all([bought.limit(most), exchanging.limit(most)]);
  return [
    ...goods.map((row) => ({ ...row, isExchange: false })),
    ...others.map((row) => ({ ...row, isExchange: true })),
  ]
    .sort((one, other) => one.since.getTime() - other.since.getTime())
    .slice(0, most)
    .map(({ devices, since, isExchange, ...row }) => ({ ...named(row), devices, since, isExchange }));
}

/** What is to be packed, and parcels that wait for the courier; the oldest first, and how many there are of both. */
export async function readPackingQueue(db: Database) {
  const [toPack, packed, totals] = await Promise.all([
    readToPack(db, QUEUED),
    db
      .select({
        ...waiting,
        parcel: shipments.id,
        kind: shipments.kind,
        n: shipments.n,
        devices: shipments.devices,
        since: shipments.createdAt,
        request: courierRequests.state,
      })
      .from(shipments)
      .innerJoin(orders, eq(orders.id, shipments.orderId))
      .leftJoin(
        courierRequests,
        and(eq(courierRequests.shipmentId, shipments.id), ne(courierRequests.state, 'cancelled')),
      )
      .where(eq(shipments.state, 'packed'))
      .orderBy(asc(shipments.createdAt), asc(shipments.id))
      .limit(QUEUED),
    countPackingQueue(db),
  ]);
  return {
    toPack,
    packed: packed.map(({ parcel, n, devices, since, request, kind, ...row }) => ({
      ...named(row),
      isExchange: kind === 'exchange',
      parcel,
      key: shipmentKey(row.number, n),
      request,
      devices,
      since,
    })),
    totals,
  };
}

/** How many orders are to be packed, those with exchanges apart, and how many parcels wait for the courier. */
export async function countPackingQueue(db: Database) {
  const { bought, exchanging, packed } = await countUpTo(db, {
    bought: rowsOf(db, orders, ordersToPackCondition),
    exchanging: db.selectDistinct({ order: exchanges.orderId }).from(exchanges).where(eq(exchanges.state, 'ready')),
    packed: rowsOf(db, shipments, eq(shipments.state, 'packed')),
  });
  return { toPack: sumOf([bought, exchanging]), packed };
}
