import { sameDailyPlan } from '#domain/campaigns/plan.ts';
import { reportCopy as copy } from '#domain/campaigns/report/report-copy.ts';
import { formatNumber } from '#domain/money.ts';
import { formatDayAndMonth, startOfDay } from '#domain/time.ts';
import type { Bar } from '../../ui/media/bar-chart.tsx';
import type { CampaignReport } from './read.ts';
import styles from './report.module.css';

/** Plays planned for each day; `null`: there is no plan of plays. */
export function planOf(days: readonly { planned: number | null }[]): number[] | null {
  const plan = days.flatMap(({ planned }) => planned ?? []);
  return plan.length > 0 ? plan : null;
}

/** The plan stands in the table when the line has steps; otherwise the sentence below the chart says it. Days to come have nothing else. */
export function Days({ days, ahead }: Pick<CampaignReport, 'days' | 'ahead'>) {
  const plan = planOf([...days, ...ahead]);
  const hasPlan = plan !== null && sameDailyPlan(plan) === null;
  return (
    <table className={styles.values}>
      <thead>
        <tr>
          <th>{copy.day}</th>
          <th>{copy.counting}</th>
          <th>{copy.notCounted}</th>
          <th>{copy.opened}</th>
          {hasPlan && <th>{copy.planned}</th>}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ day, counted, uncounted, openings, planned }) => (
          <tr key={day}>
            <td className="nb">{formatDayAndMonth(startOfDay(day))}</td>
            <td>
              <b>{formatNumber(counted)}</b>
            </td>
            <td>{formatNumber(uncounted)}</td>
            <td>{formatNumber(openings)}</td>
            {hasPlan && <td>{formatNumber(Math.round(planned ?? 0))}</td>}
          </tr>
        ))}
      </tbody>
      {plan && ahead.length > 0 && (
        <tbody className={styles.ahead}>
          <tr>
            <th colSpan={hasPlan ? 5 : 4} scope="rowgroup">
              {copy.aheadRows}
            </th>
          </tr>
          {ahead.map(({ day, planned }) => (
            <tr key={day}>
              <td className="nb">{formatDayAndMonth(startOfDay(day))}</td>
              <td colSpan={hasPlan ? 4 : 3}>{copy.aheadPlan(planned ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      )}
    </table>
  );
}

export function Hours({ bars }: { bars: readonly Bar[] }) {
  return (
    <table className={styles.values}>
      <thead>
        <tr>
          <th>{copy.hour}</th>
          <th>{copy.number}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ label, value }) => (
          <tr key={label}>
            <td>{label}</td>
            <td>{formatNumber(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
