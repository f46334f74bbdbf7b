import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { admin } from '#domain/admin/copy.ts';
import { isSome } from '#domain/count.ts';
import { sales } from '#domain/orders/copy.ts';
import { withdrawals as words } from '#domain/orders/own/withdrawal-copy.ts';
import type { OrderFilter } from '#domain/orders/shapes.ts';
import { saleColumnsFromSearch, saleQueryFromSearch } from '#domain/orders/views.ts';
import { AdminList } from '../../admin/admin-list.tsx';
import { useListOrder } from '../../admin/list-order.tsx';
import { backToListState } from '../../admin/list-place.ts';
import { isBackwards } from '../../admin/list-tools.tsx';
import { useAdminList } from '../../admin/use-admin-list.ts';
import { api, client, errorMessage } from '../../api.ts';
import { PaymentProblems } from '../../payments/problems/payment-problems.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { AdminHead } from '../../ui/page-head.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useSingleKeys } from '../../ui/single-keys.ts';
import { Empty } from '../../ui/table/empty.tsx';
import { undoLast } from '../packing/undo.ts';
import { ResolveDialog } from '../withdrawal-state.tsx';
import { callColumns } from './call-columns.tsx';
import { ColumnChoice } from './column-choice.tsx';
import { RemoveViewDialog } from './remove-view-dialog.tsx';
import { STATUS_TONE, saleColumns } from './sale-columns.tsx';
import { SaleFilters } from './sale-filters.tsx';
import { pathOfSale, type SaleRow } from './sale-row.ts';
import { SaleSelection } from './sale-selection.tsx';
import { type SavedView, ViewLinks } from './sale-views.tsx';
import { type SaleSums, SalesFoot } from './sales-foot.tsx';
import { SaveViewDialog } from './save-view-dialog.tsx';
import { useResolving } from './use-resolving.ts';

const ORDERS = { date: admin.times, amount: admin.amounts };

/** Orders, newest first. View, search, filters, order and columns are in the address, so that they can be kept and sent to a colleague. */
export default function AdminSalesPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const query = search.toString();
  const asked = useMemo(() => saleQueryFromSearch(new URLSearchParams(query)), [query]);
  const chosenColumns = useMemo(() => saleColumnsFromSearch(new URLSearchParams(query)), [query]);
  const { sort: _sort, direction: _direction, ...filter } = asked;
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [isSaving, setSaving] = useState(false);
  const [removing, setRemoving] = useState<SavedView | null>(null);
  const [isResolving, setResolving] = useState(false);
  const order = useListOrder(ORDERS);
  const views = useQuery(api.orders.admin.views.queryOptions());
  const isOfCalls = asked.view === 'to_call';
  const wanted = useMemo(() => {
    const [serials, referral] = [chosenColumns.includes('serials'), chosenColumns.includes('referral')];
    return { ...asked, ...(serials && { serials }), ...(referral && { referral }) };
  }, [asked, chosenColumns]);
  const list = useAdminList(api.orders.admin.list, wanted, {
    screen: 'sales',
    held: isResolving,
    also: [api.orders.admin.sums.key(), api.orders.admin.views.key(), api.payments.admin.problems.key()],
  });
  // The rows first: summing all of them would slow them down.
  const sums = useQuery(
    api.orders.admin.sums.queryOptions({ input: filter, placeholderData: keepPreviousData, enabled: list.isRead }),
  );
  const { ask, ...resolving } = useResolving(list, setResolving);
  const columns = useMemo(() => {
    const chosen = saleColumns(chosenColumns, query, ask);
    return isOfCalls ? callColumns(chosen) : chosen;
  }, [chosenColumns, query, ask, isOfCalls]);
  useSingleKeys({ z: undoLast });
  const pickedRows = list.rows?.filter(({ id }) => picked.has(id)) ?? [];

  async function download(format: 'csv' | 'xlsx', chosen?: readonly SaleRow[]) {
    try {
      const wanted = { ...asked, columns: [...chosenColumns], format };
      saveFile(
        await client.orders.admin.export(chosen ? { ...wanted, chosen: chosen.map(({ number }) => number) } : wanted),
      );
    } catch (error) {
      toast.error(errorMessage(error));
    }
  }

  return (
    <>
      <SalesHead
        sums={sums.data}
        isOfOpenWithdrawals={Boolean(filter.withdrawalOpen)}
        download={(format) => void download(format)}
      />
      <PaymentProblems />
      <ViewLinks views={views.data} query={query} onSave={() => setSaving(true)} onRemove={setRemoving} />
      <AdminList
        title={sales.title}
        list={list}
        order={order}
        columns={columns}
        rowTone={(row) => (row.call?.reason === 'missed' ? 'err' : STATUS_TONE[row.status])}
        selection={{
          selected: picked,
          onChange: setPicked,
          label: ({ number }) => sales.select(number),
          onOpen: (row) => navigate(pathOfSale(row, query), { state: backToListState() }),
        }}
        search={sales.search}
        filters={
          <>
            <SaleFilters asked={asked} />
            <ColumnChoice chosen={chosenColumns} />
          </>
        }
        filtered={false}
        empty={<Nothing filter={filter} />}
        foot={<SalesFoot sums={sums.data} />}
      />
      {pickedRows.length > 0 && (
        <SaleSelection
          rows={pickedRows}
          onDownload={() => void download('csv', pickedRows)}
          onClear={() => setPicked(new Set())}
        />
      )}
      {isSaving && <SaveViewDialog query={query} close={() => setSaving(false)} saved={() => views.refetch()} />}
      <RemoveViewDialog view={removing} close={() => setRemoving(null)} removed={() => views.refetch()} />
      {resolving.row && (
        <ResolveDialog
          key={resolving.row.id}
          order={resolving.row}
          meanwhile={resolving.meanwhile}
          close={resolving.close}
          done={() => Promise.all([list.reload(), sums.refetch()])}
        />
      )}
    </>
  );
}

interface HeadProps {
  sums: SaleSums | undefined;
  isOfOpenWithdrawals: boolean;
  download: (format: 'csv' | 'xlsx') => void;
}

/** Withdrawals that wait, and the whole list as a file. */
function SalesHead({ sums, isOfOpenWithdrawals, download }: HeadProps) {
  const navigate = useNavigate();
  return (
    <AdminHead title={sales.title}>
      {sums && isSome(sums.openWithdrawals) && !isOfOpenWithdrawals && (
        <Button size="sm" variant="ghost" onClick={() => navigate({ search: 'withdrawalOpen=1' })}>
          {words.open(sums.openWithdrawals)}
        </Button>
      )}
      <Button size="sm" variant="secondary" onClick={() => download('xlsx')}>
        {sales.xlsx}
      </Button>
      <Button size="sm" variant="secondary" onClick={() => download('csv')}>
        {sales.csv}
      </Button>
    </AdminHead>
  );
}

function Nothing({ filter }: { filter: OrderFilter }) {
  const { search, view } = filter;
  if (isBackwards(filter)) return <Empty title={admin.backwards} />;
  if (search) return <Empty title={sales.emptySearch(search)} text={sales.searched} />;
  const isOnlyView = Object.values(filter).filter(Boolean).length === 1;
  if (view === 'to_pack' && isOnlyView) return <Empty title={sales.emptyPack} text={sales.emptyPackHint} />;
  if (view === 'to_call' && isOnlyView) return <Empty title={sales.emptyCall} text={sales.emptyCallHint} />;
  if (Object.values(filter).some(Boolean)) return <Empty title={sales.emptyFilter} />;
  return <Empty title={sales.empty} text={sales.emptyHint} />;
}
