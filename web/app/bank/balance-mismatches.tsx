import { type FormEvent, useState } from 'react';
import { statementCopy as copy } from '#domain/bank/copy.ts';
import { parseMinorUnits } from '#domain/bank/money.ts';
import { type Currency, formatMoneyExact } from '#domain/money.ts';
import { client } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { FormError, TextField } from '../ui/form/field.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import styles from './bank.module.css';

interface Balance {
  currency: Currency;
  opening: number | null;
  difference: number | null;
}

/** What keeps a statement from being decided: sums that do not agree, and a total that somebody has to type first. */
export function BalanceMismatches({
  importId,
  balances,
  onTyped,
}: {
  importId: string;
  balances: Balance[];
  onTyped: () => Promise<unknown>;
}) {
  return balances
    .filter(({ difference }) => difference !== 0)
    .map(({ currency, opening, difference }) => (
      <div key={currency} className={`stack ${styles.lines}`}>
        {difference !== null && (
          <FormError title={copy.notWhole(formatMoneyExact({ amount: Math.abs(difference), currency }))} />
        )}
        {opening === null && <TotalForm importId={importId} currency={currency} onTyped={onTyped} />}
      </div>
    ));
}

function TotalForm({
  importId,
  currency,
  onTyped,
}: {
  importId: string;
  currency: Currency;
  onTyped: () => Promise<unknown>;
}) {
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    const amount = parseMinorUnits(typed);
    if (amount === null) return setError(copy.total.unreadable);
    setError(undefined);
    setBusy(true);
    const done = await write(() => client.bank.statements.total({ importId, amount, currency }));
    setBusy(false);
    if (done.outcome !== 'done') return setError(done.text);
    if (done.value.balances.every(({ difference }) => difference === 0)) toast.success(copy.total.right);
    await onTyped();
  }

  return (
    <form className={styles.find} noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label={`${copy.total.label}, ${currency}`}
        hint={copy.total.hint}
        error={error}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" variant="secondary" loading={busy} disabled={typed.trim() === ''}>
        {copy.total.submit}
      </Button>
    </form>
  );
}
