import { useState } from 'react';
import { people } from '#domain/accounts/people-copy.ts';
import { ERASED_WITHIN_DAYS, lastDayBefore, lastDayOfNotice } from '#domain/accounts/retention.ts';
import { daysLater } from '#domain/day.ts';
import { dayOf, formatDateInSentence } from '#domain/time.ts';
import { client } from '../api.ts';
import { withProof } from '../proof.tsx';
import { useSingleFlight } from '../single-flight.ts';
import { TextArea } from '../ui/form/field.tsx';
import type { Problem } from '../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import type { Meanwhile } from '../ui/overlay/meanwhile-notice.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { type Outcome, write } from '../write.ts';
import styles from './people.module.css';
import type { PersonRow } from './people-columns.tsx';

const copy = people.ending;
export type Way = 'notice' | 'takeBack' | 'atOnce';

/** What has become of somebody's contract. */
export function ContractState({ row: { closedAt, terminatesAt } }: { row: PersonRow }) {
  if (closedAt)
    return <p className={styles.ending}>{copy.closed(formatDateInSentence(closedAt), erasedAfter(closedAt))}</p>;
  if (!terminatesAt) return null;
  return <p className={styles.ending}>{copy.running(formatDateInSentence(lastDayBefore(new Date(terminatesAt))))}</p>;
}

interface Props {
  row: PersonRow;
  way: Way;
  meanwhile: Meanwhile | null;
  /** Shows the change at once and the server's row when it has answered. */
  save: (id: string, change: Partial<PersonRow>, ask: () => Promise<Outcome<PersonRow>>) => Promise<Outcome<PersonRow>>;
  close: () => void;
}

/** The two ways in which we end a contract, and the withdrawal of a notice: what will happen, and until when, before it happens. */
export function EndDialog({ row, way, meanwhile, save, close }: Props) {
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const now = new Date();
  const lastDay = lastDayOfNotice(now);

  const confirm = useSingleFlight(async () => {
    if (way === 'atOnce' && reason.trim() === '') return setWrong(copy.reasonRequired);
    setBusy(true);
    setProblem(null);
    const { people: asked } = client.accounts.admin;
    const end = () =>
      way === 'atOnce'
        ? write(() => asked.terminate({ id: row.id, reason }), {
            failed: copy.error,
            // Just now, by the request whose answer was lost; the list is read again with the next change of it.
            arrived: ({ code }) =>
              code === 'PERSON_CLOSED' ? { ...row, closedAt: new Date().toISOString() } : undefined,
          })
        : write(() => asked.notice({ id: row.id, on: way === 'notice', reason }), { failed: copy.error });
    const outcome = await save(row.id, {}, () => withProof(end));
    setBusy(false);
    if (outcome.outcome !== 'done') return setProblem(outcome);
    toast.success(copy.done[way]);
    close();
  });

  const day = formatDateInSentence(lastDay);
  const text = way === 'notice' ? copy.noticeText(row.email, day) : copy[`${way}Text`](row.email);
  const points =
    way === 'notice'
      ? copy.noticePoints(day, erasedAfter(daysLater(lastDay, 1)))
      : way === 'atOnce'
        ? copy.atOncePoints(erasedAfter(now))
        : [];
  return (
    <ConfirmDialog
      open
      onOpenChange={close}
      title={copy.title[way]}
      text={text}
      yes={copy.yes[way]}
      danger={way !== 'takeBack'}
      busy={busy}
      problem={problem}
      meanwhile={meanwhile}
      onConfirm={() => void confirm()}
    >
      {points.length > 0 && (
        <div className={styles.erase}>
          <h3 className="d h4">{people.erase.what}</h3>
          <ul>
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
          <TextArea
            label={way === 'atOnce' ? copy.reasonForCause : copy.reason}
            hint={copy.reasonHint}
            optional={way === 'notice'}
            rows={3}
            maxLength={1000}
            value={reason}
            error={wrong}
            onChange={(event) => {
              setReason(event.target.value);
              setWrong(undefined);
            }}
          />
        </div>
      )}
    </ConfirmDialog>
  );
}

const erasedAfter = (closed: Date | string): string =>
  formatDateInSentence(daysLater(dayOf(new Date(closed)), ERASED_WITHIN_DAYS));
