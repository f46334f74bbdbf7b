import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import * as z from 'zod';
import { PASSWORD_MIN, PASSWORD_MIN_REFERRED } from '#domain/accounts/password.ts';
import { mayBearUsername, Registration } from '#domain/accounts/registration.ts';
import { record } from '../platform/audit.ts';
import { type Tx, violatedConstraint } from '../platform/db.ts';
import { networkOf } from '../platform/throttle.ts';
import { accountByEmail, lockAccount, userBody } from './account.ts';
import { mailAddressExists, mailConfirmation } from './auth-mails.ts';
import { refuse } from './auth-refusal.ts';
import { checkMetadata, checkNewPassword, read, readEmail } from './input.ts';
import { makeAccount, type NewAccount } from './new-account.ts';
import { profiles, users } from './schema.ts';
import { openSession } from './session.ts';
import { actorOf, atomically, type User, type Visit } from './visit.ts';

const SignUp = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
});

/**
 * `POST /signup`. Without address confirmation the answer is a session, and an address or username in use is said
 * plainly (specification, section 8). With confirmation every address gets the same answer; only its owner learns more.
 */
export async function signUp(visit: Visit, body: unknown) {
  await visit.throttle.take('ip sign-up', networkOf(visit.ip));
  const wanted = readSignUp(body);
  return visit.edges.config.emailConfirmation ? signUpDiscreetly(visit, wanted) : signUpAtOnce(visit, wanted);
}

type Wanted = Omit<NewAccount, 'passwordHash'> & { password: string };

function readSignUp(body: unknown): Wanted {
  const input = read(SignUp, body);
  if (!input.email) throw refuse(input.phone ? 'phone_provider_disabled' : 'anonymous_provider_disabled');
  const email = readEmail(input.email);
  const metadata = checkMetadata(input.data ?? {});
  const registration = read(Registration, metadata, 'data');
  const password = checkNewPassword(input.password, registration.referral ? PASSWORD_MIN_REFERRED : PASSWORD_MIN);
  if (!mayBearUsername(registration.username, email))
    throw refuse('validation_failed', { message: "data.username: must not be somebody else's email address" });
  return { email, password, registration, metadata };
}

async function signUpAtOnce(visit: Visit, wanted: Wanted) {
  const { db, passwords } = visit.edges;
  if (isReserved(visit, wanted.email) || (await accountByEmail(db, wanted.email)))
    return refuseRepeated(visit, wanted.email);
  if (await bearerOf(visit, wanted.registration.username)) throw refuse('username_taken');
  const passwordHash = await passwords.hash(wanted.password);
  const session = await makeOnce(visit, { ...wanted, passwordHash }, (tx, user) =>
    openSession(tx, visit, user.id, 'password'),
  );
  return session ?? refuseRepeated(visit, wanted.email);
}

async function signUpDiscreetly(visit: Visit, wanted: Wanted) {
  const { db, passwords } = visit.edges;
  const { email, registration } = wanted;
  await visit.throttle.take('ip mail', networkOf(visit.ip));
  const mayMail =
    (await visit.throttle.allows('mail to address', 'signup', email)) &&
    (await visit.throttle.allows('mail to address today', email));

  const existing = await accountByEmail(db, email);
  const bearer = await bearerOf(visit, registration.username);
  // Somebody who registers again because the mail was lost keeps their own username; a confirmed owner's is taken.
  const ownAgain = bearer !== null && bearer === existing?.user.id && !existing.user.emailConfirmedAt;
  if (bearer && !ownAgain) throw refuse('username_taken');
  const passwordHash = await passwords.hash(wanted.password);

  if (!existing && !isReserved(visit, email)) {
    const user = await makeOnce(visit, { ...wanted, passwordHash }, async (_tx, made) => made);
    if (user) return userBody(user);
  }
  if (existing && mayMail) await atomically(visit, (tx) => tellOwner(tx, visit, existing.user.id));
  return userBody(lookalike(visit, wanted));
}

/** Makes the account and goes on in the same transaction; `null` when somebody took the address in the same moment. */
async function makeOnce<T>(visit: Visit, account: NewAccount, goOn: (tx: Tx, user: User) => Promise<T>) {
  try {
    return await atomically(visit, async (tx) => goOn(tx, await makeAccount(tx, visit, account)));
  } catch (error) {
    const violated = violatedConstraint(error);
    if (violated === 'profiles_username_unique') throw refuse('username_taken');
    if (violated === 'users_email_unique' || violated === 'profiles_email_unique') return null;
    throw error;
  }
}

async function refuseRepeated(visit: Visit, email: string): Promise<never> {
  const account = await accountByEmail(visit.edges.db, email);
  await record(visit.edges.db, actorOf(visit), {
    action: 'accounts.sign-up-repeated',
    on: { kind: 'profile', id: account?.user.id ?? 'super-admin' },
  });
  throw refuse('user_already_exists');
}

/** The owner of an address in use: a new link if it was never confirmed, else word that somebody tried. */
async function tellOwner(tx: Tx, visit: Visit, userId: string) {
  const account = await lockAccount(tx, userId);
  if (!account) return;
  const { user } = account;
  await record(tx, actorOf(visit), { action: 'accounts.sign-up-repeated', on: { kind: 'profile', id: user.id } });
  if (user.emailConfirmedAt) return mailAddressExists(tx, visit.edges, user.email);
  await mailConfirmation(tx, visit.edges, user);
  await tx.update(users).set({ confirmationSentAt: visit.edges.now() }).where(eq(users.id, user.id));
}

/** What a new account would have looked like, to the last field. */
function lookalike(visit: Visit, { email, metadata }: Wanted): User {
  const now = visit.edges.now();
  return {
    id: randomUUID(),
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
    vouchedAt: null,
    userMetadata: metadata,
    createdAt: now,
    updatedAt: now,
  };
}

/** Whose username this is, `null` when it is free. */
async function bearerOf(visit: Visit, username: string): Promise<string | null> {
  const [bearer] = await visit.edges.db
    .select({ id: profiles.id })
    .from(profiles)
    .where(sql`lower(${profiles.username}) = lower(${username})`);
  return bearer?.id ?? null;
}

/** The super-admin's rights come with the address, so nobody can register it; the server makes that account itself. */
const isReserved = (visit: Visit, email: string): boolean => email === visit.edges.config.superAdmin.email;
