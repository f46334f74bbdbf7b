import { randomUUID } from 'node:crypto';
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { AuditAction } from '#domain/audit-actions.ts';
import { company } from '#domain/company.ts';
import { Id } from '#domain/shapes.ts';
import type { Dependencies } from '../../dependencies.ts';
import { record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { type Factor, factorsOf, verifiedFactors } from '../account.ts';
import { notifyOfChange } from '../changes/changes.ts';
import { read } from '../input.ts';
import { requireFreshProof } from '../proof/fresh-proof.ts';
import { authRefusal } from '../refusal.ts';
import { type AuthRequest, actorOf, inTransaction, type Session, type User } from '../request.ts';
import { mfaChallenges, mfaFactors, recoveryCodes, sessions } from '../schema.ts';
import { issueSessionTokens, mayAnswerAgain, stepUp } from '../sessions/session.ts';
import { lockAccountOfSession, signedIn } from '../signed-in.ts';
import { asRemoved, cancelRecovery, closeOpenRecovery } from './second-step.ts';
import { decryptSecret, encryptSecret, isCodeOfStep, newTotp, totpStep } from './totp.ts';
import { noteWrongCode } from './wrong-codes.ts';

const CHALLENGE_MS = 300_000;
const CHALLENGE_TRIES = 5;
const MAX_FACTORS = 10;
const CODE_LIMITS = ['second-step codes', 'second-step codes from a network', 'second-step codes of a person'] as const;

const Enroll = z.object({
  factor_type: z.enum(['totp', 'phone', 'webauthn']),
  friendly_name: z.string().trim().max(60).nullish(),
  issuer: z.string().trim().max(60).nullish(),
});
const VerifyFactor = z.object({ challenge_id: z.string(), code: z.string() });

/** `POST /factors`: a new authenticator, good for nothing until a code from it was verified. */
export async function enrollFactor(request: AuthRequest, body: unknown) {
  const { user, session: shown } = await signedIn(request);
  const input = read(Enroll, body);
  if (input.factor_type === 'phone') throw authRefusal('mfa_phone_enroll_not_enabled');
  if (input.factor_type === 'webauthn') throw authRefusal('mfa_webauthn_enroll_not_enabled');
  const friendlyName = input.friendly_name ?? '';
  return inTransaction(request, async (tx) => {
    const { session } = await lockAccountOfSession(tx, shown);
    const verified = verifiedFactors(await factorsOf(tx, user.id));
    // Or a stolen password would be enough to add a second step of one's own.
    if (verified.length > 0 && session.aal === 'aal1') throw authRefusal('insufficient_aal');
    requireFreshProof(request, session);
    if (verified.length >= MAX_FACTORS) throw authRefusal('too_many_enrolled_mfa_factors');
    if (verified.some((factor) => factor.friendlyName === friendlyName)) throw authRefusal('mfa_factor_name_conflict');
    // An abandoned QR code must not stand in the way of the next one.
    await tx.delete(mfaFactors).where(and(eq(mfaFactors.userId, user.id), eq(mfaFactors.status, 'unverified')));
    const id = randomUUID();
    const { secret, uri, qr } = newTotp(input.issuer || company.brand, user.email);
    const sealed = encryptSecret(request.deps.tokens, id, secret);
    await tx.insert(mfaFactors).values({ id, userId: user.id, friendlyName, secret: sealed });
    await note(tx, request, user, 'accounts.factor-enrolled', id);
    return { id, type: 'totp', friendly_name: friendlyName, totp: { qr_code: qr, secret, uri } };
  });
}

/** `POST /factors/:id/challenge` */
export async function challengeFactor(request: AuthRequest, factorId: string) {
  const { user } = await signedIn(request);
  const now = request.deps.now();
  return inTransaction(request, async (tx) => {
    await ownFactor(tx, user, factorId);
    const [challenge] = await tx
      .insert(mfaChallenges)
      .values({ factorId, createdAt: now })
      .returning({ id: mfaChallenges.id });
    await tx.update(mfaFactors).set({ lastChallengedAt: now }).where(eq(mfaFactors.id, factorId));
    await note(tx, request, user, 'accounts.factor-challenged', factorId);
    return { id: challenge!.id, type: 'totp', expires_at: Math.floor((now.getTime() + CHALLENGE_MS) / 1000) };
  });
}

/**
 * `POST /factors/:id/verify`: the right code makes the factor count and lifts this session to aal2. Of several that count, whichever was
 * asked, a code of each is right: the phone of the other may be gone. Asked again with the same code and challenge, it answers again,
 * and nothing else is done a second time.
 */
export async function verifyFactor(request: AuthRequest, factorId: string, body: unknown) {
  const { user, session: shown, limits } = await signedIn(request);
  const input = read(VerifyFactor, body);
  for (const limit of CODE_LIMITS) await limits.consume(limit);
  const lifted = await inTransaction(request, async (tx) => {
    const { session } = await lockAccountOfSession(tx, shown);
    const now = request.deps.now();
    const factor = await ownFactor(tx, user, factorId);
    const isNew = factor.status === 'unverified';
    if (isNew) requireFreshProof(request, session);
    const challenge = await challengeOf(tx, factor, input.challenge_id);
    const accepted = isNew ? [factor] : verifiedFactors(await factorsOf(tx, user.id));
    if (isTakenAlready(request.deps, { session, accepted, challenge, code: input.code }))
      return issueSessionTokens(tx, request, user, session);
    requireOpen(challenge, now);
    const shownBy = await consumeTotp(tx, request.deps, accepted, input.code);
    if (!shownBy) {
      await tx
        .update(mfaChallenges)
        .set({ attempts: sql`${mfaChallenges.attempts} + 1` })
        .where(eq(mfaChallenges.id, input.challenge_id));
      await noteWrongCode(tx, request.deps, actorOf(request, user), user, request, factorId);
      return authRefusal('mfa_verification_failed');
    }
    await tx.update(mfaChallenges).set({ verifiedAt: now }).where(eq(mfaChallenges.id, input.challenge_id));
    await tx.update(mfaFactors).set({ status: 'verified' }).where(eq(mfaFactors.id, shownBy.id));
    const lifted = await stepUp(tx, request, user, session.id, { method: 'totp', factorId: shownBy.id, at: now });
    if (!lifted) throw authRefusal('session_not_found');
    await note(tx, request, user, 'accounts.factor-verified', shownBy.id);
    if (isNew)
      await notifyOfChange(tx, request.deps, user, { kind: 'factor-added', origin: request, about: { factorId } });
    await cancelRecovery(tx, request.deps, actorOf(request, user), user);
    return lifted;
  });
  for (const limit of CODE_LIMITS) await limits.reset(limit);
  return lifted;
}

/** `DELETE /factors/:id`: sessions that it lifted fall back to aal1 at once, this one only with the last of them. */
export async function unenrollFactor(request: AuthRequest, factorId: string) {
  const { user, session: shown } = await signedIn(request);
  return inTransaction(request, async (tx) => {
    const { session } = await lockAccountOfSession(tx, shown);
    const factor = await ownFactor(tx, user, factorId);
    if (factor.status === 'verified' && session.aal === 'aal1')
      throw authRefusal('insufficient_aal', { status: 422, message: 'AAL2 required to unenroll verified factor' });
    if (factor.status === 'verified') requireFreshProof(request, session);
    await tx.delete(mfaFactors).where(eq(mfaFactors.id, factorId));
    const [other] = verifiedFactors(await factorsOf(tx, user.id));
    // Or whoever removes all of them would be refused after the one that they signed in with.
    const goesOn = and(eq(sessions.id, session.id), eq(sessions.factorId, factorId));
    if (other) await tx.update(sessions).set({ factorId: other.id }).where(goesOn);
    await tx.update(sessions).set({ aal: 'aal1', factorId: null }).where(eq(sessions.factorId, factorId));
    if (!other) {
      await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, user.id));
      await tx.update(sessions).set({ aal: 'aal1', factorId: null }).where(eq(sessions.userId, user.id));
      await closeOpenRecovery(tx, request.deps, user.id);
    }
    await note(tx, request, user, 'accounts.factor-removed', factorId);
    if (factor.status === 'verified')
      await notifyOfChange(tx, request.deps, user, {
        kind: 'factor-removed',
        origin: request,
        about: { factorId },
        removed: [asRemoved(factor)],
      });
    return { id: factorId };
  });
}

