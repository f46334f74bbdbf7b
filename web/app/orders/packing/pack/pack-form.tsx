import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { packingCopy } from '#domain/fulfilment/desk-copy.ts';
import { exchangeDesk } from '#domain/fulfilment/exchange-copy.ts';
import { Button } from '../../../ui/button.tsx';
import { FormProblem } from '../../../ui/form/form-problem.tsx';
import { UnsavedTextGuard } from '../../../ui/form/unsaved-text-guard.tsx';
import { useSingleKeys } from '../../../ui/single-keys.ts';
import styles from '../next-step.module.css';
import type { StepProps } from '../packing-row.ts';
import { useFirstFocus } from '../use-first-focus.ts';
import { OutOfTurn } from './out-of-turn.tsx';
import { PackFields } from './pack-fields.tsx';
import { ScannedPart } from './scanned-part.tsx';
import { type PackFormProps, usePacking } from './use-packing.ts';
import { useScanning } from './use-scanning.ts';

const copy = packingCopy.pack;

/** A serial number for each device, one after another into boxes; a scanner ends each with Enter. */
export function PackForm({ packing, exchanges, reload, onTyping }: PackFormProps) {
  const total = exchanges?.length ?? packing.missing;
  const scanning = useScanning(total);
  const { scanned, hasTyped } = scanning;
  const field = useRef<HTMLInputElement>(null);
  const mass = useRef<HTMLInputElement>(null);
  const turnField = useRef<HTMLInputElement>(null);
  const { busy, problem, conflict, outOfTurn, weight, courier, setCourier, pack, showNew } = usePacking(
    { packing, exchanges, reload, onTyping },
    scanning,
    { serial: field, turn: turnField },
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when typing begins or ends
  useEffect(() => onTyping(hasTyped), [hasTyped]);
  useFirstFocus(field);
  useSingleKeys({ p: () => (field.current ?? mass.current)?.focus() });

  function onSerialKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Escape') event.currentTarget.blur();
    if (event.key !== 'Enter' || scanning.typed.trim() === '') return;
    event.preventDefault();
    if (scanning.add() && scanned.length + 1 >= total) requestAnimationFrame(() => mass.current?.select());
  }

  function removeScanned(serial: string) {
    scanning.remove(serial);
    focusSerial();
  }

  const focusSerial = () => requestAnimationFrame(() => field.current?.focus());

  const replaced = exchanges?.[scanned.length];
  const serialLabel = replaced ? exchangeDesk.pack.serial(replaced.serial) : copy.serial(scanned.length + 1, total);

  return (
    <form
      className={styles.pack}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void pack(false);
      }}
    >
      <Words packing={packing} total={total} isExchange={exchanges !== undefined} />
      {outOfTurn.turn && (
        <OutOfTurn
          turn={outOfTurn.turn}
          field={turnField}
          reason={outOfTurn.reason}
          error={outOfTurn.error}
          onType={outOfTurn.type}
        />
      )}
      <PackFields
        scanning={scanning}
        serialField={field}
        serialLabel={serialLabel}
        onSerialKey={onSerialKey}
        weightField={mass}
        weightError={weight.error}
        onWeight={weight.type}
        couriers={packing.couriers}
        courier={courier}
        onCourier={setCourier}
        busy={busy}
        disabled={conflict !== null}
      />
      {problem && (
        <div className={styles.problem}>
          <FormProblem problem={problem} />
        </div>
      )}
      {(scanned.length > 0 || total > 1) && (
        <ScannedPart
          scanning={scanning}
          onRemove={removeScanned}
          onNewBox={() => {
            scanning.openBox();
            field.current?.focus();
          }}
          onPart={exchanges ? undefined : () => void pack(true)}
        />
      )}
      {conflict && (
        <div className={styles.conflict} role="alert">
          <p>{conflict.text}</p>
          <Button size="sm" variant="secondary" onClick={showNew}>
            {copy.show}
          </Button>
        </div>
      )}
      <UnsavedTextGuard when={hasTyped && !busy && conflict === null} what={copy.unsaved} />
    </form>
  );
}

function Words({ packing, total, isExchange }: Pick<StepProps, 'packing'> & { total: number; isExchange: boolean }) {
  return (
    <div className={styles.words}>
      <b>{isExchange ? exchangeDesk.pack.title(total) : copy.title(total)}</b>
      <p>{textOf(packing, isExchange)}</p>
      {packing.opened.length > 0 && <p>{copy.opened(packing.opened)}</p>}
      {packing.shelves.length > 0 && <p>{copy.shelves(packing.shelves)}</p>}
    </div>
  );
}

const FAILED = ['refused', 'returned', 'lost', 'damaged'];

function textOf({ parcels }: StepProps['packing'], isExchange: boolean): string {
  if (isExchange) return exchangeDesk.pack.text;
  return parcels.some(({ kind, state }) => kind !== 'exchange' && FAILED.includes(state)) ? copy.again : copy.text;
}
