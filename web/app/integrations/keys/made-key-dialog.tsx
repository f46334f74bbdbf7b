import { useEffect, useRef, useState } from 'react';
import { keysCopy } from '#domain/integrations/keys/copy.ts';
import { firstCallOf } from '#domain/integrations/keys/first-call.ts';
import type { client } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/form/field.tsx';
import { askBeforeLeaving } from '../../ui/leaving.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { LeaveQuestion, useLeaveQuestion } from '../../ui/overlay/leave-question.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { saveFile } from '../../ui/save-file.ts';
import styles from './keys.module.css';

export type Made = Awaited<ReturnType<typeof client.integrations.keys.make>>;
const copy = keysCopy.made;

/** The key, once: nobody can show it again, so closing asks until the person says that it is kept. */
export function MadeKeyDialog({ made: { key, secret }, onClose }: { made: Made; onClose: () => void }) {
  const [isSaved, setSaved] = useState(false);
  const question = useLeaveQuestion();
  const shown = useRef<HTMLSpanElement>(null);
  const ask = useRef(question.ask);
  ask.current = question.ask;
  useEffect(() => {
    if (!isSaved) return askBeforeLeaving(() => ask.current());
  }, [isSaved]);

  async function close() {
    if (isSaved || (await question.ask())) onClose();
  }

  async function copySecret() {
    try {
      await navigator.clipboard.writeText(secret);
      toast.success(copy.copied);
    } catch {
      // Selected, so that the person's own keys copy it.
      window.getSelection()?.selectAllChildren(shown.current!);
      toast.error(copy.copyByHand);
    }
  }

  return (
    <Dialog
      open
      asks={false}
      onOpenChange={(open) => !open && void close()}
      title={copy.title}
      description={copy.lead(key.name, key.endsOn)}
      footer={
        <Button disabled={!isSaved} onClick={onClose}>
          {copy.done}
        </Button>
      }
    >
      <p className={styles.secret}>
        <span className="vh">{copy.key}: </span>
        <span ref={shown}>{secret}</span>
      </p>
      <div className="row">
        <Button size="sm" variant="secondary" onClick={() => void copySecret()}>
          {copy.copy}
        </Button>
        <Button
          size="sm"
          variant="secondary"
          onClick={() => saveFile(new File([`${secret}\n`], copy.fileName(key.ending), { type: 'text/plain' }))}
        >
          {copy.file}
        </Button>
      </div>
      <p className="s">
        <b>{copy.onceStrong}</b> {copy.once}
      </p>
      <div className={styles.first}>
        <p>{copy.firstCall}</p>
        <code>{copy.call(window.location.origin, firstCallOf(key.duties))}</code>
      </div>
      <Checkbox label={copy.saved} checked={isSaved} onChange={({ target }) => setSaved(target.checked)} />
      {question.asked && <LeaveQuestion text={copy.leaving.text} words={copy.leaving} settle={question.settle} />}
    </Dialog>
  );
}
