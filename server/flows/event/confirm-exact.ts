import { and, eq, inArray, sql } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import { requireBalancedStatement } from '../../bank/entities.ts';
import { decidedWithKey } from '../../bank/holds.ts';
import type { LineRow } from '../../bank/lines/claim.ts';
import { bankHolds, statementLines } from '../../bank/schema.ts';
import { exactMatchesOf, statementSums } from '../../bank/statements/imports.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Actor } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { confirmPlaces } from './confirm-places.ts';

const BATCH = 250;

interface ExactConfirmation {
  importId: string;
  version: string;
  key?: string | undefined;
}

/**
 * Confirms every payment of a statement that agrees, alone or together with all others that came for its reservation, at once. Answers
 * how many of this statement; refused when they are not those of `version`, which the screen showed. With the same key again it does what
 * is left of the same payments, and answers how many were confirmed with that key in all.
 */
export async function confirmExactLines(deps: Dependencies, actor: Actor, asked: ExactConfirmation): Promise<number> {
  const { importId, version, key } = asked;
  await requireBalancedStatement(deps.db, importId);
  const agrees = and(eq(statementLines.state, 'open'), eq(statementLines.verdict, 'exact'))!;
  const before = await decidedWithKey(deps.db, actor, asked);
  const { places, ...now } = await exactMatchesOf(deps.db, importId, key);
  if (now.version !== version) {
    if (before) return before.lines;
    throw refuse('STATEMENT_CHANGED', await statementSums(deps, importId));
  }
  let confirmed = 0;
  for (let from = 0; from < places.length; from += BATCH) {
    const ids = places.slice(from, from + BATCH);
    const settled = await deps.db.transaction(async (tx) => {
      const lines = await confirmPlaces(tx, deps, actor, ids, agrees, `statement ${importId}`);
      if (key !== undefined) await noteConfirmed(tx, deps, actor, { importId, key }, lines);
      return lines;
    });
    confirmed += settled.filter((line) => line.importId === importId).length;
  }
  return (await decidedWithKey(deps.db, actor, asked))?.lines ?? confirmed;
}

/** The key is written with what it confirmed, in the same transaction: nothing of it waits, and nobody undoes it. */
async function noteConfirmed(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { importId, key }: { importId: string; key: string },
  lines: LineRow[],
): Promise<void> {
  if (lines.length === 0) return;
  const now = deps.now();
  const by = { askedBy: actor.id, askedByEmail: actor.email ?? '', askedAt: now, dueAt: now };
  await tx
    .insert(bankHolds)
    .values({ id: key, importId, state: 'done', decision: 'confirm', lines: 0, ...by })
    .onConflictDoNothing();
  await tx
    .update(bankHolds)
    .set({ lines: sql`${bankHolds.lines} + ${lines.filter((line) => line.importId === importId).length}` })
    .where(eq(bankHolds.id, key));
  await tx
    .update(statementLines)
    .set({ holdId: key })
    .where(
      inArray(
        statementLines.id,
        lines.map(({ id }) => id),
      ),
    );
}
