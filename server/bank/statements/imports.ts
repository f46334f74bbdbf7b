import { and, count, eq, getTableColumns, sql } from 'drizzle-orm';
import type { StatementImport, StatementSums } from '#domain/bank/contract.ts';
import { sumsOf } from '#domain/bank/money.ts';
import { LINE_STATES, VERDICTS } from '#domain/bank/statement.ts';
import type { Money } from '#domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { DatabaseOrTransaction } from '../../platform/db.ts';
import { pageOf } from '../../platform/list.ts';
import { paymentParts, statementImports, statementLines } from '../schema.ts';

/** Newest first. */
export async function listImports({ db }: Dependencies, { after }: { after?: string | undefined }) {
  const page = pageOf({
    key: statementImports.importedAt,
    id: statementImports.id,
    direction: 'desc',
    after,
    size: 12,
  });
  const open = and(eq(statementLines.importId, statementImports.id), eq(statementLines.state, 'open'));
  const found = await db
    .select({
      ...getTableColumns(statementImports),
      open: db.$count(statementLines, open),
      place: page.place,
    })
    .from(statementImports)
    .where(page.after)
    .orderBy(...page.orderBy)
    .limit(page.limit);
  return page.show(
    found,
    ({ id, fileName, format, lineCount, open, importedAt, importedBy }): StatementImport => ({
      ...{ id, fileName, format, lines: lineCount, open, importedAt, importedBy },
    }),
  );
}

const agrees = (importId: string) =>
  and(eq(statementLines.importId, importId), eq(statementLines.state, 'open'), eq(statementLines.verdict, 'exact'));

/** The payments of a statement that one press confirms: their version, and the reservations that they pay. */
export async function agreedIn(db: DatabaseOrTransaction, importId: string) {
  const lineId = sql`${statementLines.id}::text || ${statementLines.reservationId}`;
  const [found] = await db
    .select({
      version: sql<string>`md5(coalesce(string_agg(${lineId}, ' ' order by ${statementLines.id}), ''))`,
      places: sql<string[]>`coalesce(array_agg(distinct ${statementLines.reservationId}), '{}')`,
    })
    .from(statementLines)
    .where(agrees(importId));
  return found!;
}

/** A statement in numbers, apart from its lines: counting them never delays their page. */
export async function statementSums({ db }: Dependencies, importId: string): Promise<StatementSums> {
  const ofImport = eq(statementLines.importId, importId);
  const amount = sql<number>`sum(${statementLines.amount})`.mapWith(Number);
  const [lines, parts, { version }] = await Promise.all([
    db
      .select({
        state: statementLines.state,
        verdict: statementLines.verdict,
        currency: statementLines.currency,
        lines: count(),
        amount,
      })
      .from(statementLines)
      .where(ofImport)
      .groupBy(statementLines.state, statementLines.verdict, statementLines.currency),
    db
      .select({
        state: paymentParts.state,
        currency: paymentParts.currency,
        amount: sql<number>`sum(${paymentParts.amount})`.mapWith(Number),
      })
      .from(paymentParts)
      .innerJoin(statementLines, eq(statementLines.id, paymentParts.lineId))
      .where(ofImport)
      .groupBy(paymentParts.state, paymentParts.currency),
    agreedIn(db, importId),
  ]);
  const open = lines.filter(({ state }) => state === 'open');
  const linesIn = (rows: { lines: number }[]) => rows.reduce((all, row) => all + row.lines, 0);
  const ofVerdict = (name: string) => {
    const rows = open.filter(({ verdict }) => verdict === name);
    return { lines: linesIn(rows), sums: sumsOf(rows) };
  };
  const partsIn = (...states: string[]): Money[] => sumsOf(parts.filter(({ state }) => states.includes(state)));
  return {
    verdicts: Object.fromEntries(VERDICTS.map((name) => [name, ofVerdict(name)])) as StatementSums['verdicts'],
    version,
    states: Object.fromEntries(
      LINE_STATES.map((name) => [name, linesIn(lines.filter(({ state }) => state === name))]),
    ) as StatementSums['states'],
    arrived: sumsOf(lines),
    open: sumsOf(open),
    dismissed: sumsOf(lines.filter(({ state }) => state === 'dismissed')),
    confirmed: partsIn('confirmed'),
    waiting: partsIn('waiting'),
    owed: partsIn('owed', 'returned'),
  };
}
