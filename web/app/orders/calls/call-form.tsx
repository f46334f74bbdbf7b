import { CALL_OUTCOMES, type CallOutcome, NOTE_MAX } from '#domain/orders/calls/calls.ts';
import { callsCopy as copy, missedCopy } from '#domain/orders/calls/calls-copy.ts';
import { dayOf } from '#domain/time.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/form/field.tsx';
import { FormProblem } from '../../ui/form/form-problem.tsx';
import { Segmented } from '../../ui/form/segmented.tsx';
import { UnsavedTextGuard } from '../../ui/form/unsaved-text-guard.tsx';
import { type Meanwhile, MeanwhileNotice } from '../../ui/overlay/meanwhile-notice.tsx';
import { CallFacts } from './call-facts.tsx';
import styles from './call-panel.module.css';
import { type CallEntryProps, NEXT, useCallEntry } from './use-call-entry.ts';

type Entry = ReturnType<typeof useCallEntry>;

interface Props extends CallEntryProps {
  onChange: () => void;
}

/** What is said on the phone, what came of it, and what follows from that. */
export function CallForm({ onChange, ...props }: Props) {
  const { order, calls } = props;
  const entry = useCallEntry(props);
  const { outcome, isMissed, note, busy } = entry;
  return (
    <>
      <div className={styles.columns}>
        <CallFacts order={order} calls={calls} onChange={onChange} />
        <div className={styles.form}>
          <Outcomes words={isMissed ? missedCopy.outcomes : copy.outcomes} outcome={outcome} onChoose={entry.choose} />
          {entry.asksWhen && <NextCall entry={entry} />}
          <TextArea
            label={copy.note}
            optional
            hint={copy.noteHint}
            rows={2}
            maxLength={NOTE_MAX}
            value={note}
            onChange={({ target }) => entry.setNote(target.value)}
          />
        </div>
        <div className={styles.effects}>
          <h3>{copy.effects}</h3>
          <p>{effectOf(entry)}</p>
        </div>
      </div>
      {entry.isOver && <MeanwhileNotice meanwhile={meanwhileOf(entry, calls.isWaiting)} />}
      <FormProblem problem={entry.problem} />
      <UnsavedTextGuard when={entry.isBegun} what={copy.outcome} />
      <footer className={styles.foot}>
        <p className="s muted">{copy.foot}</p>
        {entry.isOver ? (
          <Button
            variant="secondary"
            loading={busy}
            disabled={note.trim() === ''}
            onClick={() => void entry.saveNote()}
          >
            {copy.onlyNote}
          </Button>
        ) : (
          <Button loading={busy} disabled={!entry.isWhole} onClick={() => outcome && void entry.enter(outcome)}>
            {outcome === null ? copy.open : isMissed ? missedCopy.go(outcome) : copy.go(outcome)}
          </Button>
        )}
      </footer>
    </>
  );
}

function effectOf({ outcome, isMissed, isLast }: Entry): string {
  if (outcome === null) return copy.missing;
  if (isMissed) return missedCopy.effect;
  return isLast ? copy.effect.lastTry : copy.effect[outcome];
}

/** Whose outcome stands there now; where another call is waited for still, it begins once that was seen. */
function meanwhileOf({ taken, acknowledge }: Entry, isWaiting: boolean): Meanwhile {
  if (!taken) return { text: copy.over };
  const words = taken.kind === 'missed_called' ? missedCopy.outcomes : copy.outcomes;
  const said = words[taken.facts.outcome as CallOutcome].done;
  const text = copy.taken(said, taken.by.name ?? copy.somebody, new Date(taken.moment));
  return isWaiting ? { text, seen: { label: copy.show, onSeen: acknowledge } } : { text };
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

/** When nobody answered: when it is tried again. */
function NextCall({ entry: { when, setWhen, soon, other, setOther } }: { entry: Entry }) {
  const labels = {
    soon: copy.soon(soon, dayOf(soon) === dayOf(new Date())),
    tomorrow: copy.tomorrow,
    other: copy.other,
  };
  return (
    <>
      <Segmented
        label={copy.next}
        segments={NEXT.map((key) => ({ key, label: labels[key] }))}
        selected={when}
        onSelect={setWhen}
      />
      {when === 'other' && (
        <TextField
          label={copy.nextAt}
          type="datetime-local"
          value={other}
          onChange={({ target }) => setOther(target.value)}
        />
      )}
    </>
  );
}
