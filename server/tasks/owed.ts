import { eq, lt, or } from 'drizzle-orm';
import { orders } from '../orders/schema.ts';
import { tasks } from './schema.ts';

/**
 * Of a task nobody has answered, with its order: whether an answer is still owed. What comes with a purchase is not once its whole money
 * went back; a complaint is answered all the same.
 */
export const owedCondition = or(eq(tasks.kind, 'complaint'), lt(orders.refunded, orders.amount));
