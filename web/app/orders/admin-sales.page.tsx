import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { admin } from '#domain/admin/copy.ts';
import { logOf } from '#domain/admin/subject-pages.ts';
import { isSome } from '#domain/count.ts';
import { formatMoney, formatMoneyExact } from '#domain/money.ts';
import type { OrderKind, OrderStatus } from '#domain/orders/contract.ts';
import { orderStatus, sales } from '#domain/orders/copy.ts';
import { withdrawals as words } from '#domain/orders/withdrawal-copy.ts';
import { lineName } from '#domain/payments/copy.ts';
import { formatDateTime } from '#domain/time.ts';
import { AdminList } from '../admin/admin-list.tsx';
import { HeadFigure } from '../admin/head-figure.tsx';
import { useOrder } from '../admin/list-order.tsx';
import { FilterSelect, withQuery } from '../admin/list-tools.tsx';
import { useAdminList } from '../admin/use-admin-list.ts';
import { useAsked } from '../admin/use-asked.ts';
import { api, type client } from '../api.ts';
import { PlaceLink, SubjectLink } from '../subject-link.tsx';
import { Badge } from '../ui/badge.tsx';
import { Email } from '../ui/email.tsx';
import { Segmented } from '../ui/form/segmented.tsx';
import { AdminHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/table/empty.tsx';
import type { Column } from '../ui/table/table.tsx';
import styles from './orders.module.css';
import { ResolveDialog, WithdrawalState } from './withdrawal-state.tsx';

const STATUSES = Object.keys(orderStatus) as OrderStatus[];
const KINDS = Object.keys(sales.kinds) as OrderKind[];
const eur = (amount: number) => formatMoney({ amount, currency: 'EUR' });
const TONE = { paid: 'ok', pending: 'warn', cancelled: 'err' } as const;
const ORDERS = { date: admin.times, amount: admin.amounts };
const EVERY = 'every';
const WITHDRAWN = 'withdrawn';

/** Orders, newest first. Search and filters are in the address, so that a view can be sent to a colleague. */
export default function AdminSalesPage() {
  const [search, setSearch] = useSearchParams();
  const text = search.get('q')?.trim() ?? '';
  const status = STATUSES.find((one) => one === search.get('status'));
  const withdrawn = search.get('withdrawn') === '1';
  const [isResolving, setResolving] = useState(false);
  const order = useOrder(ORDERS);
  const kind = KINDS.find((one) => one === search.get('kind'));
  const filter = { search: text || undefined, status, kind, withdrawn: withdrawn || undefined };
  const asked = { ...filter, sort: order.sort.key, direction: order.sort.direction };
  const list = useAdminList(api.orders.admin.list, asked, {
    screen: 'sales',
    held: isResolving,
    also: [api.orders.admin.sums.key()],
  });
  const resolving = useAsked(
    list.rows,
    ({ refunded, withdrawal }) => [refunded, withdrawal?.state],
    ({ withdrawal }) => withdrawal?.state === 'open',
  );
  const ask = useRef(resolving.ask);
  ask.current = resolving.ask;
  const columns = useMemo(
    () =>
      columnsOf((row) => {
        setResolving(true);
        ask.current(row);
      }),
    [],
  );
  // The rows first: summing all of them would slow them down.
  const sums = useQuery(
    api.orders.admin.sums.queryOptions({ input: filter, placeholderData: keepPreviousData, enabled: list.isRead }),
  );
  const sum = sums.data;

  /** A status and the withdrawals are one choice in one parameter of the address. */
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
        {sum && isSome(sum.openWithdrawals) && (
          <button type="button" className={styles.link} onClick={() => choose(WITHDRAWN)}>
            {words.open(sum.openWithdrawals)}
          </button>
        )}
        <HeadFigure part={list.partAfter(sums)}>
          {() =>
            sum &&
            `${sales.net(eur(sum.paidTotal - sum.refundedTotal))}${sum.refundedTotal > 0 ? ` (${sales.netOf(eur(sum.paidTotal), eur(sum.refundedTotal))})` : ''}`
          }
        </HeadFigure>
      </AdminHead>
      <AdminList
        title={sales.title}
        list={list}
        order={order}
        columns={columns}
        rowTone={(row) => TONE[row.status]}
        search={sales.search}
        count={sum && admin.rows(sum.total)}
        filters={
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
            <FilterSelect
              label={sales.kind}
              every={sales.everyKind}
              options={KINDS.map((key) => ({ key, label: sales.kinds[key] }))}
              selected={kind}
              onSelect={(key) =>
                setSearch((current) => withQuery(current, 'kind', key), { replace: true, preventScrollReset: true })
              }
            />
          </div>
        }
        filtered={text !== '' || kind !== undefined || (status !== undefined && !withdrawn)}
        emptyFilter={sales.emptyFilter}
        empty={
          withdrawn ? (
            <Empty title={words.empty} text={words.emptyHint} />
          ) : (
            <Empty title={sales.empty} text={sales.emptyHint} />
          )
        }
      />
      {resolving.row && (
        <ResolveDialog
          key={resolving.row.id}
          order={resolving.row}
          meanwhile={resolving.meanwhile}
          close={() => {
            setResolving(false);
            resolving.close();
          }}
          done={() => Promise.all([list.reload(), sums.refetch()])}
        />
      )}
    </>
  );
}

type Row = Awaited<ReturnType<typeof client.orders.admin.list>>['rows'][number];

const columnsOf = (onResolve: (row: Row) => void): readonly Column<Row>[] => [
  { key: 'number', header: sales.number, cell: (row) => <PlaceLink to={logOf(row.id)}>{row.number}</PlaceLink> },
  {
    key: 'date',
    header: sales.date,
    sortable: true,
    cell: (row) => <span className="nb">{formatDateTime(row.createdAt)}</span>,
  },
  {
    key: 'product',
    header: sales.product,
    cell: (row) => {
      const name = lineName({ kind: row.kind, name: row.productName });
      if (row.kind === 'device' || row.status !== 'paid') return name;
      return (
        <SubjectLink kind="package" lookup={row.email}>
          {name}
        </SubjectLink>
      );
    },
  },
  {
    key: 'email',
    header: sales.email,
    cell: (row) => (
      <SubjectLink kind="profile" lookup={row.email}>
        <Email address={row.email} />
      </SubjectLink>
    ),
  },
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
  {
    key: 'amount',
    header: sales.amount,
    align: 'right',
    sortable: true,
    cell: (row) => (
      <span className={styles.amount}>
        {row.refunded === row.amount ? <s>{formatMoneyExact(row)}</s> : formatMoneyExact(row)}
        {row.refunded > 0 && (
          <span>{sales.refunded(formatMoneyExact({ amount: row.refunded, currency: row.currency }))}</span>
        )}
      </span>
    ),
  },
];
