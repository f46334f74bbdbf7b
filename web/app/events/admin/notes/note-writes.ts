import { client } from '../../../api.ts';
import { currentSession } from '../../../session.ts';
import { type Outcome, write } from '../../../write.ts';
import type { ReservationRow } from '../reservation-columns.tsx';

type Note = ReservationRow['thread'][number];
/** As the answer of the server carries it. */
type Written = Awaited<ReturnType<typeof client.events.admin.notes.add>>;

/** Shows the row changed at once, and as it was when the server refuses, with the sentence; answers whether it is done. */
type Save = (
  row: ReservationRow,
  change: Pick<ReservationRow, 'notes' | 'thread'>,
  send: () => Promise<Outcome<Written>>,
) => Promise<Outcome<Written>>;

export interface Writes {
  add: (row: ReservationRow, note: { key: string; text: string }) => Promise<boolean>;
  change: (row: ReservationRow, note: Note, text: string) => Promise<Outcome<Written>>;
  remove: (row: ReservationRow, note: Note) => Promise<Outcome<Written>>;
}

/** The three ways to write a note. */
export function noteWrites(save: Save): Writes {
  const withThread = (row: ReservationRow, thread: Note[], send: () => Promise<Written>, arrived?: () => Written) =>
    save(row, { thread, notes: thread.at(-1)?.text ?? '' }, () =>
      write(send, { arrived: ({ code }) => (code === 'NOTE_GONE' ? arrived?.() : undefined) }),
    );
  return {
    async add(row, { key, text }) {
      const added: Note = { id: key, text, author: me(), createdAt: new Date().toISOString() as never, editedAt: null };
      const thread = [...row.thread.filter(({ id }) => id !== key), added];
      const send = () => client.events.admin.notes.add({ id: row.id, key, text });
      return (await withThread(row, thread, send)).outcome === 'done';
    },
    change: (row, note, text) =>
      withThread(
        row,
        row.thread.map((one) => (one.id === note.id ? { ...one, text } : one)),
        () => client.events.admin.notes.change({ id: note.id, shown: note.text, text }),
      ),
    remove(row, note) {
      const thread = row.thread.filter(({ id }) => id !== note.id);
      const gone = { id: row.id, notes: thread.at(-1)?.text ?? '', thread };
      const send = () => client.events.admin.notes.remove({ id: note.id, shown: note.text });
      return withThread(row, thread, send, () => gone);
    },
  };
}

function me(): Note['author'] {
  const session = currentSession();
  if (session.status !== 'signedIn') return null;
  const { firstName, lastName } = typeof session.account === 'string' ? {} : session.account;
  return { id: session.userId, name: [firstName, lastName].filter(Boolean).join(' ') || session.email };
}
