import { and, asc, desc, eq, getTableColumns, inArray, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { StatementLine } from '#domain/events/contract.ts';
import { VERDICTS, type Verdict, verdictOf } from '#domain/events/statement.ts';
import type { Edges } from '../../app.ts';
import type { Reader } from '../../platform/db.ts';
import { priceOf } from '../describe.ts';
import { reservations, statementImports, statementLines } from '../schema.ts';

const PAGE = 100;
const RECENT = 30;
const suggested = alias(reservations, 'suggested');

export async function listImports({ db }: Edges) {
  return db
    .select({
      id: statementImports.id,
      fileName: statementImports.fileName,
      format: statementImports.format,
      lines: statementImports.lineCount,
      open: db.$count(
        statementLines,
        and(eq(statementLines.importId, statementImports.id), eq(statementLines.state, 'open')),
      ),
      importedAt: statementImports.importedAt,
      importedBy: statementImports.importedBy,
    })
    .from(statementImports)
    .orderBy(desc(statementImports.importedAt))
    .limit(RECENT);
}

/** A page of an import's payments in the file's order, and how many of each verdict wait for a decision. */
export async function listLines(
  { db }: Edges,
  { importId, verdict, all, after = 0 }: { importId: string; verdict?: Verdict; all?: boolean; after?: number },
) {
  const judged = await judgedLines(db, importId);
  const open = judged.filter((line) => line.state === 'open');
  const counts = Object.fromEntries(VERDICTS.map((each) => [each, open.filter((l) => l.verdict === each).length]));
  const wanted = (all ? judged : open).filter(
    (line) => line.position > after && (verdict === undefined || line.verdict === verdict),
  );
  const rows = wanted.slice(0, PAGE);
  return {
    counts: counts as Record<Verdict, number>,
    rows,
    next: wanted.length > PAGE ? rows.at(-1)!.position : null,
  };
}

/** Every payment of an import with what it means today: reservations are paid and deleted behind a statement's back. */
export async function judgedLines(db: Reader, importId: string): Promise<StatementLine[]> {
  const rows = await db
    .select({ line: getTableColumns(statementLines), reservation: reservations, suggested })
    .from(statementLines)
    .leftJoin(reservations, eq(reservations.id, statementLines.reservationId))
    .leftJoin(suggested, eq(suggested.id, statementLines.suggestedId))
    .where(eq(statementLines.importId, importId))
    .orderBy(asc(statementLines.position));
  const claims = await claimsOf(
    db,
    rows.flatMap(({ reservation }) => reservation?.id ?? []),
  );
  return rows.map(({ line, reservation, suggested: maybe }) => {
    const claim = reservation && claims.get(reservation.id);
    const verdict = verdictOf(
      line,
      reservation && {
        price: priceOf(reservation),
        paid: reservation.confirmed,
        claims: claim?.count ?? 0,
        together: claim?.together ?? 0,
      },
    );
    const { id, position, bookedOn, amount, currency, payer, reference, purpose, state } = line;
    return {
      ...{ id, position, bookedOn, amount, currency, payer, reference, purpose, state, verdict },
      reservation: reservation && {
        id: reservation.id,
        number: reservation.number,
        name: `${reservation.firstName} ${reservation.lastName}`,
        amount: reservation.amount,
        currency: reservation.currency,
        confirmed: reservation.confirmed,
      },
      together: claim && claim.count > 1 ? claim.together : null,
      suggestion: maybe && !reservation ? { number: maybe.number, name: `${maybe.firstName} ${maybe.lastName}` } : null,
    };
  });
}

/** How many payments name a reservation, in all statements, and their sum. */
async function claimsOf(db: Reader, ids: string[]) {
  const claims = new Map<string, { count: number; together: number }>();
  for (let from = 0; from < ids.length; from += 10_000) {
    const rows = await db
      .select({
        id: statementLines.reservationId,
        count: sql<number>`count(*)`.mapWith(Number),
        together: sql<number>`sum(${statementLines.amount})`.mapWith(Number),
      })
      .from(statementLines)
      .where(
        and(
          inArray(statementLines.reservationId, ids.slice(from, from + 10_000)),
          ne(statementLines.state, 'dismissed'),
        ),
      )
      .groupBy(statementLines.reservationId);
    for (const { id, count, together } of rows) claims.set(id!, { count, together });
  }
  return claims;
}
