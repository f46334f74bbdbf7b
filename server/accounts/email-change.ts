import { and, eq, inArray } from 'drizzle-orm';
import { record } from '../platform/audit.ts';
import { type Reader, type Tx, violatedConstraint } from '../platform/db.ts';
import { type Account, accountByEmail, standing } from './account.ts';
import { mailEmailChange } from './auth-mails.ts';
import { refuse } from './auth-refusal.ts';
import { oneTimeTokens, profiles, users } from './schema.ts';
import { openSession } from './session.ts';
import { actorOf, type User, type Visit } from './visit.ts';

/**
 * A new address is only noted; both the old and the new mailbox must agree before it counts. Whoever stole a session
 * cannot move the account to a mailbox of their own, and nobody can claim a mailbox they do not read.
 */
export async function startEmailChange(tx: Tx, visit: Visit, user: User, newEmail: string): Promise<void> {
  const { edges } = visit;
  const { email: superAdmin } = edges.config.superAdmin;
  if (user.email === superAdmin) throw refuse('email_address_fixed');
  if (newEmail === superAdmin || (await accountByEmail(tx, newEmail))) throw refuse('email_exists');
  await tx
    .update(users)
    .set({ newEmail, emailChangeSentAt: edges.now(), emailChangeConfirmations: 0 })
    .where(eq(users.id, user.id));
  await mailEmailChange(tx, edges, user, newEmail);
  await record(tx, actorOf(visit, user), {
    action: 'accounts.email-change-requested',
    on: { kind: 'profile', id: user.id },
    after: { email: newEmail },
  });
}

/** One of the two mailboxes has agreed; its token is already used up. The second one moves the account. */
export async function confirmEmailChange(tx: Tx, visit: Visit, user: User) {
  if (!user.newEmail) return refuse('otp_expired', { message: 'Email link is invalid or has expired' });
  if (user.emailChangeConfirmations === 0) {
    await tx.update(users).set({ emailChangeConfirmations: 1 }).where(eq(users.id, user.id));
    await record(tx, actorOf(visit, user), {
      action: 'accounts.email-change-half-confirmed',
      on: { kind: 'profile', id: user.id },
    });
    return { msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email', code: '200' };
  }
  await moveAddress(tx, visit, user, user.newEmail);
  return openSession(tx, visit, user.id, 'email_change');
}

async function moveAddress(tx: Tx, visit: Visit, user: User, email: string): Promise<void> {
  try {
    await tx
      .update(users)
      .set({
        email,
        newEmail: null,
        emailChangeConfirmations: 0,
        emailChangeSentAt: null,
        mailboxProvenAt: visit.edges.now(),
      })
      .where(eq(users.id, user.id));
    const [profile] = await tx.select().from(profiles).where(eq(profiles.id, user.id));
    // The purchase form makes the e-mail the username; it moves along, or the old owner's next namesake would meet it.
    const username = profile!.username === user.email ? email : profile!.username;
    await tx.update(profiles).set({ email, username }).where(eq(profiles.id, user.id));
  } catch (error) {
    if (violatedConstraint(error)) throw refuse('email_exists');
    throw error;
  }
  // Links that went to the old mailbox open nothing any more.
  await tx.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, user.id));
  await record(tx, actorOf(visit, user), {
    action: 'accounts.email-changed',
    on: { kind: 'profile', id: user.id },
    before: { email: user.email },
    after: { email },
  });
}

/** The account that is about to move to this address, for codes typed together with it. */
export async function ownerOfPendingAddress(tx: Reader, newEmail: string): Promise<Account | undefined> {
  const pending = tx
    .select({ userId: oneTimeTokens.userId })
    .from(oneTimeTokens)
    .where(and(eq(oneTimeTokens.kind, 'email_change_new'), eq(oneTimeTokens.relatesTo, newEmail)));
  const [found] = await tx
    .select({ user: users, ...standing })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(and(eq(users.newEmail, newEmail), inArray(users.id, pending)));
  return found;
}
