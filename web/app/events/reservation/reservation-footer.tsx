import { paymentText, type ShownInstructions } from '#domain/events/payment/payment-lines.ts';
import { dialog } from '#domain/events/reservation-copy.ts';
import { STEPS, type Step } from '#domain/events/steps.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';

interface ReservationFooterProps {
  face: Step | 'paid';
  formId: string;
  reserving: boolean;
  instructions: ShownInstructions | null;
  onBack: () => void;
  onClose: () => void;
  onProceed: () => void;
}

/** Two buttons that keep their place, width and order on every face. */
export function ReservationFooter(props: ReservationFooterProps) {
  const { face, formId, reserving, instructions, onBack, onClose, onProceed } = props;
  if (instructions)
    return (
      <>
        <CopyButton value={paymentText(instructions)} label={dialog.copy.all} />
        <Button onClick={onClose}>{dialog.payment.done}</Button>
      </>
    );
  return (
    <>
      {face === STEPS[0] ? (
        <Button variant="secondary" onClick={onClose}>
          {dialog.cancel}
        </Button>
      ) : (
        <Button variant="secondary" disabled={reserving} onClick={onBack}>
          {dialog.back}
        </Button>
      )}
      {face === 'personal' ? (
        <Button type="submit" form={formId}>
          {dialog.next}
        </Button>
      ) : (
        <Button loading={reserving} loadingLabel={dialog.payment.busy} onClick={onProceed}>
          {face === 'payment' ? dialog.review.submit : dialog.next}
        </Button>
      )}
    </>
  );
}
