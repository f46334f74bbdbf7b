import { acceptances, profiles } from '../../accounts/schema.ts';
import { mailConfirmation } from '../../auth/mails.ts';
import { type AuthRequest, actorOf, type NewAccount, type User } from '../../auth/request.ts';
import { users } from '../../auth/schema.ts';
import { record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { notifyOfRegistration } from './notify-of-registration.ts';
import { reserveNetworkPlace } from './reserve-network-place.ts';

/** Milliseconds that the page of a referral link has to enrol the account that it made; afterwards the server does it. */
const ENROLLED_AFTER = 10 * 60_000;

/**
 * Makes the sign-in and the profile together. The profile waits: for staff, or, when an active member's referral code came
 * with it, to be enrolled under that member. With address confirmation on, neither happens before the address is confirmed.
 */
export async function createAccount(
  tx: Tx,
  request: AuthRequest,
  { email, passwordHash, registration, metadata }: NewAccount,
): Promise<User> {
  const { deps } = request;
  const now = deps.now();
  const confirmFirst = deps.config.emailConfirmation;
  const { referral, accepted, ...fields } = registration;
  const invitedBy = referral === null ? null : await reserveNetworkPlace(tx, referral, deps.config.referralMaxDirect);

  const [user] = await tx
    .insert(users)
    .values({
      email,
      passwordHash,
      userMetadata: metadata,
      emailConfirmedAt: confirmFirst ? null : now,
      confirmationSentAt: confirmFirst ? now : null,
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  const { id } = user!;
  await tx
    .insert(profiles)
    .values({ id, email, ...fields, toBeRegistered: true, invitedBy, createdAt: now, updatedAt: now });
  const consents = Object.entries(accepted).flatMap(([document, version]) =>
    version === null ? [] : [{ userId: id, email, document, version, occasion: 'registration', acceptedAt: now }],
  );
  if (consents.length > 0) await tx.insert(acceptances).values(consents);
  await record(tx, actorOf(request, user), {
    action: 'accounts.signed-up',
    on: { kind: 'profile', id },
    after: { waiting: true, referred: referral !== null, invited: invitedBy !== null },
  });
  if (confirmFirst) await mailConfirmation(tx, deps, user!);
  else await notifyOfRegistration(tx, deps, id);
  if (!confirmFirst && invitedBy !== null) {
    const startAfter = new Date(now.getTime() + ENROLLED_AFTER);
    await deps.queue.send(tx, 'network.enrol-referred', { profileId: id }, { startAfter });
  }
  return user!;
}
