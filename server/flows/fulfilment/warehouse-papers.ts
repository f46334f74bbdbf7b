import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { company } from '#domain/company.ts';
import type { LabelsPrinting } from '#domain/fulfilment/contract.ts';
import { warehousePaper } from '#domain/fulfilment/paper-copy.ts';
import { receiverOf } from '#domain/fulfilment/receiver.ts';
import { boxCode, isCompany, MAX_PRINTED } from '#domain/fulfilment/rules.ts';
import { shipmentKey } from '#domain/fulfilment/shipment.ts';
import { refuse } from '#domain/refuse.ts';
import { dayOf } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Label } from '../../documents/paper/label.ts';
import { courierRequests, shipmentBoxes, shipmentDevices, shipments } from '../../fulfilment/schema.ts';
import { devicesInParcels, devicesToSend } from '../../orders/devices.ts';
import { ordersToPackCondition } from '../../orders/sales/list.ts';
import { orders } from '../../orders/schema.ts';
import { type Actor, record, recordExport } from '../../platform/audit.ts';
import type { Database, Tx } from '../../platform/db.ts';
import { amountsToCollect } from './collected.ts';
import type { OrderRow } from './parcels.ts';
import { countPackingQueue, readToPack } from './read-packing.ts';

const PDF = { type: 'application/pdf' };
const pdfOf = (bytes: Buffer, name: string) => new File([new Uint8Array(bytes)], name, PDF);

/** Labels of parcels, a page for each box; that they were printed is written down with each order. */
export async function printLabels(deps: Dependencies, actor: Actor, ids: string[]): Promise<File> {
  const labels = await labelsToPrint(deps, actor, ids);
  const { drawLabels } = await import('../../documents/paper/label.ts');
  return pdfOf(await drawLabels(labels), labelsName(deps));
}

/** The same, said while they are drawn; the last thing said is the file. What cannot be printed is refused before the first. */
export async function printLabelsInSteps(
  deps: Dependencies,
  actor: Actor,
  { parcels, skipped }: Printable,
): Promise<() => AsyncGenerator<LabelsPrinting>> {
  const labels = await labelsToPrint(deps, actor, parcels);
  const { drawInSteps } = await import('../../documents/paper/label.ts');
  return async function* () {
    const total = labels.length;
    yield { done: 0, total, skipped };
    const steps = drawInSteps(labels);
    for (;;) {
      const step = await steps.next();
      if (step.done) return yield { name: labelsName(deps), pdf: step.value.toString('base64') };
      yield { done: step.value, total, skipped };
    }
  };
}

const labelsName = ({ now }: Dependencies) => warehousePaper.labelsFile(dayOf(now()));

function labelsToPrint(deps: Dependencies, actor: Actor, ids: string[]): Promise<Label[]> {
  return deps.db.transaction(async (tx) => {
    const rows = await tx
      .select({ parcel: shipments, order: orders })
      .from(shipments)
      .innerJoin(orders, eq(orders.id, shipments.orderId))
      .where(inArray(shipments.id, ids));
    const found = ids.map((id) => rows.find(({ parcel }) => parcel.id === id));
    if (found.some((row) => !row || row.parcel.state === 'cancelled')) throw refuse('PARCEL_GONE');
    const known = found as { parcel: typeof shipments.$inferSelect; order: OrderRow }[];
    await refuseUnasked(tx, known);
    const boxes = await tx
      .select({
        shipmentId: shipmentBoxes.shipmentId,
        n: shipmentBoxes.n,
        grams: shipmentBoxes.grams,
        code: shipmentBoxes.code,
        devices: sql<number>`count(${shipmentDevices.serial})`.mapWith(Number),
      })
      .from(shipmentBoxes)
      .leftJoin(
        shipmentDevices,
        and(eq(shipmentDevices.shipmentId, shipmentBoxes.shipmentId), eq(shipmentDevices.box, shipmentBoxes.n)),
      )
      .where(inArray(shipmentBoxes.shipmentId, ids))
      .groupBy(shipmentBoxes.shipmentId, shipmentBoxes.n)
      .orderBy(asc(shipmentBoxes.n));
    const pages = known.flatMap(({ parcel, order }): Label[] => {
      const key = shipmentKey(order.number, parcel.n);
      const own = boxes.filter(({ shipmentId }) => shipmentId === parcel.id);
      return own.map(({ n, grams, code, devices }) => ({
        code: code ?? boxCode(key, n),
        courier: warehousePaper.label.couriers[parcel.courier],
        sender: { name: company.legalName, address: company.address, phone: company.phone },
        receiver: receiverOf(order.delivery),
        box: n,
        boxes: own.length,
        grams,
        order: order.number,
        devices,
        collect: parcel.collectAmount,
        account: parcel.collectAccount,
      }));
    });
    if (pages.length === 0) throw refuse('PARCEL_GONE');
    await tx
      .update(shipments)
      .set({ labelsPrinted: sql`${shipments.labelsPrinted} + 1` })
      .where(inArray(shipments.id, ids));
    await record(
      tx,
      actor,
      known.map(({ parcel, order }) => ({
        action: 'fulfilment.labels-printed' as const,
        on: { kind: 'order' as const, id: order.id },
        after: { parcel: shipmentKey(order.number, parcel.n), count: parcel.labelsPrinted + 1 },
      })),
    );
    return pages;
  });
}

