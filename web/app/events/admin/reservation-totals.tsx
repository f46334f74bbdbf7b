import { adminCopy as copy } from '#domain/events/admin/copy.ts';
import { COUNTRIES, type Country, eventPackages, type PackageId } from '#domain/events/packages.ts';
import { formatMoney, formatNumber } from '#domain/money.ts';
import type { client } from '../../api.ts';
import styles from './event-payments.module.css';

export type Totals = Awaited<ReturnType<typeof client.events.admin.totals>>;
type Cell = { reserved: number; paid: number; paidAmount: number };

const NOTHING: Cell = { reserved: 0, paid: 0, paidAmount: 0 };
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
      <b>{formatMoney({ amount: cell.paidAmount, currency: CURRENCY[country] })}</b>
      <span className="xs muted">{copy.totals.counts(formatNumber(cell.paid), formatNumber(cell.reserved))}</span>
    </td>
  );
}

const add = (a: Cell, b: Cell): Cell => ({
  reserved: a.reserved + b.reserved,
  paid: a.paid + b.paid,
  paidAmount: a.paidAmount + b.paidAmount,
});

/** How many wait for payment, how many have paid, and how much. */
export function sumsOf({ totals }: Totals): string {
  const all = totals.reduce(add, NOTHING);
  const paidIn = (currency: 'RSD' | 'EUR') =>
    formatMoney({
      amount: totals
        .filter((total) => total.currency === currency)
        .reduce((sum, { paidAmount }) => sum + paidAmount, 0),
      currency,
    });
  return copy.sums({
    pending: formatNumber(all.reserved - all.paid),
    paid: formatNumber(all.paid),
    rsd: paidIn('RSD'),
    eur: paidIn('EUR'),
  });
}
