import { and, count, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Registration } from '#domain/accounts/registration.ts';
import { record } from '../platform/audit.ts';
import type { Reader, Tx } from '../platform/db.ts';
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
  const invited = referral?.code ? await invites(tx, referral.code, edges.config.referralMaxDirect) : false;

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

/** Whether this code invites people now: its owner is an approved member of the network who may invite, with room left. */
async function invites(tx: Reader, code: string, maxDirect: number | undefined): Promise<boolean> {
  const [owner] = await tx
    .select({ id: profiles.id })
    .from(profiles)
    .where(
      and(
        eq(profiles.referralCode, code),
        eq(profiles.inTree, true),
        eq(profiles.toBeRegistered, false),
        isNull(profiles.invitesBlockedAt),
        isNull(profiles.blockedAt),
      ),
    );
  if (!owner || maxDirect === undefined) return owner !== undefined;
  const [direct] = await tx
    .select({ number: count() })
    .from(profiles)
    .where(and(eq(profiles.parentId, owner.id), isNotNull(profiles.path)));
  return direct!.number < maxDirect;
}
