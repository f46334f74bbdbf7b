import { and, eq } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import { guardStaff, isStaff, notifyOfStaffChange } from '../../accounts/people/staff-changes.ts';
import { profiles } from '../../accounts/schema.ts';
import type { Person } from '../../context.ts';
import type { Dependencies } from '../../dependencies.ts';
import { move } from '../../network/move.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';

/** What staff change of a member's place in the network and of the invitations; of a colleague's only the super-admin does. */

interface By {
  actor: Actor;
  person: Person;
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
  guardStaff(deps, person, member);
  return member;
}
