import { useState } from 'react';
import { returnDesk as copy } from '#domain/returns/copy.ts';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import type { Outcome } from '../../write.ts';
import type { DeskReturnRow } from './return-row.ts';

/** A dialog about one return. */
export interface StepProps {
  row: DeskReturnRow;
  close: () => void;
  reload: () => Promise<unknown>;
}

/** One press of a dialog: what was typed stays when it did not go. */
export function useDialogSubmission({
  close,
  reload,
  done = copy.done,
}: Omit<StepProps, 'row'> & { done?: string | undefined }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  async function go(doing: () => Promise<Outcome<unknown>>) {
    setBusy(true);
    setProblem(null);
    const sent = await doing();
    setBusy(false);
    if (sent.outcome !== 'done') setProblem(sent);
    else {
      toast.success(done);
      close();
    }
    await reload();
  }
  return { busy, problem, go };
}
