import type { CSSProperties } from 'react';
import { daysLater } from '#domain/day.ts';
import { formatDinars } from '#domain/money.ts';
import { ownRewardsCopy as copy } from '#domain/rewards/own-copy.ts';
import { firstDay, lastDay } from '#domain/rewards/rules.ts';
import { formatDayAndMonth, startOfDay } from '#domain/time.ts';
import styles from './my-rewards.module.css';
import type { OwnRewards } from './own-rewards.ts';
import { tvColour } from './tv-colours.ts';

/** Rewards of a month by day, each TV in its colour; the table under it says the same in numbers. */
export function DayChart({ month, days, tvs }: Pick<OwnRewards, 'month' | 'days' | 'tvs'>) {
  if (days.length === 0) return null;
  const [first, last] = [firstDay(month), lastDay(month)];
  const all = Array.from({ length: Number(last.slice(8)) }, (_, n) => daysLater(first, n));
  const most = Math.max(...days.map(({ amount }) => amount ?? 0));
  const byDay = new Map(days.map((day) => [day.day, day]));
  const sum = days.reduce((total, { amount }) => total + (amount ?? 0), 0);
  const marks = [0, 7, 14, 21, all.length - 1].map((at) => all[at]!);
  return (
    <section className={styles.card} aria-labelledby="rewards-chart">
      <h3 id="rewards-chart">{copy.chart(month)}</h3>
      <ul className={styles.key}>
        {tvs.map(({ id, name, amount }, at) => (
          <li key={id} style={{ '--tv': tvColour(at) } as CSSProperties}>
            {name || copy.otherTv} <b className="nb">{formatDinars(amount)}</b>
          </li>
        ))}
      </ul>
      {most > 0 && (
        <>
          <p className={styles.most} aria-hidden="true">
            {formatDinars(most)}
          </p>
          <div className={styles.plot} role="img" aria-label={copy.chartSummary(days.length, sum)}>
            {all.map((day) => (
              <span
                key={day}
                title={`${formatDayAndMonth(startOfDay(day))} ${formatDinars(byDay.get(day)?.amount ?? 0)}`}
              >
                {byDay.get(day)?.tvs.map(({ id, amount }) => (
                  <i
                    key={id}
                    style={{
                      height: `${(100 * (amount ?? 0)) / most}%`,
                      background: tvColour(tvs.findIndex((tv) => tv.id === id)),
                    }}
                  />
                ))}
              </span>
            ))}
          </div>
          <p className={styles.axis} aria-hidden="true">
            {marks.map((day) => (
              <span key={day}>{formatDayAndMonth(startOfDay(day))}</span>
            ))}
          </p>
        </>
      )}
    </section>
  );
}
