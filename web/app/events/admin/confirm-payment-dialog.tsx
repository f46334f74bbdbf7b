import { useState } from 'react';
import { adminCopy } from '#domain/events/admin/copy.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { REASON_MAX, REASON_MIN } from '#domain/reason-length.ts';
import { TextArea } from '../../ui/form/field.tsx';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import type { Meanwhile } from '../../ui/overlay/meanwhile-notice.tsx';
import { nameOf } from './reservation-columns.tsx';
import type { ReservationRow } from './reservation-row.ts';

const copy = adminCopy.confirm;

/** Asked before a payment is recorded by hand; where only a part has come, with the reason why it counts as the whole. */
export function ConfirmPaymentDialog({
  row,
  meanwhile,
  busy,
  problem,
  onCancel,
  onConfirm,
}: {
  row: ReservationRow;
  meanwhile: Meanwhile | null;
  busy: boolean;
  problem: Problem | null;
  onCancel: () => void;
  onConfirm: (reason: string) => void;
}) {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const price = formatMoneyExact(row);
  const isPart = row.arrived > 0;
  return (
    <ConfirmDialog
      open
      onOpenChange={onCancel}
      title={copy.title}
      text={[
        row.status === 'isteklo' ? copy.lapsed : '',
        isPart ? copy.part(formatMoneyExact({ ...row, amount: row.arrived }), price) : '',
        copy.text({ amount: price, number: row.number, name: nameOf(row) }),
      ]
        .join(' ')
        .trim()}
      yes={copy.yes}
      meanwhile={meanwhile}
      busy={busy}
      problem={problem}
      onConfirm={() => (isPart && reason.trim().length < REASON_MIN ? setMissing(true) : onConfirm(reason.trim()))}
    >
      {isPart && (
        <TextArea
          label={copy.reason}
          value={reason}
          maxLength={REASON_MAX}
          error={missing && reason.trim().length < REASON_MIN ? copy.reasonNeeded : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </ConfirmDialog>
  );
}
