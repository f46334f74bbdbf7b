import { eq, getTableColumns } from 'drizzle-orm';
import type { Instructions } from '#domain/events/instructions.ts';
import type { Edges } from '../app.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { gather } from '../platform/gather.ts';
import { insertRows } from '../platform/insert-rows.ts';
import { queueMails } from '../platform/mail.ts';
import { auditFacts, instructionsFor, mailInstructions, mailReservation, type ReservationRow } from './describe.ts';
import { reservations } from './schema.ts';

export type NewPlace = typeof reservations.$inferInsert & { idempotencyKey: string };

/** A reservation as it was written, with the payment instructions that were mailed. */
export interface Held {
  row: ReservationRow;
  instructions: Instructions;
}

/** More in one transaction would make the first of them wait too long. */
const TOGETHER = 100;
const writers = new WeakMap<Edges, (wish: { actor: Actor; place: NewPlace }) => Promise<Held | null>>();

/**
 * Holds a place of a package without a limit; in a rush many are written in one transaction. `null` when a reservation
 * with this key is already there.
 */
export function holdPlace(edges: Edges, actor: Actor, place: NewPlace): Promise<Held | null> {
  const known = writers.get(edges);
  if (known) return known({ actor, place });
  const writer = gather(
    (wishes: { actor: Actor; place: NewPlace }[]) => edges.db.transaction((tx) => holdPlaces(tx, edges, wishes)),
    TOGETHER,
  );
  writers.set(edges, writer);
  return writer({ actor, place });
}

/** Writes the reservations, their audit entries and their mails. Of equal keys only the first is written. */
export async function holdPlaces(
  tx: Tx,
  edges: Edges,
  wishes: { actor: Actor; place: NewPlace }[],
): Promise<(Held | null)[]> {
  const rows = await insertPlaces(
    tx,
    wishes.map(({ place }) => place),
  );
  const fresh = new Map(rows.map((row) => [row.idempotencyKey, { row, instructions: instructionsFor(edges, row) }]));
  const held = wishes.map(({ place }) => {
    const mine = fresh.get(place.idempotencyKey) ?? null;
    fresh.delete(place.idempotencyKey);
    return mine;
  });
  await announce(
    tx,
    edges,
    held.flatMap((one, index) => (one ? [{ ...one, actor: wishes[index]!.actor }] : [])),
  );
  return held;
}

const EVERYTHING = Object.keys(getTableColumns(reservations)) as (keyof ReservationRow)[];

export async function insertPlaces(tx: Tx, places: NewPlace[]): Promise<ReservationRow[]> {
  return insertRows(tx, reservations, places, { unlessKnown: reservations.idempotencyKey, returning: EVERYTHING });
}

/** The other words of a buyer who went back after a lost answer; the earlier mail is followed by a right one. */
export async function changePlace(
  tx: Tx,
  edges: Edges,
  actor: Actor,
  earlier: ReservationRow,
  facts: Partial<NewPlace>,
): Promise<Held> {
  const [row] = await tx.update(reservations).set(facts).where(eq(reservations.id, earlier.id)).returning();
  const held = { row: row!, instructions: instructionsFor(edges, row!) };
  await announce(tx, edges, [{ ...held, actor, before: earlier }]);
  return held;
}

async function announce(tx: Tx, edges: Edges, list: (Held & { actor: Actor; before?: ReservationRow })[]) {
  if (list.length === 0) return;
  // Both know all they need, so they travel to the database together.
  await Promise.all([
    record(
      tx,
      list[0]!.actor,
      list.map(({ row, actor, before }) => ({
        action: before ? 'events.changed' : 'events.reserved',
        on: { kind: 'reservation', id: row.id },
        before: before && auditFacts(before),
        after: auditFacts(row),
        by: actor,
      })),
    ),
    queueMails(
      tx,
      edges.queue,
      list.map(({ row, instructions }) => ({
        to: row.email,
        template: 'events.reserved' as const,
        props: { ...mailReservation(edges, row), instructions: mailInstructions(instructions) },
      })),
    ),
  ]);
}
