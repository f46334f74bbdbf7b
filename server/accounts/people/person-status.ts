import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import { labelsOf, type PersonLabels, type Role } from '#domain/accounts/person-fields.ts';
import { refuse } from '#domain/refuse.ts';
import { revokeOtherSessions } from '../../auth/sessions/session.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { profiles } from '../schema.ts';
import { describeRow } from './people.ts';

type Profile = typeof profiles.$inferSelect;
const COLUMNS = {
  company: 'isCompany',
  partner: 'isPartner',
  installer: 'isInstaller',
  admin: 'isAdmin',
} as const satisfies Record<Role, keyof Profile>;

interface RoleChange {
  role: Role;
  on: boolean;
  /** What the writer of a label saw. */
  shown?: PersonLabels | undefined;
}

/** Refused when labels would be written over those that somebody else has set since. */
export async function setRole(
  tx: Tx,
  { config }: Pick<Dependencies, 'config'>,
  actor: Actor,
  profile: Profile,
  { role, on, shown }: RoleChange,
): Promise<Profile> {
  const column = COLUMNS[role];
  const excluded = on && role === 'installer' ? 'isPartner' : on && role === 'partner' ? 'isInstaller' : null;
  const values = { [column]: on, ...(excluded ? { [excluded]: false } : {}) } as Partial<Profile>;
  const written = Object.entries(values).filter(([name, value]) => profile[name as keyof Profile] !== value);
  if (written.length === 0) return profile;
  if (role !== 'admin' && !isDeepStrictEqual(labelsOf(profile), shown))
    throw refuse('LABELS_CHANGED', describeRow(profile, config.superAdmin.email));
  const [after] = await tx.update(profiles).set(values).where(eq(profiles.id, profile.id)).returning();
  await record(tx, actor, {
    action: 'accounts.role-changed',
    on: { kind: 'profile', id: profile.id },
    before: Object.fromEntries(written.map(([name]) => [name, profile[name as keyof Profile]])),
    after: Object.fromEntries(written),
  });
  return after!;
}

/** Blocking ends every session and kills every mailed link; the live streams end with them. */
export async function setBlocked(tx: Tx, actor: Actor, profile: Profile, on: boolean, now: Date): Promise<Profile> {
  if ((profile.blockedAt !== null) === on) return profile;
  const [after] = await tx
    .update(profiles)
    .set({ blockedAt: on ? now : null })
    .where(eq(profiles.id, profile.id))
    .returning();
  if (on) await revokeOtherSessions(tx, profile.id, null);
  await record(tx, actor, {
    action: on ? 'accounts.blocked' : 'accounts.unblocked',
    on: { kind: 'profile', id: profile.id },
  });
  return after!;
}

/** Every session ends and every mailed link is dead, as with a block, but the person may come in again. `false`: there was no session. */
export async function signOutEverywhere(tx: Tx, deps: Dependencies, actor: Actor, profile: Profile): Promise<boolean> {
  if ((await revokeOtherSessions(tx, profile.id, null)) === 0) return false;
  await record(tx, actor, { action: 'accounts.signed-out-everywhere', on: { kind: 'profile', id: profile.id } });
  await queueMail(tx, deps.queue, {
    to: profile.email,
    profileId: profile.id,
    template: 'accounts.signed-out',
    props: { email: profile.email, at: deps.now().toISOString() },
  });
  return true;
}
