import { eq } from 'drizzle-orm';
import { noticeEnds } from '#domain/accounts/retention.ts';
import { refuse } from '#domain/refuse.ts';
import { lockPerson } from '../../accounts/lock-person.ts';
import { requireSuperAdminForStaffChange } from '../../accounts/people/staff-changes.ts';
import { profiles } from '../../accounts/schema.ts';
import type { Person } from '../../context.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { closeAccount, lockForClosing } from './close-account.ts';

type Profile = typeof profiles.$inferSelect;

/** Who acts. */
interface By {
  actor: Actor;
  person: Person;
}

/**
 * We end the contract. With notice the account goes on for thirty days, after which a job closes it, and given twice, notice runs from the
 * first time; until then it can be taken back. For a cause the account is closed at once.
 */
export async function giveNotice(tx: Tx, deps: Dependencies, by: By, id: string, reason: string): Promise<Profile> {
  const held = await lockTerminable(tx, deps, by, id);
  if (held.terminatesAt) return held;
  const now = deps.now();
  const terminatesAt = noticeEnds(now);
  const [profile] = await tx.update(profiles).set({ terminatesAt }).where(eq(profiles.id, id)).returning();
  await record(tx, by.actor, {
    action: 'accounts.notice-given',
    on: { kind: 'profile', id },
    after: { terminatesAt, ...(reason === '' ? {} : { reason }) },
  });
  await queueMail(tx, deps.queue, {
    to: profile!.email,
    profileId: id,
    template: 'accounts.notice',
    props: { email: profile!.email, endsAt: terminatesAt.toISOString(), reason: reason || null },
    idempotencyKey: `accounts.notice:${id}:${now.getTime()}`,
  });
  return profile!;
}

export async function takeBackNotice(tx: Tx, deps: Dependencies, by: By, id: string): Promise<Profile> {
  const held = await lockTerminable(tx, deps, by, id);
  if (!held.terminatesAt) return held;
  const { terminatesAt, email } = held;
  const [profile] = await tx.update(profiles).set({ terminatesAt: null }).where(eq(profiles.id, id)).returning();
  await record(tx, by.actor, {
    action: 'accounts.notice-taken-back',
    on: { kind: 'profile', id },
    before: { terminatesAt },
    after: { terminatesAt: null },
  });
  await queueMail(tx, deps.queue, {
    to: email,
    profileId: id,
    template: 'accounts.notice-taken-back',
    props: { email },
    idempotencyKey: `accounts.notice-taken-back:${id}:${deps.now().getTime()}`,
  });
  return profile!;
}

export async function terminateAtOnce(
  tx: Tx,
  deps: Dependencies,
  by: By,
  id: string,
  reason: string,
): Promise<Profile> {
  await lockForClosing(tx, id);
  await lockTerminable(tx, deps, by, id);
  await closeAccount(tx, deps, by.actor, id, { by: 'cause', reason });
  return (await lockPerson(tx, id))!;
}

/** Nobody ends the super-admin's contract, nor their own; a request that waits is deleted, not terminated. */
async function lockTerminable(tx: Tx, deps: Dependencies, { person }: By, id: string): Promise<Profile> {
  const profile = await lockPerson(tx, id);
  if (!profile) throw refuse('PERSON_GONE');
  if (profile.email === deps.config.superAdmin.email) throw refuse('SUPER_ADMIN_STAYS');
  if (profile.id === person.id) throw refuse('OWN_RIGHTS');
  await requireSuperAdminForStaffChange(tx, deps, person, profile);
  if (profile.toBeRegistered) throw refuse('PERSON_WAITS');
  if (profile.closedAt) throw refuse('PERSON_CLOSED');
  return profile;
}
