import { and, asc, desc, eq, gt, inArray, isNotNull, sum } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { DAY_MS } from '#domain/day.ts';
import { shipmentKey } from '#domain/fulfilment/shipment.ts';
import {
  CALL_ANSWER_DAYS,
  CALL_TRIES,
  CONFIRMING,
  type EnteredCall,
  type OrderCalls,
} from '#domain/orders/calls/calls.ts';
import type { OwnOrder } from '#domain/orders/own/own-order-page.ts';
import { refuse } from '#domain/refuse.ts';
import { dayOf } from '#domain/time.ts';
import { LAST_MOMENT_SECONDS, UNDO_SECONDS } from '#domain/undo.ts';
import { actorNames } from '../../actor-names.ts';
import type { Dependencies } from '../../dependencies.ts';
import { shipments } from '../../fulfilment/schema.ts';
import { buyerMailFields } from '../../orders/buyer-mail-fields.ts';
import { currentPaymentRequest } from '../../orders/claims.ts';
import { callNotUndoneCondition, enterOrderEvent } from '../../orders/events.ts';
import { cancelOrder } from '../../orders/place-order.ts';
import { ordersToCallCondition } from '../../orders/sales/list.ts';
import { orderEvents, orderNotes, orders } from '../../orders/schema.ts';
import { orderPayments } from '../../payments/schema.ts';
import { type Actor, record, systemActor } from '../../platform/audit.ts';
import type { DatabaseOrTransaction, Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import type { OrderRow, QueueDeps } from '../payments/enter-sale.ts';
import { mailCancelled } from '../transfers/cancel-unpaid.ts';
import { orderPageLink } from '../transfers/send-proforma.ts';
import { lockOrderByNumber } from '../transfers/unpaid.ts';

type Entered = z.infer<typeof EnteredCall>;

export type CalledOrder = Pick<OrderRow, 'id' | 'way' | 'delivery' | 'paymentState' | 'fulfilmentState'>;

/** The calls of an order, the newest first, and whether one is waited for; `null` when nobody calls for it. */
export async function readCalls(
  db: DatabaseOrTransaction,
  order: CalledOrder,
): Promise<(Omit<OrderCalls, 'openedBy'> & { isNumberWrong: boolean }) | null> {
  const { id } = order;
  const isMissed = (await missedParcel(db, id)) !== null;
  const isOnDelivery = order.way === 'cash_on_delivery';
  if (!isMissed && !isOnDelivery) return null;
  const said = alias(orderEvents, 'said');
  const [called, heardOf, claim, collected] = await Promise.all([
    db
      .select()
      .from(said)
      .where(
        and(eq(said.orderId, id), eq(said.kind, isMissed ? 'missed_called' : 'called'), callNotUndoneCondition('said')),
      )
      .orderBy(desc(said.id)),
    lastDeliveryChange(db, id),
    isOnDelivery ? currentPaymentRequest(db, id) : null,
    sumCollected(db, id),
  ]);
  const names = await actorNames(
    db,
    called.map(({ actor }) => actor),
  );
  const calls = called.map(({ facts, moment, actor }) => ({
    outcome: facts.outcome as OrderCalls['calls'][number]['outcome'],
    at: moment,
    by: names.get(actor) ?? null,
    next: facts.next ? new Date(String(facts.next)) : null,
  }));
  const isConfirmed = calls.some(({ outcome }) => CONFIRMING.includes(outcome));
  const answered = called.findIndex(({ id: call, facts }) => call < heardOf || facts.outcome !== 'no_answer');
  const tries = answered === -1 ? called.length : answered;
  const { phone, recipientPhone } = order.delivery ?? {};
  const about = {
    calls,
    phone: recipientPhone || phone || '',
    amount: claim?.amount ?? 0,
    collected,
    isNumberWrong: called[0]?.facts.outcome === 'wrong_number' && called[0].id > heardOf,
  };
  if (isMissed) return { ...about, kind: 'missed', isWaiting: true, tries: 0, until: null };
  return {
    ...about,
    kind: 'before',
    isWaiting: order.paymentState === 'due' && order.fulfilmentState === 'new' && !isConfirmed,
    tries,
    until: tries >= CALL_TRIES ? ((await extendedUntil(db, id, called[0]!.id)) ?? lastDay(calls[0]!.at)) : null,
  };
}

/** What the buyer of an order is to know of the calls before it is packed. */
export async function readOwnCall(db: DatabaseOrTransaction, order: CalledOrder): Promise<OwnOrder['call']> {
  const calls = await readCalls(db, order);
  if (calls?.kind !== 'before' || !calls.isWaiting) return null;
  if (calls.until) return { kind: 'missed', until: dayOf(calls.until) };
  return { kind: calls.isNumberWrong ? 'number' : 'waits' };
}

/** The day that staff gave since the last call; `null`: none. */
async function extendedUntil(db: DatabaseOrTransaction, orderId: string, lastCall: number): Promise<Date | null> {
  const [extended] = await db
    .select({ facts: orderEvents.facts })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), eq(orderEvents.kind, 'call_extended'), gt(orderEvents.id, lastCall)))
    .orderBy(desc(orderEvents.id))
    .limit(1);
  return extended ? new Date(String(extended.facts.until)) : null;
}

