import { sql } from 'drizzle-orm';
import type { paidBackWords } from '#domain/special/copy.ts';
import { allMoneyGoesBackCondition } from '../../orders/returned-payment.ts';
import { orders } from '../../orders/schema.ts';

/** Why the money of an order that is selected is not ours: it went back, the bank holds it, or it is on its way. `null` while it is. */
export const lostMoneyCause = sql<
  keyof typeof paidBackWords | null
>`case when ${orders.refunded} >= ${orders.amount} then 'refund'
  when ${orders.isDisputed} then 'dispute' when ${allMoneyGoesBackCondition(orders.id, ['sending'])} then 'goingBack' end`;

export const lostMoneyCondition = sql<boolean>`${lostMoneyCause} is not null`;
