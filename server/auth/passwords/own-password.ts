import { PASSWORD_MAX, passwordLength } from '#domain/auth/password.ts';
import { refuse } from '#domain/refuse.ts';
import type { Person } from '../../context.ts';
import type { Dependencies } from '../../dependencies.ts';
import { limiterOf } from '../../limits.ts';
import { type Actor, record } from '../../platform/audit.ts';
import { accountById } from '../account.ts';
import { tooManyTries } from '../limit-refusal.ts';
import { PasswordsBusy } from './passwords.ts';

/** Refuses what is not the person's password; counted in this session, and written down when it is wrong. */
export async function checkOwnPassword(
  deps: Dependencies,
  { actor, ip, person }: { actor: Actor; ip: string; person: Person },
  password: string,
): Promise<void> {
  const { id, sessionId: session } = person;
  const wait = await limiterOf(deps).tryConsume('passwords in a session', { ip, session });
  if (wait > 0) throw tooManyTries(wait);
  const stored = (await accountById(deps.db, id))?.user.passwordHash ?? null;
  try {
    if (passwordLength(password) <= PASSWORD_MAX && (await deps.passwords.verify(stored, password))) {
      await limiterOf(deps).reset('passwords in a session', { ip, session });
      return;
    }
  } catch (error) {
    if (error instanceof PasswordsBusy) throw refuse('SERVICE_UNAVAILABLE');
    throw error;
  }
  await record(deps.db, actor, { action: 'accounts.password-proof-failed', on: { kind: 'profile', id } });
  throw refuse('PASSWORD_WRONG');
}
