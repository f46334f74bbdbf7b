import { count, eq } from 'drizzle-orm';
import { normaliseReferralCode } from '#domain/network/referral-code.ts';
import { profiles } from '../accounts/schema.ts';
import type { Reader } from '../platform/db.ts';

export type CodeRefusal = 'REFERRAL_CODE_INVALID' | 'REFERRAL_CODE_INACTIVE' | 'REFERRAL_LIMIT_REACHED';

/**
 * Whoever invites with this code, or why nobody does. A code is inactive while its owner is out of the network, waits for
 * approval, is blocked or closed, or may not invite. The limit counts the direct downline. Hold the network's lock to rely on it.
 */
export async function ownerOfCode(
  tx: Reader,
  text: string,
  maxDirect: number | undefined,
): Promise<{ id: string; username: string } | CodeRefusal> {
  const code = normaliseReferralCode(text);
  if (!code) return 'REFERRAL_CODE_INVALID';
  const [owner] = await tx.select().from(profiles).where(eq(profiles.referralCode, code));
  if (!owner) return 'REFERRAL_CODE_INVALID';
  if (!owner.inTree || owner.toBeRegistered || owner.invitesBlockedAt || owner.blockedAt || owner.closedAt)
    return 'REFERRAL_CODE_INACTIVE';
  if (maxDirect !== undefined) {
    const [direct] = await tx.select({ number: count() }).from(profiles).where(eq(profiles.parentId, owner.id));
    if (direct!.number >= maxDirect) return 'REFERRAL_LIMIT_REACHED';
  }
  return { id: owner.id, username: owner.username };
}
