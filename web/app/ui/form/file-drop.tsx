import { type DragEvent, useId, useState } from 'react';
import styles from './file-drop.module.css';

interface Props {
  title: string;
  hint: string;
  /** As of `<input type="file">`. */
  accept: string;
  busy: boolean;
  onFile: (file: File) => void;
}

/** One file, chosen or dropped. */
export function FileDrop({ title, hint, accept, busy, onFile }: Props) {
  const id = useId();
  const [over, setOver] = useState(false);
  function onDrop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file && !busy) onFile(file);
  }
  return (
    <label
      htmlFor={id}
      className={styles.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <input
        id={id}
        type="file"
        className="vh"
        disabled={busy}
        accept={accept}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
      <b>{title}</b>
      <span className="s muted">{hint}</span>
    </label>
  );
}
