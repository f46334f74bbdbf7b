import {
  and,
  count,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { StatementImport, StatementSums } from '#domain/bank/contract.ts';
import { sumsOf } from '#domain/bank/money.ts';
import { LINE_STATES, VERDICTS } from '#domain/bank/statement.ts';
import type { LegalEntity } from '#domain/books/accounts.ts';
import { formatAccount } from '#domain/events/payment/bank-accounts.ts';
import type { Money } from '#domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import { orderClaims } from '../../orders/schema.ts';
import type { DatabaseOrTransaction } from '../../platform/db.ts';
import { pageOf } from '../../platform/list.ts';
import { balancesOf } from '../entities.ts';
import { listPendingDecisions } from '../holds.ts';
import {
  cardPayouts,
  courierPayouts,
  paymentParts,
  statementBalances,
  statementImports,
  statementLines,
} from '../schema.ts';

/** Newest first. */
export async function listImports(
  { db }: Dependencies,
  entities: readonly LegalEntity[],
  { after, entity }: { after?: string | undefined; entity?: LegalEntity | undefined },
) {
  const seen = entities.filter((one) => entity === undefined || one === entity);
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
    .where(and(inArray(statementImports.entity, seen), page.after))
    .orderBy(...page.orderBy)
    .limit(page.limit);
  return page.show(
    found,
    ({ sha256, lineCount, place, ...row }): StatementImport => ({
      ...row,
      account: row.account && formatAccount(row.account),
      lines: lineCount,
    }),
  );
}

const ids = (column: AnyPgColumn) =>
  sql<string[]>`coalesce(array_agg(distinct ${column}) filter (where ${column} is not null), '{}')`;

/** What is named by payments of other statements that agree together with these, but do not add up: nothing of it may be confirmed. */
function notOfBrokenStatements(db: DatabaseOrTransaction, importId: string): SQL | undefined {
  const broken = (target: AnyPgColumn) =>
    db
      .select({ target })
      .from(statementLines)
      .innerJoin(statementBalances, eq(statementBalances.importId, statementLines.importId))
      .leftJoin(orderClaims, eq(orderClaims.id, statementLines.claimId))
      .where(
        and(
          ne(statementLines.importId, importId),
          eq(statementLines.state, 'open'),
          eq(statementLines.verdict, 'exact'),
          sql`${statementBalances.difference} is distinct from 0`,
          isNotNull(target),
        ),
      );
  return and(
    ...[statementLines.reservationId, orderClaims.orderId].map((target) =>
      or(isNull(target), notInArray(target, broken(target))),
    ),
  );
}

/**
 * The payments of a statement that one press confirms: their version, the reservations and orders that they pay, and transfers of couriers
 * and of the provider. With the key of a press, what it has confirmed already is counted as if it still waited.
 */
export async function exactMatchesOf(db: DatabaseOrTransaction, importId: string, key?: string) {
  const waits = and(eq(statementLines.state, 'open'), eq(statementLines.verdict, 'exact'));
  const agrees = key === undefined ? waits : or(waits, eq(statementLines.holdId, key));
  const lineId = sql`${statementLines.id}::text || coalesce(${statementLines.reservationId}::text, ${statementLines.claimId}::text, 'courier')`;
  const amountIn = (currency: Money['currency']) =>
    sql<number>`coalesce(sum(${statementLines.amount}) filter (where ${statementLines.currency} = ${currency}), 0)`.mapWith(
      Number,
    );
  const [found] = await db
    .select({
      lines: count(),
      dinars: amountIn('RSD'),
      euros: amountIn('EUR'),
      version: sql<string>`md5(coalesce(string_agg(${lineId}, ' ' order by ${statementLines.id}), ''))`,
      places: ids(statementLines.reservationId),
      orders: ids(orderClaims.orderId),
      /** Lines in which a courier pays parcels, or the provider what was paid by card. */
      payouts: sql<
        string[]
      >`coalesce(array_agg(${statementLines.id}) filter (where num_nonnulls(${statementLines.reservationId}, ${statementLines.claimId}) = 0), '{}')`,
    })
    .from(statementLines)
    .leftJoin(orderClaims, eq(orderClaims.id, statementLines.claimId))
    .where(and(eq(statementLines.importId, importId), agrees, notOfBrokenStatements(db, importId)));
  const { dinars, euros, ...exact } = found!;
  const sums = sumsOf([
    { amount: dinars, currency: 'RSD' },
    { amount: euros, currency: 'EUR' },
  ]);
  return { ...exact, sums };
}

/** A statement in numbers, apart from its lines: counting them never delays their page. */
export async function statementSums({ db }: Dependencies, importId: string): Promise<StatementSums> {
  const ofImport = eq(statementLines.importId, importId);
  const amount = sql<number>`sum(${statementLines.amount})`.mapWith(Number);
  const [all, parts, kept, cards, { version, ...exact }, balances, holds] = await Promise.all([
    db
      .select({
        state: statementLines.state,
        verdict: statementLines.verdict,
        currency: statementLines.currency,
        outgoing: statementLines.outgoing,
        lines: count(),
        amount,
      })
      .from(statementLines)
      .where(ofImport)
      .groupBy(statementLines.state, statementLines.verdict, statementLines.currency, statementLines.outgoing),
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
    db
      .select({ amount: sql<number>`coalesce(sum(${courierPayouts.kept}), 0)`.mapWith(Number) })
      .from(courierPayouts)
      .innerJoin(statementLines, eq(statementLines.id, courierPayouts.lineId))
      .where(ofImport),
    db
      .select({ amount: sql<number>`sum(${cardPayouts.amount})`.mapWith(Number), currency: cardPayouts.currency })
      .from(cardPayouts)
      .innerJoin(statementLines, eq(statementLines.id, cardPayouts.lineId))
      .where(ofImport)
      .groupBy(cardPayouts.currency),
    exactMatchesOf(db, importId),
    balancesOf(db, importId),
    listPendingDecisions(db, importId),
  ]);
  const lines = all.filter(({ outgoing }) => !outgoing);
  const open = all.filter(({ state }) => state === 'open');
  const linesIn = (rows: { lines: number }[]) => rows.reduce((all, row) => all + row.lines, 0);
  const ofVerdict = (name: string) => {
    const rows = open.filter(({ verdict }) => verdict === name);
    return { lines: linesIn(rows), sums: sumsOf(rows) };
  };
  const partsIn = (...states: string[]): Money[] => sumsOf(parts.filter(({ state }) => states.includes(state)));
  return {
    verdicts: {
      ...(Object.fromEntries(VERDICTS.map((name) => [name, ofVerdict(name)])) as StatementSums['verdicts']),
      exact: { lines: exact.lines, sums: exact.sums },
    },
    version,
    states: Object.fromEntries(
      LINE_STATES.map((name) => [name, linesIn(all.filter(({ state }) => state === name))]),
    ) as StatementSums['states'],
    balances,
    holds,
    held: sumsOf(lines.filter(({ state }) => state === 'held')),
    closed: sumsOf(lines.filter(({ state }) => state === 'closed')),
    arrived: sumsOf(lines),
    went: sumsOf(all.filter(({ outgoing }) => outgoing)),
    open: sumsOf(open.filter(({ outgoing }) => !outgoing)),
    dismissed: sumsOf(lines.filter(({ state }) => state === 'dismissed')),
    // Parcels are paid whole; what a courier has kept of them never came.
    confirmed: sumsOf([...partsIn('confirmed'), ...cards, { amount: -kept[0]!.amount, currency: 'RSD' as const }]),
    waiting: partsIn('waiting'),
    owed: partsIn('owed', 'returned'),
  };
}
