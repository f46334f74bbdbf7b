import { personCopy as copy } from '#domain/accounts/person-page-copy.ts';
import { placeOfOrder, placeOfReservation, placeToRefund } from '#domain/admin/subject-pages.ts';
import { paidMonthsSaid } from '#domain/advertising/paid-months-copy.ts';
import { adminCopy } from '#domain/events/admin/copy.ts';
import { packageCopy } from '#domain/events/copy.ts';
import { formatMoney, formatMoneyExact } from '#domain/money.ts';
import { fulfilmentWords, paymentWords } from '#domain/orders/states-copy.ts';
import { FULFILMENT_TONE, PAYMENT_TONE } from '#domain/orders/tones.ts';
import { lineName } from '#domain/payments/copy.ts';
import { refundCopy } from '#domain/refunds/copy.ts';
import { formatDate } from '#domain/time.ts';
import page from '../../admin/desk-page.module.css';
import { usePermissions } from '../../session.ts';
import { PermittedLink, SubjectLink } from '../../subject-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import styles from './person.module.css';
import type { PersonOnPage } from './person-row.ts';

type Purchases = NonNullable<PersonOnPage['purchases']>;
type Reservations = NonNullable<PersonOnPage['reservations']>;

const panels = copy.panels;
const heads = copy.columns;

/** The newest orders; all of them are in the list of sales. */
export function PersonOrders({ purchases: { count, rows }, email }: { purchases: Purchases; email: string }) {
  const mayRefund = usePermissions().has('handle payments');
  return (
    <section className={page.panel}>
      <header>
        <h2>
          {panels.orders} <span>{count}</span>
        </h2>
        {count > 0 && (
          <SubjectLink kind="order" lookup={email}>
            {panels.openSales}
          </SubjectLink>
        )}
      </header>
      {count === 0 ? (
        <p className={`${page.body} muted`}>{panels.noOrders}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              {[heads.number, heads.date, heads.product, heads.payment, heads.delivery, heads.amount].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((order) => (
              <tr key={order.number}>
                <td data-head={heads.number}>
                  <PermittedLink to={placeOfOrder(order.number)}>
                    <b>{order.number}</b>
                  </PermittedLink>
                </td>
                <td data-head={heads.date}>{formatDate(order.createdAt)}</td>
                <td data-head={heads.product}>
                  {lineName({ kind: order.kind, name: order.productName })}
                  {order.paidMonths && <p className="xs muted">{paidMonthsSaid(order.paidMonths)}</p>}
                </td>
                <td data-head={heads.payment}>
                  <Badge tone={PAYMENT_TONE[order.paymentState]}>{paymentWords[order.paymentState]}</Badge>
                </td>
                <td data-head={heads.delivery}>
                  {order.fulfilmentState && (
                    <Badge tone={FULFILMENT_TONE[order.fulfilmentState]}>
                      {fulfilmentWords[order.fulfilmentState]}
                    </Badge>
                  )}
                </td>
                <td data-head={heads.amount}>
                  <b>{formatMoneyExact(order)}</b>
                  {order.refunded > 0 && (
                    <small>
                      {copy.refunded(formatMoneyExact({ amount: order.refunded, currency: order.currency }))}
                    </small>
                  )}
                  {mayRefund && isRefundable(order) && (
                    <small>
                      <PermittedLink to={placeToRefund(order.number)}>{refundCopy.open}</PermittedLink>
                    </small>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** A package that was paid and whose money is ours; of devices the order itself says what comes back with them. */
const isRefundable = ({ kind, paymentState }: Purchases['rows'][number]): boolean =>
  kind !== 'device' && (paymentState === 'paid' || paymentState === 'part_refunded');

const STATUS = {
  pending: [adminCopy.status.pending, 'warn'],
  placeno: [adminCopy.status.paid, 'ok'],
  isteklo: [adminCopy.status.lapsed, 'err'],
  otkazano: [adminCopy.status.cancelled, 'err'],
} as const;

/** Reservations of the event under the person's address. */
export function PersonReservations({ reservations: { count, rows } }: { reservations: Reservations }) {
  return (
    <section className={page.panel}>
      <header>
        <h2>
          {panels.reservations} <span>{count}</span>
        </h2>
      </header>
      <table className={styles.table}>
        <thead className="vh">
          <tr>
            {[heads.number, heads.package, heads.date, heads.status, heads.amount].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((reservation) => {
            const [word, tone] = STATUS[reservation.status];
            return (
              <tr key={reservation.number}>
                <td data-head={heads.number}>
                  <PermittedLink to={placeOfReservation(reservation)}>
                    <b>{reservation.number}</b>
                  </PermittedLink>
                </td>
                <td data-head={heads.package}>
                  {packageCopy[reservation.packageId as keyof typeof packageCopy]?.name ?? reservation.packageId}
                </td>
                <td data-head={heads.date}>{formatDate(reservation.createdAt)}</td>
                <td data-head={heads.status}>
                  <Badge tone={tone}>{word}</Badge>
                </td>
                <td data-head={heads.amount}>
                  <b>{formatMoney(reservation)}</b>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
