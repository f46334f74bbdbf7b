import { paymentProblem } from '#domain/fulfilment/rules.ts';
import { sales } from '#domain/orders/copy.ts';
import type { SaleRow } from './sale-row.ts';

type Waiting = Pick<SaleRow, 'paymentState' | 'isDisputed' | 'isPaymentReturned' | 'isToPack' | 'withdrawal'>;

/** For what an order waits of which nothing is packed. */
export function waitingFor({ paymentState, isDisputed, isPaymentReturned, isToPack, withdrawal }: Waiting): string {
  if (isPaymentReturned) return sales.goesBack;
  if (isDisputed) return sales.toBeDecided;
  if (isToPack) return sales.toPack;
  if (withdrawal?.state === 'open') return sales.takenBack;
  if (paymentProblem(paymentState)) return sales.toBePaid;
  return paymentState === 'due' ? sales.toBeCalled : sales.goesBack;
}
