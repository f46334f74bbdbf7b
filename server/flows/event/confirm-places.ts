import { and, inArray, type SQL } from 'drizzle-orm';
import type { LineRow } from '../../bank/lines/claim.ts';
import { confirmParts, decidedBy, recordLines } from '../../bank/parts.ts';
import { statementLines } from '../../bank/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { confirmReservations, lockReservationsAndPackages } from '../../events/reservations/confirm.ts';
import { reservations } from '../../events/schema.ts';
import type { Actor } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { postReservationEntries } from './post-reservation-entries.ts';

/** Confirms reservations with those of their lines; answers with the lines that were counted. Those whose sum does not make the price are left. */
export async function confirmPlaces(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  ids: string[],
  which: SQL,
  cause: string,
): Promise<LineRow[]> {
  await lockReservationsAndPackages(tx, deps, ids);
  const lines = await tx
    .select()
    .from(statementLines)
    .where(and(inArray(statementLines.reservationId, ids), which))
    .orderBy(statementLines.id)
    .for('update');
  const agreed = await agreeing(tx, lines);
  const paid = await confirmReservations(tx, deps, actor, agreed, cause);
  const numbers = new Map(paid.map(({ id, number }) => [id, number]));
  const settled = lines.filter(({ reservationId }) => numbers.has(reservationId!));
  await confirmParts(tx, [...numbers.keys()]);
  await recordLines(
    tx,
    decidedBy(actor, deps.now()),
    'confirm',
    settled.map((line) => ({
      line,
      reservationId: line.reservationId,
      parts: [{ amount: line.amount, state: 'confirmed' }],
    })),
  );
  await postReservationEntries(tx, deps.now(), [...numbers.keys()]);
  return settled;
}

/** The reservations whose price these lines make to the para, with what had come before. */
async function agreeing(tx: Tx, lines: LineRow[]): Promise<string[]> {
  const byPlace = Map.groupBy(lines, ({ reservationId }) => reservationId!);
  const places = await tx
    .select()
    .from(reservations)
    .where(inArray(reservations.id, [...byPlace.keys()]));
  return places.flatMap(({ id, amount, currency, arrived }) => {
    const came = byPlace.get(id)!;
    const sum = came.reduce((all, line) => all + line.amount, arrived);
    return sum === amount && came.every((line) => line.currency === currency) ? [id] : [];
  });
}
