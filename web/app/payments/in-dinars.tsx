import { taxIn } from '#domain/documents/amounts.ts';
import { formatDinars, formatMoney } from '#domain/money.ts';
import type { PaymentWay } from '#domain/order-states.ts';
import { WAYS } from '#domain/payments/ways.ts';
import { waysCopy as copy } from '#domain/payments/ways-copy.ts';
import { dinarsAt, formatRate, isSellerVatPayer, VAT_PERCENT } from '#domain/prices.ts';
import styles from './payments.module.css';

interface Props {
  price: { amount: number };
  rate: number;
  way?: PaymentWay;
  /** What the sum is called; without it as its buyer reads it. */
  label?: string;
}

/** What a transfer, or the courier, comes to: base, tax and the sum in dinars, with the rate that it is reckoned at. */
export function InDinars({ price, rate, way = 'transfer', label }: Props) {
  const { fee } = WAYS[way];
  const sum = { amount: dinarsAt(price.amount, rate).amount + fee, currency: 'RSD' as const };
  const euros = price.amount + Math.round(fee / rate);
  const tax = taxIn(sum.amount, isSellerVatPayer() ? VAT_PERCENT : null);
  return (
    <>
      {fee > 0 && (
        <dl className={styles.sum}>
          <div>
            <dt>{copy.fee}</dt>
            <dd>{formatDinars(fee)}</dd>
          </div>
        </dl>
      )}
      {isSellerVatPayer() && (
        <dl className={styles.sum}>
          <div>
            <dt>{copy.base}</dt>
            <dd>{formatDinars(sum.amount - tax)}</dd>
          </div>
          <div>
            <dt>{copy.vat}</dt>
            <dd>{formatDinars(tax)}</dd>
          </div>
        </dl>
      )}
      <p className={styles.large}>
        <span>{label ?? (way === 'transfer' ? copy.toTransfer : copy.toCourier)}</span>
        <strong>{formatMoney(sum)}</strong>
        <span className="s">{copy.rate(formatMoney({ amount: euros, currency: 'EUR' }), formatRate(rate))}</span>
      </p>
    </>
  );
}
