import { type FormEvent, useState } from 'react';
import { stockCopy } from '#domain/stock/copy.ts';
import { client } from '../api.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/form/field.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import type { Level } from './place-counts.tsx';
import styles from './stock.module.css';

const copy = stockCopy.delivery;

/** How many devices nobody waits for, and from when is delivered what nobody has yet. */
export function DeliveryPanel({ level, onSaved }: { level: Level; onSaved: () => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { free, waitedFor, deliversFrom } = level;
  const save = useSingleFlight(async (day: string | null) => {
    setBusy(true);
    setProblem(null);
    const outcome = await write(() => client.stock.admin.setDeliversFrom({ day }));
    setBusy(false);
    if (outcome.outcome !== 'done') return setProblem(outcome);
    setTyped(null);
    toast.success(day === null ? copy.cleared : copy.saved);
    onSaved();
  });
  return (
    <section className={styles.panel} aria-label={copy.title}>
      <header className={styles.panelHead}>
        <h2>{copy.title}</h2>
      </header>
      <form
        className={styles.panelBody}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void save((typed ?? deliversFrom) || null);
        }}
      >
        <p>{waitedFor > 0 ? copy.waitedFor(waitedFor) : copy.free(free)}</p>
        <TextField
          type="date"
          label={copy.field}
          hint={copy.hint}
          value={typed ?? deliversFrom ?? ''}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className="row">
          <Button type="submit" size="sm" variant="secondary" loading={busy}>
            {copy.save}
          </Button>
          {deliversFrom !== null && (
            <Button size="sm" variant="ghost" disabled={busy} onClick={() => void save(null)}>
              {copy.clear}
            </Button>
          )}
        </div>
        <FormProblem problem={problem} />
      </form>
    </section>
  );
}
