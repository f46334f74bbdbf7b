import { useEffect, useRef, useState } from 'react';
import { requests } from '#domain/accounts/copy.ts';
import { TextArea } from '../../ui/form/field.tsx';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import type { Meanwhile } from '../../ui/overlay/meanwhile-notice.tsx';
import styles from './registration-requests.module.css';
import { nameOf, type Request } from './request-name.ts';

interface Props {
  /** Who is rejected; `null`: nobody is asked about. */
  rows: readonly Request[] | null;
  meanwhile: Meanwhile | null;
  close: () => void;
  /** Answers with what stood in the way; the reason stays until there is nothing. */
  reject: (rows: readonly Request[], reason: string) => Promise<Problem | null>;
}

/** Asks once more, once for all of them, and for the reason that the applicants will read. */
export function RejectDialog({ rows, meanwhile, close, reject }: Props) {
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  /** Stays readable while the dialog closes. */
  const [last, setLast] = useState<readonly Request[]>(rows ?? []);
  const open = rows !== null;
  useEffect(() => {
    if (!open) return;
    setReason('');
    setTried(false);
    setProblem(null);
  }, [open]);
  useEffect(() => {
    // Those that are being rejected have left the list.
    if (rows && !busy) setLast(rows);
  }, [rows, busy]);
  const [one] = last;
  const many = last.length > 1;

  async function confirm() {
    setTried(true);
    if (reason.trim() === '') return field.current?.focus();
    if (!rows || busy) return;
    setBusy(true);
    setProblem(null);
    setProblem(await reject(rows, reason.trim()));
    setBusy(false);
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && !busy && close()}
      title={many ? requests.deleteManyTitle(last.length) : requests.deleteTitle}
      text={many ? requests.deleteManyText : one && requests.deleteText(nameOf(one), one.email)}
      yes={many ? requests.deleteManyYes(last.length) : requests.deleteYes}
      danger
      lasting={last.length}
      busy={busy}
      problem={problem}
      meanwhile={meanwhile}
      onConfirm={() => void confirm()}
    >
      <fieldset className={styles.reasons} aria-label={requests.reasons}>
        {requests.readyReasons.map((ready) => (
          <button key={ready} type="button" aria-pressed={reason === ready} onClick={() => setReason(ready)}>
            {ready}
          </button>
        ))}
      </fieldset>
      <TextArea
        ref={field}
        label={requests.deleteReason}
        hint={many ? requests.deleteReasonHint : undefined}
        error={tried && reason.trim() === '' ? requests.deleteReasonRequired : undefined}
        maxLength={1000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  );
}
