import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { admin } from '#domain/admin/copy.ts';
import { common } from '#domain/copy.ts';
import { adminCopy as copy, statementCopy } from '#domain/events/admin/copy.ts';
import { dialog } from '#domain/events/copy.ts';
import { PAYMENT_DAYS } from '#domain/events/instructions.ts';
import { COUNTRIES, eventPackages } from '#domain/events/packages.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { OrderSelect, useOrder } from '../admin/list-order.tsx';
import { ListTools, useListSearch, withQuery } from '../admin/list-tools.tsx';
import { api, client, sayError } from '../api.ts';
import { useLiveList } from '../live.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Empty } from '../ui/empty.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { AdminHead } from '../ui/page-head.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Segmented } from '../ui/segmented.tsx';
import { Table } from '../ui/table.tsx';
import { toast } from '../ui/toast.tsx';
import { changeRow, dropRow, restoreRows } from './list-cache.ts';
import styles from './organise.module.css';
import { RemoveDialog } from './remove-dialog.tsx';
import { nameOf, type ReservationRow, reservationColumns, toneOf } from './reservation-columns.tsx';
import { ReservationTotals, sumsOf } from './reservation-totals.tsx';

const StatementDialog = lazy(() => import('./statement-dialog.tsx'));
const ORDERS = { number: admin.times, amount: admin.amounts };
const SORTS = ['number', 'amount'] as const;
const EVERY = 'every';
const STATUSES = ['pending', 'placeno'] as const;

