import { useState } from 'react';
import { statementCopy } from '#domain/bank/copy.ts';
import { DECISION_DELAY_MS } from '#domain/bank/decisions.ts';
import { deskCopy as copy } from '#domain/bank/desk-copy.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { formatTime } from '#domain/time.ts';
import { client } from '../../api.ts';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { type Outcome, write } from '../../write.ts';
import type { Line } from '../line-columns.tsx';
import type { Share } from './compensation-field.tsx';
import type { Choice } from './decision-field.tsx';

/** What the last decision was, so that it can be taken back. */
export type Last = { kind: 'hold' | 'line'; id: string };

interface DecisionProps {
  line: Line;
  onDecided: (last: Last) => void;
  onUndo: (last: Last) => void;
}

interface DecisionRequest {
  choice: Exclude<Choice, 'link'>;
  number: number | undefined;
  reason: string;
  /** Of a compensation. */
  shares: readonly Share[];
  /** What was shown to be expected. */
  expected: number | null;
}

/** Writes what was decided about a row; said with a way back. After a refusal the row is compared again. */
export function useDecision({ line, onDecided, onUndo }: DecisionProps, compareAgain: () => Promise<unknown>) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function decide({ choice, number, reason, shares, expected }: DecisionRequest) {
    setProblem(null);
    setBusy(true);
    if (choice === 'close')
      await finish(
        write(() => client.bank.desk.close({ id: line.id, reason })),
        () => close(copy.close.done),
      );
    else if (choice === 'compensation') {
      const keys = shares.map(({ parcel }) => parcel);
      const said = copy.compensation.reason(keys);
      const parcels = shares.map(({ id, amount }) => ({ id, amount }));
      const whose = parcels.length === 1 ? { parcel: parcels[0]!.id } : { parcels };
      await finish(
        write(() => client.bank.desk.close({ id: line.id, reason: said, ...whose })),
        () => close(copy.compensation.done(keys)),
      );
    } else {
      const asked = { id: line.id, decision: choice, number, reason };
      const sent = write(() => client.bank.desk.decide({ ...asked, shown: expected }));
      await finish(sent, ({ holdId, dueAt }) => {
        const last = { kind: 'hold' as const, id: holdId };
        if (dueAt === null) toast.info(statementCopy.askedSecond);
        else
          toast.success(copy.held(formatMoneyExact(line), formatTime(dueAt)), {
            label: copy.undo,
            lasts: DECISION_DELAY_MS,
            onPress: () => onUndo(last),
          });
        onDecided(last);
      });
    }
    setBusy(false);
  }

  async function finish<T>(sent: Promise<Outcome<T>>, done: (value: T) => void) {
    const answer = await sent;
    if (answer.outcome === 'done') return done(answer.value);
    setProblem(answer);
    void compareAgain();
  }

  function close(done: string) {
    const last = { kind: 'line' as const, id: line.id };
    toast.success(done, { label: copy.undo, lasts: 10_000, onPress: () => onUndo(last) });
    onDecided(last);
  }

  return { busy, problem, setProblem, decide };
}
