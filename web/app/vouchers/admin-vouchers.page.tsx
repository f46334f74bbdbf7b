import { useMemo, useState } from 'react';
import { admin } from '#domain/admin/copy.ts';
import { sumOf } from '#domain/count.ts';
import { office } from '#domain/vouchers/issue-copy.ts';
import { AdminList } from '../admin/admin-list.tsx';
import { useListOrder } from '../admin/list-order.tsx';
import { withQuery } from '../admin/list-tools.tsx';
import { useAdminList } from '../admin/use-admin-list.ts';
import { api, client, errorMessage } from '../api.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { AdminHead } from '../ui/page-head.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Empty } from '../ui/table/empty.tsx';
import { useAddressParams } from '../ui/use-address-params.ts';
import { BatchPanel } from './batch-panel.tsx';
import { IssueVouchersDialog } from './issue-vouchers-dialog.tsx';
import { useVoiding } from './use-voiding.ts';
import { VoidDialog } from './void-dialog.tsx';
import { toneOf, voucherColumnsOf } from './voucher-columns.tsx';
import { filterIn, VoucherStateFilter } from './voucher-filter.tsx';

const ORDERS = { issued: admin.times, banners: admin.banners };

/** Vouchers, newest first; search, filters and the chosen batch are in the address. */
export default function AdminVouchersPage() {
  const [search, setSearch] = useAddressParams();
  const [issuing, setIssuing] = useState(false);
  const [isVoiding, setVoiding] = useState(false);

  const filter = filterIn(search);
  const filtered = Object.values(filter).some((value) => value !== undefined);
  const choose = (name: string, value: string) =>
    setSearch((current) => withQuery(current, name, value), { replace: true, preventScrollReset: true });

  const order = useListOrder(ORDERS);
  const asked = { ...filter, sort: order.sort.key, direction: order.sort.direction };
  const list = useAdminList(api.vouchers.admin.list, asked, {
    screen: 'vouchers',
    held: issuing || isVoiding,
    // Nobody takes the codes of another series for those of a new one.
    keeps: (before) => before.batch === filter.batch,
  });
  const voiding = useVoiding(list, setVoiding);
  const counts = list.first?.counts;
  const every = counts && sumOf(Object.values(counts));
  const inBatch = filter.batch !== undefined;
  const { ask } = voiding;
  const columns = useMemo(
    () => voucherColumnsOf({ onVoid: ask, onBatch: inBatch ? undefined : (id) => setSearch({ batch: id }) }),
    [setSearch, inBatch, ask],
  );

  const download = useSingleFlight(async () => {
    try {
      saveFile(await client.vouchers.admin.export(filter));
    } catch (error) {
      toast.error(errorMessage(error));
    }
  });

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
      {filter.batch && (
        <BatchPanel key={filter.batch} batch={filter.batch} leave={() => choose('batch', '')} changed={list.reload} />
      )}
      <AdminList
        title={office.title}
        list={list}
        order={order}
        columns={columns}
        rowTone={toneOf}
        search={office.search}
        count={every && admin.rows(filter.state ? counts![filter.state] : every)}
        filters={
          <VoucherStateFilter
            selected={filter.state}
            onSelect={(state) => choose('state', state)}
            every={every}
            counts={counts}
          />
        }
        filtered={filtered}
        emptyFilter={office.noneFilter}
        empty={
          <Empty title={office.none} text={office.noneHint}>
            <Button onClick={() => setIssuing(true)}>{office.issue}</Button>
          </Empty>
        }
      />
      {issuing && (
        <IssueVouchersDialog
          close={() => setIssuing(false)}
          issued={async (id, count) => {
            setIssuing(false);
            toast.success(office.form.done(count));
            setSearch({ batch: id });
            await list.reload();
          }}
        />
      )}
      <VoidDialog {...voiding} />
    </>
  );
}
