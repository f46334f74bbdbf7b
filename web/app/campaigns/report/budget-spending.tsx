import { reportCopy as copy } from '#domain/campaigns/report/report-copy.ts';
import { DAY_MS } from '#domain/day.ts';
import { formatNumber } from '#domain/money.ts';
import { dayOf } from '#domain/time.ts';
import type { OwnCampaignRow } from '../editor/own-campaign.ts';
import { Progress } from '../progress.tsx';
import styles from './report.module.css';

/** How much of the budget is spent, where an even pace would be, and what is left for how many days. */
export function BudgetSpending({ campaign }: { campaign: OwnCampaignRow }) {
  const { kind, state, counted, budget, planned, endsOn, returned } = campaign;
  const isOver = state === 'done' || state === 'withdrawn';
  const days = Math.round((Date.parse(endsOn) - Date.parse(dayOf(new Date()))) / DAY_MS);
  return (
    <section className={styles.card}>
      <h3>{copy.plan}</h3>
      <div className={styles.plan}>
        <Progress kind={kind} counted={counted} budget={budget} planned={planned} />
      </div>
      <p className={styles.spent}>
        <span>
          <b>{formatNumber(counted)}</b> {copy.spentOf(budget, kind)}
        </span>
        {planned !== null && <span className="muted">{copy.planNow(planned, counted)}</span>}
        <span>
          <b>{formatNumber(isOver ? returned : Math.max(0, budget - counted))}</b>{' '}
          {isOver ? copy.returned : copy.left(state !== 'paused' && days > 0 ? days : null)}
        </span>
      </p>
    </section>
  );
}
