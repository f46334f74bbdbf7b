import { useState } from 'react';
import { formatDinars } from '#domain/money.ts';
import { unpaidCopy as copy } from '#domain/orders/own/own-order-copy.ts';
import { client } from '../../api.ts';
import { usePermissions } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import type { OrderRow } from '../desk/order-row.ts';

interface Props {
  order: OrderRow;
  surplus: OrderRow['surpluses'][number];
  reload: () => Promise<unknown>;
}

/** Pays for an order with what came too much for another one of its buyer, after a question. */
export function PayFromSurplus({ order: { number, version }, surplus, reload }: Props) {
  const mayPay = usePermissions().has('keep accounts');
  const [isAsking, setIsAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const amount = formatDinars(surplus.amount);

  async function pay() {
    setBusy(true);
    setProblem(null);
    const asked = { number, version, payment: surplus.key, shown: surplus.amount };
    const outcome = await write(() => client.orders.admin.payFromSurplus(asked));
    setBusy(false);
    if (outcome.outcome !== 'done') return setProblem(outcome);
    setIsAsking(false);
    toast.success(copy.surplusUsed(amount));
    await reload();
  }

  if (!mayPay) return null;
  return (
    <>
      <Button size="sm" variant="secondary" onClick={() => setIsAsking(true)}>
        {copy.surplus(amount, surplus.order)}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={copy.surplusTitle}
        text={copy.surplusText(amount, surplus.order)}
        yes={copy.surplusYes(amount)}
        busy={busy}
        problem={problem}
        onConfirm={() => void pay()}
      />
    </>
  );
}
