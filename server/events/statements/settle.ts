import { and, eq, inArray } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import type { ReservationRow } from '../describe.ts';
import { confirmReservations } from '../reservations/confirm.ts';
import { reservations, statementLines } from '../schema.ts';

const BATCH = 250;

/** Confirms every payment whose reference and amount are right. Answers how many; those settled meanwhile are left alone. */
export async function confirmExactLines(deps: Dependencies, actor: Actor, importId: string): Promise<number> {
  const { id, reservationId, importId: ofImport, state, verdict } = statementLines;
  const exact = await deps.db
    .select({ id, reservationId })
    .from(statementLines)
    .where(and(eq(ofImport, importId), eq(state, 'open'), eq(verdict, 'exact')));
  let confirmed = 0;
  for (let from = 0; from < exact.length; from += BATCH) {
    const lines = new Map(exact.slice(from, from + BATCH).map((line) => [line.reservationId!, line.id]));
    confirmed += await deps.db.transaction(async (tx) => {
      const cause = `statement ${importId}`;
      const paid = await confirmReservations(tx, deps, actor, [...lines.keys()], cause);
      await settle(
        tx,
        deps,
        actor,
        paid.map((row) => lines.get(row.id)!),
        'confirmed',
      );
      return paid.length;
    });
  }
  return confirmed;
}

/**
 * One payment by the organiser's decision, whatever the verdict. Other open payments of the same reservation are parts of
 * it as long as together they do not exceed the price, and are settled with it.
 */
export async function confirmLine(
  deps: Dependencies,
  actor: Actor,
  id: string,
  reservationNumber: number | undefined,
): Promise<ReservationRow> {
  return deps.db.transaction(async (tx) => {
    const [found] = await tx.select().from(statementLines).where(eq(statementLines.id, id));
    const target = await matchedPayment(tx, checkOpen(found).reservationId, reservationNumber);
    const [paid] = await confirmReservations(tx, deps, actor, [target.id], `statement line ${id}`, { late: true });
    const line = await lockLine(tx, id);
    await tx.update(statementLines).set({ reservationId: target.id }).where(eq(statementLines.id, id));
    const siblings = await tx
      .select({ id: statementLines.id, amount: statementLines.amount })
      .from(statementLines)
      .where(and(eq(statementLines.reservationId, target.id), eq(statementLines.state, 'open')));
    const together = siblings.reduce((sum, { amount }) => sum + amount, 0);
    const settled = together <= target.amount ? siblings.map((sibling) => sibling.id) : [id];
    await settle(tx, deps, actor, settled, 'confirmed');
    await record(tx, actor, {
      action: 'events.payment-linked',
      on: { kind: 'reservation', id: target.id },
      after: { number: target.number, lines: settled, amount: line.amount, currency: line.currency },
    });
    return paid ?? target;
  });
}

/** The payment is not ours to decide on; it stays in the statement, out of the way. */
export async function dismissLine(deps: Dependencies, actor: Actor, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { amount, currency, payer } = await lockLine(tx, id);
    await settle(tx, deps, actor, [id], 'dismissed');
    await record(tx, actor, {
      action: 'events.payment-dismissed',
      on: { kind: 'statement-line', id },
      after: { amount, currency, payer },
    });
  });
}

/**
 * Locks the line, and before it the reservation it names: everybody locks packages, reservations and payments in this order,
 * the database too when it judges (judge_statement_lines).
 */
async function lockLine(tx: Tx, id: string) {
  const named = tx.select({ id: statementLines.reservationId }).from(statementLines).where(eq(statementLines.id, id));
  await tx
    .select({ id: reservations.id })
    .from(reservations)
    .where(inArray(reservations.id, named))
    .for('no key update');
  const [line] = await tx.select().from(statementLines).where(eq(statementLines.id, id)).for('update');
  return checkOpen(line);
}

function checkOpen<Line extends { state: string }>(line: Line | undefined): Line {
  if (!line) throw refuse('STATEMENT_LINE_GONE');
  if (line.state !== 'open') throw refuse('STATEMENT_LINE_SETTLED');
  return line;
}

async function matchedPayment(tx: Tx, named: string | null, given: number | undefined): Promise<ReservationRow> {
  if (given === undefined && !named) throw refuse('STATEMENT_NEEDS_RESERVATION');
  const [row] = await tx
    .select()
    .from(reservations)
    .where(given === undefined ? eq(reservations.id, named!) : eq(reservations.number, given));
  if (!row) throw refuse('RESERVATION_GONE');
  return row;
}

async function settle(tx: Tx, deps: Dependencies, actor: Actor, ids: string[], state: 'confirmed' | 'dismissed') {
  if (ids.length === 0) return;
  await tx
    .update(statementLines)
    .set({ state, decidedBy: actor.email ?? actor.id, decidedAt: deps.now() })
    .where(and(inArray(statementLines.id, ids), eq(statementLines.state, 'open')));
}
