import { formatNumber } from '#domain/money.ts';
import { isAwaitingDevices } from '#domain/orders/order-gave.ts';
import { orderGaveCopy as copy } from '#domain/orders/order-gave-copy.ts';
import { formatDate } from '#domain/time.ts';
import page from '../../admin/desk-page.module.css';
import styles from './order-aside.module.css';
import type { OrderRow } from './order-row.ts';

const signed = (delta: number) => (delta < 0 ? `−${formatNumber(-delta)}` : `+${formatNumber(delta)}`);

/** What the order gave and what was taken back of it, of devices nothing before they came; and whose referral it is. */
export function OrderGrants({ order }: { order: OrderRow }) {
  const { gave, referral } = order;
  const waits = gave.length === 0 && isAwaitingDevices(order);
  if (gave.length === 0 && !waits && !referral) return null;
  return (
    <section className={page.panel}>
      <header>
        <h2>{copy.title}</h2>
      </header>
      {waits ? (
        <p className={`${page.body} muted s`}>{copy.wait}</p>
      ) : (
        <ul className={page.body}>
          {gave.map(({ unit, cause, delta, moment }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other name, and stay in their order
            <li key={at} className={styles.gave}>
              <span>
                {copy.units[unit]}
                <small className="muted">
                  {moment ? copy.of(formatDate(moment), copy.causes[cause]) : copy.causes[cause]}
                </small>
              </span>
              <b data-late={delta < 0 || undefined}>{signed(delta)}</b>
            </li>
          ))}
        </ul>
      )}
      {referral && (
        <p className={`${page.body} muted s`}>
          {copy.referral(referral.name, formatDate(referral.countsFrom), referral.isCounted)}
        </p>
      )}
    </section>
  );
}
