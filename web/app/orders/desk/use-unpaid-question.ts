import { useState } from 'react';
import { daysLater } from '#domain/day.ts';
import { PAYMENT_WAYS, type PaymentWay } from '#domain/order-states.ts';
import { unpaidCopy as copy } from '#domain/orders/own/own-order-copy.ts';
import { dayOf, formatDate } from '#domain/time.ts';
import { meanwhileOf } from '../../admin/use-dialog-row.ts';
import { client } from '../../api.ts';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { type Outcome, write } from '../../write.ts';
import type { OrderRow } from './order-row.ts';
import type { UnpaidChanges } from './unpaid-changes.ts';

/** So many days longer is offered first. */
const LONGER = 7;

type Asking = 'extend' | PaymentWay | 'cancel';

export const isWay = (asking: Asking | undefined): asking is PaymentWay => PAYMENT_WAYS.some((way) => way === asking);

export type UnpaidQuestion = ReturnType<typeof useUnpaidQuestion>;

/**
 * The question that is open, and what is written when it is confirmed. It is about the order as it was when it was asked; after a
 * change it is asked again.
 */
export function useUnpaidQuestion(
  order: OrderRow,
  { transfer, isCancellable, isUntouched }: UnpaidChanges,
  reload: () => Promise<unknown>,
) {
  const { number } = order;
  const [asked, setAsked] = useState<{ what: Asking; seen: OrderRow } | null>(null);
  const [day, setDay] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  function ask(what: Asking) {
    setProblem(null);
    const today = dayOf(new Date());
    if (transfer) setDay(daysLater(transfer.validUntil > today ? transfer.validUntil : today, LONGER));
    setAsked({ what, seen: order });
  }

  async function send(doing: () => Promise<Outcome<unknown>>, said: string) {
    setBusy(true);
    setProblem(null);
    const outcome = await doing();
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
    toast.success(said);
  }

  const asking = asked?.what;
  const { version, transfer: extended } = asked?.seen ?? order;
  const isPossible = { extend: transfer !== null, cancel: isCancellable, way: isUntouched && order.way !== asking };
  return {
    asking,
    ask,
    /** What is put off, as it was when it was asked. */
    extended,
    day,
    setDay,
    /** What its dialog shows, whatever it asks. */
    dialog: {
      onOpenChange: () => setAsked(null),
      busy,
      problem,
      meanwhile:
        asked &&
        meanwhileOf(version, order.version, isPossible[isWay(asked.what) ? 'way' : asked.what], () =>
          setAsked({ ...asked, seen: order }),
        ),
    },
    extend: () =>
      send(
        () => write(() => client.orders.admin.extend({ number, version, validUntil: day })),
        copy.extended(formatDate(day)),
      ),
    changeWay: (way: PaymentWay) =>
      send(() => write(() => client.orders.admin.changeWay({ number, version, way })), copy.wayChanged),
    cancel: () => send(() => write(() => client.orders.admin.cancel({ number, version })), copy.cancelled(number)),
  };
}
