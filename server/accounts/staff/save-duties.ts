import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm';
import { DUTIES, type Duty } from '#domain/access.ts';
import { dutyDifference, GUARDED } from '#domain/accounts/staff/rules.ts';
import { memberName } from '#domain/network/rules.ts';
import { refuse } from '#domain/refuse.ts';
import { mfaFactors } from '../../auth/schema.ts';
import { lockOpenSessionShared } from '../../auth/sessions/lock-with-session.ts';
import type { Person } from '../../context.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, type AuditEntry, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMails } from '../../platform/mail/mail.ts';
import { lockPerson } from '../lock-person.ts';
import { notifyOfStaffChange } from '../people/staff-changes.ts';
import { profiles, staffDuties, staffMembers } from '../schema.ts';

type Profile = typeof profiles.$inferSelect;
interface Wanted {
  id: string;
  /** Of the row that was seen; `null` without one. */
  version: number | null;
  duties: Duty[];
}
interface Changed {
  profile: Profile;
  given: Duty[];
  taken: Duty[];
  duties: Duty[];
}

/**
 * All changes or none. The people are held in the order of their ids, then whoever saves, then the table of duties, so that of two saves
 * one waits.
 */
export const saveDuties = (
  deps: Dependencies,
  { actor, person }: { actor: Actor; person: Person },
  { reason, changes }: { reason: string; changes: Wanted[] },
): Promise<{ changes: number; people: number }> =>
  deps.db.transaction(async (tx) => {
    const people = new Map<string, Profile>();
    for (const { id } of changes.toSorted((one, other) => (one.id < other.id ? -1 : 1)))
      people.set(id, await lockPersonForDuties(tx, deps, id));
    await lockOpenSessionShared(tx, person);
    await tx.execute(sql`lock table ${staffDuties} in share row exclusive mode`);
    const before = await guardedHolders(tx);
    const changed: Changed[] = [];
    for (const wanted of changes) {
      const change = await applyChange(tx, deps, actor, people.get(wanted.id)!, wanted);
      if (change) changed.push(change);
    }
    const loser = changed.find(({ taken }) => taken.includes(GUARDED));
    if (loser && before > 0 && (await guardedHolders(tx)) === 0)
      throw refuse('LAST_HOLDER', { ...whose(loser.profile), duty: GUARDED });
    await record(
      tx,
      actor,
      changed.flatMap((change) => entriesOf(change, reason)),
    );
    await queueMails(
      tx,
      deps.queue,
      changed.map(({ profile, duties }) => ({
        to: profile.email,
        profileId: profile.id,
        template: 'accounts.duties-changed' as const,
        props: {
          duties,
          reason,
          by: actor.email ?? '',
          at: deps.now().toISOString(),
          link: `${deps.config.publicUrl}/admin`,
        },
      })),
    );
    for (const { profile, given, taken } of changed)
      await notifyOfStaffChange(tx, deps, person, profile, 'duties-changed', { given, taken });
    return {
      changes: changed.reduce((sum, { given, taken }) => sum + given.length + taken.length, 0),
      people: changed.length,
    };
  });

const whose = (profile: Profile) => ({ id: profile.id, name: memberName(profile) });

async function lockPersonForDuties(tx: Tx, { config }: Dependencies, id: string): Promise<Profile> {
  const profile = await lockPerson(tx, id);
  if (!profile) throw refuse('PERSON_GONE');
  if (profile.email === config.superAdmin.email) throw refuse('SUPER_ADMIN_STAYS');
  if (profile.toBeRegistered) throw refuse('PERSON_WAITS');
  if (profile.closedAt) throw refuse('PERSON_CLOSED');
  return profile;
}

/** Writes what differs; `null` when it is so already, whatever version was seen. */
async function applyChange(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  profile: Profile,
  { version, duties }: Wanted,
): Promise<Changed | null> {
  const [member] = await tx.select().from(staffMembers).where(eq(staffMembers.profileId, profile.id));
  const rows = await tx.select().from(staffDuties).where(eq(staffDuties.profileId, profile.id));
  const has = DUTIES.filter((duty) => rows.some((row) => row.duty === duty));
  const { given, taken } = dutyDifference(has, duties);
  const isNew = !member && (profile.isAdmin || duties.length > 0);
  if (!isNew && given.length + taken.length === 0) return null;
  if ((member?.version ?? null) !== version) throw refuse('DUTIES_CHANGED', await lastChange(tx, deps, member));
  if (given.includes(GUARDED) && !(await hasSecondStep(tx, profile.id)))
    throw refuse('SECOND_STEP_MISSING', { ...whose(profile), duty: GUARDED });

  const now = deps.now();
  const stamp = { version: (version ?? 0) + 1, changedAt: now, changedBy: actor.id };
  if (!profile.isAdmin) await makeAdmin(tx, actor, profile);
  await tx
    .insert(staffMembers)
    .values({ profileId: profile.id, ...stamp })
    .onConflictDoUpdate({ target: staffMembers.profileId, set: stamp });
  if (taken.length)
    await tx.delete(staffDuties).where(and(eq(staffDuties.profileId, profile.id), inArray(staffDuties.duty, taken)));
  if (given.length)
    await tx
      .insert(staffDuties)
      .values(given.map((duty) => ({ profileId: profile.id, duty, since: now, givenBy: actor.id })));
  // Whoever had all rights of an administrator until now loses the duties that are not given.
  const lost = member || !profile.isAdmin ? taken : DUTIES.filter((duty) => !duties.includes(duty));
  return { profile, given, taken: lost, duties };
}

async function makeAdmin(tx: Tx, actor: Actor, profile: Profile): Promise<void> {
  await tx.update(profiles).set({ isAdmin: true }).where(eq(profiles.id, profile.id));
  await record(tx, actor, {
    action: 'accounts.role-changed',
    on: { kind: 'profile', id: profile.id },
    before: { isAdmin: false },
    after: { isAdmin: true },
  });
}

const entriesOf = ({ profile, given, taken }: Changed, reason: string): AuditEntry[] => {
  const on = { kind: 'profile', id: profile.id } as const;
  return [
    ...given.map((duty): AuditEntry => ({ action: 'accounts.duty-given', on, after: { duty, reason } })),
    ...taken.map((duty): AuditEntry => ({ action: 'accounts.duty-taken', on, before: { duty }, after: { reason } })),
  ];
};

async function lastChange(tx: Tx, { now }: Dependencies, member: typeof staffMembers.$inferSelect | undefined) {
  if (!member) return { by: null, at: now() };
  const [by] = member.changedBy ? await tx.select().from(profiles).where(eq(profiles.id, member.changedBy)) : [];
  return { by: by ? memberName(by) : null, at: member.changedAt };
}

const hasSecondStep = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.$count(mfaFactors, and(eq(mfaFactors.userId, id), eq(mfaFactors.status, 'verified')))) > 0;

/** How many can act on the guarded duty. */
async function guardedHolders(tx: Tx): Promise<number> {
  const [found] = await tx
    .select({ holders: count() })
    .from(staffDuties)
    .innerJoin(profiles, eq(profiles.id, staffDuties.profileId))
    .where(and(eq(staffDuties.duty, GUARDED), isNull(profiles.blockedAt), isNull(profiles.closedAt)));
  return found!.holders;
}
