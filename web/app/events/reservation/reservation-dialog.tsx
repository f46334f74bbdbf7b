import { ORPCError } from '@orpc/client';
import { useEffect, useId, useRef, useState } from 'react';
import { createFailed, dialog, fieldErrors } from '#domain/events/copy.ts';
import type { EventFacts } from '#domain/events/event.ts';
import { type PackageId, packageOf, priceIn } from '#domain/events/packages.ts';
import { STEPS, stepNumber } from '#domain/events/steps.ts';
import { client } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form/field.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Steps } from '../../ui/steps.tsx';
import styles from '../events.module.css';
import { CountryStep, PackageStep } from './choice-steps.tsx';
import { type Outcome, PaymentAside, PaymentStep } from './payment-step.tsx';
import { PersonalStep } from './personal-step.tsx';
import { changeDraft, type Draft, type DraftChange, storeDraft } from './reservation-draft.ts';
import { Summary } from './reservation-summary.tsx';

/** After so long without an answer the request counts as failed; its key makes a repetition harmless. Milliseconds. */
const TIMEOUT_MS = 20_000;

interface ReservationDialogProps {
  start: Draft;
  event: EventFacts;
  soldOut: readonly PackageId[];
  onClose: () => void;
  /** The last place was taken while the dialog was open. */
  onSoldOut: (packageId: PackageId) => void;
}

/** Four steps; the reservation is made when the last one is reached. Closing forgets everything that was entered. */
export default function ReservationDialog({ start, event, soldOut, onClose, onSoldOut }: ReservationDialogProps) {
  const [draft, setDraft] = useState(start);
  const [outcome, setOutcome] = useState<Outcome>({ state: 'reserving' });
  const [missing, setMissing] = useState<string | null>(null);
  const [closing] = useState(() => dialog.closing[Math.floor(Math.random() * dialog.closing.length)]);
  const heading = useRef<HTMLSpanElement>(null);
  const formId = useId();
  const { step, selectedCountry: country, selectedPackage } = draft;
  const chosenPackage = selectedPackage && !soldOut.includes(selectedPackage) ? selectedPackage : null;

  useEffect(() => storeDraft(draft), [draft]);

  const shownStep = useRef(step);
  useEffect(() => {
    if (shownStep.current !== step) {
      heading.current?.focus({ preventScroll: true });
      heading.current?.closest('[role=dialog]')?.scrollIntoView({ block: 'start' });
    }
    shownStep.current = step;
  }, [step]);

  function change(next: DraftChange) {
    setMissing(null);
    setDraft((current) => changeDraft(current, next));
  }

  const attempt = useRef(0);
  async function reserve({ key, personalInfo, selectedCountry, selectedPackage: packageId }: Draft) {
    if (!selectedCountry || !packageId) return;
    attempt.current += 1;
    const mine = attempt.current;
    setOutcome({ state: 'reserving' });
    try {
      const shownAmount = priceIn(packageOf(packageId), selectedCountry).amount;
      const wish = { key, personalInfo, selectedCountry, selectedPackage: packageId, shownAmount };
      const reservation = await client.events.reserve(wish, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (mine === attempt.current) setOutcome({ state: 'reserved', reservation });
    } catch (error) {
      if (mine !== attempt.current) return;
      const expected = error instanceof ORPCError && error.defined ? error : null;
      if (expected?.code === 'SOLD_OUT') onSoldOut(packageId);
      setOutcome({
        state: 'failed',
        message: expected?.message ?? createFailed,
        soldOut: expected?.code === 'SOLD_OUT',
      });
    }
  }

  // Reaching the step makes the reservation; the key makes a second run of the effect harmless.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the arrival counts, not what else changes there
  useEffect(() => {
    if (step === 'payment') void reserve(draft);
  }, [step]);

  const reserved = step === 'payment' && outcome.state === 'reserved' ? outcome.reservation : null;
  const proceed = () => {
    if (step === 'country') country ? change({ what: 'next' }) : setMissing(fieldErrors.country);
    if (step === 'package') chosenPackage ? change({ what: 'next' }) : setMissing(fieldErrors.package);
  };

  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => {
        if (open) return;
        storeDraft(null);
        onClose();
      }}
      closeLabel={dialog.close}
      initialFocus={heading}
      title={
        <span ref={heading} tabIndex={-1} className={styles.heading}>
          <span className="osd">{dialog.step(stepNumber(step))}</span>
          <span>{dialog[step].title}</span>
        </span>
      }
      progress={<Steps labels={STEPS.map((one) => dialog.stepNames[one])} current={STEPS.indexOf(step)} />}
      aside={reserved ? <PaymentAside reservation={reserved} /> : <Summary draft={draft} event={event} />}
      footer={
        reserved ? (
          <>
            <p className={`s muted ${styles.closing}`}>{closing}</p>
            <Button
              onClick={() => {
                storeDraft(null);
                onClose();
              }}
            >
              {dialog.payment.done}
            </Button>
          </>
        ) : (
          <>
            {step !== STEPS[0] ? (
              <Button variant="secondary" onClick={() => change({ what: 'back' })}>
                {dialog.back}
              </Button>
            ) : (
              <p className={`xs muted ${styles.closing}`}>{dialog.closeConsequence}</p>
            )}
            {step === 'personal' && (
              <Button type="submit" form={formId} arrow>
                {dialog.next}
              </Button>
            )}
            {(step === 'country' || step === 'package') && (
              <Button arrow onClick={proceed}>
                {dialog.next}
              </Button>
            )}
            {step === 'payment' &&
              (outcome.state === 'failed' && outcome.soldOut ? (
                <Button onClick={() => change({ what: 'go', step: 'package' })}>{dialog.package.title}</Button>
              ) : (
                <Button
                  loading={outcome.state === 'reserving'}
                  loadingLabel={dialog.payment.busy}
                  onClick={() => void reserve(draft)}
                >
                  {dialog.payment.retry}
                </Button>
              ))}
          </>
        )
      }
    >
      {missing && <FormError title={missing} />}
      {step === 'personal' && (
        <>
          <p className="muted">{dialog.personal.lead}</p>
          <PersonalStep
            formId={formId}
            value={draft.personalInfo}
            onChange={(personalInfo) => change({ what: 'person', personalInfo })}
            onDone={() => change({ what: 'next' })}
          />
        </>
      )}
      {step === 'country' && (
        <>
          <p className="muted">{dialog.country.lead}</p>
          <CountryStep chosen={country} onChoose={(chosen) => change({ what: 'country', country: chosen })} />
        </>
      )}
      {step === 'package' && (
        <>
          <PackageStep
            country={country ?? 'RS'}
            chosen={chosenPackage}
            soldOut={soldOut}
            onChoose={(packageId) => change({ what: 'package', packageId })}
          />
          <p className="s muted">{dialog.payment.noRefund(event)}</p>
        </>
      )}
      {step === 'payment' && <PaymentStep outcome={outcome} event={event} />}
    </Dialog>
  );
}
