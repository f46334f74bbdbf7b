import { type FormEvent, useState } from 'react';
import { ownRewardsCopy as copy } from '#domain/rewards/own-copy.ts';
import { client } from '../api.ts';
import { withProof } from '../proof.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/form/field.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { UnsavedTextGuard } from '../ui/form/unsaved-text-guard.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import styles from './my-rewards.module.css';

/** Asked for before the first payout, once, with a fresh proof. */
export function TaxNumber({ reload }: { reload: () => Promise<unknown> }) {
  const [number, setNumber] = useState('');
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const isMissing = number.replaceAll(/\s/g, '').length !== 13;
  async function save(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (isMissing) return;
    setBusy(true);
    setProblem(null);
    const saved = await withProof(() => write(() => client.rewards.own.nameTaxNumber({ number })), {
      lead: copy.taxProof,
    });
    setBusy(false);
    if (saved.outcome !== 'done') return setProblem(saved);
    toast.success(copy.taxSaved);
    setNumber('');
    await reload();
  }
  return (
    <form className={styles.card} onSubmit={(event) => void save(event)} noValidate>
      <UnsavedTextGuard when={number !== '' && !busy} what={{ payment: true }} />
      <h3>{copy.taxTitle}</h3>
      <p className="s muted">{copy.taxHint}</p>
      <FormProblem problem={problem} />
      <div className={styles.oneField}>
        <TextField
          label={copy.taxLabel}
          hint={copy.taxFieldHint}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          value={number}
          {...(asked && isMissing ? { error: copy.taxMissing } : {})}
          onChange={({ target }) => setNumber(target.value)}
        />
        <Button type="submit" loading={busy}>
          {copy.taxSave}
        </Button>
      </div>
    </form>
  );
}
