import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Film, Picture } from '#domain/campaigns/contract.ts';
import { filmRefusals } from '#domain/campaigns/copy.ts';
import { filmCopy as copy, editorCopy } from '#domain/campaigns/own-copy.ts';
import { MOST_PICTURES } from '#domain/campaigns/rules.ts';
import { FILE_KINDS } from '#domain/files/kinds.ts';
import { api, client } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import { megabytes, SentState } from './pictures.tsx';
import styles from './pictures.module.css';
import { TvPreview } from './tv-preview.tsx';
import { useUploads } from './use-uploads.ts';

/** Milliseconds between two looks at films that are being converted. */
const LOOK_MS = 1_500;

interface Props {
  campaignId: string;
  pictures: readonly Picture[];
  url: string;
  changed: () => Promise<unknown>;
}

/** Films of a draft: on their way, being converted, refused with what was measured, or ready. */
export function Films({ campaignId, pictures, url, changed }: Props) {
  const chooser = useRef<HTMLInputElement>(null);
  const read = useOwnFilms(campaignId, changed);
  const films = read.data?.films ?? [];
  const { sent, take, drop } = useUploads({
    kind: 'advert-film',
    tooLarge: copy.tooLarge,
    wrongType: copy.wrongType,
    add: async (file, name) => {
      const added = await write(() => client.campaigns.own.addFilm({ id: campaignId, file, name }));
      if (added.outcome === 'done') await read.refetch();
      return added;
    },
  });
  const takeAll = (files: FileList | null) => {
    for (const file of files ?? []) void take(file);
    if (chooser.current) chooser.current.value = '';
  };
  const removeFilm = async (film: Film) => {
    const outcome = await write(() => client.campaigns.own.removeFilm({ id: campaignId, film: film.id }));
    if (outcome.outcome !== 'done') toast.error(outcome.text);
    await read.refetch();
  };
  const removeReady = async (picture: Picture) => {
    const outcome = await write(() => client.campaigns.own.removePicture({ id: campaignId, picture: picture.id }));
    if (outcome.outcome !== 'done') toast.error(outcome.text);
    await changed();
  };
  if (read.data && !read.data.isOn) return <p>{copy.off}</p>;
  const taken = pictures.length + films.filter(({ refusal }) => refusal === null).length;
  return (
    <div className={styles.pictures}>
      {(pictures.length > 0 || films.length > 0 || sent.length > 0) && (
        <ul className={styles.list}>
          {pictures.map((one) => (
            <li key={one.id} className={styles.row} data-is="ready">
              <TvPreview kind="spot" file={null} poster={one.poster} url={url} size="row" />
              <div>
                <b>{one.name}</b>
                <p className="muted s">
                  {copy.ready(one.seconds, `${one.width} × ${one.height}`, megabytes(one.bytes))}
                </p>
              </div>
              <Button
                variant="secondary"
                size="sm"
                aria-label={editorCopy.removeLabel(one.name)}
                onClick={() => void removeReady(one)}
              >
                {editorCopy.remove}
              </Button>
            </li>
          ))}
          {films.map((film) => (
            <li key={film.id} className={styles.row} data-is={film.refusal ? 'refused' : 'checking'}>
              <span className={styles.blank} aria-hidden="true" />
              <div role="status">
                <b>{film.name}</b>
                {film.refusal ? (
                  <p className={styles.refused}>{filmRefusals[film.refusal.code](film.refusal)}</p>
                ) : (
                  <Converting done={film.done} />
                )}
              </div>
              {film.refusal ? (
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={editorCopy.replaceLabel(film.name)}
                  onClick={() => {
                    void removeFilm(film);
                    chooser.current?.click();
                  }}
                >
                  {editorCopy.replace}
                </Button>
              ) : (
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={editorCopy.removeLabel(film.name)}
                  onClick={() => void removeFilm(film)}
                >
                  {editorCopy.remove}
                </Button>
              )}
            </li>
          ))}
          {sent.map((one) => (
            <li key={one.key} className={styles.row} data-is={one.state.is}>
              <span className={styles.blank} aria-hidden="true" />
              <div role="status">
                <b>{one.name}</b>
                <SentState state={one.state} checking={copy.checking} />
              </div>
              {one.state.is === 'sending' && (
                <Button variant="secondary" size="sm" onClick={one.state.stop}>
                  {editorCopy.cancel}
                </Button>
              )}
              {one.state.is === 'refused' && (
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={editorCopy.replaceLabel(one.name)}
                  onClick={() => {
                    drop(one.key);
                    chooser.current?.click();
                  }}
                >
                  {editorCopy.replace}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Drop hint={copy.dropHint} isFull={taken >= MOST_PICTURES} takeAll={takeAll}>
        {chooser}
      </Drop>
      {read.isError && <p className={styles.refused}>{copy.unread}</p>}
    </div>
  );
}
