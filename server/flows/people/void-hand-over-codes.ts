import { and, eq, gte, isNotNull } from 'drizzle-orm';
import { DAY_MS } from '#domain/day.ts';
import { HAND_OVER_DAYS } from '#domain/playout/licences.ts';
import type { Tx } from '../../platform/db.ts';
import { licences } from '../../playout/schema.ts';

/**
 * Codes that give a device of theirs away: those that were made since a change that is taken back, or all of them when the account begins
 * anew or is blocked, are good no more.
 */
export async function voidHandOverCodes(
  tx: Tx,
  { userId, madeSince = null }: { userId: string; madeSince?: Date | null },
): Promise<void> {
  const since = madeSince && gte(licences.codeEndsAt, new Date(madeSince.getTime() + HAND_OVER_DAYS * DAY_MS));
  await tx
    .update(licences)
    .set({ codeHash: null, codeEndsAt: null })
    .where(and(eq(licences.profileId, userId), isNotNull(licences.codeHash), since ?? undefined));
}
