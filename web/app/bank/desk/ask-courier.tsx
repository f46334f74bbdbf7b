import { type FormEvent, useState } from 'react';
import { courierPayoutCopy as words } from '#domain/bank/courier-copy.ts';
import { PAYOUT_MARK_MAX } from '#domain/bank/courier-payouts.ts';
import { client } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { FormProblem, type Problem } from '../../ui/form/form-problem.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import styles from './courier-panel.module.css';

type Payout = Awaited<ReturnType<typeof client.bank.courier.read>>;

/** Asks the courier which parcels it pays: now, or by a mark that somebody knows. What it said and agrees is not asked again. */
export function AskCourier({ id, payout, onAsked }: { id: string; payout: Payout; onAsked: () => void }) {
  const [mark, setMark] = useState(payout.reference);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { question, failures, parcels } = payout;
  if (question === 'waiting' && failures === 0) return null;
  if (question === 'answered' && parcels.length > 0 && parcels.every(({ finding }) => finding === 'matches'))
    return null;
  // Once it has named parcels, its mark is right.
  const isMarked = question === 'answered' && parcels.length > 0;

  async function ask(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(null);
    const reference = isMarked ? undefined : mark.trim() || undefined;
    const done = await write(() => client.bank.courier.ask({ id, reference }));
    setBusy(false);
    if (done.outcome !== 'done') return setProblem(done);
    toast.success(words.asked);
    onAsked();
  }

  return (
    <form className={styles.ask} noValidate onSubmit={(event) => void ask(event)}>
      {!isMarked && (
        <TextField
          label={words.mark}
          autoComplete="off"
          maxLength={PAYOUT_MARK_MAX}
          value={mark}
          onChange={(event) => setMark(event.target.value)}
        />
      )}
      <FormProblem problem={problem} />
      <div>
        <Button type="submit" size="sm" variant="secondary" loading={busy}>
          {question === 'unnamed' ? words.askBy : words.askNow}
        </Button>
      </div>
    </form>
  );
}
