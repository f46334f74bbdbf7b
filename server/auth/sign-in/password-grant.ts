import { eq } from 'drizzle-orm';
import * as z from 'zod';
import { isCommonPassword, PASSWORD_MAX, PASSWORD_MIN, passwordLength } from '#domain/auth/password.ts';
import { normaliseEmail } from '#domain/email.ts';
import { record } from '../../platform/audit.ts';
import { type Account, accountByEmail, lockAccount, signInBlock } from '../account.ts';
import { read } from '../input.ts';
import { auditedAddressHash } from '../recovery/request-link.ts';
import { type AuthRefusal, authRefusal } from '../refusal.ts';
import { type AuthRequest, actorOf, inTransaction } from '../request.ts';
import { users } from '../schema.ts';
import { openSession } from '../sessions/session.ts';
import { limitsFor } from './known-networks.ts';

const PasswordGrant = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
});

/**
 * `POST /token?grant_type=password`. One password is verified whoever asks for whomever, and what is wrong with an
 * account is disclosed only to somebody who knows its password.
 */
export async function passwordGrant(request: AuthRequest, body: unknown) {
  const input = read(PasswordGrant, body);
  if (!input.email && input.phone) throw authRefusal('phone_provider_disabled');
  if (!input.email) throw authRefusal('validation_failed', { message: 'missing email or phone' });
  const email = normaliseEmail(input.email);
  const password = input.password ?? '';
  const limits = await limitsFor(request, { email });
  await limits.consume('passwords', email);
  await limits.consume('passwords of an account', email);
  if (!password || passwordLength(password) > PASSWORD_MAX) throw authRefusal('invalid_credentials');

  const { db, passwords } = request.deps;
  const account = await accountByEmail(db, email);
  if (account) request.note.person = account.user.id;
  const stored = account?.user.passwordHash ?? null;
  const fits = await passwords.verify(stored, password);
  if (!account || !stored || !fits)
    return failed(request, account, email, 'wrong password', authRefusal('invalid_credentials'));

  await limits.reset('passwords', email);
  await limits.reset('passwords of an account', email);
  const bar = signInBlock(account.user, account, request.deps.now());
  if (bar) return failed(request, account, email, bar === 'user_banned' ? 'blocked' : 'closed', authRefusal(bar));
  if (!account.user.emailConfirmedAt)
    return failed(request, account, email, 'not confirmed', authRefusal('email_not_confirmed'));

  // A better hash can wait until the server is less busy.
  const renewed = passwords.isOutdated(stored) ? await passwords.hash(password).catch(() => null) : null;
  return inTransaction(request, async (tx) => {
    const locked = await lockAccount(tx, account.user.id);
    // Changed while we were verifying: the old password must not open a session after the change.
    if (locked?.user.passwordHash !== stored) throw authRefusal('invalid_credentials');
    const barredMeanwhile = signInBlock(locked.user, locked, request.deps.now());
    if (barredMeanwhile) throw authRefusal(barredMeanwhile);
    if (renewed) await tx.update(users).set({ passwordHash: renewed }).where(eq(users.id, account.user.id));
    const session = await openSession(tx, request, account.user.id, 'password');
    await record(tx, actorOf(request, account.user), {
      action: 'accounts.signed-in',
      on: { kind: 'profile', id: account.user.id },
    });
    return { ...session, ...weakness(password) };
  });
}

/** The same entry for a known and an unknown address, so that writing it takes the same time. */
async function failed(
  request: AuthRequest,
  account: Account | undefined,
  email: string,
  reason: string,
  refusal: AuthRefusal,
): Promise<never> {
  await record(request.deps.db, actorOf(request), {
    action: 'accounts.sign-in-failed',
    on: account ? { kind: 'profile', id: account.user.id } : auditedAddressHash(email),
    after: { reason },
  });
  throw refusal;
}

/** A hint for the screen, never a refusal: the password was accepted once. */
function weakness(password: string) {
  const reasons = [
    ...(passwordLength(password) < PASSWORD_MIN ? ['length'] : []),
    ...(isCommonPassword(password) ? ['pwned'] : []),
  ];
  if (reasons.length === 0) return {};
  return {
    weak_password: { message: 'Password is known to be weak and easy to guess, please choose another.', reasons },
  };
}
