import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { company } from '#domain/company.ts';
import { newReferralCode } from '#domain/network/referral-code.ts';
import type { Edges } from '../app.ts';
import { record, systemActor } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { readableSecret } from './readable-secret.ts';
import { mfaFactors, profiles, recoveryCodes, users } from './schema.ts';
import { endOtherWaysIn } from './session.ts';

/**
 * Makes sure that the configured super-admin exists, before the server listens. Answers with the sign-in only when it
 * generated the password just now: it is shown once and stored nowhere. Safe when several servers start at once.
 *
 * The rights come with the address. So an account that somebody else opened with it, before it was configured, is taken
 * over: new password, all sessions, links and second steps gone.
 */
export async function ensureSuperAdmin(
  edges: Pick<Edges, 'config' | 'db' | 'now' | 'passwords'>,
): Promise<{ email: string; password: string } | null> {
  const { email, password: configured } = edges.config.superAdmin;
  if (await isVouchedFor(edges.db, email)) return null;
  const password = configured ?? readableSecret(5);
  const passwordHash = await edges.passwords.hash(password);
  const made = await edges.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('accounts.super-admin'))`);
    if (await isVouchedFor(tx, email)) return false;
    await vouchFor(tx, email, passwordHash, edges.now());
    return true;
  });
  return made && configured === undefined ? { email, password } : null;
}

async function isVouchedFor(tx: Pick<Tx, 'select'>, email: string): Promise<boolean> {
  const [user] = await tx.select({ vouchedAt: users.vouchedAt }).from(users).where(eq(users.email, email));
  return user !== undefined && user.vouchedAt !== null;
}

async function vouchFor(tx: Tx, email: string, passwordHash: string, now: Date): Promise<void> {
  const proven = { passwordHash, emailConfirmedAt: now, vouchedAt: now, bannedUntil: null, newEmail: null };
  const [opened] = await tx.update(users).set(proven).where(eq(users.email, email)).returning({ id: users.id });
  const [made] = opened
    ? [opened]
    : await tx
        .insert(users)
        .values({ email, ...proven, createdAt: now, updatedAt: now })
        .returning({ id: users.id });
  const { id } = made!;
  await endOtherWaysIn(tx, id, null);
  await tx.delete(mfaFactors).where(eq(mfaFactors.userId, id));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, id));

  const [present] = await tx.select().from(profiles).where(eq(profiles.id, id)).for('update');
  const standing = { isAdmin: true, toBeRegistered: false, blockedAt: null };
  const atTheTop = {
    inTree: true,
    parentId: null,
    referralCode: present?.referralCode ?? newReferralCode(randomBytes),
  };
  if (present)
    await tx
      .update(profiles)
      .set({ ...standing, ...(present.inTree ? {} : atTheTop) })
      .where(eq(profiles.id, id));
  else await tx.insert(profiles).values({ id, email, username: await freeUsername(tx), ...standing, ...atTheTop });
  await record(tx, systemActor, {
    action: 'accounts.super-admin-made',
    on: { kind: 'profile', id },
    after: { email, takenOver: present !== undefined },
  });
}

/** Invited people read it as the name of whoever invited them. */
async function freeUsername(tx: Tx): Promise<string> {
  const wanted = company.brand.toLowerCase();
  const [taken] = await tx
    .select({ id: profiles.id })
    .from(profiles)
    .where(sql`lower(${profiles.username}) = ${wanted}`);
  return taken ? `${wanted}-${readableSecret(1)}` : wanted;
}
