import { subscriptionList as copy } from '#domain/advertising/sold-copy.ts';
import { formatNumber } from '#domain/money.ts';
import styles from './banners-left.module.css';
import type { SubscriptionRow } from './subscription-row.ts';

/** How much of a month's banners is left; the bar is full when it is more than a month brings. */
export function BannersLeft({ left, monthly }: NonNullable<SubscriptionRow['banners']>) {
  const words = left <= monthly ? copy.bannersLeft : copy.bannersMore;
  return (
    <span className={styles.banners}>
      <span className={styles.bar} aria-hidden="true">
        <i style={{ width: `${Math.min(100, (100 * left) / monthly)}%` }} />
      </span>
      <span>{words(formatNumber(left), formatNumber(monthly))}</span>
    </span>
  );
}
