import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import * as z from 'zod';
import { Registration } from '#domain/accounts/registration.ts';
import { PASSWORD_MIN, PASSWORD_MIN_REFERRED } from '#domain/auth/password.ts';
import { isUsernameAllowed } from '#domain/auth/username.ts';
import { profiles, usernameLookalikeKey } from '../../accounts/schema.ts';
import { record } from '../../platform/audit.ts';
import { violatedConstraint } from '../../platform/database-errors.ts';
import type { Tx } from '../../platform/db.ts';
import { accountByEmail, lockAccount, userBody } from '../account.ts';
import { isHeldForUndo } from '../changes/changes.ts';
import { checkNewPassword, checkUserMetadata, read, readEmail } from '../input.ts';
import { mayMailAccount } from '../mail-limits.ts';
import { mailAddressExists, mailConfirmation, mailRecovery } from '../mails.ts';
import { authRefusal } from '../refusal.ts';
import { type AuthRequest, actorOf, inTransaction, type NewAccount, type User } from '../request.ts';
import { users } from '../schema.ts';
import { openSession } from '../sessions/session.ts';

const SignUp = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
});

/**
 * Milliseconds. Making an account takes longer than telling its owner; with confirmation both are answered after this
 * time, three times what either takes, so that the time of the answer does not reveal who has an account.
 */
const ANSWERED_AFTER = 200;

/**
 * `POST /signup`. Without address confirmation the answer is a session, and an address or username in use is said
 * plainly. With confirmation every address gets the same answer; only its owner learns more.
 */
export async function signUp(request: AuthRequest, body: unknown) {
  const wanted = readSignUp(body);
  if (!request.deps.config.emailConfirmation) return signUpWithoutConfirmation(request, wanted);
  const [answer] = await Promise.all([signUpWithConfirmation(request, wanted), sleep(ANSWERED_AFTER)]);
  return answer;
}

type Wanted = Omit<NewAccount, 'passwordHash'> & { password: string };

function readSignUp(body: unknown): Wanted {
  const input = read(SignUp, body);
  if (!input.email) throw authRefusal(input.phone ? 'phone_provider_disabled' : 'anonymous_provider_disabled');
  const email = readEmail(input.email);
  const metadata = checkUserMetadata(input.data ?? {});
  const registration = read(Registration, metadata, 'data');
  const password = checkNewPassword(input.password, registration.referral ? PASSWORD_MIN_REFERRED : PASSWORD_MIN);
  if (!isUsernameAllowed(registration.username, email))
    throw authRefusal('validation_failed', { message: "data.username: must not be somebody else's email address" });
  return { email, password, registration, metadata };
}

async function signUpWithoutConfirmation(request: AuthRequest, wanted: Wanted) {
  const { db, passwords } = request.deps;
  await request.limits.consume('mails asked for');
  // In this order: an address that an account leaves between the two questions is reserved from that moment on.
  if ((await accountByEmail(db, wanted.email)) || (await isReserved(request, wanted.email)))
    return rejectExistingEmail(request, wanted.email);
  if (await usernameOwner(request, wanted)) throw authRefusal('username_taken');
  const passwordHash = await passwords.hash(wanted.password);
  const session = await createOrNull(request, { ...wanted, passwordHash }, (tx, user) =>
    openSession(tx, request, user.id, 'password'),
  );
  return session ?? rejectExistingEmail(request, wanted.email);
}

async function signUpWithConfirmation(request: AuthRequest, wanted: Wanted) {
  const { db, passwords } = request.deps;
  const { email } = wanted;
  await request.limits.consume('mails asked for');
  const mayMail = await mayMailAccount(request.limits, 'signup', email);

  const existing = await accountByEmail(db, email);
  const bearer = await usernameOwner(request, wanted);
  // Somebody who registers again because the mail was lost keeps their own username; a confirmed owner's is taken.
  const isOwnUnconfirmed = bearer !== null && bearer === existing?.user.id && !existing.user.emailConfirmedAt;
  if (bearer && !isOwnUnconfirmed) throw authRefusal('username_taken');
  if (existing) {
    // As much work as the hash of a new password.
    const isSamePassword = await passwords.verify(existing.user.passwordHash, wanted.password);
    await inTransaction(request, (tx) => repeatSignUp(tx, request, existing.user.id, { isSamePassword, mayMail }));
    return userBody(asNew(request, wanted, randomUUID()));
  }
  const passwordHash = await passwords.hash(wanted.password);
  const made = (await isReserved(request, email))
    ? null
    : await createOrNull(request, { ...wanted, passwordHash }, async (_tx, user) => user);
  return userBody(asNew(request, wanted, made?.id ?? randomUUID()));
}

