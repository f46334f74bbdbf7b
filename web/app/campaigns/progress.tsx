import type { CampaignKind } from '#domain/campaign-kinds.ts';
import { campaignListCopy as copy } from '#domain/campaigns/own-copy.ts';
import styles from './my-campaigns.module.css';

interface Props {
  kind: CampaignKind;
  counted: number;
  budget: number;
  planned: number | null;
}

/** Counted of a budget in the colour of its kind, and where an even pace would be. */
export function Progress({ kind, counted, budget, planned }: Props) {
  const share = (units: number) => `${Math.min(100, (100 * units) / budget)}%`;
  return (
    <div className={styles.progress} data-kind={kind} role="img" aria-label={copy.progress(counted, budget, planned)}>
      <i style={{ width: share(counted) }} />
      {planned !== null && <b style={{ left: share(planned) }} />}
    </div>
  );
}
