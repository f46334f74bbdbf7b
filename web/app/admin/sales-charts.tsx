import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { overview as copy } from '#domain/admin/copy.ts';
import { formatMoney, formatNumber } from '#domain/money.ts';
import { formatDate } from '#domain/time.ts';
import { api, type client } from '../api.ts';
import { useLiveList } from '../live.ts';
import { DataPart } from '../part/data-part.tsx';
import { partStateOf } from '../part/part-state.ts';
import { Segmented } from '../ui/form/segmented.tsx';
import { BarChart } from '../ui/media/bar-chart.tsx';
import { useAddressParams } from '../ui/use-address-params.ts';
import { withQuery } from './list-tools.tsx';
import styles from './sales-charts.module.css';

type Period = Awaited<ReturnType<typeof client.admin.sales>>[number];

/** Devices, packages and the event over time, each with its table. */
export function SalesCharts() {
  const [search, setSearch] = useAddressParams();
  const by = search.get('by') === 'month' ? 'month' : 'day';
  const sales = useQuery(api.admin.sales.queryOptions({ input: { by }, placeholderData: keepPreviousData }));
  useLiveList('salesCharts', () => sales.refetch({ throwOnError: true }));
  const name = ({ start }: Period) =>
    by === 'month' ? copy.month(new Date(`${start}T12:00:00Z`)) : formatDate(`${start}T12:00:00Z`);

  return (
    <section className={styles.charts} aria-labelledby="sales-title">
      <header>
        <h2 id="sales-title" className="d h3">
          {copy.sales}
        </h2>
        <Segmented
          label={copy.period}
          selected={by}
          onSelect={(key) =>
            setSearch((current) => withQuery(current, 'by', key === 'day' ? '' : key), {
              replace: true,
              preventScrollReset: true,
            })
          }
          segments={[
            { key: 'day', label: copy.days },
            { key: 'month', label: copy.months },
          ]}
        />
      </header>
      <DataPart name={copy.sales} part={partStateOf(sales)} lines={6}>
        {() => (
          <div className={styles.figures}>
            {SERIES.map((series) => (
              <Figure key={series.title} {...series} periods={sales.data!} name={name} />
            ))}
          </div>
        )}
      </DataPart>
    </section>
  );
}

interface Series {
  title: string;
  colour: string;
  value: (period: Period) => number;
  text: (period: Period) => string;
  total: (periods: Period[]) => string;
}

const sum = (periods: Period[], value: (period: Period) => number) =>
  periods.reduce((all, period) => all + value(period), 0);
const eur = (amount: number) => formatMoney({ amount, currency: 'EUR' });
const soldText = ({ count, amount }: { count: number; amount: number }) =>
  count === 0 ? copy.none : `${eur(amount)} (${formatNumber(count)})`;
const reservationsText = (count: number, rsdPaid: number, eurPaid: number) =>
  [copy.places(count), rsdPaid > 0 && formatMoney({ amount: rsdPaid, currency: 'RSD' }), eurPaid > 0 && eur(eurPaid)]
    .filter(Boolean)
    .join(' · ');

const soldIn = (key: 'devices' | 'packages', title: string, colour: string): Series => ({
  title,
  colour,
  value: (period) => period[key].amount,
  text: (period) => soldText(period[key]),
  total: (periods) =>
    soldText({
      count: sum(periods, (period) => period[key].count),
      amount: sum(periods, (period) => period[key].amount),
    }),
});

const SERIES: Series[] = [
  soldIn('devices', copy.devices, 'var(--bar-cyan)'),
  soldIn('packages', copy.packages, 'var(--bar-yellow)'),
  {
    title: copy.event,
    colour: 'var(--bar-red)',
    value: ({ event }) => event.count,
    text: ({ event }) => reservationsText(event.count, event.rsd, event.eur),
    total: (periods) =>
      reservationsText(
        sum(periods, ({ event }) => event.count),
        sum(periods, ({ event }) => event.rsd),
        sum(periods, ({ event }) => event.eur),
      ),
  },
];

function Figure({
  title,
  colour,
  value,
  text,
  total,
  periods,
  name,
}: Series & { periods: Period[]; name: (period: Period) => string }) {
  const bars = periods.map((period) => ({ label: name(period), value: value(period), text: text(period) }));
  const inAll = total(periods);
  return (
    <figure>
      <figcaption>
        <b>{title}</b>
        <span>{inAll}</span>
      </figcaption>
      <BarChart
        title={title}
        summary={copy.summary(bars[0]?.label ?? '', bars.at(-1)?.label ?? '', inAll)}
        bars={bars}
        colour={colour}
      />
      <details>
        <summary>{copy.table}</summary>
        <table>
          <caption className="vh">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{copy.period}</th>
              <th scope="col">{copy.sold}</th>
            </tr>
          </thead>
          <tbody>
            {bars.toReversed().map((bar) => (
              <tr key={bar.label}>
                <th scope="row">{bar.label}</th>
                <td>{bar.text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
