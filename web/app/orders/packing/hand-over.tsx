import { type KeyboardEvent, useRef, useState } from 'react';
import { couriersToChoose, fiscalWords, fulfilmentRefusals } from '#domain/fulfilment/copy.ts';
import { packingCopy } from '#domain/fulfilment/desk-copy.ts';
import { boxCode, readBoxCode } from '#domain/fulfilment/rules.ts';
import { type PackingCourier, shipmentKey } from '#domain/fulfilment/shipment.ts';
import { client } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { FormProblem, type Problem } from '../../ui/form/form-problem.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import { CorrectSerial } from './correct-serial.tsx';
import styles from './next-step.module.css';
import type { ParcelRow, StepProps } from './packing-row.ts';
import { printLabels } from './print.ts';
import { useFirstFocus } from './use-first-focus.ts';

const copy = packingCopy.hand;

interface HandOverProps extends StepProps {
  parcel: ParcelRow;
  onReceipt: () => void;
}

/** Labels that were scanned, and handing the parcel over once none is left. */
function useLabels({ packing, reload, parcel }: StepProps & { parcel: ParcelRow }) {
  const [scanned, setScanned] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const go = useRef<HTMLButtonElement>(null);
  const key = shipmentKey(packing.number, parcel.n);
  const codes = parcel.boxes.map(({ n, code }) => code ?? boxCode(key, n));
  const left = codes.filter((code) => !scanned.includes(code));
  useFirstFocus(field);

  function add() {
    const label = typed.trim();
    const read = readBoxCode(label);
    if (!codes.includes(label))
      return setError(
        read && read.order !== packing.number
          ? fulfilmentRefusals.LABEL_OF_ANOTHER({ label, order: read.order })
          : fulfilmentRefusals.LABEL_UNKNOWN({ label }),
      );
    setTyped('');
    setError('');
    if (!scanned.includes(label)) setScanned([...scanned, label]);
    if (left.every((code) => code === label)) requestAnimationFrame(() => go.current?.focus());
  }

  async function handOver() {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    const sent = await write(() => client.fulfilment.admin.handOver({ id: parcel.id, labels: [...scanned] }), {
      failed: copy.failed,
    });
    setBusy(false);
    if (sent.outcome !== 'done') setProblem(sent);
    else toast.success(copy.done(key));
    if (sent.outcome !== 'unknown') await reload();
  }

  function type(text: string) {
    setTyped(text);
    setError('');
  }

  function submit() {
    if (left.length > 0) setError(fulfilmentRefusals.LABELS_MISSING({ missing: left.length }));
    else void handOver();
  }

  return { key, codes, left, scanned, typed, type, error, problem, busy, field, go, add, submit };
}

/** The label of each box is scanned, so that no box of another order goes along; then the parcel is the courier's. */
export function HandOver({ packing, reload, parcel, onReceipt }: HandOverProps) {
  const { key, codes, left, scanned, typed, type, error, problem, busy, field, go, add, submit } = useLabels({
    packing,
    reload,
    parcel,
  });
  const [isCorrecting, setCorrecting] = useState(false);
  return (
    <form
      className={styles.pack}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={styles.words}>
        <b>{copy.title(key)}</b>
        <p>{copy.text(parcel.boxes.length)}</p>
        {packing.receipt && parcel.kind !== 'exchange' && (
          <p>
            {fiscalWords[packing.receipt.kind]}
            {packing.receipt.number && `: ${packing.receipt.number}`}
          </p>
        )}
      </div>
      <div className={styles.fields} data-wide>
        {left.length > 0 ? (
          <TextField
            ref={field}
            label={copy.label(scanned.length + 1, codes.length)}
            placeholder={left[0]}
            value={typed}
            error={error || undefined}
            autoComplete="off"
            spellCheck={false}
            maxLength={60}
            onChange={(event) => type(event.target.value)}
            onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
              if (event.key === 'Escape') event.currentTarget.blur();
              if (event.key !== 'Enter' || typed.trim() === '') return;
              event.preventDefault();
              add();
            }}
          />
        ) : (
          <p className={styles.complete} role="status">
            {copy.scanned(scanned.length, codes.length)}
          </p>
        )}
        <Button ref={go} type="submit" loading={busy} loadingLabel={copy.busy}>
          {copy.go}
        </Button>
      </div>
      {problem && (
        <div className={styles.problem}>
          <FormProblem problem={problem} />
        </div>
      )}
      <Tools
        packing={packing}
        reload={reload}
        parcel={parcel}
        onReceipt={onReceipt}
        onCorrect={() => setCorrecting(true)}
      />
      <CorrectSerial open={isCorrecting} onOpenChange={setCorrecting} parcel={parcel} reload={reload} />
    </form>
  );
}

/** What else can be done with a packed parcel. */
function Tools({ packing, reload, parcel, onReceipt, onCorrect }: HandOverProps & { onCorrect: () => void }) {
  const key = shipmentKey(packing.number, parcel.n);
  const print = () => void printLabels([parcel.id]).then(reload);

  async function changeCourier(courier: PackingCourier) {
    const sent = await write(() => client.fulfilment.admin.changeCourier({ id: parcel.id, courier }), {
      failed: packingCopy.courier.failed,
    });
    if (sent.outcome !== 'done') return toast.error(sent.text);
    toast.success(packingCopy.courier.changed(key, couriersToChoose[courier]));
    await reload();
  }

  async function cancel() {
    const sent = await write(() => client.fulfilment.admin.cancel({ id: parcel.id }));
    if (sent.outcome !== 'done') return toast.error(sent.text);
    toast.success(copy.cancelled(key));
    await reload();
  }

  // What a courier has confirmed is first cancelled there.
  const isFree = !parcel.request || parcel.request.state === 'cancelled';
  const others = isFree ? packing.couriers.filter(({ name }) => name !== parcel.courier) : [];

  return (
    <div className={styles.tools}>
      <Button size="sm" variant="secondary" onClick={print}>
        {copy.print}
      </Button>
      <Button size="sm" variant="secondary" onClick={onCorrect}>
        {copy.correct}
      </Button>
      {packing.receipt && parcel.kind !== 'exchange' && (
        <Button size="sm" variant="secondary" onClick={onReceipt}>
          {packingCopy.receipt.change}
        </Button>
      )}
      {others.map(({ name }) => (
        <Button key={name} size="sm" variant="secondary" onClick={() => void changeCourier(name)}>
          {packingCopy.courier.change(couriersToChoose[name])}
        </Button>
      ))}
      <Button size="sm" variant="secondary" onClick={() => void cancel()}>
        {copy.cancel}
      </Button>
    </div>
  );
}
