import { useId, useRef, useState } from 'react';
import { FILE_KINDS } from '#domain/files/kinds.ts';
import type { ReturnPicture } from '#domain/returns/contract.ts';
import { picturesCopy as copy } from '#domain/returns/pictures-copy.ts';
import { MOST_RETURN_PICTURES } from '#domain/returns/rules.ts';
import { client } from '../../api.ts';
import { useSingleFlight } from '../../single-flight.ts';
import { toast } from '../../ui/overlay/toast.tsx';
import { LargePicture, Thumb } from '../../uploads/picture-tiles.tsx';
import { type UploadEntry, useUploads } from '../../uploads/use-uploads.ts';
import { write } from '../../write.ts';
import styles from './pictures.module.css';

interface Of {
  number: number;
  /** `null`: of the return that is asked for next. */
  returnId: string | null;
  pictures: readonly ReturnPicture[];
  reload: () => Promise<unknown>;
}

/** Pictures of a return: those that are there, those on their way, and the files that are chosen. */
export function useReturnPictures({ number, returnId, pictures, reload }: Of) {
  const uploads = useUploads({
    belongsTo: returnId ?? `order ${number}`,
    kind: 'return-upload',
    tooLarge: (_, name) => copy.big(name),
    wrongType: copy.type,
    add: async (file) => {
      const said = { number, return: returnId, file };
      const added = await write(() => client.returns.pictures.add(said), { patience: 40_000 });
      if (added.outcome === 'done') await reload();
      return added;
    },
  });
  const under = uploads.sent.filter(({ state }) => state.is !== 'refused');
  return {
    ...uploads,
    number,
    pictures,
    reload,
    free: Math.max(0, MOST_RETURN_PICTURES - pictures.length - under.length),
    /** Something is on its way, and comes by itself. */
    isSending: under.some(({ state }) => state.is !== 'left'),
  };
}

/** Where a buyer adds pictures, sees how far they are, and takes them back. */
export function PictureField({ own }: { own: ReturnType<typeof useReturnPictures> }) {
  const { number, pictures, sent, take, dismiss, resumeUpload, free, reload } = own;
  const note = useId();
  const adder = useRef<HTMLButtonElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const asked = useRef<string | null>(null);
  const [opened, setOpened] = useState<number | null>(null);
  const [isMore, setMore] = useState(false);

  const choose = (key: string | null) => {
    asked.current = key;
    chooser.current?.click();
  };
  const chosen = (list: FileList | null) => {
    const files = [...(list ?? [])];
    if (asked.current === null) {
      setMore(files.length > free);
      for (const file of files.slice(0, free)) void take(file);
    } else resumeUpload(asked.current, files);
    asked.current = null;
    chooser.current!.value = '';
  };
  const remove = useSingleFlight(async (id: string) => {
    const removed = await write(() => client.returns.pictures.remove({ number, id }));
    if (removed.outcome !== 'done') toast.error(removed.text);
    setMore(false);
    await reload();
    adder.current?.focus();
  });
  const refused = sent.filter(({ state }) => state.is === 'refused');

  return (
    <fieldset className={styles.field} aria-describedby={note}>
      <legend>
        {copy.title} <span id={note}>{copy.note}</span>
      </legend>
      <div className={styles.tiles}>
        {pictures.map((picture, index) => (
          <div key={picture.id} className={styles.tile}>
            <Thumb picture={picture} n={index + 1} open={() => setOpened(index)} />
            <button
              type="button"
              className={styles.remove}
              aria-label={copy.remove(index + 1)}
              onClick={() => void remove(picture.id)}
            />
          </div>
        ))}
        {sent.map((one) => one.state.is !== 'refused' && <OnItsWay key={one.key} one={one} choose={choose} />)}
        {free > 0 && (
          <button ref={adder} type="button" className={styles.add} onClick={() => choose(null)}>
            <span>{copy.add}</span>
            <span>{copy.addHint}</span>
          </button>
        )}
      </div>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        accept={FILE_KINDS['return-upload'].types.join(',')}
        onChange={({ target }) => chosen(target.files)}
      />
      <div role="alert" className={styles.refusals}>
        {refused.map(({ key, name, state }) => (
          <p key={key}>
            <span>{state.is === 'refused' && state.why}</span>
            <button
              type="button"
              className={styles.dismiss}
              aria-label={copy.dismiss(name)}
              onClick={() => {
                dismiss(key);
                adder.current?.focus();
              }}
            />
          </p>
        ))}
        {sent.map(
          ({ key, name, state }) => state.is === 'left' && state.isOther && <p key={key}>{copy.other(name)}</p>,
        )}
        {isMore && <p>{copy.enough}</p>}
      </div>
      <LargePicture pictures={pictures} opened={opened} open={setOpened} />
    </fieldset>
  );
}

/** A picture whose bytes are on their way, one whose rest is missing, or one that the server looks at. */
function OnItsWay({
  one: { key, name, size, preview, state },
  choose,
}: {
  one: UploadEntry;
  choose: (key: string) => void;
}) {
  if (state.is === 'refused') return null;
  const sent = state.is === 'sending' ? state.progress.sent : state.is === 'left' ? state.sent : size;
  const percent = Math.floor((100 * sent) / size);
  return (
    <div className={styles.tile}>
      {preview && <img className={styles.faded} src={preview} alt="" />}
      <div className={styles.state}>
        {state.is === 'checking' ? (
          <span role="status">{copy.checking}</span>
        ) : (
          <>
            <span>
              {state.is === 'left'
                ? copy.left(percent)
                : state.progress.isOffline
                  ? copy.paused(percent)
                  : copy.percent(percent)}
            </span>
            <span
              className={styles.bar}
              role="progressbar"
              aria-label={copy.sending(name)}
              aria-valuenow={percent}
              aria-valuemin={0}
              aria-valuemax={100}
            >
              <i style={{ width: `${percent}%` }} />
            </span>
          </>
        )}
        {state.is === 'left' && (
          <button
            type="button"
            className={styles.resumeUpload}
            aria-label={copy.goOnLabel(name)}
            onClick={() => choose(key)}
          >
            {copy.resumeUpload}
          </button>
        )}
      </div>
      {state.is !== 'checking' && (
        <button type="button" className={styles.remove} aria-label={copy.stop(name)} onClick={state.stop} />
      )}
    </div>
  );
}
