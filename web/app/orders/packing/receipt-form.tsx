import { type FormEvent, useEffect, useRef, useState } from 'react';
import { packingCopy } from '#domain/fulfilment/desk-copy.ts';
import type { FiscalKind } from '#domain/fulfilment/rules.ts';
import { client } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, TextField } from '../../ui/form/field.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import styles from './next-step.module.css';
import type { StepProps } from './packing-row.ts';

const copy = packingCopy.receipt;

/** The number that the company's own fiscal device, or SEF, gave: without it nothing is handed over. */
export function ReceiptForm({ packing, reload, onDone }: StepProps & { onDone: () => void }) {
  const { isCompany } = packing;
  const [typed, setTyped] = useState(packing.receipt?.number ?? '');
  const [isNotThere, setNotThere] = useState(packing.receipt?.kind === 'not_in_sef');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);

  async function enter(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const kind: FiscalKind = isCompany ? (isNotThere ? 'not_in_sef' : 'sef') : 'receipt';
    setBusy(true);
    const sent = await write(
      () => client.fulfilment.admin.enterReceipt({ order: packing.id, kind, number: isNotThere ? '' : typed }),
      { failed: copy.failed },
    );
    setBusy(false);
    if (sent.outcome !== 'done') {
      setError(sent.text);
      return field.current?.focus();
    }
    toast.success(copy.done);
    onDone();
    await reload();
  }

  return (
    <form className={styles.pack} onSubmit={(event) => void enter(event)}>
      <div className={styles.words}>
        <b>{copy.title(isCompany)}</b>
        <p>{copy.text(isCompany)}</p>
      </div>
      <div className={styles.fields} data-wide>
        <TextField
          ref={field}
          label={copy.number(isCompany)}
          placeholder={isCompany ? undefined : copy.placeholder}
          value={isNotThere ? '' : typed}
          disabled={isNotThere}
          error={error || undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          onChange={(event) => {
            setTyped(event.target.value);
            setError('');
          }}
          onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        />
        <Button type="submit" loading={busy} loadingLabel={copy.busy}>
          {copy.go}
        </Button>
      </div>
      {isCompany && (
        <Checkbox label={copy.not} checked={isNotThere} onChange={(event) => setNotThere(event.target.checked)} />
      )}
    </form>
  );
}
