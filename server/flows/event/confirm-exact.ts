import { and, eq } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import { requireBalancedStatement } from '../../bank/entities.ts';
import { statementLines } from '../../bank/schema.ts';
import { exactMatchesOf, statementSums } from '../../bank/statements/imports.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Actor } from '../../platform/audit.ts';
import { confirmPlaces } from './confirm-places.ts';

const BATCH = 250;

/**
 * Confirms every payment of a statement that agrees, alone or together with all others that came for its reservation, at once. Answers
 * how many of this statement; refused when they are not those of `version`, which the screen showed.
 */
export async function confirmExactLines(
  deps: Dependencies,
  actor: Actor,
  { importId, version }: { importId: string; version: string },
): Promise<number> {
  await requireBalancedStatement(deps.db, importId);
  const agrees = and(eq(statementLines.state, 'open'), eq(statementLines.verdict, 'exact'))!;
  const { places, ...now } = await exactMatchesOf(deps.db, importId);
  if (now.version !== version) throw refuse('STATEMENT_CHANGED', await statementSums(deps, importId));
  let confirmed = 0;
  for (let from = 0; from < places.length; from += BATCH) {
    const ids = places.slice(from, from + BATCH);
    const settled = await deps.db.transaction((tx) =>
      confirmPlaces(tx, deps, actor, ids, agrees, `statement ${importId}`),
    );
    confirmed += settled.filter((line) => line.importId === importId).length;
  }
  return confirmed;
}