async function ownFactor(tx: Tx, user: User, factorId: string) {
  const [factor] = Id.safeParse(factorId).success
    ? await tx
        .select()
        .from(mfaFactors)
        .where(and(eq(mfaFactors.id, factorId), eq(mfaFactors.userId, user.id)))
    : [];
  if (!factor) throw authRefusal('mfa_factor_not_found');
  return factor;
}

type Challenge = typeof mfaChallenges.$inferSelect;

async function challengeOf(tx: Tx, factor: Factor, id: string): Promise<Challenge> {
  const [challenge] = Id.safeParse(id).success
    ? await tx
        .select()
        .from(mfaChallenges)
        .where(and(eq(mfaChallenges.id, id), eq(mfaChallenges.factorId, factor.id)))
    : [];
  if (!challenge)
    throw authRefusal('mfa_factor_not_found', {
      status: 422,
      message: 'MFA factor with the provided challenge ID not found',
    });
  return challenge;
}

function requireOpen(challenge: Challenge, now: Date): void {
  const alive = challenge.createdAt.getTime() + CHALLENGE_MS > now.getTime();
  if (!alive || challenge.verifiedAt || challenge.attempts >= CHALLENGE_TRIES)
    throw authRefusal('mfa_challenge_expired');
}

/** This code was taken for this challenge in this session just now, and is the last one that its authenticator was asked for. */
function isTakenAlready(
  { tokens, now }: Dependencies,
  { session, accepted, challenge, code }: { session: Session; accepted: Factor[]; challenge: Challenge; code: string },
): boolean {
  const shownBy = accepted.find(({ id }) => id === session.factorId);
  if (!challenge.verifiedAt || !shownBy || shownBy.lastStep === null) return false;
  return (
    mayAnswerAgain(session, { factorId: shownBy.id, at: challenge.verifiedAt }, now()) &&
    isCodeOfStep(decryptSecret(tokens, shownBy.id, shownBy.secret), code.trim(), shownBy.lastStep)
  );
}

/** Which of these showed the code, `null` for a wrong one; a right one is good once, whatever it is given for. */
export async function consumeTotp(
  tx: Tx,
  { tokens, now }: Dependencies,
  factors: readonly Factor[],
  code: string,
): Promise<Factor | null> {
  for (const factor of factors) {
    const { id: factorId, secret } = factor;
    const step = totpStep(decryptSecret(tokens, factorId, secret), code.trim(), now());
    if (step === null) continue;
    const spent = await tx
      .update(mfaFactors)
      .set({ lastStep: step })
      .where(and(eq(mfaFactors.id, factorId), or(isNull(mfaFactors.lastStep), lt(mfaFactors.lastStep, step))))
      .returning({ id: mfaFactors.id });
    if (spent.length === 1) return factor;
  }
  return null;
}

const note = (tx: Tx, request: AuthRequest, user: User, action: AuditAction, factorId: string) =>
  record(tx, actorOf(request, user), { action, on: { kind: 'profile', id: user.id }, after: { factorId } });
