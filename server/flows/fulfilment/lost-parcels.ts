import { and, desc, eq, sql } from 'drizzle-orm';
import { daysLater } from '#domain/day.ts';
import {
  type ClaimOutcome,
  isLoss,
  isLossChoiceOffered,
  type Loss,
  type LossChoice,
  PARCEL_CLAIM_MOVES,
  worthOf,
} from '#domain/fulfilment/lost/lost.ts';
import type { ParcelClaim } from '#domain/fulfilment/lost/lost-contract.ts';
import type { PackingProblem } from '#domain/fulfilment/rules.ts';
import { type ShipmentState, shipmentKey } from '#domain/fulfilment/shipment.ts';
import type { Currency, Money } from '#domain/money.ts';
import { orderPath } from '#domain/orders/own/own-order.ts';
import { refuse } from '#domain/refuse.ts';
import { dayOf } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { parcelClaims, shipments } from '../../fulfilment/schema.ts';
import { buyerMailFields } from '../../orders/buyer-mail-fields.ts';
import { orderLines, orders } from '../../orders/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { DatabaseOrTransaction, Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { enterParcelEvent, lockParcel, type OrderRow, packingOf, type ShipmentRow } from './parcels.ts';

interface Known {
  order: OrderRow;
  parcel: ShipmentRow;
  key: string;
}

/** A parcel went from one state to another: what was lost or damaged is claimed from its courier, what was found is not. The caller holds both. */
export async function updateLossClaim(
  tx: Tx,
  deps: Dependencies,
  known: Known,
  { from, to, when }: { from: ShipmentState; to: ShipmentState; when: Date },
): Promise<void> {
  if (isLoss(to)) return claimLoss(tx, deps, known, to, when);
  if (!isLoss(from)) return;
  const own = eq(parcelClaims.shipmentId, known.parcel.id);
  if (from === 'lost')
    await tx
      .update(parcelClaims)
      .set({ state: 'dropped', dueOn: null })
      .where(and(own, eq(parcelClaims.state, 'open')));
  // It comes to its buyer after all, so there is nothing to choose.
  if (to === 'in_transit' || to === 'delivered')
    await tx.update(parcelClaims).set({ askedAt: null, choice: null, chosenAt: null }).where(own);
}

async function claimLoss(
  tx: Tx,
  { now, config, queue }: Dependencies,
  { order, parcel, key }: Known,
  kind: Loss,
  when: Date,
): Promise<void> {
  const isExchange = parcel.kind === 'exchange';
  const isAsked = !isExchange && isLossChoiceOffered(order.paymentState);
  const question = { kind, askedAt: isAsked ? now() : null, choice: null, chosenAt: null };
  const claim =
    parcel.courier === 'own'
      ? { state: 'none' as const, dueOn: null }
      : { state: 'open' as const, dueOn: daysLater(dayOf(when), config.couriers.claimDays) };
  const [known] = await tx.select().from(parcelClaims).where(eq(parcelClaims.shipmentId, parcel.id));
  if (!known) {
    const worth = await worthOfParcel(tx, order, parcel);
    await tx.insert(parcelClaims).values({ shipmentId: parcel.id, ...worth, ...claim, ...question, openedAt: when });
  } else {
    const again = known.state === 'dropped' ? { ...claim, openedAt: when } : {};
    await tx
      .update(parcelClaims)
      .set({ ...question, ...again })
      .where(eq(parcelClaims.shipmentId, parcel.id));
  }
  const about = isExchange ? 'exchange' : isAsked ? 'choice' : order.paymentState === 'due' ? 'unpaid' : null;
  // Whoever did not take it, or has their money back, waits for no parcel.
  if (about === null) return;
  await queueMail(tx, queue, {
    ...buyerMailFields(order),
    template: 'fulfilment.lost',
    props: {
      number: order.number,
      parcel: key,
      kind,
      about,
      link: config.publicUrl + orderPath(order.number),
    },
    idempotencyKey: `fulfilment.lost:${parcel.id}:${when.getTime()}`,
  });
}

/** What the devices in it cost, as the order was agreed. */
async function worthOfParcel(tx: Tx, order: OrderRow, { devices }: ShipmentRow) {
  const [goods] = await tx
    .select({
      amount: sql<number>`coalesce(sum(${orderLines.amount}), 0)`.mapWith(Number),
      quantity: sql<number>`coalesce(sum(${orderLines.quantity}), 0)`.mapWith(Number),
    })
    .from(orderLines)
    .where(and(eq(orderLines.orderId, order.id), eq(orderLines.kind, 'goods')));
  return worthOf({ ...goods!, currency: order.currency as Currency }, devices, order.rate);
}

