import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { EventFacts } from '#domain/events/event.ts';
import type { PackageId } from '#domain/events/packages.ts';
import { createFailed, dialog, fieldErrors } from '#domain/events/reservation-copy.ts';
import { STEPS, type Step, stepNumber } from '#domain/events/steps.ts';
import { FormProblem } from '../../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Steps } from '../../ui/steps.tsx';
import styles from '../events.module.css';
import { forgetAttempt, isSettled, sendReservation, useAttempt } from './attempt.ts';
import { PaymentAside } from './payment-step.tsx';
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
import { choiceLeft, type Lapse, StepBody } from './step-body.tsx';
import { useStepHistory } from './step-history.ts';

interface ReservationDialogProps {
  start: Draft;
  event: EventFacts;
  /** Not known yet. */
  lapse: Lapse | null;
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
    if (step === 'package') choiceLeft(draft, soldOut) ? advance({ what: 'next' }) : setProblem(fieldErrors.package);
    if (step === 'payment') confirmed();
  };

  function close() {
    // Until the outcome is known the key stays, and with it everything that was entered.
    if (isSettled(attempt) || !isSent(draft)) clearDraft();
    history.end();
    onClose();
  }
  function requestClose() {
    if (isSettled(attempt) || isSent(draft) || !hasEntries(draft)) close();
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
      <StepBody
        draft={draft}
        event={event}
        lapse={lapse}
        soldOut={soldOut}
        reservation={reservation}
        formId={formId}
        consent={{ isGiven: consent, isMissing: consentMissing, box: consentBox }}
        isReserving={attempt.state === 'reserving'}
        onChange={show}
        onAdvance={advance}
        onConsent={(given) => {
          setConsent(given);
          setProblem(null);
        }}
        onEdit={go}
      />
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
