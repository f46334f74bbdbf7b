import { eq } from 'drizzle-orm';
import * as z from 'zod';
import { PASSWORD_MIN } from '#domain/auth/password.ts';
import type { CallLimits } from '../limits.ts';
import { record } from '../platform/audit.ts';
import type { DatabaseOrTransaction, Tx } from '../platform/db.ts';
import { accountById, describeUser, factorsOf, verifiedFactors } from './account.ts';
import { notifyOfChange } from './changes/changes.ts';
import { startEmailChange } from './changes/email-change.ts';
import { checkNewPassword, checkUserMetadata, read, readEmail } from './input.ts';
import { proveForChange } from './passwords/password-proof.ts';
import { redeemCode } from './recovery/one-time-token.ts';
import { type AuthRefusal, authRefusal } from './refusal.ts';
import { type AuthRequest, actorOf, inTransaction, type Session, type User } from './request.ts';
import { users } from './schema.ts';
import { revokeOtherSessions } from './sessions/session.ts';
import { lockAccountOfSession, signedIn } from './signed-in.ts';

const UpdateUser = z.object({
  email: z.string().nullish(),
  password: z.string().nullish(),
  nonce: z.string().nullish(),
  current_password: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  app_metadata: z.unknown().optional(),
});

/** `GET /user` */
export async function readUser(request: AuthRequest) {
  const { user } = await signedIn(request);
  return describeUser(request.deps.db, user);
}

/**
 * `PUT /user`: a new password, a new address (which begins its double confirmation), or metadata; all or nothing. Rights
 * stand in the profile, which nothing here can write.
 */
export async function updateUser(request: AuthRequest, body: unknown) {
  const { user, session, limits } = await signedIn(request);
  const input = read(UpdateUser, body);
  if (input.app_metadata !== undefined && input.app_metadata !== null) throw authRefusal('not_admin');
  const email = input.email ? readEmail(input.email) : null;
  const movesTo = email !== null && email !== user.email ? email : null;
  const password = input.password ? checkNewPassword(input.password, PASSWORD_MIN) : null;
  if (password || movesTo) {
    const hasFactor = await hasSecondStep(request.deps.db, user.id);
    if (hasFactor && session.aal === 'aal1') throw needsSecondStep();
    await proveForChange(request, user, session, {
      nonce: input.nonce,
      currentPassword: input.current_password,
      hasFactor,
      movesAddress: movesTo !== null,
    });
  }
  const newHash = password ? await hashNewPassword(request, user, password) : null;
  if (movesTo) await takeMailLimits(limits, movesTo);

  return inTransaction(request, async (tx) => {
    const { account } = await lockAccountOfSession(tx, session);
    const current = account.user;
    if ((newHash || movesTo) && input.nonce) {
      const refusal = await consumeNonce(tx, request, current, input.nonce);
      if (refusal) return refusal;
    }
    // A second step that was added meanwhile was not asked for above.
    if ((newHash || movesTo) && session.aal === 'aal1' && (await hasSecondStep(tx, user.id))) throw needsSecondStep();
    if (newHash) await changePassword(tx, request, current, session, { from: user.passwordHash, to: newHash });
    if (movesTo) await startEmailChange(tx, request, current, movesTo);
    if (input.data) await mergeMetadata(tx, request, current, input.data);
    return describeUser(tx, (await accountById(tx, user.id))!.user);
  });
}

const needsSecondStep = () =>
  authRefusal('insufficient_aal', {
    status: 401,
    message: 'AAL2 session is required to update email or password when MFA is enabled.',
  });

const hasSecondStep = async (tx: DatabaseOrTransaction, userId: string): Promise<boolean> =>
  verifiedFactors(await factorsOf(tx, userId)).length > 0;

/** Everything about a new password that takes time, before the transaction begins. */
async function hashNewPassword(request: AuthRequest, user: User, password: string): Promise<string> {
  if (await request.deps.passwords.verify(user.passwordHash, password)) throw authRefusal('same_password');
  return request.deps.passwords.hash(password);
}

async function consumeNonce(tx: Tx, request: AuthRequest, user: User, nonce: string): Promise<AuthRefusal | null> {
  if (await redeemCode(tx, request.deps, user.id, 'reauthentication', nonce)) return null;
  await record(tx, actorOf(request, user), {
    action: 'accounts.verification-failed',
    on: { kind: 'profile', id: user.id },
  });
  return authRefusal('reauthentication_not_valid');
}

async function changePassword(
  tx: Tx,
  request: AuthRequest,
  user: User,
  session: Session,
  { from, to }: { from: string | null; to: string },
): Promise<void> {
  // Changed elsewhere in the meantime: what was proved to us was the old password.
  if (user.passwordHash !== from) throw authRefusal('current_password_invalid');
  // A move that was begun before ends with its links, or whoever asks for them once more would begin it anew.
  await tx
    .update(users)
    .set({ passwordHash: to, mustChangePassword: false, newEmail: null })
    .where(eq(users.id, user.id));
  await revokeOtherSessions(tx, user.id, session.id);
  await notifyOfChange(tx, request.deps, user, { kind: 'password', origin: request });
  await record(tx, actorOf(request, user), {
    action: 'accounts.password-changed',
    on: { kind: 'profile', id: user.id },
  });
}

async function takeMailLimits(limits: CallLimits, newEmail: string) {
  await limits.consume('mails asked for');
  await limits.consume('address changes from a session');
  await limits.consume('mails from a session in a day');
  await limits.consume('mails to a new address', newEmail);
}

/** Keys are merged; `null` removes one. */
async function mergeMetadata(tx: Tx, request: AuthRequest, user: User, data: Record<string, unknown>) {
  const merged = Object.entries({ ...user.userMetadata, ...data }).filter(([, value]) => value !== null);
  const userMetadata = checkUserMetadata(Object.fromEntries(merged));
  await tx.update(users).set({ userMetadata }).where(eq(users.id, user.id));
  await record(tx, actorOf(request, user), {
    action: 'accounts.metadata-changed',
    on: { kind: 'profile', id: user.id },
    after: { keys: Object.keys(data) },
  });
}
