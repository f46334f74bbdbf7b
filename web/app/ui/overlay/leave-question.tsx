import { useRef, useState } from 'react';
import { unsavedCopy as copy } from '#domain/unsaved-copy.ts';
import { Button } from '../button.tsx';
import { DialogFrame } from './dialog-frame.tsx';

/** A question that is put and answered later. */
export function useLeaveQuestion() {
  const [asked, setAsked] = useState(false);
  const answer = useRef<(leave: boolean) => void>(() => {});
  return {
    asked,
    ask: () => {
      setAsked(true);
      return new Promise<boolean>((resolve) => {
        answer.current = resolve;
      });
    },
    settle: (leave: boolean) => {
      setAsked(false);
      answer.current(leave);
    },
  };
}

interface LeaveQuestionProps {
  text: string;
  settle: (leave: boolean) => void;
  /** Saves, and resolves to whether it is saved; offered where a form can be saved from here. */
  save?: (() => Promise<boolean>) | undefined;
  /** Where it is no text that would be lost. */
  words?: { title: string; discard: string };
}

/** Before typed text is lost: throw it away, stay, or save it first. */
export function LeaveQuestion({ text, settle, save, words = copy }: LeaveQuestionProps) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  async function saveAndGo(go: () => Promise<boolean>) {
    setBusy(true);
    setFailed(false);
    const saved = await go();
    setBusy(false);
    if (saved) settle(true);
    else setFailed(true);
  }
  return (
    <DialogFrame
      open
      onOpenChange={() => !busy && settle(false)}
      title={words.title}
      description={text}
      problem={failed ? { text: copy.notSaved } : null}
      footer={
        <>
          <Button variant="danger" disabled={busy} onClick={() => settle(true)}>
            {words.discard}
          </Button>
          <Button variant={save ? 'secondary' : 'primary'} disabled={busy} onClick={() => settle(false)}>
            {copy.stay}
          </Button>
          {save && (
            <Button loading={busy} onClick={() => void saveAndGo(save)}>
              {copy.saveAndGo}
            </Button>
          )}
        </>
      }
    />
  );
}
