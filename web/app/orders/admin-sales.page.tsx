import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { admin } from '#domain/admin/copy.ts';
import { common } from '#domain/copy.ts';
import { formatMoney, formatMoneyExact } from '#domain/money.ts';
import type { OrderStatus } from '#domain/orders/contract.ts';
import { orderStatus, sales } from '#domain/orders/copy.ts';
import { withdrawals as words } from '#domain/orders/withdrawal-copy.ts';
import { formatDateTime } from '#domain/time.ts';
import { OrderSelect, useOrder } from '../admin/list-order.tsx';
import { ListTools, useListSearch, withQuery } from '../admin/list-tools.tsx';
import { api, type client } from '../api.ts';
import { useLiveList } from '../live.ts';
import { Badge } from '../ui/badge.tsx';
import { Email } from '../ui/email.tsx';
import { Empty } from '../ui/empty.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { AdminHead } from '../ui/page-head.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { type Column, Table } from '../ui/table.tsx';
import styles from './orders.module.css';
import { ResolveDialog, WithdrawalState } from './withdrawal-state.tsx';

const STATUSES = Object.keys(orderStatus) as OrderStatus[];
const TONE = { paid: 'ok', pending: 'warn', cancelled: 'err' } as const;
const ORDERS = { date: admin.times, amount: admin.amounts };
const SORTS = ['date', 'amount'] as const;
const EVERY = 'every';
const WITHDRAWN = 'withdrawn';

/** Orders, newest first. What is searched and filtered stands in the address, so that a view can be sent to a colleague. */
export default function AdminSalesPage() {
  const [search, setSearch] = useSearchParams();
  const [typed, setTyped] = useListSearch();
  const text = search.get('q')?.trim() ?? '';
  const status = STATUSES.find((one) => one === search.get('status'));
  const withdrawn = search.get('withdrawn') === '1';
  const [resolving, setResolving] = useState<Row | null>(null);
  const columns = useMemo(() => columnsOf(setResolving), []);

  const { sort, onSort } = useOrder(SORTS);

  const list = useInfiniteQuery(
    api.orders.admin.list.infiniteOptions({
      input: (after: string | undefined) => ({
        search: text || undefined,
        status,
        sort: sort.key,
        direction: sort.direction,
        withdrawn: withdrawn || undefined,
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

  /** A status and the withdrawals are one choice, of which one thing stands in the address. */
  const choose = (key: string) =>
    setSearch(
      (current) =>
        withQuery(
          withQuery(current, 'status', key === EVERY || key === WITHDRAWN ? '' : key),
          'withdrawn',
          key === WITHDRAWN ? '1' : '',
        ),
      { replace: true, preventScrollReset: true },
    );

  return (
    <>
      <AdminHead title={sales.title}>
        {first && first.openWithdrawals > 0 && (
          <button type="button" className={styles.link} onClick={() => choose(WITHDRAWN)}>
            {words.open(first.openWithdrawals)}
          </button>
        )}
        {first && <p className="muted">{sales.sum(formatMoney({ amount: first.paidTotal, currency: 'EUR' }))}</p>}
      </AdminHead>
      <ListTools
        label={sales.search}
        value={typed}
        onChange={setTyped}
        connection={connection}
        count={first && admin.rows(first.total)}
      >
        <div className={styles.filter}>
          <Segmented
            label={sales.status}
            selected={withdrawn ? WITHDRAWN : (status ?? EVERY)}
            onSelect={choose}
            segments={[
              { key: EVERY, label: admin.all },
              ...STATUSES.map((key) => ({ key, label: orderStatus[key] })),
              { key: WITHDRAWN, label: words.filter },
            ]}
          />
        </div>
        <OrderSelect words={ORDERS} sort={sort} onSort={onSort} />
      </ListTools>
      <Table
        caption={`${sales.title}. ${ORDERS[sort.key][sort.direction]}.`}
        sort={sort}
        onSort={onSort}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        rowTone={(row) => TONE[row.status]}
        error={list.error && !rows ? { text: admin.loadError, onRetry: () => list.refetch() } : null}
        empty={
          withdrawn && !text ? (
            <Empty title={words.empty} text={words.emptyHint} />
          ) : text || status || withdrawn ? (
            <Empty title={sales.emptyFilter} text={text ? common.noResults(text) : undefined} />
          ) : (
            <Empty title={sales.empty} text={sales.emptyHint} />
          )
        }
      />
      {list.hasNextPage && <LoadMore busy={list.isFetchingNextPage} onMore={() => list.fetchNextPage()} />}
      {resolving && (
        <ResolveDialog
          key={resolving.id}
          order={resolving}
          close={() => setResolving(null)}
          done={() => list.refetch()}
        />
      )}
    </>
  );
}

type Row = Awaited<ReturnType<typeof client.orders.admin.list>>['rows'][number];

const columnsOf = (onResolve: (row: Row) => void): readonly Column<Row>[] => [
  { key: 'number', header: sales.number, cell: (row) => row.number },
  { key: 'date', header: sales.date, sortable: true, cell: (row) => formatDateTime(row.createdAt) },
  { key: 'product', header: sales.product, cell: (row) => row.productName },
  { key: 'email', header: sales.email, cell: (row) => <Email address={row.email} /> },
  {
    key: 'status',
    header: sales.status,
    cell: (row) => (
      <span className={styles.stack}>
        <Badge tone={TONE[row.status]}>{orderStatus[row.status]}</Badge>
        {row.withdrawal && <WithdrawalState order={row} onResolve={() => onResolve(row)} />}
      </span>
    ),
  },
  { key: 'amount', header: sales.amount, align: 'right', sortable: true, cell: (row) => formatMoneyExact(row) },
];
