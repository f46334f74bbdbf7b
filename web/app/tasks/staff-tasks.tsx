import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Count } from '#domain/count.ts';
import { staffTasks as copy, myTasks } from '#domain/tasks/copy.ts';
import { MOST_AT_ONCE, TASK_KINDS } from '#domain/tasks/rules.ts';
import { dayOf } from '#domain/time.ts';
import { api, client } from '../api.ts';
import { DataPart } from '../part/data-part.tsx';
import { partStateOf } from '../part/part-state.ts';
import { useSingleFlight } from '../single-flight.ts';
import { SubjectLink } from '../subject-link.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/form/field.tsx';
import type { Problem } from '../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import type { Meanwhile } from '../ui/overlay/meanwhile-notice.tsx';
import { meanwhileOfRows } from '../ui/overlay/meanwhile-of-rows.ts';
import { toast } from '../ui/overlay/toast.tsx';
import { useLiveRows } from '../use-live-rows.ts';
import { write } from '../write.ts';
import styles from './tasks.module.css';

type OpenTask = Awaited<ReturnType<typeof client.tasks.admin.open>>[number];

/** A kind of which as many were read as are answered at once may have more. */
const countOf = (rows: readonly OpenTask[]): Count => ({
  count: rows.length,
  more: TASK_KINDS.some((kind) => rows.filter((task) => task.kind === kind).length >= MOST_AT_ONCE),
});

/** What staff owe buyers an answer to, the most urgent first; several of a kind may get the same answer. */
export function StaffTasks({ picturesOf }: { picturesOf: (task: OpenTask) => ReactNode }) {
  const tasks = useQuery(api.tasks.admin.open.queryOptions());
  const [answering, setAnswering] = useState<OpenTask[] | null>(null);
  useLiveRows('tasks', () => tasks.refetch({ throwOnError: true }));
  const today = dayOf(new Date());
  return (
    <section className={styles.tasks} id="zadaci" aria-labelledby="tasks-title">
      <header>
        <h2 id="tasks-title" className="d h3">
          {copy.title}
        </h2>
        {tasks.data && <span className="muted">{copy.count(countOf(tasks.data))}</span>}
      </header>
      <DataPart name={copy.title} part={partStateOf(tasks)} lines={3}>
        {() => tasks.data!.length === 0 && <p className="muted">{copy.empty}</p>}
      </DataPart>
      {TASK_KINDS.map((kind) => {
        const rows = tasks.data?.filter((task) => task.kind === kind) ?? [];
        if (rows.length === 0) return null;
        return (
          <section key={kind} className={styles.stack} aria-label={myTasks.names[kind]}>
            <header>
              <h3 className="d h4">{myTasks.names[kind]}</h3>
              {kind !== 'complaint' && rows.length > 1 && (
                <Button size="sm" variant="secondary" onClick={() => setAnswering(rows)}>
                  {copy.answerAll(rows.length)}
                </Button>
              )}
            </header>
            <ul className={styles.list} data-rows="">
              {rows.map((task) => (
                <li key={task.id}>
                  <span className={styles.stack}>
                    <b>
                      <SubjectLink kind="order" lookup={String(task.orderNumber)}>
                        {myTasks.order(task.orderNumber)}
                      </SubjectLink>
                    </b>
                    <span className="muted s">
                      <SubjectLink kind="profile" lookup={task.email}>
                        {task.email}
                      </SubjectLink>
                    </span>
                  </span>
                  <span className={styles.stack}>
                    <span>{task.text || copy.what[kind]}</span>
                    {picturesOf(task)}
                  </span>
                  <Badge tone={task.dueOn < today ? 'err' : 'warn'}>
                    {task.dueOn < today ? copy.overdue(task.dueOn) : copy.due(task.dueOn)}
                  </Badge>
                  <Button size="sm" variant="secondary" onClick={() => setAnswering([task])}>
                    {copy.answer}
                    <span className="vh"> {copy.answerOf(task.number)}</span>
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      {answering && (
        <AnswerDialog
          tasks={answering}
          meanwhile={meanwhileOfRows(answering, tasks.data, setAnswering)}
          close={() => setAnswering(null)}
          sent={() => tasks.refetch()}
        />
      )}
    </section>
  );
}

interface AnswerProps {
  tasks: OpenTask[];
  meanwhile: Meanwhile | null;
  close: () => void;
  sent: () => unknown;
}

function AnswerDialog({ tasks, meanwhile, close, sent }: AnswerProps) {
  const [answer, setAnswer] = useState('');
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const submit = useSingleFlight(async () => {
    if (answer.trim() === '') return setMissing(true);
    setProblem(null);
    setBusy(true);
    const outcome = await write(() => client.tasks.admin.answer({ ids: tasks.map(({ id }) => id), answer }));
    setBusy(false);
    if (outcome.outcome !== 'done') {
      setProblem(outcome);
      return void sent();
    }
    const { answered, gone } = outcome.value;
    if (gone.length > 0) toast.info(copy.partly(answered, tasks.length, gone));
    else toast.success(copy.done(answered));
    close();
    await sent();
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={close}
      title={copy.dialogTitle}
      text={tasks.length === 1 ? tasks[0]!.text || copy.what[tasks[0]!.kind] : copy.answerAllText(tasks.length)}
      yes={copy.send}
      lasting={tasks.length}
      busy={busy}
      problem={problem}
      meanwhile={meanwhile}
      onConfirm={() => void submit()}
    >
      <TextArea
        label={copy.label}
        hint={copy.hint}
        rows={5}
        maxLength={2000}
        value={answer}
        error={missing && answer.trim() === '' ? copy.required : undefined}
        onChange={(event) => setAnswer(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
