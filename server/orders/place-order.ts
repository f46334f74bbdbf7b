import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, eq, gt, ne, sql } from 'drizzle-orm';
import { type Product, productNamed } from '#domain/catalogue/catalogue.ts';
import type { Delivery } from '#domain/delivery.ts';
import type { AcceptedDocument } from '#domain/legal/versions.ts';
import type { Currency } from '#domain/money.ts';
import type { PaymentWay } from '#domain/order-states.ts';
import { WAYS } from '#domain/payments/ways.ts';
import { refuse } from '#domain/refuse.ts';
import { dayOf } from '#domain/time.ts';
import { acceptances, profiles } from '../accounts/schema.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { Database, Tx } from '../platform/db.ts';
import type { OrderClaim } from './claims.ts';
import { enterOrderEvent } from './events.ts';
import { exchangeRateOn } from './rates.ts';
import { orderClaims, orderEvents, orderLines, orders } from './schema.ts';

export interface NewOrder {
  profileId: string;
  email: string;
  product: Product;
  delivery: Delivery;
  /** What the form says about the person; remembered in the profile. */
  profile: Partial<typeof profiles.$inferInsert>;
  /** The document accepted with the order; `null` when the caller named no version. */
  acceptance: { document: AcceptedDocument; version: string } | null;
  /** How it is to be paid; its claim and whatever goes with it is written by `ask`, in the order's transaction. */
  way: PaymentWay;
  ask: (tx: Tx, order: typeof orders.$inferSelect) => Promise<unknown>;
  /** Of a package that is paid in advance; otherwise 1. */
  months: number;
  /** The version of what a consumer was told on the phone. */
  told?: string | undefined;
  /** So many unpaid orders a person may begin within an hour; `null`: as many as they like. */
  most: number | null;
  now: Date;
}

export interface PlacedOrder {
  id: string;
  number: number;
  email: string;
  delivery: Delivery;
  checkoutAttempt: number;
  /** `false`: the same order was there already, its payment page perhaps still open. */
  fresh: boolean;
}

/**
 * Writes the order as pending, the profile, the acceptance and the audit entry; or finds the order this one would repeat.
 * A package asked for with other details replaces the earlier order, whose page the caller expires. A person's orders are
 * placed one after the other, so that a double click is one order and no limit is passed by asking at once.
 */
export const placeOrder = (db: Database, actor: Actor, order: NewOrder): Promise<PlacedOrder> => {
  const { profileId, product, delivery, way, months } = order;
  const amount = product.price.amount * months;
  const { currency } = product.price;
  const place = async (tx: Tx): Promise<PlacedOrder> => {
    // Closing and blocking the account wait for this lock, or are seen here.
    const [person] = await tx
      .select()
      .from(profiles)
      .where(eq(profiles.id, profileId))
      .for('key share')
      .prepare('orders: buyer')
      .execute();
    if (!person || person.closedAt || person.blockedAt) throw refuse('ACCOUNT_CLOSED');

    const checkoutKey = checkoutKeyOf(order);
    const [earlier] = await tx
      .select(placedColumns)
      .from(orders)
      .where(and(eq(orders.profileId, profileId), eq(orders.checkoutKey, checkoutKey)))
      .prepare('orders: earlier')
      .execute();
    if (earlier && isDeepStrictEqual(earlier.delivery, delivery)) return { ...earlier, delivery, fresh: false };
    if (order.most !== null && (await unpaidOfLastHour(tx, profileId)) >= order.most)
      throw refuse('TOO_MANY_CHECKOUTS');
    if (earlier) await cancelOrder(tx, order.now, actor, earlier.id);

    const [placed] = await tx
      .insert(orders)
      .values({
        profileId,
        email: order.email,
        kind: product.kind,
        productName: product.name,
        amount,
        currency,
        way,
        paymentState: WAYS[way].states[0],
        rate: await exchangeRateOn(tx, dayOf(order.now)),
        fulfilmentState: product.kind === 'device' ? 'new' : null,
        delivery,
        termsVersion: order.acceptance?.version ?? null,
        checkoutKey,
      })
      .returning()
      .prepare('orders: place')
      .execute();
    const [kind, quantity] =
      product.kind === 'device' ? (['goods', product.deviceCount] as const) : (['service', months] as const);
    const line = { orderId: placed!.id, position: 1, kind, name: product.name, quantity, amount, currency };
    await tx.insert(orderLines).values(line).prepare('orders: line').execute();
    await tx
      .insert(orderEvents)
      .values({
        orderId: placed!.id,
        kind: 'placed',
        moment: order.now,
        actor: actor.id,
        facts: { amount, currency, ...(order.told ? { told: order.told } : {}) },
      })
      .prepare('orders: placed')
      .execute();
    await rememberForm(tx, person, order.profile);
    if (order.acceptance)
      await tx
        .insert(acceptances)
        .values({ userId: profileId, email: order.email, ...order.acceptance, occasion: `order ${placed!.number}` })
        .prepare('orders: acceptance')
        .execute();
    await record(tx, actor, {
      action: 'orders.placed',
      on: { kind: 'order', id: placed!.id },
      after: { number: placed!.number, productName: product.name, amount, ...(way === 'card' ? {} : { way }) },
    });
    // Last, because papers are numbered in it.
    await order.ask(tx, placed!);
    const { id, number, email, checkoutAttempt } = placed!;
    return { id, number, email, delivery, checkoutAttempt, fresh: true };
  };
  return db.transaction(place, { lock: ['orders.place', profileId] });
};

