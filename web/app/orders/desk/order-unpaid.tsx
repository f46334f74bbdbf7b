import { useState } from 'react';
import { daysLater } from '#domain/day.ts';
import { NOT_COMING } from '#domain/fulfilment/shipment.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { unpaidCopy as copy } from '#domain/orders/own-order-copy.ts';
import { OFFERED_WAYS, type OfferedWay, WAYS } from '#domain/payments/ways.ts';
import { dayOf, formatDate } from '#domain/time.ts';
import page from '../../admin/desk-page.module.css';
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

type Asking = 'extend' | OfferedWay | 'cancel' | null;

const isWay = (asking: Asking): asking is OfferedWay => OFFERED_WAYS.some((way) => way === asking);

/** An order that waits for its money: what is asked for, and what staff may change of that. */
export function Unpaid({ order, reload }: { order: OrderRow; reload: () => Promise<unknown> }) {
  const { number, version, transfer } = order;
  const [asking, setAsking] = useState<Asking>(null);
  const [day, setDay] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const others = OFFERED_WAYS.filter((way) => way !== order.way && WAYS[way].kinds.includes(order.kind));
  const isCancellable =
    (order.paymentState === 'unpaid' || order.paymentState === 'due') &&
    order.shipments.every(({ state }) => NOT_COMING.some((one) => one === state));
  const isSent = order.shipments.some(({ state }) => state !== 'cancelled');
  const isUntouched = isCancellable && !isSent && order.payments.length === 0;

  function ask(what: Asking) {
    setProblem(null);
    const today = dayOf(new Date());
    if (transfer) setDay(daysLater(transfer.validUntil > today ? transfer.validUntil : today, LONGER));
    setAsking(what);
  }

  async function send(doing: () => Promise<Outcome<unknown>>, said: string) {
    setBusy(true);
    setProblem(null);
    const outcome = await doing();
    setBusy(false);
    if (outcome.outcome !== 'done') setProblem(outcome);
    else {
      setAsking(null);
      toast.success(said);
    }
    await reload();
  }

  const shared = { onOpenChange: () => setAsking(null), busy, problem };
  if (!transfer && !isCancellable) return null;
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
            <dd>{formatMoneyExact({ amount: transfer.pay.amount, currency: 'RSD' })}</dd>
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
      {transfer && (
        <ConfirmDialog
          {...shared}
          open={asking === 'extend'}
          title={copy.extendTitle(transfer.number)}
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
            min={transfer.validUntil}
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
