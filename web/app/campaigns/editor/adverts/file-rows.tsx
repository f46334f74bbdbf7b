import { useEffect, useRef, useState } from 'react';
import type { Picture } from '#domain/campaigns/contract.ts';
import { editorCopy as copy } from '#domain/campaigns/own-copy.ts';
import { FILE_KINDS } from '#domain/files/kinds.ts';
import { Button } from '../../../ui/button.tsx';
import type { UploadProgress } from '../../../uploads/upload-file.ts';
import { megabytes, type UploadEntry } from '../../../uploads/use-uploads.ts';
import { advertAnchor } from '../../advert-anchor.ts';
import styles from './pictures.module.css';

interface FileRequest {
  /** The rest of this upload. */
  upload?: string;
  /** Another file in the place of this advert; otherwise further ones. */
  replaces?: string | null | undefined;
  /** Once something was chosen: whoever closes the chooser has changed nothing. */
  onChosen?: (() => void) | undefined;
}

/** The chooser of files, to be opened from a row as well, and what it is given. */
export function useChooser(
  take: (file: File, replaces?: string) => unknown,
  resumeUpload: (key: string, files: readonly File[]) => void,
) {
  const chooser = useRef<HTMLInputElement>(null);
  const asked = useRef<FileRequest>({});
  const takeAll = (files: FileList | null) => {
    for (const file of files ?? []) void take(file);
  };
  const chosen = (files: FileList | null) => {
    const { upload, replaces, onChosen } = asked.current;
    asked.current = {};
    if (files?.[0]) {
      onChosen?.();
      if (upload) resumeUpload(upload, [...files]);
      else if (replaces) void take(files[0], replaces);
      else takeAll(files);
    }
    if (chooser.current) chooser.current.value = '';
  };
  const open = (what: FileRequest) => {
    asked.current = what;
    chooser.current?.click();
  };
  return {
    chooser,
    takeAll,
    chosen,
    choose: () => open({}),
    chooseFor: (upload: string) => open({ upload }),
    replace: (replaces: FileRequest['replaces'], onChosen?: () => void) => open({ replaces, onChosen }),
  };
}

/** Tells how many of the files were refused, and none once their list is gone. */
export function useTellRefusedFiles(sent: readonly UploadEntry[], tell: ((count: number) => void) | undefined): void {
  const count = sent.filter(({ state }) => state.is === 'refused').length;
  useEffect(() => {
    tell?.(count);
    return () => tell?.(0);
  }, [count, tell]);
}

interface ChooserProps {
  chooser: ReturnType<typeof useChooser>;
  kind: 'advert-picture' | 'advert-film';
}

/** The chooser itself, which buttons open. */
export function Chooser({ chooser: { chooser, chosen }, kind }: ChooserProps) {
  return (
    <input
      ref={chooser}
      className={styles.chooser}
      type="file"
      multiple
      accept={FILE_KINDS[kind].types.join(',')}
      aria-label={copy.choose}
      tabIndex={-1}
      onChange={({ target }) => chosen(target.files)}
    />
  );
}

/** Where files are dropped or chosen. */
export function DropPlace({ chooser: { takeAll, choose }, hint }: { chooser: ChooserProps['chooser']; hint: string }) {
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
      <Button variant="secondary" size="sm" onClick={choose}>
        {copy.choose}
      </Button>
    </div>
  );
}

/** The row of an advert that is ready, which a link may lead to. */
export const advertRowProps = ({ id, needsChange }: Picture) => ({
  id: advertAnchor(id),
  tabIndex: -1,
  className: styles.row,
  'data-is': needsChange ? 'refused' : 'ready',
});

/** That the campaign was sent back because of this advert. */
export function NeedsChange({ of: { needsChange } }: { of: Picture }) {
  return needsChange && <p className={styles.refused}>{copy.needsChange}</p>;
}

interface RowProps {
  one: UploadEntry;
  checking: string;
  /** Takes the row away for another file. */
  drop: () => void;
  /** Takes it away for good. */
  dismiss: () => void;
  chooser: ReturnType<typeof useChooser>;
}

/** A file on its way, one whose rest is missing, or why one was refused. */
export function SentRow({ one, checking, drop, dismiss, chooser: { replace, chooseFor } }: RowProps) {
  return (
    <li className={styles.row} data-is={one.state.is}>
      <span className={styles.blank} aria-hidden="true" />
      <div role="status">
        <b>{one.name}</b>
        <SentState one={one} checking={checking} />
      </div>
      {(one.state.is === 'sending' || one.state.is === 'left') && (
        <div className={styles.actions}>
          {one.state.is === 'left' && (
            <Button
              variant="secondary"
              size="sm"
              aria-label={copy.goOnLabel(one.name)}
              onClick={() => chooseFor(one.key)}
            >
              {copy.resumeUpload}
            </Button>
          )}
          <Button variant="secondary" size="sm" aria-label={copy.cancelLabel(one.name)} onClick={one.state.stop}>
            {copy.cancel}
          </Button>
        </div>
      )}
      {one.state.is === 'refused' && (
        <div className={styles.actions}>
          <ReplaceButton name={one.name} onClick={() => replace(one.replaces, drop)} />
          <RemoveButton name={one.name} onClick={dismiss} />
        </div>
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

const percentOf = (bytes: number, total: number) => Math.floor((100 * bytes) / total);

function SentState({ one, checking }: { one: UploadEntry; checking: string }) {
  const { state } = one;
  if (state.is === 'refused') return <p className={styles.refused}>{state.why}</p>;
  if (state.is === 'checking') return <p className="muted s">{checking}</p>;
  const sent = state.is === 'left' ? state.sent : state.progress.sent;
  const percent = percentOf(sent, one.size);
  return (
    <>
      <Bars percent={percent} />
      {state.is === 'left' ? (
        <>
          <p className="muted s">{copy.uploadLeft(percent, megabytes(sent), megabytes(one.size))}</p>
          {state.isOther && <p className={styles.refused}>{copy.otherFile(one.name)}</p>}
        </>
      ) : (
        <Sending name={one.name} progress={state.progress} />
      )}
    </>
  );
}

function Sending({ name, progress: { sent, total, from, isOffline } }: { name: string; progress: UploadProgress }) {
  const percent = percentOf(sent, total);
  if (isOffline) return <p className="muted s">{copy.uploadPaused(percent)}</p>;
  const pace = from ? (sent - from.bytes) / (Date.now() - from.at) : 0;
  const left = pace > 0 ? Math.ceil((total - sent) / pace / 1000) : null;
  return (
    <>
      {from !== null && from.bytes > 0 && (
        <p className="muted s">{copy.uploadFound(name, percentOf(from.bytes, total))}</p>
      )}
      <p className="muted s">{copy.uploading(percent, megabytes(sent), megabytes(total), left)}</p>
    </>
  );
}
