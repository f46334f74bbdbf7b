import type { DevicePackage } from '#domain/catalogue/catalogue.ts';
import { copy } from '#domain/catalogue/copy.ts';
import { formatMoney } from '#domain/money.ts';
import type { PaymentWay } from '#domain/order-states.ts';
import { purchase } from '#domain/payments/copy.ts';
import { priceNote } from '#domain/prices.ts';
import ten from '../ui/art/device-10.svg';
import hundred from '../ui/art/device-100.svg';
import one from '../ui/art/device-plan.svg';
import { InDinars } from './in-dinars.tsx';
import styles from './payments.module.css';

const PICTURES = { one, ten, hundred };

interface Props {
  product: DevicePackage;
  way: PaymentWay;
  /** Dinars for one euro. */
  rate: number;
  /** That devices are short, and from when is delivered. */
  wait: string | null;
}

/** What is being bought and what it costs, as the catalogue says. */
export function OrderSummary({ product, way, rate, wait }: Props) {
  const words = copy.devices[product.key];
  return (
    <section className={styles.summary} aria-labelledby="summary">
      <h2 id="summary" className="vh">
        {purchase.summary}
      </h2>
      <img className={styles.art} src={PICTURES[product.key]} alt="" />
      <p className="osd">{purchase.kind}</p>
      <p className={`d h3 ${styles.product}`}>{words.name}</p>
      <ul className={styles.features}>
        {words.features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
        {words.added.map((feature) => (
          <li key={feature} className={styles.added}>
            {feature}
          </li>
        ))}
      </ul>
      {wait !== null && (
        <p className={styles.wait} role="status">
          {wait}
        </p>
      )}
      {way === 'card' ? (
        <>
          <p className={styles.total}>
            <span>{purchase.total}</span>
            <strong>{formatMoney(product.price)}</strong>
          </p>
          <p className="s">{priceNote(product.price, rate)}</p>
        </>
      ) : (
        <InDinars price={product.price} rate={rate} way={way} />
      )}
    </section>
  );
}
