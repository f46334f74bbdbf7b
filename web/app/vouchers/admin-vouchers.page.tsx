import { useMemo, useRef, useState } from 'react';
import { admin } from '#domain/admin/copy.ts';
import { type Count, formatCount, sumOf } from '#domain/count.ts';
import type { VoucherState } from '#domain/vouchers/contract.ts';
import { voucherStates } from '#domain/vouchers/copy.ts';
import { office } from '#domain/vouchers/issue-copy.ts';
import { formatCode } from '#domain/vouchers/rules.ts';
import { AdminList } from '../admin/admin-list.tsx';
import { useListOrder } from '../admin/list-order.tsx';
import { withQuery } from '../admin/list-tools.tsx';
import { useAdminList } from '../admin/use-admin-list.ts';
import { useAsked } from '../admin/use-asked.ts';
import { api, client, errorMessage } from '../api.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { Segmented } from '../ui/form/segmented.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { AdminHead } from '../ui/page-head.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Empty } from '../ui/table/empty.tsx';
import { useAddressParams } from '../ui/use-address-params.ts';
import { write } from '../write.ts';
import { BatchPanel } from './batch-panel.tsx';
import { IssueVouchersDialog } from './issue-vouchers-dialog.tsx';
import { toneOf, type VoucherRow, voucherColumnsOf } from './voucher-columns.tsx';

const STATES = Object.keys(voucherStates) as VoucherState[];
const EVERY = 'every';
const ORDERS = { issued: admin.times, banners: admin.banners };
const BATCH = /^[0-9a-f-]{36}$/;

/** Vouchers, newest first; search, filters and the chosen batch are in the address. */
export default function AdminVouchersPage() {
  const [search, setSearch] = useAddressParams();
  const [issuing, setIssuing] = useState(false);
  const [isVoiding, setVoiding] = useState(false);
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

  const order = useListOrder(ORDERS);
  const asked = { ...filter, sort: order.sort.key, direction: order.sort.direction };
  const list = useAdminList(api.vouchers.admin.list, asked, {
    screen: 'vouchers',
    held: issuing || isVoiding,
    // Nobody takes the codes of another series for those of a new one.
    keeps: (before) => before.batch === filter.batch,
  });
  const voiding = useAsked(
    list,
    ({ state }) => state,
    ({ state }) => state === 'unused',
  );
  const askVoid = useRef(voiding.ask);
  askVoid.current = voiding.ask;
  const counts = list.first?.counts;
  const every = counts && sumOf(Object.values(counts));
  const inBatch = filter.batch !== undefined;
  const columns = useMemo(
    () =>
      voucherColumnsOf({
        onVoid: (row) => {
          setVoiding(true);
          askVoid.current(row);
        },
        onBatch: inBatch ? undefined : (id) => setSearch({ batch: id }),
      }),
    [setSearch, inBatch],
  );

  const download = useSingleFlight(async () => {
    try {
      saveFile(await client.vouchers.admin.export(filter));
    } catch (error) {
      toast.error(errorMessage(error));
    }
  });

  const closeVoid = () => {
    setVoiding(false);
    voiding.close();
  };
  const makeVoid = useSingleFlight(async ({ id }: VoucherRow) => {
    setBusy(true);
    const outcome = await write(() => client.vouchers.admin.void({ id }));
    if (outcome.outcome === 'done') toast.success(office.void.done);
    else toast.error(outcome.text);
    setBusy(false);
    closeVoid();
    await list.reload();
  });

  const label = (name: string, n: Count | undefined) => (n ? `${name} (${formatCount(n)})` : name);

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
          <Segmented
            label={office.state}
            selected={filter.state ?? EVERY}
            onSelect={(key) => choose('state', key === EVERY ? '' : key)}
            segments={[
              { key: EVERY, label: label(admin.all, every) },
              ...STATES.map((key) => ({ key, label: label(voucherStates[key], counts?.[key]) })),
            ]}
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
      <ConfirmDialog
        open={voiding.row !== null}
        onOpenChange={closeVoid}
        title={office.void.title}
        text={voiding.row && office.void.text(formatCode(voiding.row.code), voiding.row.bannerCount)}
        yes={office.void.yes}
        danger
        busy={busy}
        meanwhile={voiding.meanwhile}
        onConfirm={() => voiding.row && makeVoid(voiding.row)}
      />
    </>
  );
}