/** Another one was packed, or the money goes back. */
export const isLossChoiceClosed = (problem: PackingProblem | null): boolean =>
  problem === 'complete' || problem === 'refunding' || problem === 'refunded' || problem === 'cancelled';

/** The buyer of an own order says what they want instead of a parcel that does not come. Said already is done. */
export async function chooseOwnLossRemedy(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { profileId, number, n, choice }: { profileId: string; number: number; n: number; choice: LossChoice },
): Promise<void> {
  const [found] = await tx
    .select({ id: shipments.id })
    .from(shipments)
    .innerJoin(orders, eq(orders.id, shipments.orderId))
    .where(and(eq(orders.number, number), eq(orders.profileId, profileId), eq(shipments.n, n)));
  if (!found) throw refuse('PARCEL_GONE');
  await chooseLossRemedy(tx, deps, actor, { id: found.id, choice, by: 'buyer' });
}

/** The same as staff were told; until it is done they may change it. */
export async function chooseLossRemedy(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { id, choice, by }: { id: string; choice: LossChoice; by: 'buyer' | 'staff' },
): Promise<void> {
  const { order, parcel, key } = await lockParcel(tx, id);
  const [row] = await tx.select().from(parcelClaims).where(eq(parcelClaims.shipmentId, parcel.id));
  if (row?.choice === choice) return;
  if (!row?.askedAt) throw refuse('CHOICE_CLOSED');
  const { problem } = await packingOf(tx, order);
  if (isLossChoiceClosed(problem)) throw refuse('CHOICE_CLOSED');
  if (row.choice !== null && by === 'buyer') throw refuse('CHOICE_MADE');
  await tx.update(parcelClaims).set({ choice, chosenAt: deps.now() }).where(eq(parcelClaims.shipmentId, parcel.id));
  await enterParcelEvent(tx, deps, actor, order, { kind: 'loss_choice', key, facts: { choice, by } });
  await record(tx, actor, {
    action: 'fulfilment.loss-choice',
    on: { kind: 'order', id: order.id },
    before: { parcel: key, lossChoice: row.choice },
    after: { parcel: key, lossChoice: choice },
  });
}

interface Settled {
  id: string;
  outcome: ClaimOutcome;
  note: string;
  /** What came by a statement, also after a person had said that it is paid; otherwise it is what the devices cost. */
  came?: Money;
}

/** The courier has paid for a parcel, or has refused to. Written down already is done. */
export async function settleClaim(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { id, outcome, note, came }: Settled,
): Promise<void> {
  const { order, parcel, key } = await lockParcel(tx, id);
  const [row] = await tx.select().from(parcelClaims).where(eq(parcelClaims.shipmentId, parcel.id));
  if (!row) throw refuse('PARCEL_GONE');
  if (row.state === outcome && !came) return;
  if (row.state !== outcome && !PARCEL_CLAIM_MOVES[row.state].includes(outcome)) throw refuse('CLAIM_SETTLED');
  const own = eq(parcelClaims.shipmentId, parcel.id);
  const said = came ? row.note : note;
  await tx.update(parcelClaims).set({ state: outcome, note: said, settledAt: deps.now() }).where(own);
  const { amount, currency } = came ?? row;
  const facts = { outcome, amount, currency };
  await enterParcelEvent(tx, deps, actor, order, { kind: 'loss_settled', key, facts });
  await record(tx, actor, {
    action: 'fulfilment.claim-settled',
    on: { kind: 'order', id: order.id },
    before: { parcel: key, claimState: row.state },
    after: { parcel: key, claimState: outcome, amount, currency },
  });
}

/** The claims of an order's parcels, the newest parcel first. */
export async function readParcelClaims(
  db: DatabaseOrTransaction,
  { id, number }: Pick<OrderRow, 'id' | 'number'>,
): Promise<ParcelClaim[]> {
  const rows = await db
    .select({ claim: parcelClaims, shipment: shipments })
    .from(parcelClaims)
    .innerJoin(shipments, eq(shipments.id, parcelClaims.shipmentId))
    .where(eq(shipments.orderId, id))
    .orderBy(desc(shipments.n));
  return rows.map(({ shipment: { n, state: parcelState, courier }, claim }) => {
    const { shipmentId, askedAt, settledAt: _, chosenAt: __, ...row } = claim;
    return {
      ...row,
      id: shipmentId,
      n,
      parcel: shipmentKey(number, n),
      parcelState,
      courier,
      isAsked: askedAt !== null,
    };
  });
}
