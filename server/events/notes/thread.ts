import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Note, Thread } from '#domain/events/admin/notes.ts';
import { profiles } from '../../accounts/schema.ts';
import type { DatabaseOrTransaction } from '../../platform/db.ts';
import { reservationNotes } from '../schema.ts';

/** What was written about each reservation, oldest first; of those without a note, nothing. */
export async function threadsOf(
  db: DatabaseOrTransaction,
  rows: readonly { id: string }[],
): Promise<Map<string, Note[]>> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const found = await db
    .select({
      note: reservationNotes,
      name: sql<string>`coalesce(nullif(concat_ws(' ', ${profiles.firstName}, ${profiles.lastName}), ''), ${profiles.email})`,
    })
    .from(reservationNotes)
    .leftJoin(profiles, eq(profiles.id, reservationNotes.authorId))
    .where(inArray(reservationNotes.reservationId, ids))
    .orderBy(asc(reservationNotes.number));
  const threads = new Map<string, Note[]>();
  for (const { note, name } of found) {
    const { id, reservationId, text, authorId, createdAt, editedAt } = note;
    const author = authorId === null ? null : { id: authorId, name };
    threads.set(reservationId, [...(threads.get(reservationId) ?? []), { id, text, author, createdAt, editedAt }]);
  }
  return threads;
}

export async function threadOf(db: DatabaseOrTransaction, id: string): Promise<Thread> {
  const thread = (await threadsOf(db, [{ id }])).get(id) ?? [];
  return { id, notes: thread.at(-1)?.text ?? '', thread };
}
