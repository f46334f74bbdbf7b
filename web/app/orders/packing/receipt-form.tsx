import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { packingCopy } from '#domain/fulfilment/desk-copy.ts';
import { type FiscalKind, readFiscalNumber } from '#domain/fulfilment/rules.ts';
import { client } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, TextField } from '../../ui/form/field.tsx';
import { UnsavedTextGuard } from '../../ui/form/unsaved-text-guard.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import styles from './next-step.module.css';
import type { PackingRow, StepProps } from './packing-row.ts';
import { useFirstFocus } from './use-first-focus.ts';

const copy = packingCopy.receipt;

/** What was entered, as one text: another one is another form. */
export const receiptFormKey = ({ receipt }: PackingRow): string =>
  receipt ? `${receipt.kind} ${receipt.number}` : 'none';

export interface ReceiptFormProps extends StepProps {
  /** The order as it is now: `packing` stays as it was while something is typed. */
  now: PackingRow;
  onTyping: (isTyping: boolean) => void;
  onDone: () => void;
}

/** What is typed, whether something else was entered meanwhile, and entering it. */
function useReceipt(
  { packing, now, reload, onTyping, onDone }: ReceiptFormProps,
  field: RefObject<HTMLInputElement | null>,
) {
  const { isCompany } = packing;
  const [typed, setTyped] = useState(packing.receipt?.number ?? '');
  const [isNotThere, setNotThere] = useState(packing.receipt?.kind === 'not_in_sef');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const kind: FiscalKind = isCompany ? (isNotThere ? 'not_in_sef' : 'sef') : 'receipt';
  const number = isNotThere ? '' : typed;
  const { receipt } = now;
  const isThere = receipt?.kind === kind && receipt.number === readFiscalNumber(kind, number);
  const wasThere = packing.receipt;
  const isTyping =
    !isThere && (typed.trim() !== (wasThere?.number ?? '') || isNotThere !== (wasThere?.kind === 'not_in_sef'));
  const isOther = isTyping && !busy && receiptFormKey(now) !== receiptFormKey(packing);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when typing begins or ends
  useEffect(() => onTyping(isTyping), [isTyping]);

  async function enter(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const over = receipt?.number ?? null;
    setBusy(true);
    const sent = await write(() => client.fulfilment.admin.enterReceipt({ order: packing.id, kind, number, over }), {
      failed: copy.failed,
    });
    if (sent.outcome === 'done') {
      toast.success(copy.done);
      showNew();
      // Nothing is unsaved while the page hears of it.
      await reload();
      return setBusy(false);
    }
    setBusy(false);
    field.current?.focus();
    if (sent.code !== 'RECEIPT_CHANGED') return setError(sent.text);
    toast.error(sent.text);
    await reload();
  }

  function showNew() {
    onTyping(false);
    onDone();
  }

  function type(text: string) {
    setTyped(text);
    setError('');
  }
  const other = isOther ? receipt : null;
  return { number, isNotThere, setNotThere, type, error, isTyping, busy, other, enter, showNew };
}

/**
 * The number that the company's own fiscal device, or SEF, gave: without it nothing is handed over. What a colleague enters
 * while it is typed is said, and takes nothing away.
 */
export function ReceiptForm(props: ReceiptFormProps) {
  const { isCompany } = props.packing;
  const field = useRef<HTMLInputElement>(null);
  useFirstFocus(field);
  const { number, isNotThere, setNotThere, type, error, isTyping, busy, other, enter, showNew } = useReceipt(
    props,
    field,
  );
  return (
    <form className={styles.pack} onSubmit={(event) => void enter(event)}>
      <UnsavedTextGuard when={isTyping && !busy} what={copy.number(isCompany)} />
      <div className={styles.words}>
        <b>{copy.title(isCompany)}</b>
        <p>{copy.text(isCompany)}</p>
      </div>
      <div className={styles.fields} data-wide>
        <TextField
          ref={field}
          label={copy.number(isCompany)}
          placeholder={isCompany ? undefined : copy.placeholder}
          value={number}
          disabled={isNotThere}
          error={error || undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        />
        <Button type="submit" loading={busy} loadingLabel={copy.busy}>
          {copy.go}
        </Button>
      </div>
      {other && (
        <div className={styles.conflict} role="alert">
          <p>{copy.meanwhile(other.number, other.by)}</p>
          <Button size="sm" variant="secondary" onClick={showNew}>
            {packingCopy.pack.show}
          </Button>
        </div>
      )}
      {isCompany && (
        <Checkbox label={copy.not} checked={isNotThere} onChange={(event) => setNotThere(event.target.checked)} />
      )}
    </form>
  );
}
