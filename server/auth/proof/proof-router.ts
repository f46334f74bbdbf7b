import { and, eq } from 'drizzle-orm';
import { acceptedProofs, isFresh, PROOF_MINUTES, type Proof } from '#domain/auth/proof.ts';
import { refuse } from '#domain/refuse.ts';
import { accountHolder } from '../../access.ts';
import type { Person } from '../../context.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { factorsOf, lockAccount, verifiedFactors } from '../account.ts';
import { notifyOfChange } from '../changes/changes.ts';
import { consumeTotp } from '../factors/factors.ts';
import { consumeRecoveryCode } from '../factors/recovery-codes.ts';
import { cancelRecovery } from '../factors/second-step.ts';
import { noteWrongCode } from '../factors/wrong-codes.ts';
import { tooManyTries } from '../limit-refusal.ts';
import { checkOwnPassword } from '../passwords/own-password.ts';
import { redeemCode } from '../recovery/one-time-token.ts';
import { sessions, users } from '../schema.ts';
import { type Origin, originOf } from '../sign-in/origin.ts';

const procedures = accountHolder.accounts.own.proof;

export const proofRouter = {
  state: procedures.state.handler(({ context: { deps, person } }) => ({
    accepted: acceptedProofs(person),
    fresh: isFresh(person.provenAt, deps.now()),
  })),

  give: procedures.give.handler(async ({ context, input }) => {
    const { deps, actor, person, ip, limits } = context;
    const accepted = acceptedProofs(person);
    const given: Proof = 'password' in input ? 'password' : person.hasFactor ? 'factor' : 'mail';
    if (!accepted.includes(given)) throw refuse('PROOF_NOT_ACCEPTED', { accepted });

    if ('password' in input) {
      await checkOwnPassword(deps, { actor, ip, person }, input.password);
      await deps.db.transaction((tx) => noteProof(tx, deps, actor, person, given));
    } else {
      const limit = given === 'mail' ? 'mailed codes in a session' : 'second-step codes in a session';
      let wait = await limits.tryConsume(limit);
      if (given === 'mail' && !person.mailboxProven && wait === 0)
        wait = await limits.tryConsume('mailed codes of a person');
      if (given === 'mail' && wait > 0) throw tooManyTries(wait);
      const attempt = { actor, person, given, origin: originOf(context), onlyRecoveryCode: wait > 0 };
      const right = await deps.db.transaction((tx) => proveByCode(tx, deps, attempt, input.code));
      if (wait > 0 && !right) throw tooManyTries(wait);
      if (!right) throw refuse(given === 'mail' ? 'MAILED_CODE_WRONG' : 'FACTOR_CODE_WRONG');
      await limits.reset(limit);
    }
    return { proven: true as const, minutes: PROOF_MINUTES };
  }),
};

interface Attempt {
  actor: Actor;
  person: Person;
  given: Proof;
  origin: Origin;
  /** Too many codes were wrong. Nobody guesses a recovery code, so a right one is taken all the same. */
  onlyRecoveryCode: boolean;
}

/** False for a wrong code; that it was tried is written down and must be committed. */
async function proveByCode(tx: Tx, deps: Dependencies, attempt: Attempt, code: string): Promise<boolean> {
  const { actor, person, given, origin } = attempt;
  await lockAccount(tx, person.id);
  const right =
    given === 'mail'
      ? await redeemCode(tx, deps, person.id, 'reauthentication', code)
      : await consumeFactorCode(tx, deps, attempt, code);
  if (!right) {
    if (given === 'factor') await noteWrongCode(tx, deps, actor, person, origin);
    else await record(tx, actor, { action: 'accounts.verification-failed', on: { kind: 'profile', id: person.id } });
    return false;
  }
  if (given === 'mail') await tx.update(users).set({ mailboxProvenAt: deps.now() }).where(eq(users.id, person.id));
  else await cancelRecovery(tx, deps, actor, person);
  await noteProof(tx, deps, actor, person, given);
  return true;
}

async function consumeFactorCode(
  tx: Tx,
  deps: Dependencies,
  { actor, person, origin, onlyRecoveryCode }: Attempt,
  code: string,
): Promise<boolean> {
  const factors = onlyRecoveryCode ? [] : verifiedFactors(await factorsOf(tx, person.id));
  if (await consumeTotp(tx, deps, factors, code)) return true;
  if (!(await consumeRecoveryCode(tx, deps, person.id, code))) return false;
  await record(tx, actor, { action: 'accounts.recovery-code-used', on: { kind: 'profile', id: person.id } });
  await notifyOfChange(tx, deps, person, { kind: 'code-used', origin });
  return true;
}

async function noteProof(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { id, sessionId }: Person,
  by: Proof,
): Promise<void> {
  await tx
    .update(sessions)
    .set({ provenAt: deps.now() })
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, id)));
  await record(tx, actor, { action: 'accounts.proven', on: { kind: 'profile', id }, after: { by } });
}
