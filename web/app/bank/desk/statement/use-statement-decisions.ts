import { useState } from 'react';
import { DECISION_DELAY_MS } from '#domain/bank/decisions.ts';
import { deskCopy as copy } from '#domain/bank/desk-copy.ts';
import { formatTime } from '#domain/time.ts';
import { client } from '../../../api.ts';
import { toast } from '../../../ui/overlay/toast.tsx';
import { write } from '../../../write.ts';
import { useWriteKeys } from '../../../write-keys.ts';
import { formatSums } from '../../verdict-filter.tsx';
import type { Last } from '../use-decision.ts';
import { needsDecision, type ShownLines } from './use-shown-lines.ts';

interface DecisionsProps {
  onDone: (last: Last) => void;
  onUndo: (last: Last) => void;
}

export type StatementDecisions = ReturnType<typeof useStatementDecisions>;

/** What is written beside the decision about the chosen row, and how it goes on after each; said with a way back. */
export function useStatementDecisions(
  importId: string,
  { sums, exact, refresh, chosen }: ShownLines,
  { onDone, onUndo }: DecisionsProps,
) {
  const [busy, setBusy] = useState(false);
  const keys = useWriteKeys();
  const current = chosen.row;

  const nextRow = () => {
    chosen.nextRow(current, needsDecision);
    void refresh();
  };
  const decided = (last: Last) => {
    onDone(last);
    nextRow();
  };
  const undo = (last: Last) => {
    keys.renew();
    onUndo(last);
    void refresh();
  };

  async function skip() {
    if (current?.state !== 'open' || chosen.isGone) return;
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
    const key = keys.of(importId, version);
    const done = await write(() => client.bank.desk.confirmExact({ importId, version, key }));
    setBusy(false);
    if (done.outcome === 'done' || done.code === 'STATEMENT_CHANGED') keys.renew();
    if (done.outcome === 'done') {
      const { holdId, lines, sums: held, dueAt } = done.value;
      const last = { kind: 'hold' as const, id: holdId };
      onDone(last);
      if (current?.state === 'open' && current.verdict === 'exact') chosen.nextRow(current, needsDecision);
      toast.success(copy.confirmed(lines, formatSums(held), formatTime(dueAt!)), {
        label: copy.undo,
        lasts: DECISION_DELAY_MS,
        onPress: () => undo(last),
      });
    } else toast.error(done.text);
    await refresh();
  }

  return { busy, nextRow, decided, undo, skip, confirmAll };
}
