import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Film, Picture } from '#domain/campaigns/contract.ts';
import { filmRefusals } from '#domain/campaigns/copy.ts';
import { FILM_SECONDS } from '#domain/campaigns/films.ts';
import { filmCopy as copy } from '#domain/campaigns/own-copy.ts';
import { MOST_PICTURES } from '#domain/campaigns/rules.ts';
import { api, client, errorMessage } from '../../../api.ts';
import { toast } from '../../../ui/overlay/toast.tsx';
import { megabytes, useUploads } from '../../../uploads/use-uploads.ts';
import { write } from '../../../write.ts';
import { TvPreview } from '../../tv-preview.tsx';
import {
  advertRowProps,
  Bars,
  Chooser,
  DropPlace,
  NeedsChange,
  RemoveButton,
  ReplaceButton,
  SentRow,
  useChooser,
  useTellRefusedFiles,
} from './file-rows.tsx';
import styles from './pictures.module.css';
import { removeReady } from './pictures.tsx';

/** Milliseconds between two looks at films that are being converted. */
const POLL_MS = 1_500;

/** Films of a draft that are not ready, looked at until none waits; `changed` is called when one became ready or was refused. */
export function useOwnFilms(id: string, isOn: boolean, changed: () => Promise<unknown>) {
  const read = useQuery({
    ...api.campaigns.own.films.queryOptions({ input: { id } }),
    enabled: isOn,
    refetchInterval: ({ state }) => (state.data && waitingOf(state.data.films) > 0 ? POLL_MS : false),
  });
  const films = read.data?.films ?? [];
  const waiting = waitingOf(films);
  const before = useRef(waiting);
  useEffect(() => {
    if (waiting < before.current) void changed();
    before.current = waiting;
  }, [waiting, changed]);
  return { ...read, waiting, refused: films.length - waiting };
}

const waitingOf = (films: readonly Film[]) => films.filter(({ refusal }) => refusal === null).length;

interface Props {
  campaignId: string;
  pictures: readonly Picture[];
  films: ReturnType<typeof useOwnFilms>;
  url: string;
  changed: () => Promise<unknown>;
  /** How many of those that were sent here were refused before they were queued. */
  refused?: ((count: number) => void) | undefined;
}

/** Films of a draft: on their way, being converted, refused with what was measured, or ready. */
export function Films({ campaignId, pictures, films: read, url, changed, refused }: Props) {
  const { sent, take, drop, dismiss, resumeUpload } = useUploads({
    belongsTo: campaignId,
    kind: 'advert-film',
    tooLarge: copy.tooLarge,
    wrongType: () => copy.wrongType,
    add: async (file, name, replaces) => {
      const film = { id: campaignId, file, name, ...(replaces && { replaces }) };
      const added = await write(() => client.campaigns.own.addFilm(film));
      if (added.outcome === 'done') await read.refetch();
      return added;
    },
  });
  const chooser = useChooser(take, resumeUpload);
  useTellRefusedFiles(sent, refused);
  const films = read.data?.films ?? [];
  const removeFilm = async (film: Film) => {
    const outcome = await write(() => client.campaigns.own.removeFilm({ id: campaignId, film: film.id }));
    if (outcome.outcome !== 'done') toast.error(outcome.text);
    await read.refetch();
  };
  const isOff = read.data?.isOn === false;
  return (
    <div className={styles.pictures}>
      {(pictures.length > 0 || films.length > 0 || sent.length > 0) && (
        <ul className={styles.list}>
          {pictures.map((one) => (
            <li key={one.id} {...advertRowProps(one)}>
              <TvPreview kind="spot" file={null} poster={one.poster} url={url} size="row" />
              <div>
                <b>{one.name}</b>
                <p className="muted s">
                  {copy.ready(one.seconds, `${one.width} × ${one.height}`, megabytes(one.bytes))}
                </p>
                <NeedsChange of={one} />
              </div>
              <div className={styles.actions}>
                {!isOff && <ReplaceButton name={one.name} onClick={() => chooser.replace(one.id)} />}
                <RemoveButton name={one.name} onClick={() => void removeReady(campaignId, one).then(changed)} />
              </div>
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
              <div className={styles.actions}>
                {film.refusal && (
                  <ReplaceButton
                    name={film.name}
                    onClick={() => chooser.replace(film.replaces, () => void removeFilm(film))}
                  />
                )}
                <RemoveButton name={film.name} onClick={() => void removeFilm(film)} />
              </div>
            </li>
          ))}
          {sent.map((one) => (
            <SentRow
              key={one.key}
              one={one}
              checking={copy.checking}
              drop={() => drop(one.key)}
              dismiss={() => dismiss(one.key)}
              chooser={chooser}
            />
          ))}
        </ul>
      )}
      {isOff && (
        <p>
          <b>{copy.off}</b> {copy.offHint}
        </p>
      )}
      {read.isError && <p className={styles.refused}>{errorMessage(read.error)}</p>}
      {!isOff && pictures.length + read.waiting < MOST_PICTURES && (
        <DropPlace chooser={chooser} hint={copy.dropHint(FILM_SECONDS)} />
      )}
      {!isOff && <Chooser chooser={chooser} kind="advert-film" />}
    </div>
  );
}

/** How far a conversion is, and how long it still takes at the pace since this page first saw it. */
function Converting({ done }: { done: number | null }) {
  const first = useRef<{ done: number; at: number } | null>(null);
  if (done === null) return <p className="muted s">{copy.checking}</p>;
  first.current ??= { done, at: Date.now() };
  const pace = (done - first.current.done) / (Date.now() - first.current.at);
  const left = pace > 0 ? Math.ceil((1 - done) / pace / 1000) : null;
  return (
    <>
      <Bars percent={100 * done} />
      <p className="muted s">{copy.converting(left)}</p>
    </>
  );
}
