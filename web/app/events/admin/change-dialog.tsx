import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { Day } from '#domain/day.ts';
import { changeCopy as copy } from '#domain/events/change/copy.ts';
import { type MoveProblems, moveProblems, usualChoiceDay } from '#domain/events/change/rules.ts';
import { REASON_MAX, REASON_MIN } from '#domain/reason-length.ts';
import { dayOf } from '#domain/time.ts';
import { api, client, errorMessage } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { FieldGroup, FormError, TextArea, TextField } from '../../ui/form/field.tsx';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { Segmented } from '../../ui/form/segmented.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DialogClose } from '../../ui/overlay/dialog-frame.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { write } from '../../write.ts';
import { useWriteKeys } from '../../write-keys.ts';
import { ChangePreview } from './change-preview.tsx';

type State = Awaited<ReturnType<typeof client.events.admin.change.state>>;
type Kind = 'moved' | 'cancelled';

/** Cancels or moves the whole event, after showing whom it concerns. What is sent is what was shown. */
export default function ChangeDialog({ onClose, onChanged }: { onClose: () => void; onChanged: () => void }) {
  const state = useQuery({ ...api.events.admin.change.state.queryOptions(), staleTime: 0, gcTime: 0 });
  if (state.data) return <Form opened={state.data} onClose={onClose} onChanged={onChanged} />;
  return (
    <Dialog open size="lg" onOpenChange={onClose} title={copy.title}>
      {state.error ? <FormError title={errorMessage(state.error)} /> : <Skeleton lines={8} />}
    </Dialog>
  );
}

interface Wrong extends MoveProblems {
  reason?: boolean;
  word?: boolean;
}

type Typed = typeof EMPTY;
const EMPTY = { firstDay: '', chooseUntil: '', reason: '', word: '' };

interface FormProps {
  opened: State;
  onClose: () => void;
  onChanged: () => void;
}

/** The change as it is typed, and making it. `form` begins the ids of the fields. */
function useEventChange({ opened, onClose, onChanged }: FormProps, form: string) {
  const [state, setState] = useState(opened);
  const keys = useWriteKeys();
  const [kind, setKind] = useState<Kind>(opened.begun ? 'cancelled' : 'moved');
  const [typed, setTyped] = useState(EMPTY);
  const [wrong, setWrong] = useState<Wrong>({});
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const today = dayOf(new Date());

  function change(field: keyof Typed, value: string) {
    const next = { ...typed, [field]: value };
    const proposed = field === 'firstDay' && value > today && typed.chooseUntil === '';
    setTyped(proposed ? { ...next, chooseUntil: usualChoiceDay(value, today) } : next);
    setWrong({});
    setProblem(null);
  }

  function choose(next: Kind) {
    setKind(next);
    setTyped({ ...typed, word: '' });
    setWrong({});
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const { firstDay, chooseUntil } = typed;
    const reason = typed.reason.trim();
    const found = wrongIn(typed, kind, { ...state.event, today });
    setWrong(found);
    const [first] = Object.keys(found);
    if (first) return document.getElementById(`${form}-${first}`)?.focus();
    setBusy(true);
    setProblem(null);
    const { packages, ...shown } = state.preview;
    const wanted = { kind, ...(kind === 'moved' ? { firstDay, chooseUntil } : {}), reason };
    const id = keys.of(wanted);
    const outcome = await write(() => client.events.admin.change.make({ id, ...wanted, shown }), { patience: 60_000 });
    setBusy(false);
    if (outcome.outcome === 'done') {
      toast.success(copy.done[kind]);
      onChanged();
      return onClose();
    }
    if (outcome.code === 'EVENT_STATE_CHANGED') {
      setState(outcome.data as State);
      setTyped({ ...typed, word: '' });
    }
    setProblem({ text: outcome.text });
  }

  return { state, kind, choose, typed, change, wrong, problem, busy, today, submit };
}

