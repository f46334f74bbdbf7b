import { and, eq, inArray, notInArray } from 'drizzle-orm';
import { fiscalKindsFor, isCompany, leavingProblem, readBoxCode } from '#domain/fulfilment/rules.ts';
import type { ShipmentState } from '#domain/fulfilment/shipment.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { fiscalReceipts, shipmentBoxes, shipmentDevices, shipments } from '../../fulfilment/schema.ts';
import { buyerMailFields } from '../../orders/buyer-mail-fields.ts';
import { orders } from '../../orders/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { shipDevices } from '../../stock/move-devices.ts';
import { issueOrderInvoice } from '../documents/issue-order-invoice.ts';
import { sendExchanges } from '../exchanges/parcel-of-exchanges.ts';
import { applyLatestCourierMessage } from './couriers/apply-latest-courier-message.ts';
import { lockRequest } from './couriers/enter-request.ts';
import {
  devicesIn,
  enterParcelEvent,
  lockParcel,
  type OrderRow,
  packingOf,
  parcelLink,
  type ShipmentRow,
  serialsOf,
  stockCountedSerials,
} from './parcels.ts';

/**
 * Gives a parcel to the courier: the label of each of its boxes was scanned, and the receipt is entered. Issues the invoice with the first
 * parcel of an order. Handed over already is as good.
 */
export async function handOver(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { id, labels }: { id: string; labels: string[] },
): Promise<{ state: ShipmentState }> {
  const { order, parcel, key } = await lockParcel(tx, id);
  if (parcel.state === 'handed_over') return { state: 'handed_over' };
  if (parcel.state !== 'packed') throw refuse('PARCEL_CHANGED', { parcel: key, state: parcel.state });
  const isExchange = parcel.kind === 'exchange';
  const problem = leavingProblem({ ...(await packingOf(tx, order)), paymentState: order.paymentState }, isExchange);
  if (problem) throw refuse('NOT_TO_BE_PACKED', { order: order.number, problem });
  const request = await lockRequest(tx, id);
  if (request && request.state !== 'made' && request.state !== 'cancelled')
    throw refuse('COURIER_HAS_NOT', { parcel: key, request: request.state });
  await checkLabels(tx, { order: order.number, n: parcel.n, id }, labels);
  if (deps.config.fiscal === 'manual' && !isExchange) await checkReceipt(tx, order);

  const devices = await devicesIn(tx, id);
  await tx.update(shipments).set({ state: 'handed_over' }).where(eq(shipments.id, id));
  const serials = stockCountedSerials(devices);
  if (serials.length > 0) await shipDevices(tx, deps, actor, { orderId: order.id, serials });
  await enterParcelEvent(tx, deps, actor, order, { kind: 'handed_over', key });
  await record(tx, actor, {
    action: 'fulfilment.handed-over',
    on: { kind: 'order', id: order.id },
    after: { parcel: key, serials: serialsOf(devices) },
  });
  // Last, because everybody who takes a number waits from here on.
  const told = { key, codes: await codesOf(tx, id), followed: parcelLink(deps, parcel.token!) };
  if (isExchange) await sendExchanges(tx, deps, order, parcel, told);
  else await sendBought(tx, deps, order, parcel, told);
  // A courier that fetched it before anybody said so here may have told of it.
  if (request) await applyLatestCourierMessage(tx, deps, { id: parcel.courier }, { ...parcel, state: 'handed_over' });
  return { state: 'handed_over' };
}

interface SentMailFacts {
  key: string;
  codes: string[];
  followed: string;
}

