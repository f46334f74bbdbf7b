import { and, eq, sql } from 'drizzle-orm';
import type { UnmatchedLine } from '#domain/bank/contract.ts';
import type { Database } from '../../platform/db.ts';
import { pageOf } from '../../platform/list.ts';
import { statementImports, statementLines } from '../schema.ts';

/** Money that came and names nothing that is known; nobody has decided about it yet. */
export const unmatchedLineCondition = and(
  eq(statementLines.state, 'open'),
  eq(statementLines.verdict, 'unknown'),
  sql`not ${statementLines.outgoing}`,
)!;

/** Of all statements, the oldest first. */
export async function listUnmatched(
  db: Database,
  after: string | undefined,
): Promise<{ rows: UnmatchedLine[]; next: string | null }> {
  const key = { expression: sql`${statementLines.bookedOn}::text`, type: 'text' as const };
  const page = pageOf({ key, id: statementLines.id, direction: 'asc', after });
  const rows = await db
    .select({
      id: statementLines.id,
      bookedOn: statementLines.bookedOn,
      payer: statementLines.payer,
      purpose: statementLines.purpose,
      amount: statementLines.amount,
      currency: statementLines.currency,
      statement: { id: statementImports.id, number: statementImports.number, fileName: statementImports.fileName },
      place: page.place,
    })
    .from(statementLines)
    .innerJoin(statementImports, eq(statementImports.id, statementLines.importId))
    .where(and(unmatchedLineCondition, page.after))
    .orderBy(...page.orderBy)
    .limit(page.limit);
  return page.show(rows, ({ place, ...line }) => line);
}
