import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { admin } from '#domain/admin/copy.ts';
import { common } from '#domain/copy.ts';
import { formatNumber } from '#domain/money.ts';
import type { VoucherState } from '#domain/vouchers/contract.ts';
import { voucherStates } from '#domain/vouchers/copy.ts';
import { office } from '#domain/vouchers/issue-copy.ts';
import { formatCode } from '#domain/vouchers/rules.ts';
import { OrderSelect, useOrder } from '../admin/list-order.tsx';
import { ListTools, useListSearch, withQuery } from '../admin/list-tools.tsx';
import { api, client, sayError } from '../api.ts';
import { useLiveList } from '../live.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Empty } from '../ui/empty.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { AdminHead } from '../ui/page-head.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Segmented } from '../ui/segmented.tsx';
import { Table } from '../ui/table.tsx';
import { toast } from '../ui/toast.tsx';
import { BatchPanel } from './batch-panel.tsx';
import { IssueDialog } from './issue-dialog.tsx';
import { toneOf, type VoucherRow, voucherColumnsOf } from './voucher-columns.tsx';

const STATES = Object.keys(voucherStates) as VoucherState[];
const EVERY = 'every';
const ORDERS = { issued: admin.times, banners: admin.banners };
const SORTS = ['issued', 'banners'] as const;
const BATCH = /^[0-9a-f-]{36}$/;

/** Vouchers, the newest first; what is searched, filtered and which batch is looked at stands in the address. */
export default function AdminVouchersPage() {
  const [search, setSearch] = useSearchParams();
  const [typed, setTyped] = useListSearch();
  const [issuing, setIssuing] = useState(false);
  const [voiding, setVoiding] = useState<VoucherRow | null>(null);
  const [busy, setBusy] = useState(false);

  const text = search.get('q')?.trim() ?? '';
  const batch = search.get('batch') ?? '';
  const filter = {
    search: text || undefined,
    state: STATES.find((one) => one === search.get('state')),
    batch: BATCH.test(batch) ? batch : undefined,
  };
  const filtered = Object.values(filter).some((value) => value !== undefined);
  const choose = (name: string, value: string) =>
    setSearch((current) => withQuery(current, name, value), { replace: true, preventScrollReset: true });

  const { sort, onSort } = useOrder(SORTS);

  const list = useInfiniteQuery(
    api.vouchers.admin.list.infiniteOptions({
      input: (after: number | undefined) => ({ ...filter, sort: sort.key, direction: sort.direction, after }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next ?? undefined,
      placeholderData: keepPreviousData,
    }),
  );
  // Whoever redeems a code changes the balance in their profile.
  const connection = useLiveList(['profiles'], () => list.refetch());
  const rows = list.data?.pages.flatMap((page) => page.rows);
  const counts = list.data?.pages[0]?.counts;
  const every = counts && STATES.reduce((sum, state) => sum + counts[state], 0);
  const inBatch = filter.batch !== undefined;
  const columns = useMemo(
    () =>
      voucherColumnsOf({
        onVoid: setVoiding,
        onBatch: inBatch ? undefined : (id) => setSearch({ batch: id }),
      }),
    [setSearch, inBatch],
  );

  const download = useSingleFlight(async () => {
    try {
      saveFile(await client.vouchers.admin.export(filter));
    } catch (error) {
      toast.error(sayError(error));
    }
  });

  const makeVoid = useSingleFlight(async ({ id }: VoucherRow) => {
    setBusy(true);
    try {
      await client.vouchers.admin.void({ id });
      toast.success(office.void.done);
    } catch (error) {
      toast.error(sayError(error));
    }
    await list.refetch();
    setBusy(false);
    setVoiding(null);
  });

  const label = (name: string, n: number | undefined) => (n === undefined ? name : `${name} (${formatNumber(n)})`);

  return (
    <>
      <AdminHead title={office.title}>
        <Button size="sm" onClick={() => setIssuing(true)}>
          {office.issue}
        </Button>
        <Button size="sm" variant="secondary" onClick={() => download()}>
          {office.export}
        </Button>
      </AdminHead>
      {filter.batch && <BatchPanel key={filter.batch} batch={filter.batch} leave={() => choose('batch', '')} />}
      <ListTools
        label={office.search}
        value={typed}
        onChange={setTyped}
        connection={connection}
        count={every === undefined ? undefined : admin.rows(filter.state ? counts![filter.state] : every)}
      >
        <Segmented
          label={office.state}
          selected={filter.state ?? EVERY}
          onSelect={(key) => choose('state', key === EVERY ? '' : key)}
          segments={[
            { key: EVERY, label: label(admin.all, every) },
            ...STATES.map((key) => ({ key, label: label(voucherStates[key], counts?.[key]) })),
          ]}
        />
        <OrderSelect words={ORDERS} sort={sort} onSort={onSort} />
      </ListTools>
      <Table
        caption={`${office.title}. ${ORDERS[sort.key][sort.direction]}.`}
        sort={sort}
        onSort={onSort}
        columns={columns}
        rows={rows}
        rowKey={(row) => String(row.id)}
        rowTone={toneOf}
        error={list.error && !rows ? { text: admin.loadError, onRetry: () => list.refetch() } : null}
        empty={
          filtered ? (
            <Empty title={office.noneFilter} text={text ? common.noResults(text) : undefined} />
          ) : (
            <Empty title={office.none} text={office.noneHint}>
              <Button onClick={() => setIssuing(true)}>{office.issue}</Button>
            </Empty>
          )
        }
      />
      {list.hasNextPage && <LoadMore busy={list.isFetchingNextPage} onMore={() => list.fetchNextPage()} />}
      {issuing && (
        <IssueDialog
          close={() => setIssuing(false)}
          issued={async (id, count) => {
            setIssuing(false);
            toast.success(office.form.done(count));
            setSearch({ batch: id });
            await list.refetch();
          }}
        />
      )}
      <ConfirmDialog
        open={voiding !== null}
        onOpenChange={() => setVoiding(null)}
        title={office.void.title}
        text={voiding && office.void.text(formatCode(voiding.code), voiding.bannerCount)}
        yes={office.void.yes}
        danger
        busy={busy}
        onConfirm={() => voiding && makeVoid(voiding)}
      />
    </>
  );
}