const TAKEN = new Set(['profiles_username_unique', 'users_email_unique', 'profiles_email_unique']);

/** Makes the account and goes on in the same transaction; `null` when somebody took the address in the same moment. */
async function createOrNull<T>(request: AuthRequest, account: NewAccount, proceed: (tx: Tx, user: User) => Promise<T>) {
  try {
    return await inTransaction(request, async (tx) =>
      proceed(tx, await request.flows.createAccount(tx, request, account)),
    );
  } catch (error) {
    const violated = violatedConstraint(error);
    if (violated === 'profiles_username_unique' && !account.registration.username.includes('@'))
      throw authRefusal('username_taken');
    if (TAKEN.has(violated ?? '')) return null;
    throw error;
  }
}

async function rejectExistingEmail(request: AuthRequest, email: string): Promise<never> {
  const account = await accountByEmail(request.deps.db, email);
  await record(request.deps.db, actorOf(request), {
    action: 'accounts.sign-up-repeated',
    on: { kind: 'profile', id: account?.user.id ?? 'super-admin' },
  });
  throw authRefusal('user_already_exists');
}

/**
 * The owner of an address in use: a new link if it was never confirmed, else a notice that somebody tried. With another password it is
 * open who of the two reads the mailbox: the first one's opens nothing any more, and the mailed link asks for a new one.
 */
async function repeatSignUp(
  tx: Tx,
  request: AuthRequest,
  userId: string,
  { isSamePassword, mayMail }: { isSamePassword: boolean; mayMail: boolean },
) {
  const account = await lockAccount(tx, userId);
  if (!account) return;
  const { user } = account;
  const note = (noted: Partial<typeof users.$inferInsert>) => tx.update(users).set(noted).where(eq(users.id, user.id));
  await record(tx, actorOf(request), { action: 'accounts.sign-up-repeated', on: { kind: 'profile', id: user.id } });
  const isOther = !user.emailConfirmedAt && !isSamePassword;
  if (isOther) await note({ passwordHash: null });
  if (!mayMail) return;
  if (user.emailConfirmedAt) return mailAddressExists(tx, request.deps, user);
  if (isOther) {
    await mailRecovery(tx, request.deps, user, { registeredAgain: true });
    await note({ recoverySentAt: request.deps.now() });
  } else {
    await mailConfirmation(tx, request.deps, user);
    await note({ confirmationSentAt: request.deps.now() });
  }
}

/** A new account as its first answer shows it: made of the request alone, so that it is the same whoever exists. */
function asNew(request: AuthRequest, { email, metadata }: Wanted, id: string): User {
  const now = request.deps.now();
  return {
    id,
    email,
    passwordHash: null,
    emailConfirmedAt: null,
    mailboxProvenAt: null,
    confirmationSentAt: now,
    recoverySentAt: null,
    newEmail: null,
    emailChangeSentAt: null,
    emailChangeConfirmations: 0,
    reauthenticationSentAt: null,
    lastSignInAt: null,
    bannedUntil: null,
    provisionedAt: null,
    mustChangePassword: false,
    userMetadata: metadata,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * Whose username this is, `null` when it is free. Somebody's own address is asked of nobody: only they may bear it, and
 * "taken" would say that the address has an account.
 */
async function usernameOwner(request: AuthRequest, { registration: { username } }: Wanted): Promise<string | null> {
  if (username.includes('@')) return null;
  const [bearer] = await request.deps.db
    .select({ id: profiles.id })
    .from(profiles)
    .where(eq(usernameLookalikeKey(profiles.username), usernameLookalikeKey(username)));
  return bearer?.id ?? null;
}

/**
 * The super-admin's rights come with the address, so nobody can register it; the server makes that account itself. Nor can
 * an address from which an account was moved, while its owner may still move it back.
 */
const isReserved = async ({ deps }: AuthRequest, email: string): Promise<boolean> =>
  email === deps.config.superAdmin.email || (await isHeldForUndo(deps.db, email, deps.now()));
