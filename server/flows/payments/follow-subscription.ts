import { and, eq, notInArray, sql } from 'drizzle-orm';
import { mailboxOf } from '#domain/orders/delivery/delivery.ts';
import { pages } from '#domain/pages.ts';
import type { PaymentProblem } from '#domain/payments/problem.ts';
import { ENDED_STATUSES, subscriptions } from '../../advertising/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { orders } from '../../orders/schema.ts';
import type { SubscriptionFacts } from '../../payments/gateway.ts';
import { queueProviderTasks } from '../../payments/tasks.ts';
import { providerActor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { lockPaymentAccess } from './payment-access.ts';

type Subscription = typeof subscriptions.$inferSelect;

/**
 * Keeps our copy of a subscription equal to what the provider answered last: an answer to an earlier question
 * changes nothing, and an ended subscription stays ended.
 */
export async function followSubscription(
  tx: Tx,
  deps: Pick<Dependencies, 'queue' | 'config' | 'now'>,
  facts: SubscriptionFacts,
): Promise<PaymentProblem | null> {
  const [order] = facts.orderId ? await tx.select().from(orders).where(eq(orders.id, facts.orderId)).for('update') : [];
  if (!order) return 'UNKNOWN_ORDER';
  await writeSubscription(tx, deps, facts, order);
  return null;
}

/** The same for an order that the caller has locked. */
export async function writeSubscription(
  tx: Tx,
  deps: Pick<Dependencies, 'queue' | 'config' | 'now'>,
  facts: SubscriptionFacts,
  order: typeof orders.$inferSelect,
): Promise<void> {
  const [before] = await tx
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.id, facts.subscriptionId))
    .for('update');
  const columns = {
    status: facts.status,
    currentPeriodEnd: facts.currentPeriodEnd,
    cancelAt: facts.cancelAt,
    cancelAtPeriodEnd: facts.cancelAtPeriodEnd,
    paused: facts.paused,
    endedAt: facts.endedAt,
    amount: facts.amount,
    currency: facts.currency,
    question: facts.question,
  };
  const [after] = await tx
    .insert(subscriptions)
    .values({
      id: facts.subscriptionId,
      profileId: order.profileId,
      orderId: order.id,
      packageName: order.productName,
      createdAt: facts.createdAt,
      ...columns,
    })
    .onConflictDoUpdate({
      target: subscriptions.id,
      set: columns,
      setWhere: and(
        sql`${subscriptions.question} < excluded.question`,
        notInArray(subscriptions.status, ENDED_STATUSES),
      ),
    })
    .returning();
  if (!after) return;
  await matchStanding(tx, deps, after);
  if (before?.status !== after.status) {
    await record(tx, providerActor, {
      action: 'advertising.subscription-changed',
      on: { kind: 'subscription', id: after.id },
      before: before ? { status: before.status } : null,
      after: { status: after.status, package: after.packageName },
    });
  }
  await followEnd(tx, deps, order, before, after);
}

/** Writes down that it was set to end, or that it goes on after all; of the first its customer is told. */
async function followEnd(
  tx: Tx,
  deps: Pick<Dependencies, 'queue' | 'config'>,
  order: typeof orders.$inferSelect,
  before: Subscription | undefined,
  after: Subscription,
): Promise<void> {
  const endsOn = periodEnd(after);
  const endedBefore = before ? periodEnd(before) : null;
  if (endsOn && endsOn.getTime() !== endedBefore?.getTime() && !ENDED_STATUSES.includes(after.status)) {
    await record(tx, providerActor, {
      action: 'advertising.subscription-cancelled',
      on: { kind: 'subscription', id: after.id },
      after: { package: after.packageName, endsOn },
    });
    // Whom staff stopped was told so, with the reason (stop-subscription.ts).
    if (!after.stop)
      await queueMail(tx, deps.queue, {
        to: mailboxOf(order),
        profileId: order.profileId,
        template: 'advertising.cancelled',
        props: {
          packageName: after.packageName,
          endsOn: endsOn.toISOString(),
          link: `${deps.config.publicUrl}${pages.account.path}#reklame`,
        },
        idempotencyKey: `advertising.cancelled:${after.id}:${endsOn.getTime()}`,
      });
  } else if (!endsOn && endedBefore) {
    // The customer wants it again.
    await tx.update(subscriptions).set({ stop: null }).where(eq(subscriptions.id, after.id));
    await record(tx, providerActor, {
      action: 'advertising.subscription-resumed',
      on: { kind: 'subscription', id: after.id },
      after: { package: after.packageName },
    });
  }
}

/** A subscription that began or goes on although its account was closed or blocked meanwhile, or it is to be paused. */
async function matchStanding(tx: Tx, deps: Pick<Dependencies, 'queue' | 'now'>, s: Subscription) {
  if (ENDED_STATUSES.includes(s.status)) return;
  const access = await lockPaymentAccess(tx, s.profileId);
  if (access === 'closed' || ((access === 'blocked' || s.pausedSince) && !s.paused))
    await queueProviderTasks(tx, deps, [{ kind: 'match-subscription', objectId: s.id }]);
}

/** When it ends, if it was set to; the portal may set either way of saying so. */
const periodEnd = (s: Subscription): Date | null => s.cancelAt ?? (s.cancelAtPeriodEnd ? s.currentPeriodEnd : null);
