import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { UnsavedTextGuard } from '../../ui/form/unsaved-text-guard.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import type { Outcome } from '../../write.ts';
import styles from './timeline.module.css';

interface Words {
  label: string;
  placeholder: string;
  save: string;
  saved: string;
}

/** A note among staff. What was not saved stays typed, and is the same note when it is sent again. Esc leaves the field. */
export function NoteForm({
  id,
  words,
  send,
  reload,
}: {
  /** Of the field; an address that ends with it puts the cursor there. */
  id: string;
  words: Words;
  send: (note: { key: string; text: string }) => Promise<Outcome<unknown>>;
  reload: () => Promise<unknown>;
}) {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const key = useRef('');
  const field = useRef<HTMLInputElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === `#${id}`) field.current?.focus();
  }, [hash, id]);

  async function save() {
    const wanted = text.trim();
    if (busy || wanted === '') return;
    key.current ||= crypto.randomUUID();
    const note = { key: key.current, text: wanted };
    setBusy(true);
    const saved = await send(note);
    setBusy(false);
    if (saved.outcome !== 'done') return toast.error(saved.text);
    key.current = '';
    setText((now) => (now.trim() === wanted ? '' : now));
    toast.success(words.saved);
    await reload();
  }

  return (
    <form
      className={styles.compose}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <UnsavedTextGuard when={text.trim() !== '' && !busy} what={words.label} />
      <label className="vh" htmlFor={id}>
        {words.label}
      </label>
      <input
        id={id}
        ref={field}
        className={styles.input}
        placeholder={words.placeholder}
        value={text}
        maxLength={2000}
        onChange={(event) => {
          key.current = '';
          setText(event.target.value);
        }}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
      <Button type="submit" size="sm" variant="secondary" loading={busy}>
        {words.save}
      </Button>
    </form>
  );
}
