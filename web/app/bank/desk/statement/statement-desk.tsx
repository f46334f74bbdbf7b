import { type ReactNode, useCallback, useRef } from 'react';
import { deskCopy as copy } from '#domain/bank/desk-copy.ts';
import { DataPart } from '../../../part/data-part.tsx';
import { partStateOf } from '../../../part/part-state.ts';
import { BalanceMismatches } from '../../balance-mismatches.tsx';
import type { Line } from '../../line-columns.tsx';
import { VerdictFilter } from '../../verdict-filter.tsx';
import styles from '../desk.module.css';
import { RowPanel } from '../row-panel.tsx';
import type { Last } from '../use-decision.ts';
import { useDeskKeys } from '../use-desk-keys.ts';
import { type Statement, StatementSummary } from './statement-head.tsx';
import { StatementRows } from './statement-rows.tsx';
import { useShownLines } from './use-shown-lines.ts';
import { useStatementDecisions } from './use-statement-decisions.ts';

interface StatementDeskProps {
  statement: Statement;
  name: string;
  onDone: (last: Last) => void;
  onUndo: (last: Last) => void;
  onUndoLast: () => void;
  payoutsOf: (statement: { importId: string; whole: boolean; onDone: () => void }) => ReactNode;
}

/** One statement: findings, its rows, one panel for the chosen row, and one button for all that agree to the para. */
export function StatementDesk({ statement, name, onDone, onUndo, onUndoLast, payoutsOf }: StatementDeskProps) {
  const importId = statement.id;
  const lines = useShownLines(importId);
  const { state, verdict, choose, sums, list, rows, whole, refresh, chosen } = lines;
  const current = chosen.row;
  const panel = useRef<HTMLElement>(null);
  const { take: hold } = chosen;
  const take = useCallback(
    (line: Line) => {
      hold(line);
      // Where the panel stands under the list, it comes to the person.
      if (window.matchMedia('(max-width: 1180px)').matches)
        requestAnimationFrame(() => panel.current?.scrollIntoView({ block: 'start' }));
    },
    [hold],
  );
  const decisions = useStatementDecisions(importId, lines, { onDone, onUndo });
  const { decided, nextRow, undo, skip } = decisions;

  useDeskKeys({
    j: () => chosen.step(1),
    k: () => chosen.step(-1),
    s: () => void skip(),
    z: onUndoLast,
    enter: () => (document.getElementById('line-decision') as HTMLFormElement | null)?.requestSubmit(),
  });

  return (
    <>
      <div className={styles.head}>
        <StatementSummary statement={statement} whole={whole} />
        {sums.data && <BalanceMismatches importId={importId} balances={sums.data.balances} onTyped={refresh} />}
      </div>
      <DataPart name={copy.finding} part={list.data ? partStateOf(sums, list) : partStateOf(sums)} lines={2}>
        {() =>
          sums.data && <VerdictFilter sums={sums.data} selected={state === 'open' ? verdict : null} onSelect={choose} />
        }
      </DataPart>
      <div className={styles.columns}>
        <StatementRows
          name={name}
          lines={lines}
          decisions={decisions}
          onChoose={take}
          payouts={payoutsOf({ importId, whole, onDone: () => void refresh() })}
        />
        <aside ref={panel} aria-label={copy.what}>
          {current ? (
            <RowPanel
              key={current.id}
              line={current}
              whole={whole}
              isGone={chosen.isGone}
              onDecided={decided}
              onNext={nextRow}
              onUndo={undo}
              onSkip={() => void skip()}
            />
          ) : (
            rows && rows.length > 0 && <p className={styles.nobody}>{copy.pick}</p>
          )}
        </aside>
      </div>
    </>
  );
}
