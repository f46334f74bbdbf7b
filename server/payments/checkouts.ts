import { and, eq, inArray, isNull, lt } from 'drizzle-orm';
import { profiles } from '../accounts/schema.ts';
import { orderClaims, orders } from '../orders/schema.ts';
import type { Database, Tx } from '../platform/db.ts';
import { checkouts, providerTasks } from './schema.ts';

type Checkout = typeof checkouts.$inferSelect;

interface OpenedPage {
  id: string;
  orderId: string;
  profileId: string;
  mode: Checkout['mode'];
}
export type CheckoutOutcome = 'open' | 'ACCOUNT_CLOSED' | 'CHECKOUT_REPLACED';

/**
 * Writes a payment page down before its address is given to anybody, and looks once more, under lock, whether it may be
 * paid: not when the account was closed or blocked meanwhile, nor when the buyer asked for the same package with other
 * words. A page that may not be paid is written down as well, with the task to expire it.
 */
export async function rememberCheckout(db: Database, page: OpenedPage): Promise<CheckoutOutcome> {
  if (page.mode === 'payment' && (await insertForOpenAccount(db, page))) return 'open';
  return db.transaction(async (tx) => {
    const outcome = await outcomeOf(tx, page);
    const { id, orderId, mode } = page;
    await tx.insert(checkouts).values({ id, orderId, mode }).onConflictDoNothing();
    if (outcome !== 'open')
      await tx.insert(providerTasks).values({ kind: 'expire-checkout', objectId: id }).onConflictDoNothing();
    return outcome;
  });
}

/** The usual case in one statement. `false`: the account is closed or blocked, or the page is written down already. */
async function insertForOpenAccount(db: Database, { id, orderId, profileId, mode }: OpenedPage): Promise<boolean> {
  const written = await db.ask<{ id: string }>(
    {
      name: 'remember checkout',
      text: `
    insert into checkouts (id, order_id, mode) select $1, $2, $3 from profiles
    where id = $4 and blocked_at is null and closed_at is null for key share
    on conflict do nothing returning id`,
    },
    [id, orderId, mode, profileId],
  );
  return written.length > 0;
}

/**
 * Closing and blocking hold the profile, a replacing order holds the replaced one: whoever commits first is seen here, and
 * whoever comes second sees the page.
 */
async function outcomeOf(tx: Tx, { orderId, profileId, mode }: OpenedPage): Promise<CheckoutOutcome> {
  const [person] = await tx
    .select({ blockedAt: profiles.blockedAt, closedAt: profiles.closedAt })
    .from(profiles)
    .where(eq(profiles.id, profileId))
    .for('key share');
  if (!person || person.blockedAt || person.closedAt) return 'ACCOUNT_CLOSED';
  if (mode !== 'subscription') return 'open';
  const [order] = await tx
    .select({ checkoutKey: orders.checkoutKey })
    .from(orders)
    .where(eq(orders.id, orderId))
    .for('share');
  return order?.checkoutKey ? 'open' : 'CHECKOUT_REPLACED';
}

/** The buyer is back, and the provider does not say whether they paid. */
export async function noteUnknown(db: Database, id: string, now: Date): Promise<void> {
  await db
    .update(checkouts)
    .set({ unknownSince: now })
    .where(and(eq(checkouts.id, id), isNull(checkouts.unknownSince), inArray(checkouts.state, ['open', 'processing'])));
}

/** What the provider says about the page now. What was paid stays paid, however late an earlier answer arrives. */
export async function noteCheckout(tx: Tx, id: string, state: Checkout['state']): Promise<void> {
  await tx
    .update(checkouts)
    .set({ state, unknownSince: null })
    .where(and(eq(checkouts.id, id), inArray(checkouts.state, ['open', 'processing'])));
}

/**
 * Whether the order was to be paid in another way after the page was opened: what becomes of such a page ends no order. Paid all the same,
 * it pays (docs/decisions/288).
 */
export async function isReplacedPage(
  tx: Tx,
  order: Pick<typeof orders.$inferSelect, 'id' | 'way'>,
  id: string,
): Promise<boolean> {
  if (order.way !== 'card') return true;
  const [older] = await tx
    .select({ id: checkouts.id })
    .from(checkouts)
    .innerJoin(orderClaims, and(eq(orderClaims.orderId, order.id), eq(orderClaims.state, 'live')))
    .where(and(eq(checkouts.id, id), lt(checkouts.createdAt, orderClaims.createdAt)));
  return older !== undefined;
}
