import { type FormEvent, useId, useRef, useState } from 'react';
import { common } from '#domain/copy.ts';
import { adminCopy } from '#domain/events/admin/copy.ts';
import { NOTE_MAX } from '#domain/events/admin/notes.ts';
import { formatDateTime } from '#domain/time.ts';
import { useSession } from '../../../session.ts';
import { SaveButton } from '../../../typed/save-button.tsx';
import { useSendWhenOnline } from '../../../typed/use-send-when-online.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/form/field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { DialogClose } from '../../../ui/overlay/dialog-frame.tsx';
import { toast } from '../../../ui/overlay/toast.tsx';
import type { ReservationRow } from '../reservation-row.ts';
import type { Writes } from './note-writes.ts';
import styles from './notes.module.css';

const copy = adminCopy.note;
type Note = ReservationRow['thread'][number];

/** Everything staff wrote about one reservation, and one more note; those of colleagues appear while it is open. */
export function NotesDialog({ row, writes, onClose }: { row: ReservationRow; writes: Writes; onClose: () => void }) {
  const form = useId();
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const key = useRef('');

  async function add(): Promise<boolean> {
    const wanted = text.trim();
    if (busy || wanted === '') return false;
    if (!navigator.onLine) {
      whenBack.wait();
      return false;
    }
    key.current ||= crypto.randomUUID();
    setBusy(true);
    const done = await writes.add(row, { key: key.current, text: wanted });
    setBusy(false);
    if (!done) return false;
    key.current = '';
    setText((now) => (now.trim() === wanted ? '' : now));
    toast.success(copy.saved);
    return true;
  }
  const whenBack = useSendWhenOnline(add);

  return (
    <Dialog
      open
      busy={busy}
      onOpenChange={(open) => !open && onClose()}
      title={copy.title(row.number)}
      description={copy.text}
      footer={
        <>
          <DialogClose disabled={busy}>{common.close}</DialogClose>
          <SaveButton whenBack={whenBack} form={form} loading={busy}>
            {copy.save}
          </SaveButton>
        </>
      }
    >
      <ul className={styles.thread}>
        {row.thread.map((note) => (
          <li key={note.id}>
            <OneNote row={row} note={note} writes={writes} />
          </li>
        ))}
      </ul>
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <TextArea
          label={copy.another}
          rows={3}
          maxLength={NOTE_MAX}
          value={text}
          onChange={(event) => {
            whenBack.giveUp();
            setText(event.target.value);
            key.current = '';
          }}
        />
      </form>
    </Dialog>
  );
}

interface OneNoteProps {
  row: ReservationRow;
  note: Note;
  writes: Writes;
}

/** A note that is read, changed or about to be removed. */
function useNote({ row, note: written, writes }: OneNoteProps) {
  const [mode, setMode] = useState<'read' | 'edit' | 'ask'>('read');
  const [text, setText] = useState('');
  const typed = useRef(text);
  typed.current = text;
  /** The words that the changed ones replace: what stood there when the field was opened. */
  const [shown, setShown] = useState(written);
  const [busy, setBusy] = useState(false);

  function open() {
    setShown(written);
    setText(written.text);
    setMode('edit');
  }
  async function save(event: FormEvent) {
    event.preventDefault();
    const wanted = text.trim();
    if (busy || wanted === '') return;
    setBusy(true);
    const done = await writes.change(row, shown, wanted);
    setBusy(false);
    if (done.outcome === 'refused' && done.code === 'NOTE_CHANGED') return setShown(asWritten(done.data, written));
    if (done.outcome !== 'done') return;
    // What was typed meanwhile is not saved: the field stays.
    if (typed.current.trim() === wanted) setMode('read');
    else setShown(asWritten(done.value, written));
  }
  async function remove() {
    setBusy(true);
    const done = await writes.remove(row, written);
    setBusy(false);
    if (done.outcome === 'done') toast.success(copy.removed);
    else setMode('read');
  }

  return { mode, setMode, text, setText, busy, open, save, remove };
}

function OneNote(props: OneNoteProps) {
  const { note: written } = props;
  const session = useSession();
  const { mode, setMode, text, setText, busy, open, save, remove } = useNote(props);
  const mine = session.status === 'signedIn' && written.author?.id === session.userId;
  const when = formatDateTime(written.createdAt);
  return (
    <form className={styles.note} onSubmit={(event) => void save(event)}>
      <span className={styles.words}>{written.text}</span>
      <span className="xs muted">
        {copy.by(written.author?.name, when)}
        {written.editedAt && ` · ${copy.edited(formatDateTime(written.editedAt))}`}
      </span>
      {mode === 'edit' && (
        <TextArea
          label={copy.editLabel(when)}
          rows={3}
          maxLength={NOTE_MAX}
          value={text}
          autoFocus
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {mine && (
        <span className={styles.buttons} data-mode={mode}>
          {mode === 'read' && (
            <>
              <Button size="sm" variant="ghost" aria-label={`${copy.edit}: ${copy.editLabel(when)}`} onClick={open}>
                {copy.edit}
              </Button>
              <Button
                size="sm"
                variant="ghost"
                aria-label={`${copy.remove}: ${copy.editLabel(when)}`}
                onClick={() => setMode('ask')}
              >
                {copy.remove}
              </Button>
            </>
          )}
          {mode === 'edit' && (
            <>
              <Button type="submit" size="sm" loading={busy}>
                {copy.save}
              </Button>
              <Button size="sm" variant="ghost" onClick={() => setMode('read')}>
                {common.cancel}
              </Button>
            </>
          )}
          {mode === 'ask' && (
            <>
              <span className="sm">{copy.removeAsk}</span>
              <Button size="sm" variant="danger" loading={busy} onClick={() => void remove()}>
                {copy.remove}
              </Button>
              <Button size="sm" variant="ghost" onClick={() => setMode('read')}>
                {copy.keep}
              </Button>
            </>
          )}
        </span>
      )}
    </form>
  );
}

/** The note as a refusal brought it. */
const asWritten = (data: unknown, note: Note): Note =>
  (data as Pick<ReservationRow, 'thread'>).thread.find(({ id }) => id === note.id) ?? note;
