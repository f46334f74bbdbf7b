import { useInfiniteQuery } from '@tanstack/react-query';
import { mine } from '#domain/advertising/my-copy.ts';
import { packageTitle } from '#domain/advertising/package-title.ts';
import { company } from '#domain/company.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { formatDate } from '#domain/time.ts';
import { api, client, errorMessage } from '../../api.ts';
import { DocumentButtons } from '../../document-buttons.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { Section } from '../../ui/section.tsx';
import { Empty } from '../../ui/table/empty.tsx';
import { LoadMore } from '../../ui/table/load-more.tsx';
import { type Column, Table } from '../../ui/table/table.tsx';

const copy = mine.periods;
type Period = Awaited<ReturnType<typeof client.advertising.periods>>['rows'][number];

/** Each paid month and each special package, with its papers, or the provider's invoice of what was sold before there were any. */
export function MyPeriods() {
  const list = useInfiniteQuery(
    api.advertising.periods.infiniteOptions({
      input: (after: string | undefined) => ({ after }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next ?? undefined,
    }),
  );
  const rows = list.data?.pages.flatMap((page) => page.rows);
  return (
    <Section>
      <h3 className="d h3">{copy.title}</h3>
      <Table
        caption={copy.title}
        columns={COLUMNS}
        rows={rows}
        rowKey={(row) => row.id}
        error={list.error && !rows ? { text: copy.failed, onRetry: () => list.refetch() } : null}
        empty={<Empty title={copy.empty} />}
      />
      {list.hasNextPage && (
        <LoadMore
          failed={list.isFetchNextPageError}
          busy={list.isFetchingNextPage}
          onMore={() => list.fetchNextPage()}
        />
      )}
      {rows && rows.length > 0 && (
        <p className="s">
          {copy.back(company.email)}{' '}
          <a href={`mailto:${company.email}?subject=${encodeURIComponent(copy.backSubject)}`}>{copy.backLink}</a>
        </p>
      )}
    </Section>
  );
}

/** In a tab of its own, opened by the press itself: browsers keep back what opens later. */
async function openInvoice(id: string): Promise<void> {
  const tab = window.open('', '_blank');
  try {
    const { url } = await client.advertising.invoice({ id });
    if (tab) tab.location.href = url;
    else window.location.assign(url);
  } catch (error) {
    tab?.close();
    toast.error(errorMessage(error));
  }
}

const COLUMNS: readonly Column<Period>[] = [
  { key: 'package', header: copy.package, bare: true, cell: (row) => <b>{packageTitle(row.packageName)}</b> },
  { key: 'date', header: copy.date, cell: (row) => <span className="nb">{formatDate(row.createdAt)}</span> },
  { key: 'until', header: copy.until, cell: (row) => row.periodEnd && formatDate(row.periodEnd) },
  {
    key: 'invoice',
    header: copy.invoice,
    cell: (row) =>
      row.documents.length > 0 ? (
        <DocumentButtons documents={row.documents} open={(id) => client.documents.open({ id })} />
      ) : (
        row.invoiceNumber && (
          <Button
            size="sm"
            variant="ghost"
            aria-label={copy.openInvoice(row.invoiceNumber)}
            onClick={() => void openInvoice(row.id)}
          >
            {row.invoiceNumber}
          </Button>
        )
      ),
  },
  {
    key: 'amount',
    header: copy.amount,
    align: 'right',
    cell: (row) => (
      <span className="nb">
        {formatMoneyExact(row)}
        {row.refunded > 0 && (
          <span className="muted">
            {' '}
            ({copy.refunded(formatMoneyExact({ amount: row.refunded, currency: row.currency }))})
          </span>
        )}
      </span>
    ),
  },
];
