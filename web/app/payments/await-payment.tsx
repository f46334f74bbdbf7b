import { useQuery } from '@tanstack/react-query';
import { purchase } from '#domain/payments/copy.ts';
import { api } from '../api.ts';
import { useOwnChanges } from '../live.ts';
import { Button } from '../ui/button.tsx';
import styles from './payments.module.css';
import { PaidCard } from './state-card.tsx';

export interface StartedPayment {
  url: string;
  orderId: string;
  /** The browser did not allow a new tab. */
  blocked: boolean;
}

/** Beside the payment page: says what is awaited, offers the way back to it, and notices the answer by itself. */
export function AwaitPayment({ started, change }: { started: StartedPayment; change: () => void }) {
  const orders = useQuery(api.orders.mine.queryOptions());
  useOwnChanges(() => orders.refetch());
  const order = orders.data?.find(({ id }) => id === started.orderId);

  if (order?.status === 'paid')
    return (
      <div className={styles.await}>
        <PaidCard />
      </div>
    );
  if (order?.status === 'cancelled')
    return (
      <section className={styles.await} role="alert">
        <h2 className={styles.subtitle}>{purchase.cancelledTitle}</h2>
        <p>{purchase.cancelled}</p>
        <Button type="button" onClick={change}>
          {purchase.again}
        </Button>
      </section>
    );
  return (
    <section className={styles.await} role="status">
      <h2 className={styles.subtitle}>{started.blocked ? purchase.blockedTitle : purchase.waitingTitle}</h2>
      <p>{started.blocked ? purchase.blocked : purchase.waiting}</p>
      {order && <p className={styles.note}>{purchase.orderNumber(order.number)}</p>}
      <div className={styles.actions}>
        <PaymentLink href={started.url} newTab>
          {started.blocked ? purchase.open : purchase.openAgain}
        </PaymentLink>
        {started.blocked && <PaymentLink href={started.url}>{purchase.openHere}</PaymentLink>}
        <Button type="button" variant="ghost" onClick={change}>
          {purchase.change}
        </Button>
      </div>
    </section>
  );
}
