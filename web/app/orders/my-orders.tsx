import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { productNamed } from '#domain/catalogue/catalogue.ts';
import { formatMoney } from '#domain/money.ts';
import { mine as copy, orderStatus } from '#domain/orders/copy.ts';
import { ORDER_PARAMETER, orderAnchor, orderPath } from '#domain/orders/own/own-order.ts';
import { withdrawal } from '#domain/orders/own/withdrawal-copy.ts';
import { hasBuyerPaid, isRestWithdrawable, isWithdrawalOffered } from '#domain/orders/rules.ts';
import { pages } from '#domain/pages.ts';
import { continuePath } from '#domain/payments/continue-path.ts';
import { lineName } from '#domain/payments/copy.ts';
import { returnCopy } from '#domain/returns/copy.ts';
import { returnPath } from '#domain/returns/paths.ts';
import { complaint } from '#domain/tasks/copy.ts';
import { formatDate } from '#domain/time.ts';
import { api } from '../api.ts';
import { useOwnChanges } from '../live.ts';
import { Badge } from '../ui/badge.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { RowLink } from '../ui/link.tsx';
import { Section } from '../ui/section.tsx';
import { Empty } from '../ui/table/empty.tsx';
import { type Column, Table } from '../ui/table/table.tsx';
import { ComplainDialog } from './complain-dialog.tsx';
import own from './orders.module.css';
import { type Order, WithdrawDialog } from './withdraw-dialog.tsx';

const TONE = { paid: 'ok', pending: 'warn', cancelled: 'err' } as const;

/** What was bought by this account. */
export function MyOrders() {
  const orders = useQuery(api.orders.mine.queryOptions());
  const [leaving, setLeaving] = useState<Order | null>(null);
  const [complaining, setComplaining] = useState<Order | null>(null);
  const columns = useMemo(() => columnsOf(setLeaving, setComplaining), []);
  useOwnChanges(() => orders.refetch());
  return (
    <Section>
      <h3 className="d h3">{copy.title}</h3>
      <Table
        caption={copy.title}
        columns={columns}
        rows={orders.data}
        rowKey={(row) => row.id}
        rowTone={(row) => TONE[hasBuyerPaid(row) ? 'paid' : row.status]}
        error={orders.error && !orders.data ? { text: copy.failed, onRetry: () => orders.refetch() } : null}
        empty={
          <Empty title={copy.empty} text={copy.emptyHint}>
            <ButtonLink variant="secondary" to={pages.usbPackages.path}>
              {copy.shop}
            </ButtonLink>
          </Empty>
        }
      />
      {complaining && <ComplainDialog key={complaining.id} order={complaining} close={() => setComplaining(null)} />}
      {leaving && (
        <WithdrawDialog key={leaving.id} order={leaving} close={() => setLeaving(null)} sent={() => orders.refetch()} />
      )}
    </Section>
  );
}

const columnsOf = (
  onWithdraw: (order: Order) => void,
  onComplain: (order: Order) => void,
): readonly Column<Order>[] => [
  {
    key: 'product',
    header: copy.product,
    bare: true,
    cell: (row) => {
      const product = productNamed(row.productName);
      return <b>{product ? lineName(product) : row.productName}</b>;
    },
  },
  { key: 'number', header: copy.number, cell: (row) => <OrderNumber of={row.number} /> },
  { key: 'date', header: copy.date, cell: (row) => <span className="nb">{formatDate(row.createdAt)}</span> },
  {
    key: 'status',
    header: copy.status,
    cell: (row) => (
      <span className={own.stack}>
        <Status order={row} />
        {row.withdrawal && <DaysLeft withdrawal={row.withdrawal} />}
      </span>
    ),
  },
  { key: 'amount', header: copy.amount, align: 'right', cell: (row) => <span className="nb">{formatMoney(row)}</span> },
  {
    key: 'next',
    header: copy.next,
    bare: true,
    cell: (row) => <Next order={row} onWithdraw={onWithdraw} onComplain={onComplain} />,
  },
];

/** Where the link of an earlier mail ends: the row is scrolled into view and its number marked. */
function OrderNumber({ of: number }: { of: number }) {
  const [search] = useSearchParams();
  const meant = search.get(ORDER_PARAMETER) === String(number);
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!meant) return;
    place.current!.scrollIntoView({ block: 'center' });
    place.current!.focus({ preventScroll: true });
  }, [meant]);
  const link = <RowLink to={orderPath(number)}>{number}</RowLink>;
  return meant ? (
    <mark ref={place} id={orderAnchor(number)} tabIndex={-1} className={own.meant}>
      {link}
    </mark>
  ) : (
    <span id={orderAnchor(number)}>{link}</span>
  );
}

function Status({ order: { refunded, currency, status, paymentState } }: { order: Order }) {
  if (refunded > 0) return <Badge tone="info">{copy.refunded(formatMoney({ amount: refunded, currency }))}</Badge>;
  if (paymentState === 'collected') return <Badge tone="ok">{copy.paidToCourier}</Badge>;
  return <Badge tone={TONE[status]}>{orderStatus[status]}</Badge>;
}

function DaysLeft({ withdrawal: { state, refundBy } }: { withdrawal: NonNullable<Order['withdrawal']> }) {
  return (
    <>
      <Badge tone={state === 'open' ? 'warn' : 'info'}>{withdrawal.stated[state]}</Badge>
      {state === 'open' && <span className={own.about}>{withdrawal.refundUntil(refundBy)}</span>}
    </>
  );
}

/** An unfinished order is continued in the form where it began, with the same payment page. */
interface NextProps {
  order: Order;
  onWithdraw: (order: Order) => void;
  onComplain: (order: Order) => void;
}

function Next({ order, onWithdraw, onComplain }: NextProps) {
  const product = productNamed(order.productName);
  const withdraw = isWithdrawalOffered(order, new Date()) && (
    <button type="button" className={own.link} onClick={() => onWithdraw(order)}>
      {withdrawal.open}
      <span className="vh">: {withdrawal.openOf(order.number)}</span>
    </button>
  );
  if (order.isReturnable && hasBuyerPaid(order))
    return (
      <span className={own.stack}>
        <RowLink to={returnPath(order.number)}>
          {returnCopy.open}
          <span className="vh">: {complaint.openOf(order.number)}</span>
        </RowLink>
        {isRestWithdrawable(order) && withdraw}
      </span>
    );
  // The bank has the order to pay: what is paid beside it is paid twice.
  if (order.paymentState === 'processing') return copy.processing;
  if (order.status === 'pending' && order.way === 'transfer')
    return (
      <RowLink to={orderPath(order.number)}>
        {copy.transfer}
        <span className="vh"> {copy.payFor(order.number)}</span>
      </RowLink>
    );
  if (order.status === 'pending' && order.way === 'card' && product?.price.amount === order.amount)
    return (
      <RowLink to={continuePath(product, order.number)}>
        {copy.pay}
        <span className="vh"> {copy.payFor(order.number)}</span>
      </RowLink>
    );
  if (order.status !== 'paid') return null;
  return (
    <span className={own.stack}>
      <button type="button" className={own.link} onClick={() => onComplain(order)}>
        {complaint.open}
        <span className="vh">: {complaint.openOf(order.number)}</span>
      </button>
      {!order.withdrawal && withdraw}
    </span>
  );
}
