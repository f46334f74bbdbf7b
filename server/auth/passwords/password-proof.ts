import { PASSWORD_MAX, passwordLength } from '#domain/auth/password.ts';
import { isFresh } from '#domain/auth/proof.ts';
import type { CallLimits } from '../../limits.ts';
import { record } from '../../platform/audit.ts';
import { isMailboxProven } from '../account.ts';
import { authRefusal } from '../refusal.ts';
import { type AuthRequest, actorOf, type Session, type User } from '../request.ts';

/** Seconds after signing in with a password within which the client must ask for it again. */
const RECENT = 24 * 3600;
const SECOND_STEPS = ['totp', 'mfa/recovery_code'];

/**
 * A new password or address needs more than an open session, or whoever finds an unlocked computer owns the account: a
 * fresh proof, or, without a second step, one sent along: the current password, or a code from the mailbox (`nonce`, spent
 * later in the transaction). The password counts for an address only where the mailbox was proven.
 */
export async function proveForChange(
  request: AuthRequest,
  user: User,
  session: Session,
  {
    nonce,
    currentPassword,
    hasFactor,
    movesAddress,
  }: { nonce?: string | null; currentPassword?: string | null; hasFactor: boolean; movesAddress: boolean },
): Promise<void> {
  const limits = request.limits.as({ session: session.id, person: user.id });
  if (currentPassword) await checkCurrentPassword(request, limits, user, currentPassword);
  if (nonce) await limits.consume('mailed codes in a session');
  if (nonce && !isMailboxProven(user)) await limits.consume('mailed codes of a person');
  if (isFresh(session.provenAt, request.deps.now())) return;
  if (hasFactor) throw authRefusal('reauthentication_needed');
  if (nonce) return;
  if (currentPassword && (!movesAddress || isMailboxProven(user))) return;
  const first = session.amr.find(({ method }) => !SECOND_STEPS.includes(method));
  const age = request.deps.now().getTime() / 1000 - (first?.timestamp ?? 0);
  if (!movesAddress && first?.method === 'password' && age <= RECENT) throw authRefusal('current_password_required');
  throw authRefusal('reauthentication_needed');
}

async function checkCurrentPassword(
  request: AuthRequest,
  limits: CallLimits,
  user: User,
  password: string,
): Promise<void> {
  await limits.consume('passwords in a session');
  const fits =
    passwordLength(password) <= PASSWORD_MAX && (await request.deps.passwords.verify(user.passwordHash, password));
  if (!fits) {
    await record(request.deps.db, actorOf(request, user), {
      action: 'accounts.password-proof-failed',
      on: { kind: 'profile', id: user.id },
    });
    throw authRefusal('current_password_invalid');
  }
  await limits.reset('passwords in a session');
}