/** A label of a courier is one that it knows. */
async function refuseUnasked(
  tx: Tx,
  rows: { parcel: typeof shipments.$inferSelect; order: OrderRow }[],
): Promise<void> {
  const ids = rows.map(({ parcel }) => parcel.id);
  const requests = await tx.select().from(courierRequests).where(inArray(courierRequests.shipmentId, ids));
  for (const { parcel, order } of rows) {
    const request = requests.find(({ shipmentId, state }) => shipmentId === parcel.id && state !== 'cancelled');
    if (parcel.state === 'packed' && request && request.state !== 'made')
      throw refuse('COURIER_HAS_NOT', { parcel: shipmentKey(order.number, parcel.n), request: request.state });
  }
}

interface Printable {
  parcels: string[];
  /** Orders that have nothing to be printed. */
  skipped: number[];
}

/**
 * The parcels of these orders that wait for the courier and that it knows, in the order in which the orders are named, and the orders
 * without any.
 */
export async function findPrintableParcels(db: Database, numbers: readonly number[]): Promise<Printable> {
  const rows = await db
    .select({ id: shipments.id, number: orders.number })
    .from(shipments)
    .innerJoin(orders, eq(orders.id, shipments.orderId))
    .where(
      and(
        inArray(orders.number, [...numbers]),
        eq(shipments.state, 'packed'),
        sql`not exists (select from ${courierRequests} where ${courierRequests.shipmentId} = ${shipments.id}
          and ${courierRequests.state} not in ('made', 'cancelled'))`,
      ),
    )
    .orderBy(asc(shipments.n));
  if (rows.length === 0) throw refuse('PARCEL_GONE');
  return {
    parcels: numbers.flatMap((one) => rows.filter(({ number }) => number === one).map(({ id }) => id)),
    skipped: numbers.filter((one) => !rows.some(({ number }) => number === one)),
  };
}

/** What is to be packed, the oldest first and at most `MAX_PRINTED`; or these orders of it. */
export async function packingList(
  deps: Dependencies,
  actor: Actor,
  numbers: readonly number[] | undefined,
): Promise<File> {
  const { db, now } = deps;
  const wanted = numbers ? await chosenToPack(db, numbers) : await readToPack(db, MAX_PRINTED);
  const found = await db
    .select()
    .from(orders)
    .where(
      inArray(
        orders.number,
        wanted.map(({ number }) => number),
      ),
    );
  const byNumber = new Map(found.map((order) => [order.number, order]));
  const collected = await amountsToCollect(db, found);
  const listed = wanted
    .filter(({ devices }) => devices > 0)
    .map(({ number, devices, isExchange }) => {
      const order = byNumber.get(number)!;
      return {
        order: number,
        receiver: receiverOf(order.delivery),
        isCompany: isCompany(order.delivery),
        devices,
        isExchange,
        collect: isExchange ? null : (collected.get(order.id) ?? null),
      };
    });
  if (listed.length === 0) throw refuse('NOTHING_TO_LIST');
  await recordExport(db, actor, {
    action: 'fulfilment.exported',
    list: 'packing',
    chosen: numbers ? { orders: numbers } : {},
    rows: listed.length,
  });
  const { drawPackingList } = await import('../../documents/paper/warehouse-lists.ts');
  const waiting = wanted.length < MAX_PRINTED ? null : (await countPackingQueue(db)).toPack;
  return pdfOf(await drawPackingList(listed, now(), waiting), warehousePaper.list.file(dayOf(now())));
}

