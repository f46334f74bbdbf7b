import { and, asc, eq, like, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { packingProblem } from '#domain/fulfilment/rules.ts';
import { shipmentKey } from '#domain/fulfilment/shipment.ts';
import type { OrderEventFacts, OrderEventKind } from '#domain/orders/events.ts';
import type { RefundState } from '#domain/refunds/rules.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { shipmentDevices, shipments } from '../../fulfilment/schema.ts';
import { devicesInParcels, devicesNotPaidBack, devicesToSend } from '../../orders/devices.ts';
import { callNotUndoneCondition, enterOrderEvent } from '../../orders/events.ts';
import { allMoneyGoesBackCondition, isPaymentReturnedCondition } from '../../orders/returned-payment.ts';
import { orderEvents, orders } from '../../orders/schema.ts';
import type { Actor } from '../../platform/audit.ts';
import type { DatabaseOrTransaction, Tx } from '../../platform/db.ts';

export type OrderRow = typeof orders.$inferSelect;
export type ShipmentRow = typeof shipments.$inferSelect;
export type PackedDevice = typeof shipmentDevices.$inferSelect;

/** A request whose money goes or went back. */
const GOING_BACK: readonly RefundState[] = ['asked', 'sending', 'done'];

/** Everything that changes a parcel holds its order first, so that two people are one after the other. */
export async function lockOrder(tx: Tx, id: string): Promise<OrderRow> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for('update');
  if (!order) throw refuse('ORDER_GONE');
  return order;
}

/** The parcel with its order, both held. */
export async function lockParcel(tx: Tx, id: string): Promise<{ order: OrderRow; parcel: ShipmentRow; key: string }> {
  const [found] = await tx.select({ orderId: shipments.orderId }).from(shipments).where(eq(shipments.id, id));
  if (!found) throw refuse('PARCEL_GONE');
  const order = await lockOrder(tx, found.orderId);
  const [parcel] = await tx.select().from(shipments).where(eq(shipments.id, id)).for('update');
  return { order, parcel: parcel!, key: shipmentKey(order.number, parcel!.n) };
}

/** Where whoever has the link follows it. */
export const parcelLink = ({ config }: Pick<Dependencies, 'config'>, token: string): string =>
  `${config.publicUrl}/parcel/${token}`;

export const devicesIn = (tx: DatabaseOrTransaction, parcelId: string): Promise<PackedDevice[]> =>
  tx
    .select()
    .from(shipmentDevices)
    .where(eq(shipmentDevices.shipmentId, parcelId))
    .orderBy(asc(shipmentDevices.position));

/** Of devices of several parcels those of this one; once it is delivered, those that did not come back for good. */
export const shownDevicesOf = (
  devices: readonly PackedDevice[],
  { id, state }: Pick<ShipmentRow, 'id' | 'state'>,
): PackedDevice[] => devices.filter(({ shipmentId, isLive }) => shipmentId === id && (isLive || state !== 'delivered'));

export const serialsOf = (devices: readonly PackedDevice[]): string[] => devices.map(({ serial }) => serial);
/** Those whose place is known to the stock. */
export const stockCountedSerials = (devices: readonly PackedDevice[]): string[] =>
  serialsOf(devices.filter(({ isCounted }) => isCounted));

/**
 * Whether requests in these states are for fewer devices than were in the lost or damaged parcels whose buyer wants the money; of these
 * parcels (`s`, with its claim `c`), if not of all.
 */
export const lacksMoneyOfLossCondition = (
  orderId: SQLWrapper | string,
  states: readonly RefundState[],
  parcels: SQL = sql`true`,
) => sql<boolean>`
  exists (select from (
      select coalesce(sum(s.devices), 0) as devices, min(c.asked_at) as since
      from shipments s join parcel_claims c on c.shipment_id = s.id
      where s.order_id = ${orderId} and c.asked_at is not null and c.choice = 'money' and ${parcels}) lost
    where lost.devices > (select coalesce(sum(devices_not_sent(r.order_id, r.devices, r.serials, r.asked_at)), 0)
      from order_refunds r
      where r.order_id = ${orderId} and r.state = any(${sql.param([...states])}::text[]) and r.asked_at >= lost.since))`;

/**
 * Of a parcel (`s`, with its claim `c`, if not of another one): a person gave back an amount, which is for no device, since its buyer wants
 * the money. What goes back of a return is of its devices, which the buyer has.
 */
