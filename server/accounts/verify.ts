import { eq } from 'drizzle-orm';
import * as z from 'zod';
import { record } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { networkOf } from '../platform/throttle.ts';
import { type Account, accountByEmail, barOf, lockAccount } from './account.ts';
import { mailRegistration, takesCodes } from './auth-mails.ts';
import { type AuthRefusal, refuse } from './auth-refusal.ts';
import { confirmEmailChange, ownerOfPendingAddress } from './email-change.ts';
import { read, readEmail } from './input.ts';
import { ownerOfLink, redeemCode, redeemLink, type TokenKind } from './one-time-token.ts';
import { unknownAddress } from './request-link.ts';
import { users } from './schema.ts';
import { type Method, openSession } from './session.ts';
import { actorOf, atomically, type User, type Visit } from './visit.ts';

const TYPES = ['signup', 'email', 'recovery', 'email_change'] as const;
const Verify = z.object({
  type: z.enum(TYPES),
  token_hash: z.string().nullish(),
  email: z.string().nullish(),
  token: z.string().nullish(),
});

const KINDS: Record<(typeof TYPES)[number], TokenKind[]> = {
  signup: ['signup'],
  email: ['signup'],
  recovery: ['recovery'],
  email_change: ['email_change_current', 'email_change_new'],
};

/** `POST /verify`: what a mailed link or code is exchanged for, once. */
export async function verify(visit: Visit, body: unknown) {
  const input = read(Verify, body);
  await visit.throttle.take('ip verify', networkOf(visit.ip));
  const kinds = KINDS[input.type];
  if (input.token_hash) return verifyLink(visit, input.token_hash, kinds);
  if (input.email && input.token) return verifyCode(visit, readEmail(input.email), input.token, kinds);
  throw refuse('validation_failed', { message: 'Verify requires a token_hash, or an email with a token' });
}

async function verifyLink(visit: Visit, token: string, kinds: TokenKind[]) {
  const expired = () => refuse('otp_expired', { message: 'Email link is invalid or has expired' });
  return atomically(visit, async (tx) => {
    const owner = await ownerOfLink(tx, token, kinds);
    const account = owner && (await lockAccount(tx, owner));
    if (!account) return noteFailure(tx, visit, { kind: 'link', id: 'unknown' }, expired());
    const kind = await redeemLink(tx, visit.edges, token, kinds);
    if (!kind) return noteFailure(tx, visit, { kind: 'profile', id: account.user.id }, expired());
    return admit(tx, visit, account, kind);
  });
}

async function verifyCode(visit: Visit, email: string, code: string, kinds: TokenKind[]) {
  await visit.throttle.take('mailed code', email);
  const admitted = await atomically(visit, async (tx) => {
    const found = (await accountByEmail(tx, email)) ?? (await ownerOfPendingAddress(tx, email));
    const account = found && (await lockAccount(tx, found.user.id));
    const kind = account && kindFor(account.user, email, kinds);
    const right =
      account &&
      kind &&
      takesCodes(visit.edges, account.user) &&
      (await redeemCode(tx, visit.edges, account.user.id, kind, code));
    if (right) return admit(tx, visit, account, kind);
    const on = account ? { kind: 'profile', id: account.user.id } : unknownAddress(email);
    return noteFailure(tx, visit, on, refuse('otp_expired'));
  });
  await visit.throttle.forgive('mailed code', email);
  return admitted;
}

/** A code was mailed to one address and is typed together with it: an e-mail change has one code for each. */
function kindFor(user: User, email: string, kinds: TokenKind[]): TokenKind | undefined {
  if (!kinds.includes('email_change_new')) return user.email === email ? kinds[0] : undefined;
  return user.email === email ? 'email_change_current' : 'email_change_new';
}

async function admit(tx: Tx, visit: Visit, account: Account, kind: TokenKind) {
  const { user } = account;
  const bar = barOf(user, account, visit.edges.now());
  if (bar) return noteFailure(tx, visit, { kind: 'profile', id: user.id }, refuse(bar));
  if (kind === 'email_change_current' || kind === 'email_change_new') return confirmEmailChange(tx, visit, user);
  await confirmAddress(tx, visit, user);
  const method: Method = kind === 'recovery' ? 'recovery' : 'email/signup';
  await record(tx, actorOf(visit, user), {
    action: kind === 'recovery' ? 'accounts.recovered' : 'accounts.signed-in',
    on: { kind: 'profile', id: user.id },
    after: { by: method },
  });
  return openSession(tx, visit, user.id, method);
}

/** Whoever opened the link reads that mailbox. The first time, the registration goes to review. */
async function confirmAddress(tx: Tx, visit: Visit, user: User): Promise<void> {
  const now = visit.edges.now();
  await tx
    .update(users)
    .set({ mailboxProvenAt: now, emailConfirmedAt: user.emailConfirmedAt ?? now })
    .where(eq(users.id, user.id));
  if (user.emailConfirmedAt) return;
  await record(tx, actorOf(visit, user), {
    action: 'accounts.address-confirmed',
    on: { kind: 'profile', id: user.id },
  });
  await mailRegistration(tx, visit.edges, user.id);
  // Whoever came through an invitation joins the network now, on whatever device the mail was opened.
  if (user.userMetadata.referral_code)
    await visit.edges.queue.send(tx, 'network.enrol-referred', { profileId: user.id });
}

async function noteFailure(
  tx: Tx,
  visit: Visit,
  on: { kind: string; id: string },
  refusal: AuthRefusal,
): Promise<AuthRefusal> {
  await record(tx, actorOf(visit), { action: 'accounts.verification-failed', on });
  return refusal;
}
