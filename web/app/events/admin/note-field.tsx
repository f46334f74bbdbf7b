import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { adminCopy as copy } from '#domain/events/admin/copy.ts';
import styles from './event-payments.module.css';

interface NoteFieldProps {
  number: number;
  notes: string;
  /** Shows the error and throws when the note was not saved. */
  onSave: (notes: string) => Promise<void>;
}

/** Edited in place: saved on Enter and when the field loses focus, cancelled with Escape, undone when the server refuses. */
export function NoteField({ number, notes, onSave }: NoteFieldProps) {
  const [text, setText] = useState(notes);
  const field = useRef<HTMLTextAreaElement>(null);
  const givenUp = useRef(false);
  useEffect(() => setText(notes), [notes]);

  async function save() {
    const wanted = text.trim();
    if (givenUp.current || wanted === notes) {
      givenUp.current = false;
      return setText(notes);
    }
    try {
      await onSave(wanted);
    } catch {
      setText(notes);
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') givenUp.current = true;
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    field.current?.blur();
  }

  return (
    <textarea
      ref={field}
      rows={1}
      className={styles.note}
      aria-label={copy.note.label(number)}
      placeholder={copy.note.placeholder}
      value={text}
      maxLength={2000}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => void save()}
      onKeyDown={onKeyDown}
    />
  );
}
