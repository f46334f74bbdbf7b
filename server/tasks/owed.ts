import { and, eq, lt, or, sql } from 'drizzle-orm';
import { orders } from '../orders/schema.ts';
import { tasks } from './schema.ts';

/** Whether mails about an order reach somebody: not once its buyer was erased (domain `mailboxOf`). */
export const hasMailboxCondition = sql`(${orders.email} <> '' or coalesce(${orders.delivery} ->> 'email', '') <> '')`;

/**
 * Of a task nobody has answered, with its order: whether an answer is still owed, to somebody who can be reached. What comes with a
 * purchase is not once its whole money went back; a complaint is answered all the same.
 */
export const owedCondition = and(
  or(eq(tasks.kind, 'complaint'), lt(orders.refunded, orders.amount)),
  hasMailboxCondition,
);
