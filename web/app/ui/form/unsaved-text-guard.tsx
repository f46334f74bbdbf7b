import { useEffect, useRef } from 'react';
import { unsavedCopy as copy } from '#domain/unsaved-copy.ts';
import { askBeforeLeaving } from '../leaving.ts';
import { LeaveQuestion, useLeaveQuestion } from '../overlay/leave-question.tsx';

interface UnsavedProps {
  /** False while it is being sent. */
  when: boolean;
  /** What the question names; `payment` for forms about money, which are never kept. */
  what: string | { payment: true };
  /** Saves the form, and resolves to whether it is saved. */
  save?: () => Promise<boolean>;
  /** The text is kept on this device for a day (`useKeptText`); this forgets it when the person throws it away. */
  forget?: () => void;
}

/** Guards what was typed and not saved: a link, the browser's Back and closing the tab ask first. Dialogs do so by themselves. */
export function UnsavedTextGuard({ when, what, save, forget }: UnsavedProps) {
  const question = useLeaveQuestion();
  const ask = useRef(question.ask);
  ask.current = question.ask;
  const saved = useRef(false);
  useEffect(() => {
    if (when) return askBeforeLeaving(() => ask.current());
  }, [when]);
  if (!question.asked) return null;
  return (
    <LeaveQuestion
      text={typeof what !== 'string' ? copy.payment : copy.lost(what)}
      settle={(leave) => {
        if (leave && !saved.current) forget?.();
        question.settle(leave);
      }}
      save={
        save &&
        (async () => {
          saved.current = await save();
          return saved.current;
        })
      }
    />
  );
}
