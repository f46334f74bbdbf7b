import { reportCopy as copy } from '#domain/campaigns/report/report-copy.ts';
import type { CampaignReport } from './read.ts';
import styles from './report.module.css';

/** What a counted play cost, and all of them. */
export function PricePerPlay({ price, spent, counted }: CampaignReport) {
  return (
    <div className={styles.figure}>
      <dd className="num">{price ? copy.price(price) : '–'}</dd>
      <dt>{copy.pricePer}</dt>
      <dd className={styles.hint}>
        {price === null && counted > 0 ? copy.noPrice : copy.totalSpent(copy.sumOf(spent), namesOf(spent))}
      </dd>
    </div>
  );
}

const namesOf = (spent: CampaignReport['spent']): string[] => [...new Set(spent.flatMap(({ name }) => name ?? []))];

/** How the price came about: the rule, and what was spent of each package. */
export function PriceBreakdown({ spent, kind }: Pick<CampaignReport, 'spent'> & { kind: 'banner' | 'spot' }) {
  if (spent.length === 0) return null;
  return (
    <details className={styles.card}>
      <summary>{copy.howPriced}</summary>
      <p>{copy.pricing}</p>
      <ul>
        {spent.map((one) => (
          <li key={`${one.name} ${one.currency} ${one.package?.amount}`}>
            <b>{copy.spent(one, kind)}</b>
            {one.package && <p className="muted">{copy.rule(one)}</p>}
          </li>
        ))}
      </ul>
    </details>
  );
}
