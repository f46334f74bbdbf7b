import { and, eq, notInArray } from 'drizzle-orm';
import { profiles } from '../../accounts/schema.ts';
import { ENDED_STATUSES, subscriptions } from '../../advertising/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { orders } from '../../orders/schema.ts';
import { checkouts } from '../../payments/schema.ts';
import { queueProviderTasks } from '../../payments/tasks.ts';
import type { DatabaseOrTransaction, Tx } from '../../platform/db.ts';

/** A person's subscriptions that would still renew. */
export const renewingSubscriptionCondition = (profileId: string) =>
  and(eq(subscriptions.profileId, profileId), notInArray(subscriptions.status, ENDED_STATUSES));

/** Whether an account may pay and be credited. Of an order without a person, the person was erased. */
export type PaymentAccess = 'open' | 'blocked' | 'closed';

/**
 * Held until the transaction ends: closing and blocking come wholly before or wholly after. The lock is that of the
 * ledger's entries (advertising/ledger.ts).
 */
export async function lockPaymentAccess(tx: Tx, profileId: string | null): Promise<PaymentAccess> {
  if (!profileId) return 'closed';
  const [row] = await accessQuery(tx, profileId).for('no key update');
  return accessOf(row);
}

export async function readPaymentAccess(db: DatabaseOrTransaction, profileId: string | null): Promise<PaymentAccess> {
  return profileId ? accessOf((await accessQuery(db, profileId))[0]) : 'closed';
}

const accessQuery = (db: DatabaseOrTransaction, profileId: string) =>
  db
    .select({ closedAt: profiles.closedAt, blockedAt: profiles.blockedAt })
    .from(profiles)
    .where(eq(profiles.id, profileId));
const accessOf = (row: { closedAt: Date | null; blockedAt: Date | null } | undefined): PaymentAccess =>
  !row || row.closedAt ? 'closed' : row.blockedAt ? 'blocked' : 'open';

/**
 * The account was closed, blocked, unblocked or is being erased; the caller holds the profile. The provider follows after the
 * commit: open payment pages are expired, subscriptions ended, paused or resumed, as the account then says.
 */
export async function applyPaymentAccess(tx: Tx, deps: Pick<Dependencies, 'queue' | 'now'>, profileId: string) {
  const pages = await tx
    .select({ id: checkouts.id })
    .from(checkouts)
    .innerJoin(orders, eq(orders.id, checkouts.orderId))
    .where(and(eq(orders.profileId, profileId), eq(checkouts.state, 'open')));
  const running = await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(renewingSubscriptionCondition(profileId));
  await queueProviderTasks(tx, deps, [
    ...pages.map(({ id }) => ({ kind: 'expire-checkout' as const, objectId: id })),
    ...running.map(({ id }) => ({ kind: 'match-subscription' as const, objectId: id })),
  ]);
}
