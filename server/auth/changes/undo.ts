import { and, desc, eq, gt, gte, isNull, ne, or } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import { profiles } from '../../accounts/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import { violatedConstraint } from '../../platform/database-errors.ts';
import type { DatabaseOrTransaction, Tx } from '../../platform/db.ts';
import { PRIORITY, queueMail } from '../../platform/mail/mail.ts';
import { fingerprint } from '../../platform/secrets/fingerprint.ts';
import { lockAccount, signInBlock } from '../account.ts';
import { restoreFactors } from '../factors/second-step.ts';
import { linkTo } from '../mails.ts';
import { makeOneTimeToken } from '../recovery/one-time-token.ts';
import { accountChanges, knownDevices, knownNetworks, mfaFactors, recoveryCodes, users } from '../schema.ts';
import { revokeOtherSessions } from '../sessions/session.ts';
import { isUndoable } from './changes.ts';

type Change = typeof accountChanges.$inferSelect;

/** What a mailed link is for. It is dead when unknown, used, or said to be the owner's own, and old after seven days. */
export async function changeOfLink(db: DatabaseOrTransaction, token: string, now: Date): Promise<Change> {
  const [found] = await db
    .select()
    .from(accountChanges)
    .where(eq(accountChanges.undoHash, fingerprint(token)));
  if (!found) throw refuse('CHANGE_LINK_DEAD');
  if (isUndoable(found, now)) return found;
  const isOld = found.undoEndsAt <= now && found.outcome !== 'undone' && found.outcome !== 'kept';
  throw refuse(isOld ? 'CHANGE_LINK_OLD' : 'CHANGE_LINK_DEAD');
}

/** Whose change a mailed link is about, whatever became of it since; `null` when nobody was sent it. */
export async function ownerOfChangeLink(db: DatabaseOrTransaction, token: string): Promise<string | null> {
  const [found] = await db
    .select({ userId: accountChanges.userId })
    .from(accountChanges)
    .where(eq(accountChanges.undoHash, fingerprint(token)));
  return found?.userId ?? null;
}

/** How many other changes came after this one; they go with it. */
export const countLaterChanges = (db: DatabaseOrTransaction, change: Change): Promise<number> =>
  db.$count(
    accountChanges,
    and(
      eq(accountChanges.userId, change.userId),
      gt(accountChanges.at, change.at),
      or(isNull(accountChanges.outcome), ne(accountChanges.outcome, 'undone')),
    ),
  );

/**
 * Takes a change back, and with it everything that was changed after it: whoever moved the account to another mailbox got
 * the links of the later ones. Everybody is signed out, the password opens nothing any more, and a new one can be set with
 * the answered token. A blocked account has none: taking back only takes away, and nobody comes in. `null` when the change was
 * closed in the meantime, or the account is.
 */
export async function undoChange(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { id, userId }: Change,
): Promise<{ passwordToken: string | null } | null> {
  const now = deps.now();
  const account = await lockAccount(tx, userId);
  if (!account || account.closedAt) return null;
  const [change] = await tx.select().from(accountChanges).where(eq(accountChanges.id, id)).for('update');
  if (!change || !isUndoable(change, now)) return null;
  const all = await tx
    .select()
    .from(accountChanges)
    .where(and(eq(accountChanges.userId, userId), gte(accountChanges.at, change.at)))
    .orderBy(desc(accountChanges.at), desc(accountChanges.id));
  const open = all.filter((one) => one.outcome !== 'undone' && (one.at > change.at || one.id === id));
  // Of several moves only the first counts: the addresses in between may belong to others by now.
  const firstMove = open.findLast(({ kind }) => kind === 'address');
  if (firstMove && !(await moveBack(tx, userId, firstMove.about.from!))) throw refuse('ADDRESS_TAKEN');
  for (const one of open) {
    await takeBack(tx, one);
    await tx
      .update(accountChanges)
      .set({ closedAt: now, outcome: 'undone', removed: null })
      .where(eq(accountChanges.id, one.id));
  }
  await tx.update(users).set({ passwordHash: null, newEmail: null }).where(eq(users.id, userId));
  await tx.delete(knownDevices).where(eq(knownDevices.userId, userId));
  await tx.delete(knownNetworks).where(eq(knownNetworks.userId, userId));
  await revokeOtherSessions(tx, userId, null);
  await record(tx, actor, {
    action: 'accounts.change-undone',
    on: { kind: 'profile', id: userId },
    after: { kind: change.kind, changes: open.length },
  });
  const [{ email }] = (await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))) as [
    { email: string },
  ];
  const isBlocked = signInBlock(account.user, account, now) !== null;
  const made = isBlocked ? null : await makeOneTimeToken(tx, deps, userId, 'recovery', email);
  await queueMail(tx, deps.queue, {
    to: email,
    profileId: userId,
    validUntil: made?.expiresAt,
    priority: PRIORITY.signIn,
    template: 'accounts.change-undone',
    props: { kind: change.kind, about: change.about, link: made && linkTo(deps, made.token, 'recovery') },
  });
  return { passwordToken: made?.token ?? null };
}

/** „That was me after all“: the link is spent, and what it would have needed is forgotten. */
export async function acknowledgeChange(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { id, userId, kind }: Change,
): Promise<void> {
  const now = deps.now();
  await lockAccount(tx, userId);
  const [kept] = await tx
    .update(accountChanges)
    .set({ seenAt: now, removed: null, ...(kind === 'second-step-recovery' ? {} : { closedAt: now, outcome: 'kept' }) })
    .where(and(eq(accountChanges.id, id), isNull(accountChanges.closedAt)))
    .returning({ id: accountChanges.id });
  if (!kept) throw refuse('CHANGE_LINK_DEAD');
  await record(tx, actor, {
    action: 'accounts.change-kept',
    on: { kind: 'profile', id: userId },
    after: { kind },
  });
}

async function takeBack(tx: Tx, { userId, kind, about, removed }: Change): Promise<void> {
  switch (kind) {
    case 'factor-added':
      await tx.delete(mfaFactors).where(and(eq(mfaFactors.id, about.factorId!), eq(mfaFactors.userId, userId)));
      if ((await tx.$count(mfaFactors, and(eq(mfaFactors.userId, userId), eq(mfaFactors.status, 'verified')))) === 0)
        await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
      return;
    case 'factor-removed':
      return restoreFactors(tx, userId, removed ?? []);
    case 'codes-made':
    case 'code-used':
      // Whoever made or used one has the sheet with all of them.
      await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
      return;
    // An address is moved back once for all moves. Ending the sessions and the password takes the others back; codes that
    // were removed can only be made anew.
    case 'address':
    case 'password':
    case 'new-device':
    case 'token-reused':
    case 'codes-guessed':
    case 'codes-removed':
    case 'second-step-recovery':
    case 'owner-rescued':
      return;
  }
}

/** False when the address belongs to another account. */
async function moveBack(tx: Tx, userId: string, email: string): Promise<boolean> {
  try {
    await tx.transaction(async (inner) => {
      const [moved] = await inner.select({ email: users.email }).from(users).where(eq(users.id, userId));
      const [profile] = await inner.select().from(profiles).where(eq(profiles.id, userId));
      const username = profile!.username === moved!.email ? email : profile!.username;
      await inner.update(users).set({ email }).where(eq(users.id, userId));
      await inner.update(profiles).set({ email, username }).where(eq(profiles.id, userId));
    });
    return true;
  } catch (error) {
    if (violatedConstraint(error)) return false;
    throw error;
  }
}
