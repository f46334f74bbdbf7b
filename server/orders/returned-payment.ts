import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * Whether what paid an order came for an account that was closed or blocked: it goes back, and nothing is sent for it, also when the bank
 * sends it back to us. Looked up order by order (`offset 0`): of all payments it is many.
 */
export const isPaymentReturnedCondition = (orderId: SQLWrapper | string): SQL<boolean> => sql<boolean>`
  exists (select from fulfilments came where came.order_id = ${orderId} and came.returned and not came.surplus offset 0)`;
