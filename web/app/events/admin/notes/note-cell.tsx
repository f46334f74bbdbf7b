import { type KeyboardEvent, useRef, useState } from 'react';
import { adminCopy } from '#domain/events/admin/copy.ts';
import { NOTE_MAX } from '#domain/events/admin/notes.ts';
import { formatDateTime } from '#domain/time.ts';
import { WaitingChangeNotice } from '../../../typed/save-button.tsx';
import type { ReservationRow } from '../reservation-row.ts';
import type { Writes } from './note-writes.ts';
import styles from './notes.module.css';
import type { HeldNotes } from './send-notes-when-online.tsx';

const copy = adminCopy.note;

interface Props {
  row: ReservationRow;
  writes: Writes;
  held: HeldNotes;
  onOpen: () => void;
}

/**
 * The newest note, which opens the others, and a field for one more: saved on Enter and when the field loses focus, cleared
 * with Escape. What colleagues write meanwhile appears above; the text in the field is its writer's alone. Without a network
 * it waits in the field and is sent when the network is back; a refused one is there again, before what was typed meanwhile.
 */
export function NoteCell({ row, writes, held, onOpen }: Props) {
  const [text, setText] = useState('');
  const typed = useRef('');
  const latest = row.thread.at(-1);
  const mine = held.of(row.id);
  const value = mine?.text ?? text;

  function show(next: string) {
    typed.current = next;
    setText(next);
  }
  async function save() {
    const wanted = value.trim();
    if (wanted === '') return show('');
    if (mine?.waits) return;
    const sent = { key: mine?.key ?? crypto.randomUUID(), text: wanted };
    show('');
    if (!navigator.onLine) return held.hold(row, sent);
    held.drop(row.id);
    if (await writes.add(row, sent)) return;
    held.putBack(row, sent, typed.current.trim());
    show('');
  }

  function change(next: string) {
    held.drop(row.id);
    show(next);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (event.key === 'Escape') change('');
    else void save();
  }

  return (
    <div className={styles.cell}>
      {latest && (
        <button type="button" className={styles.latest} onClick={onOpen}>
          <span className="vh">{copy.open(row.number, row.thread.length)}: </span>
          <span className={styles.newest}>{latest.text}</span>
          <span className="xs muted">
            {copy.by(latest.author?.name, formatDateTime(latest.createdAt))}
            {row.thread.length > 1 && ` · ${copy.all(row.thread.length)}`}
          </span>
        </button>
      )}
      <textarea
        rows={1}
        className={styles.field}
        aria-label={copy.label(row.number)}
        placeholder={latest ? copy.another : copy.placeholder}
        value={value}
        maxLength={NOTE_MAX}
        onChange={(event) => change(event.target.value)}
        onBlur={() => void save()}
        onKeyDown={onKeyDown}
      />
      <WaitingChangeNotice waits={mine?.waits ?? false} onGiveUp={() => change(value)} />
    </div>
  );
}
