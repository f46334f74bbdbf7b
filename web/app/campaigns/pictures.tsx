import { useRef, useState } from 'react';
import type { Picture } from '#domain/campaigns/contract.ts';
import { editorCopy as copy } from '#domain/campaigns/own-copy.ts';
import { MOST_PICTURES } from '#domain/campaigns/rules.ts';
import { FILE_KINDS } from '#domain/files/kinds.ts';
import { client } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { write } from '../write.ts';
import styles from './pictures.module.css';
import { TvPreview } from './tv-preview.tsx';
import { type UploadProgress, uploadPicture } from './upload-picture.ts';

const ONE_MB = 1024 * 1024;
const megabytes = (bytes: number) => (bytes / ONE_MB).toFixed(1).replace('.', ',');

/** A file on its way, or one that was refused. */
interface Sent {
  key: string;
  name: string;
  state:
    | { is: 'sending'; progress: UploadProgress; stop: () => void }
    | { is: 'checking' }
    | { is: 'refused'; why: string };
}

interface Props {
  campaignId: string;
  pictures: readonly Picture[];
  url: string;
  changed: () => Promise<unknown>;
}

/** Pictures of a draft: those that are ready, those on their way, and why one was refused. */
export function Pictures({ campaignId, pictures, url, changed }: Props) {
  const [sent, setSent] = useState<readonly Sent[]>([]);
  const [isOver, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const set = (key: string, state: Sent['state']) =>
    setSent((all) => all.map((one) => (one.key === key ? { ...one, state } : one)));
  const drop = (key: string) => setSent((all) => all.filter((one) => one.key !== key));

  const take = async (file: File) => {
    const key = crypto.randomUUID();
    const stopper = new AbortController();
    const stop = () => {
      stopper.abort();
      drop(key);
    };
    const sending = (progress: UploadProgress) => set(key, { is: 'sending', progress, stop });
    const first: Sent = {
      key,
      name: file.name,
      state: { is: 'sending', progress: { percent: 0, isOffline: false }, stop },
    };
    setSent((all) => [...all, first]);
    if (file.size > FILE_KINDS['advert-picture'].most)
      return set(key, { is: 'refused', why: copy.tooLarge(megabytes(file.size)) });
    const stored = await uploadPicture(file, key, { signal: stopper.signal, progress: sending });
    if (stored === null) return;
    if (stored.outcome !== 'done') return set(key, { is: 'refused', why: stored.text });
    set(key, { is: 'checking' });
    const added = await write(
      () => client.campaigns.own.addPicture({ id: campaignId, file: stored.value, name: file.name }),
      { patience: 40_000 },
    );
    if (added.outcome !== 'done') return set(key, { is: 'refused', why: added.text });
    await changed();
    drop(key);
  };
  const takeAll = (files: FileList | null) => {
    for (const file of files ?? []) void take(file);
    if (chooser.current) chooser.current.value = '';
  };
  const remove = async (picture: Picture) => {
    await write(() => client.campaigns.own.removePicture({ id: campaignId, picture: picture.id }));
    await changed();
  };

  return (
    <div className={styles.pictures}>
      {(pictures.length > 0 || sent.length > 0) && (
        <ul className={styles.list}>
          {pictures.map((picture) => (
            <li key={picture.id} className={styles.row} data-is="ready">
              <TvPreview file={picture.file} url={url} size="row" />
              <div>
                <b>{picture.name}</b>
                <p className="muted s">
                  {copy.ready(`${picture.width} × ${picture.height}`, megabytes(picture.bytes))}
                </p>
              </div>
              <Button
                variant="secondary"
                size="sm"
                aria-label={copy.removeLabel(picture.name)}
                onClick={() => void remove(picture)}
              >
                {copy.remove}
              </Button>
            </li>
          ))}
          {sent.map((one) => (
            <li key={one.key} className={styles.row} data-is={one.state.is}>
              <span className={styles.blank} aria-hidden="true" />
              <div role="status">
                <b>{one.name}</b>
                <SentState state={one.state} />
              </div>
              {one.state.is === 'sending' && (
                <Button variant="secondary" size="sm" onClick={one.state.stop}>
                  {copy.cancel}
                </Button>
              )}
              {one.state.is === 'refused' && (
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={copy.replaceLabel(one.name)}
                  onClick={() => {
                    drop(one.key);
                    chooser.current?.click();
                  }}
                >
                  {copy.replace}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {pictures.length < MOST_PICTURES && (
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
            <p className="muted s">{copy.dropHint}</p>
          </div>
          <Button variant="secondary" size="sm" onClick={() => chooser.current?.click()}>
            {copy.choose}
          </Button>
          <input
            ref={chooser}
            className={styles.chooser}
            type="file"
            multiple
            accept={FILE_KINDS['advert-picture'].types.join(',')}
            aria-label={copy.choose}
            tabIndex={-1}
            onChange={({ target }) => takeAll(target.files)}
          />
        </div>
      )}
      <p className="muted s">{copy.spotsOff}</p>
    </div>
  );
}

const BARS = [0, 1, 2, 3, 4, 5];

function SentState({ state }: { state: Sent['state'] }) {
  if (state.is === 'refused') return <p className={styles.refused}>{state.why}</p>;
  if (state.is === 'checking') return <p className="muted s">{copy.checking}</p>;
  const { percent, isOffline } = state.progress;
  return (
    <>
      <div className={styles.bars} aria-hidden="true">
        {BARS.map((bar) => (
          <i key={bar} style={{ '--share': `${Math.max(0, Math.min(100, percent * 6 - bar * 100))}%` } as never} />
        ))}
      </div>
      <p className="muted s">{isOffline ? copy.uploadPaused(percent) : copy.uploading(percent)}</p>
    </>
  );
}
