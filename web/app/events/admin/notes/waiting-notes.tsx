import { useEffect, useState } from 'react';
import { adminCopy } from '#domain/events/admin/copy.ts';
import { useSendWhenOnline } from '../../../typed/use-send-when-online.ts';
import { Unsaved } from '../../../ui/form/unsaved.tsx';
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
 * Notes that were written without a network, one for each reservation. They belong to the page, so that a filter that hides
 * their row does not lose them; their field shows the text and changes it.
 */
export function useHeldNotes() {
  const [notes, setNotes] = useState<ReadonlyMap<string, HeldNote>>(new Map());
  const put = (note: HeldNote) => setNotes((now) => new Map(now).set(note.row.id, note));
  return {
    all: [...notes.values()],
    of: (id: string) => notes.get(id),
    hold: (row: ReservationRow, note: { key: string; text: string }) => put({ row, ...note, waits: true }),
    refuse: (note: HeldNote) => put({ ...note, waits: false }),
    drop: (id: string) => setNotes((now) => (now.has(id) ? new Map([...now].filter(([one]) => one !== id)) : now)),
  };
}

/** Sends each note once when the network is back, and asks before the page with them is left. */
export function WaitingNotes({ held, writes }: { held: HeldNotes; writes: Writes }) {
  const waiting = held.all.filter(({ waits }) => waits);
  return (
    <>
      <Unsaved when={waiting.length > 0} what={adminCopy.note.label(waiting[0]?.row.number ?? 0)} />
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
