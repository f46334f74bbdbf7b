import type { FulfilmentState, PaymentState } from '#domain/order-states.ts';
import { axes, fulfilmentWords, paymentWords } from '#domain/orders/states-copy.ts';
import { FULFILMENT_TONE, PAYMENT_TONE } from '#domain/orders/tones.ts';
import { WAYS } from '#domain/payments/ways.ts';
import { formatDateTime } from '#domain/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { fulfilmentMoment } from './fulfilment-moment.ts';
import styles from './order-axes.module.css';
import type { OrderRow } from './order-row.ts';

type Tone = 'ok' | 'warn' | 'err' | 'info';

/** Payment and delivery, each on a track of its own: what is done, what is now, and what comes. */
export function OrderAxes({ order }: { order: OrderRow }) {
  const { paymentState, fulfilmentState } = order;
  return (
    <div className={styles.axes} data-single={fulfilmentState === null || undefined}>
      <Axis
        title={axes.payment}
        tone={PAYMENT_TONE[paymentState]}
        word={paymentWords[paymentState]}
        marks={order.isDisputed ? <Badge tone="err">{axes.dispute}</Badge> : null}
        steps={paymentSteps(order).map((state) => ({
          key: state,
          label: paymentWords[state],
          when: whenPaid(order, state),
        }))}
        now={paymentState}
      />
      {fulfilmentState && (
        <Axis
          title={axes.fulfilment}
          tone={FULFILMENT_TONE[fulfilmentState]}
          word={fulfilmentWords[fulfilmentState]}
          marks={
            order.parcels > 1 && order.deliveredParcels < order.parcels ? (
              <Badge>{axes.part(order.deliveredParcels, order.parcels)}</Badge>
            ) : null
          }
          steps={fulfilmentSteps(fulfilmentState).map((state) => ({
            key: state,
            label: fulfilmentWords[state],
            when: fulfilmentMoment(order, state),
          }))}
          now={fulfilmentState}
        />
      )}
    </div>
  );
}

interface AxisProps {
  title: string;
  word: string;
  tone: Tone;
  marks: React.ReactNode;
  steps: { key: string; label: string; when: Date | string | null }[];
  now: string;
}

function Axis({ title, word, tone, marks, steps, now }: AxisProps) {
  const at = steps.findIndex(({ key }) => key === now);
  const waits = tone === 'warn';
  return (
    <section className={styles.axis} aria-label={title}>
      <div className={styles.axisHead}>
        <h2 className="osd">{title}</h2>
        <span className="row">
          {marks}
          <Badge tone={tone}>{word}</Badge>
        </span>
      </div>
      <ol className={styles.track}>
        {steps.map(({ key, label, when }, index) => (
          <li
            key={key}
            data-state={index === at ? 'now' : index < at ? 'done' : 'next'}
            data-tone={index === at ? tone : undefined}
            data-waits={(index === at && waits) || undefined}
            aria-current={index === at ? 'step' : undefined}
          >
            <b>{label}</b>
            {index <= at && when && <small>{formatDateTime(when)}</small>}
          </li>
        ))}
      </ol>
    </section>
  );
}

const FULFILMENT: FulfilmentState[] = ['new', 'packed', 'handed_over', 'in_transit', 'delivered'];

/** What did not arrive takes the place of the last step. */
const fulfilmentSteps = (now: FulfilmentState): FulfilmentState[] =>
  FULFILMENT.includes(now) ? FULFILMENT : [...FULFILMENT.slice(0, -1), now];

function paymentSteps({ way, paymentState }: OrderRow): PaymentState[] {
  const [first, ...rest] = WAYS[way].states;
  if (paymentState === 'cancelled') return [first, 'cancelled'];
  const under: PaymentState[] = paymentState === 'processing' ? ['processing'] : [];
  const back: PaymentState[] = paymentState === 'part_refunded' || paymentState === 'refunded' ? [paymentState] : [];
  return [first, ...under, ...rest, ...back];
}

function whenPaid({ createdAt, paidAt, events }: OrderRow, state: PaymentState): Date | string | null {
  if (state === 'unpaid' || state === 'due') return createdAt;
  if (state === 'paid' || state === 'settled') return paidAt;
  const kinds = KINDS[state] ?? [];
  return events.find(({ kind }) => kinds.includes(kind))?.moment ?? null;
}

/** What an order's state begins with, where that is an event of its own. */
const KINDS: Partial<Record<PaymentState, readonly string[]>> = {
  refunded: ['refunded', 'dispute_lost'],
  part_refunded: ['refunded', 'dispute_lost'],
  cancelled: ['cancelled', 'lapsed'],
  collected: ['collected'],
  processing: ['payment_processing'],
};
