import { useEffect, useMemo, useRef, useState } from 'react';
import type { PackageId } from '#domain/events/packages.ts';
import { createFailed, dialog, fieldErrors } from '#domain/events/reservation-copy.ts';
import type { Step } from '#domain/events/steps.ts';
import { forgetAttempt, isSettled, sendReservation, useAttempt } from './attempt.ts';
import {
  changeDraft,
  clearDraft,
  type Draft,
  type DraftChange,
  hasEntries,
  isSent,
  storeDraft,
} from './reservation-draft.ts';
import { selectedPackageIfAvailable } from './step-body.tsx';
import { useStepHistory } from './step-history.ts';

export interface ReservationProps {
  start: Draft;
  soldOut: readonly PackageId[];
  onOpen: () => void;
  onClose: () => void;
  /** The last place was taken while the dialog was open. */
  onSoldOut: (packageId: PackageId) => void;
}

/** A reservation from its first step to what became of it: what was entered, the steps, sending and closing. */
export function useReservation({ start, soldOut, onOpen, onClose, onSoldOut }: ReservationProps) {
  const [draft, setDraft] = useState(start);
  const [problem, setProblem] = useState<string | null>(null);
  const [consent, setConsent] = useState(false);
  const [asking, setAsking] = useState(false);
  const attempt = useAttempt(draft.key);
  const consentBox = useRef<HTMLInputElement>(null);
  const { step, selectedCountry: country, selectedPackage } = draft;
  const reservation = step === 'payment' && attempt.state === 'reserved' ? attempt.reservation : null;
  const face: Step | 'paid' = reservation ? 'paid' : step;
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

  const heading = useFocusedHeading(face);

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
    if (step === 'package')
      selectedPackageIfAvailable(draft, soldOut) ? advance({ what: 'next' }) : setProblem(fieldErrors.package);
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
  return {
    draft,
    step,
    face,
    /** Once it is made. */
    reservation,
    isReserving: attempt.state === 'reserving',
    heading,
    problem: said,
    consent: { isGiven: consent, isMissing: consentMissing, box: consentBox },
    giveConsent(given: boolean) {
      setConsent(given);
      setProblem(null);
    },
    show,
    advance,
    go,
    back: history.back,
    proceed,
    close,
    requestClose,
    /** It is asked whether what was entered is to be forgotten. */
    isLeaveAsked: asking,
    askLeave(open: boolean) {
      setAsking(open);
      if (!open) history.stay();
    },
  };
}

/** Another face of the dialog begins at its heading. */
function useFocusedHeading(face: Step | 'paid') {
  const heading = useRef<HTMLSpanElement>(null);
  const shownFace = useRef(face);
  useEffect(() => {
    if (shownFace.current !== face) heading.current?.focus({ preventScroll: true });
    shownFace.current = face;
  }, [face]);
  return heading;
}

function messageOf(attempt: ReturnType<typeof useAttempt>, step: Step): string | null {
  if (step !== 'payment') return null;
  if (attempt.state === 'refused') return attempt.text;
  return attempt.state === 'unknown' ? `${createFailed} ${dialog.review.sameAgain}` : null;
}
