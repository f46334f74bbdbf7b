import { and, eq, inArray } from 'drizzle-orm';
import { ENTITIES, type LegalEntity } from '#domain/books/accounts.ts';
import { refuse } from '#domain/refuse.ts';
import type { Person } from '../context.ts';
import type { DatabaseOrTransaction } from '../platform/db.ts';
import { statementBalances, statementImports, statementLines } from './schema.ts';

/** Whose statements somebody may see: the event's staff the organiser's, who keeps the accounts everybody's. */
export const entitiesOf = ({ permissions }: Pick<Person, 'permissions'>): readonly LegalEntity[] =>
  permissions.has('keep accounts') ? ENTITIES : ['organiser'];

/** The statement, when it is of one of those; to anybody else it does not exist. */
export async function statementOf(db: DatabaseOrTransaction, entities: readonly LegalEntity[], id: string) {
  const [found] = await db
    .select()
    .from(statementImports)
    .where(and(eq(statementImports.id, id), inArray(statementImports.entity, entities)));
  if (!found) throw refuse('STATEMENT_GONE');
  return found;
}

/** Refuses a line of anybody else's statement. */
export async function requireVisibleLine(
  db: DatabaseOrTransaction,
  entities: readonly LegalEntity[],
  id: string,
): Promise<void> {
  const [found] = await db
    .select({ id: statementLines.id })
    .from(statementLines)
    .innerJoin(statementImports, eq(statementImports.id, statementLines.importId))
    .where(and(eq(statementLines.id, id), inArray(statementImports.entity, entities)));
  if (!found) throw refuse('STATEMENT_LINE_GONE');
}

export const balancesOf = (db: DatabaseOrTransaction, importId: string) =>
  db
    .select({
      currency: statementBalances.currency,
      opening: statementBalances.opening,
      closing: statementBalances.closing,
      total: statementBalances.total,
      difference: statementBalances.difference,
    })
    .from(statementBalances)
    .where(eq(statementBalances.importId, importId))
    .orderBy(statementBalances.currency);

/** Of a statement that does not add up, or of which nobody has said the total yet, nothing is decided. */
export async function requireBalancedStatement(db: DatabaseOrTransaction, importId: string): Promise<void> {
  const balances = await balancesOf(db, importId);
  const wrong = balances.find(({ difference }) => difference !== 0);
  if (wrong) throw refuse('STATEMENT_NOT_WHOLE', { currency: wrong.currency, difference: wrong.difference });
}
