import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { admin } from '#domain/admin/copy.ts';
import { statementCopy as copy, adminCopy as organise } from '#domain/bank/copy.ts';
import { VERDICTS, type Verdict } from '#domain/bank/statement.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { formatDate } from '#domain/time.ts';
import { api, client, errorMessage } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/form/segmented.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { Empty } from '../../ui/table/empty.tsx';
import { LoadMore } from '../../ui/table/load-more.tsx';
import { type Column, Table } from '../../ui/table/table.tsx';
import styles from './event-payments.module.css';

type Line = Awaited<ReturnType<typeof client.events.admin.statements.lines>>['rows'][number];

const TONE: Record<Verdict, 'ok' | 'warn' | 'err' | 'info'> = {
  exact: 'ok',
  part: 'warn',
  over: 'warn',
  currency: 'err',
  lapsed: 'err',
  duplicate: 'info',
  unknown: 'err',
};
const EVERY = 'every';

/** The payments of one statement: matching ones are confirmed together, the others one by one. */
export function StatementLines({ importId, onSettled }: { importId: string; onSettled: () => void }) {
  const [verdict, setVerdict] = useState<Verdict | typeof EVERY>(EVERY);
  const [busy, setBusy] = useState(false);
  const list = useInfiniteQuery(
    api.events.admin.statements.lines.infiniteOptions({
      input: (after: number | undefined) => ({ importId, after, verdict: verdict === EVERY ? undefined : verdict }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next ?? undefined,
      placeholderData: keepPreviousData,
    }),
  );
  const counts = list.data?.pages[0]?.counts;
  const rows = list.data?.pages.flatMap((page) => page.rows);

  async function decide(act: () => Promise<string | null>) {
    if (busy) return;
    setBusy(true);
    try {
      const said = await act();
      if (said) toast.success(said);
      onSettled();
    } catch (error) {
      toast.error(errorMessage(error));
    } finally {
      await list.refetch();
      setBusy(false);
    }
  }

  const { statements } = client.events.admin;
  const confirmAll = () =>
    decide(async () => copy.confirmedAll((await statements.confirmExact({ importId })).confirmed));
  const confirm = (id: string, reservationNumber?: number) =>
    decide(async () => {
      await statements.confirmLine({ id, reservationNumber });
      return copy.confirmedAll(1);
    });
  const dismiss = (id: string) =>
    decide(async () => {
      await statements.dismissLine({ id });
      return null;
    });

  return (
    <section className="stack">
      <div className={styles.linesHead}>
        <Segmented
          label={copy.columns.verdict}
          selected={verdict}
          onSelect={setVerdict}
          segments={[
            { key: EVERY, label: admin.all },
            ...VERDICTS.filter((one) => counts?.[one]).map((key) => ({
              key,
              label: `${copy.verdicts[key]} (${counts?.[key]})`,
            })),
          ]}
        />
        {counts && counts.exact > 0 && (
          <Button loading={busy} onClick={() => void confirmAll()}>
            {copy.confirmAll(counts.exact)}
          </Button>
        )}
      </div>
      <Table
        caption={copy.title}
        columns={columnsOf({ busy, confirm, dismiss })}
        rows={rows}
        rowKey={(row) => row.id}
        rowTone={(row) => TONE[row.verdict]}
        error={list.error && !rows ? { text: errorMessage(list.error), onRetry: () => void list.refetch() } : null}
        empty={<Empty title={copy.settled} />}
      />
      {list.hasNextPage && <LoadMore busy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />}
    </section>
  );
}

interface Decisions {
  busy: boolean;
  confirm: (id: string, reservationNumber?: number) => Promise<void>;
  dismiss: (id: string) => Promise<void>;
}

const columnsOf = (decisions: Decisions): readonly Column<Line>[] => [
  {
    key: 'payer',
    header: copy.columns.payer,
    cell: (row) => (
      <span className={styles.pair}>
        <b>{row.payer}</b>
        <span className="xs muted nb">{formatDate(row.bookedOn)}</span>
      </span>
    ),
  },
  {
    key: 'purpose',
    header: copy.columns.purpose,
    cell: (row) => (
      <span className={styles.pair}>
        <span>{row.purpose}</span>
        <span className="xs muted">{row.reference}</span>
      </span>
    ),
  },
  {
    key: 'amount',
    header: copy.columns.amount,
    align: 'right',
    cell: (row) => (
      <span className={styles.pair}>
        <b className="nb">{formatMoneyExact(row)}</b>
        {row.together !== null && (
          <span className="xs muted">
            {copy.together(formatMoneyExact({ amount: row.together, currency: row.currency }))}
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'verdict',
    header: copy.columns.verdict,
    cell: (row) => (
      <span className={styles.pair}>
        <Badge tone={TONE[row.verdict]}>{copy.verdicts[row.verdict]}</Badge>
        {row.reservation && (
          <span className="s">
            {row.reservation.number}: {row.reservation.name}
          </span>
        )}
        {row.reservation?.lapsedAt && (
          <span className="xs muted">{organise.lapsedOn(formatDate(row.reservation.lapsedAt))}</span>
        )}
        {row.reservation && row.verdict !== 'exact' && (
          <span className="xs muted">{copy.expected(formatMoneyExact(row.reservation))}</span>
        )}
        {row.suggestion && (
          <span className="xs muted">{copy.suggestion(row.suggestion.number, row.suggestion.name)}</span>
        )}
      </span>
    ),
  },
  { key: 'decide', header: copy.decision, bare: true, cell: (row) => <Decide row={row} {...decisions} /> },
];

function Decide({ row, busy, confirm, dismiss }: Decisions & { row: Line }) {
  const [number, setNumber] = useState(String(row.suggestion?.number ?? ''));
  if (row.state !== 'open') return <span className="muted">{copy.lineStates[row.state]}</span>;
  return (
    <span className={styles.actions}>
      {row.reservation ? (
        <Button
          size="sm"
          variant={row.verdict === 'exact' ? 'primary' : 'secondary'}
          disabled={busy}
          onClick={() => void confirm(row.id)}
        >
          {copy.confirm}
        </Button>
      ) : (
        <span className={styles.assign}>
          <input
            className={styles.note}
            inputMode="numeric"
            aria-label={copy.assign}
            placeholder={copy.assign}
            value={number}
            onChange={(event) => setNumber(event.target.value.replace(/\D/g, '').slice(0, 9))}
          />
          <Button size="sm" disabled={busy || number === ''} onClick={() => void confirm(row.id, Number(number))}>
            {copy.assignButton}
          </Button>
        </span>
      )}
      <Button size="sm" variant="ghost" disabled={busy} onClick={() => void dismiss(row.id)}>
        {copy.dismiss}
      </Button>
    </span>
  );
}
