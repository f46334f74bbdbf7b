import { and, eq, gte, isNull } from 'drizzle-orm';
import type { Dependencies } from '../../dependencies.ts';
import { apiKeys } from '../../integrations/keys/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';

/**
 * Keys of programs are ways into an account as well: those that were made in it since a change that is taken back, or all of them when
 * the account begins anew, is blocked or closed, or loses its rights, are let in no more.
 */
export async function revokeKeys(
  tx: Tx,
  { now }: Pick<Dependencies, 'now'>,
  actor: Actor,
  { userId, madeSince = null }: { userId: string; madeSince?: Date | null },
): Promise<void> {
  const revoked = await tx
    .update(apiKeys)
    .set({ revokedAt: now() })
    .where(
      and(
        eq(apiKeys.madeBy, userId),
        isNull(apiKeys.revokedAt),
        madeSince === null ? undefined : gte(apiKeys.madeAt, madeSince),
      ),
    )
    .returning();
  for (const { id, name, endsOn } of revoked)
    await record(tx, actor, {
      action: 'integrations.key-revoked',
      on: { kind: 'api key', id },
      before: { name, endsOn },
    });
}
