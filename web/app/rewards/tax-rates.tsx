import { type FormEvent, useState } from 'react';
import { readCents } from '#domain/money.ts';
import { rewardsDeskCopy as copy } from '#domain/rewards/desk-copy.ts';
import { client } from '../api.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/form/field.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { UnsavedTextGuard } from '../ui/form/unsaved-text-guard.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import styles from './admin-rewards.module.css';
import { type Desk, reloadRewards } from './desk.ts';

/** What is withheld of payouts, with its days; without one nothing is paid. */
export function TaxRates({ rates }: { rates: Desk['taxRates'] }) {
  const [from, setFrom] = useState('');
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  // Two decimals of a percent are hundredths of it.
  const rate = readCents(typed.replace('%', ''));
  const isWrong = rate === null || rate > 9_999;
  async function save(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (isWrong || from === '') return;
    setBusy(true);
    setProblem(null);
    const done = await write(() => client.rewards.admin.setTaxRate({ validFrom: from, rate }));
    setBusy(false);
    if (done.outcome !== 'done') return setProblem({ text: done.text });
    toast.success(copy.rateSet);
    setAsked(false);
    setTyped('');
    setFrom('');
    await reloadRewards();
  }
  return (
    <section className={styles.part} aria-labelledby="tax">
      <header className={styles.head}>
        <h2 id="tax" className="d h3">
          {copy.tax}
        </h2>
        <span className="s muted">{copy.taxNote}</span>
      </header>
      <ul className={styles.objections}>
        {rates.map(({ validFrom, rate: of, isValid }) => (
          <li key={validFrom}>
            <b>{copy.rateOf(of)}</b>
            <span>{copy.rateFrom(validFrom)}</span>
            {isValid && <Badge tone="ok">{copy.ruleStates.valid}</Badge>}
          </li>
        ))}
      </ul>
      <form className={styles.rateForm} onSubmit={(event) => void save(event)} noValidate>
        <UnsavedTextGuard when={!busy && typed !== ''} what={copy.tax} />
        <TextField
          type="date"
          label={copy.ruleFields.from}
          value={from}
          {...(asked && from === '' ? { error: copy.dateMissing } : {})}
          onChange={({ target }) => setFrom(target.value)}
        />
        <TextField
          label={copy.rate}
          inputMode="decimal"
          value={typed}
          {...(asked && isWrong ? { error: copy.rateField } : {})}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" variant="secondary" loading={busy}>
          {copy.setRate}
        </Button>
      </form>
      <FormProblem problem={problem} />
    </section>
  );
}
