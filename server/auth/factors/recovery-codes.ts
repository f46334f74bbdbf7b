import { createHmac } from 'node:crypto';
import { and, count, eq, isNull } from 'drizzle-orm';
import * as z from 'zod';
import type { AuditAction } from '#domain/audit-actions.ts';
import type { Dependencies } from '../../dependencies.ts';
import { record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { normaliseSecret, readableSecret } from '../../platform/secrets/readable-secret.ts';
import { factorsOf, verifiedFactors } from '../account.ts';
import { notifyOfChange } from '../changes/changes.ts';
import { read } from '../input.ts';
import { requireFreshProof } from '../proof/fresh-proof.ts';
import { authRefusal } from '../refusal.ts';
import { type AuthRequest, actorOf, inTransaction, type Session, type User } from '../request.ts';
import { recoveryCodes } from '../schema.ts';
import { issueSessionTokens, mayAnswerAgain, stepUp } from '../sessions/session.ts';
import { lockAccountOfSession, signedIn } from '../signed-in.ts';
import { cancelRecovery } from './second-step.ts';
import { noteWrongCode } from './wrong-codes.ts';

/** Ten codes for the day the phone is lost; each replaces one authenticator code, once. Shown once, kept as HMACs. */
const CODES = 10;
const GROUPS = 3;

const VerifyCode = z.object({ code: z.string().max(100) });

/** `GET /factors/recovery-codes`: how many are left. */
export async function recoveryCodesStatus(request: AuthRequest) {
  const { user } = await signedIn(request);
  const { db } = request.deps;
  const [all] = await db.select({ number: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, user.id));
  const [left] = await db.select({ number: count() }).from(recoveryCodes).where(unused(user.id));
  if (all!.number === 0) throw authRefusal('mfa_factor_not_found');
  return { id: user.id, type: 'recovery_code', total: all!.number, remaining: left!.number };
}

/** `POST /factors/recovery-codes`: the first set. */
export const makeRecoveryCodes = (request: AuthRequest) => replaceCodes(request, { mayReplace: false });

/** `POST /factors/recovery-codes/regenerate`: a new set; the old codes are dead. */
export const regenerateRecoveryCodes = (request: AuthRequest) => replaceCodes(request, { mayReplace: true });

async function replaceCodes(request: AuthRequest, { mayReplace }: { mayReplace: boolean }) {
  const { user, session: shown } = await signedIn(request);
  return inTransaction(request, async (tx) => {
    const { session } = await lockAccountOfSession(tx, shown);
    await requireSecondStep(tx, user, session);
    requireFreshProof(request, session);
    const old = await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, user.id)).returning();
    if (old.length > 0 && !mayReplace) throw authRefusal('mfa_verified_factor_exists');
    const codes = Array.from({ length: CODES }, () => readableSecret(GROUPS));
    await tx
      .insert(recoveryCodes)
      .values(codes.map((code) => ({ userId: user.id, codeHash: hashCode(request.deps, code) })));
    await note(tx, request, user, 'accounts.recovery-codes-made');
    await notifyOfChange(tx, request.deps, user, { kind: 'codes-made', origin: request });
    return { id: user.id, type: 'recovery_code', friendly_name: 'Recovery codes', total: CODES, codes };
  });
}

/**
 * `POST /factors/recovery-codes/verify`: an unused code lifts this session to aal2. Nobody guesses one, so however many
 * wrong codes were tried before, a right one is taken. The same one again, as after a lost answer, is answered again.
 */
export async function verifyRecoveryCode(request: AuthRequest, body: unknown) {
  const { user, session: shown } = await signedIn(request);
  const { code } = read(VerifyCode, body);
  return inTransaction(request, async (tx) => {
    const { session } = await lockAccountOfSession(tx, shown);
    const at = await consumeRecoveryCode(tx, request.deps, user.id, code);
    if (!at) {
      const before = await whenUsed(tx, request.deps, user.id, code);
      if (before && mayAnswerAgain(session, { factorId: null, at: before }, request.deps.now()))
        return issueSessionTokens(tx, request, user, session);
      await noteWrongCode(tx, request.deps, actorOf(request, user), user, request);
      return authRefusal('mfa_verification_failed', { message: 'Invalid recovery code entered' });
    }
    const lifted = await stepUp(tx, request, user, session.id, { method: 'mfa/recovery_code', factorId: null, at });
    if (!lifted) throw authRefusal('session_not_found');
    await note(tx, request, user, 'accounts.recovery-code-used');
    await notifyOfChange(tx, request.deps, user, { kind: 'code-used', origin: request });
    await cancelRecovery(tx, request.deps, actorOf(request, user), user);
    return lifted;
  });
}

/** The moment of its use; `null` for a wrong or used one, because each is good once. */
export async function consumeRecoveryCode(
  tx: Tx,
  deps: Dependencies,
  userId: string,
  code: string,
): Promise<Date | null> {
  const [used] = await tx
    .update(recoveryCodes)
    .set({ usedAt: deps.now() })
    .where(and(unused(userId), eq(recoveryCodes.codeHash, hashCode(deps, code))))
    .returning({ at: recoveryCodes.usedAt });
  return used?.at ?? null;
}

async function whenUsed(tx: Tx, deps: Dependencies, userId: string, code: string): Promise<Date | null> {
  const [used] = await tx
    .select({ at: recoveryCodes.usedAt })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, hashCode(deps, code))));
  return used?.at ?? null;
}

/** `DELETE /factors/recovery-codes` */
export async function removeRecoveryCodes(request: AuthRequest) {
  const { user, session: shown } = await signedIn(request);
  return inTransaction(request, async (tx) => {
    const { session } = await lockAccountOfSession(tx, shown);
    await requireSecondStep(tx, user, session);
    requireFreshProof(request, session);
    const gone = await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, user.id)).returning();
    if (gone.length === 0) throw authRefusal('mfa_factor_not_found');
    await note(tx, request, user, 'accounts.recovery-codes-removed');
    await notifyOfChange(tx, request.deps, user, { kind: 'codes-removed', origin: request });
    return { id: user.id };
  });
}

async function requireSecondStep(tx: Tx, user: User, session: Session) {
  if (verifiedFactors(await factorsOf(tx, user.id)).length === 0) throw authRefusal('mfa_recovery_codes_sole_factor');
  if (session.aal === 'aal1')
    throw authRefusal('insufficient_aal', { message: 'AAL2 required to manage recovery codes' });
}

const unused = (userId: string) => and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt));

const hashCode = ({ tokens }: Dependencies, code: string): Buffer =>
  createHmac('sha256', tokens.deriveKey('recovery-code')).update(normaliseSecret(code)).digest();

const note = (tx: Tx, request: AuthRequest, user: User, action: AuditAction) =>
  record(tx, actorOf(request, user), { action, on: { kind: 'profile', id: user.id } });
