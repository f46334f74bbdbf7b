import { type CSSProperties, useState } from 'react';
import { stockCopy, stockRefusals } from '#domain/stock/copy.ts';
import { LARGEST_INTAKE } from '#domain/stock/rules.ts';
import { LAST_MOMENT_SECONDS, UNDO_SECONDS, WARNING_READ_SECONDS } from '#domain/undo.ts';
import { client } from '../api.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/form/field.tsx';
import { FileDrop } from '../ui/form/file-drop.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { UnsavedTextGuard } from '../ui/form/unsaved-text-guard.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { saveFile } from '../ui/save-file.ts';
import { write } from '../write.ts';
import styles from './intake.module.css';
import { ShelfField } from './shelf-field.tsx';
import shared from './stock.module.css';
import { waitingOrderNumbers } from './waiting-order-numbers.ts';

const copy = stockCopy.intake;
type Checked = Awaited<ReturnType<typeof client.stock.admin.check>>;

/** Reading ten thousand rows takes seconds. Milliseconds. */
const READING = 30_000;

/** The chosen file: what was read of it, and receiving what is new. */
function useIntake(onTaken: () => void) {
  const [chosen, setChosen] = useState<{ file: File; key: string; checked: Checked } | null>(null);
  const [document, setDocument] = useState('');
  const [shelf, setShelf] = useState('');
  const [busy, setBusy] = useState<'checking' | 'taking' | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  /** What of the file before was not received. */
  const [rest, setRest] = useState<Checked['problems']>([]);

  const check = useSingleFlight(async (file: File) => {
    setProblem(null);
    setChosen(null);
    setRest([]);
    if (file.size > LARGEST_INTAKE) return setProblem({ text: stockRefusals.INTAKE_UNREADABLE({ name: file.name }) });
    setBusy('checking');
    const read = await write(() => client.stock.admin.check({ file }), { patience: READING });
    setBusy(null);
    if (read.outcome !== 'done') return setProblem(read);
    setChosen({ file, key: crypto.randomUUID(), checked: read.value });
  });

  const take = useSingleFlight(async () => {
    const { file, key, checked } = chosen!;
    setBusy('taking');
    setProblem(null);
    const asked = { file, key, document: document.trim(), shelf: shelf.trim() };
    const taken = await write(() => client.stock.admin.take(asked), {
      patience: READING,
      failed: copy.failed,
    });
    setBusy(null);
    if (taken.outcome !== 'done') return setProblem(taken);
    const { intake, fresh, inStock, problems } = taken.value;
    setChosen(null);
    // An answer that was lost and asked for again tells none.
    setRest(problems.length > 0 ? problems : checked.problems);
    setDocument('');
    setShelf('');
    onTaken();
    toast.success(copy.done(intake, fresh, inStock), {
      label: copy.undo,
      lasts: UNDO_SECONDS * 1000,
      onPress: () => void undo({ intake, fresh }),
    });
  });

  /** `seen`: orders that wait because of it, once the server has told them. */
  async function undo(taken: { intake: number; fresh: number }, seen: number[] = []) {
    const { intake: number, fresh } = taken;
    const undone = await write<{ removed: number }>(() => client.stock.admin.undo({ number, seen }), {
      arrived: ({ code }) => (code === 'INTAKE_GONE' ? { removed: fresh } : undefined),
    });
    onTaken();
    if (undone.outcome === 'done') return toast.success(copy.undone(undone.value.removed));
    if (undone.code !== 'INTAKE_AWAITED') return toast.error(undone.text);
    const told = waitingOrderNumbers(undone.data);
    toast.error(undone.text, {
      label: copy.undoAnyway,
      lasts: (WARNING_READ_SECONDS - LAST_MOMENT_SECONDS) * 1000,
      onPress: () => void undo(taken, told),
    });
  }

  const drop = () => {
    setChosen(null);
    setProblem(null);
  };
  return { chosen, rest, drop, document, setDocument, shelf, setShelf, busy, problem, check, take };
}

