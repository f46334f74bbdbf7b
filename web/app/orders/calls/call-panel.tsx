import { useState } from 'react';
import { callsCopy as copy, missedCopy } from '#domain/orders/calls/calls-copy.ts';
import { usePermissions } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import type { OrderRow } from '../desk/order-row.ts';
import { CallForm } from './call-form.tsx';
import styles from './call-panel.module.css';
import { SettleCollected } from './settle-collected.tsx';

interface Props {
  order: OrderRow;
  reload: () => Promise<unknown>;
}

/** What is to be said on the phone about an order that is paid on delivery, and later that the courier's money has come. */
export function CallPanel({ order, reload }: Props) {
  const permissions = usePermissions();
  const [isOpen, setIsOpen] = useState(false);
  const [entered, setEntered] = useState(0);
  const { calls } = order;
  if (!calls) return null;
  if (order.paymentState === 'collected' && permissions.has('keep accounts'))
    return <SettleCollected order={order} amount={calls.amount} reload={reload} />;
  if (!calls.isWaiting || !permissions.has('handle payments')) return null;
  const isMissed = calls.kind === 'missed';
  const next = isMissed ? null : calls.calls[0]?.next;
  const title = isMissed ? missedCopy.title(calls.phone) : copy.title;
  return (
    <section className={styles.panel} aria-label={title}>
      <header className={styles.head}>
        <div>
          <h2>{title}</h2>
          <p>{isMissed ? missedCopy.text : calls.until ? copy.three(new Date(calls.until)) : copy.text}</p>
          {next && !calls.until && <p className="s">{copy.waits(new Date(next))}</p>}
        </div>
        <Button variant="secondary" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? copy.close : copy.open}
        </Button>
      </header>
      {/* Closed it keeps what was begun; after an outcome was entered it begins anew. */}
      <div hidden={!isOpen}>
        <CallForm
          key={entered}
          order={order}
          calls={calls}
          reload={reload}
          close={() => {
            setIsOpen(false);
            setEntered(entered + 1);
          }}
        />
      </div>
    </section>
  );
}
