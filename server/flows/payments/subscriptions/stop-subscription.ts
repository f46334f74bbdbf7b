import { and, desc, eq } from 'drizzle-orm';
import type { AuditAction } from '#domain/audit-actions.ts';
import { mailboxOf } from '#domain/orders/delivery/delivery.ts';
import { pages } from '#domain/pages.ts';
import { refuse } from '#domain/refuse.ts';
import { ENDED_STATUSES, subscriptions, UNPAID_STATUSES } from '../../../advertising/schema.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { orders } from '../../../orders/schema.ts';
import { queueProviderTasks } from '../../../payments/tasks.ts';
import { auditLog } from '../../../platform/audit.schema.ts';
import { type Actor, record } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/db.ts';
import { queueMail } from '../../../platform/mail/mail.ts';

const STOPPED = 'advertising.subscription-stopped' satisfies AuditAction;

/** The subscription with the order that began it, locked. */
export async function lockSubscription(tx: Tx, id: string) {
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.id, id)).for('update');
  const [order] = row?.orderId ? await tx.select().from(orders).where(eq(orders.id, row.orderId)) : [];
  if (!row || !order) throw refuse('SUBSCRIPTION_GONE');
  return { row, order };
}

/**
 * Staff stop a subscription: it is written down with the reason and told to the customer, and the provider is asked after the
 * commit until it is so. A stop at the period's end can still become one at once, and is one where the period is not paid.
 */
export async function stopSubscription(
  tx: Tx,
  deps: Pick<Dependencies, 'queue' | 'now' | 'config'>,
  actor: Actor,
  { id, when: asked, reason }: { id: string; when: 'periodEnd' | 'now'; reason: string },
): Promise<void> {
  const { row, order } = await lockSubscription(tx, id);
  const when = UNPAID_STATUSES.includes(row.status) ? 'now' : asked;
  if (row.stop === when || row.stop === 'now') {
    // The same once more is the answer that was lost; a colleague's stop has another reason.
    if (await wasLastDoneBy(tx, actor, STOPPED, id)) return;
    throw refuse('SUBSCRIPTION_STOPPED');
  }
  if (ENDED_STATUSES.includes(row.status)) throw refuse('SUBSCRIPTION_ENDED');
  await tx.update(subscriptions).set({ stop: when }).where(eq(subscriptions.id, id));
  await queueProviderTasks(tx, deps, [{ kind: 'match-subscription', objectId: id }]);
  await record(tx, actor, {
    action: STOPPED,
    on: { kind: 'subscription', id },
    before: { stop: row.stop },
    after: { stop: when, package: row.packageName, reason },
  });
  await queueMail(tx, deps.queue, {
    to: mailboxOf(order),
    profileId: order.profileId,
    template: 'advertising.stopped',
    props: {
      packageName: row.packageName,
      endsOn: when === 'now' ? null : (row.currentPeriodEnd?.toISOString() ?? null),
      reason,
      link: `${deps.config.publicUrl}${pages.account.path}#reklame`,
    },
    idempotencyKey: `advertising.stopped:${id}:${when}:${row.question}`,
  });
}

/** Whether they were the last who did this to the subscription. */
export async function wasLastDoneBy(tx: Tx, actor: Actor, action: AuditAction, id: string): Promise<boolean> {
  const [last] = await tx
    .select({ actor: auditLog.actor })
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, id), eq(auditLog.action, action)))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(1);
  return last?.actor === actor.id;
}
