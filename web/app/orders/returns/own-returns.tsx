import { returnCopy as copy } from '#domain/returns/copy.ts';
import { picturesCopy } from '#domain/returns/pictures-copy.ts';
import { takesPictures } from '#domain/returns/rules.ts';
import { Badge } from '../../ui/badge.tsx';
import { Thumbs } from '../../uploads/picture-tiles.tsx';
import { PictureField, useReturnPictures } from './picture-field.tsx';
import styles from './return.module.css';
import type { OwnReturnsRow } from './return-row.ts';

/** What was sent back before, and how far it is. */
export function OwnReturns({
  own: { number, returns },
  reload,
}: {
  own: OwnReturnsRow;
  reload: () => Promise<unknown>;
}) {
  if (returns.length === 0) return null;
  return (
    <section className={styles.panel}>
      <h2>{copy.earlier}</h2>
      <ul className={styles.earlier}>
        {returns.map(({ id, kind, state, serials, askedAt, label, outcome, resolution, pictures }) => (
          <li key={id}>
            <span className={styles.spread}>
              <b>{copy.kinds[kind]}</b>
              <Badge tone={state === 'done' ? 'ok' : state === 'called_off' ? 'info' : 'warn'}>
                {state === 'done' && outcome ? copy.outcome[outcome] : copy.state[state]}
              </Badge>
            </span>
            <span className="muted s">
              {serials.join(', ')} · {copy.askedOn(askedAt)}
            </span>
            {label && <span className="s">{copy.labelNumber(label)}</span>}
            {resolution && <span className="s">{resolution}</span>}
            {(state === 'requested' || state === 'label_sent') && <span className="s">{copy.changedMind(number)}</span>}
            {takesPictures(state) ? (
              <Pictures number={number} returnId={id} pictures={pictures} reload={reload} />
            ) : (
              <Thumbs pictures={pictures} label={picturesCopy.title} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Pictures(of: Parameters<typeof useReturnPictures>[0]) {
  return <PictureField own={useReturnPictures(of)} />;
}
