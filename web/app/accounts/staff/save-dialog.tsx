import { useState } from 'react';
import type { Duty } from '#domain/access.ts';
import { staffCopy } from '#domain/accounts/staff/copy.ts';
import { dutyList } from '#domain/accounts/staff/duty-copy.ts';
import { useSingleFlight } from '../../single-flight.ts';
import { TextField } from '../../ui/form/field.tsx';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import type { Change } from './duty-drafts.ts';
import styles from './staff.module.css';

const copy = staffCopy.proof;

/** Everything that will change and why; the proof that it is the super-admin is asked for when the server wants one. */
export function SaveDialog({
  changes,
  onClose,
  onSave,
}: {
  changes: readonly Change[];
  onClose: () => void;
  /** Resolves to what went wrong. */
  onSave: (reason: string) => Promise<Problem | null>;
}) {
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const save = useSingleFlight(async () => {
    if (reason.trim() === '') return setWrong(copy.reasonMissing);
    setBusy(true);
    setProblem(null);
    setProblem(await onSave(reason.trim()));
    setBusy(false);
  });
  const lines = changes.flatMap(({ row, given, taken, duties, isFirst }): Line[] =>
    isFirst
      ? [{ what: copy.keeps, duties, name: row.name }]
      : [
          { what: copy.gives, duties: given, name: row.name },
          { what: copy.takes, duties: taken, name: row.name },
        ].filter((line) => line.duties.length > 0),
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={copy.title}
      text={copy.text(changes.length)}
      yes={copy.save}
      no={copy.cancel}
      busy={busy}
      problem={problem}
      onConfirm={() => void save()}
    >
      <div className={styles.saving}>
        <ul className={styles.lines}>
          {lines.map(({ what, duties, name }) => (
            <li key={`${what} ${name}`}>
              <span className="muted">{what}</span>
              <span>
                <b>{wordsOf(duties)}</b> · {name}
              </span>
            </li>
          ))}
        </ul>
        <TextField
          label={copy.reason}
          hint={copy.reasonHint}
          maxLength={300}
          value={reason}
          error={wrong}
          onChange={(event) => {
            setReason(event.target.value);
            setWrong(undefined);
          }}
        />
      </div>
    </ConfirmDialog>
  );
}

interface Line {
  what: string;
  duties: readonly Duty[];
  name: string;
}

const wordsOf = (duties: readonly Duty[]) => (duties.length ? dutyList(duties) : staffCopy.giving.nothing);
