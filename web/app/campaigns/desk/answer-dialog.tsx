import { type FormEvent, useState } from 'react';
import { common } from '#domain/copy.ts';
import { useSingleFlight } from '../../single-flight.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/form/field.tsx';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { UnsavedTextGuard } from '../../ui/form/unsaved-text-guard.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DialogClose } from '../../ui/overlay/dialog-frame.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import type { Outcome } from '../../write.ts';
import styles from '../report/objection.module.css';

interface Props {
  title: string;
  from: string;
  /** What the company wrote. */
  asked: string | null;
  words: { label: string; hint?: string; missing: string; send: string; sent: string; unsaved: string };
  most: number;
  send: (answer: string) => Promise<Outcome<unknown>>;
  reload: () => Promise<unknown>;
  onClose: () => void;
}

/** What staff answer a company, once. */
export function AnswerDialog({ title, from, asked, words, most, send, reload, onClose }: Props) {
  const [answer, setAnswer] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const isMissing = answer.trim() === '';
  const submit = useSingleFlight(async () => {
    setTried(true);
    if (isMissing) return;
    setBusy(true);
    setProblem(null);
    const outcome = await send(answer);
    setBusy(false);
    if (outcome.outcome === 'done') {
      toast.success(words.sent);
      onClose();
    } else setProblem(outcome);
    await reload();
  });
  return (
    <Dialog
      open
      busy={busy}
      onOpenChange={onClose}
      title={title}
      description={from}
      problem={problem}
      footer={
        <>
          <DialogClose disabled={busy}>{common.cancel}</DialogClose>
          <Button type="submit" form="answer" loading={busy}>
            {words.send}
          </Button>
        </>
      }
    >
      <UnsavedTextGuard when={!isMissing && !busy} what={words.unsaved} />
      {asked && <p className={styles.quote}>{asked}</p>}
      <form
        id="answer"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextArea
          label={words.label}
          hint={words.hint}
          error={tried && isMissing ? words.missing : undefined}
          value={answer}
          maxLength={most}
          rows={5}
          onChange={({ target }) => setAnswer(target.value)}
        />
      </form>
    </Dialog>
  );
}
