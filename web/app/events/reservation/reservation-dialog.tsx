import { useId } from 'react';
import type { EventFacts } from '#domain/events/event.ts';
import { dialog } from '#domain/events/reservation-copy.ts';
import { STEPS, type Step, stepNumber } from '#domain/events/steps.ts';
import { FormProblem } from '../../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Steps } from '../../ui/steps.tsx';
import styles from '../events.module.css';
import { PaymentAside } from './payment-step.tsx';
import { ReservationFooter } from './reservation-footer.tsx';
import { Summary } from './reservation-summary.tsx';
import { type Lapse, StepBody } from './step-body.tsx';
import { type ReservationProps, useReservation } from './use-reservation.ts';

interface ReservationDialogProps extends ReservationProps {
  event: EventFacts;
  /** Not known yet. */
  lapse: Lapse | null;
}

/**
 * Four steps; nothing is written before the last one is confirmed. Closing asks when something was typed and then forgets it;
 * what was confirmed goes on without the dialog.
 */
export default function ReservationDialog({ event, lapse, ...props }: ReservationDialogProps) {
  const formId = useId();
  const state = useReservation(props);
  const { draft, step, face, reservation, isReserving, requestClose } = state;
  return (
    <Dialog
      open
      size="lg"
      fixed
      asks={false}
      onOpenChange={(open) => !open && requestClose()}
      closeLabel={dialog.close}
      initialFocus={state.heading}
      title={
        <span ref={state.heading} tabIndex={-1} className={styles.heading}>
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
          reserving={isReserving}
          instructions={reservation?.instructions ?? null}
          onBack={state.back}
          onClose={requestClose}
          onProceed={state.proceed}
        />
      }
    >
      <StepBody
        draft={draft}
        event={event}
        lapse={lapse}
        soldOut={props.soldOut}
        reservation={reservation}
        formId={formId}
        consent={state.consent}
        isReserving={isReserving}
        onChange={state.show}
        onAdvance={state.advance}
        onConsent={state.giveConsent}
        onEdit={state.go}
      />
      {/* Not in the footer, whose two buttons never move. */}
      <FormProblem problem={state.problem} />
      <ConfirmDialog
        open={state.isLeaveAsked}
        onOpenChange={state.askLeave}
        title={dialog.leave.title}
        text={dialog.leave.text}
        no={dialog.leave.stay}
        yes={dialog.leave.yes}
        danger
        onConfirm={state.close}
      />
    </Dialog>
  );
}

const titleOf = (face: Step | 'paid'): string => {
  if (face === 'payment') return dialog.review.title;
  return face === 'paid' ? dialog.payment.title : dialog[face].title;
};
