import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { admin } from '#domain/admin/copy.ts';
import { common } from '#domain/copy.ts';
import { formatMoney, formatMoneyExact } from '#domain/money.ts';
import type { OrderStatus } from '#domain/orders/contract.ts';
import { orderStatus, sales } from '#domain/orders/copy.ts';
import { formatDateTime } from '#domain/time.ts';
import { OrderSelect, useOrder } from '../admin/list-order.tsx';
import { ListTools, useListSearch, withQuery } from '../admin/list-tools.tsx';
import { api } from '../api.ts';
import { useLiveList } from '../live.ts';
import { Badge } from '../ui/badge.tsx';
import { Empty } from '../ui/empty.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { AdminHead } from '../ui/page-head.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { type Column, Table } from '../ui/table.tsx';

const STATUSES = Object.keys(orderStatus) as OrderStatus[];
const TONE = { paid: 'ok', pending: 'warn', cancelled: 'err' } as const;
const ORDERS = { date: admin.times, amount: admin.amounts };
const SORTS = ['date', 'amount'] as const;
const EVERY = 'every';

/** Orders, newest first. What is searched and filtered stands in the address, so that a view can be sent to a colleague. */
export default function AdminSalesPage() {
  const [search, setSearch] = useSearchParams();
  const [typed, setTyped] = useListSearch();
  const text = search.get('q')?.trim() ?? '';
  const status = STATUSES.find((one) => one === search.get('status'));

  const { sort, onSort } = useOrder(SORTS);

  const list = useInfiniteQuery(
    api.orders.admin.list.infiniteOptions({
      input: (after: string | undefined) => ({
        search: text || undefined,
        status,
        sort: sort.key,
        direction: sort.direction,
        after,
      }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next ?? undefined,
      placeholderData: keepPreviousData,
    }),
  );
  const connection = useLiveList(['orders'], () => list.refetch());
  const rows = list.data?.pages.flatMap((page) => page.rows);
  const first = list.data?.pages[0];

  return (
    <>
      <AdminHead title={sales.title}>
        {first && <p className="muted">{sales.sum(formatMoney({ amount: first.paidTotal, currency: 'EUR' }))}</p>}
      </AdminHead>
      <ListTools
        label={sales.search}
        value={typed}
        onChange={setTyped}
        connection={connection}
        count={first && admin.rows(first.total)}
      >
        <Segmented
          label={sales.status}
          selected={status ?? EVERY}
          onSelect={(key) =>
            setSearch((current) => withQuery(current, 'status', key === EVERY ? '' : key), {
              replace: true,
              preventScrollReset: true,
            })
          }
          segments={[{ key: EVERY, label: admin.all }, ...STATUSES.map((key) => ({ key, label: orderStatus[key] }))]}
        />
        <OrderSelect words={ORDERS} sort={sort} onSort={onSort} />
      </ListTools>
      <Table
        caption={`${sales.title}. ${ORDERS[sort.key][sort.direction]}.`}
        sort={sort}
        onSort={onSort}
        columns={COLUMNS}
        rows={rows}
        rowKey={(row) => row.id}
        rowTone={(row) => TONE[row.status]}
        error={list.error && !rows ? { text: admin.loadError, onRetry: () => list.refetch() } : null}
        empty={
          text || status ? (
            <Empty title={sales.emptyFilter} text={text ? common.noResults(text) : undefined} />
          ) : (
            <Empty title={sales.empty} text={sales.emptyHint} />
          )
        }
      />
      {list.hasNextPage && <LoadMore busy={list.isFetchingNextPage} onMore={() => list.fetchNextPage()} />}
    </>
  );
}

type Row = NonNullable<Awaited<ReturnType<typeof import('../api.ts').client.orders.admin.list>>>['rows'][number];

const COLUMNS: readonly Column<Row>[] = [
  { key: 'number', header: sales.number, cell: (row) => row.number },
  { key: 'date', header: sales.date, sortable: true, cell: (row) => formatDateTime(row.createdAt) },
  { key: 'product', header: sales.product, cell: (row) => row.productName },
  { key: 'email', header: sales.email, cell: (row) => row.email },
  {
    key: 'status',
    header: sales.status,
    cell: (row) => <Badge tone={TONE[row.status]}>{orderStatus[row.status]}</Badge>,
  },
  { key: 'amount', header: sales.amount, align: 'right', sortable: true, cell: (row) => formatMoneyExact(row) },
];