async function sumCollected(db: DatabaseOrTransaction, orderId: string): Promise<number> {
  const held = and(eq(orderPayments.orderId, orderId), eq(orderPayments.receipt, 'collected'));
  const [row] = await db
    .select({ amount: sum(orderPayments.amount) })
    .from(orderPayments)
    .where(held);
  return Number(row!.amount ?? 0);
}

/** The event with which phone or address was changed last; 0: none. Whoever did not answer before it has said something since. */
async function lastDeliveryChange(db: DatabaseOrTransaction, orderId: string): Promise<number> {
  const [changed] = await db
    .select({ id: orderEvents.id })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), eq(orderEvents.kind, 'delivery_changed')))
    .orderBy(desc(orderEvents.id))
    .limit(1);
  return changed?.id ?? 0;
}

/** The parcel of an order whose courier found nobody. */
async function missedParcel(db: DatabaseOrTransaction, orderId: string) {
  const [parcel] = await db
    .select({ id: shipments.id, n: shipments.n })
    .from(shipments)
    .where(and(eq(shipments.orderId, orderId), isNotNull(shipments.missedAt)))
    .orderBy(desc(shipments.n))
    .limit(1);
  return parcel ?? null;
}

/** So many days from the last call, or from the day before, on. */
const lastDay = (at: Date) => new Date(at.getTime() + CALL_ANSWER_DAYS * DAY_MS);

/** Writes down what came of a call, with what follows from it. The same call again changes nothing. */
export const enterCall = (
  deps: Dependencies,
  actor: Actor,
  { number, version, id, outcome, next, note }: Entered & { number: number; version: number },
): Promise<{ entered: true }> =>
  deps.db.transaction(async (tx) => {
    const order = await lockOrderByNumber(tx, { number, profileId: null });
    const same = and(
      eq(orderEvents.orderId, order.id),
      inArray(orderEvents.kind, ['called', 'missed_called']),
      eq(orderEvents.reference, id),
    );
    if ((await tx.$count(orderEvents, same)) > 0) return { entered: true };
    const calls = await readCalls(tx, order);
    if (!calls?.isWaiting) throw refuse('CALL_NOT_WAITING');
    if (order.version !== version) throw refuse('ORDER_CHANGED');
    const now = deps.now();
    if (note)
      await tx.insert(orderNotes).values({ id, orderId: order.id, text: note, authorId: actor.id, createdAt: now });
    if (calls.kind === 'missed') return enterMissedCall(tx, now, actor, order, { id, outcome });
    const nth = outcome === 'no_answer' ? calls.tries + 1 : calls.tries;
    const again = outcome === 'no_answer' && nth < CALL_TRIES ? (next ?? now.toISOString()) : null;
    const facts = { outcome, try: nth, next: again };
    await enterOrderEvent(tx, now, actor, order.id, { kind: 'called', reference: id, facts });
    await record(tx, actor, {
      action: 'orders.called',
      on: { kind: 'order', id: order.id },
      after: { outcome, try: nth, next: again },
    });
    if (outcome === 'declined') {
      await cancelOrder(tx, now, actor, order.id);
      await mailCancelled(tx, deps, order);
    }
    if (outcome === 'wrong_number')
      await mail(tx, deps, order, id, { template: 'orders.call-number', phone: calls.phone });
    if (outcome === 'no_answer' && nth >= CALL_TRIES)
      await mail(tx, deps, order, id, {
        template: 'orders.call-missed',
        phone: calls.phone,
        until: dayOf(lastDay(now)),
      });
    return { entered: true };
  });

