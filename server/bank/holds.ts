import { and, desc, eq, inArray } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import type { Actor } from '../platform/audit.ts';
import type { DatabaseOrTransaction } from '../platform/db.ts';
import { bankHolds } from './schema.ts';

/** Decisions of a statement that wait: for a second person, or for their two minutes; the newest first. */
export const listPendingDecisions = (db: DatabaseOrTransaction, importId: string) =>
  db
    .select({
      id: bankHolds.id,
      lineId: bankHolds.lineId,
      decision: bankHolds.decision,
      lines: bankHolds.lines,
      reason: bankHolds.reason,
      askedBy: bankHolds.askedByEmail,
      askedAt: bankHolds.askedAt,
      dueAt: bankHolds.dueAt,
    })
    .from(bankHolds)
    .where(and(eq(bankHolds.importId, importId), inArray(bankHolds.state, ['asked', 'waiting'])))
    .orderBy(desc(bankHolds.askedAt), bankHolds.id);

/** What this person decided with that key of all that agreed in the statement; `null`: nothing yet. Any other key is of no statement. */
export async function decidedWithKey(
  db: DatabaseOrTransaction,
  actor: Actor,
  { importId, key }: { importId: string; key?: string | undefined },
) {
  if (key === undefined) return null;
  const [hold] = await db.select().from(bankHolds).where(eq(bankHolds.id, key));
  if (!hold) return null;
  if (hold.importId !== importId || hold.askedBy !== actor.id || hold.lineId !== null) throw refuse('STATEMENT_GONE');
  return hold;
}
