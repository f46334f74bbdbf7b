import { type FormEvent, useId, useState } from 'react';
import { decisionCopy as copy, statementCopy } from '#domain/bank/copy.ts';
import type { Decision } from '#domain/bank/decisions.ts';
import { common } from '#domain/copy.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { REASON_MAX, REASON_MIN } from '#domain/reason-length.ts';
import { client, errorMessage } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { TextArea, TextField } from '../ui/form/field.tsx';
import type { Problem } from '../ui/form/form-problem.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { DialogClose } from '../ui/overlay/dialog-frame.tsx';
import { MeanwhileNotice } from '../ui/overlay/meanwhile-notice.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { write } from '../write.ts';
import styles from './bank.module.css';
import { AmountComparison, ComparedFacts, type Comparison, differenceOf, linkingConsequence } from './comparison.tsx';
import { isRestAsked, targetOfDecision } from './decision-target.ts';
import type { Line } from './line-columns.tsx';
import { useComparison } from './use-comparison.ts';

interface DecisionDialogProps {
  line: Line;
  /** Nobody else has decided about it meanwhile. */
  isOpen: boolean;
  about: string;
  onClose: () => void;
  /** Something was written, or somebody else wrote something. */
  onChanged: () => void;
}

/** One payment: what came, what is expected, what is missing, and what shall be done. */
export default function DecisionDialog({ line, isOpen, about, onClose, onChanged }: DecisionDialogProps) {
  const form = useId();
  const [number, setNumber] = useState<number | undefined>(line.suggestion?.number);
  const [isGuess, setGuess] = useState(line.suggestion !== null);
  const [chosen, setChosen] = useState<Decision | null>(null);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const compared = useComparison(line.id, number, isOpen);
  const { shown } = compared;
  // What changes while the answer is under way is this person's own doing.
  const meanwhile = busy ? null : compared.meanwhile;
  const decision = chosen && shown?.decisions.includes(chosen) ? chosen : shown?.decisions[0];

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!shown || !decision || busy || meanwhile) return;
    if (decision === 'accept' && reason.trim().length < REASON_MIN) return setProblem({ text: copy.reasonNeeded });
    setProblem(null);
    setBusy(true);
    const target = targetOfDecision(decision, { number, isGuess, expected: shown.expected?.amount ?? null });
    const asked = { id: line.id, decision, reason: reason.trim(), ...target };
    const done = await write(() => client.bank.lines.decide(asked));
    setBusy(false);
    onChanged();
    if (done.outcome !== 'done') {
      setProblem(done);
      return void compared.refetch();
    }
    say(done.value);
    onClose();
  }

  async function undoSkip(id: string) {
    const done = await write(() => client.bank.lines.reopen({ id }));
    if (done.outcome === 'done') toast.success(statementCopy.reopened);
    else setProblem(done);
    onChanged();
    await compared.renew();
  }

  return (
    <Dialog
      open
      busy={busy}
      onOpenChange={onClose}
      title={copy.title}
      description={about.replace(/^[^:]+: /, '')}
      problem={problem}
      footer={
        <>
          <DialogClose disabled={busy}>{common.cancel}</DialogClose>
          <Button
            type="submit"
            form={form}
            loading={busy}
            loadingLabel={copy.busy}
            disabled={!decision || meanwhile !== null}
          >
            {decision ? copy.submit[decision](formatMoneyExact(line)) : copy.title}
          </Button>
        </>
      }
    >
      <form id={form} className={`stack ${styles.lines}`} noValidate onSubmit={(event) => void submit(event)}>
        {meanwhile && <MeanwhileNotice meanwhile={meanwhile} />}
        {compared.isPending && <Skeleton lines={5} />}
        {shown && <AmountComparison shown={shown} />}
        {shown && <ComparedFacts shown={shown} line={line} onUndoSkip={(id) => void undoSkip(id)} />}
        <OtherReservation
          key={number}
          number={number}
          own={line.reservation !== null}
          error={compared.error ? errorMessage(compared.error) : undefined}
          onFind={(wanted) => {
            setProblem(null);
            setGuess(false);
            setNumber(wanted);
          }}
        />
        {shown && decision && <Options shown={shown} selected={decision} onSelect={setChosen} />}
        {(decision === 'accept' || decision === 'return' || decision === 'surplus') && (
          <TextArea
            label={decision === 'accept' ? copy.reason : copy.returnReason}
            hint={decision === 'accept' ? copy.reasonHint : undefined}
            optional={decision !== 'accept'}
            value={reason}
            maxLength={REASON_MAX}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </form>
    </Dialog>
  );
}

function say({ outcome, number }: Awaited<ReturnType<typeof client.bank.lines.decide>>) {
  if (outcome === 'asked') return toast.info(statementCopy.askedSecond);
  if (outcome === 'linked' && number !== null) toast.success(statementCopy.linked(number));
  else if (outcome === 'part' && number !== null) toast.success(statementCopy.partRecorded(number));
  else if (outcome === 'kept' && number !== null) toast.success(statementCopy.partKept(number));
  else toast.success(outcome === 'owed' ? statementCopy.owed : statementCopy.confirmedAll(1));
}

/** Another reservation than the payment names: its name and price are shown before anything is written. */
function OtherReservation({
  number,
  own,
  error,
  onFind,
}: {
  number: number | undefined;
  own: boolean;
  error: string | undefined;
  onFind: (number: number | undefined) => void;
}) {
  const [typed, setTyped] = useState(number === undefined ? '' : String(number));
  const find = () => typed !== '' && onFind(Number(typed));
  return (
    <div className={styles.pair}>
      <div className={styles.find}>
        <TextField
          label={copy.other}
          error={error}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value.replace(/\D/g, '').slice(0, 9))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            find();
          }}
        />
        <Button variant="secondary" disabled={typed === ''} onClick={find}>
          {copy.find}
        </Button>
      </div>
      <p className="s muted">{copy.otherHint}</p>
      {number !== undefined && (
        <div>
          <Button size="sm" variant="ghost" onClick={() => onFind(undefined)}>
            {own ? copy.own : copy.withoutReservation}
          </Button>
        </div>
      )}
    </div>
  );
}

function Options({
  shown,
  selected,
  onSelect,
}: {
  shown: Comparison;
  selected: Decision;
  onSelect: (decision: Decision) => void;
}) {
  const name = useId();
  const linkText = linkingConsequence(shown);
  const difference = differenceOf(shown);
  return (
    <fieldset>
      <legend className={styles.what}>{copy.what}</legend>
      <div className={styles.options}>
        {shown.decisions.map((decision) => {
          const words = decision === 'part' && !isRestAsked(shown) ? copy.partAlone : copy.options[decision];
          const link = decision === 'confirm' ? linkText : null;
          return (
            <label key={decision}>
              <input type="radio" name={name} checked={decision === selected} onChange={() => onSelect(decision)} />
              <span>
                <b>{link ? copy.link.confirm : words.title}</b>
                {link ?? words.text(difference)}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
