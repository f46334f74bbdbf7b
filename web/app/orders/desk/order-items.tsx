import { packingCopy } from '#domain/fulfilment/desk-copy.ts';
import { formatDinars, formatMoneyExact } from '#domain/money.ts';
import { orderCopy } from '#domain/orders/order-page-copy.ts';
import { lineName } from '#domain/payments/copy.ts';
import { dinarsAt, vatIn } from '#domain/prices.ts';
import page from '../../admin/desk-page.module.css';
import { client } from '../../api.ts';
import type { PackingRow } from '../packing/packing-row.ts';
import { downloadList } from '../packing/print.ts';
import { Serials } from '../packing/serials.tsx';
import aside from './order-aside.module.css';
import styles from './order-items.module.css';
import type { OrderRow } from './order-row.ts';

const copy = orderCopy.items;

/** What was bought, what it came to in euros and in dinars of its own day, and what went back of it. */
export function OrderItems({ order, packing }: { order: OrderRow; packing: PackingRow | undefined }) {
  const { lines, amount, currency, refunded, rate, kind, returned } = order;
  const inDinars = (euros: number) => (rate === null || currency !== 'EUR' ? 0 : dinarsAt(euros, rate).amount);
  // What is left is the difference, so that the three add up to the para.
  const fee = lines.reduce((all, line) => (line.kind === 'fee' ? all + line.amount : all), 0);
  // What was paid in dinars goes back in dinars, the fee too.
  const counted = order.payments.filter((one) => one.currency === 'RSD' && !one.isSurplus);
  const whole = inDinars(amount) + fee;
  const back = counted.length > 0 ? counted.reduce((sum, one) => sum + one.refunded, 0) : inDinars(refunded);
  const asked = amount + (rate === null ? 0 : Math.round(fee / rate));
  // Rounded by itself, all of it could be a cent more or less than what was asked.
  const backInEuros = back === whole ? asked : Math.round(back / (rate ?? 1));
  const gone = counted.length > 0 && rate !== null ? backInEuros : refunded;
  const vat = vatIn(rate === null ? asked : whole);
  const devices = lines.filter((line) => line.kind === 'goods').reduce((all, { quantity }) => all + quantity, 0);
  return (
    <section className={page.panel}>
      <header>
        <h2>
          {copy.title}{' '}
          {kind === 'device' && devices > 0 && (
            <span>
              {[copy.devices(devices), returned.length > 0 && copy.returned(returned.length)]
                .filter(Boolean)
                .join(', ')}
            </span>
          )}
        </h2>
        {kind === 'device' && devices > 0 && (
          <button
            type="button"
            className={aside.textButton}
            onClick={() => void downloadList(() => client.fulfilment.admin.packingList({ orders: [order.number] }))}
          >
            {packingCopy.papers.list}
          </button>
        )}
      </header>
      <table className={styles.items}>
        <thead>
          <tr>
            <th scope="col">{copy.product}</th>
            <th scope="col">{copy.quantity}</th>
            <th scope="col">{copy.price}</th>
            <th scope="col">{copy.amount}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.name}>
              <td>
                <b>{lineName({ kind, name: line.name })}</b>
                {line.kind === 'goods' && packing && <Serials packing={packing} returned={returned} />}
              </td>
              <td data-label={copy.quantity}>{line.quantity}</td>
              <td data-label={copy.price}>
                {formatMoneyExact({ amount: Math.round(line.amount / line.quantity), currency: line.currency })}
              </td>
              <td data-label={copy.amount}>
                <b>{formatMoneyExact(line)}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className={styles.totals} data-plain={rate === null || undefined}>
        {kind === 'device' && (
          <div>
            <dt>{copy.delivery}</dt>
            <dd>{copy.deliveryIncluded}</dd>
          </div>
        )}
        <Total
          label={order.paymentState === 'due' ? copy.toCourier : copy.total}
          amount={asked}
          currency={currency}
          dinars={whole}
          main={gone === 0}
        />
        {vat !== null && (
          <div>
            <dt>{copy.vat}</dt>
            {rate !== null && <dd />}
            <dd>{rate === null ? formatMoneyExact({ amount: vat, currency }) : formatDinars(vat)}</dd>
          </div>
        )}
        {gone > 0 && (
          <>
            <Total label={copy.refunded} amount={-gone} currency={currency} dinars={-back} back />
            <Total label={copy.left} amount={asked - gone} currency={currency} dinars={whole - back} main />
          </>
        )}
      </dl>
      {rate !== null && <p className={`${styles.rate} muted s`}>{copy.rate(rateText(rate))}</p>}
    </section>
  );
}

const rateText = (rate: number): string =>
  rate.toFixed(rate * 100 === Math.round(rate * 100) ? 2 : 4).replace('.', ',');

interface TotalProps {
  label: string;
  amount: number;
  currency: string;
  /** Para; 0 where nothing in dinars was agreed. */
  dinars: number;
  main?: boolean;
  back?: boolean;
}

function Total({ label, amount, currency, dinars, main, back }: TotalProps) {
  return (
    <div data-main={main || undefined} data-back={back || undefined}>
      <dt>{label}</dt>
      <dd>{formatMoneyExact({ amount, currency })}</dd>
      {dinars !== 0 && <dd>{formatDinars(dinars)}</dd>}
    </div>
  );
}
