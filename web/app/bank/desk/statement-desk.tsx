import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { statementCopy } from '#domain/bank/copy.ts';
import { DECISION_DELAY_MS } from '#domain/bank/decisions.ts';
import { deskCopy as copy } from '#domain/bank/desk-copy.ts';
import { VERDICTS, type Verdict } from '#domain/bank/statement.ts';
import { formatTime } from '#domain/time.ts';
import { Freshness } from '../../admin/freshness.tsx';
import { withQuery } from '../../admin/list-tools.tsx';
import { client, errorMessage } from '../../api.ts';
import { useLiveList } from '../../live.ts';
import { Segmented } from '../../ui/form/segmented.tsx';
import { useInHand } from '../../ui/in-hand/use-in-hand.ts';
import { toast } from '../../ui/overlay/toast.tsx';
import { DataPart } from '../../ui/part/data-part.tsx';
import { partStateOf } from '../../ui/part/part-state.ts';
import { Empty } from '../../ui/table/empty.tsx';
import { LoadMore } from '../../ui/table/load-more.tsx';
import { Table } from '../../ui/table/table.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import { write } from '../../write.ts';
import { Balances } from '../balances.tsx';
import bank from '../bank.module.css';
import { Findings, formatSums } from '../findings.tsx';
import { type Line, toneOf } from '../line-columns.tsx';
import { useStatementLines } from '../use-statement-lines.ts';
import styles from './desk.module.css';
import { deskColumns } from './desk-columns.tsx';
import { ExactBar } from './exact-bar.tsx';
import { HeldDecisions } from './held-decisions.tsx';
import { RowPanel } from './row-panel.tsx';
import { type Statement, StatementSummary } from './statement-head.tsx';
import type { Last } from './use-decision.ts';
import { useDeskKeys } from './use-desk-keys.ts';

/** Why no row is shown. */
function emptyWords(states: Record<string, number> | undefined, name: string): string {
  if (!states || states.open || states.held) return statementCopy.nothingHere;
  return Object.values(states).every((lines) => lines === 0) ? copy.elsewhere : copy.done(name);
}

const LINE_FILTERS = ['open', 'held', 'all'] as const;

/** Whether a person decides about it. */
const waits = (row: Line) => row.state === 'open' && row.verdict !== 'exact';

interface StatementDeskProps {
  statement: Statement;
  name: string;
  onDone: (last: Last) => void;
  onUndo: (last: Last) => void;
  onUndoLast: () => void;
  payoutsOf: (statement: { importId: string; whole: boolean; onDone: () => void }) => ReactNode;
}

/** One statement: findings, its rows, one panel for the row in hand, and one button for all that agree to the para. */
export function StatementDesk({ statement, name, onDone, onUndo, onUndoLast, payoutsOf }: StatementDeskProps) {
  const importId = statement.id;
  const [search, setSearch] = useAddressParams();
  const [state, setState] = useState<(typeof LINE_FILTERS)[number]>('open');
  const [busy, setBusy] = useState(false);
  const verdict = VERDICTS.find((one) => one === search.get('finding')) ?? null;
  const { sums, list, rows, whole, exact } = useStatementLines(importId, { state, verdict });
  const refresh = () => Promise.all([list.refetch(), sums.refetch()]);
  const connection = useLiveList('statements', () =>
    Promise.all([list.refetch({ throwOnError: true }), sums.refetch({ throwOnError: true })]),
  );
  const hand = useInHand({
    rows: list.isPlaceholderData ? undefined : rows,
    readAt: list.dataUpdatedAt,
    list: state === 'open' ? `open ${verdict}` : state,
    // Whatever agrees is in the bar below.
    offer: (all) => all.find(waits) ?? all[0],
  });
  const current = hand.row;
  const panel = useRef<HTMLElement>(null);
  const { take: hold } = hand;
  const take = useCallback(
    (line: Line) => {
      hold(line);
      // Where the panel stands under the list, it comes to the person.
      if (window.matchMedia('(max-width: 1180px)').matches)
        requestAnimationFrame(() => panel.current?.scrollIntoView({ block: 'start' }));
    },
    [hold],
  );
  const columns = useMemo(() => deskColumns(take), [take]);

  const nextRow = () => {
    hand.nextRow(current, waits);
    void refresh();
  };
  const decided = (last: Last) => {
    onDone(last);
    nextRow();
  };
  const undo = (last: Last) => {
    onUndo(last);
    void refresh();
  };

  async function skip() {
    if (current?.state !== 'open' || hand.isGone) return;
    const { id } = current;
    const done = await write(() => client.bank.lines.dismiss({ id }));
    if (done.outcome !== 'done') return toast.error(done.text);
    const last = { kind: 'line' as const, id };
    toast.success(copy.skipped, { label: copy.undo, lasts: 10_000, onPress: () => undo(last) });
    decided(last);
  }

  async function confirmAll() {
    if (!exact || busy) return;
    setBusy(true);
    const version = sums.data!.version;
    const done = await write(() => client.bank.desk.confirmExact({ importId, version }));
    setBusy(false);
    if (done.outcome === 'done') {
      const { holdId, lines, sums: held, dueAt } = done.value;
      const last = { kind: 'hold' as const, id: holdId };
      onDone(last);
      if (current?.state === 'open' && current.verdict === 'exact') hand.nextRow(current, waits);
      toast.success(copy.confirmed(lines, formatSums(held), formatTime(dueAt!)), {
        label: copy.undo,
        lasts: DECISION_DELAY_MS,
        onPress: () => undo(last),
      });
    } else toast.error(done.text);
    await refresh();
  }

  useDeskKeys({
    j: () => hand.step(1),
    k: () => hand.step(-1),
    s: () => void skip(),
    z: onUndoLast,
    enter: () => (document.getElementById('line-decision') as HTMLFormElement | null)?.requestSubmit(),
  });
  const choose = (one: Verdict | null) => {
    setState('open');
    setSearch((now) => withQuery(now, 'finding', one === verdict ? '' : (one ?? '')), { preventScrollReset: true });
  };

  return (
    <>
      <div className={styles.head}>
        <StatementSummary statement={statement} whole={whole} />
        {sums.data && <Balances importId={importId} balances={sums.data.balances} onTyped={refresh} />}
      </div>
      <DataPart name={copy.finding} part={list.data ? partStateOf(sums, list) : partStateOf(sums)} lines={2}>
        {() =>
          sums.data && <Findings sums={sums.data} selected={state === 'open' ? verdict : null} onSelect={choose} />
        }
      </DataPart>
      <div className={styles.columns}>
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
              connection={connection}
              readAt={list.dataUpdatedAt}
              isStale={list.isRefetchError}
              isHeld={false}
              reload={refresh}
            />
          </div>
          {sums.data && (
            <HeldDecisions
              holds={sums.data.holds}
              onUndo={(id) => undo({ kind: 'hold', id })}
              onChanged={() => void refresh()}
            />
          )}
          {payoutsOf({ importId, whole, onDone: () => void refresh() })}
          <Table
            caption={copy.list}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.id}
            rowTone={toneOf}
            current={{ key: current?.id ?? null, onChoose: take }}
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
        <aside ref={panel} aria-label={copy.what}>
          {current ? (
            <RowPanel
              key={current.id}
              line={current}
              whole={whole}
              isGone={hand.isGone}
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
