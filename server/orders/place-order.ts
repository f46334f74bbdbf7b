import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, eq, gt, ne, sql } from 'drizzle-orm';
import type { Product } from '#domain/catalogue/catalogue.ts';
import type { AcceptedDocument } from '#domain/legal/versions.ts';
import type { Delivery } from '#domain/orders/contract.ts';
import { refuse } from '#domain/refuse.ts';
import { acceptances, profiles } from '../accounts/schema.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { Database, Tx } from '../platform/db.ts';
import { orders } from './schema.ts';

export interface NewOrder {
  profileId: string;
  email: string;
  product: Product;
  delivery: Delivery;
  /** What the form says about the person; remembered in the profile. */
  profile: Partial<typeof profiles.$inferInsert>;
  /** The document accepted with the order; `null` when the caller named no version. */
  acceptance: { document: AcceptedDocument; version: string } | null;
  /** So many unpaid orders a person may begin within an hour; `null`: as many as they like. */
  most: number | null;
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
 * A package asked for with other words takes the place of the earlier order, whose page the caller calls off. A person's
 * orders are placed one after the other, so that a double click is one order and no limit is passed by asking at once.
 * Throws `ACCOUNT_CLOSED` (closed or blocked since the request came in) and `TOO_MANY_CHECKOUTS`.
 */
export const placeOrder = (db: Database, actor: Actor, order: NewOrder): Promise<PlacedOrder> => {
  const { profileId, product, delivery } = order;
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

    const checkoutKey = checkoutKeyOf(product, delivery);
    const [earlier] = await tx
      .select(placedColumns)
      .from(orders)
      .where(and(eq(orders.profileId, profileId), eq(orders.checkoutKey, checkoutKey)))
      .prepare('orders: earlier')
      .execute();
    if (earlier && isDeepStrictEqual(earlier.delivery, delivery)) return { ...earlier, delivery, fresh: false };
    if (order.most !== null && (await unpaidOfLastHour(tx, profileId)) >= order.most)
      throw refuse('TOO_MANY_CHECKOUTS');
    if (earlier) await cancelOrder(tx, actor, earlier.id);

    const [placed] = await tx
      .insert(orders)
      .values({
        profileId,
        email: order.email,
        kind: product.kind,
        productName: product.name,
        amount: product.price.amount,
        currency: product.price.currency,
        delivery,
        termsVersion: order.acceptance?.version ?? null,
        checkoutKey,
      })
      .returning(placedColumns)
      .prepare('orders: place')
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
      after: { number: placed!.number, productName: product.name, amount: product.price.amount },
    });
    return { ...placed!, delivery, fresh: true };
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

/** What the form leaves empty stays as it is. */
async function rememberForm(tx: Tx, person: typeof profiles.$inferSelect, form: NewOrder['profile']): Promise<void> {
  const changed = Object.entries(form).filter(
    ([field, value]) => value !== null && value !== undefined && value !== person[field as keyof typeof form],
  );
  if (changed.length > 0) await tx.update(profiles).set(Object.fromEntries(changed)).where(eq(profiles.id, person.id));
}

/** A subscription is the same while the package is; anything else while every word of it is. */
function checkoutKeyOf(product: Product, delivery: Delivery): string {
  if (product.kind === 'package') return `package:${product.name}`;
  const words = Object.entries(delivery).sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify([product.name, words]), 'base64url');
}

/** An order whose checkout expired or failed. Only a pending one: what was paid stays paid. */
export async function cancelOrder(tx: Tx, actor: Actor, id: string): Promise<void> {
  const [row] = await tx
    .update(orders)
    .set({ status: 'cancelled', checkoutKey: null })
    .where(and(eq(orders.id, id), eq(orders.status, 'pending')))
    .returning({ number: orders.number });
  if (!row) return;
  await record(tx, actor, {
    action: 'orders.cancelled',
    on: { kind: 'order', id },
    before: { status: 'pending' },
    after: { status: 'cancelled' },
  });
}

/** The payment page is done with, the money is still under way: the same thing may be ordered again. */
export async function closeCheckout(tx: Tx, id: string): Promise<void> {
  await tx.update(orders).set({ checkoutKey: null }).where(eq(orders.id, id));
}
