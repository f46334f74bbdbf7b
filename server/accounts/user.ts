import { and, eq } from 'drizzle-orm';
import * as z from 'zod';
import { PASSWORD_MIN } from '#domain/accounts/password.ts';
import { record } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { networkOf } from '../platform/throttle.ts';
import { accountById, describeUser, factorsOf, lockAccount, verifiedFactors } from './account.ts';
import { mailPasswordChanged } from './auth-mails.ts';
import { type AuthRefusal, refuse } from './auth-refusal.ts';
import { startEmailChange } from './email-change.ts';
import { checkMetadata, checkNewPassword, read, readEmail } from './input.ts';
import { redeemCode } from './one-time-token.ts';
import { proveForPassword } from './password-proof.ts';
import { sessions, users } from './schema.ts';
import { endOtherWaysIn } from './session.ts';
import { actorOf, atomically, type Session, signedIn, type User, type Visit } from './visit.ts';

const UpdateUser = z.object({
  email: z.string().nullish(),
  password: z.string().nullish(),
  nonce: z.string().nullish(),
  current_password: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  app_metadata: z.unknown().optional(),
});
type UpdateUser = z.infer<typeof UpdateUser>;

/** `GET /user` */
export async function readUser(visit: Visit) {
  const { user } = await signedIn(visit);
  return describeUser(visit.edges.db, user);
}

/**
 * `PUT /user`: a new password, a new address (which begins its double confirmation), or metadata; all or nothing. Rights
 * stand in the profile, which nothing here can write.
 */
export async function updateUser(visit: Visit, body: unknown) {
  const { user, session } = await signedIn(visit);
  await visit.throttle.take('ip user', networkOf(visit.ip));
  const input = read(UpdateUser, body);
  if (input.app_metadata !== undefined && input.app_metadata !== null) throw refuse('not_admin');
  const email = input.email ? readEmail(input.email) : null;
  const movesTo = email !== null && email !== user.email ? email : null;
  if ((input.password || movesTo) && session.aal === 'aal1') await refuseWithoutSecondStep(visit, user);
  const newHash = input.password ? await prepareNewPassword(visit, user, session, input) : null;
  if (movesTo) await takeMailLimits(visit, user);

  return atomically(visit, async (tx) => {
    const account = await lockAccount(tx, user.id);
    if (!account || !(await isAlive(tx, session))) throw refuse('session_not_found');
    const current = account.user;
    if (newHash) {
      const refusal = await changePassword(tx, visit, current, session, {
        from: user.passwordHash,
        to: newHash,
        nonce: input.nonce,
      });
      if (refusal) return refusal;
    }
    if (movesTo) await startEmailChange(tx, visit, current, movesTo);
    if (input.data) await mergeMetadata(tx, visit, current, input.data);
    return describeUser(tx, (await accountById(tx, user.id))!.user);
  });
}

async function refuseWithoutSecondStep(visit: Visit, user: User) {
  if (verifiedFactors(await factorsOf(visit.edges.db, user.id)).length > 0)
    throw refuse('insufficient_aal', {
      status: 401,
      message: 'AAL2 session is required to update email or password when MFA is enabled.',
    });
}

/** Everything about a new password that takes time or can be refused, before the transaction begins. */
async function prepareNewPassword(visit: Visit, user: User, session: Session, input: UpdateUser): Promise<string> {
  const password = checkNewPassword(input.password, PASSWORD_MIN);
  await proveForPassword(visit, user, session, { nonce: input.nonce, currentPassword: input.current_password });
  if (await visit.edges.passwords.verify(user.passwordHash, password)) throw refuse('same_password');
  return visit.edges.passwords.hash(password);
}

async function changePassword(
  tx: Tx,
  visit: Visit,
  user: User,
  session: Session,
  { from, to, nonce }: { from: string | null; to: string; nonce: string | null | undefined },
): Promise<AuthRefusal | null> {
  if (nonce && !(await redeemCode(tx, visit.edges, user.id, 'reauthentication', nonce))) {
    await record(tx, actorOf(visit, user), {
      action: 'accounts.verification-failed',
      on: { kind: 'profile', id: user.id },
    });
    return refuse('reauthentication_not_valid');
  }
  // Changed elsewhere in the meantime: what was proved to us was the old password.
  if (user.passwordHash !== from) throw refuse('current_password_invalid');
  await tx.update(users).set({ passwordHash: to }).where(eq(users.id, user.id));
  await endOtherWaysIn(tx, user.id, session.id);
  await mailPasswordChanged(tx, visit.edges, user.email);
  await record(tx, actorOf(visit, user), {
    action: 'accounts.password-changed',
    on: { kind: 'profile', id: user.id },
  });
  return null;
}

async function takeMailLimits(visit: Visit, user: User) {
  await visit.throttle.take('ip mail', networkOf(visit.ip));
  await visit.throttle.take('mail to address', 'email_change', user.email);
  await visit.throttle.take('mail to address today', user.email);
}

/** Keys are merged; `null` removes one. */
async function mergeMetadata(tx: Tx, visit: Visit, user: User, data: Record<string, unknown>) {
  const merged = Object.entries({ ...user.userMetadata, ...data }).filter(([, value]) => value !== null);
  const userMetadata = checkMetadata(Object.fromEntries(merged));
  await tx.update(users).set({ userMetadata }).where(eq(users.id, user.id));
  await record(tx, actorOf(visit, user), {
    action: 'accounts.metadata-changed',
    on: { kind: 'profile', id: user.id },
    after: { keys: Object.keys(data) },
  });
}

async function isAlive(tx: Tx, session: Session): Promise<boolean> {
  const [row] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, session.id), eq(sessions.userId, session.userId)));
  return row !== undefined;
}