/** A file is read and nothing is written; what is new in it is received with one press, the rest comes back as a file. */
export function IntakeFile({ onTaken }: { onTaken: () => void }) {
  const { chosen, rest, drop, document, setDocument, shelf, setShelf, busy, problem, check, take } = useIntake(onTaken);
  if (!chosen)
    return (
      <>
        <FileDrop
          title={busy === 'checking' ? copy.checking : copy.choose}
          hint={copy.hint}
          accept=".csv,.txt,.xlsx,text/csv"
          busy={busy === 'checking'}
          onFile={(file) => void check(file)}
        />
        <FormProblem problem={problem} />
        <Rest problems={rest} />
      </>
    );
  const { file, checked } = chosen;
  return (
    <>
      <UnsavedTextGuard when={busy === null && (document !== '' || shelf !== '')} what={copy.title} />
      <div className={styles.chosen}>
        <span className={shared.pair}>
          <b>{file.name}</b>
          <span className="muted">{copy.size(checked.lines, file.size)}</span>
        </span>
        <Button size="sm" variant="secondary" disabled={busy !== null} onClick={drop}>
          {copy.other}
        </Button>
      </div>
      <Result checked={checked} />
      <Problems problems={checked.problems} />
      <TextField
        label={copy.document}
        hint={copy.documentHint}
        optional
        maxLength={100}
        value={document}
        onChange={(event) => setDocument(event.target.value)}
      />
      <ShelfField value={shelf} onType={setShelf} />
      <FormProblem problem={problem} />
      <Button
        full
        loading={busy === 'taking'}
        loadingLabel={copy.taking}
        disabled={checked.fresh === 0}
        onClick={() => void take()}
      >
        {copy.go(checked.fresh)}
      </Button>
      <Rest problems={checked.problems} />
    </>
  );
}

/** The rows that are not received, as a file; also once the others were. */
function Rest({ problems }: Pick<Checked, 'problems'>) {
  if (problems.length === 0) return null;
  return (
    <p className="muted s">
      {copy.rest(problems.length)}{' '}
      <button type="button" className={shared.link} onClick={() => saveFile(restOf(problems))}>
        {copy.download}
      </button>
    </p>
  );
}

function Result({ checked: { fresh, problems } }: { checked: Checked }) {
  const doubled = problems.filter(({ problem }) => problem.kind === 'exists' || problem.kind === 'twice').length;
  const rows = [
    { label: copy.fresh, count: fresh, colour: 'var(--bar-green)' },
    { label: copy.doubled, count: doubled, colour: 'var(--bar-yellow)' },
    { label: copy.wrong, count: problems.length - doubled, colour: 'var(--bar-red)' },
  ];
  return (
    <dl className={styles.result} aria-live="polite">
      {rows.map(({ label, count, colour }) => (
        <div key={label}>
          <dt style={{ '--k': colour } as CSSProperties}>{label}</dt>
          <dd>{count}</dd>
        </div>
      ))}
    </dl>
  );
}

/** So many are listed; all of them are in the file that comes back. */
const LISTED = 50;

function Problems({ problems }: { problems: Checked['problems'] }) {
  if (problems.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <ul className={styles.problems} aria-label={copy.problems} tabIndex={0}>
      {problems.slice(0, LISTED).map(({ line, text, problem }) => (
        <li key={line}>
          <span className="muted">{copy.line(line)}</span>
          <span>
            <b>{text}</b>
            <br />
            {stockCopy.problem(reviveSince(problem))}
          </span>
        </li>
      ))}
    </ul>
  );
}

type Wire = Checked['problems'][number]['problem'];
export const reviveSince = (problem: Wire): Parameters<typeof stockCopy.problem>[0] =>
  problem.kind === 'exists' ? { ...problem, since: new Date(problem.since) } : problem;

/** A formula in a cell is never calculated: every text that could begin one is quoted by its own apostrophe. */
const restOf = (problems: Checked['problems']): File => {
  const lines = problems.map(({ text, problem }) =>
    [text, stockCopy.problem(reviveSince(problem))]
      .map((cell) => `"${cell.replace(/^[=+\-@\t]/, "'$&").replaceAll('"', '""')}"`)
      .join(';'),
  );
  return new File([`\ufeff${lines.join('\r\n')}\r\n`], copy.restFile, { type: 'text/csv' });
};
