import { eq } from 'drizzle-orm';
import * as z from 'zod';
import { type AuditedThing, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { type Account, accountByEmail, isMailboxProven, lockAccount, signInBlock } from '../account.ts';
import { answerEmailChangeAgain, confirmEmailChange, waitingForAddress } from '../changes/email-change.ts';
import { deleteFactorsAndRecoveryCodes } from '../factors/second-step.ts';
import { read, readEmail } from '../input.ts';
import { mayUseMailedCodes } from '../mails.ts';
import { type AuthRefusal, authRefusal } from '../refusal.ts';
import { type AuthRequest, actorOf, inTransaction, type User } from '../request.ts';
import { knownDevices, knownNetworks, users } from '../schema.ts';
import { type Method, openSession, revokeOtherSessions } from '../sessions/session.ts';
import { limitsFor } from '../sign-in/known-networks.ts';
import {
  ownerOfLink,
  ownerOfMailedCode,
  redeemCode,
  redeemLink,
  rememberPress,
  type TokenKind,
} from './one-time-token.ts';
import { auditedAddressHash } from './request-link.ts';

const TYPES = ['signup', 'email', 'recovery', 'email_change'] as const;
const Verify = z.object({
  type: z.enum(TYPES),
  token_hash: z.string().nullish(),
  /** Random, one for each link that is opened: the same press may ask again. */
  key: z.string().min(16).max(64).nullish(),
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
export async function verify(request: AuthRequest, body: unknown) {
  const input = read(Verify, body);
  const kinds = KINDS[input.type];
  if (input.token_hash) return verifyLink(request, { token: input.token_hash, kinds, press: input.key ?? null });
  if (input.email && input.token) return verifyCode(request, readEmail(input.email), input.token, kinds);
  throw authRefusal('validation_failed', { message: 'Verify requires a token_hash, or an email with a token' });
}

async function verifyLink(request: AuthRequest, link: { token: string; kinds: TokenKind[]; press: string | null }) {
  const { token, kinds } = link;
  const expired = () => authRefusal('otp_expired', { message: 'Email link is invalid or has expired' });
  const known = await ownerOfLink(request.deps.db, token, kinds);
  await (known ? limitsFor(request, { userId: known }) : request.limits.consumeForWiderNetworks());
  return inTransaction(request, async (tx) => {
    const owner = await ownerOfLink(tx, token, kinds);
    const account = owner && (await lockAccount(tx, owner));
    if (!account) return noteFailure(tx, request, { kind: 'link', id: 'unknown' }, expired());
    const used = await redeemLink(tx, request.deps, link);
    if (!used) return noteFailure(tx, request, { kind: 'profile', id: account.user.id }, expired());
    if (used.again) return admitAgain(tx, request, account, used.kind);
    const admitted = await admit(tx, request, account, used.kind);
    await rememberPress(tx, request.deps, used, link.press);
    return admitted;
  });
}

async function verifyCode(request: AuthRequest, email: string, code: string, kinds: TokenKind[]) {
  const limits = await limitsFor(request, { email }, { onlyProven: true });
  await limits.consume('mailed codes', email);
  await limits.consume('mailed codes of an account', email);
  const admitted = await inTransaction(request, async (tx) => {
    const meant = await meantBy(tx, request, email, code, kinds);
    for (const id of meant) {
      const account = await lockAccount(tx, id);
      const kind = account && kindFor(account.user, email, kinds);
      const right =
        account &&
        kind &&
        mayUseMailedCodes(request.deps, account.user) &&
        (await redeemCode(tx, request.deps, id, kind, code, { spared: limits.known }));
      if (right) return admit(tx, request, account, kind);
    }
    const on: AuditedThing = meant[0] ? { kind: 'profile', id: meant[0] } : auditedAddressHash(email);
    return noteFailure(tx, request, on, authRefusal('otp_expired'));
  });
  await limits.reset('mailed codes', email);
  await limits.reset('mailed codes of an account', email);
  return admitted;
}

/**
 * Whose a code may be that is typed together with this address: its account's, or, of those that are about to move there, the one's
 * that it was mailed for. A wrong one counts against all of them.
 */
async function meantBy(
  tx: Tx,
  { deps }: AuthRequest,
  email: string,
  code: string,
  kinds: TokenKind[],
): Promise<string[]> {
  const owner = await accountByEmail(tx, email);
  if (owner) return [owner.user.id];
  const waiting = kinds.includes('email_change_new') ? await waitingForAddress(tx, email) : [];
  if (waiting.length < 2) return waiting;
  const asker = await ownerOfMailedCode(tx, deps, waiting, 'email_change_new', code);
  return asker ? [asker] : waiting;
}

/** A code was mailed to one address and is typed together with it: an e-mail change has one code for each. */
function kindFor(user: User, email: string, kinds: TokenKind[]): TokenKind | undefined {
  if (!kinds.includes('email_change_new')) return user.email === email ? kinds[0] : undefined;
  if (user.email === email) return 'email_change_current';
  return user.newEmail === email ? 'email_change_new' : undefined;
}

async function admit(tx: Tx, request: AuthRequest, account: Account, kind: TokenKind) {
  const { user } = account;
  const bar = signInBlock(user, account, request.deps.now());
  if (bar) return noteFailure(tx, request, { kind: 'profile', id: user.id }, authRefusal(bar));
  if (kind === 'email_change_current' || kind === 'email_change_new') return confirmEmailChange(tx, request, user);
  if (kind === 'recovery' && !isMailboxProven(user)) await beginAnew(tx, user);
  await confirmAddress(tx, request, user);
  const method: Method = kind === 'recovery' ? 'recovery' : 'email/signup';
  await record(tx, actorOf(request, user), {
    action: kind === 'recovery' ? 'accounts.recovered' : 'accounts.signed-in',
    on: { kind: 'profile', id: user.id },
    after: { by: method },
  });
  return openSession(tx, request, user.id, method);
}

/** The deed is done and only its answer was lost: the answer is given again. */
async function admitAgain(tx: Tx, request: AuthRequest, account: Account, kind: TokenKind) {
  if (kind !== 'email_change_current' && kind !== 'email_change_new') return admit(tx, request, account, kind);
  return answerEmailChangeAgain(tx, request, account.user);
}

/**
 * Until now anybody may have registered this address: what they set up to come in opens nothing for whoever reads the mailbox, and
 * where they came in from is known no more. A new password is set in the session that begins now.
 */
async function beginAnew(tx: Tx, { id }: User): Promise<void> {
  await tx.update(users).set({ passwordHash: null, newEmail: null }).where(eq(users.id, id));
  await deleteFactorsAndRecoveryCodes(tx, id);
  await tx.delete(knownNetworks).where(eq(knownNetworks.userId, id));
  await tx.delete(knownDevices).where(eq(knownDevices.userId, id));
  await revokeOtherSessions(tx, id, null);
}

/** Whoever opened the link reads that mailbox. The first time, the registration goes to review. */
async function confirmAddress(tx: Tx, request: AuthRequest, user: User): Promise<void> {
  const now = request.deps.now();
  await tx
    .update(users)
    .set({ mailboxProvenAt: now, emailConfirmedAt: user.emailConfirmedAt ?? now })
    .where(eq(users.id, user.id));
  if (user.emailConfirmedAt) return;
  await record(tx, actorOf(request, user), {
    action: 'accounts.address-confirmed',
    on: { kind: 'profile', id: user.id },
  });
  await request.flows.notifyOfRegistration(tx, request.deps, user.id);
  // Whoever came through an invitation joins the network now, on whatever device the mail was opened.
  if (user.userMetadata.referral_code)
    await request.deps.queue.send(tx, 'network.enrol-referred', { profileId: user.id });
}

async function noteFailure(tx: Tx, request: AuthRequest, on: AuditedThing, refusal: AuthRefusal): Promise<AuthRefusal> {
  await record(tx, actorOf(request), { action: 'accounts.verification-failed', on });
  return refusal;
}
