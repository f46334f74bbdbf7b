import { useState } from 'react';
import { sales } from '#domain/orders/copy.ts';
import { client } from '../../api.ts';
import { useSingleFlight } from '../../single-flight.ts';
import { Checkbox, TextField } from '../../ui/form/field.tsx';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import { useWriteKeys } from '../../write-keys.ts';
import styles from '../orders.module.css';

/** Keeps the list as its address describes it, under a name. */
export function SaveViewDialog({ query, close, saved }: { query: string; close: () => void; saved: () => unknown }) {
  const keys = useWriteKeys();
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  const save = useSingleFlight(async () => {
    const called = name.trim();
    setMissing(called === '');
    if (called === '') return;
    setProblem(null);
    setBusy(true);
    const view = { name: called, query, isShared };
    const id = keys.of(view);
    const outcome = await write(() => client.orders.admin.saveView({ id, ...view }));
    setBusy(false);
    if (outcome.outcome !== 'done') return setProblem(outcome);
    toast.success(sales.saved(called));
    close();
    await saved();
  });

  return (
    <ConfirmDialog
      open
      onOpenChange={close}
      title={sales.save}
      text={sales.saveText}
      yes={sales.save}
      busy={isBusy}
      problem={problem}
      onConfirm={() => void save()}
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label={sales.name}
          value={name}
          maxLength={40}
          error={isMissing ? sales.required : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <Checkbox label={sales.shared} checked={isShared} onChange={(event) => setShared(event.target.checked)} />
      </form>
    </ConfirmDialog>
  );
}
