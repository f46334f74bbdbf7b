import { useState } from 'react';
import { subscriptionList } from '#domain/advertising/sold-copy.ts';
import { client } from '../../api.ts';
import { useSingleFlight } from '../../single-flight.ts';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import { nameOf, type SubscriptionRow } from './subscription-row.ts';

const copy = subscriptionList.link;

/** Writes to the customer where another card is entered; one opened dialog writes once. */
export function CardLinkDialog({ row, close }: { row: SubscriptionRow; close: () => void }) {
  const [key] = useState(() => crypto.randomUUID());
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const send = useSingleFlight(async () => {
    setBusy(true);
    setProblem(null);
    const outcome = await write(() => client.advertising.admin.sendCardLink({ id: row.id, key }));
    setBusy(false);
    if (outcome.outcome !== 'done') return setProblem(outcome);
    toast.success(copy.sent(outcome.value.to));
    close();
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={() => !busy && close()}
      title={copy.title}
      text={copy.text(nameOf(row), row.email)}
      yes={copy.yes}
      busy={busy}
      problem={problem}
      onConfirm={() => send()}
    >
      <p className="muted s">{copy.note}</p>
    </ConfirmDialog>
  );
}
