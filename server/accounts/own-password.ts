import { PASSWORD_MAX, passwordLength } from '#domain/accounts/password.ts';
import type { Person } from '../access.ts';
import type { Edges } from '../app.ts';
import { type Actor, record } from '../platform/audit.ts';
import { networkOf } from '../platform/throttle.ts';
import { accountById } from './account.ts';
import { PasswordsBusy } from './passwords.ts';
import { throttleOf } from './throttle.ts';

/** Whether this is the person's password; counted like every other try at it, and written down when it is wrong. */
export async function checkOwnPassword(
  edges: Edges,
  { actor, ip, person }: { actor: Actor; ip: string; person: Person },
  password: string,
): Promise<'right' | 'wrong' | 'too many'> {
  const throttle = throttleOf(edges);
  const network = networkOf(ip);
  const { id, email } = person;
  if (!(await throttle.allows('password here', email, network))) return 'too many';
  if (!(await throttle.allows('password anywhere', email))) return 'too many';
  const stored = (await accountById(edges.db, id))?.user.passwordHash ?? null;
  try {
    if (passwordLength(password) <= PASSWORD_MAX && (await edges.passwords.verify(stored, password))) {
      await throttle.forgive('password here', email, network);
      await throttle.forgive('password anywhere', email);
      return 'right';
    }
  } catch (error) {
    if (error instanceof PasswordsBusy) return 'too many';
    throw error;
  }
  await record(edges.db, actor, { action: 'accounts.password-proof-failed', on: { kind: 'profile', id } });
  return 'wrong';
}
