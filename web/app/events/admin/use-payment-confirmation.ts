import { useState } from 'react';
import { adminCopy as copy } from '#domain/events/admin/copy.ts';
import { useDialogRow } from '../../admin/use-dialog-row.ts';
import { client } from '../../api.ts';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import { refusalText } from './refusal-text.ts';
import type { ReservationRow } from './reservation-row.ts';
import type { Reservations } from './use-reservations.ts';

export type PaymentConfirmation = ReturnType<typeof usePaymentConfirmation>;

/** The reservation whose payment is confirmed by hand, and the writing of it. */
export function usePaymentConfirmation({ list, reloadMoney }: Reservations, setConfirming: (is: boolean) => void) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const confirming = useDialogRow(
    list,
    ({ status, arrived, amount, currency }) => [status, arrived, amount, currency],
    ({ confirmed, status }) => !confirmed && status !== 'otkazano',
  );

  function ask(row: ReservationRow) {
    setConfirming(true);
    setProblem(null);
    confirming.ask(row);
  }

  function close() {
    setConfirming(false);
    confirming.close();
  }

  /** The question stays, with the reason that was typed, until it was done. */
  async function confirm({ id, arrived }: ReservationRow, reason: string) {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    const asked = { id, shown: arrived, reason };
    const done = await list.save(id, {}, () => write(() => client.events.admin.confirm(asked)));
    setBusy(false);
    if (done.outcome === 'done') {
      close();
      return toast.success(copy.confirm.ok);
    }
    setProblem({ text: refusalText(done, copy.confirm.error) });
    void reloadMoney();
  }

  return { row: confirming.row, meanwhile: confirming.meanwhile, busy, problem, ask, close, confirm };
}
