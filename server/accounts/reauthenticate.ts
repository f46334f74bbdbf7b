import { eq } from 'drizzle-orm';
import { record } from '../platform/audit.ts';
import { networkOf } from '../platform/throttle.ts';
import { mailReauthentication } from './auth-mails.ts';
import { users } from './schema.ts';
import { actorOf, atomically, signedIn, type Visit } from './visit.ts';

/** `GET /reauthenticate`: mails a six-digit code that `PUT /user` takes as `nonce`. */
export async function reauthenticate(visit: Visit) {
  const { user } = await signedIn(visit);
  await visit.throttle.take('ip mail', networkOf(visit.ip));
  await visit.throttle.take('mail to address', 'reauthentication', user.email);
  await visit.throttle.take('mail to address today', user.email);
  await atomically(visit, async (tx) => {
    await tx.update(users).set({ reauthenticationSentAt: visit.edges.now() }).where(eq(users.id, user.id));
    await mailReauthentication(tx, visit.edges, user);
    await record(tx, actorOf(visit, user), {
      action: 'accounts.reauthentication-requested',
      on: { kind: 'profile', id: user.id },
    });
  });
  return {};
}
