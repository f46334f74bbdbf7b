import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { isMoreToCome } from '#domain/orders/rules.ts';
import { isUnderWay, RETURN_STATES } from '#domain/returns/rules.ts';
import type { Dependencies } from '../../dependencies.ts';
import { orders, withdrawals } from '../../orders/schema.ts';
import type { Tx } from '../../platform/db.ts';
import { returns } from '../../returns/schema.ts';
import type { ReturnRow } from './devices.ts';

/**
 * The statement of a withdrawal is settled when no return of its order is under way any more; one about what has not come is not settled by
 * what came. The caller holds the order.
 */
export async function resolveWithdrawalOfReturn(
  tx: Tx,
  { now }: Pick<Dependencies, 'now'>,
  { orderId, kind }: ReturnRow,
  resolution: string,
): Promise<void> {
  if (kind !== 'withdrawal') return;
  const waits = await tx.$count(
    returns,
    and(
      eq(returns.orderId, orderId),
      eq(returns.kind, 'withdrawal'),
      inArray(returns.state, RETURN_STATES.filter(isUnderWay)),
    ),
  );
  if (waits > 0) return;
  const [order] = await tx
    .select({ fulfilmentState: orders.fulfilmentState })
    .from(orders)
    .where(eq(orders.id, orderId));
  await tx
    .update(withdrawals)
    .set({ resolvedAt: now(), resolution })
    .where(
      and(
        eq(withdrawals.orderId, orderId),
        isNull(withdrawals.resolvedAt),
        isMoreToCome(order!) ? isNotNull(withdrawals.receivedOn) : undefined,
      ),
    );
}

/** The money of a return went back: nothing is left to do. */
export async function endReturn(tx: Tx, deps: Dependencies, refundId: string): Promise<void> {
  const [ended] = await tx
    .update(returns)
    .set({ state: 'done' })
    .where(and(eq(returns.refundId, refundId), eq(returns.state, 'decided')))
    .returning();
  if (ended) await resolveWithdrawalOfReturn(tx, deps, ended, ended.resolution);
}

/** The money of a return came back to us: it is decided anew, and its statement waits again. The caller holds the order. */
export async function reopenReturn(tx: Tx, refundId: string): Promise<void> {
  const [again] = await tx
    .update(returns)
    .set({ state: 'decided' })
    .where(and(eq(returns.refundId, refundId), eq(returns.state, 'done')))
    .returning();
  if (again?.kind !== 'withdrawal') return;
  await tx.update(withdrawals).set({ resolvedAt: null, resolution: '' }).where(eq(withdrawals.orderId, again.orderId));
}
