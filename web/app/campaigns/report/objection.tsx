import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { objectionCopy as copy } from '#domain/campaigns/report/objection-copy.ts';
import type { OpenMonth } from '#domain/campaigns/report/objection-months.ts';
import { OBJECTION_MOST } from '#domain/objections.ts';
import { api, client, queryClient } from '../../api.ts';
import { useSingleFlight } from '../../single-flight.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextArea } from '../../ui/form/field.tsx';
import { FormProblem, type Problem } from '../../ui/form/form-problem.tsx';
import { Unsaved } from '../../ui/form/unsaved.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { DataPart } from '../../ui/part/data-part.tsx';
import { partStateOf } from '../../ui/part/part-state.ts';
import { write } from '../../write.ts';
import { useWriteKeys } from '../../write-keys.ts';
import styles from './objection.module.css';

/** Under the report of a campaign that was shown: what its company says against it, and what we answered. */
export function Objection({ id }: { id: string }) {
  const read = useQuery(api.campaigns.own.objections.queryOptions({ input: { id } }));
  return (
    <section className={styles.objection} aria-labelledby="objection">
      <h2 id="objection" className="d h3">
        {copy.title}
      </h2>
      <p className="muted s">{copy.rule}</p>
      <DataPart name={copy.title} part={partStateOf(read)} lines={3}>
        {() => (
          <>
            {read.data!.months.length > 0 && (
              <Form key={read.data!.objections.length} id={id} months={read.data!.months} />
            )}
            <ul className={styles.list}>
              {read.data!.objections.map((one) => (
                <li key={one.id}>
                  <b>{copy.made(one.month, one.madeAt)}</b>
                  <p className={styles.quote}>{one.text}</p>
                  <b>{one.answeredAt ? copy.answered(one.answeredAt) : copy.waits(one.dueOn)}</b>
                  {one.answer && <p className={styles.quote}>{one.answer}</p>}
                </li>
              ))}
            </ul>
          </>
        )}
      </DataPart>
    </section>
  );
}

function Form({ id, months }: { id: string; months: OpenMonth[] }) {
  const keys = useWriteKeys();
  const [isOpen, setOpen] = useState(false);
  const [month, setMonth] = useState(months.at(-1)!.month);
  const [text, setText] = useState('');
  const { until } = months.find((one) => one.month === month) ?? months.at(-1)!;
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const isMissing = text.trim() === '';
  const send = useSingleFlight(async () => {
    setAsked(true);
    if (isMissing) return;
    setBusy(true);
    setProblem(null);
    const objection = keys.of(month, text);
    const sent = await write(() => client.campaigns.own.object({ id, objection, month, text }));
    setBusy(false);
    if (sent.outcome !== 'done') return setProblem(sent);
    toast.success(copy.sent(sent.value.dueOn));
    await queryClient.invalidateQueries({ queryKey: api.campaigns.own.objections.queryKey({ input: { id } }) });
  });
  if (!isOpen)
    return (
      <div className={styles.head}>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {copy.open}
        </Button>
        <span className="muted s">{copy.until(until)}</span>
      </div>
    );
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send();
      }}
    >
      <Unsaved when={!isMissing && !busy} what={copy.unsaved} />
      <SelectField
        label={copy.month}
        hint={copy.until(until)}
        value={month}
        options={months.map((one) => ({ value: one.month, label: copy.monthName(one.month) }))}
        onChange={({ target }) => setMonth(target.value)}
      />
      <TextArea
        label={copy.label}
        hint={copy.hint}
        error={asked && isMissing ? copy.missing : undefined}
        value={text}
        maxLength={OBJECTION_MOST}
        rows={5}
        autoFocus
        onChange={({ target }) => setText(target.value)}
      />
      <FormProblem problem={problem} />
      <div>
        <Button type="submit" loading={busy}>
          {copy.send}
        </Button>
      </div>
    </form>
  );
}
