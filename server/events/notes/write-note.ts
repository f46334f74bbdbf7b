import { eq } from 'drizzle-orm';
import type { Thread } from '#domain/events/admin/notes.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { reservationNotes, reservations } from '../schema.ts';
import { threadOf } from './thread.ts';

/** The database keeps the newest text on the reservation, so notes of one reservation are written one after the other. */
const lockReservation = async (tx: Tx, id: string) =>
  (await tx.select({ id: reservations.id }).from(reservations).where(eq(reservations.id, id)).for('update')).length > 0;

/** One more note under a reservation. The same key again, by the same person, adds nothing. */
export async function addNote(
  deps: Dependencies,
  actor: Actor,
  { id, key, text }: { id: string; key: string; text: string },
): Promise<Thread> {
  return deps.db.transaction(async (tx) => {
    if (!(await lockReservation(tx, id))) throw refuse('RESERVATION_GONE');
    const [added] = await tx
      .insert(reservationNotes)
      .values({ id: key, reservationId: id, text, authorId: actor.id, createdAt: deps.now() })
      .onConflictDoNothing()
      .returning();
    if (added)
      await record(tx, actor, { action: 'events.noted', on: { kind: 'reservation', id }, after: { notes: text } });
    return threadOf(tx, id);
  });
}

/** Other words of one's own note; refused when it is no longer what was shown. */
export async function changeNote(
  deps: Dependencies,
  actor: Actor,
  { id, shown, text }: { id: string; shown: string; text: string },
): Promise<Thread> {
  return deps.db.transaction(async (tx) => {
    const before = await ownNote(tx, actor, id);
    if (before.text === text) return threadOf(tx, before.reservationId);
    if (before.text !== shown) throw refuse('NOTE_CHANGED', await threadOf(tx, before.reservationId));
    await tx.update(reservationNotes).set({ text, editedAt: deps.now() }).where(eq(reservationNotes.id, id));
    await record(tx, actor, {
      action: 'events.note-changed',
      on: { kind: 'reservation', id: before.reservationId },
      before: { notes: before.text },
      after: { notes: text },
    });
    return threadOf(tx, before.reservationId);
  });
}

/** Takes one's own note away; refused when it is no longer what was shown. */
export async function removeNote(
  deps: Dependencies,
  actor: Actor,
  { id, shown }: { id: string; shown: string },
): Promise<Thread> {
  return deps.db.transaction(async (tx) => {
    const before = await ownNote(tx, actor, id);
    if (before.text !== shown) throw refuse('NOTE_CHANGED', await threadOf(tx, before.reservationId));
    await tx.delete(reservationNotes).where(eq(reservationNotes.id, id));
    await record(tx, actor, {
      action: 'events.note-deleted',
      on: { kind: 'reservation', id: before.reservationId },
      before: { notes: before.text },
    });
    return threadOf(tx, before.reservationId);
  });
}

async function ownNote(tx: Tx, actor: Actor, id: string) {
  const [found] = await tx.select().from(reservationNotes).where(eq(reservationNotes.id, id));
  if (!found || !(await lockReservation(tx, found.reservationId))) throw refuse('NOTE_GONE');
  const [note] = await tx.select().from(reservationNotes).where(eq(reservationNotes.id, id));
  if (!note) throw refuse('NOTE_GONE');
  if (note.authorId !== actor.id) throw refuse('NOTE_OF_ANOTHER');
  return note;
}
