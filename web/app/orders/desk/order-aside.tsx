import { placeOfStatement } from '#domain/admin/subject-pages.ts';
import { paidMonthsCopy, paidMonthsSaid } from '#domain/advertising/paid-months-copy.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { orderCopy } from '#domain/orders/order-page-copy.ts';
import { wayWords } from '#domain/payments/way-words-copy.ts';
import { formatDateTime } from '#domain/time.ts';
import page from '../../admin/desk-page.module.css';
import { PermittedLink } from '../../subject-link.tsx';
import { OrderExchanges } from '../exchanges/order-exchanges.tsx';
import type { PackingRow } from '../packing/packing-row.ts';
import { RefundRequests, type RefundRequestsProps } from '../refunds/refund-requests.tsx';
import type { RefundRow } from '../refunds/refund-row.ts';
import { OrderReturns } from '../returns/late-returns.ts';
import { OrderCourierClaims } from './order-courier-claims.tsx';
import { OrderCompany, OrderCustomer, OrderDeliveryAddress } from './order-customer.tsx';
import { OrderGrants } from './order-grants.tsx';
import { OrderMailLog } from './order-mails.tsx';
import { OrderParcels } from './order-parcels.tsx';
import type { OrderRow } from './order-row.ts';
import { UnpaidOrder } from './order-unpaid.tsx';

/** The buyer, where it goes, what came for it, and what was mailed about it. */
export function OrderAside({
  order,
  packing,
  refunds = [],
  payoutOf,
  reload,
}: {
  order: OrderRow;
  packing: PackingRow | undefined;
  refunds?: RefundRow[] | undefined;
  payoutOf: RefundRequestsProps['payoutOf'];
  reload: () => Promise<unknown>;
}) {
  return (
    <>
      <OrderCustomer order={order} />
      <OrderDeliveryAddress
        order={{ ...order, parcels: order.shipments, exchanges: packing?.exchanges ?? [] }}
        request={packing?.parcels.at(-1)?.request}
        reload={reload}
      />
      <OrderCompany order={order} reload={reload} />
      {order.kind === 'device' && packing && <OrderParcels order={order} packing={packing} reload={reload} />}
      <OrderCourierClaims order={order} reload={reload} />
      {order.kind === 'device' && packing && <OrderExchanges packing={packing} reload={reload} />}
      <Payments order={order} />
      <OrderGrants order={order} />
      {order.paidMonths && (
        <section className={page.panel}>
          <header>
            <h2>{paidMonthsCopy.title}</h2>
          </header>
          <p className={page.body}>{paidMonthsSaid(order.paidMonths)}</p>
        </section>
      )}
      {order.kind === 'device' && <OrderReturns number={order.number} reload={reload} />}
      <RefundRequests refunds={refunds} payoutOf={payoutOf} reload={reload} />
      <UnpaidOrder order={order} reload={reload} />
      <OrderMailLog order={order} reload={reload} />
    </>
  );
}

/** A reference is read in one piece. */
const NO_BREAK_HYPHEN = '\u2011';

function Payments({ order }: { order: OrderRow }) {
  const copy = orderCopy.payment;
  // What another order was paid with has nothing left here.
  const payments = order.payments.filter(({ amount }) => amount > 0);
  return (
    <section className={page.panel}>
      <header>
        <h2>{copy.title}</h2>
      </header>
      {payments.length === 0 ? (
        <p className={`${page.body} muted`}>{copy.empty}</p>
      ) : (
        payments.map((payment) => (
          <dl key={payment.key} className={`${page.body} ${page.facts}`}>
            <div>
              <dt>{copy.way}</dt>
              <dd>
                {wayWords.lists[payment.way]}
                {payment.isSurplus && ` · ${copy.surplus[payment.way]}`}
              </dd>
            </div>
            {payment.line?.reference && (
              <div>
                <dt>{copy.reference}</dt>
                <dd>{payment.line.reference.replaceAll('-', NO_BREAK_HYPHEN)}</dd>
              </div>
            )}
            <div>
              <dt>{copy.came}</dt>
              <dd>
                {formatMoneyExact(payment)} · {formatDateTime(payment.moment)}
                {payment.line && (
                  <>
                    <br />
                    <PermittedLink to={placeOfStatement(payment.line.statement.id)}>
                      {copy.line(payment.line.statement.name, payment.line.position)}
                    </PermittedLink>
                  </>
                )}
              </dd>
            </div>
            {payment.refunded > 0 && (
              <div>
                <dt>{copy.refunded}</dt>
                <dd>{formatMoneyExact({ amount: payment.refunded, currency: payment.currency })}</dd>
              </div>
            )}
            {!payment.line && (
              <div>
                <dt>{copy.key}</dt>
                <dd className="xs">{payment.key}</dd>
              </div>
            )}
          </dl>
        ))
      )}
    </section>
  );
}
