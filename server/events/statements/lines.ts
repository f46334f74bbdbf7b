import { and, asc, count, desc, eq, gt, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { StatementLine } from '#domain/events/contract.ts';
import { VERDICTS, type Verdict } from '#domain/events/statement.ts';
import type { Dependencies } from '../../dependencies.ts';
import { reservations, statementImports, statementLines } from '../schema.ts';

const PAGE = 100;
const RECENT = 30;
const suggested = alias(reservations, 'suggested');
const isOpen = eq(statementLines.state, 'open');

export async function listImports({ db }: Dependencies) {
  return db
    .select({
      id: statementImports.id,
      fileName: statementImports.fileName,
      format: statementImports.format,
      lines: statementImports.lineCount,
      open: db.$count(statementLines, and(eq(statementLines.importId, statementImports.id), isOpen)),
      importedAt: statementImports.importedAt,
      importedBy: statementImports.importedBy,
    })
    .from(statementImports)
    .orderBy(desc(statementImports.importedAt))
    .limit(RECENT);
}

/** A page of an import's payments in the file's order, and how many of each verdict wait for a decision. */
export async function listLines(
  deps: Dependencies,
  { importId, verdict, all, after = 0 }: { importId: string; verdict?: Verdict; all?: boolean; after?: number },
) {
  const ofImport = eq(statementLines.importId, importId);
  const [found, counted] = await Promise.all([
    readLines(
      deps,
      and(
        ofImport,
        all ? undefined : isOpen,
        verdict && eq(statementLines.verdict, verdict),
        gt(statementLines.position, after),
      ),
    ),
    deps.db
      .select({ verdict: statementLines.verdict, lines: count() })
      .from(statementLines)
      .where(and(ofImport, isOpen))
      .groupBy(statementLines.verdict),
  ]);
  const counts = Object.fromEntries(VERDICTS.map((name) => [name, 0])) as Record<Verdict, number>;
  for (const { verdict: name, lines } of counted) counts[name] = lines;
  const rows = found.slice(0, PAGE);
  return { counts, rows, next: found.length > PAGE ? rows.at(-1)!.position : null };
}

async function readLines({ db }: Dependencies, where: SQL | undefined): Promise<StatementLine[]> {
  const found = await db
    .select({ line: statementLines, reservation: reservations, suggested })
    .from(statementLines)
    .leftJoin(reservations, eq(reservations.id, statementLines.reservationId))
    .leftJoin(suggested, eq(suggested.id, statementLines.suggestedId))
    .where(where)
    .orderBy(asc(statementLines.position))
    .limit(PAGE + 1);
  return found.map(({ line, reservation, suggested: maybe }) => {
    const { id, position, bookedOn, amount, currency, payer, reference, purpose, state, verdict, together } = line;
    return {
      ...{ id, position, bookedOn, amount, currency, payer, reference, purpose, state, verdict, together },
      reservation: reservation && {
        id: reservation.id,
        number: reservation.number,
        name: `${reservation.firstName} ${reservation.lastName}`,
        amount: reservation.amount,
        currency: reservation.currency,
        confirmed: reservation.confirmed,
        lapsedAt: reservation.status === 'isteklo' ? reservation.lapsedAt : null,
      },
      suggestion: maybe && !reservation ? { number: maybe.number, name: `${maybe.firstName} ${maybe.lastName}` } : null,
    };
  });
}
