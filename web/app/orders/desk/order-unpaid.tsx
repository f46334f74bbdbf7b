import { formatDinars } from '#domain/money.ts';
import { unpaidCopy as copy } from '#domain/orders/own/own-order-copy.ts';
import { wayWords } from '#domain/payments/way-words-copy.ts';
import { formatDate } from '#domain/time.ts';
import page from '../../admin/desk-page.module.css';
import { Button } from '../../ui/button.tsx';
import { PayFromSurplus } from '../surplus/pay-from-surplus.tsx';
import type { OrderRow } from './order-row.ts';
import { allowedUnpaidChanges } from './unpaid-changes.ts';
import { UnpaidDialogs } from './unpaid-dialogs.tsx';
import { useUnpaidQuestion } from './use-unpaid-question.ts';

/** An order that waits for its money: what is asked for, and what staff may change of that. */
export function UnpaidOrder({ order, reload }: { order: OrderRow; reload: () => Promise<unknown> }) {
  const changes = allowedUnpaidChanges(order);
  const { transfer, ways, isUntouched, isCancellable } = changes;
  const question = useUnpaidQuestion(order, changes, reload);
  const { asking, ask } = question;
  if (!asking && !transfer && !isCancellable) return null;
  return (
    <section className={page.panel}>
      <header>
        <h2>{wayWords.waits[order.way]}</h2>
      </header>
      {transfer && <TransferFacts transfer={transfer} />}
      <div className={`${page.body} row`}>
        {transfer && (
          <Button size="sm" variant="secondary" onClick={() => ask('extend')}>
            {copy.extend}
          </Button>
        )}
        {transfer &&
          order.surpluses.map((surplus) => (
            <PayFromSurplus key={surplus.key} order={order} surplus={surplus} reload={reload} />
          ))}
        {isUntouched &&
          ways.map((way) => (
            <Button key={way} size="sm" variant="secondary" onClick={() => ask(way)}>
              {wayWords.changeByStaff[way]}
            </Button>
          ))}
        {isCancellable && (
          <Button size="sm" variant="secondary" onClick={() => ask('cancel')}>
            {copy.cancel}
          </Button>
        )}
      </div>
      <UnpaidDialogs number={order.number} changes={changes} question={question} />
    </section>
  );
}

function TransferFacts({ transfer }: { transfer: NonNullable<OrderRow['transfer']> }) {
  return (
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
  );
}
