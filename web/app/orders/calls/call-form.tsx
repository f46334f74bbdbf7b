import { useState } from 'react';
import { daysLater } from '#domain/day.ts';
import { CALL_OUTCOMES, CALL_TRIES, type CallOutcome } from '#domain/orders/calls/calls.ts';
import { callsCopy as copy, missedCopy } from '#domain/orders/calls/calls-copy.ts';
import { dayOf, momentOf } from '#domain/time.ts';
import { client } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/form/field.tsx';
import { FormProblem, type Problem } from '../../ui/form/form-problem.tsx';
import { Segmented } from '../../ui/form/segmented.tsx';
import { Unsaved } from '../../ui/form/unsaved.tsx';
import { MeanwhileNotice } from '../../ui/overlay/meanwhile-notice.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import { useWriteKeys } from '../../write-keys.ts';
import type { OrderRow } from '../desk/order-row.ts';
import { CallFacts } from './call-facts.tsx';
import styles from './call-panel.module.css';

const TWO_HOURS = 2 * 60 * 60 * 1000;
const NEXT = ['two', 'tomorrow', 'other'] as const;
type Next = (typeof NEXT)[number];

interface Props {
  order: OrderRow;
  calls: NonNullable<OrderRow['calls']>;
  onChange: () => void;
  reload: () => Promise<unknown>;
  close: () => void;
}

/** What is said on the phone, what came of it, and what follows from that. */
export function CallForm({ order, calls, onChange, reload, close }: Props) {
  const { number, version } = order;
  const [outcome, setOutcome] = useState<CallOutcome | null>(null);
  const [when, setWhen] = useState<Next>('two');
  const [other, setOther] = useState('');
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const keys = useWriteKeys();
  const isMissed = calls.kind === 'missed';
  const words = isMissed ? missedCopy.outcomes : copy.outcomes;
  const isLast = !isMissed && outcome === 'no_answer' && calls.tries + 1 >= CALL_TRIES;
  // What changes while the answer is under way is this person's own doing.
  const isOver = !calls.isWaiting && !busy;
  const asksWhen = !isMissed && outcome === 'no_answer' && !isLast;

  async function enter(said: CallOutcome) {
    setBusy(true);
    setProblem(null);
    const call = {
      number,
      version,
      id: keys.of(said, note, when, other),
      outcome: said,
      note,
      next: asksWhen ? nextCallAt(when, other).toISOString() : null,
    };
    const entered = await write(() => client.orders.admin.call(call));
    setBusy(false);
    if (entered.outcome !== 'done') return setProblem(entered);
    toast.success(isMissed ? missedCopy.done(said) : copy.done(said));
    close();
    await reload();
  }

  return (
    <>
      <div className={styles.columns}>
        <CallFacts order={order} calls={calls} onChange={onChange} />
        <div className={styles.form}>
          <Outcomes words={words} outcome={outcome} onChoose={setOutcome} />
          {asksWhen && <NextCall when={when} onWhen={setWhen} other={other} onOther={setOther} />}
          <TextArea
            label={copy.note}
            optional
            hint={copy.noteHint}
            rows={2}
            maxLength={2000}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </div>
        <div className={styles.effects}>
          <h3>{copy.effects}</h3>
          <p>
            {outcome === null
              ? copy.missing
              : isMissed
                ? missedCopy.effect
                : isLast
                  ? copy.effect.lastTry
                  : copy.effect[outcome]}
          </p>
        </div>
      </div>
      {isOver && <MeanwhileNotice meanwhile={{ text: copy.over }} />}
      <FormProblem problem={problem} />
      <Unsaved when={(outcome !== null || other !== '' || note !== '') && !busy} what={copy.outcome} />
      <footer className={styles.foot}>
        <p className="s muted">{copy.foot}</p>
        <Button
          loading={busy}
          disabled={isOver || outcome === null || (asksWhen && when === 'other' && other === '')}
          onClick={() => outcome && void enter(outcome)}
        >
          {outcome === null ? copy.open : isMissed ? missedCopy.go(outcome) : copy.go(outcome)}
        </Button>
      </footer>
    </>
  );
}

interface OutcomesProps {
  words: typeof copy.outcomes | typeof missedCopy.outcomes;
  outcome: CallOutcome | null;
  onChoose: (outcome: CallOutcome) => void;
}

function Outcomes({ words, outcome, onChoose }: OutcomesProps) {
  return (
    <fieldset className={styles.outcomes}>
      <legend>{copy.outcome}</legend>
      {CALL_OUTCOMES.map((one) => (
        <label key={one}>
          <input type="radio" name="outcome" value={one} checked={outcome === one} onChange={() => onChoose(one)} />
          <span>
            <b>{words[one].name}</b>
            <span>{words[one].effect}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface NextCallProps {
  when: Next;
  onWhen: (when: Next) => void;
  /** A moment as the field has it. */
  other: string;
  onOther: (moment: string) => void;
}

/** When nobody answered: when it is tried again. */
function NextCall({ when, onWhen, other, onOther }: NextCallProps) {
  return (
    <>
      <Segmented
        label={copy.next}
        segments={NEXT.map((key) => ({
          key,
          label: { two: copy.inTwo, tomorrow: copy.tomorrow, other: copy.other }[key],
        }))}
        selected={when}
        onSelect={onWhen}
      />
      {when === 'other' && (
        <TextField
          label={copy.nextAt}
          type="datetime-local"
          value={other}
          onChange={({ target }) => onOther(target.value)}
        />
      )}
    </>
  );
}

function nextCallAt(when: Next, other: string): Date {
  const now = new Date();
  if (when === 'two') return new Date(now.getTime() + TWO_HOURS);
  if (when === 'tomorrow') return momentOf(daysLater(dayOf(now), 1), '10:00');
  const [day, time] = other.split('T') as [string, string];
  return momentOf(day, time);
}
