import { useState } from 'react';
import { formatDinars } from '#domain/money.ts';
import { ownRewardsCopy as copy } from '#domain/rewards/own-copy.ts';
import { formatDate } from '#domain/time.ts';
import { client } from '../api.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Badge } from '../ui/badge.tsx';
import { TextArea } from '../ui/form/field.tsx';
import type { Problem } from '../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { saveFile } from '../ui/save-file.ts';
import { write } from '../write.ts';
import { useWriteKeys } from '../write-keys.ts';
import styles from './my-rewards.module.css';
import type { OwnRewards } from './own-rewards.ts';

type Statement = OwnRewards['statements'][number];
const TONES = { payable: 'info', paid: 'ok', carried: 'warn', held: 'warn' } as const;

async function takePaper(id: string): Promise<void> {
  try {
    saveFile(await client.rewards.own.statementPdf({ id }));
  } catch {
    toast.error(copy.pdfFailed);
  }
}

/** Months that wait to be closed, then statements, the newest first. */
export function OwnStatements({
  rewards: { statements, open },
  reload,
}: {
  rewards: OwnRewards;
  reload: () => Promise<unknown>;
}) {
  const [objecting, setObjecting] = useState<Statement | null>(null);
  const download = useSingleFlight(takePaper);
  return (
    <section className={styles.card} aria-labelledby="rewards-statements">
      <h3 id="rewards-statements">{copy.statements}</h3>
      {statements.length + open.length === 0 && <p className="s muted">{copy.noStatements}</p>}
      <ul className={styles.statements}>
        {open.map(({ month, amount, from }) => (
          <li key={month}>
            <div>
              <b>{copy.monthWithYear(month)}</b>
              <small className="muted">{copy.closesFrom(from)}</small>
            </div>
            <Badge tone="warn">{copy.waitsForClosing}</Badge>
            <p className={styles.amount}>
              <b>{formatDinars(amount)}</b>
              <small className="muted">{copy.provisional}</small>
            </p>
          </li>
        ))}
        {statements.map((one) => (
          <li key={one.id}>
            <div>
              <b>{copy.monthWithYear(one.month)}</b>
              <small className="muted">{noteOf(one)}</small>
              {one.objectUntil && (
                <button
                  type="button"
                  className={styles.link}
                  aria-label={copy.objectOf(one.month)}
                  onClick={() => setObjecting(one)}
                >
                  {copy.object}
                </button>
              )}
            </div>
            <Badge tone={TONES[one.state]}>{copy.states[one.state]}</Badge>
            <p className={styles.amount}>
              <b>{formatDinars(one.gross)}</b>
              {one.carried !== 0 && <small className="muted">{copy.carriedIn(one.carried)}</small>}
              {one.net !== null && one.tax !== null && <small className="muted">{copy.net(one.net, one.tax)}</small>}
              <button
                type="button"
                className={styles.link}
                aria-label={copy.pdfOf(one.month)}
                onClick={() => void download(one.id)}
              >
                {copy.pdf}
              </button>
            </p>
            {one.objection && (
              <small className={styles.said}>
                {one.objection.answer === null
                  ? copy.objectionWaits(one.objection.dueOn)
                  : copy.answered(one.objection.answer)}
              </small>
            )}
          </li>
        ))}
      </ul>
      <p className="s muted">{copy.complaint}</p>
      {objecting && (
        <ObjectDialog
          statement={objecting}
          onClose={() => setObjecting(null)}
          onDone={async () => {
            setObjecting(null);
            await reload();
          }}
        />
      )}
    </section>
  );
}

function noteOf({ state, holdReason, waits, paidOn, smallest, carriedInto }: Statement): string {
  if (state === 'paid') return formatDate(paidOn!);
  if (state === 'carried') return copy.carried(smallest, carriedInto);
  if (state === 'held') return copy.held[holdReason ?? 'staff'];
  return waits ? copy.waits[waits] : '';
}

function ObjectDialog({
  statement,
  onClose,
  onDone,
}: {
  statement: Statement;
  onClose: () => void;
  onDone: () => Promise<void>;
}) {
  const keys = useWriteKeys();
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  async function send() {
    if (text.trim() === '') return setMissing(true);
    setBusy(true);
    const id = keys.of(text);
    const sent = await write(() => client.rewards.own.object({ statement: statement.id, id, text }));
    setBusy(false);
    if (sent.outcome !== 'done') return setProblem({ text: sent.text });
    toast.success(copy.objected(sent.value.dueOn));
    await onDone();
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={copy.objectTitle(statement.month)}
      text={copy.objectText(statement.objectUntil!)}
      yes={copy.objectSend}
      busy={busy}
      problem={problem}
      onConfirm={() => void send()}
    >
      <TextArea
        label={copy.objectLabel}
        value={text}
        maxLength={2_000}
        {...(isMissing && text.trim() === '' ? { error: copy.objectMissing } : {})}
        onChange={({ target }) => setText(target.value)}
      />
    </ConfirmDialog>
  );
}
