import { useEffect, useState } from 'react';
import { statementCopy as copy } from '#domain/bank/copy.ts';
import { LINE_STATES, type LineState, type Verdict } from '#domain/bank/statement.ts';
import { lateCopy } from '#domain/late-copy.ts';
import { errorMessage } from '../api.ts';
import { DataPart } from '../part/data-part.tsx';
import { partStateOf } from '../part/part-state.ts';
import { Button } from '../ui/button.tsx';
import { Segmented } from '../ui/form/segmented.tsx';
import { lazyComponent, whenIdle } from '../ui/late/lazy-component.tsx';
import { Empty } from '../ui/table/empty.tsx';
import { LoadMore } from '../ui/table/load-more.tsx';
import { Table } from '../ui/table/table.tsx';
import { useLiveRows } from '../use-live-rows.ts';
import { BalanceMismatches } from './balance-mismatches.tsx';
import styles from './bank.module.css';
import { aboutOf, type Line, toneOf } from './line-columns.tsx';
import { StatementMoney } from './statement-money.tsx';
import { useLineActions } from './use-line-actions.ts';
import { useStatementLines } from './use-statement-lines.ts';
import { formatSums, VerdictFilter } from './verdict-filter.tsx';

const DecisionDialog = lazyComponent(() => import('./decision-dialog.tsx'), {
  size: 'dialog',
  title: lateCopy.decision,
});

/** The payments of one statement: what agrees is confirmed together, the others are decided on one by one. */
export function StatementLines({ importId, onSettled }: { importId: string; onSettled: () => void }) {
  const [state, setState] = useState<LineState | 'all'>('open');
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [deciding, setDeciding] = useState<Line | null>(null);
  const { sums, list, rows, whole, exact, readAgain } = useStatementLines(importId, { state, verdict });
  useLiveRows('statements', () => readAgain(deciding?.id ?? null));
  useEffect(() => whenIdle(DecisionDialog.fetch), []);
  const version = sums.data?.version ?? '';

  async function refresh() {
    onSettled();
    await Promise.all([list.refetch(), sums.refetch()]);
  }

  const seen = { importId, whole, isTooNew: sums.data?.isTooNew ?? false };
  const { busy, skipped, reopen, confirmExact, columns } = useLineActions(seen, refresh, setDeciding);

  return (
    <section className={`stack ${styles.lines}`} aria-label={copy.title}>
      {sums.data && <BalanceMismatches importId={importId} balances={sums.data.balances} onTyped={refresh} />}
      <DataPart name={copy.sums.title} part={list.data ? partStateOf(sums, list) : partStateOf(sums)} lines={3}>
        {() =>
          sums.data && <VerdictFilter sums={sums.data} selected={state === 'open' ? verdict : null} onSelect={choose} />
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
          <Button loading={busy === importId} disabled={busy !== null} onClick={() => confirmExact(version)}>
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
