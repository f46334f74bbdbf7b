import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { campaignRefusals } from '#domain/campaigns/copy.ts';
import { objectionCopy as copy } from '#domain/campaigns/report/objection-copy.ts';
import type { OpenMonth } from '#domain/campaigns/report/objection-months.ts';
import { common } from '#domain/copy.ts';
import { OBJECTION_MOST } from '#domain/objections.ts';
import { api, client, queryClient } from '../../api.ts';
import { DataPart } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import { useSingleFlight } from '../../single-flight.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextArea } from '../../ui/form/field.tsx';
import { FormProblem, type Problem } from '../../ui/form/form-problem.tsx';
import { UnsavedTextGuard } from '../../ui/form/unsaved-text-guard.tsx';
import { MeanwhileNotice } from '../../ui/overlay/meanwhile-notice.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import { useWriteKeys } from '../../write-keys.ts';
import styles from './objection.module.css';

/** Under the report of a campaign that was shown: what its company says against it, and what we answered. */
export function Objection({ id }: { id: string }) {
  const read = useQuery(api.campaigns.own.objections.queryOptions({ input: { id } }));
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <section className={styles.objection} aria-labelledby="objection">
      <h2 ref={title} id="objection" className="d h3" tabIndex={-1}>
        {copy.title}
      </h2>
      <p className="muted s">{copy.rule}</p>
      <DataPart name={copy.title} part={partStateOf(read)} lines={3}>
        {() => (
          <>
            <Form
              id={id}
              months={read.data!.months}
              waits={read.data!.objections.some(({ answeredAt }) => !answeredAt)}
              onClose={() => title.current!.focus()}
            />
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

interface FormProps {
  id: string;
  months: OpenMonth[];
  /** An objection waits for its answer: until then there is no other one. */
  waits: boolean;
  /** The form goes, and what had the focus with it. */
  onClose: () => void;
}

/** What is being typed stays when nothing can be objected to any more: in another window it was done, or the days are over. */
function Form({ id, months, waits, onClose }: FormProps) {
  const keys = useWriteKeys();
  const [isOpen, setOpen] = useState(false);
  const [offered, setOffered] = useState(months);
  if (months.length > 0 && months !== offered) setOffered(months);
  const [month, setMonth] = useState('');
  const [text, setText] = useState('');
  const chosen = offered.find((one) => one.month === month) ?? offered.at(-1);
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const isMissing = text.trim() === '';
  const send = useSingleFlight(async () => {
    setAsked(true);
    if (isMissing || !chosen) return;
    setBusy(true);
    setProblem(null);
    const objected = { month: chosen.month, text };
    const objection = keys.of(objected);
    const sent = await write(() => client.campaigns.own.object({ id, objection, ...objected }));
    setBusy(false);
    if (sent.outcome !== 'done') return setProblem(sent);
    toast.success(copy.sent(sent.value.dueOn));
    keys.renew();
    close();
    await queryClient.invalidateQueries({ queryKey: api.campaigns.own.objections.queryKey({ input: { id } }) });
  });
  function close() {
    setText('');
    setAsked(false);
    setProblem(null);
    setOpen(false);
    onClose();
  }
  const isOver = months.length === 0 && !busy;
  if (!chosen || (!isOpen && isOver)) return null;
  const { until } = chosen;
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
      <UnsavedTextGuard when={!isMissing && !busy} what={copy.unsaved} />
      <SelectField
        label={copy.month}
        hint={copy.until(until)}
        value={chosen.month}
        options={offered.map((one) => ({ value: one.month, label: copy.monthName(one.month) }))}
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
      {isOver && (
        <MeanwhileNotice
          meanwhile={{ text: campaignRefusals[waits ? 'REPORT_OBJECTION_WAITS' : 'REPORT_OBJECTION_LATE'] }}
        />
      )}
      <FormProblem problem={problem} />
      <div className={styles.head}>
        <Button type="submit" loading={busy} disabled={isOver}>
          {copy.send}
        </Button>
        {isOver && (
          <Button variant="ghost" onClick={close}>
            {common.close}
          </Button>
        )}
      </div>
    </form>
  );
}
