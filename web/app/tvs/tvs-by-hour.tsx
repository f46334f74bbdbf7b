import { HOUR_MS } from '#domain/day.ts';
import { formatNumber } from '#domain/money.ts';
import { dayOf, startOfDay, TIME_ZONE } from '#domain/time.ts';
import { tvsCopy } from '#domain/tvs/copy.ts';
import { BarChart } from '../ui/media/bar-chart.tsx';
import { Table } from '../ui/table/table.tsx';
import type { Overview } from './tv-figures.tsx';
import styles from './tvs.module.css';

const copy = tvsCopy.chart;
const hourOfDay = new Intl.DateTimeFormat('en-GB', { timeZone: TIME_ZONE, hour: 'numeric', hourCycle: 'h23' });
const nameOf = (hour: Date) => copy.hour(Number(hourOfDay.format(hour)));

/** The most TVs that showed at once in each hour of today, beside yesterday's highest. */
export function TvsByHour({ of: { hours, yesterday, states } }: { of: Overview }) {
  const first = startOfDay(dayOf(new Date()));
  const last = startOfDay(dayOf(new Date(first.getTime() + 26 * HOUR_MS)));
  const all = Array.from({ length: (last.getTime() - first.getTime()) / HOUR_MS }, (_, n) => {
    const hour = new Date(first.getTime() + n * HOUR_MS);
    const found = hours.find((one) => new Date(one.hour).getTime() === hour.getTime());
    return {
      key: hour.toISOString(),
      label: nameOf(hour),
      value: found?.shows ?? 0,
      text: formatNumber(found?.shows ?? 0),
    };
  });
  const peak = yesterday ? copy.peak(yesterday.shows, Number(hourOfDay.format(new Date(yesterday.hour)))) : copy.noPeak;
  return (
    <section className={styles.card}>
      <h2 className={styles.cardTitle}>{copy.title}</h2>
      <p className={styles.between}>
        <span>{copy.now(states.shows)}</span>
        <span>{peak}</span>
      </p>
      <BarChart
        title={copy.title}
        summary={`${copy.now(states.shows)}, ${peak}`}
        bars={all}
        colour="var(--bar-cyan)"
        plain
      />
      <details className={styles.table}>
        <summary>{copy.table}</summary>
        <Table
          caption={copy.title}
          rows={all.filter(({ value }) => value > 0)}
          rowKey={({ key }) => key}
          empty={<p className="muted">{copy.none}</p>}
          columns={[
            { key: 'hour', header: copy.th[0], cell: ({ label }) => label },
            { key: 'tvs', header: copy.th[1], align: 'right', cell: ({ text }) => text },
          ]}
        />
      </details>
    </section>
  );
}
