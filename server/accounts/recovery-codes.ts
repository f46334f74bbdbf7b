import { createHmac } from 'node:crypto';
import { and, count, eq, isNull } from 'drizzle-orm';
import * as z from 'zod';
import { record } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { networkOf } from '../platform/throttle.ts';
import { factorsOf, lockAccount, verifiedFactors } from './account.ts';
import { refuse } from './auth-refusal.ts';
import { read } from './input.ts';
import { normaliseSecret, readableSecret } from './readable-secret.ts';
import { recoveryCodes } from './schema.ts';
import { stepUp } from './session.ts';
import { actorOf, atomically, type Session, signedIn, type User, type Visit } from './visit.ts';

/** Ten codes for the day the phone is lost; each replaces one authenticator code, once. Shown once, kept as HMACs. */
const CODES = 10;
const GROUPS = 3;

const VerifyCode = z.object({ code: z.string().max(100) });

/** `GET /factors/recovery-codes`: how many are left. */
export async function recoveryCodesStatus(visit: Visit) {
  const { user } = await signedIn(visit);
  const { db } = visit.edges;
  const [all] = await db.select({ number: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, user.id));
  const [left] = await db.select({ number: count() }).from(recoveryCodes).where(unused(user.id));
  if (all!.number === 0) throw refuse('mfa_factor_not_found');
  return { id: user.id, type: 'recovery_code', total: all!.number, remaining: left!.number };
}

/** `POST /factors/recovery-codes`: the first set. */
export const makeRecoveryCodes = (visit: Visit) => replaceCodes(visit, { mayReplace: false });

/** `POST /factors/recovery-codes/regenerate`: a new set; the old codes are dead. */
export const regenerateRecoveryCodes = (visit: Visit) => replaceCodes(visit, { mayReplace: true });

async function replaceCodes(visit: Visit, { mayReplace }: { mayReplace: boolean }) {
  const { user, session } = await signedIn(visit);
  await visit.throttle.take('ip factor', networkOf(visit.ip));
  return atomically(visit, async (tx) => {
    await lockAccount(tx, user.id);
    await requireSecondStep(tx, user, session);
    const old = await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, user.id)).returning();
    if (old.length > 0 && !mayReplace) throw refuse('mfa_verified_factor_exists');
    const codes = Array.from({ length: CODES }, () => readableSecret(GROUPS));
    await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId: user.id, codeHash: hashCode(visit, code) })));
    await note(tx, visit, user, 'accounts.recovery-codes-made');
    return { id: user.id, type: 'recovery_code', friendly_name: 'Recovery codes', total: CODES, codes };
  });
}

/** `POST /factors/recovery-codes/verify`: an unused code lifts this session to aal2. */
export async function verifyRecoveryCode(visit: Visit, body: unknown) {
  const { user, session } = await signedIn(visit);
  const { code } = read(VerifyCode, body);
  await visit.throttle.take('ip factor', networkOf(visit.ip));
  await visit.throttle.take('factor code', user.id);
  const lifted = await atomically(visit, async (tx) => {
    await lockAccount(tx, user.id);
    const [used] = await tx
      .update(recoveryCodes)
      .set({ usedAt: visit.edges.now() })
      .where(and(unused(user.id), eq(recoveryCodes.codeHash, hashCode(visit, code))))
      .returning();
    if (!used) {
      await note(tx, visit, user, 'accounts.factor-refused');
      return refuse('mfa_verification_failed', { message: 'Invalid recovery code entered' });
    }
    const lifted = await stepUp(tx, visit, user, session.id, { method: 'mfa/recovery_code', factorId: null });
    if (!lifted) throw refuse('session_not_found');
    await note(tx, visit, user, 'accounts.recovery-code-used');
    return lifted;
  });
  await visit.throttle.forgive('factor code', user.id);
  return lifted;
}

/** `DELETE /factors/recovery-codes` */
export async function removeRecoveryCodes(visit: Visit) {
  const { user, session } = await signedIn(visit);
  return atomically(visit, async (tx) => {
    await lockAccount(tx, user.id);
    await requireSecondStep(tx, user, session);
    const gone = await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, user.id)).returning();
    if (gone.length === 0) throw refuse('mfa_factor_not_found');
    await note(tx, visit, user, 'accounts.recovery-codes-removed');
    return { id: user.id };
  });
}

async function requireSecondStep(tx: Tx, user: User, session: Session) {
  if (verifiedFactors(await factorsOf(tx, user.id)).length === 0) throw refuse('mfa_recovery_codes_sole_factor');
  if (session.aal === 'aal1') throw refuse('insufficient_aal', { message: 'AAL2 required to manage recovery codes' });
}

const unused = (userId: string) => and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt));

const hashCode = (visit: Visit, code: string): Buffer =>
  createHmac('sha256', visit.edges.tokens.deriveKey('recovery-code')).update(normaliseSecret(code)).digest();

const note = (tx: Tx, visit: Visit, user: User, action: `accounts.${string}`) =>
  record(tx, actorOf(visit, user), { action, on: { kind: 'profile', id: user.id } });