/** Reservations newest first, as they come in; what is searched and filtered stands in the address. */
export default function AdminEventPaymentsPage() {
  const [search, setSearch] = useSearchParams();
  const [typed, setTyped] = useListSearch();
  const [confirming, setConfirming] = useState<ReservationRow | null>(null);
  const [removing, setRemoving] = useState<ReservationRow | null>(null);
  const [importing, setImporting] = useState(false);

  const text = search.get('q')?.trim() ?? '';
  const filter = {
    search: text || undefined,
    status: STATUSES.find((one) => one === search.get('status')),
    country: COUNTRIES.find((one) => one === search.get('country')),
    packageId: eventPackages.find(({ id }) => id === search.get('package'))?.id,
    overdue: search.get('overdue') === '1' || undefined,
  };
  const filtered = Object.values(filter).some((value) => value !== undefined);
  const choose = (name: string, value: string) =>
    setSearch((current) => withQuery(current, name, value === EVERY ? '' : value), {
      replace: true,
      preventScrollReset: true,
    });

  const { sort, onSort } = useOrder(SORTS);

  const list = useInfiniteQuery(
    api.events.admin.list.infiniteOptions({
      input: (after: string | undefined) => ({ ...filter, sort: sort.key, direction: sort.direction, after }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next ?? undefined,
      placeholderData: keepPreviousData,
    }),
  );
  const totals = useQuery(api.events.admin.totals.queryOptions());
  const reload = () => Promise.all([list.refetch(), totals.refetch()]);
  const connection = useLiveList(['porudzbine'], reload);
  const rows = list.data?.pages.flatMap((page) => page.rows);
  const now = useMemo(() => new Date(list.dataUpdatedAt || Date.now()), [list.dataUpdatedAt]);

  /** Shown at once, taken back with the specification's words when the server does not agree. */
  async function optimistically(
    change: () => ReturnType<typeof changeRow>,
    ask: () => Promise<unknown>,
    error: string,
  ) {
    const before = change();
    try {
      await ask();
    } catch (cause) {
      restoreRows(before);
      toast.error(error);
      throw cause;
    }
  }

  async function confirm(row: ReservationRow) {
    setConfirming(null);
    try {
      await optimistically(
        () => changeRow(row.id, { confirmed: true, status: 'placeno' }),
        () => client.events.admin.confirm({ id: row.id }),
        copy.confirm.error,
      );
      toast.success(copy.confirm.ok);
    } catch (error) {
      console.warn(error);
    }
  }

  async function remove(row: ReservationRow, notify: boolean, reason: string) {
    setRemoving(null);
    try {
      await optimistically(
        () => dropRow(row.id),
        () => client.events.admin.remove({ id: row.id, notify, reason }),
        copy.remove.error,
      );
      toast.success(copy.remove.ok);
    } catch (error) {
      console.warn(error);
    }
  }

  const note = (row: ReservationRow, notes: string) =>
    optimistically(
      () => changeRow(row.id, { notes }),
      () => client.events.admin.note({ id: row.id, notes }),
      copy.note.error,
    );

  async function download(format: 'csv' | 'xlsx') {
    try {
      saveFile(await client.events.admin.export({ ...filter, format }));
    } catch (error) {
      toast.error(sayError(error));
    }
  }

  return (
    <>
      <AdminHead title={copy.title}>
        <Button size="sm" onClick={() => setImporting(true)}>
          {statementCopy.title}
        </Button>
        <Button size="sm" variant="secondary" onClick={() => void download('xlsx')}>
          {copy.exportExcel}
        </Button>
        <Button size="sm" variant="secondary" onClick={() => void download('csv')}>
          {copy.exportCsv}
        </Button>
      </AdminHead>
      {totals.data && (
        <>
          <p className={styles.sums}>{sumsOf(totals.data)}</p>
          <ReservationTotals {...totals.data} />
        </>
      )}
      <ListTools
        label={copy.search}
        value={typed}
        onChange={setTyped}
        connection={connection}
        count={list.data?.pages[0] && admin.rows(list.data.pages[0].total)}
      >
        <Segmented
          label={copy.filters.status}
          selected={filter.status ?? EVERY}
          onSelect={(key) => choose('status', key)}
          segments={[
            { key: EVERY, label: copy.filters.all },
            { key: 'pending', label: copy.status.pending },
            { key: 'placeno', label: copy.status.paid },
          ]}
        />
        <Segmented
          label={copy.filters.country}
          selected={filter.country ?? EVERY}
          onSelect={(key) => choose('country', key)}
          segments={[
            { key: EVERY, label: copy.filters.all },
            ...COUNTRIES.map((key) => ({ key, label: dialog.country[key].name })),
          ]}
        />
        <select
          className={styles.select}
          aria-label={copy.filters.package}
          value={filter.packageId ?? EVERY}
          onChange={(event) => choose('package', event.target.value)}
        >
          <option value={EVERY}>{copy.filters.everyPackage}</option>
          {eventPackages.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <Button
          size="sm"
          variant={filter.overdue ? 'ink' : 'secondary'}
          aria-pressed={filter.overdue ?? false}
          onClick={() => choose('overdue', filter.overdue ? EVERY : '1')}
        >
          {copy.filters.overdue(PAYMENT_DAYS)}
          {totals.data && ` (${totals.data.overdue})`}
        </Button>
        <OrderSelect words={ORDERS} sort={sort} onSort={onSort} />
      </ListTools>
      <Table
        caption={`${copy.title}. ${ORDERS[sort.key][sort.direction]}.`}
        sort={sort}
        onSort={onSort}
        columns={reservationColumns(now, { onNote: note, onConfirm: setConfirming, onRemove: setRemoving })}
        rows={rows}
        rowKey={(row) => row.id}
        rowTone={(row) => toneOf(row, now)}
        error={list.error && !rows ? { text: admin.loadError, onRetry: () => void list.refetch() } : null}
        empty={
          filtered ? (
            <Empty title={copy.emptyFilter} text={text ? common.noResults(text) : undefined} />
          ) : (
            <Empty title={copy.empty} />
          )
        }
      />
      {list.hasNextPage && <LoadMore busy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />}

      {confirming && (
        <ConfirmDialog
          open
          onOpenChange={() => setConfirming(null)}
          title={copy.confirm.title}
          text={copy.confirm.text({
            amount: formatMoneyExact(confirming),
            number: confirming.number,
            name: nameOf(confirming),
          })}
          yes={copy.confirm.yes}
          onConfirm={() => void confirm(confirming)}
        />
      )}
      {removing && (
        <RemoveDialog
          row={removing}
          onCancel={() => setRemoving(null)}
          onRemove={(notify, reason) => void remove(removing, notify, reason)}
        />
      )}
      {importing && (
        <Suspense>
          <StatementDialog onClose={() => setImporting(false)} onSettled={() => void reload()} />
        </Suspense>
      )}
    </>
  );
}
