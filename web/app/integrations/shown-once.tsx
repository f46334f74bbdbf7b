import { type ReactNode, useEffect, useRef, useState } from 'react';
import { integrationsCopy } from '#domain/integrations/copy.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Checkbox } from '../ui/form/field.tsx';
import { askBeforeLeaving } from '../ui/leaving.ts';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { LeaveQuestion, useLeaveQuestion } from '../ui/overlay/leave-question.tsx';
import { saveFile } from '../ui/save-file.ts';
import styles from './integrations.module.css';

const copy = integrationsCopy.shownOnce;

interface ShownOnceProps {
  title: string;
  description: string;
  secret: string;
  fileName: string;
  words: {
    name: string;
    once: string;
    onceText: string;
    kept: string;
    leaving: { title: string; text: string; discard: string };
  };
  children?: ReactNode;
  onClose: () => void;
}

/** A secret that nobody can show again, so closing asks until the person says that it is kept. */
export function ShownOnce({ title, description, secret, fileName, words, children, onClose }: ShownOnceProps) {
  const [isKept, setKept] = useState(false);
  const question = useLeaveQuestion();
  const shown = useRef<HTMLSpanElement>(null);
  const ask = useRef(question.ask);
  ask.current = question.ask;
  useEffect(() => {
    if (!isKept) return askBeforeLeaving(() => ask.current());
  }, [isKept]);

  async function close() {
    if (isKept || (await question.ask())) onClose();
  }

  return (
    <Dialog
      open
      asks={false}
      onOpenChange={(open) => !open && void close()}
      title={title}
      description={description}
      footer={
        <Button disabled={!isKept} onClick={onClose}>
          {copy.done}
        </Button>
      }
    >
      <p className={styles.secret}>
        <span className="vh">{words.name}: </span>
        <span ref={shown}>{secret}</span>
      </p>
      <div className="row">
        <CopyButton value={secret} orSelect={shown} />
        <Button
          size="sm"
          variant="secondary"
          onClick={() => saveFile(new File([`${secret}\n`], fileName, { type: 'text/plain' }))}
        >
          {copy.file}
        </Button>
      </div>
      <p className="s">
        <b>{words.once}</b> {words.onceText}
      </p>
      {children}
      <Checkbox label={words.kept} checked={isKept} onChange={({ target }) => setKept(target.checked)} />
      {question.asked && <LeaveQuestion text={words.leaving.text} words={words.leaving} settle={question.settle} />}
    </Dialog>
  );
}
