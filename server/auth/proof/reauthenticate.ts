import { eq } from 'drizzle-orm';
import { record } from '../../platform/audit.ts';
import { isMailboxProven } from '../account.ts';
import { mailReauthentication } from '../mails.ts';
import { type AuthRequest, actorOf, inTransaction } from '../request.ts';
import { users } from '../schema.ts';
import { signedIn } from '../signed-in.ts';

/** `GET /reauthenticate`: mails a six-digit code that `PUT /user` takes as `nonce`. */
export async function reauthenticate(request: AuthRequest) {
  const { user, limits } = await signedIn(request);
  await limits.consume('mails asked for');
  await limits.consume('mails from a session');
  await limits.consume('mails from a session in a day');
  if (!isMailboxProven(user)) await limits.consume('mails of a person in a day');
  await inTransaction(request, async (tx) => {
    await tx.update(users).set({ reauthenticationSentAt: request.deps.now() }).where(eq(users.id, user.id));
    await mailReauthentication(tx, request.deps, user);
    await record(tx, actorOf(request, user), {
      action: 'accounts.reauthentication-requested',
      on: { kind: 'profile', id: user.id },
    });
  });
  return {};
}
