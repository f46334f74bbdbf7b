import { useRef } from 'react';
import { deskCopy as copy } from '#domain/bank/desk-copy.ts';
import { client } from '../../../api.ts';
import { toast } from '../../../ui/overlay/toast.tsx';
import { write } from '../../../write.ts';
import type { Last } from '../use-decision.ts';

/** What was decided last, and the way back from it. */
export function useLastDecision() {
  const last = useRef<Last | null>(null);

  /** Takes back what was decided last, or what the button names. */
  async function undo({ kind, id }: Last) {
    const done = await (kind === 'hold'
      ? write(() => client.bank.desk.undo({ id }))
      : write(() => client.bank.lines.reopen({ id })));
    if (done.outcome !== 'done') return toast.error(done.text);
    if (last.current?.id === id) last.current = null;
    toast.info(copy.undone);
  }

  return {
    remember: (done: Last) => {
      last.current = done;
    },
    undo: (done: Last) => void undo(done),
    undoLast: () => last.current && void undo(last.current),
  };
}
