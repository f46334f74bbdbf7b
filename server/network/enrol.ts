import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { newReferralCode } from '#domain/network/referral-code.ts';
import { profiles } from '../accounts/schema.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';

/**
 * Puts a person who is outside the network under a member, or at the top with `uplineId` null, and gives them a code to
 * invite with. Whoever is in the network waits for no approval any more. The caller holds the network's lock and has checked both; the database writes the path.
 */
export async function enrol(
  tx: Tx,
  actor: Actor,
  { personId, uplineId, by }: { personId: string; uplineId: string | null; by: 'referral' | 'staff' },
): Promise<void> {
  const code = await freeCode(tx);
  await tx
    .update(profiles)
    .set({
      inTree: true,
      toBeRegistered: false,
      invitedBy: null,
      enrolmentRefused: null,
      parentId: uplineId,
      referralCode: sql`coalesce(${profiles.referralCode}, ${code})`,
    })
    .where(eq(profiles.id, personId));
  await record(tx, actor, {
    action: 'network.enrolled',
    on: { kind: 'profile', id: personId },
    after: { uplineId, by },
  });
}

async function freeCode(tx: Tx): Promise<string> {
  for (;;) {
    const code = newReferralCode(randomBytes);
    const taken = await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.referralCode, code));
    if (taken.length === 0) return code;
  }
}
