import type { CampaignKind } from '#domain/campaign-kinds.ts';
import { reportCopy as copy } from '#domain/campaigns/report/report-copy.ts';
import { formatNumber } from '#domain/money.ts';
import { TvPreview } from '../tv-preview.tsx';
import type { CampaignReport } from './read.ts';
import styles from './report.module.css';

type Props = { kind: CampaignKind } & Pick<CampaignReport, 'pictures' | 'counted' | 'openings'>;

/** Each advert as a TV shows it, with its counted plays and how often its code was opened. */
export function Adverts({ kind, pictures, counted, openings }: Props) {
  const elsewhere = openings - pictures.reduce((sum, one) => sum + one.openings, 0);
  return (
    <>
      <ul className={styles.pictures}>
        {pictures.map((one) => (
          <li key={one.id}>
            <TvPreview kind={kind} file={one.file} poster={one.poster} url="" size="row" />
            <span>
              <b>{one.name}</b>
              <small className="muted s">{copy.openingsOf(one.openings, one.counted)}</small>
            </span>
            <span>
              <span className="num">{formatNumber(one.counted)}</span>
              <small className="muted s">{copy.share(one.counted, counted)}</small>
            </span>
          </li>
        ))}
      </ul>
      {elsewhere > 0 && <p className="muted s">{copy.openingsElsewhere(elsewhere)}</p>}
    </>
  );
}
