import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { EventFacts } from '#domain/events/event.ts';
import { endOfDayIn } from '#domain/events/lapse.ts';
import type { PackageId } from '#domain/events/packages.ts';
import { dueAt } from '#domain/events/payment/instructions.ts';
import { createFailed, dialog, fieldErrors } from '#domain/events/reservation-copy.ts';
import { STEPS, type Step, stepNumber } from '#domain/events/steps.ts';
import { FormProblem } from '../../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Steps } from '../../ui/steps.tsx';
import styles from '../events.module.css';
import { forgetAttempt, sendReservation, useAttempt } from './attempt.ts';
import { CountryStep, PackageStep } from './choice-steps.tsx';
import { PaymentAside, PaymentStep } from './payment-step.tsx';
import { PersonalStep } from './personal-step.tsx';
import {
  changeDraft,
  clearDraft,
  type Draft,
  type DraftChange,
  hasEntries,
  isSent,
  storeDraft,
} from './reservation-draft.ts';
import { ReservationFooter } from './reservation-footer.tsx';
import { Summary } from './reservation-summary.tsx';
import { ReviewStep } from './review-step.tsx';
import { useStepHistory } from './step-history.ts';

interface ReservationDialogProps {
  start: Draft;
  event: EventFacts;
  /** Which packages are given back unpaid, and after how many days; not known yet. */
  lapse: { packages: readonly PackageId[]; days: number } | null;
  soldOut: readonly PackageId[];
  onOpen: () => void;
  onClose: () => void;
  /** The last place was taken while the dialog was open. */
  onSoldOut: (packageId: PackageId) => void;
}

/**
 * Four steps; nothing is written before the last one is confirmed. Closing asks when something was typed and then forgets it;
 * what was confirmed goes on without the dialog.
 */
