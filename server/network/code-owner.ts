import { count, eq } from 'drizzle-orm';
import { type CodeRefusal, normaliseReferralCode } from '#domain/network/referral-code.ts';
import { profiles } from '../accounts/schema.ts';
import type { DatabaseOrTransaction } from '../platform/db.ts';

type Refusal = Exclude<CodeRefusal, 'OWN_REFERRAL_CODE'>;

type Profile = typeof profiles.$inferSelect;

/** Whether the owner's code is active: in the network, and nothing keeps them from inviting. */
export const isInviting = (owner: Profile): boolean =>
  owner.inTree && !owner.toBeRegistered && !owner.invitesBlockedAt && !owner.blockedAt && !owner.closedAt;

/**
 * Whoever invites with this code, or why nobody does: its owner is out of the network, waits for approval, is blocked or closed, or may not
 * invite. The limit counts the direct downline and the registrations that wait to be enrolled there; `comer`, when one of those, needs no
 * second place. Hold the network's lock to rely on it.
 */
export async function ownerOfCode(
  tx: DatabaseOrTransaction,
  text: string,
  maxDirect: number | undefined,
  comer: { invitedBy: string | null } = { invitedBy: null },
): Promise<{ id: string; username: string } | Refusal> {
  const code = normaliseReferralCode(text);
  if (!code) return 'REFERRAL_CODE_INVALID';
  const [owner] = await tx.select().from(profiles).where(eq(profiles.referralCode, code));
  if (!owner) return 'REFERRAL_CODE_INVALID';
  if (!isInviting(owner)) return 'REFERRAL_CODE_INACTIVE';
  if (maxDirect !== undefined) {
    const [direct] = await tx.select({ number: count() }).from(profiles).where(eq(profiles.parentId, owner.id));
    const held = comer.invitedBy === owner.id ? 0 : await tx.$count(profiles, eq(profiles.invitedBy, owner.id));
    if (direct!.number + held >= maxDirect) return 'REFERRAL_LIMIT_REACHED';
  }
  return { id: owner.id, username: owner.username };
}
