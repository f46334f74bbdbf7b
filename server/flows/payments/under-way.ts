import { and, desc, eq, gte, inArray, isNull, lt, ne, notInArray, or, sql } from 'drizzle-orm';
import type { UnderWay } from '#domain/accounts/own.ts';
import type { Currency } from '#domain/money.ts';
import type { ClosingStage } from '#domain/orders/closing.ts';
import { isWithdrawalOffered, refundBy } from '#domain/orders/rules.ts';
import type { OwnRewards, OwnStatement } from '#domain/rewards/contract.ts';
import { dayOf } from '#domain/time.ts';
import { ENDED_STATUSES, subscriptions } from '../../advertising/schema.ts';
import { paymentParts } from '../../bank/schema.ts';
import type { Person } from '../../context.ts';
import type { Dependencies } from '../../dependencies.ts';
import { orderClaims, orders, withdrawals } from '../../orders/schema.ts';
import { payouts } from '../../payouts/schema.ts';
import type { Database } from '../../platform/db.ts';
import { orderRefunds } from '../../refunds/schema.ts';
import { ownRewards } from '../../rewards/own-rewards.ts';
import { specialDays, specialRuns } from '../../special/schema.ts';
import { owedCondition } from '../../tasks/owed.ts';
import { tasks } from '../../tasks/schema.ts';
import { unpaidOrders } from '../people/cancel-unpaid-orders.ts';
import { sumOfTransfersReceived } from './receive-transfer.ts';

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
    .where(and(eq(tasks.profileId, id), isNull(tasks.answeredAt), owedCondition))
    .orderBy(tasks.dueOn);
  return {
    orders: [
      ...(await notPaid(db, id)),
      ...devices.flatMap(({ order, stated }) => {
        const stage = stated ? null : closingStageOfPaid(order, now());
        return stage ? [{ number: order.number, productName: order.productName, stage, came: 0 }] : [];
      }),
      ...(await specialPackages(db, id, now())),
    ],
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
    paybacks: await paybacks(db, id),
    rewards: rewardsUnderWay(await ownRewards(db, id, now()), profile.isCompany),
    subscriptions: running.map(({ packageName, currentPeriodEnd }) => ({ packageName, paidUntil: currentPeriodEnd })),
    banners: profile.bannerBalance,
    tvSeconds: profile.tvSecondBalance,
    tasks: owed,
  };
}

type RewardEnd = UnderWay['rewards'][number]['ends'];

/** Months that wait to be closed, and statements; what was carried on goes out with the account. */
function rewardsUnderWay(
  { month, amount, open, statements, account, hasTaxNumber }: OwnRewards,
  isCompany: boolean,
): UnderWay['rewards'] {
  const rewardEndOf = ({ state, holdReason, waits, carriedInto }: OwnStatement): RewardEnd | null => {
    if (state === 'paid' || carriedInto !== null) return null;
    if (holdReason === 'company' || waits === 'invoice' || (state === 'carried' && isCompany)) return 'invoice';
    if (state === 'held') return 'held';
    if (state === 'carried') return account !== null && hasTaxNumber ? 'paid' : 'small';
    return waits === 'account' || waits === 'tax_number' ? 'needs' : 'paid';
  };
  return [
    ...[{ month, amount }, ...open].flatMap(({ month, amount }) =>
      amount > 0 ? [{ month, amount, ends: 'open' as const }] : [],
    ),
    ...statements.flatMap((one) => {
      const ends = rewardEndOf(one);
      return ends ? [{ month: one.month, amount: one.gross, ends }] : [];
    }),
  ];
}

async function notPaid(db: Database, profileId: string): Promise<UnderWay['orders']> {
  const unpaid = (await unpaidOrders(db, profileId)).toReversed();
  return Promise.all(
    unpaid.flatMap(({ order: { id, number, productName }, stage }) =>
      stage
        ? [
            (async () => ({
              number,
              productName,
              stage,
              came: stage === 'transfer_called_off' ? await sumOfTransfersReceived(db, id) : 0,
            }))(),
          ]
        : [],
    ),
  );
}

/** Whether or not it was paid long ago, what has not come is under way. */
function closingStageOfPaid(order: typeof orders.$inferSelect, now: Date): ClosingStage | null {
  switch (order.fulfilmentState) {
    case 'new':
    case 'packed':
      return 'to_send';
    case 'handed_over':
    case 'in_transit':
      return 'sent';
    case 'refused':
    case 'returned':
    case 'lost':
    case 'damaged':
      return 'not_delivered';
    default:
      return isWithdrawalOffered(order, now) ? 'delivered' : null;
  }
}

/** Sold and not started, or with days to come. */
async function specialPackages(db: Database, profileId: string, now: Date): Promise<UnderWay['orders']> {
  const toCome = sql`exists (select from ${specialDays} where ${specialDays.runId} = ${specialRuns.id} and ${specialDays.day} >= ${dayOf(now)})`;
  const runs = await db
    .select({ number: orders.number, productName: orders.productName, startsOn: specialRuns.startsOn })
    .from(specialRuns)
    .innerJoin(orders, eq(orders.id, specialRuns.orderId))
    .where(
      and(
        eq(specialRuns.profileId, profileId),
        lt(orders.refunded, orders.amount),
        or(isNull(specialRuns.startsOn), gte(specialRuns.startsOn, dayOf(now)), toCome),
      ),
    )
    .orderBy(desc(orders.number));
  return runs.map(({ startsOn, ...order }) => ({
    ...order,
    stage: startsOn === null ? 'special_waiting' : 'special_running',
    came: 0,
  }));
}

/** Money of the person's orders that goes back; of what goes to an account, whether it is named. */
async function paybacks(db: Database, profileId: string): Promise<UnderWay['paybacks']> {
  const asked = await db
    .select({ refund: orderRefunds, number: orders.number, payout: payouts.state })
    .from(orderRefunds)
    .innerJoin(orders, eq(orders.id, orderRefunds.orderId))
    .leftJoin(payouts, and(eq(payouts.refundId, orderRefunds.id), eq(payouts.state, 'account')))
    .where(and(eq(orders.profileId, profileId), inArray(orderRefunds.state, ['asked', 'sending', 'failed'])))
    .orderBy(desc(orders.number), desc(orderRefunds.askedAt));
  const parts = await db
    .select({ part: paymentParts, number: orders.number })
    .from(paymentParts)
    .innerJoin(orderClaims, eq(orderClaims.id, paymentParts.claimId))
    .innerJoin(orders, eq(orders.id, orderClaims.orderId))
    .where(and(eq(orders.profileId, profileId), eq(paymentParts.state, 'owed'), ne(paymentParts.entity, 'organiser')))
    .orderBy(desc(orders.number));
  return [
    ...asked.map(({ refund: { amount, currency, state }, number, payout }) => ({
      number,
      amount,
      currency: currency as Currency,
      state: payout === null ? (state as 'asked' | 'sending' | 'failed') : ('account' as const),
    })),
    ...parts.map(({ part: { amount, currency }, number }) => ({
      number,
      amount,
      currency: currency as Currency,
      state: 'owed' as const,
    })),
  ];
}
