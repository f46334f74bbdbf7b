import { useState } from 'react';
import { statementCopy as copy } from '#domain/bank/copy.ts';
import { formatTime } from '#domain/time.ts';
import { client } from '../api.ts';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import { useWriteKeys } from '../write-keys.ts';
import { type Line, lineColumns } from './line-columns.tsx';
import { useSignedInEmail } from './second-person.ts';

/** What the list of a statement's payments writes, one at a time; the columns have the buttons for it. */
export function useLineActions(
  { importId, whole, isTooNew }: { importId: string; whole: boolean; isTooNew: boolean },
  refresh: () => Promise<void>,
  onDecide: (line: Line) => void,
) {
  /** The id of the payment, or of the statement, that is written. */
  const [busy, setBusy] = useState<string | null>(null);
  const [skipped, setSkipped] = useState<Line | null>(null);
  const keys = useWriteKeys();
  const own = useSignedInEmail();

  /** One write of the list; what it says is shown, and the list is read again whatever became of it. */
  async function run<T>(id: string, send: () => Promise<T>, say: (value: T) => void) {
    if (busy !== null) return;
    setBusy(id);
    setSkipped(null);
    const done = await write(send);
    if (done.outcome === 'done' || done.code === 'STATEMENT_CHANGED') keys.renew();
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
    whole,
    own,
    isTooNew,
    onConfirm: ({ id }) =>
      void run(
        id,
        () => lines.decide({ id, decision: 'confirm' }),
        () => toast.success(copy.confirmedAll(1)),
      ),
    onDecide,
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

  /** All that agree to the para. */
  const confirmExact = (version: string) =>
    void run(
      importId,
      () => statements.confirmExact({ importId, version, key: keys.of(importId, version) }),
      ({ confirmed }) => toast.success(copy.confirmedAll(confirmed)),
    );

  return { busy, skipped, reopen, confirmExact, columns };
}
