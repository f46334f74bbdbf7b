import { useState } from 'react';
import { callsCopy as copy, missedCopy } from '#domain/orders/calls/calls-copy.ts';
import { canChangeDelivery } from '#domain/orders/delivery/delivery.ts';
import { usePermissions } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { DeliveryDialog } from '../delivery/delivery-dialog.tsx';
import type { OrderRow } from '../desk/order-row.ts';
import { allowedUnpaidChanges } from '../desk/unpaid-changes.ts';
import { UnpaidDialogs } from '../desk/unpaid-dialogs.tsx';
import { useUnpaidQuestion } from '../desk/use-unpaid-question.ts';
import { CallForm } from './call-form.tsx';
import styles from './call-panel.module.css';
import { OpenedByColleague, useOpenedCall } from './opened-call.tsx';
import { RefusedParcelsWarning } from './refused-parcels-warning.tsx';
import { SettleCollected } from './settle-collected.tsx';
import { UnansweredCallsActions } from './unanswered-calls-actions.tsx';

interface Props {
  order: OrderRow;
  reload: () => Promise<unknown>;
}

/** What is to be said on the phone about an order that is paid on delivery, and later that the courier's money has come. */
export function CallPanel({ order, reload }: Props) {
  const [isChanging, setIsChanging] = useState(false);
  const { number, version, delivery, shipments } = order;
  const changes = allowedUnpaidChanges(order);
  const question = useUnpaidQuestion(order, changes, reload);
  const maySettle = usePermissions().has('keep accounts');
  const collected = order.calls?.collected ?? 0;
  return (
    <>
      {/* Beside it somebody may have to be called about another parcel of the order. */}
      {collected > 0 && maySettle && <SettleCollected order={order} amount={collected} reload={reload} />}
      <Call
        order={order}
        onChange={() => setIsChanging(true)}
        onCancel={changes.isCancellable ? () => question.ask('cancel') : null}
        onTransfer={changes.isUntouched && changes.ways.includes('transfer') ? () => question.ask('transfer') : null}
        reload={reload}
      />
      <UnpaidDialogs number={number} changes={changes} question={question} />
      {isChanging && delivery && (
        <DeliveryDialog
          order={{ number, version, delivery }}
          by="staff"
          events={order.events}
          canChange={canChangeDelivery(order, shipments, [])}
          reload={reload}
          onClose={() => setIsChanging(false)}
        />
      )}
    </>
  );
}

interface CallProps extends Props {
  onChange: () => void;
  onCancel: (() => void) | null;
  onTransfer: (() => void) | null;
}

/** A call that is open stays when a colleague settles it meanwhile, with what was begun in it. */
function Call({ order, onChange, onCancel, onTransfer, reload }: CallProps) {
  const permissions = usePermissions();
  const [isOpen, setIsOpen] = useState(false);
  const [entered, setEntered] = useState(0);
  const [last, setLast] = useState(order.calls);
  if (order.calls?.isWaiting && order.calls !== last) setLast(order.calls);
  const calls = isOpen && last && !order.calls?.isWaiting ? { ...last, isWaiting: false } : order.calls;
  useOpenedCall(order.number, isOpen && order.calls?.isWaiting === true);
  if (!calls) return null;
  if (!(calls.isWaiting || isOpen) || !permissions.has('handle payments')) return null;
  const isMissed = calls.kind === 'missed';
  const next = isMissed ? null : calls.calls[0]?.next;
  const title = isMissed ? missedCopy.title(calls.phone) : copy.title;
  return (
    <section className={styles.panel} aria-label={title}>
      <header className={styles.head}>
        <div>
          <h2>{title}</h2>
          <p>{isMissed ? missedCopy.text : calls.until ? copy.three(new Date(calls.until)) : copy.text}</p>
          {!isMissed && calls.until && order.calls?.isWaiting && (
            <UnansweredCallsActions order={order} onCancel={onCancel} reload={reload} />
          )}
          {!isMissed && order.calls?.isWaiting && <RefusedParcelsWarning order={order} onTransfer={onTransfer} />}
          {order.calls?.isWaiting && <OpenedByColleague number={order.number} openedBy={order.calls.openedBy} />}
          {next && !calls.until && <p className="s">{copy.waits(new Date(next), new Date())}</p>}
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
          onChange={onChange}
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