function Form(props: FormProps) {
  const form = useId();
  const { state, kind, choose, typed, change, wrong, problem, busy, today, submit } = useEventChange(props, form);
  const { onClose } = props;
  const word = copy.word[kind];
  return (
    <Dialog
      open
      size="lg"
      busy={busy}
      onOpenChange={(open) => !open && onClose()}
      title={copy.title}
      description={copy.lead(state.event)}
      problem={problem}
      footer={
        <>
          <DialogClose>{copy.no}</DialogClose>
          <Button type="submit" form={form} variant={kind === 'cancelled' ? 'danger' : 'primary'} loading={busy}>
            {copy.yes[kind]}
          </Button>
        </>
      }
    >
      <form id={form} className="stack" noValidate onSubmit={(event) => void submit(event)}>
        {!state.begun && (
          <Segmented
            label={copy.kind.label}
            selected={kind}
            onSelect={choose}
            segments={[
              { key: 'moved', label: copy.kind.moved },
              { key: 'cancelled', label: copy.kind.cancelled },
            ]}
          />
        )}
        <p>{copy.effect[kind]}</p>
        {kind === 'moved' && (
          <MoveFields form={form} year={state.event.year} today={today} typed={typed} wrong={wrong} onChange={change} />
        )}
        <TextArea
          id={`${form}-reason`}
          label={copy.reason}
          rows={3}
          maxLength={REASON_MAX}
          error={wrong.reason ? copy.reasonNeeded : undefined}
          value={typed.reason}
          onChange={(event) => change('reason', event.target.value)}
        />
        <ChangePreview preview={state.preview} isMove={kind === 'moved'} />
        <p>
          <b>{copy.undo[kind]}</b>
        </p>
        <TextField
          id={`${form}-word`}
          label={copy.type(word)}
          autoComplete="off"
          autoCapitalize="none"
          error={wrong.word ? copy.typeError(word) : undefined}
          value={typed.word}
          onChange={(event) => change('word', event.target.value)}
        />
      </form>
    </Dialog>
  );
}

/** What keeps the event from being cancelled or moved as it was typed. */
const wrongIn = (typed: Typed, kind: Kind, event: Parameters<typeof moveProblems>[1]): Wrong => ({
  ...(kind === 'moved' ? moveProblems({ firstDay: typed.firstDay, chooseUntil: typed.chooseUntil }, event) : {}),
  ...(typed.reason.trim().length < REASON_MIN ? { reason: true } : {}),
  ...(typed.word.trim().toLowerCase() === copy.word[kind] ? {} : { word: true }),
});

interface MoveFieldsProps {
  /** Begins the ids of the fields. */
  form: string;
  year: number;
  today: Day;
  typed: Typed;
  wrong: MoveProblems;
  onChange: (field: 'firstDay' | 'chooseUntil', value: string) => void;
}

/** To which day the event is moved, and until when guests choose. */
function MoveFields({ form, year, today, typed, wrong, onChange }: MoveFieldsProps) {
  return (
    <FieldGroup columns={2}>
      <TextField
        id={`${form}-firstDay`}
        type="date"
        min={today}
        label={copy.firstDay}
        hint={typed.firstDay === '' ? copy.firstDayHint : copy.newDates({ year, firstDay: typed.firstDay })}
        error={wrong.firstDay && copy.problems.firstDay[wrong.firstDay]}
        value={typed.firstDay}
        onChange={(event) => onChange('firstDay', event.target.value)}
      />
      <TextField
        id={`${form}-chooseUntil`}
        type="date"
        min={today}
        label={copy.chooseUntil}
        hint={copy.chooseUntilHint}
        error={wrong.chooseUntil && copy.problems.chooseUntil[wrong.chooseUntil]}
        value={typed.chooseUntil}
        onChange={(event) => onChange('chooseUntil', event.target.value)}
      />
    </FieldGroup>
  );
}