/** Three days more after the last call without an answer, before the order is cancelled. The same id again changes nothing. */
export const extendCall = (
  deps: Dependencies,
  actor: Actor,
  { number, version, id }: { number: number; version: number; id: string },
): Promise<{ until: Date }> =>
  deps.db.transaction(async (tx) => {
    const order = await lockOrderByNumber(tx, { number, profileId: null });
    const calls = await readCalls(tx, order);
    if (!calls?.isWaiting || calls.until === null) throw refuse('CALL_NOT_WAITING');
    const same = and(eq(orderEvents.orderId, order.id), eq(orderEvents.kind, 'call_extended'));
    if ((await tx.$count(orderEvents, and(same, eq(orderEvents.reference, id)))) > 0) return { until: calls.until };
    if (order.version !== version) throw refuse('ORDER_CHANGED');
    const until = lastDay(calls.until);
    const facts = { until: until.toISOString() };
    await enterOrderEvent(tx, deps.now(), actor, order.id, { kind: 'call_extended', reference: id, facts });
    await record(tx, actor, {
      action: 'orders.call-extended',
      on: { kind: 'order', id: order.id },
      before: { validUntil: dayOf(calls.until) },
      after: { validUntil: dayOf(until) },
    });
    return { until };
  });

/** Whatever came of it, the order waits for no call until the courier finds nobody again. */
async function enterMissedCall(
  tx: Tx,
  now: Date,
  actor: Actor,
  order: OrderRow,
  { id, outcome }: Pick<Entered, 'id' | 'outcome'>,
): Promise<{ entered: true }> {
  const marked = await tx
    .select({ n: shipments.n, at: shipments.missedAt })
    .from(shipments)
    .where(and(eq(shipments.orderId, order.id), isNotNull(shipments.missedAt)))
    .orderBy(desc(shipments.n));
  await tx
    .update(shipments)
    .set({ missedAt: null })
    .where(and(eq(shipments.orderId, order.id), isNotNull(shipments.missedAt)));
  const key = shipmentKey(order.number, marked[0]!.n);
  const missed = marked.map(({ n, at }) => `${n} ${at!.toISOString()}`).join(', ');
  const facts = { outcome, parcel: key, missed };
  await enterOrderEvent(tx, now, actor, order.id, { kind: 'missed_called', reference: id, facts });
  await record(tx, actor, {
    action: 'orders.called-missed',
    on: { kind: 'order', id: order.id },
    after: { missedCall: outcome, parcel: key },
  });
  return { entered: true };
}

/** Of the facts of such a call: which parcels were marked, and since when. */
export const parseMissedParcels = (missed: string): { n: number; at: Date }[] =>
  missed
    .split(', ')
    .filter((one) => one !== '')
    .map((one) => one.split(' ') as [string, string])
    .map(([n, at]) => ({ n: Number(n), at: new Date(at) }));

export const CALL_MAILS = ['orders.call-number', 'orders.call-missed'] as const;
export const callMailKey = (template: (typeof CALL_MAILS)[number], call: string): string => `${template}:${call}`;

type CallMail = { phone: string } & (
  | { template: 'orders.call-number' }
  | { template: 'orders.call-missed'; until: string }
);

/** Held for as long as the outcome can be taken back. */
async function mail(tx: Tx, deps: QueueDeps, order: OrderRow, call: string, said: CallMail): Promise<void> {
  const to = { ...buyerMailFields(order), held: UNDO_SECONDS + LAST_MOMENT_SECONDS };
  const { number } = order;
  const link = orderPageLink(deps, order);
  if (said.template === 'orders.call-number')
    await queueMail(tx, deps.queue, {
      ...to,
      template: 'orders.call-number',
      props: { number, phone: said.phone, link },
      idempotencyKey: callMailKey(said.template, call),
    });
  else
    await queueMail(tx, deps.queue, {
      ...to,
      template: 'orders.call-missed',
      props: { number, phone: said.phone, until: said.until, link },
      idempotencyKey: callMailKey(said.template, call),
    });
}

/** Every hour: whoever did not answer three calls, nor the mail after them, has no order any more. */
export async function cancelUnanswered(deps: Dependencies): Promise<void> {
  const waiting = await deps.db.select().from(orders).where(ordersToCallCondition()).orderBy(asc(orders.createdAt));
  for (const { number } of waiting)
    await deps.db.transaction(async (tx) => {
      const order = await lockOrderByNumber(tx, { number, profileId: null });
      const calls = await readCalls(tx, order);
      const isOver = calls?.isWaiting && calls.until !== null && dayOf(calls.until) < dayOf(deps.now());
      if (!isOver) return;
      await cancelOrder(tx, deps.now(), systemActor, order.id);
      await mailCancelled(tx, deps, order);
    });
}
