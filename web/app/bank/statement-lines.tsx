import { useEffect, useState } from 'react';
import { statementCopy as copy } from '#domain/bank/copy.ts';
import { LINE_STATES, type LineState, type Verdict } from '#domain/bank/statement.ts';
import { lateCopy } from '#domain/late-copy.ts';
import { formatTime } from '#domain/time.ts';
import { client, errorMessage } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Segmented } from '../ui/form/segmented.tsx';
import { lazyComponent, whenIdle } from '../ui/late/lazy-component.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { DataPart } from '../ui/part/data-part.tsx';
import { partStateOf } from '../ui/part/part-state.ts';
import { Empty } from '../ui/table/empty.tsx';
import { LoadMore } from '../ui/table/load-more.tsx';
import { Table } from '../ui/table/table.tsx';
import { useLiveRows } from '../use-live-rows.ts';
import { type Outcome, type Refusal, write } from '../write.ts';
import { Balances } from './balances.tsx';
import styles from './bank.module.css';
import { Findings, formatSums } from './findings.tsx';
import { aboutOf, type Line, lineColumns, toneOf } from './line-columns.tsx';
import { StatementMoney } from './statement-money.tsx';
import { useStatementLines } from './use-statement-lines.ts';

const DecisionDialog = lazyComponent(() => import('./decision-dialog.tsx'), {
  size: 'dialog',
  title: lateCopy.decision,
});
type Sums = Awaited<ReturnType<typeof client.bank.statements.sums>>;

/** The payments of one statement: what agrees is confirmed together, the others are decided on one by one. */
export function StatementLines({ importId, onSettled }: { importId: string; onSettled: () => void }) {
  const [state, setState] = useState<LineState | 'all'>('open');
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [deciding, setDeciding] = useState<Line | null>(null);
  const [skipped, setSkipped] = useState<Line | null>(null);
  const { sums, list, rows, exact } = useStatementLines(importId, { state, verdict });
  useLiveRows('statements', () =>
    Promise.all([list.refetch({ throwOnError: true }), sums.refetch({ throwOnError: true })]),
  );
  useEffect(() => whenIdle(DecisionDialog.fetch), []);
  const version = sums.data?.version ?? '';

  async function refresh() {
    onSettled();
    await Promise.all([list.refetch(), sums.refetch()]);
  }

  /** One write of the list; what it says is shown, and the list is read again whatever became of it. */
  async function run<T>(
    id: string,
    send: () => Promise<T>,
    say: (value: T) => void,
    arrived?: (refusal: Refusal) => T | undefined,
  ) {
    if (busy !== null) return;
    setBusy(id);
    setSkipped(null);
    const done: Outcome<T> = await write(send, arrived ? { arrived } : {});
    if (done.outcome === 'done') say(done.value);
    else toast.error(done.text);
    setBusy(null);
    await refresh();
  }

  const { statements, lines, desk } = client.bank;
  const reopen = ({ id }: Line) =>
    void run(
      id,
      () => lines.reopen({ id }),
      () => toast.success(copy.reopened),
    );
  const columns = lineColumns({
    busy,
    onConfirm: ({ id }) =>
      void run(
        id,
        () => lines.decide({ id, decision: 'confirm' }),
        () => toast.success(copy.confirmedAll(1)),
      ),
    onDecide: setDeciding,
    onDismiss: (line) =>
      void run(
        line.id,
        () => lines.dismiss({ id: line.id }),
        () => setSkipped(line),
      ),
    onReopen: reopen,
    onAgree: ({ id, hold }) =>
      void run(
        id,
        () => desk.second({ id: hold!.id }),
        ({ dueAt }) => toast.success(copy.agreed(formatTime(dueAt))),
      ),
    onUndoHold: ({ id, hold }) =>
      void run(
        id,
        () => desk.undo({ id: hold!.id }),
        () => toast.success(copy.reopened),
      ),
  });

  return (
    <section className={`stack ${styles.lines}`} aria-label={copy.title}>
      {sums.data && <Balances importId={importId} balances={sums.data.balances} onTyped={refresh} />}
      <DataPart name={copy.sums.title} part={list.data ? partStateOf(sums, list) : partStateOf(sums)} lines={3}>
        {() =>
          sums.data && <Findings sums={sums.data} selected={state === 'open' ? verdict : null} onSelect={choose} />
        }
      </DataPart>
      <div className={styles.linesHead}>
        <Segmented
          label={copy.showState}
          selected={state}
          onSelect={(key) => {
            setVerdict(null);
            setState(key);
          }}
          segments={[
            ...LINE_STATES.map((key) => ({
              key,
              label: sums.data ? `${copy.states[key]} (${sums.data.states[key]})` : copy.states[key],
            })),
            { key: 'all' as const, label: copy.states.all },
          ]}
        />
      </div>
      <div role="status">
        {skipped && (
          <p className={styles.notice}>
            <span>{copy.dismissedOne(...aboutOf(skipped))}</span>
            <Button size="sm" variant="secondary" disabled={busy !== null} onClick={() => reopen(skipped)}>
              {copy.undo}
            </Button>
          </p>
        )}
      </div>
      <Table
        caption={copy.title}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        rowTone={toneOf}
        error={list.error && !rows ? { text: errorMessage(list.error), onRetry: () => void list.refetch() } : null}
        empty={<Empty title={state === 'open' ? copy.settled : copy.nothingHere} />}
      />
      {list.hasNextPage && (
        <LoadMore
          failed={list.isFetchNextPageError}
          busy={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      )}
      {exact && exact.lines > 0 && (
        <div className={styles.bulk}>
          <p>
            <b>{copy.agree(exact.lines, formatSums(exact.sums))}</b>
            <br />
            <span className="s">{copy.agreeHint}</span>
          </p>
          <Button
            loading={busy === importId}
            disabled={busy !== null}
            onClick={() =>
              void run(
                importId,
                () => statements.confirmExact({ importId, version }),
                ({ confirmed }) => toast.success(copy.confirmedAll(confirmed)),
                // Asked again after a lost answer: none of them waits any more.
                ({ code, data }) =>
                  code === 'STATEMENT_CHANGED' && (data as Sums).verdicts.exact.lines === 0
                    ? { confirmed: exact.lines }
                    : undefined,
              )
            }
          >
            {copy.confirmAll(exact.lines)}
          </Button>
        </div>
      )}
      {sums.data && <StatementMoney sums={sums.data} />}
      {deciding && (
        <DecisionDialog
          line={deciding}
          isOpen={rows?.some(({ id, state }) => id === deciding.id && state === 'open') ?? true}
          about={copy.of(copy.decide, ...aboutOf(deciding))}
          onClose={() => setDeciding(null)}
          onChanged={() => void refresh()}
        />
      )}
    </section>
  );

  function choose(one: Verdict | null) {
    setState('open');
    setVerdict(one === verdict ? null : one);
  }
}
