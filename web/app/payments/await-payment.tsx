import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { common } from '#domain/copy.ts';
import { confirmation, purchase } from '#domain/payments/copy.ts';
import { api } from '../api.ts';
import { useOwnChanges } from '../live.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { PaidCard } from './paid-card.tsx';
import styles from './payments.module.css';

export interface StartedPayment {
  url: string;
  orderId: string;
  /** The browser did not allow a new tab. */
  blocked: boolean;
}

/** Shown while the payment page is open in another tab: links to it and shows the result when it arrives. */
export function AwaitPayment({ started, change }: { started: StartedPayment; change: () => void }) {
  const orders = useQuery(api.orders.mine.queryOptions());
  useOwnChanges(() => orders.refetch());
  const heading = useRef<HTMLHeadingElement>(null);
  /** The form that had the focus is gone; keyboards and screen readers continue from here. */
  useEffect(() => heading.current?.focus(), []);
  const order = orders.data?.find(({ id }) => id === started.orderId);

  if (order?.status === 'paid')
    return (
      <div className={styles.await}>
        <PaidCard heading="h2" order={order} />
      </div>
    );
  if (order?.status === 'cancelled')
    return (
      <section className={styles.await} role="alert">
        <h2 className="d h3">{purchase.cancelledTitle}</h2>
        <p>{purchase.cancelled}</p>
        <Button type="button" onClick={change}>
          {purchase.again}
        </Button>
      </section>
    );
  // Promised there: a page that is opened again, or another order, would be paid beside it.
  if (order?.paymentState === 'processing')
    return (
      <section className={styles.await} role="status">
        <h2 className="d h3">{confirmation.processingTitle}</h2>
        <p>{confirmation.processing}</p>
        <p className="muted s">{purchase.orderNumber(order.number)}</p>
      </section>
    );
  return (
    <section className={styles.await} role="status">
      <h2 className="d h3" ref={heading} tabIndex={-1}>
        {started.blocked ? purchase.blockedTitle : purchase.waitingTitle}
      </h2>
      <p>{started.blocked ? purchase.blocked : purchase.waiting}</p>
      {order && <p className="muted s">{purchase.orderNumber(order.number)}</p>}
      <div className={styles.actions}>
        <ButtonLink href={started.url} target="_blank" rel="noopener" arrow={started.blocked}>
          {started.blocked ? purchase.open : purchase.openAgain}
          <span className="vh"> ({common.opensNewTab})</span>
        </ButtonLink>
        {started.blocked && (
          <ButtonLink href={started.url} variant="secondary">
            {purchase.openHere}
          </ButtonLink>
        )}
        <Button type="button" variant="ghost" onClick={change}>
          {purchase.change}
        </Button>
      </div>
    </section>
  );
}
