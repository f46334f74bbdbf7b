import { formatMoney } from '#domain/money.ts';
import { newOrder as copy } from '#domain/payments/new-order-copy.ts';
import { type StaffWay, WAYS } from '#domain/payments/ways.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';

interface Props {
  /** For whom what is ordered. */
  text: string;
  way: StaffWay;
  /** With the fee of the way, in para. */
  total: number;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Says what the order comes to before it is sent. */
export function ConfirmOrder({ text, way, total, busy, onConfirm, onClose }: Props) {
  const sum = formatMoney({ amount: total, currency: 'RSD' });
  const fee = formatMoney({ amount: WAYS[way].fee, currency: 'RSD' });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={copy.confirmTitle}
      text={text}
      yes={copy.confirmYes}
      busy={busy}
      onConfirm={onConfirm}
    >
      <p>{way === 'transfer' ? copy.confirmTransfer(sum) : copy.confirmOnDelivery(sum, fee)}</p>
    </ConfirmDialog>
  );
}
