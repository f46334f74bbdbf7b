import { randomBytes } from 'node:crypto';
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { company } from '#domain/company.ts';
import { newReferralCode } from '#domain/network/referral-code.ts';
import { profiles, usernameLookalikeKey } from '../../accounts/schema.ts';
import { endUndoRights } from '../../auth/changes/changes.ts';
import { knownDevices, knownNetworks, mfaFactors, recoveryCodes, users } from '../../auth/schema.ts';
import { revokeOtherSessions } from '../../auth/sessions/session.ts';
import type { Dependencies } from '../../dependencies.ts';
import { record, systemActor } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { readableSecret } from '../../platform/secrets/readable-secret.ts';
import { revokeKeys } from '../people/revoke-keys.ts';
import { voidHandOverCodes } from '../people/void-hand-over-codes.ts';

/**
 * Makes sure that the configured super-admin exists and can sign in, before the server listens; safe when several start at once.
 * Answers with the sign-in only when it generated the password just now, which is stored nowhere and must be changed first.
 * An account that somebody else opened with the address before, or that was closed or blocked, is taken over with nothing of its sign-in kept.
 */
export async function ensureSuperAdmin(
  deps: Pick<Dependencies, 'config' | 'db' | 'now' | 'passwords'>,
): Promise<SignIn | null> {
  const { email, password: configured } = deps.config.superAdmin;
  if (await isInPlace(deps.db, email)) return null;
  const password = configured ?? readableSecret(5);
  const passwordHash = await deps.passwords.hash(password);
  const made = await deps.db.transaction(async (tx) => {
    await lockSuperAdmin(tx);
    if (await isInPlace(tx, email)) return false;
    const { id, takenOver } = await createSuperAdmin(tx, deps, email, {
      passwordHash,
      generated: configured === undefined,
    });
    await record(tx, systemActor, {
      action: 'accounts.super-admin-made',
      on: { kind: 'profile', id },
      after: { email, takenOver },
    });
    return true;
  });
  return made && configured === undefined ? { email, password } : null;
}

export interface SignIn {
  email: string;
  password: string;
}

/** Only one process at a time decides who the super-admin is. */
export const lockSuperAdmin = (tx: Tx) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('accounts.super-admin'))`);

async function isInPlace(tx: Pick<Tx, 'select'>, email: string): Promise<boolean> {
  const [found] = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(
      and(
        eq(users.email, email),
        isNotNull(users.provisionedAt),
        isNull(profiles.closedAt),
        isNull(profiles.blockedAt),
      ),
    );
  return found !== undefined;
}

/** Gives that address the super-admin's account: open, with this password and no other way in. */
export async function createSuperAdmin(
  tx: Tx,
  deps: Pick<Dependencies, 'now'>,
  email: string,
  { passwordHash, generated }: { passwordHash: string; generated: boolean },
): Promise<{ id: string; takenOver: boolean }> {
  const now = deps.now();
  const proven = {
    passwordHash,
    mustChangePassword: generated,
    emailConfirmedAt: now,
    provisionedAt: now,
    bannedUntil: null,
    newEmail: null,
  };
  const [opened] = await tx.update(users).set(proven).where(eq(users.email, email)).returning({ id: users.id });
  const [made] = opened
    ? [opened]
    : await tx
        .insert(users)
        .values({ email, ...proven, createdAt: now, updatedAt: now })
        .returning({ id: users.id });
  const { id } = made!;
  await revokeOtherSessions(tx, id, null);
  await endUndoRights(tx, id, now);
  await tx.delete(mfaFactors).where(eq(mfaFactors.userId, id));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, id));
  await tx.delete(knownNetworks).where(eq(knownNetworks.userId, id));
  await tx.delete(knownDevices).where(eq(knownDevices.userId, id));
  await revokeKeys(tx, deps, systemActor, { userId: id });
  await voidHandOverCodes(tx, { userId: id });

  const [present] = await tx.select().from(profiles).where(eq(profiles.id, id)).for('update');
  const rights = {
    isAdmin: true,
    toBeRegistered: false,
    invitedBy: null,
    enrolmentRefused: null,
    blockedAt: null,
    closedAt: null,
    terminatesAt: null,
  };
  const atTheTop = {
    inTree: true,
    parentId: null,
    referralCode: present?.referralCode ?? newReferralCode(randomBytes),
  };
  if (present)
    await tx
      .update(profiles)
      .set({ ...rights, ...(present.inTree ? {} : atTheTop) })
      .where(eq(profiles.id, id));
  else await tx.insert(profiles).values({ id, email, username: await freeUsername(tx), ...rights, ...atTheTop });
  return { id, takenOver: present !== undefined };
}

/** Invited people read it as the name of whoever invited them. */
async function freeUsername(tx: Tx): Promise<string> {
  const wanted = company.brand.toLowerCase();
  const [taken] = await tx
    .select({ id: profiles.id })
    .from(profiles)
    .where(eq(usernameLookalikeKey(profiles.username), usernameLookalikeKey(wanted)));
  return taken ? `${wanted}-${readableSecret(1)}` : wanted;
}
