import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { reportCopy as copy } from '#domain/campaigns/report/report-copy.ts';
import { reasonCopy } from '#domain/playout/rules-copy.ts';
import { formatDayAndMonth, formatTime } from '#domain/time.ts';
import { api, client } from '../../api.ts';
import { DataPart } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/form/field.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { LoadMore } from '../../ui/table/load-more.tsx';
import { type Column, Table } from '../../ui/table/table.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import type { CampaignReport } from './read.ts';
import styles from './report.module.css';

type Play = Awaited<ReturnType<typeof client.campaigns.own.uncounted>>['rows'][number];

/** The chosen reason stands in the address, so that a link leads to what somebody saw. */
const REASON = 'razlog';

const columns: readonly Column<Play>[] = [
  {
    key: 'when',
    header: copy.when,
    bare: true,
    cell: ({ at, isHour }) =>
      isHour
        ? copy.inHour(formatDayAndMonth(at), formatTime(at))
        : `${formatDayAndMonth(at)} ${copy.at} ${formatTime(at)}`,
  },
  { key: 'tv', header: copy.tv, cell: ({ number, region, venue }) => copy.tvIn(number, region, venue) },
  { key: 'picture', header: copy.picture, cell: ({ picture }) => picture },
  { key: 'reason', header: copy.reason, cell: ({ reason }) => <b>{reasonCopy[reason].name}</b> },
  { key: 'fact', header: copy.fact, cell: copy.measured },
];

/** Every play that was not counted, by itself: when, where as far as that is told, and what was measured. */
export function UncountedPlays({ id, uncounted }: { id: string } & Pick<CampaignReport, 'uncounted'>) {
  const [address, setAddress] = useAddressParams();
  const asked = address.get(REASON);
  const reasons = uncounted.map((one) => one.reason);
  const reason = reasons.find((one) => one === asked);
  const chosen = reason ? { reason } : {};
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      saveFile(await client.campaigns.own.uncountedFile({ id, ...chosen }));
    } catch {
      toast.error(copy.csvFailed);
    } finally {
      setBusy(false);
    }
  };
  const list = useInfiniteQuery(
    api.campaigns.own.uncounted.infiniteOptions({
      input: (after: string | undefined) => ({ id, ...chosen, ...(after ? { after } : {}) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
  );
  const total = uncounted.reduce((sum, { plays }) => sum + plays, 0);
  const read = useRef(total);
  const { refetch } = list;
  // The list is read again with the sum above it.
  useEffect(() => {
    if (read.current === total) return;
    read.current = total;
    void refetch();
  }, [total, refetch]);
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const all = reason ? (uncounted.find((one) => one.reason === reason)?.plays ?? 0) : total;
  /** The sum above outlives the single plays. */
  const isPartGone = list.isSuccess && !list.isFetching && !list.hasNextPage && rows.length < all;
  return (
    <section aria-labelledby="single">
      <header className={styles.single}>
        <h3 id="single" className="d h3">
          {copy.single}
        </h3>
        <div className={styles.choice}>
          <SelectField
            label={copy.reason}
            value={reason ?? ''}
            onChange={({ target }) =>
              setAddress(
                (now) => {
                  if (target.value) now.set(REASON, target.value);
                  else now.delete(REASON);
                  return now;
                },
                { replace: true, preventScrollReset: true },
              )
            }
            options={[
              { value: '', label: copy.allReasons },
              ...reasons.map((one) => ({ value: one, label: reasonCopy[one].name })),
            ]}
          />
          <Button variant="secondary" loading={busy} onClick={() => void download()}>
            {copy.csv}
            <span className="vh"> {copy.csvOfUncounted}</span>
          </Button>
        </div>
      </header>
      <DataPart name={copy.single} part={partStateOf(list)} lines={5}>
        {() => (
          <Table
            caption={copy.single}
            columns={columns}
            rows={rows.map((row, n) => ({ ...row, n }))}
            rowKey={({ n }) => String(n)}
            empty={<p className="muted">{isPartGone ? copy.singleKept : copy.singleNone}</p>}
          />
        )}
      </DataPart>
      <p className="muted s">
        {rows.length > 0 && rows.length <= all && `${copy.singleOf(rows.length, all)} `}
        {rows.length > 0 && isPartGone && `${copy.singleKept} `}
        {copy.singleNote}
      </p>
      {list.hasNextPage && (
        <LoadMore
          onMore={() => void list.fetchNextPage()}
          busy={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
        />
      )}
    </section>
  );
}
