import { and, count, eq } from 'drizzle-orm';
import { idsOfPath, memberName } from '#domain/network/rules.ts';
import { refuse } from '#domain/refuse.ts';
import { profiles } from '../accounts/schema.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { descendantsOf } from './subtree.ts';

/**
 * Moves a member with everybody below under another member, or to the top with `uplineId` null; answers with how many
 * moved. The caller holds the network's lock. Onto the present upline nothing moves and nothing is written down; otherwise the
 * member must still be under the upline that was `shown`.
 */
export async function move(
  tx: Tx,
  actor: Actor,
  { memberId, uplineId, shown }: { memberId: string; uplineId: string | null; shown: string | null },
): Promise<number> {
  const [member] = await tx
    .select()
    .from(profiles)
    .where(and(eq(profiles.id, memberId), profiles.inTree));
  if (!member) throw refuse('NETWORK_PERSON_GONE');
  if (uplineId === memberId) throw refuse('UPLINE_IS_SELF');
  if (uplineId !== null) {
    const [upline] = await tx
      .select()
      .from(profiles)
      .where(and(eq(profiles.id, uplineId), profiles.inTree));
    if (!upline) throw refuse('UPLINE_GONE');
    if (idsOfPath(upline.path!).includes(memberId)) throw refuse('NETWORK_CYCLE');
  }
  if (member.parentId === uplineId) return 0;
  if (member.parentId !== shown) throw refuse('NETWORK_PLACE_CHANGED', { upline: await placeOf(tx, member.parentId) });
  const [downline] = await tx
    .select({ number: count() })
    .from(profiles)
    .where(descendantsOf({ path: member.path!, networkKey: member.networkKey! }));
  const moved = 1 + downline!.number;
  await tx.update(profiles).set({ parentId: uplineId }).where(eq(profiles.id, memberId));
  await record(tx, actor, {
    action: 'network.moved',
    on: { kind: 'profile', id: memberId },
    before: { uplineId: member.parentId },
    after: { uplineId, moved },
  });
  return moved;
}

async function placeOf(tx: Tx, id: string | null) {
  if (id === null) return null;
  const [member] = await tx.select().from(profiles).where(eq(profiles.id, id));
  return member ? { id, name: memberName(member) } : null;
}
