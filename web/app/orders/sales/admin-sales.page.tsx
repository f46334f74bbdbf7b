import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { admin } from '#domain/admin/copy.ts';
import { isSome } from '#domain/count.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { sales } from '#domain/orders/copy.ts';
import { withdrawals as words } from '#domain/orders/own/withdrawal-copy.ts';
import type { OrderFilter } from '#domain/orders/shapes.ts';
import { askedOf, saleColumnsFromSearch } from '#domain/orders/views.ts';
import { AdminList } from '../../admin/admin-list.tsx';
import { useListOrder } from '../../admin/list-order.tsx';
import { isBackwards } from '../../admin/list-tools.tsx';
import { useAdminList } from '../../admin/use-admin-list.ts';
import { useAsked } from '../../admin/use-asked.ts';
import { api, client, errorMessage } from '../../api.ts';
import { PaymentProblems } from '../../payments/problems/payment-problems.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { AdminHead } from '../../ui/page-head.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Empty } from '../../ui/table/empty.tsx';
import { write } from '../../write.ts';
import { ResolveDialog } from '../withdrawal-state.tsx';
import { ColumnChoice } from './column-choice.tsx';
import { STATUS_TONE, saleColumns } from './sale-columns.tsx';
import { SaleFilters } from './sale-filters.tsx';
import { pathOfSale, type SaleRow } from './sale-row.ts';
import { SaleSelection } from './sale-selection.tsx';
import { type SavedView, ViewLinks } from './sale-views.tsx';
import styles from './sales.module.css';
import { SaveViewDialog } from './save-view-dialog.tsx';

const ORDERS = { date: admin.times, amount: admin.amounts };
const eur = (amount: number) => formatMoneyExact({ amount, currency: 'EUR' });

/** Orders, newest first. View, search, filters, order and columns are in the address, so that they can be kept and sent to a colleague. */
export default function AdminSalesPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const query = search.toString();
  const asked = useMemo(() => askedOf(new URLSearchParams(query)), [query]);
  const chosenColumns = useMemo(() => saleColumnsFromSearch(new URLSearchParams(query)), [query]);
  const { sort: _sort, direction: _direction, ...filter } = asked;
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [isSaving, setSaving] = useState(false);
  const [removing, setRemoving] = useState<SavedView | null>(null);
  const [isResolving, setResolving] = useState(false);
  const order = useListOrder(ORDERS);
  const views = useQuery(api.orders.admin.views.queryOptions());
  const list = useAdminList(api.orders.admin.list, asked, {
    screen: 'sales',
    held: isResolving,
    also: [api.orders.admin.sums.key(), api.orders.admin.views.key(), api.payments.admin.problems.key()],
  });
  // The rows first: summing all of them would slow them down.
  const sums = useQuery(
    api.orders.admin.sums.queryOptions({ input: filter, placeholderData: keepPreviousData, enabled: list.isRead }),
  );
  const resolving = useAsked(
    list,
    ({ refunded, withdrawal }) => [refunded, withdrawal?.state],
    ({ withdrawal }) => withdrawal?.state === 'open',
  );
  const ask = useRef(resolving.ask);
  ask.current = resolving.ask;
  const columns = useMemo(
    () =>
      saleColumns(chosenColumns, query, (row) => {
        setResolving(true);
        ask.current(row);
      }),
    [chosenColumns, query],
  );
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

  async function remove({ id, name }: SavedView) {
    setRemoving(null);
    const outcome = await write(() => client.orders.admin.removeView({ id }), {
      arrived: ({ code }) => (code === 'VIEW_GONE' ? { removed: true as const } : undefined),
    });
    if (outcome.outcome === 'done') toast.success(sales.removed(name));
    else toast.error(outcome.text);
    await views.refetch();
  }

  return (
    <>
      <AdminHead title={sales.title}>
        {sums.data && isSome(sums.data.openWithdrawals) && !filter.withdrawalOpen && (
          <Button size="sm" variant="ghost" onClick={() => navigate({ search: 'withdrawalOpen=1' })}>
            {words.open(sums.data.openWithdrawals)}
          </Button>
        )}
        <Button size="sm" variant="secondary" onClick={() => void download('xlsx')}>
          {sales.xlsx}
        </Button>
        <Button size="sm" variant="secondary" onClick={() => void download('csv')}>
          {sales.csv}
        </Button>
      </AdminHead>
      <PaymentProblems />
      <ViewLinks views={views.data} query={query} onSave={() => setSaving(true)} onRemove={setRemoving} />
      <AdminList
        title={sales.title}
        list={list}
        order={order}
        columns={columns}
        rowTone={(row) => STATUS_TONE[row.status]}
        selection={{
          selected: picked,
          onChange: setPicked,
          label: ({ number }) => sales.select(number),
          onOpen: (row) => navigate(pathOfSale(row, query)),
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
        foot={<Foot sums={sums.data} />}
      />
      {pickedRows.length > 0 && (
        <SaleSelection
          rows={pickedRows}
          onDownload={() => void download('csv', pickedRows)}
          onClear={() => setPicked(new Set())}
        />
      )}
      {isSaving && <SaveViewDialog query={query} close={() => setSaving(false)} saved={() => views.refetch()} />}
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={() => setRemoving(null)}
        title={sales.remove}
        text={removing && sales.removeText(removing.name)}
        yes={sales.remove}
        danger
        onConfirm={() => removing && void remove(removing)}
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

function Nothing({ filter }: { filter: OrderFilter }) {
  const { search, view } = filter;
  if (isBackwards(filter)) return <Empty title={admin.backwards} />;
  if (search) return <Empty title={sales.emptySearch(search)} text={sales.searched} />;
  const isOnlyView = Object.values(filter).filter(Boolean).length === 1;
  if (view === 'to_pack' && isOnlyView) return <Empty title={sales.emptyPack} text={sales.emptyPackHint} />;
  if (Object.values(filter).some(Boolean)) return <Empty title={sales.emptyFilter} />;
  return <Empty title={sales.empty} text={sales.emptyHint} />;
}

/** Of the whole filter, not of the rows that are shown. */
function Foot({ sums }: { sums: Awaited<ReturnType<typeof client.orders.admin.sums>> | undefined }) {
  if (!sums || !isSome(sums.total)) return null;
  const { total, paidTotal, refundedTotal, waitingTotal } = sums;
  return (
    <p className={styles.foot}>
      <b>{sales.foot(total)}</b>
      <span>{sales.footSum(eur(paidTotal - refundedTotal), eur(refundedTotal), eur(waitingTotal))}</span>
    </p>
  );
}