export default function ReservationDialog({
  start,
  event,
  lapse,
  soldOut,
  onOpen,
  onClose,
  onSoldOut,
}: ReservationDialogProps) {
  const [draft, setDraft] = useState(start);
  const [problem, setProblem] = useState<string | null>(null);
  const [consent, setConsent] = useState(false);
  const [asking, setAsking] = useState(false);
  const attempt = useAttempt(draft.key);
  const heading = useRef<HTMLSpanElement>(null);
  const consentBox = useRef<HTMLInputElement>(null);
  const formId = useId();
  const { step, selectedCountry: country, selectedPackage } = draft;
  const chosenPackage = selectedPackage && !soldOut.includes(selectedPackage) ? selectedPackage : null;
  const reservation = step === 'payment' && attempt.state === 'reserved' ? attempt.reservation : null;
  const face = reservation ? 'paid' : step;
  const message = problem ?? messageOf(attempt, step);

  const history = useStepHistory({
    step,
    onStep: (to) => (reservation ? close() : show({ what: 'go', step: to })),
    onLeave: requestClose,
  });

  useEffect(() => storeDraft(draft), [draft]);
  useEffect(() => {
    onOpen();
    // A reloaded tab goes on with what it had confirmed.
    if (start.step === 'payment' && isSent(start)) void sendReservation(start);
  }, [start, onOpen]);

  const shownFace = useRef(face);
  useEffect(() => {
    if (shownFace.current !== face) heading.current?.focus({ preventScroll: true });
    shownFace.current = face;
  }, [face]);

  // Whoever was refused the package chooses another; the other answers stay.
  useEffect(() => {
    if (attempt.state !== 'refused' || attempt.code !== 'SOLD_OUT' || !selectedPackage) return;
    onSoldOut(selectedPackage);
    go('package');
    setProblem(dialog.review.full);
  });

  function show(change: DraftChange) {
    setProblem(null);
    forgetAttempt(draft.key);
    setDraft((current) => changeDraft(current, change));
  }
  /** A change that goes one step on. */
  function advance(change: DraftChange) {
    const next = changeDraft(draft, change);
    show(change);
    history.forward(next.step);
  }
  function go(to: Step) {
    show({ what: 'go', step: to });
    history.forward(to);
  }

  const confirmed = () => {
    if (!consent && !isSent(draft)) {
      setProblem(dialog.review.consentError);
      consentBox.current?.focus();
    } else {
      setProblem(null);
      void sendReservation(draft);
    }
  };
  const proceed = () => {
    if (step === 'country') country ? advance({ what: 'next' }) : setProblem(fieldErrors.country);
    if (step === 'package') chosenPackage ? advance({ what: 'next' }) : setProblem(fieldErrors.package);
    if (step === 'payment') confirmed();
  };

  function close() {
    // Until the outcome is known the key stays, and with it everything that was entered.
    if (attempt.state === 'reserved' || !isSent(draft)) clearDraft();
    history.end();
    onClose();
  }
  function requestClose() {
    if (attempt.state === 'reserved' || isSent(draft) || !hasEntries(draft)) close();
    else setAsking(true);
  }

  const consentMissing = problem === dialog.review.consentError;
  const said = useMemo(() => (message && !consentMissing ? { text: message } : null), [message, consentMissing]);
  return (
    <Dialog
      open
      size="lg"
      fixed
      asks={false}
      onOpenChange={(open) => !open && requestClose()}
      closeLabel={dialog.close}
      initialFocus={heading}
      title={
        <span ref={heading} tabIndex={-1} className={styles.heading}>
          <span className="osd muted">{dialog.step(stepNumber(step))}</span>
          <span>{titleOf(face)}</span>
        </span>
      }
      progress={<Steps labels={STEPS.map((one) => dialog.stepNames[one])} current={STEPS.indexOf(step)} />}
      aside={reservation ? <PaymentAside reservation={reservation} /> : <Summary draft={draft} event={event} />}
      asideOnPhone={reservation ? 'first' : 'hidden'}
      footer={
        <ReservationFooter
          face={face}
          formId={formId}
          reserving={attempt.state === 'reserving'}
          instructions={reservation?.instructions ?? null}
          onBack={history.back}
          onClose={requestClose}
          onProceed={proceed}
        />
      }
    >
      {step === 'personal' && (
        <>
          <p className="muted">{dialog.personal.lead}</p>
          <PersonalStep
            formId={formId}
            value={draft.personalInfo}
            onChange={(personalInfo) => show({ what: 'person', personalInfo })}
            onDone={() => advance({ what: 'next' })}
          />
        </>
      )}
      {step === 'country' && (
        <>
          <p className="muted">{dialog.country.lead}</p>
          <CountryStep chosen={country} onChoose={(chosen) => advance({ what: 'country', country: chosen })} />
        </>
      )}
      {step === 'package' && (
        <>
          <p className="muted">{dialog.package.lead}</p>
          <PackageStep
            country={country ?? 'RS'}
            chosen={chosenPackage}
            soldOut={soldOut}
            onChoose={(packageId) => advance({ what: 'package', packageId })}
          />
          <p className="s muted">{dialog.payment.noRefund(event)}</p>
        </>
      )}
      {face === 'payment' && (
        <ReviewStep
          draft={draft}
          heldUntil={heldUntil(lapse, selectedPackage!)}
          consent={consent}
          consentError={consentMissing}
          consentRef={consentBox}
          disabled={attempt.state === 'reserving'}
          onConsent={(given) => {
            setConsent(given);
            setProblem(null);
          }}
          onEdit={go}
        />
      )}
      {reservation && <PaymentStep event={event} reservation={reservation} />}
      {/* Not in the footer, whose two buttons never move. */}
      <FormProblem problem={said} />
      <ConfirmDialog
        open={asking}
        onOpenChange={(open) => {
          setAsking(open);
          if (!open) history.stay();
        }}
        title={dialog.leave.title}
        text={dialog.leave.text}
        no={dialog.leave.stay}
        yes={dialog.leave.yes}
        danger
        onConfirm={close}
      />
    </Dialog>
  );
}

function messageOf(attempt: ReturnType<typeof useAttempt>, step: Step): string | null {
  if (step !== 'payment') return null;
  if (attempt.state === 'refused') return attempt.text;
  return attempt.state === 'unknown' ? `${createFailed} ${dialog.review.sameAgain}` : null;
}

const titleOf = (face: Step | 'paid'): string => {
  if (face === 'payment') return dialog.review.title;
  return face === 'paid' ? dialog.payment.title : dialog[face].title;
};

/** As the server will say it of a reservation made now. */
function heldUntil(lapse: ReservationDialogProps['lapse'], packageId: PackageId): Date {
  const now = new Date();
  return dueAt({ createdAt: now, lapsesAt: lapse?.packages.includes(packageId) ? endOfDayIn(lapse.days, now) : null });
}
