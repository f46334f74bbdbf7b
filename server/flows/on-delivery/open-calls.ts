import { and, eq, lte, ne, or } from 'drizzle-orm';
import { memberName } from '#domain/network/rules.ts';
import { OPEN_CALL, type OrderCalls } from '#domain/orders/calls/calls.ts';
import { refuse } from '#domain/refuse.ts';
import { profiles } from '../../accounts/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { orderOpenCalls, orders } from '../../orders/schema.ts';
import type { Actor } from '../../platform/audit.ts';
import { lockOrderByNumber } from '../transfers/unpaid.ts';
import { type CalledOrder, readCalls } from './calls.ts';

/** The calls of an order as staff see them, with who has it open; `null` when nobody calls for it. */
export async function readShownCalls(
  deps: Pick<Dependencies, 'db' | 'now'>,
  order: CalledOrder,
): Promise<OrderCalls | null> {
  const calls = await readCalls(deps.db, order);
  return calls && { ...calls, openedBy: await readOpenCall(deps, order.id) };
}

/** Who has an order open for a call just now; `null`: nobody. */
async function readOpenCall(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  orderId: string,
): Promise<OrderCalls['openedBy']> {
  const [open] = await db
    .select({ call: orderOpenCalls, by: profiles })
    .from(orderOpenCalls)
    .innerJoin(profiles, eq(profiles.id, orderOpenCalls.personId))
    .where(eq(orderOpenCalls.orderId, orderId));
  if (!open || open.call.until <= now()) return null;
  return { id: open.by.id, name: memberName(open.by), at: open.call.openedAt };
}

/** The order is this person's to call for some minutes more; `false`: it is somebody else's. It holds nobody up, it is only shown. */
export const openCall = (deps: Dependencies, actor: Actor, number: number): Promise<boolean> =>
  deps.db.transaction(async (tx) => {
    const order = await lockOrderByNumber(tx, { number, profileId: null });
    const calls = await readCalls(tx, order);
    if (!calls?.isWaiting) throw refuse('CALL_NOT_WAITING');
    const now = deps.now();
    const until = new Date(now.getTime() + OPEN_CALL.lasts);
    const [open] = await tx.select().from(orderOpenCalls).where(eq(orderOpenCalls.orderId, order.id));
    const held = open && open.until > now ? open : null;
    if (held && held.personId !== actor.id) return false;
    const row = { personId: actor.id, openedAt: held?.openedAt ?? now, until };
    await tx
      .insert(orderOpenCalls)
      .values({ orderId: order.id, ...row })
      .onConflictDoUpdate({ target: orderOpenCalls.orderId, set: row });
    // Of a window that was closed without a word.
    const left = await tx
      .select({ id: orderOpenCalls.orderId })
      .from(orderOpenCalls)
      .where(and(lte(orderOpenCalls.until, now), ne(orderOpenCalls.orderId, order.id)))
      .orderBy(orderOpenCalls.orderId)
      .limit(20)
      .for('update', { skipLocked: true });
    if (left.length > 0)
      await tx.delete(orderOpenCalls).where(or(...left.map(({ id }) => eq(orderOpenCalls.orderId, id))));
    return true;
  });

/** Of this person alone; closed already is done. */
export async function closeCall({ db }: Dependencies, actor: Actor, number: number): Promise<void> {
  const [order] = await db.select({ id: orders.id }).from(orders).where(eq(orders.number, number));
  if (!order) throw refuse('ORDER_GONE');
  await db
    .delete(orderOpenCalls)
    .where(and(eq(orderOpenCalls.orderId, order.id), eq(orderOpenCalls.personId, actor.id)));
}
