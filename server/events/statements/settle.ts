import { and, eq, inArray } from 'drizzle-orm';
import type { Edges } from '../../app.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { confirmReservations } from '../confirm.ts';
import type { ReservationRow } from '../describe.ts';
import { refuse } from '../refuse.ts';
import { reservations, statementLines } from '../schema.ts';
import { judgedLines } from './lines.ts';

const BATCH = 250;

/** Confirms every payment whose reference and amount are right. Answers how many; those settled meanwhile are left alone. */
export async function confirmExactLines(edges: Edges, actor: Actor, importId: string): Promise<number> {
  const exact = (await judgedLines(edges.db, importId)).filter(
    ({ state, verdict }) => state === 'open' && verdict === 'exact',
  );
  let confirmed = 0;
  for (let from = 0; from < exact.length; from += BATCH) {
    const lines = new Map(exact.slice(from, from + BATCH).map((line) => [line.reservation!.id, line]));
    confirmed += await edges.db.transaction(async (tx) => {
      const cause = `statement ${importId}`;
      const paid = await confirmReservations(tx, edges, actor, [...lines.keys()], cause);
      await settle(
        tx,
        edges,
        actor,
        paid.map((row) => lines.get(row.id)!.id),
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
  edges: Edges,
  actor: Actor,
  id: string,
  reservationNumber: number | undefined,
): Promise<ReservationRow> {
  return edges.db.transaction(async (tx) => {
    const line = await openLine(tx, id);
    const target = await targetOf(tx, line.reservationId, reservationNumber);
    const [paid] = await confirmReservations(tx, edges, actor, [target.id], `statement line ${id}`);
    await tx.update(statementLines).set({ reservationId: target.id }).where(eq(statementLines.id, id));
    const siblings = await tx
      .select({ id: statementLines.id, amount: statementLines.amount })
      .from(statementLines)
      .where(and(eq(statementLines.reservationId, target.id), eq(statementLines.state, 'open')));
    const together = siblings.reduce((sum, { amount }) => sum + amount, 0);
    const settled = together <= target.amount ? siblings.map((sibling) => sibling.id) : [id];
    await settle(tx, edges, actor, settled, 'confirmed');
    await record(tx, actor, {
      action: 'events.payment_linked',
      on: { kind: 'reservation', id: target.id },
      after: { number: target.number, lines: settled, amount: line.amount, currency: line.currency },
    });
    return paid ?? target;
  });
}

/** The payment is not ours to decide on; it stays in the statement, out of the way. */
export async function dismissLine(edges: Edges, actor: Actor, id: string): Promise<void> {
  await edges.db.transaction(async (tx) => {
    const { amount, currency, payer } = await openLine(tx, id);
    await settle(tx, edges, actor, [id], 'dismissed');
    await record(tx, actor, {
      action: 'events.payment_dismissed',
      on: { kind: 'statement-line', id },
      after: { amount, currency, payer },
    });
  });
}

async function openLine(tx: Tx, id: string) {
  const [line] = await tx.select().from(statementLines).where(eq(statementLines.id, id)).for('update');
  if (!line) throw refuse('STATEMENT_LINE_GONE');
  if (line.state !== 'open') throw refuse('STATEMENT_LINE_SETTLED');
  return line;
}

async function targetOf(tx: Tx, named: string | null, given: number | undefined): Promise<ReservationRow> {
  if (given === undefined && !named) throw refuse('STATEMENT_NEEDS_RESERVATION');
  const [row] = await tx
    .select()
    .from(reservations)
    .where(given === undefined ? eq(reservations.id, named!) : eq(reservations.number, given));
  if (!row) throw refuse('RESERVATION_GONE');
  return row;
}

async function settle(tx: Tx, edges: Edges, actor: Actor, ids: string[], state: 'confirmed' | 'dismissed') {
  if (ids.length === 0) return;
  await tx
    .update(statementLines)
    .set({ state, decidedBy: actor.email ?? actor.id, decidedAt: edges.now() })
    .where(and(inArray(statementLines.id, ids), eq(statementLines.state, 'open')));
}
