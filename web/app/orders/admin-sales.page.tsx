import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { admin } from '#domain/admin/copy.ts';
import { common } from '#domain/copy.ts';
import { formatMoney, formatMoneyExact, formatNumber } from '#domain/money.ts';
import { orderStatus, sales } from '#domain/orders/copy.ts';
import { type OrderStatus, orderStatuses } from '#domain/orders/rules.ts';
import { formatDateTime } from '#domain/time.ts';
import { ListTools, useListSearch } from '../admin/list-tools.tsx';
import { api } from '../api.ts';
import { useLiveList } from '../live.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Table } from '../ui/table.tsx';

const TONE = { paid: 'ok', pending: 'warn', cancelled: 'err' } as const;

/** Orders, newest first. What is searched and filtered stands in the address, so that a view can be sent to a colleague. */
export default function AdminSalesPage() {
  const [search, setSearch] = useSearchParams();
  const [typed, setTyped] = useListSearch();
  const status = orderStatuses.find((one) => one === search.get('status'));
  const filter = { search: search.get('q')?.trim() || undefined, status };

  const list = useInfiniteQuery(
    api.orders.admin.list.infiniteOptions({
      input: (after: string | undefined) => ({ ...filter, after }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next ?? undefined,
      placeholderData: keepPreviousData,
    }),
  );
  const connection = useLiveList(['orders'], () => list.refetch());
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const first = list.data?.pages[0];

  function choose(value: string) {
    setSearch(
      (current) => {
        if (value) current.set('status', value);
        else current.delete('status');
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  return (
    <>
      <PageHead
        title={sales.title}
        aside={first && sales.sum(formatMoney({ amount: first.paidTotal, currency: 'EUR' }))}
      />
      <ListTools
        label={sales.search}
        value={typed}
        onChange={setTyped}
        connection={connection}
        count={first && admin.rows(first.total)}
      >
        <Segmented
          label={sales.status}
          value={status ?? ''}
          onChange={choose}
          options={[
            { value: '', label: admin.all },
            ...orderStatuses.map((value) => ({ value, label: orderStatus[value] })),
          ]}
        />
      </ListTools>
      {rows.map((row) => row.id).join()}
    </>
  );
}
