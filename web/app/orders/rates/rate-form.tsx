import { type FormEvent, useState } from 'react';
import { parseExchangeRate, rateNow } from '#domain/orders/transfer/rates.ts';
import { ratesCopy as copy } from '#domain/orders/transfer/rates-copy.ts';
import { dayOf } from '#domain/time.ts';
import { client } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form/field.tsx';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { UnsavedTextGuard } from '../../ui/form/unsaved-text-guard.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import styles from './rates.module.css';
import type { Rates } from './rates.ts';

/** A rate from a day on; what it changes is read once more before it is set. */
export function RateForm({ rates, onSet }: { rates: Rates; onSet: (rates: Rates) => void }) {
  const [from, setFrom] = useState('');
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState(false);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const rate = parseExchangeRate(typed);
  const said = rate !== null && from !== '' && copy.text(from, rate, rateNow(rates));

  function ask(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    setProblem(null);
    if (rate !== null && from !== '') setAsking(true);
  }

  async function save() {
    setBusy(true);
    const done = await write(() => client.orders.admin.rates.set({ validFrom: from, rate: rate! }));
    setBusy(false);
    if (done.outcome !== 'done') return setProblem(done);
    setAsking(false);
    setAsked(false);
    setTyped('');
    setFrom('');
    onSet(done.value);
    toast.success(copy.done);
  }

  return (
    <>
      <form className={styles.form} onSubmit={ask} noValidate>
        <UnsavedTextGuard when={!busy && typed !== ''} what={copy.title} />
        <TextField
          type="date"
          label={copy.from}
          value={from}
          error={asked && from === '' ? copy.dateMissing : undefined}
          onChange={({ target }) => setFrom(target.value)}
        />
        <TextField
          label={copy.field}
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          error={asked && rate === null ? copy.wrong : undefined}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" variant="secondary">
          {copy.set}
        </Button>
      </form>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={copy.question}
        text={[said, from <= dayOf(new Date()) && copy.today].filter(Boolean).join(' ')}
        yes={copy.yes}
        busy={busy}
        problem={problem}
        onConfirm={() => void save()}
      />
    </>
  );
}