async function sendBought(
  tx: Tx,
  deps: Dependencies,
  order: OrderRow,
  { id, courier, collectAmount: toPay }: ShipmentRow,
  { key, codes, followed: link }: SentMailFacts,
): Promise<void> {
  const invoice = await issueOrderInvoice(tx, deps, order, { parcel: key, serials: await packedSerials(tx, order) });
  await queueMail(tx, deps.queue, {
    ...buyerMailFields(order),
    template: 'fulfilment.sent',
    props: {
      number: order.number,
      parcel: key,
      courier,
      codes,
      toPay,
      link,
      invoice: invoice?.number ?? null,
    },
    ...(invoice ? { awaits: invoice.id } : {}),
    idempotencyKey: `fulfilment.sent:${id}`,
  });
}

interface ThisParcel {
  order: number;
  n: number;
  id: string;
}

/** Each box's label, and no other parcel's. */
async function checkLabels(tx: Tx, { order, n, id }: ThisParcel, labels: string[]): Promise<void> {
  const boxes = await tx.select().from(shipmentBoxes).where(eq(shipmentBoxes.shipmentId, id));
  const left = new Set(boxes.map((box) => box.n));
  for (const label of labels) {
    const coded = boxes.find((box) => box.code === label.trim());
    if (coded) {
      left.delete(coded.n);
      continue;
    }
    const read = readBoxCode(label) ?? (await boxCoded(tx, label.trim()));
    if (!read) throw refuse('LABEL_UNKNOWN', { label });
    if (read.order !== order || read.n !== n) throw refuse('LABEL_OF_ANOTHER', { label, order: read.order });
    if (!boxes.some((box) => box.n === read.box && box.code === null)) throw refuse('LABEL_UNKNOWN', { label });
    left.delete(read.box);
  }
  if (left.size > 0) throw refuse('LABELS_MISSING', { missing: left.size });
}

/** The box of another parcel, by its courier's code. */
async function boxCoded(tx: Tx, code: string) {
  const [found] = await tx
    .select({ order: orders.number, n: shipments.n, box: shipmentBoxes.n })
    .from(shipmentBoxes)
    .innerJoin(shipments, eq(shipments.id, shipmentBoxes.shipmentId))
    .innerJoin(orders, eq(orders.id, shipments.orderId))
    .where(eq(shipmentBoxes.code, code));
  return found ?? null;
}

async function codesOf(tx: Tx, id: string): Promise<string[]> {
  const boxes = await tx.select().from(shipmentBoxes).where(eq(shipmentBoxes.shipmentId, id)).orderBy(shipmentBoxes.n);
  return boxes.flatMap(({ code }) => code ?? []);
}

async function checkReceipt(tx: Tx, order: OrderRow): Promise<void> {
  const forCompany = isCompany(order.delivery);
  const [entered] = await tx.select().from(fiscalReceipts).where(eq(fiscalReceipts.orderId, order.id));
  const isEnough = entered && (fiscalKindsFor(forCompany).includes(entered.kind) || (await hasLeft(tx, order.id)));
  if (!isEnough) throw refuse('RECEIPT_MISSING', { order: order.number, isCompany: forCompany });
}

/** Its receipt stays from then on, also when the invoice is issued again to a firm. */
const hasLeft = async (tx: Tx, orderId: string): Promise<boolean> =>
  (await tx.$count(
    shipments,
    and(eq(shipments.orderId, orderId), notInArray(shipments.state, ['packed', 'cancelled'])),
  )) > 0;

/** Of all parcels that are packed: the invoice is of the whole order. */
async function packedSerials(tx: Tx, order: OrderRow): Promise<string[]> {
  const rows = await tx
    .select({ device: shipmentDevices })
    .from(shipmentDevices)
    .innerJoin(shipments, eq(shipments.id, shipmentDevices.shipmentId))
    .innerJoin(orders, eq(orders.id, shipments.orderId))
    .where(and(eq(orders.id, order.id), eq(shipmentDevices.isLive, true), inArray(shipments.state, LEAVING)))
    .orderBy(shipments.n, shipmentDevices.position);
  return serialsOf(rows.map(({ device }) => device));
}
const LEAVING: ShipmentState[] = ['packed', 'handed_over'];
