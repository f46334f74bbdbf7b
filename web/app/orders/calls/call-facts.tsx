import { courierWords } from '#domain/fulfilment/courier-copy.ts';
import type { Courier } from '#domain/fulfilment/shipment.ts';
import { formatMoney } from '#domain/money.ts';
import { CALL_TRIES } from '#domain/orders/calls/calls.ts';
import { callsCopy as copy, missedCopy } from '#domain/orders/calls/calls-copy.ts';
import { addressOf } from '#domain/orders/delivery/delivery.ts';
import { lineName } from '#domain/payments/copy.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ChangeDeliveryButton } from '../delivery/change-delivery.tsx';
import type { OrderRow } from '../desk/order-row.ts';
import styles from './call-panel.module.css';
import { missedParcelOf } from './last-call.ts';

interface Props {
  order: OrderRow;
  calls: NonNullable<OrderRow['calls']>;
  /** Opens the form of another address. */
  onChange: () => void;
}

/** Whom to call, about what, what is to be said, and what was said before. */
export function CallFacts({ order, calls, onChange }: Props) {
  const { number, delivery } = order;
  const isMissed = calls.kind === 'missed';
  const parcel = isMissed ? missedParcelOf(order) : null;
  const words = isMissed ? missedCopy.outcomes : copy.outcomes;
  return (
    <div className={styles.who}>
      <p className="d h3">{calls.phone}</p>
      {!isMissed && <p className="s">{copy.nth(Math.min(calls.tries + 1, CALL_TRIES))}</p>}
      <div className="row">
        <a className={styles.dial} href={`tel:${calls.phone.replace(/[^\d+]/g, '')}`}>
          {copy.dial}
        </a>
        <CopyButton value={calls.phone} what={copy.phone} />
      </div>
      <dl>
        {delivery && (
          <div>
            <dt>{copy.address}</dt>
            <dd>
              {addressOf(delivery)}
              {!isMissed && calls.isWaiting && <ChangeDeliveryButton onOpen={onChange} />}
            </dd>
          </div>
        )}
        <div>
          <dt>{copy.sent}</dt>
          <dd>{lineName({ kind: order.kind, name: order.productName })}</dd>
        </div>
        {parcel && (
          <div>
            <dt>{copy.parcel}</dt>
            <dd>{`${parcel.key}, ${courierWords[parcel.courier as Courier]}`}</dd>
          </div>
        )}
        {calls.amount > 0 && (
          <div>
            <dt>{copy.pays}</dt>
            <dd>
              <b>{formatMoney({ amount: calls.amount, currency: 'RSD' })}</b>
            </dd>
          </div>
        )}
      </dl>
      <p className={styles.say}>{isMissed ? missedCopy.say(number) : copy.say(number)}</p>
      <h3>{copy.past}</h3>
      {calls.calls.length === 0 ? (
        <p className="s muted">{copy.first}</p>
      ) : (
        <ul>
          {calls.calls.map(({ outcome: said, at, by }) => (
            <li key={at}>{copy.pastOne(words[said].name, new Date(at), by)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
