import { type FormEvent, useState } from 'react';
import { formatNumber } from '#domain/money.ts';
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
        <p className={styles.left} data-low={waitedFor > 0 || undefined}>
          <span>{waitedFor > 0 ? copy.waitedFor : copy.free}</span>
          <b className={`d ${styles.leftNumber}`}>{formatNumber(waitedFor > 0 ? waitedFor : free)}</b>
        </p>
        <div className={styles.limit}>
          <TextField
            type="date"
            label={copy.field}
            value={typed ?? deliversFrom ?? ''}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit" variant="secondary" loading={busy}>
            {copy.save}
          </Button>
        </div>
        <FormProblem problem={problem} />
        <p className="muted s">{copy.fact}</p>
        {deliversFrom !== null && (
          <div>
            <button type="button" className={styles.link} disabled={busy} onClick={() => void save(null)}>
              {copy.clear}
            </button>
          </div>
        )}
      </form>
    </section>
  );
}
