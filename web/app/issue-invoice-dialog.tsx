import { useState } from 'react';
import { documentsCopy } from '#domain/documents/copy.ts';
import { client } from './api.ts';
import { useSingleFlight } from './single-flight.ts';
import type { Problem } from './ui/form/form-problem.tsx';
import { ConfirmDialog } from './ui/overlay/confirm-dialog.tsx';
import { toast } from './ui/overlay/toast.tsx';
import { write } from './write.ts';

const copy = documentsCopy.issue;

interface Props {
  /** The devices of an order, or a period of a package. */
  sold: Parameters<typeof client.documents.admin.issue>[0];
  close: () => void;
  done: () => Promise<unknown>;
}

/** Issues the invoice of what was sold before there were any. Pressed twice it is one. */
export function IssueInvoiceDialog({ sold, close, done }: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const submit = useSingleFlight(async () => {
    setBusy(true);
    setProblem(null);
    const outcome = await write(() => client.documents.admin.issue(sold));
    setBusy(false);
    if (outcome.outcome !== 'done') return setProblem({ text: outcome.text });
    toast.success(copy.done(outcome.value.number));
    close();
    await done();
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={() => !busy && close()}
      title={copy.title}
      text={copy.text}
      yes={copy.yes}
      busy={busy}
      problem={problem}
      onConfirm={() => void submit()}
    />
  );
}
