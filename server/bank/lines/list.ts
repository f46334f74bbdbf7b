import { and, asc, eq, gt, inArray, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { StatementLine } from '#domain/bank/contract.ts';
import type { LineState, Verdict } from '#domain/bank/statement.ts';
import type { Dependencies } from '../../dependencies.ts';
import { reservations } from '../../events/schema.ts';
import { paymentParts, statementLines } from '../schema.ts';

const PAGE = 100;
const suggested = alias(reservations, 'suggested');

interface Wanted {
  importId: string;
  state: LineState;
  verdict?: Verdict | undefined;
  all?: boolean | undefined;
  after?: number | undefined;
}

/** A page of a statement's payments in the file's order. */
export async function listLines(deps: Dependencies, { importId, state, verdict, all, after = 0 }: Wanted) {
  const found = await readLines(
    deps,
    and(
      eq(statementLines.importId, importId),
      all ? undefined : eq(statementLines.state, state),
      verdict && eq(statementLines.verdict, verdict),
      gt(statementLines.position, after),
    ),
  );
  const rows = found.slice(0, PAGE);
  return { rows, next: found.length > PAGE ? rows.at(-1)!.position : null };
}

async function readLines(deps: Dependencies, where: SQL | undefined): Promise<StatementLine[]> {
  const found = await deps.db
    .select({ line: statementLines, reservation: reservations, suggested })
    .from(statementLines)
    .leftJoin(reservations, eq(reservations.id, statementLines.reservationId))
    .leftJoin(suggested, eq(suggested.id, statementLines.suggestedId))
    .where(where)
    .orderBy(asc(statementLines.position))
    .limit(PAGE + 1);
  const parts = await partsOf(
    deps,
    found.flatMap(({ line }) => (line.state === 'recorded' ? [line.id] : [])),
  );
  return found.map(({ line, reservation, suggested: maybe }) => {
    const { importId, fingerprint, reservationId, suggestedId, decision, ...shown } = line;
    return {
      ...shown,
      parts: parts.get(line.id) ?? [],
      reservation: reservation && {
        id: reservation.id,
        number: reservation.number,
        name: `${reservation.firstName} ${reservation.lastName}`,
        amount: reservation.amount,
        currency: reservation.currency,
        arrived: reservation.arrived,
        status: reservation.status,
        lapsedAt: reservation.status === 'isteklo' ? reservation.lapsedAt : null,
      },
      suggestion: maybe && !reservation ? { number: maybe.number, name: `${maybe.firstName} ${maybe.lastName}` } : null,
    };
  });
}

async function partsOf({ db }: Dependencies, lineIds: string[]) {
  const rows = await db
    .select({
      lineId: paymentParts.lineId,
      amount: paymentParts.amount,
      currency: paymentParts.currency,
      state: paymentParts.state,
      reason: paymentParts.reason,
      number: reservations.number,
    })
    .from(paymentParts)
    .leftJoin(reservations, eq(reservations.id, paymentParts.reservationId))
    .where(inArray(paymentParts.lineId, lineIds))
    .orderBy(paymentParts.state, paymentParts.id);
  return Map.groupBy(
    rows.map(({ lineId, ...part }) => ({ lineId, ...part })),
    ({ lineId }) => lineId!,
  );
}
