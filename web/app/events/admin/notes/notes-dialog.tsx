import { type FormEvent, useId, useRef, useState } from 'react';
import { common, uiWords } from '#domain/copy.ts';
import { adminCopy } from '#domain/events/admin/copy.ts';
import { NOTE_MAX } from '#domain/events/admin/notes.ts';
import { formatDateTime } from '#domain/time.ts';
import { useSession } from '../../../session.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/form/field.tsx';
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { toast } from '../../../ui/overlay/toast.tsx';
import type { ReservationRow } from '../reservation-columns.tsx';
import type { Writes } from './note-writes.ts';
import styles from './notes.module.css';

const copy = adminCopy.note;
type Note = ReservationRow['thread'][number];

/** Everything staff wrote about one reservation, and one more note; those of colleagues appear while it is open. */
export function NotesDialog({ row, writes, onClose }: { row: ReservationRow; writes: Writes; onClose: () => void }) {
  const form = useId();
  const [text, setText] = useState('');
  /** Notes whose changed words are not saved. */
  const [editing, setEditing] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const key = useRef('');
  const leave = () => (text.trim() === '' && editing.size === 0 ? onClose() : setAsking(true));

  function onEditing(id: string, unsaved: boolean) {
    setEditing((now) => {
      const next = new Set(now);
      if (unsaved) next.add(id);
      else next.delete(id);
      return next;
    });
  }

  async function add(event: FormEvent) {
    event.preventDefault();
    const wanted = text.trim();
    if (busy || wanted === '') return;
    key.current ||= crypto.randomUUID();
    setBusy(true);
    const done = await writes.add(row, { key: key.current, text: wanted });
    setBusy(false);
    if (!done) return;
    key.current = '';
    setText('');
    toast.success(copy.saved);
  }

  return (
    <Dialog
      open
      onOpenChange={leave}
      title={copy.title(row.number)}
      description={copy.text}
      footer={
        <>
          <Button variant="secondary" onClick={leave}>
            {common.close}
          </Button>
          <Button type="submit" form={form} loading={busy}>
            {copy.save}
          </Button>
        </>
      }
    >
      <ul className={styles.thread}>
        {row.thread.map((note) => (
          <li key={note.id}>
            <OneNote row={row} note={note} writes={writes} onEditing={(unsaved) => onEditing(note.id, unsaved)} />
          </li>
        ))}
      </ul>
      <form id={form} onSubmit={(event) => void add(event)}>
        <TextArea
          label={copy.another}
          rows={3}
          maxLength={NOTE_MAX}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            key.current = '';
          }}
        />
      </form>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={uiWords.leave.title}
        text={uiWords.leave.text(copy.what)}
        no={uiWords.leave.stay}
        yes={uiWords.leave.discard}
        danger
        onConfirm={onClose}
      />
    </Dialog>
  );
}

interface OneNoteProps {
  row: ReservationRow;
  note: Note;
  writes: Writes;
  onEditing: (unsaved: boolean) => void;
}

function OneNote({ row, note: written, writes, onEditing }: OneNoteProps) {
  const session = useSession();
  const [mode, setMode] = useState<'read' | 'edit' | 'ask'>('read');
  const [text, setText] = useState('');
  /** The words that the changed ones replace: what stood there when the field was opened. */
  const [shown, setShown] = useState(written);
  const [busy, setBusy] = useState(false);
  const mine = session.status === 'signedIn' && written.author?.id === session.userId;
  const when = formatDateTime(written.createdAt);

  function open() {
    setShown(written);
    setText(written.text);
    setMode('edit');
  }
  function close() {
    setMode('read');
    onEditing(false);
  }
  async function save() {
    const wanted = text.trim();
    if (busy || wanted === '') return;
    setBusy(true);
    const done = await writes.change(row, shown, wanted);
    setBusy(false);
    if (done.outcome === 'refused' && done.code === 'NOTE_CHANGED') return setShown(asWritten(done.data, written));
    if (done.outcome === 'done') close();
  }
  async function remove() {
    setBusy(true);
    const done = await writes.remove(row, written);
    setBusy(false);
    if (done.outcome === 'done') toast.success(copy.removed);
    else setMode('read');
  }

  return (
    <>
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
          // biome-ignore lint/a11y/noAutofocus: the field that the button has just opened
          autoFocus
          onChange={(event) => {
            setText(event.target.value);
            onEditing(event.target.value.trim() !== written.text);
          }}
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
              <Button size="sm" loading={busy} onClick={() => void save()}>
                {copy.save}
              </Button>
              <Button size="sm" variant="ghost" onClick={close}>
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
    </>
  );
}

/** The note as a refusal brought it. */
const asWritten = (data: unknown, note: Note): Note =>
  (data as Pick<ReservationRow, 'thread'>).thread.find(({ id }) => id === note.id) ?? note;
