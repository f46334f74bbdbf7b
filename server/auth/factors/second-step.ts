import { and, eq, isNull } from 'drizzle-orm';
import { RECOVERY_HOURS } from '#domain/auth/changes.ts';
import { isFresh } from '#domain/auth/proof.ts';
import { HOUR_MS } from '#domain/day.ts';
import { refuse } from '#domain/refuse.ts';
import type { Person } from '../../context.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record, systemActor } from '../../platform/audit.ts';
import type { DatabaseOrTransaction, Tx } from '../../platform/db.ts';
import { PRIORITY, queueMail } from '../../platform/mail/mail.ts';
import { factorsOf, lockAccount, verifiedFactors } from '../account.ts';
import { notifyOfChange } from '../changes/changes.ts';
import { accountChanges, mfaFactors, type RemovedFactor, recoveryCodes, sessions } from '../schema.ts';
import { revokeOtherSessions } from '../sessions/session.ts';
import type { Origin } from '../sign-in/origin.ts';

export const REMOVE_SECOND_STEP = 'accounts.remove-second-step';

/** The removal that this person waits for; at most one, the database sees to it. */
const openRecovery = (userId: string) =>
  and(
    eq(accountChanges.userId, userId),
    eq(accountChanges.kind, 'second-step-recovery'),
    isNull(accountChanges.closedAt),
  );

export async function recoveryDueAt(db: DatabaseOrTransaction, userId: string): Promise<Date | null> {
  const [open] = await db.select().from(accountChanges).where(openRecovery(userId));
  return open?.dueAt ?? null;
}

/**
 * Begins the day of waiting, for whoever came in by a recovery link just now, so that this session shows the mailbox. Asked
 * twice, the first time counts.
 */
export async function startRecovery(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { person, origin }: { person: Person; origin: Origin },
): Promise<Date> {
  const account = await lockAccount(tx, person.id);
  const [session] = await tx.select().from(sessions).where(eq(sessions.id, person.sessionId));
  const byLink = session?.amr.some(({ method }) => method === 'recovery') && isFresh(session.provenAt, deps.now());
  if (!account || !byLink) throw refuse('RECOVERY_LINK_NEEDED');
  const waiting = await recoveryDueAt(tx, person.id);
  if (waiting) return waiting;
  const dueAt = new Date(deps.now().getTime() + RECOVERY_HOURS * HOUR_MS);
  const changeId = await notifyOfChange(tx, deps, account.user, { kind: 'second-step-recovery', origin, dueAt });
  await deps.queue.send(tx, REMOVE_SECOND_STEP, { changeId }, { startAfter: dueAt });
  await record(tx, actor, {
    action: 'accounts.second-step-recovery-asked',
    on: { kind: 'profile', id: person.id },
    after: { dueAt },
  });
  return dueAt;
}

/**
 * The day is over and nobody objected. Safe to run twice or late. The queue goes by the database's clock: where this machine's is behind,
 * the job fails and comes again.
 */
export async function finishRecovery(deps: Dependencies, changeId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [asked] = await tx.select().from(accountChanges).where(eq(accountChanges.id, changeId));
    const account = asked && (await lockAccount(tx, asked.userId));
    if (!account || !asked.dueAt || asked.closedAt) return;
    if (asked.dueAt > deps.now()) throw new Error('The day of waiting is not over by the clock of this machine.');
    const [closed] = await tx
      .update(accountChanges)
      .set({ closedAt: deps.now(), outcome: 'done' })
      .where(and(eq(accountChanges.id, changeId), isNull(accountChanges.closedAt)))
      .returning();
    if (closed) await removeSecondStep(tx, deps, systemActor, account.user, 'wait');
  });
}

/** Whoever takes the second step has not lost it: the owner who found the phone, or a stranger's recovery is stopped. */
export async function cancelRecovery(tx: Tx, deps: Dependencies, actor: Actor, user: { id: string; email: string }) {
  const [stopped] = await tx
    .update(accountChanges)
    .set({ closedAt: deps.now(), outcome: 'called off' })
    .where(openRecovery(user.id))
    .returning();
  if (!stopped) return;
  await record(tx, actor, {
    action: 'accounts.second-step-recovery-called-off',
    on: { kind: 'profile', id: user.id },
  });
  await queueMail(tx, deps.queue, {
    to: user.email,
    profileId: user.id,
    template: 'accounts.second-step-stays',
    priority: PRIORITY.signIn,
    props: { email: user.email, at: deps.now().toISOString() },
  });
}

/** The second step that was to go is gone by another way: one that is added later is not the lost one, and no job removes it. */
export async function closeOpenRecovery(tx: Tx, deps: Dependencies, userId: string): Promise<void> {
  await tx.update(accountChanges).set({ closedAt: deps.now(), outcome: 'done' }).where(openRecovery(userId));
}

/** By staff, or after the day of waiting: authenticators and codes go, everybody is signed out, the owner is notified. */
export async function removeSecondStep(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  user: { id: string; email: string },
  by: 'staff' | 'wait',
): Promise<boolean> {
  const removed = await deleteFactorsAndRecoveryCodes(tx, user.id);
  if (removed.length === 0) return false;
  await closeOpenRecovery(tx, deps, user.id);
  await revokeOtherSessions(tx, user.id, null);
  await record(tx, actor, {
    action: 'accounts.second-step-removed',
    on: { kind: 'profile', id: user.id },
    after: { by },
  });
  await notifyOfChange(tx, deps, user, { kind: 'factor-removed', origin: null, about: { by }, removed });
  return true;
}

/** Every authenticator and every recovery code; answers with what puts the verified ones back. */
export async function deleteFactorsAndRecoveryCodes(tx: Tx, userId: string): Promise<RemovedFactor[]> {
  const removed = verifiedFactors(await factorsOf(tx, userId)).map(asRemoved);
  await tx.delete(mfaFactors).where(eq(mfaFactors.userId, userId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  return removed;
}

type Factor = typeof mfaFactors.$inferSelect;

export const asRemoved = ({ id, friendlyName, secret, createdAt }: Factor): RemovedFactor => ({
  id,
  friendlyName,
  secret: secret.toString('base64'),
  createdAt: createdAt.toISOString(),
});

/** As it was before, with the same secret on the owner's phone. */
export async function restoreFactors(tx: Tx, userId: string, removed: RemovedFactor[]): Promise<void> {
  for (const { id, friendlyName, secret, createdAt } of removed)
    await tx
      .insert(mfaFactors)
      .values({
        id,
        userId,
        friendlyName,
        status: 'verified',
        secret: Buffer.from(secret, 'base64'),
        createdAt: new Date(createdAt),
      })
      .onConflictDoNothing();
}
