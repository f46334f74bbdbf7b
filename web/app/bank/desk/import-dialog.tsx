import { useState } from 'react';
import { statementCopy } from '#domain/bank/copy.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { StatementImport } from '../statement-import.tsx';

/** A statement of any account is brought here; the desk then shows it. */
export default function ImportDialog({
  onClose,
  onImported,
}: {
  onClose: () => void;
  onImported: (id: string) => void;
}) {
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      open
      busy={busy}
      size="lg"
      onOpenChange={onClose}
      title={statementCopy.title}
      description={statementCopy.hint}
    >
      <StatementImport onImported={onImported} onBusy={setBusy} />
    </Dialog>
  );
}
