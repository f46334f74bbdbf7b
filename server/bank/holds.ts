import { and, desc, eq, inArray } from 'drizzle-orm';
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
