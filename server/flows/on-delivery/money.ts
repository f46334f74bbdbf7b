import { and, eq, inArray, notInArray } from 'drizzle-orm';
import { debitCreditLines } from '#domain/books/accounts.ts';
import { NOT_ARRIVING_STATES } from '#domain/fulfilment/shipment.ts';
import type { PaymentState } from '#domain/order-states.ts';
import { refuse } from '#domain/refuse.ts';
import { post } from '../../books/post.ts';
import type { Dependencies } from '../../dependencies.ts';
import { shipments } from '../../fulfilment/schema.ts';
import { currentPaymentRequest } from '../../orders/claims.ts';
import { enterOrderEvent } from '../../orders/events.ts';
import { cancelOrder } from '../../orders/place-order.ts';
import { orderClaims } from '../../orders/schema.ts';
import { orderPayments } from '../../payments/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { creditUntakenOrder, invoiceAgain } from '../documents/match-order-documents.ts';
import { notifyOfSale, type OrderRow } from '../payments/enter-sale.ts';
import { lockOrderByNumber, type SeenOrder } from '../transfers/unpaid.ts';

/** What a parcel was delivered for. */
interface Delivered {
  key: string;
  /** Para; `null`: it was paid ahead. */
  collectAmount: number | null;
  /** Whether we delivered it ourselves, so that the money is ours at once. */
  isOwn: boolean;
}

/** The parcel was delivered, so whoever brought it has the money. Once for each parcel; the caller holds the order. */
export async function recordCashCollected(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  order: OrderRow,
  { key: parcel, collectAmount: amount, isOwn }: Delivered,
): Promise<void> {
  if (!amount) return;
  const key = `cash:${parcel}`;
  // A lost parcel was found after another one had been paid for.
  const isSurplus = order.status === 'paid' || order.paymentState === 'collected';
  const taken = await tx
    .insert(orderPayments)
    .values({
      key,
      orderId: order.id,
      source: 'parcel',
      way: 'cash_on_delivery',
      amount,
      currency: 'RSD',
      isSurplus,
      receipt: 'collected',
      at: deps.now(),
    } as const)
    .onConflictDoNothing()
    .returning({ key: orderPayments.key });
  if (taken.length === 0) return;
  // A parcel that was found again after it had been given up.
  await tx
    .update(orderClaims)
    .set({ state: 'live' })
    .where(
      and(
        eq(orderClaims.id, (await currentPaymentRequest(tx, order.id))!.id),
        inArray(orderClaims.state, ['cancelled', 'lapsed']),
      ),
    );
  const facts = { amount, currency: 'RSD' };
  const kind = isSurplus ? 'overpaid' : 'collected';
  await enterOrderEvent(tx, deps.now(), actor, order.id, { kind, reference: key, facts });
  await post(tx, deps.now(), [
    { ...ofOrder(order), reference: key, lines: debitCreditLines('courier', 'customer', amount) },
  ]);
  // Late, because papers are numbered in it.
  if (order.status === 'cancelled') await invoiceAgain(tx, deps, order);
  if (isOwn) await settle(tx, deps, actor, order, { key, amount, isSurplus });
}

/** A person says that the courier's transfer has come for an order: all that couriers have of it. Settled already is done. */
export const settleByHand = (
  deps: Dependencies,
  actor: Actor,
  seen: Omit<SeenOrder, 'profileId'>,
): Promise<{ settled: true }> =>
  deps.db.transaction(async (tx) => {
    const order = await lockOrderByNumber(tx, { ...seen, profileId: null });
    const held = and(eq(orderPayments.orderId, order.id), eq(orderPayments.receipt, 'collected'));
    const collected = await tx.select().from(orderPayments).where(held).orderBy(orderPayments.key);
    if (collected.length === 0) {
      if (order.paymentState === 'settled') return { settled: true };
      throw refuse('NOTHING_COLLECTED');
    }
    if (order.version !== seen.version) throw refuse('ORDER_CHANGED');
    for (const { key, amount, isSurplus } of collected)
      await settle(tx, deps, actor, order, { key, amount: amount!, isSurplus });
    return { settled: true };
  });

/**
 * A line of a statement shows the money of a parcel: the order is settled, or what a person said before is confirmed. The caller holds the
 * order and has written down which line it is.
 */
export async function settleFromBank(tx: Tx, deps: Dependencies, actor: Actor, order: OrderRow, key: string) {
  const [payment] = await tx.select().from(orderPayments).where(eq(orderPayments.key, key));
  const { receipt, amount, isSurplus } = payment!;
  const money = { key, amount: amount!, isSurplus };
  if (receipt === 'collected') return settle(tx, deps, actor, order, money, 'bank');
  await bookSettled(tx, deps, order, money, 'bank');
}

/** The money is ours: the order gives what a card payment gives. What was paid twice stays the buyer's. */
async function settle(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  order: OrderRow,
  money: Collected,
  // Until a statement shows it, the books have a person's word.
  cameTo: 'bank' | 'in_transit' = 'in_transit',
): Promise<void> {
  const { key, amount, isSurplus } = money;
  await tx.update(orderPayments).set({ receipt: 'received' }).where(eq(orderPayments.key, key));
  await bookSettled(tx, deps, order, money, cameTo);
  const facts = { amount, currency: 'RSD' };
  await record(tx, actor, { action: 'orders.settled', on: { kind: 'order', id: order.id }, after: facts });
  if (isSurplus) return;
  await enterOrderEvent(tx, deps.now(), actor, order.id, { kind: 'settled', reference: key, facts });
  await notifyOfSale(tx, deps, actor, order, { amount, currency: 'RSD', paper: null });
}

interface Collected {
  key: string;
  /** Para. */
  amount: number;
  isSurplus: boolean;
}

const bookSettled = (
  tx: Tx,
  deps: Dependencies,
  order: OrderRow,
  { key, amount, isSurplus }: Collected,
  cameTo: 'bank' | 'in_transit',
) =>
  post(tx, deps.now(), [
    { ...ofOrder(order), reference: key, lines: debitCreditLines(cameTo, isSurplus ? 'customer' : 'sales', amount) },
  ]);

const ofOrder = ({ id, profileId }: OrderRow) =>
  ({ kind: 'payment', entity: 'company', currency: 'RSD', concerns: id, profileId }) as const;

/** An old page that is under way is none of it: paid beside a parcel, its money goes back. */
const UNPAID_AT_DOOR: readonly PaymentState[] = ['due', 'processing'];

/**
 * The parcel was not taken, and no other comes: what was to be paid for it is asked for no more, and its invoice is credited. The caller
 * holds the order.
 */
export async function cancelUntakenOrder(tx: Tx, deps: Dependencies, actor: Actor, order: OrderRow): Promise<void> {
  if (order.way !== 'cash_on_delivery' || !UNPAID_AT_DOOR.includes(order.paymentState)) return;
  const others = notInArray(shipments.state, [...NOT_ARRIVING_STATES]);
  if ((await tx.$count(shipments, and(eq(shipments.orderId, order.id), others))) > 0) return;
  await cancelOrder(tx, deps.now(), actor, order.id);
  await creditUntakenOrder(tx, deps, order.id);
}
