import { and, eq } from 'drizzle-orm';
import { normaliseReferralCode } from '#domain/network/referral-code.ts';
import { memberName, NETWORK_ROOT } from '#domain/network/rules.ts';
import { refuse } from '#domain/refuse.ts';
import { Id } from '#domain/shapes.ts';
import { isStaff, notifyOfStaffChange, requireSuperAdminForStaffChange } from '../../accounts/people/staff-changes.ts';
import { profiles } from '../../accounts/schema.ts';
import type { Person } from '../../context.ts';
import type { Dependencies } from '../../dependencies.ts';
import { enrol } from '../../network/enrol.ts';
import { move } from '../../network/move.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';

/** What staff change of a person's place in the network and of the invitations; of a colleague's only the super-admin does. */

interface By {
  actor: Actor;
  person: Person;
}

/** Under the owner of the code, or at the top. The caller holds the network's lock. */
export async function enrolPerson(
  tx: Tx,
  deps: Dependencies,
  { actor, person }: By,
  { code, userId }: { code: string; userId: string },
) {
  const known = Id.safeParse(userId);
  const [user] = known.success ? await tx.select().from(profiles).where(eq(profiles.id, known.data)).for('update') : [];
  if (!user || user.blockedAt || user.closedAt) throw refuse('NETWORK_PERSON_GONE');
  await requireSuperAdminForStaffChange(tx, deps, person, user);
  const uplineCode = code === NETWORK_ROOT ? null : (normaliseReferralCode(code) ?? '');
  const [upline] =
    uplineCode === null
      ? []
      : await tx
          .select()
          .from(profiles)
          .where(and(eq(profiles.referralCode, uplineCode), profiles.inTree));
  if (uplineCode !== null && user.referralCode === uplineCode) throw refuse('UPLINE_IS_SELF');
  if (uplineCode !== null && !upline) throw refuse('UPLINE_GONE');
  if (user.inTree) throw refuse('PERSON_ALREADY_IN_NETWORK');
  if (user.toBeRegistered) throw refuse('NETWORK_PERSON_WAITING');
  await enrol(tx, actor, { personId: user.id, uplineId: upline?.id ?? null, by: 'staff' });
  if (isStaff(deps, user)) await notifyOfStaffChange(tx, deps, person, user, 'enrolled');
  return {
    user: { id: user.id, name: memberName(user) },
    upline: upline ? { id: upline.id, name: memberName(upline) } : null,
  };
}

/** Answers with how many moved. The caller holds the network's lock. */
export async function moveMember(
  tx: Tx,
  deps: Dependencies,
  { actor, person }: By,
  { id, uplineId, shown }: { id: string; uplineId: string | null; shown: string | null },
): Promise<number> {
  const member = await heldMember(tx, deps, person, id);
  const moved = await move(tx, actor, { memberId: id, uplineId, shown });
  if (moved > 0 && isStaff(deps, member)) await notifyOfStaffChange(tx, deps, person, member, 'moved');
  return moved;
}

/** Answers with whether they are blocked now. */
export async function blockInvites(
  tx: Tx,
  deps: Dependencies,
  { actor, person }: By,
  { id, blocked }: { id: string; blocked: boolean },
): Promise<boolean> {
  const member = await heldMember(tx, deps, person, id);
  if ((member.invitesBlockedAt !== null) === blocked) return blocked;
  await tx
    .update(profiles)
    .set({ invitesBlockedAt: blocked ? deps.now() : null })
    .where(eq(profiles.id, id));
  await record(tx, actor, {
    action: blocked ? 'network.invites-blocked' : 'network.invites-allowed',
    on: { kind: 'profile', id },
  });
  if (isStaff(deps, member))
    await notifyOfStaffChange(tx, deps, person, member, blocked ? 'invites-blocked' : 'invites-allowed');
  return blocked;
}

async function heldMember(tx: Tx, deps: Dependencies, person: Person, id: string) {
  const [member] = await tx
    .select()
    .from(profiles)
    .where(and(eq(profiles.id, id), profiles.inTree))
    .for('update');
  if (!member) throw refuse('NETWORK_PERSON_GONE');
  await requireSuperAdminForStaffChange(tx, deps, person, member);
  return member;
}
