import { ownerOfCode } from '../network/code-owner.ts';
import type { Reader } from '../platform/db.ts';

/**
 * Whether a registration with this referral code skips the waiting list: only when the code, at this moment, is an active
 * member's and has room. Claiming to be invited is not enough (docs/decisions/021-proven-invitations.md).
 */
export const isInvited = async (tx: Reader, code: string, maxDirect: number | undefined): Promise<boolean> =>
  typeof (await ownerOfCode(tx, code, maxDirect)) !== 'string';
