import { client } from '../../../api.ts';
import { currentSession } from '../../../session.ts';
import { type Outcome, write } from '../../../write.ts';
import type { ReservationRow } from '../reservation-row.ts';

type Note = ReservationRow['thread'][number];
/** As the answer of the server carries it. */
type AddedNote = Awaited<ReturnType<typeof client.events.admin.notes.add>>;

/** Shows the row changed at once, and as it was when the server refuses, with the sentence; answers whether it is done. */
type Save = (
  row: ReservationRow,
  change: Pick<ReservationRow, 'notes' | 'thread'>,
  send: () => Promise<Outcome<AddedNote>>,
) => Promise<Outcome<AddedNote>>;

export interface Writes {
  add: (row: ReservationRow, note: { key: string; text: string }) => Promise<boolean>;
  change: (row: ReservationRow, note: Note, text: string) => Promise<Outcome<AddedNote>>;
  remove: (row: ReservationRow, note: Note) => Promise<Outcome<AddedNote>>;
}

/** The three ways to write a note. */
export function noteWrites(save: Save): Writes {
  return {
    async add(row, { key, text }) {
      const added: Note = { id: key, text, author: me(), createdAt: new Date().toISOString() as never, editedAt: null };
      const thread = withNewest([...row.thread.filter(({ id }) => id !== key), added]);
      const send = () => write(() => client.events.admin.notes.add({ id: row.id, key, text }));
      return (await save(row, thread, send)).outcome === 'done';
    },
    change: (row, note, text) =>
      save(row, withNewest(row.thread.map((one) => (one.id === note.id ? { ...one, text } : one))), () =>
        write(() => client.events.admin.notes.change({ id: note.id, shown: note.text, text })),
      ),
    remove(row, note) {
      const gone = withNewest(row.thread.filter(({ id }) => id !== note.id));
      return save(row, gone, () =>
        write(() => client.events.admin.notes.remove({ id: note.id, shown: note.text }), {
          arrived: ({ code }) => (code === 'NOTE_GONE' ? { id: row.id, ...gone } : undefined),
        }),
      );
    },
  };
}

const withNewest = (thread: Note[]) => ({ thread, notes: thread.at(-1)?.text ?? '' });

function me(): Note['author'] {
  const session = currentSession();
  if (session.status !== 'signedIn') return null;
  const { firstName, lastName } = typeof session.account === 'string' ? {} : session.account;
  return { id: session.userId, name: [firstName, lastName].filter(Boolean).join(' ') || session.email };
}
