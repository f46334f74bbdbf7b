import { desc, eq } from 'drizzle-orm';
import type { PersonNote } from '#domain/accounts/person-page.ts';
import { refuse } from '#domain/refuse.ts';
import { actorNames } from '../../actor-names.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Database } from '../../platform/db.ts';
import { personNotes, profiles } from '../schema.ts';

/** As many as a page shows. */
const NOTES_SHOWN = 100;

/** What staff wrote about a person, newest first. */
export async function notesOfPerson(db: Database, profileId: string): Promise<PersonNote[]> {
  const notes = await db
    .select()
    .from(personNotes)
    .where(eq(personNotes.profileId, profileId))
    .orderBy(desc(personNotes.createdAt), desc(personNotes.id))
    .limit(NOTES_SHOWN);
  const names = await actorNames(
    db,
    notes.map(({ authorId }) => authorId),
  );
  return notes.map(({ id, text, authorId, createdAt }) => ({
    id,
    text,
    moment: createdAt,
    by: authorId ? { id: authorId, name: names.get(authorId) ?? null } : null,
  }));
}

/** One more note among staff; the same key again, by the same person, adds nothing. */
export async function addPersonNote(
  { db, now }: Dependencies,
  actor: Actor,
  { id, key, text }: { id: string; key: string; text: string },
): Promise<PersonNote> {
  const note = await db.transaction(async (tx) => {
    const [person] = await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, id)).for('share');
    if (!person) throw refuse('PERSON_GONE');
    const [added] = await tx
      .insert(personNotes)
      .values({ id: key, profileId: id, text, authorId: actor.id, createdAt: now() })
      .onConflictDoNothing()
      .returning();
    if (added)
      await record(tx, actor, { action: 'accounts.noted', on: { kind: 'profile', id }, after: { notes: text } });
    const [written] = added ? [added] : await tx.select().from(personNotes).where(eq(personNotes.id, key));
    if (written?.profileId !== id || written.authorId !== actor.id) throw refuse('PERSON_GONE');
    return written;
  });
  const names = await actorNames(db, [actor.id]);
  return {
    id: note.id,
    text: note.text,
    moment: note.createdAt,
    by: { id: actor.id, name: names.get(actor.id) ?? null },
  };
}