export const isAmountSaidCondition = (
  states: readonly RefundState[],
  [orderId, chosenAt]: readonly [SQLWrapper, SQLWrapper] = [sql`s.order_id`, sql`c.chosen_at`],
) => sql<boolean>`
  exists (select from order_refunds said where said.order_id = ${orderId} and said.scope = 'amount'
    and said.state = any(${sql.param([...states])}::text[]) and said.asked_at >= ${chosenAt}
    and not exists (select from returns where returns.refund_id = said.id))`;

/** Whether the money of all that was lost, or of what was not sent again of it, is back with its buyer. */
export const isMoneyOfLossBackCondition = (orderId: string) => sql<boolean>`
  (not ${lacksMoneyOfLossCondition(orderId, ['done'], sql`not ${isAmountSaidCondition(['done'])}`)}
    or ${devicesNotPaidBack(orderId)} <= ${devicesInParcels(orderId)} and exists (
      select from order_refunds r where r.order_id = ${orderId} and r.state = 'done' and r.asked_at >= (
        select min(c.asked_at) from shipments s join parcel_claims c on c.shipment_id = s.id
        where s.order_id = ${orderId} and c.choice = 'money')))`;

/**
 * Whether a parcel was lost or damaged whose buyer has not said what shall be, or wants money that nobody has asked for yet. Once it goes
 * back, its devices are not sent (docs/decisions/289), and the others are.
 */
const awaitsChoiceCondition = (orderId: string) => sql<boolean>`
  (exists (select from shipments s join parcel_claims c on c.shipment_id = s.id
      where s.order_id = ${orderId} and c.asked_at is not null and c.choice is null)
    or ${lacksMoneyOfLossCondition(orderId, GOING_BACK, sql`not ${isAmountSaidCondition(GOING_BACK)}`)})`;

/** How many devices are to be sent, how many are in no parcel or in parcels beyond them, and why no more may be packed. */
export async function packingOf(db: DatabaseOrTransaction, { id, paymentState, isDisputed }: OrderRow) {
  const { rows } = await db.execute<{
    hasGoods: boolean;
    devices: number;
    inParcels: number;
    isRefunding: boolean;
    isWithdrawn: boolean;
    isConfirmed: boolean;
    awaitsChoice: boolean;
  }>(sql`
    select
      exists (select from order_lines where order_id = ${id} and kind = 'goods') as "hasGoods",
      ${devicesToSend(id)} as devices,
      ${devicesInParcels(id)} as "inParcels",
      ${allMoneyGoesBackCondition(id, ['asked', 'sending'])} or ${isPaymentReturnedCondition(id)} as "isRefunding",
      exists (select from withdrawals where order_id = ${id} and resolved_at is null) as "isWithdrawn",
      exists (select from order_events said where said.order_id = ${id} and said.kind = 'called'
        and said.facts ->> 'outcome' in ('confirmed', 'changed') and ${callNotUndoneCondition('said')}) as "isConfirmed",
      ${awaitsChoiceCondition(id)} as "awaitsChoice"`);
  const { hasGoods, devices, inParcels, isRefunding, isWithdrawn, isConfirmed, awaitsChoice } = rows[0]!;
  const needsCall = paymentState === 'due' && !isConfirmed;
  return {
    devices,
    missing: Math.max(0, devices - inParcels),
    tooMany: Math.max(0, inParcels - devices),
    problem: packingProblem({
      hasGoods,
      devices,
      inParcels,
      isRefunding,
      isWithdrawn,
      isDisputed,
      awaitsChoice,
      needsCall,
      paymentState,
    }),
  };
}

/** What happened to a parcel. Of what was lost and found it happens more than once, and each time is an event of its own. */
export async function enterParcelEvent(
  tx: Tx,
  deps: Pick<Dependencies, 'now'>,
  actor: Actor,
  order: OrderRow,
  { kind, key, facts = {} }: { kind: OrderEventKind; key: string; facts?: OrderEventFacts },
): Promise<void> {
  const earlier = await tx.$count(
    orderEvents,
    and(
      eq(orderEvents.orderId, order.id),
      eq(orderEvents.kind, kind),
      or(eq(orderEvents.reference, key), like(orderEvents.reference, `${key}/%`)),
    ),
  );
  const reference = earlier === 0 ? key : `${key}/${earlier + 1}`;
  await enterOrderEvent(tx, deps.now(), actor, order.id, { kind, reference, facts });
}
