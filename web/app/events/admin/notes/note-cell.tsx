import { type KeyboardEvent, useRef, useState } from 'react';
import { adminCopy } from '#domain/events/admin/copy.ts';
import { NOTE_MAX } from '#domain/events/admin/notes.ts';
import { formatDateTime } from '#domain/time.ts';
import type { ReservationRow } from '../reservation-row.ts';
import type { Writes } from './note-writes.ts';
import styles from './notes.module.css';

const copy = adminCopy.note;

interface Props {
  row: ReservationRow;
  writes: Writes;
  onOpen: () => void;
}

/**
 * The newest note, which opens the others, and a field for one more: saved on Enter and when the field loses focus, cleared
 * with Escape. What colleagues write meanwhile appears above; the text in the field is its writer's alone.
 */
export function NoteCell({ row, writes, onOpen }: Props) {
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const key = useRef('');
  const latest = row.thread.at(-1);

  async function save() {
    const wanted = text.trim();
    if (wanted === '') return setText('');
    key.current ||= crypto.randomUUID();
    const sent = { key: key.current, text: wanted };
    setText('');
    if (await writes.add(row, sent)) key.current = '';
    else setText((now) => now || wanted);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (event.key === 'Escape') setText('');
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
        ref={field}
        rows={1}
        className={styles.field}
        aria-label={copy.label(row.number)}
        placeholder={latest ? copy.another : copy.placeholder}
        value={text}
        maxLength={NOTE_MAX}
        onChange={(event) => {
          setText(event.target.value);
          key.current = '';
        }}
        onBlur={() => void save()}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
