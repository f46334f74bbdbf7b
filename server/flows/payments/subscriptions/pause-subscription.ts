import { eq } from 'drizzle-orm';
import { pages } from '#domain/pages.ts';
import { refuse } from '#domain/refuse.ts';
import { ENDED_STATUSES, subscriptions } from '../../../advertising/schema.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { requestedMailFields } from '../../../orders/buyer-mail-fields.ts';
import { queueProviderTasks } from '../../../payments/tasks.ts';
import { type Actor, record } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/db.ts';
import { queueMail } from '../../../platform/mail/mail.ts';
import { lockPaymentAccess } from '../payment-access.ts';
import { lockSubscription, wasLastDoneBy } from './stop-subscription.ts';

interface PauseRequest {
  id: string;
  /** Whose it must be, when they ask themselves. */
  owner?: string;
}

type PauseDeps = Pick<Dependencies, 'queue' | 'now' | 'config'>;

const PAUSED = 'advertising.subscription-paused';

/**
 * From now on nothing is charged or credited, until it is taken up again. It is written down and told to whoever pays, and the provider
 * is asked after the commit until it is so. `reason`: of staff.
 */
export async function pauseSubscription(
  tx: Tx,
  deps: PauseDeps,
  actor: Actor,
  { reason, ...asked }: PauseRequest & { reason: string | null },
): Promise<void> {
  const { row, order } = await lockRunning(tx, asked);
  if (row.pausedSince) {
    // The same once more is the answer that was lost; a colleague's pause has another reason.
    if (reason === null || (await wasLastDoneBy(tx, actor, PAUSED, row.id))) return;
    throw refuse('SUBSCRIPTION_PAUSED');
  }
  if (isEnding(row)) throw refuse('SUBSCRIPTION_ENDS');
  // An invoice that waits is charged again by the provider although what renews is paused.
  if (row.status !== 'active') throw refuse('SUBSCRIPTION_UNPAID');
  const pausedSince = deps.now();
  await tx.update(subscriptions).set({ pausedSince }).where(eq(subscriptions.id, row.id));
  await queueProviderTasks(tx, deps, [{ kind: 'match-subscription', objectId: row.id }]);
  await record(tx, actor, {
    action: PAUSED,
    on: { kind: 'subscription', id: row.id },
    after: { package: row.packageName, ...(reason === null ? {} : { reason }) },
  });
  await queueMail(tx, deps.queue, {
    to: (await requestedMailFields(tx, deps, order)).to,
    profileId: order.profileId,
    template: 'advertising.paused',
    props: { packageName: row.packageName, reason, link: `${deps.config.publicUrl}${pages.account.path}#reklame` },
    idempotencyKey: `advertising.paused:${row.id}:${pausedSince.getTime()}`,
  });
}

/** It goes on, and is charged at the end of the month that runs at the provider. Answers with that day. */
export async function resumeSubscription(
  tx: Tx,
  deps: PauseDeps,
  actor: Actor,
  asked: PauseRequest,
): Promise<{ renewsAt: Date | null }> {
  const { row, order } = await lockRunning(tx, asked);
  const { pausedSince, currentPeriodEnd: renewsAt, packageName, amount, currency } = row;
  if (!pausedSince) return { renewsAt };
  if (isEnding(row)) throw refuse('SUBSCRIPTION_ENDS');
  await tx.update(subscriptions).set({ pausedSince: null }).where(eq(subscriptions.id, row.id));
  await queueProviderTasks(tx, deps, [{ kind: 'match-subscription', objectId: row.id }]);
  await record(tx, actor, {
    action: 'advertising.subscription-resumed',
    on: { kind: 'subscription', id: row.id },
    after: { package: packageName },
  });
  await queueMail(tx, deps.queue, {
    to: (await requestedMailFields(tx, deps, order)).to,
    profileId: order.profileId,
    template: 'advertising.resumed',
    props: {
      packageName,
      amount,
      currency,
      chargedAt: renewsAt?.toISOString() ?? null,
      link: `${deps.config.publicUrl}${pages.account.path}#reklame`,
    },
    idempotencyKey: `advertising.resumed:${row.id}:${pausedSince.getTime()}`,
  });
  return { renewsAt };
}

const isEnding = ({ stop, cancelAt, cancelAtPeriodEnd }: typeof subscriptions.$inferSelect): boolean =>
  stop !== null || cancelAt !== null || cancelAtPeriodEnd;

/** One that may still be charged, of an account that may pay. Blocking comes wholly before or wholly after. */
async function lockRunning(tx: Tx, { id, owner }: PauseRequest) {
  const { row, order } = await lockSubscription(tx, id);
  if (owner !== undefined && row.profileId !== owner) throw refuse('SUBSCRIPTION_GONE');
  if (row.stop === 'now' || ENDED_STATUSES.includes(row.status)) throw refuse('SUBSCRIPTION_ENDED');
  const access = await lockPaymentAccess(tx, row.profileId);
  if (access === 'closed') throw refuse('SUBSCRIPTION_ENDED');
  if (access === 'blocked') throw refuse('SUBSCRIPTION_BLOCKED');
  return { row, order };
}
