import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { objectionCopy } from '#domain/campaigns/objection-copy.ts';
import { common } from '#domain/copy.ts';
import { OBJECTION_MOST } from '#domain/objections.ts';
import { api, client } from '../api.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/form/field.tsx';
import type { Problem } from '../ui/form/form-problem.tsx';
import { Unsaved } from '../ui/form/unsaved.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { DialogClose } from '../ui/overlay/dialog-frame.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { Part } from '../ui/part/part.tsx';
import { partOf } from '../ui/part/part-state.ts';
import { write } from '../write.ts';
import styles from './report/objection.module.css';

const copy = objectionCopy.desk;
type Waiting = Awaited<ReturnType<typeof client.campaigns.admin.objections>>[number];

/** Objections of companies to reports that wait for an answer, what is due first on top. */
export function DeskObjections({ reload }: { reload: () => Promise<unknown> }) {
  const read = useQuery(api.campaigns.admin.objections.queryOptions());
  const [answering, setAnswering] = useState<Waiting | null>(null);
  return (
    <section className={styles.objection} aria-labelledby="objections">
      <h2 id="objections" className="d h3">
        {copy.title}
      </h2>
      <Part name={copy.title} part={partOf(read)} lines={3}>
        {() => (
          <>
            {read.data!.length === 0 && <p className="muted">{copy.none}</p>}
            <ul className={styles.list}>
              {read.data!.map((one) => (
                <li key={one.id}>
                  <div className={styles.head}>
                    <span>
                      <b>{one.name}</b>, {one.company}
                    </span>
                    <span className="muted s">{copy.made(one.madeAt)}</span>
                    <Badge tone={one.isLate ? 'err' : 'warn'}>{one.isLate ? copy.late : copy.due(one.dueOn)}</Badge>
                  </div>
                  <p className={styles.quote}>{one.text}</p>
                  <div>
                    <Button
                      size="sm"
                      variant="secondary"
                      aria-label={copy.answerOf(one.company, one.name)}
                      onClick={() => setAnswering(one)}
                    >
                      {copy.answer}
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          </>
        )}
      </Part>
      {answering && <AnswerDialog objection={answering} reload={reload} onClose={() => setAnswering(null)} />}
    </section>
  );
}

interface AnswerProps {
  objection: Waiting;
  reload: () => Promise<unknown>;
  onClose: () => void;
}

function AnswerDialog({ objection: { id, name, company, text }, reload, onClose }: AnswerProps) {
  const [answer, setAnswer] = useState('');
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const isMissing = answer.trim() === '';
  const send = useSingleFlight(async () => {
    setAsked(true);
    if (isMissing) return;
    setBusy(true);
    setProblem(null);
    const sent = await write(() => client.campaigns.admin.answer({ id, answer }));
    setBusy(false);
    if (sent.outcome !== 'done') return setProblem(sent);
    toast.success(copy.answered);
    onClose();
    await reload();
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={name}
      description={company}
      problem={problem}
      footer={
        <>
          <DialogClose>{common.cancel}</DialogClose>
          <Button type="submit" form="answer-objection" loading={busy}>
            {copy.send}
          </Button>
        </>
      }
    >
      <Unsaved when={!isMissing && !busy} what={copy.unsaved} />
      <p className={styles.quote}>{text}</p>
      <form
        id="answer-objection"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void send();
        }}
      >
        <TextArea
          label={copy.label}
          error={asked && isMissing ? copy.missing : undefined}
          value={answer}
          maxLength={OBJECTION_MOST}
          rows={5}
          onChange={({ target }) => setAnswer(target.value)}
        />
      </form>
    </Dialog>
  );
}
