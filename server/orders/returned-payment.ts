import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { RefundState } from '#domain/refunds/rules.ts';

/**
 * Whether what paid an order came for an account that was closed or blocked: it goes back, and nothing is sent for it, also when the bank
 * sends it back to us. Looked up order by order (`offset 0`): of all payments it is many.
 */
export const isPaymentReturnedCondition = (orderId: SQLWrapper | string): SQL<boolean> => sql<boolean>`
  exists (select from fulfilments came where came.order_id = ${orderId} and came.returned and not came.surplus offset 0)`;

/** Whether requests in these states take all that is left of an order's money, except what was paid too much. */
export const allMoneyGoesBackCondition = (
  orderId: SQLWrapper | string,
  states: readonly RefundState[],
): SQL<boolean> => sql<boolean>`
  (select coalesce(sum(waits.amount), 0) > 0 and coalesce(sum(waits.amount), 0) >= (
      select coalesce(sum(came.amount - coalesce((
        select sum(refunds.amount) from refunds where refunds.payment_key = came.key and refunds.stands), 0)), 0)
      from fulfilments came where came.order_id = ${orderId} and not came.surplus)
    from order_refunds waits join fulfilments paid on paid.key = waits.payment_key and not paid.surplus
    where waits.order_id = ${orderId} and waits.state = any(${sql.param([...states])}::text[]))`;
