import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '#domain/money.ts';
import { formatDateTime } from '#domain/time.ts';
import { mine as copy } from '#domain/vouchers/copy.ts';
import { formatCode, OWN_VOUCHERS_SHOWN } from '#domain/vouchers/rules.ts';
import { api, type client } from '../api.ts';
import { Section } from '../ui/section.tsx';
import { Empty } from '../ui/table/empty.tsx';
import { type Column, Table } from '../ui/table/table.tsx';

type Redeemed = Awaited<ReturnType<typeof client.vouchers.mine>>[number];

/** The codes this account has redeemed. */
export function MyVouchers() {
  const list = useQuery(api.vouchers.mine.queryOptions());
  return (
    <Section>
      <h3 className="d h3">{copy.title}</h3>
      <Table
        caption={copy.title}
        columns={COLUMNS}
        rows={list.data}
        rowKey={(row) => String(row.id)}
        error={list.error && !list.data ? { text: copy.failed, onRetry: () => list.refetch() } : null}
        empty={<Empty title={copy.empty} />}
      />
      {list.data && list.data.length >= OWN_VOUCHERS_SHOWN && <p className="muted">{copy.last(OWN_VOUCHERS_SHOWN)}</p>}
    </Section>
  );
}

const COLUMNS: readonly Column<Redeemed>[] = [
  { key: 'code', header: copy.code, bare: true, cell: (row) => <b className="nb">{formatCode(row.code)}</b> },
  { key: 'date', header: copy.date, cell: (row) => <span className="nb">{formatDateTime(row.redeemedAt)}</span> },
  { key: 'banners', header: copy.banners, align: 'right', cell: (row) => formatNumber(row.bannerCount) },
];
