import { and, desc, eq, isNull, lt, notInArray } from 'drizzle-orm';
import type { UnderWay } from '#domain/accounts/own.ts';
import { isWithdrawalOffered, refundBy } from '#domain/orders/rules.ts';
import { ENDED_STATUSES, subscriptions } from '../../advertising/schema.ts';
import type { Person } from '../../context.ts';
import type { Dependencies } from '../../dependencies.ts';
import { orders, withdrawals } from '../../orders/schema.ts';
import { tasks } from '../../tasks/schema.ts';

/** What is still under way in an account that its owner is about to close. */
export async function describeUnderWay({ db, now }: Dependencies, { id, profile }: Person): Promise<UnderWay> {
  const devices = await db
    .select({ order: orders, stated: withdrawals })
    .from(orders)
    .leftJoin(withdrawals, eq(withdrawals.orderId, orders.id))
    .where(
      and(
        eq(orders.profileId, id),
        eq(orders.kind, 'device'),
        eq(orders.status, 'paid'),
        lt(orders.refunded, orders.amount),
      ),
    )
    .orderBy(desc(orders.number));
  const running = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.profileId, id), notInArray(subscriptions.status, ENDED_STATUSES)))
    .orderBy(desc(subscriptions.createdAt));
  const owed = await db
    .select({ kind: tasks.kind, orderNumber: orders.number, dueOn: tasks.dueOn })
    .from(tasks)
    .innerJoin(orders, eq(orders.id, tasks.orderId))
    .where(and(eq(tasks.profileId, id), isNull(tasks.answeredAt)))
    .orderBy(tasks.dueOn);
  return {
    orders: devices
      .filter(({ order, stated }) => !stated && isWithdrawalOffered(order, now()))
      .map(({ order }) => ({ number: order.number, productName: order.productName, paidAt: order.paidAt! })),
    refunds: devices.flatMap(({ order, stated }) =>
      stated && !stated.resolvedAt
        ? [
            {
              number: order.number,
              amount: order.amount - order.refunded,
              currency: order.currency as 'EUR',
              refundBy: refundBy(stated.statedAt),
            },
          ]
        : [],
    ),
    subscriptions: running.map(({ packageName, currentPeriodEnd }) => ({ packageName, paidUntil: currentPeriodEnd })),
    banners: profile.bannerBalance,
    tvSeconds: profile.tvSecondBalance,
    tasks: owed,
  };
}
