import { taxIn } from '#domain/documents/amounts.ts';
import { formatMoney, formatMoneyExact } from '#domain/money.ts';
import { waysCopy as copy } from '#domain/payments/ways-copy.ts';
import { dinarsAt, paysVat, VAT_PERCENT } from '#domain/prices.ts';
import styles from './payments.module.css';

/** What a transfer comes to: base, tax and the sum in dinars, with the rate that it is reckoned at. */
export function InDinars({ price, rate }: { price: { amount: number }; rate: number }) {
  const sum = dinarsAt(price.amount, rate);
  const tax = taxIn(sum.amount, paysVat() ? VAT_PERCENT : null);
  const exact = (amount: number) => formatMoneyExact({ amount, currency: 'RSD' });
  return (
    <>
      {paysVat() && (
        <dl className={styles.sum}>
          <div>
            <dt>{copy.base}</dt>
            <dd>{exact(sum.amount - tax)}</dd>
          </div>
          <div>
            <dt>{copy.vat}</dt>
            <dd>{exact(tax)}</dd>
          </div>
        </dl>
      )}
      <p className={styles.large}>
        <span>{copy.toTransfer}</span>
        <strong>{formatMoney(sum)}</strong>
        <span className="s">
          {copy.rate(formatMoney({ ...price, currency: 'EUR' }), String(rate).replace('.', ','))}
        </span>
      </p>
    </>
  );
}
