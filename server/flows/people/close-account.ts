import { and, eq, isNull } from 'drizzle-orm';
import { ERASED_WITHIN_DAYS } from '#domain/accounts/retention.ts';
import { DAY_MS } from '#domain/day.ts';
import { refuse } from '#domain/refuse.ts';
import { lockPerson } from '../../accounts/lock-person.ts';
import { profiles } from '../../accounts/schema.ts';
import { oneTimeTokens, sessions } from '../../auth/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { devices } from '../../devices/schema.ts';
import { unlinkDevice } from '../../devices/unlink.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { lockCampaigns, pauseCampaignsOfClosedAccount } from '../campaigns/take-back.ts';
import { applyPaymentAccess } from '../payments/payment-access.ts';
import { cancelUnpaidOrders, lockUnpaidOrders } from './cancel-unpaid-orders.ts';
import { revokeKeys } from './revoke-keys.ts';

/** The last day on which the data of an account closed at that moment is still there. */
export const erasedBy = (closedAt: Date): Date => new Date(closedAt.getTime() + ERASED_WITHIN_DAYS * DAY_MS);

/** Who ended the contract: its owner, in a session; we, after the time of notice; or we at once, for a stated cause. */
export type AccountClosure = { by: 'owner'; sessionId?: string } | { by: 'notice' } | { by: 'cause'; reason: string };

/** Holds what closing an account calls off, before the person, as whoever books a payment does. */
export async function lockForClosing(tx: Tx, id: string): Promise<void> {
  await lockUnpaidOrders(tx, id);
  await lockCampaigns(tx, id);
}

/**
 * An account is closed: nobody comes in any more, its keys end, open payment pages and what renews end, orders that wait for their money
 * and have not left are called off, TVs are unlinked, campaigns are paused, and the clock of erasure (`closed_at`) runs. Answers with the
 * moment it was closed; a second time changes nothing and answers the same.
 */
export async function closeAccount(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  id: string,
  ending: AccountClosure = { by: 'owner' },
): Promise<Date | null> {
  await lockForClosing(tx, id);
  const person = await lockPerson(tx, id);
  if (!person || person.closedAt) return person?.closedAt ?? null;
  if (ending.by === 'owner' && ending.sessionId !== undefined) await requireOpenSession(tx, ending.sessionId);
  const now = deps.now();
  await tx.update(profiles).set({ closedAt: now, terminatesAt: null }).where(eq(profiles.id, id));
  await tx.delete(sessions).where(eq(sessions.userId, id));
  await tx.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, id));
  await revokeKeys(tx, deps, actor, { userId: id });
  await applyPaymentAccess(tx, deps, id);
  const cancelled = await cancelUnpaidOrders(tx, deps, actor, id);
  await pauseCampaignsOfClosedAccount(tx, deps, id);
  await deps.queue.send(tx, 'rewards.pay', {});
  const linked = await tx
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.profileId, id), isNull(devices.unlinkedAt)));
  for (const device of linked) await unlinkDevice(tx, actor, device.id, id, now);
  const reason = ending.by === 'cause' ? ending.reason : null;
  await record(tx, actor, {
    action: ending.by === 'owner' ? 'accounts.closed' : 'accounts.terminated',
    on: { kind: 'profile', id },
    // Our notice goes on when the account is opened again (reopen-account.ts).
    ...(person.terminatesAt ? { before: { terminatesAt: person.terminatesAt } } : {}),
    after: {
      devices: linked.length,
      ...(cancelled.length === 0 ? {} : { ordersCalledOff: cancelled }),
      ...(reason === null ? {} : { reason }),
    },
  });
  const props = { email: person.email, at: now.toISOString(), erasedBy: erasedBy(now).toISOString() };
  const once = { to: person.email, profileId: id, idempotencyKey: `accounts.closed:${id}:${now.getTime()}` };
  await queueMail(
    tx,
    deps.queue,
    ending.by === 'owner'
      ? { ...once, template: 'accounts.closed', props: props }
      : { ...once, template: 'accounts.terminated', props: { ...props, reason } },
  );
  return now;
}

/** A session that its owner ended while the closing waited, by taking a change back, closes nothing any more. */
async function requireOpenSession(tx: Tx, id: string): Promise<void> {
  if ((await tx.$count(sessions, eq(sessions.id, id))) === 0) throw refuse('UNAUTHORIZED');
}
