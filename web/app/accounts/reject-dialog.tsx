import { useEffect, useState } from 'react';
import { requests } from '#domain/accounts/copy.ts';
import { TextArea } from '../ui/form/field.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { nameOf, type Request } from './request-name.ts';

interface Props {
  request: Request | null;
  close: () => void;
  reject: (id: string, reason: string) => void;
}

/** Asks once more, and for the reason that the applicant will read. */
export function RejectDialog({ request, close, reject }: Props) {
  const [reason, setReason] = useState('');
  /** Stays readable while the dialog closes. */
  const [last, setLast] = useState(request);
  useEffect(() => {
    if (!request) return;
    setLast(request);
    setReason('');
  }, [request]);

  return (
    <ConfirmDialog
      open={request !== null}
      onOpenChange={(open) => !open && close()}
      title={requests.deleteTitle}
      text={last && requests.deleteText(nameOf(last), last.email)}
      yes={requests.deleteYes}
      danger
      onConfirm={() => request && reject(request.id, reason)}
    >
      <TextArea
        label={requests.deleteReason}
        optional
        maxLength={1000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  );
}
