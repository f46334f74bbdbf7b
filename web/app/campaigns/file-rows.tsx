import { type RefObject, useRef, useState } from 'react';
import { editorCopy as copy } from '#domain/campaigns/own-copy.ts';
import { FILE_KINDS } from '#domain/files/kinds.ts';
import { Button } from '../ui/button.tsx';
import styles from './pictures.module.css';
import type { Sent } from './use-uploads.ts';

/** The chooser of files, to be opened from a row as well, and what it is given. */
export function useChooser(take: (file: File) => unknown) {
  const chooser = useRef<HTMLInputElement>(null);
  const takeAll = (files: FileList | null) => {
    for (const file of files ?? []) void take(file);
    if (chooser.current) chooser.current.value = '';
  };
  return { chooser, takeAll, choose: () => chooser.current?.click() };
}

interface DropProps {
  chooser: RefObject<HTMLInputElement | null>;
  takeAll: (files: FileList | null) => void;
  kind: 'advert-picture' | 'advert-film';
  hint: string;
}

/** Where files are dropped or chosen. */
export function DropPlace({ chooser, takeAll, kind, hint }: DropProps) {
  const [isOver, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        takeAll(event.dataTransfer.files);
      }}
    >
      <div>
        <b>{copy.drop}</b>
        <p className="muted s">{hint}</p>
      </div>
      <Button variant="secondary" size="sm" onClick={() => chooser.current?.click()}>
        {copy.choose}
      </Button>
      <input
        ref={chooser}
        className={styles.chooser}
        type="file"
        multiple
        accept={FILE_KINDS[kind].types.join(',')}
        aria-label={copy.choose}
        tabIndex={-1}
        onChange={({ target }) => takeAll(target.files)}
      />
    </div>
  );
}

interface RowProps {
  one: Sent;
  checking: string;
  /** Takes the row away. */
  drop: () => void;
  choose: () => void;
}

/** A file on its way, or why it was refused. */
export function SentRow({ one, checking, drop, choose }: RowProps) {
  return (
    <li className={styles.row} data-is={one.state.is}>
      <span className={styles.blank} aria-hidden="true" />
      <div role="status">
        <b>{one.name}</b>
        <SentState state={one.state} checking={checking} />
      </div>
      {one.state.is === 'sending' && (
        <Button variant="secondary" size="sm" onClick={one.state.stop}>
          {copy.cancel}
        </Button>
      )}
      {one.state.is === 'refused' && (
        <ReplaceButton
          name={one.name}
          onClick={() => {
            drop();
            choose();
          }}
        />
      )}
    </li>
  );
}

export function ReplaceButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <Button variant="secondary" size="sm" aria-label={copy.replaceLabel(name)} onClick={onClick}>
      {copy.replace}
    </Button>
  );
}

export function RemoveButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <Button variant="secondary" size="sm" aria-label={copy.removeLabel(name)} onClick={onClick}>
      {copy.remove}
    </Button>
  );
}

const BARS = [0, 1, 2, 3, 4, 5];

/** How far something is, from 0 to 100, as six bars in order. */
export function Bars({ percent }: { percent: number }) {
  return (
    <div className={styles.bars} aria-hidden="true">
      {BARS.map((bar) => (
        <i key={bar} style={{ '--share': `${Math.max(0, Math.min(100, percent * 6 - bar * 100))}%` } as never} />
      ))}
    </div>
  );
}

function SentState({ state, checking }: { state: Sent['state']; checking: string }) {
  if (state.is === 'refused') return <p className={styles.refused}>{state.why}</p>;
  if (state.is === 'checking') return <p className="muted s">{checking}</p>;
  const { percent, isOffline } = state.progress;
  return (
    <>
      <Bars percent={percent} />
      <p className="muted s">{isOffline ? copy.uploadPaused(percent) : copy.uploading(percent)}</p>
    </>
  );
}
