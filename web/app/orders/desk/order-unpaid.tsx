import { useState } from 'react';
import { daysLater } from '#domain/day.ts';
import { NOT_ARRIVING_STATES } from '#domain/fulfilment/shipment.ts';
import { formatDinars } from '#domain/money.ts';
import { unpaidCopy as copy } from '#domain/orders/own/own-order-copy.ts';
import { OFFERED_WAYS, type OfferedWay, WAYS } from '#domain/payments/ways.ts';
import { dayOf, formatDate } from '#domain/time.ts';
import page from '../../admin/desk-page.module.css';
import { meanwhileOf } from '../../admin/use-asked.ts';
import { client } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form/field.tsx';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { type Outcome, write } from '../../write.ts';
import type { OrderRow } from './order-row.ts';

/** So many days longer is offered first. */
const LONGER = 7;

type Asking = 'extend' | OfferedWay | 'cancel';

const isWay = (asking: Asking | undefined): asking is OfferedWay => OFFERED_WAYS.some((way) => way === asking);

/**
 * An order that waits for its money: what is asked for, and what staff may change of that. A question is about the order as it was when
 * it was asked; after a change it is asked again.
 */
export function UnpaidOrder({ order, reload }: { order: OrderRow; reload: () => Promise<unknown> }) {
  const { number } = order;
  const [asked, setAsked] = useState<{ what: Asking; seen: OrderRow } | null>(null);
  const [day, setDay] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const others = OFFERED_WAYS.filter((way) => way !== order.way && WAYS[way].kinds.includes(order.kind));
  const isPending = order.status === 'pending';
  const isCancellable =
    isPending &&
    (order.paymentState === 'unpaid' || order.paymentState === 'due') &&
    order.shipments.every(({ state }) => NOT_ARRIVING_STATES.some((one) => one === state));
  const transfer = isPending ? order.transfer : null;
  const isSent = order.shipments.some(({ state }) => state !== 'cancelled');
  const isUntouched = isCancellable && !isSent && order.payments.length === 0;

  function ask(what: Asking) {
    setProblem(null);
    const today = dayOf(new Date());
    if (transfer) setDay(daysLater(transfer.validUntil > today ? transfer.validUntil : today, LONGER));
    setAsked({ what, seen: order });
  }

  async function send(doing: () => Promise<Outcome<unknown>>, said: string) {
    setBusy(true);
    setProblem(null);
    const outcome = await doing();
    // Closed on the new state only: the next question would be told of this change as of somebody else's.
    await reload();
    setBusy(false);
    if (outcome.outcome !== 'done') setProblem(outcome);
    else {
      setAsked(null);
      toast.success(said);
    }
  }

  if (!asked && !transfer && !isCancellable) return null;
  const asking = asked?.what;
  const { version, transfer: extended } = asked?.seen ?? order;
  const isPossible = { extend: transfer !== null, cancel: isCancellable, way: isUntouched && order.way !== asking };
  const shared = {
    onOpenChange: () => setAsked(null),
    busy,
    problem,
    meanwhile:
      asked &&
      meanwhileOf(version, order.version, isPossible[isWay(asked.what) ? 'way' : asked.what], () =>
        setAsked({ ...asked, seen: order }),
      ),
  };
  return (
    <section className={page.panel}>
      <header>
        <h2>{order.way === 'cash_on_delivery' ? copy.onDelivery : copy.title}</h2>
      </header>
      {transfer && (
        <dl className={`${page.body} ${page.facts}`}>
          <div>
            <dt>{copy.proforma}</dt>
            <dd>{transfer.number}</dd>
          </div>
          <div>
            <dt>{copy.reference}</dt>
            <dd>97 {transfer.pay.reference}</dd>
          </div>
          <div>
            <dt>{copy.amount}</dt>
            <dd>{formatDinars(transfer.pay.amount)}</dd>
          </div>
          <div>
            <dt>{copy.until}</dt>
            <dd>{formatDate(transfer.validUntil)}</dd>
          </div>
        </dl>
      )}
      <div className={`${page.body} row`}>
        {transfer && (
          <Button size="sm" variant="secondary" onClick={() => ask('extend')}>
            {copy.extend}
          </Button>
        )}
        {isUntouched &&
          others.map((way) => (
            <Button key={way} size="sm" variant="secondary" onClick={() => ask(way)}>
              {copy.to[way]}
            </Button>
          ))}
        {isCancellable && (
          <Button size="sm" variant="secondary" onClick={() => ask('cancel')}>
            {copy.cancel}
          </Button>
        )}
      </div>
      {extended && (
        <ConfirmDialog
          {...shared}
          open={asking === 'extend'}
          title={copy.extendTitle(extended.number)}
          text={copy.extendText}
          yes={copy.extend}
          disabled={day === ''}
          onConfirm={() =>
            void send(
              () => write(() => client.orders.admin.extend({ number, version, validUntil: day })),
              copy.extended(formatDate(day)),
            )
          }
        >
          <TextField
            label={copy.day}
            type="date"
            min={extended.validUntil}
            value={day}
            onChange={(event) => setDay(event.target.value)}
          />
        </ConfirmDialog>
      )}
      {isWay(asking) && (
        <ConfirmDialog
          {...shared}
          open
          title={copy.wayTitle}
          text={copy.wayText[asking]}
          yes={copy.to[asking]}
          onConfirm={() =>
            void send(
              () => write(() => client.orders.admin.changeWay({ number, version, way: asking })),
              copy.wayChanged,
            )
          }
        />
      )}
      <ConfirmDialog
        {...shared}
        open={asking === 'cancel'}
        title={copy.cancelTitle(number)}
        text={isUntouched ? copy.cancelText : isSent ? copy.cancelSent : copy.cancelPart}
        yes={copy.cancel}
        no={copy.keep}
        danger
        onConfirm={() =>
          void send(() => write(() => client.orders.admin.cancel({ number, version })), copy.cancelled(number))
        }
      />
    </section>
  );
}
