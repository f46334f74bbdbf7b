import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LedgerUnit } from '#domain/advertising/contract.ts';
import { explainEntry, ledgerUnits } from '#domain/advertising/copy.ts';
import { mine, signed } from '#domain/advertising/my-copy.ts';
import { formatNumber } from '#domain/money.ts';
import { formatDateTime } from '#domain/time.ts';
import { api, type client } from '../../api.ts';
import { Segmented } from '../../ui/form/segmented.tsx';
import { Section } from '../../ui/section.tsx';
import { Empty } from '../../ui/table/empty.tsx';
import { LoadMore } from '../../ui/table/load-more.tsx';
import { type Column, Table } from '../../ui/table/table.tsx';
import own from './my-advertising.module.css';

const copy = mine.ledger;
const EVERY = 'every';
const UNITS = Object.keys(ledgerUnits) as LedgerUnit[];
type Entry = Awaited<ReturnType<typeof client.advertising.ledger>>['rows'][number];

/** Every change of the balances with its reason and the balance right after it. `id`: of its title, for those who come from elsewhere. */
export function MyLedger({ id }: { id: string }) {
  const [unit, setUnit] = useState<LedgerUnit | typeof EVERY>(EVERY);
  const list = useInfiniteQuery(
    api.advertising.ledger.infiniteOptions({
      input: (after: number | undefined) => ({ unit: unit === EVERY ? undefined : unit, after }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next ?? undefined,
      placeholderData: keepPreviousData,
    }),
  );
  const rows = list.data?.pages.flatMap((page) => page.rows);
  return (
    <Section>
      <h3 id={id} tabIndex={-1} className="d h3">
        {copy.title}
      </h3>
      <div className="row">
        <Segmented
          label={copy.filter}
          selected={unit}
          onSelect={setUnit}
          segments={[{ key: EVERY, label: copy.all }, ...UNITS.map((key) => ({ key, label: ledgerUnits[key] }))]}
        />
      </div>
      <Table
        caption={copy.title}
        columns={COLUMNS}
        rows={rows}
        rowKey={(row) => String(row.id)}
        error={list.error && !rows ? { text: copy.failed, onRetry: () => list.refetch() } : null}
        empty={<Empty title={copy.empty} text={copy.emptyHint} />}
      />
      {list.hasNextPage && (
        <LoadMore
          failed={list.isFetchNextPageError}
          busy={list.isFetchingNextPage}
          onMore={() => list.fetchNextPage()}
        />
      )}
    </Section>
  );
}

const COLUMNS: readonly Column<Entry>[] = [
  { key: 'what', header: copy.what, bare: true, cell: (row) => <b>{explainEntry(row)}</b> },
  { key: 'date', header: copy.date, cell: (row) => <span className="nb">{formatDateTime(row.createdAt)}</span> },
  { key: 'unit', header: copy.unit, cell: (row) => ledgerUnits[row.unit] },
  {
    key: 'change',
    header: copy.change,
    align: 'right',
    cell: (row) => (
      <span className={own.change} data-sign={row.delta > 0 ? 'in' : 'out'}>
        {signed(row.delta)}
      </span>
    ),
  },
  { key: 'balance', header: copy.balance, align: 'right', cell: (row) => formatNumber(row.balance) },
];
