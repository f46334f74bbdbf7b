import { and, eq } from 'drizzle-orm';
import { profiles } from '../../accounts/schema.ts';
import { record } from '../../platform/audit.ts';
import { violatedConstraint } from '../../platform/database-errors.ts';
import type { DatabaseOrTransaction, Tx } from '../../platform/db.ts';
import { mailEmailChange } from '../mails.ts';
import { authRefusal } from '../refusal.ts';
import { type AuthRequest, actorOf, type User } from '../request.ts';
import { oneTimeTokens, users } from '../schema.ts';
import { openSession, revokeOtherSessions } from '../sessions/session.ts';
import { isHeldForUndo, notifyOfChange } from './changes.ts';

/**
 * A new address is only noted; both the old and the new mailbox must agree before it counts. Whoever stole a session
 * cannot move the account to a mailbox of their own, and nobody can claim a mailbox they do not read. Whether the new address has an account is disclosed to
 * its owner only, by mail.
 */
export async function startEmailChange(tx: Tx, request: AuthRequest, user: User, newEmail: string): Promise<void> {
  const { deps } = request;
  const { email: superAdmin } = deps.config.superAdmin;
  if (user.email === superAdmin) throw authRefusal('email_address_fixed');
  await tx
    .update(users)
    .set({ newEmail, emailChangeSentAt: deps.now(), emailChangeConfirmations: 0 })
    .where(eq(users.id, user.id));
  await mailEmailChange(tx, deps, user, newEmail);
  await record(tx, actorOf(request, user), {
    action: 'accounts.email-change-requested',
    on: { kind: 'profile', id: user.id },
    after: { email: newEmail },
  });
}

const HALF = { msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email', code: '200' };

/** What the press of a link was answered, when that answer was lost. */
export const answerEmailChangeAgain = (tx: Tx, request: AuthRequest, user: User) =>
  user.newEmail ? HALF : openSession(tx, request, user.id, 'email_change');

/** One of the two mailboxes has agreed; its token is already used up. The second one moves the account. */
export async function confirmEmailChange(tx: Tx, request: AuthRequest, user: User) {
  if (!user.newEmail) return authRefusal('otp_expired', { message: 'Email link is invalid or has expired' });
  if (user.emailChangeConfirmations === 0) {
    await tx.update(users).set({ emailChangeConfirmations: 1 }).where(eq(users.id, user.id));
    await record(tx, actorOf(request, user), {
      action: 'accounts.email-change-half-confirmed',
      on: { kind: 'profile', id: user.id },
    });
    return HALF;
  }
  await moveAddress(tx, request, user, user.newEmail);
  // Whoever was signed in was so under the old address; the press of the second link signs in anew.
  await revokeOtherSessions(tx, user.id, null);
  return openSession(tx, request, user.id, 'email_change');
}

async function moveAddress(tx: Tx, request: AuthRequest, user: User, email: string): Promise<void> {
  // Another person's former address, which they may still take back.
  if (await isHeldForUndo(tx, email, request.deps.now(), { exceptUserId: user.id })) throw authRefusal('email_exists');
  try {
    await tx
      .update(users)
      .set({
        email,
        newEmail: null,
        emailChangeConfirmations: 0,
        emailChangeSentAt: null,
        mailboxProvenAt: request.deps.now(),
      })
      .where(eq(users.id, user.id));
    const [profile] = await tx.select().from(profiles).where(eq(profiles.id, user.id));
    // The purchase form makes the e-mail the username; it moves along, or the old owner's next namesake would meet it.
    const username = profile!.username === user.email ? email : profile!.username;
    await tx.update(profiles).set({ email, username }).where(eq(profiles.id, user.id));
  } catch (error) {
    if (violatedConstraint(error)) throw authRefusal('email_exists');
    throw error;
  }
  await notifyOfChange(tx, request.deps, user, {
    kind: 'address',
    origin: request,
    about: { from: user.email, to: email },
  });
  await record(tx, actorOf(request, user), {
    action: 'accounts.email-changed',
    on: { kind: 'profile', id: user.id },
    before: { email: user.email },
    after: { email },
  });
}

/** The accounts that are about to move to this address, for codes typed together with it: until one has, there may be several. */
export async function waitingForAddress(tx: DatabaseOrTransaction, newEmail: string): Promise<string[]> {
  const waiting = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(oneTimeTokens, eq(oneTimeTokens.userId, users.id))
    .where(
      and(
        eq(users.newEmail, newEmail),
        eq(oneTimeTokens.kind, 'email_change_new'),
        eq(oneTimeTokens.relatesTo, newEmail),
      ),
    )
    .orderBy(users.id);
  return waiting.map(({ id }) => id);
}
