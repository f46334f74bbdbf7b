import type { Registration } from '#domain/accounts/registration.ts';
import { isInvited } from '../flows/is-invited.ts';
import { record } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { mailConfirmation, mailRegistration } from './auth-mails.ts';
import { acceptances, profiles, users } from './schema.ts';
import { actorOf, type User, type Visit } from './visit.ts';

export interface NewAccount {
  email: string;
  passwordHash: string;
  registration: Registration;
  /** As sent; kept for the client, never read by the server again. */
  metadata: Record<string, unknown>;
}

/**
 * Makes the sign-in and the profile together. The profile waits for approval unless an active member's referral code
 * came with it. With address confirmation on, nobody reviews or enters before the address is confirmed.
 */
export async function makeAccount(
  tx: Tx,
  visit: Visit,
  { email, passwordHash, registration, metadata }: NewAccount,
): Promise<User> {
  const { edges } = visit;
  const now = edges.now();
  const confirmFirst = edges.config.emailConfirmation;
  const { referral, accepted, ...fields } = registration;
  const invited = referral !== null && (await isInvited(tx, referral, edges.config.referralMaxDirect));

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
  await tx.insert(profiles).values({ id, email, ...fields, toBeRegistered: !invited, createdAt: now, updatedAt: now });
  const consents = Object.entries(accepted).flatMap(([document, version]) =>
    version === null ? [] : [{ userId: id, email, document, version, occasion: 'registration', acceptedAt: now }],
  );
  if (consents.length > 0) await tx.insert(acceptances).values(consents);
  await record(tx, actorOf(visit, user), {
    action: 'accounts.signed-up',
    on: { kind: 'profile', id },
    after: { waiting: !invited, referred: referral !== null },
  });
  if (confirmFirst) await mailConfirmation(tx, edges, user!);
  else await mailRegistration(tx, edges, id);
  return user!;
}
