import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { admin } from '#domain/admin/copy.ts';
import { packageTitle } from '#domain/advertising/package-title.ts';
import { sold } from '#domain/advertising/sold-copy.ts';
import { advertisingPackages, specialPackage } from '#domain/catalogue/catalogue.ts';
import type { ListedDocument } from '#domain/documents/contract.ts';
import { formatMoney } from '#domain/money.ts';
import { AdminList } from '../../admin/admin-list.tsx';
import { HeadFigure } from '../../admin/head-figure.tsx';
import { useListOrder } from '../../admin/list-order.tsx';
import { FilterSelect, withQuery } from '../../admin/list-tools.tsx';
import { useAdminList } from '../../admin/use-admin-list.ts';
import { api, client, errorMessage } from '../../api.ts';
import { IssueInvoiceDialog } from '../../issue-invoice-dialog.tsx';
import { ReissueDialog } from '../../late-reissue.ts';
import { usePermissions } from '../../session.ts';
import { useSingleFlight } from '../../single-flight.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { AdminHead } from '../../ui/page-head.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Empty } from '../../ui/table/empty.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import { soldColumnsOf, toneOf } from './subscription-columns.tsx';
import { useOpenRefundForm } from './subscription-menu.tsx';

const PACKAGES = [...advertisingPackages, specialPackage].map(({ name }) => ({ key: name, label: packageTitle(name) }));
const ORDERS = { date: admin.times, amount: admin.amounts };

/** Sold packages, newest first, each paid month a row; search and filter are in the address. */
export function SoldList({ views }: { views: ReactNode }) {
  const [search, setSearch] = useAddressParams();
  const text = search.get('q')?.trim() ?? '';
  const filter = {
    search: text || undefined,
    packageName: PACKAGES.find(({ key }) => key === search.get('package'))?.key,
  };
  const filtered = Object.values(filter).some((value) => value !== undefined);
  const choose = (name: string, value: string) =>
    setSearch((current) => withQuery(current, name, value), { replace: true, preventScrollReset: true });

  const [reissued, setReissued] = useState<ListedDocument | null>(null);
  const [issued, setIssued] = useState<string | null>(null);
  const order = useListOrder(ORDERS);
  const asked = { ...filter, sort: order.sort.key, direction: order.sort.direction };
  const list = useAdminList(api.advertising.admin.sold, asked, {
    screen: 'soldPackages',
    held: reissued !== null || issued !== null,
    also: [api.advertising.admin.sums.key()],
  });
  // The rows first: summing all of them would slow them down.
  const sums = useQuery(
    api.advertising.admin.sums.queryOptions({ input: filter, placeholderData: keepPreviousData, enabled: list.isRead }),
  );
  const sum = sums.data;

  const mayRefund = usePermissions().has('handle payments');
  const refund = useOpenRefundForm();
  const columns = useMemo(
    () =>
      soldColumnsOf({
        open: (id) => client.documents.admin.open({ id }),
        reissue: setReissued,
        issue: setIssued,
        saveAll: (number) =>
          void client.documents.admin
            .all({ number })
            .then(saveFile)
            .catch((error) => toast.error(errorMessage(error))),
        refund: mayRefund ? refund : null,
      }),
    [mayRefund, refund],
  );
  const download = useSingleFlight(async () => {
    try {
      saveFile(await client.advertising.admin.export(filter));
    } catch (error) {
      toast.error(errorMessage(error));
    }
  });

  return (
    <>
      <AdminHead title={sold.title}>
        <HeadFigure part={list.partAfter(sums)}>
          {() => sum && sum.sums.length > 0 && sold.total(sum.sums.map((money) => formatMoney(money)).join(' · '))}
        </HeadFigure>
        {views}
        <Button size="sm" variant="secondary" onClick={() => download()}>
          {sold.export}
        </Button>
      </AdminHead>
      <AdminList
        title={sold.title}
        list={list}
        order={order}
        columns={columns}
        rowTone={toneOf}
        search={sold.search}
        count={sum && sold.count(sum.total)}
        filters={
          <FilterSelect
            label={sold.everyPackage}
            every={sold.everyPackage}
            options={PACKAGES}
            selected={filter.packageName}
            onSelect={(key) => choose('package', key)}
          />
        }
        clearable
        filtered={filtered}
        emptyFilter={sold.emptyFilter}
        empty={<Empty title={sold.empty} text={sold.emptyHint} />}
      />
      {reissued && (
        <ReissueDialog
          document={reissued}
          close={() => setReissued(null)}
          done={() => list.refresh().catch(() => {})}
        />
      )}
      {issued && (
        <IssueInvoiceDialog
          sold={{ period: issued }}
          close={() => setIssued(null)}
          done={() => list.refresh().catch(() => {})}
        />
      )}
    </>
  );
}
