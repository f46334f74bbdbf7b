import { useState } from 'react';
import type { CampaignKind } from '#domain/campaign-kinds.ts';
import type { Picture } from '#domain/campaigns/contract.ts';
import { editorCopy as copy } from '#domain/campaigns/own-copy.ts';
import { Checkbox } from '../ui/form/field.tsx';
import styles from './campaign.module.css';
import { TvPreview } from './tv-preview.tsx';

interface Props {
  kind: CampaignKind;
  pictures: readonly Picture[];
  url: string;
  /** The number of the advert that is shown. */
  nth: number;
  choose: (nth: number) => void;
}

/** Adverts of a campaign one at a time as a TV shows them: with zones, after OK, from three metres. */
export function AdvertPreview({ kind, pictures, url, nth, choose }: Props) {
  const [view, setView] = useState({ zones: false, afterOk: false, isFar: false });
  const at = Math.min(nth, pictures.length - 1);
  const shown = pictures[at];
  return (
    <>
      <TvPreview kind={kind} file={shown?.file ?? null} poster={shown?.poster ?? null} url={url} {...view} />
      {!shown && <p className="muted s">{kind === 'banner' ? copy.noPicture : copy.noFilm}</p>}
      <div className={styles.toggles}>
        {pictures.length > 1 &&
          pictures.map((one, n) => (
            <button
              key={one.id}
              type="button"
              className={styles.nth}
              aria-pressed={n === at}
              aria-label={`${n + 1}: ${one.name}`}
              onClick={() => choose(n)}
            >
              {n + 1}
            </button>
          ))}
        <Checkbox
          label={copy.zones}
          checked={view.zones}
          onChange={({ target }) => setView({ ...view, zones: target.checked })}
        />
        <Checkbox
          label={copy.afterOk}
          checked={view.afterOk}
          onChange={({ target }) => setView({ ...view, afterOk: target.checked })}
        />
        <Checkbox
          label={copy.three}
          checked={view.isFar}
          onChange={({ target }) => setView({ ...view, isFar: target.checked })}
        />
      </div>
    </>
  );
}
