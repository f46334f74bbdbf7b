import { type ReactNode, useMemo } from 'react';
import { statementCopy } from '#domain/bank/copy.ts';
import { deskCopy as copy } from '#domain/bank/desk-copy.ts';
import { Freshness } from '../../../admin/freshness.tsx';
import { errorMessage } from '../../../api.ts';
import { Segmented } from '../../../ui/form/segmented.tsx';
import { Empty } from '../../../ui/table/empty.tsx';
import { LoadMore } from '../../../ui/table/load-more.tsx';
import { Table } from '../../../ui/table/table.tsx';
import bank from '../../bank.module.css';
import { type Line, toneOf } from '../../line-columns.tsx';
import styles from '../desk.module.css';
import { deskColumns } from '../desk-columns.tsx';
import { ExactBar } from './exact-bar.tsx';
import { HeldDecisions } from './held-decisions.tsx';
import { LINE_FILTERS, type ShownLines } from './use-shown-lines.ts';
import type { StatementDecisions } from './use-statement-decisions.ts';

/** Why no row is shown. */
function emptyWords(states: Record<string, number> | undefined, name: string): string {
  if (!states || states.open || states.held) return statementCopy.nothingHere;
  return Object.values(states).every((lines) => lines === 0) ? copy.elsewhere : copy.done(name);
}

interface StatementRowsProps {
  /** Of the statement. */
  name: string;
  lines: ShownLines;
  decisions: StatementDecisions;
  /** Keeps its identity, so that the columns are made once. */
  onChoose: (line: Line) => void;
  payouts: ReactNode;
}

/** The rows of a statement, above them what waits, below them the button for all that agree to the para. */
export function StatementRows({ name, lines, decisions, onChoose, payouts }: StatementRowsProps) {
  const { state, setState, sums, list, rows, exact, refresh, chosen } = lines;
  const { busy, undo, confirmAll } = decisions;
  const columns = useMemo(() => deskColumns(onChoose), [onChoose]);
  return (
    <div className={styles.list}>
      <div className={bank.linesHead}>
        <Segmented
          label={statementCopy.showState}
          selected={state}
          onSelect={setState}
          segments={LINE_FILTERS.map((key) => ({
            key,
            label:
              sums.data && key !== 'all'
                ? `${statementCopy.states[key]} (${sums.data.states[key]})`
                : statementCopy.states[key],
          }))}
        />
        <Freshness
          connection={lines.connection}
          readAt={list.dataUpdatedAt}
          isStale={list.isRefetchError}
          isHeld={false}
          reload={refresh}
        />
      </div>
      {sums.data && (
        <HeldDecisions
          holds={sums.data.holds}
          isTooNew={sums.data.isTooNew}
          onUndo={(id) => undo({ kind: 'hold', id })}
          onChanged={() => void refresh()}
        />
      )}
      {payouts}
      <Table
        caption={copy.list}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        rowTone={toneOf}
        current={{ key: chosen.row?.id ?? null, onChoose }}
        error={list.error && !rows ? { text: errorMessage(list.error), onRetry: () => void list.refetch() } : null}
        empty={<Empty title={emptyWords(sums.data?.states, name)} />}
      />
      {list.hasNextPage && (
        <LoadMore
          failed={list.isFetchNextPageError}
          busy={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      )}
      {exact && exact.lines > 0 && <ExactBar exact={exact} busy={busy} onConfirm={() => void confirmAll()} />}
    </div>
  );
}
