import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readCents } from '#domain/money.ts';
import { rewardsDeskCopy as copy } from '#domain/rewards/desk-copy.ts';
import { api, client } from '../api.ts';
import { DataPart } from '../part/data-part.tsx';
import { partStateOf } from '../part/part-state.ts';
import { PersonLink } from '../subject-link.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { TextArea, TextField } from '../ui/form/field.tsx';
import type { Problem } from '../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import styles from './admin-rewards.module.css';
import { type Desk, reloadRewards } from './desk.ts';
import { useIsOwn } from './use-is-own.ts';

type Objection = Desk['objections'][number];

/** `-12,50` in para; empty is nothing, `null` no amount. */
function readCorrection(typed: string): number | null {
  const text = typed.trim().replace('−', '-');
  if (text === '') return 0;
  const para = readCents(text.replace(/^-/, ''));
  if (para === null) return null;
  return text.startsWith('-') ? -para : para;
}

/** Objections of viewers that wait for an answer, those that are due first on top. */
export function Objections({ objections }: { objections: Objection[] }) {
  const [answering, setAnswering] = useState<Objection | null>(null);
  return (
    <section className={styles.part} aria-labelledby="objections">
      <h2 id="objections" className="d h3">
        {copy.objections}
      </h2>
      {objections.length === 0 && <p className="muted">{copy.noObjections}</p>}
      <ul className={styles.objections}>
        {objections.map((one) => (
          <li key={one.id}>
            <span>
              <b>
                <PersonLink id={one.viewerId}>{one.viewer}</PersonLink>
              </b>
              , {copy.ofMonth(one.month)}
            </span>
            {one.isLate ? (
              <Badge tone="err">{copy.late}</Badge>
            ) : (
              <Badge tone="warn">{copy.objectionDue(one.dueOn)}</Badge>
            )}
            <Button
              size="sm"
              variant="secondary"
              aria-label={`${copy.answer}: ${one.viewer}`}
              onClick={() => setAnswering(one)}
            >
              {copy.answer}
            </Button>
          </li>
        ))}
      </ul>
      {answering && <AnswerDialog objection={answering} onClose={() => setAnswering(null)} />}
    </section>
  );
}

function AnswerDialog({ objection, onClose }: { objection: Objection; onClose: () => void }) {
  const read = useQuery(api.rewards.admin.statement.queryOptions({ input: { id: objection.statement } }));
  const [answer, setAnswer] = useState('');
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const correction = readCorrection(typed);
  const isOwn = useIsOwn(read.data?.viewer.id);
  const isMissing = answer.trim() === '';
  async function send() {
    setAsked(true);
    if (isMissing || correction === null) return;
    setBusy(true);
    const sent = await write(() => client.rewards.admin.answer({ id: objection.id, answer, correction }));
    setBusy(false);
    if (sent.outcome !== 'done') setProblem({ text: sent.text });
    else {
      toast.success(copy.answered);
      onClose();
    }
    await reloadRewards();
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={copy.detail(objection.viewer)}
      text={copy.monthName(objection.month)}
      yes={copy.sendAnswer}
      busy={busy}
      disabled={isOwn}
      problem={problem}
      onConfirm={() => void send()}
    >
      <DataPart name={copy.objectionText} part={partStateOf(read)} lines={3}>
        {() => (
          <div className={styles.detail}>
            <h3>{copy.objectionText}</h3>
            <p className={styles.quote}>{read.data!.objection?.text}</p>
          </div>
        )}
      </DataPart>
      {isOwn && <p className="muted">{copy.own}</p>}
      <TextArea
        label={copy.answer}
        value={answer}
        maxLength={2_000}
        {...(asked && isMissing ? { error: copy.answerMissing } : {})}
        onChange={({ target }) => setAnswer(target.value)}
      />
      <TextField
        label={copy.correction}
        hint={copy.correctionHint}
        optional
        value={typed}
        maxLength={12}
        {...(asked && correction === null ? { error: copy.correctionWrong } : {})}
        onChange={({ target }) => setTyped(target.value)}
      />
    </ConfirmDialog>
  );
}
