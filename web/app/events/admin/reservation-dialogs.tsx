import { ConfirmPaymentDialog } from './confirm-payment-dialog.tsx';
import { GuestDialog } from './guest-dialog.tsx';
import type { Writes } from './notes/note-writes.ts';
import { NotesDialog } from './notes/notes-dialog.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import type { OpenDialogs } from './use-open-dialogs.ts';
import type { PaymentConfirmation } from './use-payment-confirmation.ts';
import type { Reservations } from './use-reservations.ts';

interface ReservationDialogsProps {
  dialogs: OpenDialogs;
  confirmation: PaymentConfirmation;
  reservations: Reservations;
  notes: Writes;
}

/** The dialogs about one reservation: its payment, its removal, its notes, another guest. */
export function ReservationDialogs({ dialogs, confirmation, reservations, notes }: ReservationDialogsProps) {
  const { row, meanwhile, busy, problem, close, confirm } = confirmation;
  const { removing, setRemoving, noted, setNoted, guest, setGuest } = dialogs;
  const { list, reloadMoney } = reservations;
  return (
    <>
      {row && (
        <ConfirmPaymentDialog
          row={row}
          meanwhile={meanwhile}
          busy={busy}
          problem={problem}
          onCancel={() => !busy && close()}
          onConfirm={(reason) => void confirm(row, reason)}
        />
      )}
      {removing && <RemoveDialog row={removing} onClose={() => setRemoving(null)} onRemoved={reloadMoney} />}
      {noted && (
        <NotesDialog
          row={list.rows?.find(({ id }) => id === noted.id) ?? noted}
          writes={notes}
          onClose={() => setNoted(null)}
        />
      )}
      {guest && (
        <GuestDialog
          row={list.rows?.find(({ id }) => id === guest.id) ?? guest}
          onClose={() => setGuest(null)}
          onChanged={() => void list.reload()}
        />
      )}
    </>
  );
}
