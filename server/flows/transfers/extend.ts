import { eq } from 'drizzle-orm';
import { type Day, daysLater } from '#domain/day.ts';
import { LONGEST_EXTENSION } from '#domain/orders/transfer/transfer.ts';
import { refuse } from '#domain/refuse.ts';
import { dayOf } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { currentPaymentRequest } from '../../orders/claims.ts';
import { enterOrderEvent } from '../../orders/events.ts';
import { monthsOrdered } from '../../orders/months-ordered.ts';
import { orderClaims } from '../../orders/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import { sumOfTransfersReceived } from '../payments/receive-transfer.ts';
import { sendProforma } from './send-proforma.ts';
import { lockOrderByNumber, type SeenOrder } from './unpaid.ts';

/**
 * Staff give a buyer more time: what is still asked for gets a paper of its own with the new day, by the same reference. The day that it
 * has already is done.
 */
export const extendTransfer = (
  deps: Dependencies,
  actor: Actor,
  { validUntil, ...seen }: SeenOrder & { validUntil: Day },
): Promise<{ validUntil: Day }> =>
  deps.db.transaction(async (tx) => {
    const order = await lockOrderByNumber(tx, seen);
    const claim = await currentPaymentRequest(tx, order.id);
    if (order.status !== 'pending' || claim?.way !== 'transfer' || claim.state !== 'live')
      throw refuse('ORDER_NOT_UNPAID');
    if (claim.validUntil === validUntil) return { validUntil };
    if (order.version !== seen.version) throw refuse('ORDER_CHANGED');
    const today = dayOf(deps.now());
    if (validUntil < today || validUntil < claim.validUntil! || validUntil > daysLater(today, LONGEST_EXTENSION))
      throw refuse('EXTENSION_WRONG');
    await tx.update(orderClaims).set({ validUntil }).where(eq(orderClaims.id, claim.id));
    await enterOrderEvent(tx, deps.now(), actor, order.id, {
      kind: 'extended',
      reference: `${claim.id}:${validUntil}`,
      facts: { validUntil },
    });
    await record(tx, actor, {
      action: 'orders.extended',
      on: { kind: 'order', id: order.id },
      before: { validUntil: claim.validUntil },
      after: { validUntil },
    });
    const missing = claim.amount - (await sumOfTransfersReceived(tx, order.id));
    await sendProforma(
      tx,
      deps,
      order,
      { ...claim, validUntil },
      { gross: missing, months: await monthsOrdered(tx, order.id) },
    );
    return { validUntil };
  });
