import { and, eq, notInArray, sql } from 'drizzle-orm';
import { pages } from '#domain/pages.ts';
import type { PaymentProblem } from '#domain/payments/contract.ts';
import { subscriptions } from '../advertising/schema.ts';
import type { Edges } from '../app.ts';
import { orders } from '../orders/schema.ts';
import type { SubscriptionFacts } from '../payments/ask.ts';
import { record, stripeActor } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { queueMail } from '../platform/mail.ts';

/** Stripe never revives these. */
const OVER = ['canceled', 'incomplete_expired'];

/**
 * Keeps our copy of a subscription equal to what Stripe answered last: an answer to an earlier question
 * changes nothing, and an ended subscription stays ended.
 */
export async function followSubscription(
  tx: Tx,
  edges: Pick<Edges, 'queue' | 'config'>,
  facts: SubscriptionFacts,
): Promise<PaymentProblem | null> {
  const [order] = facts.orderId ? await tx.select().from(orders).where(eq(orders.id, facts.orderId)).for('update') : [];
  if (!order) return 'UNKNOWN_ORDER';
  await writeSubscription(tx, edges, facts, order);
  return null;
}

/** The same for an order that the caller has locked. */
export async function writeSubscription(
  tx: Tx,
  edges: Pick<Edges, 'queue' | 'config'>,
  facts: SubscriptionFacts,
  order: typeof orders.$inferSelect,
): Promise<void> {
  const [before] = await tx
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.id, facts.subscriptionId))
    .for('update');
  const told = {
    status: facts.status,
    currentPeriodEnd: facts.currentPeriodEnd,
    cancelAt: facts.cancelAt,
    cancelAtPeriodEnd: facts.cancelAtPeriodEnd,
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
      ...told,
    })
    .onConflictDoUpdate({
      target: subscriptions.id,
      set: told,
      setWhere: and(sql`${subscriptions.question} < excluded.question`, notInArray(subscriptions.status, OVER)),
    })
    .returning();
  if (!after) return;
  if (before?.status !== after.status) {
    await record(tx, stripeActor, {
      action: 'advertising.subscription-changed',
      on: { kind: 'subscription', id: after.id },
      before: before ? { status: before.status } : null,
      after: { status: after.status, package: after.packageName },
    });
  }
  const endsOn = endOf(after);
  const endedBefore = before ? endOf(before) : null;
  if (endsOn && endsOn.getTime() !== endedBefore?.getTime() && !OVER.includes(after.status)) {
    await record(tx, stripeActor, {
      action: 'advertising.subscription-cancelled',
      on: { kind: 'subscription', id: after.id },
      after: { package: after.packageName, endsOn },
    });
    await queueMail(tx, edges.queue, {
      to: order.email,
      template: 'advertising.cancelled',
      props: {
        packageName: after.packageName,
        endsOn: endsOn.toISOString(),
        link: `${edges.config.publicUrl}${pages.account.path}#reklame`,
      },
      onceKey: `advertising.cancelled:${after.id}:${endsOn.getTime()}`,
    });
  } else if (!endsOn && endedBefore) {
    await record(tx, stripeActor, {
      action: 'advertising.subscription-resumed',
      on: { kind: 'subscription', id: after.id },
      after: { package: after.packageName },
    });
  }
}

/** When it ends, if it was told to; the portal may set either way of saying so. */
const endOf = (s: typeof subscriptions.$inferSelect): Date | null =>
  s.cancelAt ?? (s.cancelAtPeriodEnd ? s.currentPeriodEnd : null);
