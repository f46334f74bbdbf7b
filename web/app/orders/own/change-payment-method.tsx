import { useState } from 'react';
import type { PaymentWay } from '#domain/order-states.ts';
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

/** The other ways of paying, while nothing was paid. A question is about the order as it was when it was asked. */
export function ChangePaymentMethod({ order, reload }: { order: OwnOrder; reload: () => Promise<unknown> }) {
  const [asked, setAsked] = useState<{ way: PaymentWay; seen: OwnOrder } | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function change({ way, seen: { number, version } }: { way: PaymentWay; seen: OwnOrder }) {
    setBusy(true);
    setProblem(null);
    const outcome = await write(() => client.orders.changeWay({ number, version, way }));
    // Without a network nothing is read again, and the reason is said all the same.
    if (outcome.outcome !== 'done') {
      setBusy(false);
      setProblem(outcome);
      return void reload();
    }
    // Closed on the new state only: the next question would be told of this change as of somebody else's.
    await reload();
    setBusy(false);
    setAsked(null);
    toast.success(wayWords.changed[way]);
  }

  return (
    <>
      {order.otherWays.map((way) => (
        <Button
          key={way}
          variant="secondary"
          onClick={() => {
            setProblem(null);
            setAsked({ way, seen: order });
          }}
        >
          {wayWords.change[way]}
        </Button>
      ))}
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(null)}
          title={copy.wayTitle}
          text={wayWords.changeText[asked.way]}
          yes={wayWords.change[asked.way]}
          busy={busy}
          problem={problem}
          meanwhile={
            order.otherWays.includes(asked.way)
              ? meanwhileOf(asked.seen.version, order.version, true, () => setAsked({ ...asked, seen: order }))
              : { text: copy.impossible }
          }
          onConfirm={() => void change(asked)}
        />
      )}
    </>
  );
}
