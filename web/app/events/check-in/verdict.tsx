import { type ReactNode, useEffect, useState } from 'react';
import { common } from '#domain/copy.ts';
import { datesOf } from '#domain/events/days.ts';
import { doorCopy as copy } from '#domain/events/door/copy.ts';
import { isAdmitted, UNDO_MS } from '#domain/events/door/rules.ts';
import { packageOf } from '#domain/events/packages.ts';
import { formatMoney } from '#domain/money.ts';
import { formatDateTime, formatTime } from '#domain/time.ts';
import { type Answer, labelOf } from './device/door-answer.ts';
import type { Answered } from './device/door-queue.ts';
import styles from './verdict.module.css';

type Tone = 'idle' | 'ok' | 'used' | 'no';

const toneOf = ({ verdict }: Answer): Tone =>
  verdict === null ? 'idle' : isAdmitted(verdict) ? 'ok' : verdict === 'used' || verdict === 'choose' ? 'used' : 'no';

interface VerdictProps {
  shown: Answered<Answer> | null;
  /** Lower, where other things need the room. */
  small: boolean;
  /** What is being checked right now. */
  checking: string | null;
  idle: { title: string; text: string };
  last: string | null;
  onUndo: (check: Answered<Answer>) => void;
  onAnyway: (check: Answered<Answer>) => void;
  onChoose: (code: string | null) => void;
  onFind: () => void;
  onAgain: (check: Answered<Answer>) => void;
}

/** The answer in colour and words, always of the same height; what is being checked stands in its corner. */
export function Verdict({ shown, small, checking, idle, last, ...act }: VerdictProps) {
  return (
    <section
      className={styles.verdict}
      data-tone={shown ? toneOf(shown.answer) : 'idle'}
      data-small={small ? (shown ? 'answer' : 'idle') : undefined}
    >
      <div role="status" aria-live="assertive" className={styles.said}>
        {shown ? (
          <Said key={shown.key} check={shown} />
        ) : (
          <>
            <p className={`d ${styles.title}`}>{idle.title}</p>
            <p>{idle.text}</p>
            {last && <p className={styles.last}>{last}</p>}
          </>
        )}
      </div>
      {shown && <Actions key={`${shown.key} actions`} check={shown} {...act} />}
      <p className={styles.checking} role="status">
        {checking && copy.checkingCode(labelOf(checking))}
      </p>
    </section>
  );
}

function Said({ check: { answer, code } }: { check: Answered<Answer> }) {
  const title = answer.verdict ? copy.verdicts[answer.verdict] : copy.notChecked;
  return (
    <>
      <p className={`d ${styles.title}`}>{title}</p>
      {answer.name && answer.verdict !== 'choose' && (
        <p className={styles.name} title={answer.name}>
          {answer.name}
        </p>
      )}
      <p className={styles.text}>
        {answer.verdict === null ? `${labelOf(code)}. ${unchecked(answer)}` : explain(answer)}
      </p>
    </>
  );
}

const unchecked = ({ problem }: Answer) => problem ?? copy.notCheckedText;

/** One sentence or two: which ticket, and why. */
function explain(answer: Answer): string {
  const { verdict, code, number, entry, earlier, position, count, packageId, amount, year, firstDay, listAt } = answer;
  const { explain: say } = copy;
  if (verdict === 'choose') return say.choose;
  if (verdict === 'unknown' || code === null || number === null || year === null)
    return listAt ? say.unknownOnList(formatTime(listAt)) : say.unknown;
  if (verdict === 'used' || verdict === 'clash')
    return say.used(code, entry ? formatDateTime(entry.at) : '', entry?.door ?? '');
  if (verdict === 'unpaid') return say.unpaid(number, amount ? formatMoney(amount) : '');
  if (verdict === 'lapsed') return say.lapsed(number);
  if (verdict === 'cancelled') return say.cancelled(number);
  if (verdict === 'other-year' || verdict === 'wrong-day')
    return say.wrongDay(code, datesOf({ year, firstDay: firstDay ?? undefined }));
  if (listAt) return `${code}. ${say.queued}`;
  const about = [`${code}, ${packageId ? packageOf(packageId).name : ''}.`];
  if (position !== null && (count ?? 1) > 1) about.push(say.position(position, count ?? 1));
  else if (earlier) about.push(say.earlier(formatDateTime(earlier.at)));
  return about.join(' ');
}

type Act = Pick<VerdictProps, 'onUndo' | 'onAnyway' | 'onChoose' | 'onFind' | 'onAgain'>;

function Actions({ check, onUndo, onAnyway, onChoose, onFind, onAgain }: Act & { check: Answered<Answer> }) {
  const { verdict, choices, entry } = check.answer;
  const left = useSecondsLeft(check.at);
  if (verdict === 'choose')
    return (
      <div className={styles.choices}>
        {choices.map(({ code, name, entry: used }) => (
          <Action key={code} onClick={() => onChoose(code)} disabled={used !== null}>
            {code} <small>{used ? `${name}, ${formatTime(used.at)}` : name}</small>
          </Action>
        ))}
        <button type="button" className={styles.close} aria-label={common.cancel} onClick={() => onChoose(null)} />
      </div>
    );
  if (verdict && isAdmitted(verdict))
    return (
      <div className={styles.actions}>
        {left > 0 && entry && verdict === 'valid' && (
          <Action onClick={() => onUndo(check)}>
            {copy.undo} <small aria-hidden="true">{copy.undoLeft(left)}</small>
          </Action>
        )}
      </div>
    );
  return (
    <div className={styles.actions}>
      {verdict === 'used' && <Action onClick={() => onAnyway(check)}>{copy.anyway}</Action>}
      {verdict === null && <Action onClick={() => onAgain(check)}>{copy.again}</Action>}
      {verdict !== 'used' && <Action onClick={onFind}>{copy.find}</Action>}
    </div>
  );
}

function Action({ children, ...button }: { children: ReactNode; onClick: () => void; disabled?: boolean }) {
  return (
    <button type="button" className={styles.action} {...button}>
      {children}
    </button>
  );
}

function useSecondsLeft(since: Date): number {
  const left = () => Math.max(0, Math.ceil((since.getTime() + UNDO_MS - Date.now()) / 1000));
  const [seconds, setSeconds] = useState(left);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `left` reads nothing but `since`
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left()), 250);
    return () => clearInterval(timer);
  }, [since]);
  return seconds;
}