interface ToPack {
  number: number;
  devices: number;
  isExchange: boolean;
}

/**
 * Of each order its devices that are in no parcel, and those for exchanges beside them. Of several those alone that may be packed; of one,
 * as its page asks for it, whatever becomes of it, and all where nothing is left to pack.
 */
async function chosenToPack(db: Database, numbers: readonly number[]): Promise<ToPack[]> {
  const chosen = [...new Set(numbers)];
  const { rows } = await db.execute<{
    number: number;
    goods: number;
    left: number;
    ready: number;
    mayPack: boolean;
  }>(sql`
    select ${orders.number}::int, goods, greatest(goods - sent, 0)::int as left, ready::int, ${ordersToPackCondition} as "mayPack"
    from ${orders} cross join lateral (select
      ${devicesToSend(orders.id)} as goods,
      ${devicesInParcels(orders.id)} as sent,
      (select count(*) from exchanges where order_id = ${orders.id} and state = 'ready') as ready) counted
    where ${inArray(orders.number, chosen)}`);
  return chosen.flatMap((number) => {
    const row = rows.find((one) => one.number === number);
    if (!row) return [];
    const { goods, left, ready, mayPack } = row;
    if (ready === 0)
      return mayPack || chosen.length === 1 ? [{ number, devices: left || goods, isExchange: false }] : [];
    return [
      { number, devices: mayPack ? left : 0, isExchange: false },
      { number, devices: ready, isExchange: true },
    ];
  });
}

/**
 * What is packed and waits for the courier, the oldest first and at most `MAX_PRINTED`; it collects what it was packed with, as the label
 * says, whatever was paid since.
 */
export async function pickUpList({ db, now }: Dependencies, actor: Actor): Promise<File> {
  const rows = await db
    .select({
      parcel: shipments,
      order: orders,
      boxes:
        sql<number>`(select count(*) from ${shipmentBoxes} where ${shipmentBoxes.shipmentId} = ${shipments.id})`.mapWith(
          Number,
        ),
      grams: sql<number>`(select coalesce(sum(${shipmentBoxes.grams}), 0) from ${shipmentBoxes}
        where ${shipmentBoxes.shipmentId} = ${shipments.id})`.mapWith(Number),
    })
    .from(shipments)
    .innerJoin(orders, eq(orders.id, shipments.orderId))
    .where(eq(shipments.state, 'packed'))
    .orderBy(asc(shipments.createdAt), asc(shipments.id))
    .limit(MAX_PRINTED);
  if (rows.length === 0) throw refuse('NOTHING_TO_LIST');
  await recordExport(db, actor, { action: 'fulfilment.exported', list: 'pick-up', chosen: {}, rows: rows.length });
  const waiting = rows.length < MAX_PRINTED ? null : (await countPackingQueue(db)).packed;
  const { drawPickUpList } = await import('../../documents/paper/warehouse-lists.ts');
  const listed = rows.map(({ parcel, order, boxes, grams }) => ({
    key: shipmentKey(order.number, parcel.n),
    receiver: receiverOf(order.delivery),
    boxes,
    grams,
    collect: parcel.collectAmount,
  }));
  return pdfOf(await drawPickUpList(listed, now(), waiting), warehousePaper.pickUp.file(dayOf(now())));
}
