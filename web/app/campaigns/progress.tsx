import { campaignListCopy as copy } from '#domain/campaigns/own-copy.ts';
import styles from './my-campaigns.module.css';

/** Counted of a budget, and where an even pace would be. */
export function Progress({ counted, budget, planned }: { counted: number; budget: number; planned: number | null }) {
  const share = (units: number) => `${Math.min(100, (100 * units) / budget)}%`;
  return (
    <div className={styles.progress} role="img" aria-label={copy.progress(counted, budget, planned)}>
      <i style={{ width: share(counted) }} />
      {planned !== null && <b style={{ left: share(planned) }} />}
    </div>
  );
}