const placedColumns = {
  id: orders.id,
  number: orders.number,
  email: orders.email,
  delivery: orders.delivery,
  checkoutAttempt: orders.checkoutAttempt,
};

const unpaidOfLastHour = (tx: Tx, profileId: string): Promise<number> =>
  tx.$count(
    orders,
    and(
      eq(orders.profileId, profileId),
      ne(orders.status, 'paid'),
      gt(orders.createdAt, sql`now() - interval '1 hour'`),
    ),
  );

/** What the form leaves empty stays as it is. The first purchase has begun, so that no page leads to what was chosen before it. */
async function rememberForm(tx: Tx, person: typeof profiles.$inferSelect, form: NewOrder['profile']): Promise<void> {
  const changed: [string, unknown][] = Object.entries(form).filter(
    ([field, value]) => value !== null && value !== undefined && value !== person[field as keyof typeof form],
  );
  if (person.chosenProduct !== null) changed.push(['chosenProduct', null]);
  if (changed.length > 0) await tx.update(profiles).set(Object.fromEntries(changed)).where(eq(profiles.id, person.id));
}

/** The claim of an order that is paid by card. */
export async function createCardPaymentRequest(
  tx: Tx,
  { id: orderId, amount, currency }: typeof orders.$inferSelect,
): Promise<OrderClaim> {
  const claim = { orderId, way: 'card' as const, amount, currency: currency as Currency };
  const [asked] = await tx.insert(orderClaims).values(claim).returning().prepare('orders: claim').execute();
  return asked!;
}

/** A subscription is the same while the package is; anything else while every word of it is, the way and the months too. */
export function checkoutKeyOf({
  product,
  delivery,
  way,
  months,
}: Pick<NewOrder, 'product' | 'delivery' | 'way' | 'months'>): string {
  if (product.kind === 'package' && way === 'card') return `package:${product.name}`;
  const words = Object.entries(delivery).sort(([a], [b]) => (a < b ? -1 : 1));
  const paid = way === 'card' ? [] : [way, months];
  return hash('sha256', JSON.stringify([product.name, words, ...paid]), 'base64url');
}

/** By which words an order is found whose form or way was changed; `null` when another one of that person has these already. */
export async function freeCheckoutKey(
  tx: Tx,
  { id, profileId, productName }: Pick<typeof orders.$inferSelect, 'id' | 'profileId' | 'productName'>,
  words: Pick<NewOrder, 'delivery' | 'way' | 'months'>,
): Promise<string | null> {
  const product = productNamed(productName);
  if (!product || !profileId) return null;
  const key = checkoutKeyOf({ product, ...words });
  const same = and(eq(orders.profileId, profileId), eq(orders.checkoutKey, key), ne(orders.id, id));
  return (await tx.$count(orders, same)) > 0 ? null : key;
}

/** An order whose checkout expired or failed. Only a pending one: what was paid stays paid. */
export async function cancelOrder(tx: Tx, moment: Date, actor: Actor, id: string): Promise<void> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for('update');
  if (order?.status !== 'pending') return;
  const [claim] = await tx
    .update(orderClaims)
    .set({ state: 'cancelled' })
    .where(and(eq(orderClaims.orderId, id), eq(orderClaims.state, 'live')))
    .returning({ id: orderClaims.id });
  await enterOrderEvent(tx, moment, actor, id, {
    kind: 'cancelled',
    reference: (claim ?? (await neverAsked(tx, order))).id,
  });
  await record(tx, actor, {
    action: 'orders.cancelled',
    on: { kind: 'order', id },
    before: { status: 'pending' },
    after: { status: 'cancelled' },
  });
}

/** The claim of an order that a server of an earlier version wrote, which writes none. */
async function neverAsked(
  tx: Tx,
  { id: orderId, way, amount, currency }: typeof orders.$inferSelect,
): Promise<{ id: string }> {
  const asked = { orderId, way, amount, currency: currency as Currency, state: 'cancelled' as const };
  const [claim] = await tx.insert(orderClaims).values(asked).returning({ id: orderClaims.id });
  return claim!;
}

/** The payment page is done with, the money is still under way: the same thing may be ordered again. */
export async function clearCheckoutKey(tx: Tx, id: string): Promise<void> {
  await tx.update(orders).set({ checkoutKey: null }).where(eq(orders.id, id));
}
