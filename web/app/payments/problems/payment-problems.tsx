import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { common } from '#domain/copy.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { RETRYABLE } from '#domain/payments/problem.ts';
import { problems as copy, paymentProblems } from '#domain/payments/problems-copy.ts';
import { formatDateTime } from '#domain/time.ts';
import { api, client } from '../../api.ts';
import { PartFailed, PartStale } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import { useSingleFlight } from '../../single-flight.ts';
import { SubjectLink } from '../../subject-link.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DialogClose } from '../../ui/overlay/dialog-frame.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import styles from './payment-problems.module.css';

type ProblemRow = Awaited<ReturnType<typeof client.payments.admin.problems>>['rows'][number];

/** Reports of the payment provider that could not be settled: retried, or dismissed by hand. */
export function PaymentProblems() {
  const read = useQuery(api.payments.admin.problems.queryOptions({ input: {} }));
  const part = partStateOf(read);
  const [dismissing, setDismissing] = useState<ProblemRow | null>(null);
  return (
    <>
      {part.state === 'failed' && <PartFailed name={copy.what} part={part} />}
      {part.state === 'stale' && <PartStale part={part} />}
      {read.data && read.data.rows.length > 0 && (
        <Problems rows={read.data.rows} reload={() => read.refetch()} onDismiss={setDismissing} />
      )}
      {dismissing && (
        <DismissDialog
          row={dismissing}
          close={() => setDismissing(null)}
          done={async () => {
            setDismissing(null);
            toast.success(copy.dismissed);
            await read.refetch();
          }}
        />
      )}
    </>
  );
}

interface ProblemsProps {
  rows: readonly ProblemRow[];
  reload: () => Promise<unknown>;
  onDismiss: (row: ProblemRow) => void;
}

function Problems({ rows, reload, onDismiss }: ProblemsProps) {
  const retake = useSingleFlight(async ({ id, problem }: ProblemRow) => {
    const outcome = await write(() => client.payments.admin.retake({ id }));
    if (outcome.outcome !== 'done') toast.error(outcome.text);
    else if (outcome.value.problem) toast.info(copy.still(outcome.value.problem));
    else toast.success(copy.retaken(problem));
    await reload();
  });

  return (
    <section className={styles.panel} aria-labelledby="problems-title">
      <h2 className="d h4" id="problems-title">
        {copy.title(rows.length)}
      </h2>
      <p className="muted s">{copy.text}</p>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <div className={styles.what}>
              <b>{paymentProblems[row.problem]}</b>
              <span className="muted s">
                {row.email ? (
                  <SubjectLink kind="profile" lookup={row.email}>
                    {row.email}
                  </SubjectLink>
                ) : (
                  (row.customerId ?? copy.unknownPayer)
                )}
                {row.amount !== null && row.currency && (
                  <> · {formatMoneyExact({ amount: row.amount, currency: row.currency })}</>
                )}
                {row.orderNumber !== null && (
                  <>
                    {' · '}
                    <SubjectLink kind="order" lookup={String(row.orderNumber)}>
                      {copy.order(row.orderNumber)}
                    </SubjectLink>
                  </>
                )}
                {row.objectId && <> · {row.objectId}</>} · {copy.received(formatDateTime(row.receivedAt))}
              </span>
            </div>
            <div className={styles.acts}>
              {RETRYABLE.includes(row.problem) && (
                <Button size="sm" variant="secondary" onClick={() => retake(row)}>
                  {copy.retake}
                </Button>
              )}
              <Button size="sm" variant="secondary" onClick={() => onDismiss(row)}>
                {copy.dismiss}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function DismissDialog({ row, close, done }: { row: ProblemRow; close: () => void; done: () => Promise<unknown> }) {
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const dismiss = useSingleFlight(async (_: FormEvent) => {
    if (note.trim() === '') return setProblem(common.fillField(copy.note));
    setBusy(true);
    const outcome = await write<unknown>(() => client.payments.admin.dismiss({ id: row.id, note: note.trim() }), {
      arrived: ({ code }) => (code === 'PROBLEM_GONE' ? true : undefined),
    });
    setBusy(false);
    if (outcome.outcome !== 'done') return setProblem(outcome.text);
    await done();
  });
  return (
    <Dialog
      open
      busy={busy}
      onOpenChange={close}
      title={copy.dismissTitle}
      description={`${paymentProblems[row.problem]} ${copy.dismissText}`}
      footer={
        <>
          <DialogClose disabled={busy}>{common.cancel}</DialogClose>
          <Button type="submit" form="dismiss" loading={busy}>
            {copy.dismiss}
          </Button>
        </>
      }
    >
      <form id="dismiss" onSubmit={dismiss} noValidate>
        <TextField
          label={copy.note}
          placeholder={copy.notePlaceholder}
          maxLength={500}
          value={note}
          error={problem}
          onChange={(event) => {
            setNote(event.target.value);
            setProblem(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
