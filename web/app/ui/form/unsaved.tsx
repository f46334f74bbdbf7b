import { useEffect, useRef, useState } from 'react';
import { uiWords } from '#domain/copy.ts';
import { Button } from '../button.tsx';
import { askBeforeLeaving } from '../leaving.ts';
import { Dialog } from '../overlay/dialog.tsx';

/**
 * Guards what was typed and not saved: a link, the browser's Back and closing the tab ask first. For every form of more than
 * one field; `when` is false while it is being sent.
 */
export function Unsaved({ when, what }: { when: boolean; what: string }) {
  const [open, setOpen] = useState(false);
  const answer = useRef<(leave: boolean) => void>(() => {});
  useEffect(() => {
    if (!when) return;
    return askBeforeLeaving(() => {
      setOpen(true);
      return new Promise((resolve) => {
        answer.current = resolve;
      });
    });
  }, [when]);
  const settle = (leave: boolean) => {
    setOpen(false);
    answer.current(leave);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={() => settle(false)}
      title={uiWords.leave.title}
      description={uiWords.leave.text(what)}
      footer={
        <>
          <Button variant="danger" onClick={() => settle(true)}>
            {uiWords.leave.discard}
          </Button>
          <Button onClick={() => settle(false)}>{uiWords.leave.stay}</Button>
        </>
      }
    />
  );
}
