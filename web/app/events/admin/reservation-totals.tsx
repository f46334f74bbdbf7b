import { sumsOf as sumMoney } from '#domain/bank/money.ts';
import { adminCopy as copy } from '#domain/events/admin/copy.ts';
import { COUNTRIES, type Country, eventPackages, type PackageId } from '#domain/events/packages.ts';
import { formatMoney, formatNumber } from '#domain/money.ts';
import type { client } from '../../api.ts';
import styles from './event-payments.module.css';

export type Totals = Awaited<ReturnType<typeof client.events.admin.totals>>;
type Cell = Pick<Totals['totals'][number], 'reserved' | 'paid' | 'arrived'>;

const NOTHING: Cell = { reserved: 0, paid: 0, arrived: [] };
const CURRENCY = { RS: 'RSD', CG: 'EUR' } as const;

/** What is reserved and paid, for each package and country, with the sums under them. */
export function ReservationTotals({ totals, capacity }: Totals) {
  const cell = (packageId: PackageId, country: Country): Cell =>
    totals.find((total) => total.packageId === packageId && total.country === country) ?? NOTHING;
  const sum = (country: Country): Cell => eventPackages.reduce((all, { id }) => add(all, cell(id, country)), NOTHING);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it is scrolled, also by keyboard
    <section className="scrollx" tabIndex={0} aria-label={copy.totals.title}>
      <table className={styles.totals}>
        <caption className="vh">{copy.totals.title}</caption>
        <thead>
          <tr>
            <th scope="col">{copy.totals.package}</th>
            <th scope="col">{copy.totals.rs}</th>
            <th scope="col">{copy.totals.cg}</th>
            <th scope="col">{copy.totals.seats}</th>
          </tr>
        </thead>
        <tbody>
          {eventPackages.map(({ id, name }) => {
            const limit = capacity[id];
            const taken = COUNTRIES.reduce((all, country) => all + cell(id, country).reserved, 0);
            return (
              <tr key={id}>
                <th scope="row">{name}</th>
                {COUNTRIES.map((country) => (
                  <Amounts key={country} cell={cell(id, country)} country={country} />
                ))}
                <td>{limit === undefined ? copy.seatsOpen : copy.totals.taken(taken, limit)}</td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{copy.totals.all}</th>
            {COUNTRIES.map((country) => (
              <Amounts key={country} cell={sum(country)} country={country} />
            ))}
            <td />
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function Amounts({ cell, country }: { cell: Cell; country: Country }) {
  return (
    <td>
      <b>
        {(cell.arrived.length > 0 ? cell.arrived : [{ amount: 0, currency: CURRENCY[country] }])
          .map(formatMoney)
          .join(', ')}
      </b>
      <span className="xs muted">{copy.totals.counts(formatNumber(cell.paid), formatNumber(cell.reserved))}</span>
    </td>
  );
}

const add = (a: Cell, b: Cell): Cell => ({
  reserved: a.reserved + b.reserved,
  paid: a.paid + b.paid,
  arrived: sumMoney([...a.arrived, ...b.arrived]),
});

/** How many wait for payment, how many have paid, how much arrived, and what parts wait for their rest. */
export function sumsOf({ totals, waiting }: Totals): string {
  const all = totals.reduce(add, NOTHING);
  const paidIn = (currency: 'RSD' | 'EUR') =>
    formatMoney({ amount: all.arrived.find((sum) => sum.currency === currency)?.amount ?? 0, currency });
  const sums = copy.sums({
    pending: formatNumber(all.reserved - all.paid),
    paid: formatNumber(all.paid),
    rsd: paidIn('RSD'),
    eur: paidIn('EUR'),
  });
  return waiting.length === 0 ? sums : `${sums} · ${copy.waitingParts(waiting.map(formatMoney).join(', '))}`;
}
