import styles from '../../campaign.module.css';
import type { OwnCampaignRow } from '../own-campaign.ts';
import { Films, type useOwnFilms } from './films.tsx';
import { Pictures } from './pictures.tsx';

interface Props {
  campaign: OwnCampaignRow;
  films: ReturnType<typeof useOwnFilms>;
  url: string;
  changed: () => Promise<unknown>;
  /** How many of those that were sent here were refused. */
  refused?: (count: number) => void;
  /** What the form says under them. */
  error: string | undefined;
}

/** The adverts of a draft: pictures or films, as its kind is. */
export function DraftAdverts({ campaign: { id, kind, pictures }, films, url, changed, refused, error }: Props) {
  return (
    <>
      {kind === 'banner' ? (
        <Pictures campaignId={id} pictures={pictures} url={url} changed={changed} refused={refused} />
      ) : (
        <Films campaignId={id} pictures={pictures} films={films} url={url} changed={changed} refused={refused} />
      )}
      {error && <p className={styles.error}>{error}</p>}
    </>
  );
}
