import { useEffect, useState } from 'react';
import { adminCopy } from '#domain/events/admin/copy.ts';
import { useSendWhenOnline } from '../../../typed/use-send-when-online.ts';
import { UnsavedTextGuard } from '../../../ui/form/unsaved-text-guard.tsx';
import type { ReservationRow } from '../reservation-row.ts';
import type { Writes } from './note-writes.ts';

interface HeldNote {
  row: ReservationRow;
  key: string;
  text: string;
  /** For the network; `false` when it came back and the server refused. */
  waits: boolean;
}

export type HeldNotes = ReturnType<typeof useHeldNotes>;

/**
 * Notes that were written without a network or refused, one for each reservation. They belong to the page, so that a filter that
 * hides their row does not lose them; their field shows the text and changes it.
 */
export function useHeldNotes() {
  const [notes, setNotes] = useState<ReadonlyMap<string, HeldNote>>(new Map());
  const put = (note: HeldNote) => setNotes((now) => new Map(now).set(note.row.id, note));
  /** Before what is held of the same reservation since, or still in its field; together they are another note. */
  function putBack(row: ReservationRow, note: { key: string; text: string }, typed: string) {
    const another = crypto.randomUUID();
    setNotes((now) => {
      const later = now.get(row.id);
      const texts = [note.text, later?.text, typed].filter(Boolean);
      const key = texts.length > 1 ? another : note.key;
      return new Map(now).set(row.id, { row, key, text: texts.join('\n'), waits: later?.waits ?? false });
    });
  }
  return {
    all: [...notes.values()],
    of: (id: string) => notes.get(id),
    hold: (row: ReservationRow, note: { key: string; text: string }) => put({ row, ...note, waits: true }),
    putBack,
    /** What was changed meanwhile is held no more. */
    refuse: ({ row, key }: HeldNote) =>
      setNotes((now) => {
        const note = now.get(row.id);
        return note?.key === key ? new Map(now).set(row.id, { ...note, waits: false }) : now;
      }),
    drop: (id: string) => setNotes((now) => (now.has(id) ? new Map([...now].filter(([one]) => one !== id)) : now)),
  };
}

/** Sends each note once when the network is back, and asks before the page with them or with a refused one is left. */
export function SendNotesWhenOnline({ held, writes }: { held: HeldNotes; writes: Writes }) {
  const waiting = held.all.filter(({ waits }) => waits);
  return (
    <>
      <UnsavedTextGuard when={held.all.length > 0} what={adminCopy.note.label(held.all[0]?.row.number ?? 0)} />
      {waiting.map((note) => (
        <Waiting key={note.key} note={note} held={held} writes={writes} />
      ))}
    </>
  );
}

function Waiting({ note, held, writes }: { note: HeldNote; held: HeldNotes; writes: Writes }) {
  const whenBack = useSendWhenOnline(async () => {
    if (await writes.add(note.row, note)) {
      held.drop(note.row.id);
      return true;
    }
    if (navigator.onLine) held.refuse(note);
    else whenBack.wait();
    return false;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it begins to wait
  useEffect(() => whenBack.wait(), []);
  return null;
}
