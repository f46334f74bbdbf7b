import { type FormEvent, useState } from 'react';
import { formatNumber } from '#domain/money.ts';
import { stockCopy } from '#domain/stock/copy.ts';
import { MAX_LIMIT } from '#domain/stock/rules.ts';
import { client } from '../api.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/form/field.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import type { Level } from './place-counts.tsx';
import styles from './stock.module.css';

const copy = stockCopy.limit;

/** How much is left beside the limit, and the limit itself. */
export function LimitPanel({ level, onSaved }: { level: Level; onSaved: () => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { places, warnBelow, isLow, left, leftInADay } = level;
  const most = Math.max(places.stock, warnBelow * 2, 10);
  const save = useSingleFlight(async (event: FormEvent) => {
    event.preventDefault();
    const text = (typed ?? String(warnBelow)).trim();
    if (!/^\d{1,6}$/.test(text) || Number(text) > MAX_LIMIT) return setWrong(copy.wrong);
    setBusy(true);
    setProblem(null);
    const outcome = await write(() => client.stock.admin.setLimit({ warnBelow: Number(text) }));
    setBusy(false);
    if (outcome.outcome !== 'done') return setProblem(outcome);
    setTyped(null);
    toast.success(copy.saved);
    onSaved();
  });
  return (
    <section className={styles.panel} aria-label={copy.title}>
      <header className={styles.panelHead}>
        <h2>{copy.title}</h2>
      </header>
      <form className={styles.panelBody} noValidate onSubmit={(event) => void save(event)}>
        <p className={styles.left} data-low={isLow || undefined}>
          <span>{copy.now}</span>
          <b className={`d ${styles.leftNumber}`}>{formatNumber(places.stock)}</b>
        </p>
        <div className={styles.gauge} data-low={isLow || undefined} aria-hidden="true">
          <i style={{ width: `${(100 * places.stock) / most}%` }} />
          <s style={{ left: `${(100 * warnBelow) / most}%` }} />
        </div>
        <p className={`muted s ${styles.scale}`}>
          <span>0</span>
          <span>{copy.below(warnBelow)}</span>
          <span>{formatNumber(most)}</span>
        </p>
        <div className={styles.limit}>
          <TextField
            label={copy.field}
            inputMode="numeric"
            value={typed ?? String(warnBelow)}
            error={wrong}
            onChange={(event) => {
              setTyped(event.target.value);
              setWrong(undefined);
            }}
          />
          <Button type="submit" variant="secondary" loading={busy}>
            {copy.save}
          </Button>
        </div>
        <FormProblem problem={problem} />
        <p className="muted s">{copy.fact(left, leftInADay)}</p>
      </form>
    </section>
  );
}
