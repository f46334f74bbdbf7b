import { PASSWORD_MAX, passwordLength } from '#domain/accounts/password.ts';
import { record } from '../platform/audit.ts';
import { networkOf } from '../platform/throttle.ts';
import { refuse } from './auth-refusal.ts';
import { actorOf, type Session, type User, type Visit } from './visit.ts';

/** Seconds after which an open session alone no longer counts as the person being there. */
const FRESH = 24 * 3600;
const SECOND_STEPS = ['totp', 'mfa/recovery_code'];
const BY_MAIL = ['recovery', 'email/signup', 'email_change'];

/**
 * A new password needs more than an open session, or whoever finds an unlocked computer owns the account: the current
 * password, or a code from the mailbox (`nonce`, spent later in the transaction). Only somebody who came in through a
 * mailed link within the last day has already shown as much.
 */
export async function proveForPassword(
  visit: Visit,
  user: User,
  session: Session,
  { nonce, currentPassword }: { nonce?: string | null; currentPassword?: string | null },
): Promise<void> {
  if (nonce) return visit.throttle.take('mailed code', user.email);
  if (currentPassword) return proveByPassword(visit, user, currentPassword);
  const first = session.amr.find(({ method }) => !SECOND_STEPS.includes(method));
  const age = visit.edges.now().getTime() / 1000 - (first?.timestamp ?? 0);
  if (!first || age > FRESH) throw refuse('reauthentication_needed');
  if (!BY_MAIL.includes(first.method)) throw refuse('current_password_required');
}

async function proveByPassword(visit: Visit, user: User, password: string): Promise<void> {
  const network = networkOf(visit.ip);
  await visit.throttle.take('password here', user.email, network);
  await visit.throttle.take('password anywhere', user.email);
  const fits =
    passwordLength(password) <= PASSWORD_MAX && (await visit.edges.passwords.verify(user.passwordHash, password));
  if (!fits) {
    await record(visit.edges.db, actorOf(visit, user), {
      action: 'accounts.password-proof-failed',
      on: { kind: 'profile', id: user.id },
    });
    throw refuse('current_password_invalid');
  }
  await visit.throttle.forgive('password here', user.email, network);
  await visit.throttle.forgive('password anywhere', user.email);
}
