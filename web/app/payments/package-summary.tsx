import { packageTitle } from '#domain/advertising/package-title.ts';
import { subscribe } from '#domain/advertising/purchase-copy.ts';
import type { AdvertisingPackage, SpecialPackage } from '#domain/catalogue/catalogue.ts';
import { formatMoney, formatNumber } from '#domain/money.ts';
import { waysCopy } from '#domain/payments/ways-copy.ts';
import { priceNote } from '#domain/prices.ts';
import { formatDate, monthLater } from '#domain/time.ts';
import { InDinars } from './in-dinars.tsx';
import styles from './marketing-purchase.module.css';
import shared from './payments.module.css';

/** What is being bought, how it is charged and what is paid today, as the catalogue says. */
interface Props {
  product: AdvertisingPackage | SpecialPackage;
  /** Dinars for one euro. */
  rate: number;
  /** Of a transfer: months that are paid together; `null` by card. */
  transfer: { months: number } | null;
}

export function PackageSummary({ product, rate, transfer }: Props) {
  const monthly = product.kind === 'package';
  const included = monthly
    ? [
        subscribe.banners(formatNumber(product.bannerCount)),
        subscribe.seconds(formatNumber(product.tvSeconds)),
        ...subscribe.always,
      ]
    : subscribe.special;
  return (
    <section className={shared.summary} aria-labelledby="summary">
      <h2 id="summary" className="osd">
        {monthly ? subscribe.summary : subscribe.specialSummary}
      </h2>
      <p className={`d h3 ${shared.product}`}>{packageTitle(product.name)}</p>
      <dl className={styles.terms}>
        <div>
          <dt>{subscribe.cycle}</dt>
          <dd>
            {!monthly
              ? subscribe.cycleOnce
              : transfer
                ? waysCopy.perMonth(transfer.months, formatMoney(product.price))
                : subscribe.cycleMonthly}
          </dd>
        </div>
        <div>
          <dt>{monthly ? subscribe.price : subscribe.priceOnce}</dt>
          <dd>{formatMoney(product.price)}</dd>
        </div>
      </dl>
      <h3 className={styles.included}>{subscribe.included}</h3>
      <ul className={shared.features}>
        {included.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {transfer ? (
        <InDinars price={{ amount: product.price.amount * transfer.months }} rate={rate} />
      ) : (
        <>
          <p className={shared.total}>
            <span>{subscribe.today}</span>
            <strong>{formatMoney(product.price)}</strong>
          </p>
          <p className="s">{priceNote(product.price, rate)}</p>
        </>
      )}
      {monthly && (
        <p className={`s ${styles.next}`}>
          {transfer
            ? waysCopy.monthsNote
            : `${subscribe.next(formatDate(monthLater(new Date())))} ${subscribe.cancelNote}`}
        </p>
      )}
    </section>
  );
}
