import { useState } from 'react';
import { ownOrderCopy as copy } from '#domain/orders/own/own-order-copy.ts';
import { client } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import type { OwnOrder } from './own-order.ts';

const CANCELLED = { transfer: copy.cancelText, card: copy.cancelCard, cash_on_delivery: copy.cancelOnDelivery };

/** Calls off an order that nothing was paid for. */
export function CancelOrder({ order, reload }: { order: OwnOrder; reload: () => Promise<unknown> }) {
  const { number, version, way } = order;
  const [isAsking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function cancel() {
    setBusy(true);
    setProblem(null);
    const outcome = await write(() => client.orders.cancel({ number, version }));
    setBusy(false);
    if (outcome.outcome !== 'done') setProblem(outcome);
    else {
      setAsking(false);
      toast.success(copy.done(number));
    }
    await reload();
  }

  return (
    <div>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        {copy.cancel}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={copy.cancelTitle(number)}
        text={CANCELLED[way]}
        yes={copy.cancel}
        no={copy.keep}
        danger
        busy={busy}
        problem={problem}
        onConfirm={() => void cancel()}
      />
    </div>
  );
}
