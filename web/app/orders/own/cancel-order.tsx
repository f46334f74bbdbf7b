import { useState } from 'react';
import { ownOrderCopy as copy } from '#domain/orders/own/own-order-copy.ts';
import { wayWords } from '#domain/payments/way-words-copy.ts';
import { meanwhileOf } from '../../admin/use-dialog-row.ts';
import { client } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import type { OwnOrder } from './own-order.ts';

/** Calls off an order that nothing was paid for. The question is about the order as it was when it was asked. */
export function CancelOrder({ order, reload }: { order: OwnOrder; reload: () => Promise<unknown> }) {
  const { number } = order;
  const [asked, setAsked] = useState<OwnOrder | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function cancel({ version }: OwnOrder) {
    setBusy(true);
    setProblem(null);
    const outcome = await write(() => client.orders.cancel({ number, version }));
    // Without a network nothing is read again, and the reason is said all the same.
    if (outcome.outcome !== 'done') {
      setBusy(false);
      setProblem(outcome);
      return void reload();
    }
    // What changes by then is this person's own doing.
    await reload();
    setBusy(false);
    setAsked(null);
    toast.success(copy.done(number));
  }

  return (
    <>
      {order.isCancellable && (
        <Button
          variant="secondary"
          onClick={() => {
            setProblem(null);
            setAsked(order);
          }}
        >
          {copy.cancel}
        </Button>
      )}
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(null)}
          title={copy.cancelTitle(number)}
          text={wayWords.cancelText[asked.way]}
          yes={copy.cancel}
          no={copy.keep}
          danger
          busy={busy}
          problem={problem}
          meanwhile={
            order.isCancellable
              ? meanwhileOf(asked.version, order.version, true, () => setAsked(order))
              : { text: copy.impossible }
          }
          onConfirm={() => void cancel(asked)}
        />
      )}
    </>
  );
}
