import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { productNamed } from '#domain/catalogue/catalogue.ts';
import { formatMoney } from '#domain/money.ts';
import { mine as copy, orderStatus } from '#domain/orders/copy.ts';
import { pages } from '#domain/pages.ts';
import { lineName } from '#domain/payments/copy.ts';
import { purchasePath } from '#domain/payments/purchase-path.ts';
import { formatDate } from '#domain/time.ts';
import styles from '../account/account.module.css';
import { api, type client } from '../api.ts';
import { useOwnChanges } from '../live.ts';
import { Badge } from '../ui/badge.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { type Column, Table } from '../ui/table.tsx';

type Order = Awaited<ReturnType<typeof client.orders.mine>>[number];
const TONE = { paid: 'ok', pending: 'warn', cancelled: 'err' } as const;

/** What was bought by this account. */
export function MyOrders() {
  const orders = useQuery(api.orders.mine.queryOptions());
  useOwnChanges(() => orders.refetch());
  return (
    <section className={styles.part}>
      <h3 className="d h3">{copy.title}</h3>
      <Table
        caption={copy.title}
        columns={COLUMNS}
        rows={orders.data}
        rowKey={(row) => row.id}
        rowTone={(row) => TONE[row.status]}
        error={orders.error && !orders.data ? { text: copy.failed, onRetry: () => orders.refetch() } : null}
        empty={
          <Empty title={copy.empty} text={copy.emptyHint}>
            <ButtonLink variant="secondary" to={pages.usbPackages.path}>
              {copy.shop}
            </ButtonLink>
          </Empty>
        }
      />
    </section>
  );
}

const COLUMNS: readonly Column<Order>[] = [
  {
    key: 'product',
    header: copy.product,
    bare: true,
    cell: (row) => {
      const product = productNamed(row.productName);
      return <b>{product ? lineName(product) : row.productName}</b>;
    },
  },
  { key: 'number', header: copy.number, cell: (row) => row.number },
  { key: 'date', header: copy.date, cell: (row) => <span className="nb">{formatDate(row.createdAt)}</span> },
  {
    key: 'status',
    header: copy.status,
    cell: (row) =>
      row.refunded > 0 ? (
        <Badge tone="info">{copy.refunded(formatMoney({ amount: row.refunded, currency: row.currency }))}</Badge>
      ) : (
        <Badge tone={TONE[row.status]}>{orderStatus[row.status]}</Badge>
      ),
  },
  { key: 'amount', header: copy.amount, align: 'right', cell: (row) => <span className="nb">{formatMoney(row)}</span> },
  { key: 'next', header: copy.next, bare: true, cell: (row) => <Next order={row} /> },
];

/** An unfinished order goes on where it was begun: the same form opens the same payment page. */
function Next({ order }: { order: Order }) {
  const product = productNamed(order.productName);
  if (order.status !== 'pending' || product?.price.amount !== order.amount) return null;
  return (
    <Link className={styles.next} to={purchasePath(product)}>
      {copy.pay}
      <span className="vh"> {copy.payFor(order.number)}</span>
    </Link>
  );
}
