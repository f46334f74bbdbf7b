import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { admin } from '#domain/admin/copy.ts';
import { subscriptionStates } from '#domain/advertising/copy.ts';
import { packageTitle } from '#domain/advertising/package-title.ts';
import { sold } from '#domain/advertising/sold-copy.ts';
import { advertisingPackages, specialPackage } from '#domain/catalogue/catalogue.ts';
import { common } from '#domain/copy.ts';
import { formatMoney } from '#domain/money.ts';
import { OrderSelect, useOrder } from '../admin/list-order.tsx';
import { FilterSelect, ListTools, useListSearch, withQuery } from '../admin/list-tools.tsx';
import { api, client, sayError } from '../api.ts';
import { useLiveList } from '../live.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { AdminHead } from '../ui/page-head.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Table } from '../ui/table.tsx';
import { toast } from '../ui/toast.tsx';
import { PaymentProblems } from './payment-problems.tsx';
import { soldColumnsOf, toneOf } from './sold-columns.tsx';

const PACKAGES = [...advertisingPackages, specialPackage].map(({ name }) => ({ key: name, label: packageTitle(name) }));
const ORDERS = { date: admin.times, amount: admin.amounts };
const SORTS = ['date', 'amount'] as const;
const STATES = Object.keys(subscriptionStates) as (keyof typeof subscriptionStates)[];

/** Sold packages, newest first, and the subscriptions they belong to; what is searched and filtered stands in the address. */
export default function AdminSubscriptionsPage() {
  const [search, setSearch] = useSearchParams();
  const [typed, setTyped] = useListSearch();
  const text = search.get('q')?.trim() ?? '';
  const filter = {
    search: text || undefined,
    packageName: PACKAGES.find(({ key }) => key === search.get('package'))?.key,
    state: STATES.find((one) => one === search.get('state')),
  };
  const filtered = Object.values(filter).some((value) => value !== undefined);
  const choose = (name: string, value: string) =>
    setSearch((current) => withQuery(current, name, value), { replace: true, preventScrollReset: true });

  const { sort, onSort } = useOrder(SORTS);

  const list = useInfiniteQuery(
    api.advertising.admin.sold.infiniteOptions({
      input: (after: string | undefined) => ({ ...filter, sort: sort.key, direction: sort.direction, after }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next ?? undefined,
      placeholderData: keepPreviousData,
    }),
  );
  const problems = useQuery(api.payments.admin.problems.queryOptions({ input: {} }));
  const connection = useLiveList(['packages'], () => Promise.all([list.refetch(), problems.refetch()]));
  const rows = list.data?.pages.flatMap((page) => page.rows);
  const first = list.data?.pages[0];

  const download = useSingleFlight(async () => {
    try {
      saveFile(await client.advertising.admin.export(filter));
    } catch (error) {
      toast.error(sayError(error));
    }
  });

  return (
    <>
      <AdminHead title={sold.title}>
        {first && first.sums.length > 0 && (
          <p className="muted">{sold.total(first.sums.map((sum) => formatMoney(sum)).join(' · '))}</p>
        )}
        <Button size="sm" variant="secondary" onClick={() => download()}>
          {sold.export}
        </Button>
      </AdminHead>
      {problems.data && <PaymentProblems rows={problems.data.rows} reload={() => problems.refetch()} />}
      <ListTools
        label={sold.search}
        value={typed}
        onChange={setTyped}
        connection={connection}
        count={first && admin.rows(first.total)}
      >
        <FilterSelect
          label={sold.everyPackage}
          every={sold.everyPackage}
          options={PACKAGES}
          selected={filter.packageName}
          onSelect={(key) => choose('package', key)}
        />
        <FilterSelect
          label={sold.everyState}
          every={sold.everyState}
          options={STATES.map((key) => ({ key, label: subscriptionStates[key] }))}
          selected={filter.state}
          onSelect={(key) => choose('state', key)}
        />
        {filtered && (
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              setTyped('');
              setSearch({}, { replace: true, preventScrollReset: true });
            }}
          >
            {common.clearFilter}
          </Button>
        )}
        <OrderSelect words={ORDERS} sort={sort} onSort={onSort} />
      </ListTools>
      <Table
        caption={`${sold.title}. ${ORDERS[sort.key][sort.direction]}.`}
        sort={sort}
        onSort={onSort}
        columns={soldColumnsOf}
        rows={rows}
        rowKey={(row) => row.id}
        rowTone={toneOf}
        error={list.error && !rows ? { text: admin.loadError, onRetry: () => list.refetch() } : null}
        empty={
          filtered ? (
            <Empty title={sold.emptyFilter} text={text ? common.noResults(text) : undefined} />
          ) : (
            <Empty title={sold.empty} text={sold.emptyHint} />
          )
        }
      />
      {list.hasNextPage && <LoadMore busy={list.isFetchingNextPage} onMore={() => list.fetchNextPage()} />}
    </>
  );
}
