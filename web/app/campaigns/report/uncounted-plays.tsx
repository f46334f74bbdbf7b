import { useInfiniteQuery } from '@tanstack/react-query';
import type { Uncounted } from '#domain/campaigns/report/report.ts';
import { reportCopy as copy } from '#domain/campaigns/report/report-copy.ts';
import { reasonCopy } from '#domain/playout/rules-copy.ts';
import { formatDayAndMonth, formatTime } from '#domain/time.ts';
import { api, type client } from '../../api.ts';
import { SelectField } from '../../ui/form/field.tsx';
import { Part } from '../../ui/part/part.tsx';
import { partOf } from '../../ui/part/part-state.ts';
import { LoadMore } from '../../ui/table/load-more.tsx';
import { type Column, Table } from '../../ui/table/table.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
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
export function UncountedPlays({ id, reasons }: { id: string; reasons: readonly Uncounted[] }) {
  const [address, setAddress] = useAddressParams();
  const asked = address.get(REASON);
  const reason = reasons.find((one) => one === asked);
  const list = useInfiniteQuery(
    api.campaigns.own.uncounted.infiniteOptions({
      input: (after: string | undefined) => ({ id, ...(reason ? { reason } : {}), ...(after ? { after } : {}) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
  );
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <section aria-labelledby="single">
      <header className={styles.single}>
        <h3 id="single" className="d h3">
          {copy.single}
        </h3>
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
      </header>
      <Part name={copy.single} part={partOf(list)} lines={5}>
        {() => (
          <Table
            caption={copy.single}
            columns={columns}
            rows={rows.map((row, n) => ({ ...row, n }))}
            rowKey={({ n }) => String(n)}
            empty={<p className="muted">{copy.singleNone}</p>}
          />
        )}
      </Part>
      <p className="muted s">{copy.singleNote}</p>
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
