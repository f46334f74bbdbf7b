import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { fulfilmentRefusals } from '#domain/fulfilment/copy.ts';
import { packingCopy } from '#domain/fulfilment/desk-copy.ts';
import { exchangeDesk } from '#domain/fulfilment/exchange-copy.ts';
import { OUT_OF_TURN_MIN } from '#domain/fulfilment/rules.ts';
import type { PackingCourier } from '#domain/fulfilment/shipment.ts';
import { UNDO_SECONDS } from '#domain/undo.ts';
import { client } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { FormProblem, type Problem } from '../../ui/form/form-problem.tsx';
import { Unsaved } from '../../ui/form/unsaved.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { useSingleKeys } from '../../ui/single-keys.ts';
import { type Refusal, write } from '../../write.ts';
import styles from './next-step.module.css';
import { OutOfTurn } from './out-of-turn.tsx';
import type { StepProps } from './packing-row.ts';
import { PackFields } from './scan/pack-fields.tsx';
import { ScannedPart } from './scan/scanned-part.tsx';
import { gramsOf, useScanning } from './scan/use-scanning.ts';
import { offerUndo } from './undo.ts';

const copy = packingCopy.pack;

interface PackFormProps extends StepProps {
  /** Faulty devices that the scanned ones take the place of, in their order; without them it is what was bought. */
  exchanges?: readonly { id: string; serial: string }[] | undefined;
  onTyping: (isTyping: boolean) => void;
}

/** A serial number for each device, one after another into boxes; a scanner ends each with Enter. */
export function PackForm({ packing, exchanges, reload, onTyping }: PackFormProps) {
  const total = exchanges?.length ?? packing.missing;
  const scanning = useScanning(total);
  const { boxes, scanned, hasTyped } = scanning;
  const [weightError, setWeightError] = useState('');
  const [conflict, setConflict] = useState<Refusal | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [chosen, setChosen] = useState<PackingCourier | null>(null);
  const courier = chosen ?? packing.couriers[0]!.name;
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const mass = useRef<HTMLInputElement>(null);
  const turnField = useRef<HTMLInputElement>(null);
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [reason, setReason] = useState('');
  const [reasonError, setReasonError] = useState('');
  /** The server's answer, before the page has heard of it. */
  const [awaited, setAwaited] = useState<{ free: number; first: number } | null>(null);
  const turn = awaited ?? (exchanges ? null : packing.turn);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when typing begins or ends
  useEffect(() => onTyping(hasTyped), [hasTyped]);
  // The scanner types into it as soon as it is shown.
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
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

  async function pack(isPart: boolean) {
    const filled = boxes.filter(({ serials }) => serials.length > 0);
    const wrong = filled.find((box) => gramsOf(box) === null);
    setWeightError(wrong ? copy.weightWrong : '');
    if (busy || wrong) return;
    if (filled.length === 0 || (scanned.length < total && !isPart)) {
      scanning.setError(fulfilmentRefusals.SERIALS_MISSING({ missing: total - scanned.length }));
      return field.current?.focus();
    }
    const isLate = turn !== null && scanned.length > turn.free;
    if (isLate && reason.trim().length < OUT_OF_TURN_MIN) {
      setReasonError(copy.turnMissing);
      return turnField.current?.focus();
    }
    setBusy(true);
    setProblem(null);
    const sent = await write(
      () =>
        client.fulfilment.admin.pack({
          order: packing.id,
          id: key,
          version: packing.version,
          courier,
          isPart,
          exchanges: exchanges?.map(({ id }) => id) ?? [],
          ...(isLate ? { outOfTurn: reason.trim() } : {}),
          boxes: filled.map((box) => ({ grams: gramsOf(box)!, serials: box.serials })),
        }),
      { failed: copy.failed },
    );
    setBusy(false);
    if (sent.outcome === 'refused') return refused(sent);
    if (sent.outcome === 'unknown') return setProblem(sent);
    onTyping(false);
    scanning.clear();
    setKey(crypto.randomUUID());
    setReason('');
    setAwaited(null);
    const done = exchanges ? exchangeDesk.pack.done : copy.done;
    const said = isPart ? copy.partDone(sent.value.key) : done(packing.number);
    // What a courier was asked for is taken back by calling it, so no button says that it is easy.
    if (packing.couriers.find(({ name }) => name === courier)!.undoes) offerUndo(said, UNDO_SECONDS, () => undo(key));
    else toast.success(said);
    await reload();
  }

  async function undo(id: string) {
    const undone = await write(() => client.fulfilment.admin.cancel({ id }));
    if (undone.outcome !== 'done') return toast.error(undone.text);
    toast.success(copy.undone);
    await reload();
  }

  function refused(refusal: Refusal) {
    if (refusal.code === 'PACKED_MEANWHILE' || refusal.code === 'ORDER_CHANGED') return setConflict(refusal);
    if (refusal.code === 'DEVICES_AWAITED') {
      setAwaited(refusal.data as { free: number; first: number });
      return requestAnimationFrame(() => turnField.current?.focus());
    }
    const { serial } = (refusal.data ?? {}) as { serial?: string };
    if (!refusal.code.startsWith('SERIAL') || !serial) return setProblem(refusal);
    scanning.putBack(serial, refusal.text);
    focusSerial();
  }

  function showNew() {
    setConflict(null);
    scanning.clear();
    scanning.type('');
    setKey(crypto.randomUUID());
    onTyping(false);
    void reload();
  }

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
      <div className={styles.words}>
        <b>{exchanges ? exchangeDesk.pack.title(total) : copy.title(total)}</b>
        <p>{textOf(packing, exchanges !== undefined)}</p>
        {packing.opened.length > 0 && <p>{copy.opened(packing.opened)}</p>}
      </div>
      {turn && (
        <OutOfTurn
          turn={turn}
          field={turnField}
          reason={reason}
          error={reasonError}
          onType={(text) => {
            setReason(text);
            setReasonError('');
          }}
        />
      )}
      <PackFields
        scanning={scanning}
        serialField={field}
        serialLabel={serialLabel}
        onSerialKey={onSerialKey}
        weightField={mass}
        weightError={weightError}
        onWeight={(kilograms) => {
          setWeightError('');
          scanning.weigh(kilograms);
        }}
        couriers={packing.couriers}
        courier={courier}
        onCourier={setChosen}
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
      <Unsaved when={hasTyped && !busy && conflict === null} what={copy.unsaved} />
    </form>
  );
}

const FAILED = ['refused', 'returned', 'lost', 'damaged'];

function textOf({ parcels }: StepProps['packing'], isExchange: boolean): string {
  if (isExchange) return exchangeDesk.pack.text;
  return parcels.some(({ kind, state }) => kind !== 'exchange' && FAILED.includes(state)) ? copy.again : copy.text;
}
