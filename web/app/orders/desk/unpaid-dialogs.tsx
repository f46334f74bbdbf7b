import { unpaidCopy as copy } from '#domain/orders/own/own-order-copy.ts';
import { wayWords } from '#domain/payments/way-words-copy.ts';
import { TextField } from '../../ui/form/field.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import type { UnpaidChanges } from './unpaid-changes.ts';
import { isWay, type UnpaidQuestion } from './use-unpaid-question.ts';

interface UnpaidDialogsProps {
  number: number;
  changes: UnpaidChanges;
  question: UnpaidQuestion;
}

/** Asked before an unpaid order has more time, is paid in another way, or is cancelled. */
export function UnpaidDialogs({ number, changes: { isUntouched, isSent }, question }: UnpaidDialogsProps) {
  const { asking, extended, day, setDay, dialog } = question;
  return (
    <>
      {extended && (
        <ConfirmDialog
          {...dialog}
          open={asking === 'extend'}
          title={copy.extendTitle(extended.number)}
          text={copy.extendText}
          yes={copy.extend}
          disabled={day === ''}
          onConfirm={() => void question.extend()}
        >
          <TextField
            label={copy.day}
            type="date"
            min={extended.validUntil}
            value={day}
            onChange={(event) => setDay(event.target.value)}
          />
        </ConfirmDialog>
      )}
      {isWay(asking) && (
        <ConfirmDialog
          {...dialog}
          open
          title={copy.wayTitle}
          text={wayWords.changeByStaffText[asking]}
          yes={wayWords.changeByStaff[asking]}
          onConfirm={() => void question.changeWay(asking)}
        />
      )}
      <ConfirmDialog
        {...dialog}
        open={asking === 'cancel'}
        title={copy.cancelTitle(number)}
        text={isUntouched ? copy.cancelText : isSent ? copy.cancelSent : copy.cancelPart}
        yes={copy.cancel}
        no={copy.keep}
        danger
        onConfirm={() => void question.cancel()}
      />
    </>
  );
}
