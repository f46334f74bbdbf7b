import { reportCopy as copy } from '#domain/campaigns/report/report-copy.ts';
import { formatNumber } from '#domain/money.ts';
import type { CampaignReport } from './read.ts';
import styles from './report.module.css';

/** Counted plays by region and by kind of place, as far as that is told. */
export function PlaysByPlace({ counted, regions, venues }: CampaignReport) {
  if (counted === 0) return null;
  if (regions.length === 0) return <p className="muted">{copy.noPlaces}</p>;
  const hasOthers = [...regions, ...venues].some(({ name }) => name === null);
  return (
    <div>
      <div className={styles.two}>
        <Bars title={copy.byRegion} rows={regions} nameOf={copy.region} by="region" />
        <Bars title={copy.byVenue} rows={venues} nameOf={copy.venue} by="venue" />
      </div>
      {hasOthers && <p className="muted s">{copy.others}</p>}
    </div>
  );
}

function Bars({
  title,
  rows,
  nameOf,
  by,
}: {
  title: string;
  rows: readonly { name: string | null; counted: number; tvs: number }[];
  nameOf: (name: string | null) => string;
  /** Kinds of places have their colours everywhere. */
  by: 'region' | 'venue';
}) {
  const total = rows.reduce((sum, { counted }) => sum + counted, 0);
  const most = Math.max(1, ...rows.map(({ counted }) => counted));
  return (
    <section className={styles.card}>
      <h3>{title}</h3>
      <ul className={styles.bars}>
        {rows.map(({ name, counted, tvs }) => (
          <li key={name ?? ''}>
            <span>
              {nameOf(name)} <span className="muted s">{copy.ofTvs(tvs)}</span>
            </span>
            <span
              className={styles.bar}
              aria-hidden="true"
              data-region={by === 'region' ? (name ?? '') : undefined}
              data-venue={by === 'venue' ? (name ?? '') : undefined}
            >
              <i style={{ width: `${(100 * counted) / most}%` }} />
            </span>
            <b className="num">{formatNumber(counted)}</b>
            <span className="muted">{copy.share(counted, total)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
