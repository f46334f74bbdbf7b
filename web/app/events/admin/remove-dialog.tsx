import { useState } from 'react';
import { adminCopy as copy } from '#domain/events/admin/copy.ts';
import { Checkbox, TextArea } from '../../ui/form/field.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { nameOf, type ReservationRow } from './reservation-columns.tsx';

interface RemoveDialogProps {
  row: ReservationRow;
  onCancel: () => void;
  onRemove: (notify: boolean, reason: string) => void;
}

export function RemoveDialog({ row, onCancel, onRemove }: RemoveDialogProps) {
  const [notify, setNotify] = useState(true);
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={onCancel}
      title={copy.remove.title}
      text={copy.remove.text({ number: row.number, name: nameOf(row) })}
      yes={copy.remove.yes}
      onConfirm={() => onRemove(notify, notify ? reason : '')}
    >
      {row.confirmed && <p>{copy.remove.paid}</p>}
      <Checkbox label={copy.remove.notify} checked={notify} onChange={(event) => setNotify(event.target.checked)} />
      {notify && (
        <TextArea
          label={copy.remove.reason}
          optional
          value={reason}
          maxLength={1000}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </ConfirmDialog>
  );
}
