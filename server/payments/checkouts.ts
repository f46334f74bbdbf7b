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
  /** The attempt of the order for which the provider was asked. */
  attempt: number;
}
export type CheckoutOutcome = 'open' | 'ACCOUNT_CLOSED' | 'CHECKOUT_REPLACED';

/**
 * Writes a payment page down before its address is given to anybody, and looks once more, under lock, whether it may be
 * paid: not when the account was closed or blocked meanwhile, nor when its order was called off, replaced, or is paid in
 * another way. A page that may not be paid is written down as well, with the task to expire it.
 */
export async function rememberCheckout(db: Database, page: OpenedPage): Promise<CheckoutOutcome> {
  if (await insertPayable(db, page)) return 'open';
  return db.transaction(async (tx) => {
    const { outcome, orderedAt } = await lookAgain(tx, page);
    const { id, orderId, mode } = page;
    // As old as its order, so that its end does not call off what is asked for by now.
    const createdAt = outcome === 'CHECKOUT_REPLACED' ? orderedAt : undefined;
    await tx.insert(checkouts).values({ id, orderId, mode, createdAt }).onConflictDoNothing();
    if (outcome !== 'open')
      await tx.insert(providerTasks).values({ kind: 'expire-checkout', objectId: id }).onConflictDoNothing();
    return outcome;
  });
}

/** The usual case in one statement. `false`: the page may not be paid, or is written down already. */
async function insertPayable(db: Database, { id, orderId, profileId, mode, attempt }: OpenedPage): Promise<boolean> {
  const written = await db.ask<{ id: string }>(
    {
      name: 'remember checkout',
      text: `
    insert into checkouts (id, order_id, mode) select $1, o.id, $2 from orders o join profiles p on p.id = $4
    where o.id = $3 and o.status = 'pending' and o.way = 'card' and o.checkout_attempt = $5
      and p.blocked_at is null and p.closed_at is null for share of o for key share of p
    on conflict do nothing returning id`,
    },
    [id, mode, orderId, profileId, attempt],
  );
  return written.length > 0;
}

/**
 * Whoever changes or ends the order holds it, and closing and blocking hold the profile: whoever commits first is seen
 * here, and whoever comes second sees the page. The order is held first, as closing does.
 */
async function lookAgain(
  tx: Tx,
  { id, orderId, profileId, attempt }: OpenedPage,
): Promise<{ outcome: CheckoutOutcome; orderedAt: Date | undefined }> {
  const [order] = await tx
    .select({
      status: orders.status,
      way: orders.way,
      checkoutAttempt: orders.checkoutAttempt,
      createdAt: orders.createdAt,
    })
    .from(orders)
    .where(eq(orders.id, orderId))
    .for('share');
  const [person] = await tx
    .select({ blockedAt: profiles.blockedAt, closedAt: profiles.closedAt })
    .from(profiles)
    .where(eq(profiles.id, profileId))
    .for('key share');
  const orderedAt = order?.createdAt;
  if (!person || person.blockedAt || person.closedAt) return { outcome: 'ACCOUNT_CLOSED', orderedAt };
  const [known] = await tx.select({ state: checkouts.state }).from(checkouts).where(eq(checkouts.id, id));
  // Of a page that is over, the provider says what became of it.
  const isPayable = order?.status === 'pending' && order.way === 'card' && order.checkoutAttempt === attempt;
  const isOver = known !== undefined && known.state !== 'open';
  return { outcome: isPayable || isOver ? 'open' : 'CHECKOUT_REPLACED', orderedAt };
}

/** The buyer is back, and the provider does not say whether they paid. */
export async function markOutcomeUnknown(db: Database, id: string, now: Date): Promise<void> {
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
