import { type ReactNode, useState } from 'react';
import { packingProblems } from '#domain/fulfilment/copy.ts';
import { packingCopy as copy } from '#domain/fulfilment/desk-copy.ts';
import { exchangeDesk } from '#domain/fulfilment/exchange-copy.ts';
import { MAX_EXCHANGED } from '#domain/fulfilment/exchanges.ts';
import type { PackingProblem } from '#domain/fulfilment/rules.ts';
import { SHIPMENT_MOVES, shipmentKey } from '#domain/fulfilment/shipment.ts';
import { usePermissions } from '../../session.ts';
import { CourierStep } from './courier-step.tsx';
import { HandOver } from './hand-over.tsx';
import styles from './next-step.module.css';
import { PackForm } from './pack/pack-form.tsx';
import type { PackingRow, ParcelRow, StepProps } from './packing-row.ts';
import { ParcelStateButtons } from './parcel-state-buttons.tsx';
import { ReceiptForm, type ReceiptFormProps, receiptFormKey } from './receipt-form.tsx';
import { handOverProblem, StoppedParcel } from './stopped-parcel.tsx';

/** Why nothing is to be done, where that is not plain from the order's state. */
const SAID: readonly PackingProblem[] = ['unpaid', 'refunding', 'withdrawn', 'disputed', 'choice', 'call'];

type Step = { kind: 'pack' } | { kind: 'exchange' } | { kind: 'parcel'; parcel: ParcelRow };
const idOf = (step: Step) => (step.kind === 'parcel' ? step.parcel.id : step.kind);
const readyOf = ({ exchanges }: PackingRow) => exchanges.filter(({ state }) => state === 'ready');

/** Of these, they come before everything else that is open. */
const FIRST: readonly PackingProblem[] = ['disputed', 'choice', 'call'];

/**
 * What is to be done about this order now, with one yellow button; where it is several things, the person chooses. `wait`: what is open
 * besides its parcels, which stands there while nothing is to be done with them.
 */
export default function NextStep({ packing, reload, wait }: StepProps & { wait?: ReactNode }) {
  const mayPack = usePermissions().has('pack orders');
  const [chosen, setChosen] = useState<string | null>(null);
  /** What is being typed is not replaced by what somebody else does meanwhile. */
  const [held, setHeld] = useState<PackingRow | null>(null);
  const seen = held ?? packing;
  const hold = (isTyping: boolean) => setHeld((now) => (isTyping ? (now ?? packing) : null));
  const steps = stepsOf(seen);
  const step = steps.find((one) => idOf(one) === chosen) ?? steps[0];
  if (!step && wait && !(seen.problem && FIRST.includes(seen.problem)))
    return (
      <section className={styles.strip} aria-label={copy.step}>
        {wait}
      </section>
    );
  if (!step || !mayPack)
    return (
      <section className={styles.strip} data-quiet aria-label={copy.step}>
        <p>
          {!step && seen.problem && SAID.includes(seen.problem)
            ? packingProblems[seen.problem]
            : step
              ? stateOf(step, seen)
              : copy.none}
        </p>
      </section>
    );
  return (
    <section className={styles.strip} aria-label={copy.step}>
      {steps.length > 1 && (
        // biome-ignore lint/a11y/useSemanticElements: a group of buttons, not of fields
        <div className={styles.choice} role="group" aria-label={copy.choose}>
          {steps.map((one) => (
            <button
              key={idOf(one)}
              type="button"
              aria-pressed={one === step}
              disabled={held !== null && one !== step}
              onClick={() => setChosen(idOf(one))}
            >
              {one.kind === 'parcel'
                ? shipmentKey(seen.number, one.parcel.n)
                : one.kind === 'pack'
                  ? copy.rest(seen.missing)
                  : exchangeDesk.pack.rest(readyOf(seen).length)}
            </button>
          ))}
        </div>
      )}
      {step.kind !== 'parcel' ? (
        <PackForm
          key={`${step.kind} ${seen.id}`}
          packing={seen}
          exchanges={step.kind === 'exchange' ? readyOf(seen).slice(0, MAX_EXCHANGED) : undefined}
          reload={reload}
          onTyping={hold}
        />
      ) : (
        <ParcelStep
          key={step.parcel.id}
          packing={seen}
          now={packing}
          reload={reload}
          parcel={step.parcel}
          onTyping={hold}
        />
      )}
    </section>
  );
}

function stepsOf(packing: PackingRow): Step[] {
  const steps: Step[] = packing.parcels
    .filter(({ state }) => state === 'packed' || SHIPMENT_MOVES[state].length > 0)
    .map((parcel) => ({ kind: 'parcel', parcel }));
  if (readyOf(packing).length > 0) steps.unshift({ kind: 'exchange' });
  return packing.problem === null && packing.missing > 0 ? [{ kind: 'pack' }, ...steps] : steps;
}

interface ParcelStepProps extends StepProps, Pick<ReceiptFormProps, 'now' | 'onTyping'> {
  parcel: ParcelRow;
}

function ParcelStep({ packing, now, reload, parcel, onTyping }: ParcelStepProps) {
  const [isCorrecting, setCorrecting] = useState(false);
  if (parcel.state !== 'packed') return <ParcelStateButtons packing={packing} reload={reload} parcel={parcel} />;
  const { request } = parcel;
  const isWrong = request && request.state !== 'cancelled' && (request.state !== 'waiting' || request.failures > 0);
  if (isWrong && request.state !== 'made') return <CourierStep packing={packing} reload={reload} parcel={parcel} />;
  const why = request?.state === 'waiting' ? null : handOverProblem(packing, parcel);
  if (why) return <StoppedParcel packing={packing} reload={reload} parcel={parcel} why={why} />;
  if (packing.asksForReceipt && parcel.kind !== 'exchange' && (!packing.receipt || isCorrecting))
    return (
      <ReceiptForm
        key={receiptFormKey(packing)}
        packing={packing}
        now={now}
        reload={reload}
        onTyping={onTyping}
        onDone={() => setCorrecting(false)}
      />
    );
  // It answers in a moment; what a person types meanwhile was asked for first.
  if (request?.state === 'waiting') return <CourierStep packing={packing} reload={reload} parcel={parcel} />;
  return <HandOver packing={packing} reload={reload} parcel={parcel} onReceipt={() => setCorrecting(true)} />;
}

/** For whoever only looks on. */
function stateOf(step: Step, packing: PackingRow): string {
  if (step.kind === 'pack') return copy.pack.title(packing.missing);
  if (step.kind === 'exchange') return exchangeDesk.pack.title(1);
  const key = shipmentKey(packing.number, step.parcel.n);
  const why = handOverProblem(packing, step.parcel);
  if (why) return `${copy.hand.stopped(key)} ${why}`;
  return step.parcel.state === 'packed' ? copy.hand.waits(key) : copy.move.title(key, step.parcel.state);
}
