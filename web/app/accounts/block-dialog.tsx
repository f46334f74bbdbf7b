import { useState } from 'react';
import { people } from '#domain/accounts/people-copy.ts';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import type { Meanwhile } from '../ui/overlay/meanwhile-notice.tsx';
import { isStaff, type PersonRow } from './people-columns.tsx';

const copy = people.block;

/** Whether somebody shall be blocked, or let in again. */
export function BlockDialog({
  row,
  meanwhile,
  close,
  onBlock,
}: {
  row: PersonRow;
  meanwhile: Meanwhile | null;
  close: () => void;
  onBlock: (row: PersonRow, on: boolean) => Promise<void>;
}) {
  // What is shown while it is being done is not asked about.
  const [sent, setSent] = useState<PersonRow | null>(null);
  const { email, blockedAt } = sent ?? row;
  const isBlocked = blockedAt !== null;
  const text = (isBlocked ? copy.offText : copy.onText)(email);
  const title = isBlocked ? copy.off : copy.on;
  return (
    <ConfirmDialog
      open
      onOpenChange={close}
      title={title}
      text={!isBlocked && isStaff(row) ? `${text} ${copy.keysEnd}` : text}
      yes={title}
      danger={!isBlocked}
      busy={sent !== null}
      meanwhile={meanwhile}
      onConfirm={async () => {
        if (sent) return;
        setSent(row);
        await onBlock(row, !isBlocked);
        close();
      }}
    />
  );
}
