import { useEffect, useRef } from 'react';
import { unsavedCopy as copy } from '#domain/unsaved-copy.ts';
import { useFieldChanges } from '../form/use-typed.ts';
import { askBeforeLeaving } from '../leaving.ts';
import { DialogFrame, type DialogFrameProps } from './dialog-frame.tsx';
import { LeaveQuestion, useLeaveQuestion } from './leave-question.tsx';

interface DialogProps extends Omit<DialogFrameProps, 'onField'> {
  /** `false`: its fields only choose, search or confirm; or the dialog asks itself, because it keeps what was typed in another way. */
  asks?: boolean;
  /** While its answer is under way it stays: closed, it would hide a refusal, and the answer would close the next dialog. */
  busy?: boolean;
}

/** A dialog that holds typed text asks before Esc, its cross, the page around it, a link or Back takes it away. */
export function Dialog({ asks = true, busy = false, ...frame }: DialogProps) {
  const { open, onOpenChange, children } = frame;
  const typed = useFieldChanges();
  const question = useLeaveQuestion();
  const guard = useRef({ typed, question });
  guard.current = { typed, question };
  useEffect(() => {
    if (!open || !asks) return;
    return askBeforeLeaving(
      () => guard.current.question.ask(),
      () => guard.current.typed.isTyped(),
    );
  }, [open, asks]);

  async function change(next: boolean) {
    if (busy) return;
    if (next || !asks || !typed.isTyped() || (await question.ask())) onOpenChange(next);
  }

  return (
    <DialogFrame {...frame} onOpenChange={(next) => void change(next)} onField={typed.see}>
      {children}
      {question.asked && <LeaveQuestion text={copy.dialog} settle={question.settle} />}
    </DialogFrame>
  );
}
