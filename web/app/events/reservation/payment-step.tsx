import { dialog } from '#domain/events/copy.ts';
import type { EventFacts } from '#domain/events/event.ts';
import type { Country, PackageId } from '#domain/events/packages.ts';
import { formatMoney, type Money } from '#domain/money.ts';
import { formatDate } from '#domain/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { FormError } from '../../ui/form/field.tsx';
import { QrCode } from '../../ui/media/qr-code.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from '../events.module.css';
import { PaymentRows, type ShownInstructions } from '../payment-rows.tsx';

/** The server's answer, as the browser receives it. */
export interface ShownReservation {
  number: number;
  packageId: PackageId;
  country: Country;
  amount: Money;
  email: string;
  instructions: ShownInstructions;
  link: string;
}

export type Outcome =
  | { state: 'reserving' }
  | { state: 'failed'; message: string; soldOut: boolean }
  | { state: 'reserved'; reservation: ShownReservation };

export function PaymentStep({ outcome, event }: { outcome: Outcome; event: EventFacts }) {
  if (outcome.state === 'failed') return <FormError title={outcome.message} />;
  if (outcome.state === 'reserving')
    return (
      <div aria-busy="true">
        <p className={styles.busy} role="status">
          {dialog.payment.busy}
        </p>
        <Skeleton lines={6} />
      </div>
    );
  const { reservation } = outcome;
  return (
    <>
      <p>
        <strong>{dialog.payment.number(reservation.number)}.</strong> {dialog.payment.lead}
      </p>
      <PaymentRows instructions={reservation.instructions} note={dialog.payment.mailed(reservation.email)} />
      <p className="xs muted">
        {dialog.rows.dueAt}: {formatDate(reservation.instructions.dueAt)}{' '}
        {reservation.instructions.lapses && `${dialog.payment.lapses} `}
        {dialog.payment.noRefund(event)}
      </p>
    </>
  );
}

/** Beside the slip: the QR code and what is to be paid. */
export function PaymentAside({ reservation }: { reservation: ShownReservation }) {
  const { qr } = reservation.instructions;
  const words = dialog.payment.qr[qr.kind];
  const amount = formatMoney(reservation.amount);
  return (
    <>
      <h3 className={styles.asideTitle}>{words.title}</h3>
      <QrCode className={styles.qr} text={qr.payload} label={words.alt(amount)} />
      <p className={`s muted ${styles.qrHint}`}>{words.hint}</p>
      <dl className={styles.sum}>
        <div className={styles.total}>
          <dt>{dialog.summary.toPay}</dt>
          <dd className="num">{amount}</dd>
        </div>
      </dl>
      <p>
        <Badge tone="warn">{dialog.payment.pending}</Badge>
      </p>
    </>
  );
}
