import { and, desc, eq, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Currency } from '#domain/money.ts';
import type { OrderFilter } from '#domain/orders/contract.ts';
import { addressOf, mailboxOf } from '#domain/orders/delivery.ts';
import { refuse } from '#domain/refuse.ts';
import { member, staff } from '../access.ts';
import { checkouts } from '../payments/schema.ts';
import { dayTotals } from '../platform/day-totals.schema.ts';
import type { Database } from '../platform/db.ts';
import { countUpTo, pageOf, search } from '../platform/list.ts';
import { orders, withdrawals } from './schema.ts';
import { describeWithdrawal, resolveWithdrawal, withdraw } from './withdraw.ts';

const WORDS = sql`search_fold(' ' || ${orders.email} || ' ' || ${orders.productName})`;

const shown = {
  id: orders.id,
  number: orders.number,
  kind: orders.kind,
  email: orders.email,
  productName: orders.productName,
  amount: orders.amount,
  currency: sql<'EUR' | 'RSD'>`${orders.currency}`,
  status: orders.status,
  refunded: orders.refunded,
  createdAt: orders.createdAt,
  paidAt: orders.paidAt,
};

export const ordersRouter = {
  mine: member.orders.mine.handler(async ({ context: { deps, person } }) => {
    const rows = await deps.db
      .select({ order: shown, stated: withdrawals })
      .from(orders)
      .leftJoin(withdrawals, eq(withdrawals.orderId, orders.id))
      .where(eq(orders.profileId, person.id))
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(500);
    return rows.map(({ order, stated }) => ({ ...order, withdrawal: stated && describeWithdrawal(order, stated) }));
  }),

  confirmed: member.orders.confirmed.handler(async ({ context: { deps, person }, input }) => {
    const [found] = await deps.db
      .select({ order: orders })
      .from(checkouts)
      .innerJoin(orders, eq(orders.id, checkouts.orderId))
      .where(and(eq(checkouts.id, input.sessionId), eq(orders.profileId, person.id), eq(orders.status, 'paid')));
    if (!found) throw refuse('ORDER_GONE');
    const { order } = found;
    const { id, number, kind, productName, amount, paidAt, delivery } = order;
    return {
      id,
      number,
      kind,
      productName,
      amount,
      currency: order.currency as Currency,
      paidAt: paidAt!,
      email: mailboxOf(order),
      address: kind === 'device' && delivery ? addressOf(delivery) : null,
    };
  }),

  withdraw: member.orders.withdraw.handler(async ({ context: { deps, actor, person }, input }) =>
    deps.db.transaction((tx) => withdraw(tx, deps, actor, person.id, input)),
  ),

  admin: {
    resolveWithdrawal: staff('handle payments').orders.admin.resolveWithdrawal.handler(
      async ({ context: { deps, actor }, input }) => {
        await deps.db.transaction((tx) => resolveWithdrawal(tx, deps, actor, input));
        return { resolved: true as const };
      },
    ),

    list: staff('see sales').orders.admin.list.handler(async ({ context: { deps }, input }) => {
      const { sort, direction, after, ...filter } = input;
      const key = { date: orders.createdAt, amount: orders.amount }[sort];
      const page = pageOf({ key, id: orders.id, direction, after });
      const rows = await deps.db
        .select({ order: shown, stated: withdrawals, place: page.place })
        .from(orders)
        .leftJoin(withdrawals, eq(withdrawals.orderId, orders.id))
        .where(and(chosen(filter), page.after))
        .orderBy(...page.orderBy)
        .limit(page.limit);
      return page.show(rows, ({ order, stated }) => ({
        ...order,
        withdrawal: stated && {
          ...describeWithdrawal(order, stated),
          reason: stated.reason,
          resolution: stated.resolution,
        },
      }));
    }),

    sums: staff('see sales').orders.admin.sums.handler(async ({ context: { deps }, input }) => {
      const { db } = deps;
      const one = { one: sql`1` };
      const isKept = !input.search && !input.withdrawn;
      const [counts, money] = await Promise.all([
        countUpTo(db, {
          total: db
            .select(one)
            .from(orders)
            .leftJoin(withdrawals, eq(withdrawals.orderId, orders.id))
            .where(chosen(input)),
          openWithdrawals: db
            .select(one)
            .from(withdrawals)
            .innerJoin(orders, eq(orders.id, withdrawals.orderId))
            .where(and(isNull(withdrawals.resolvedAt), lt(orders.refunded, orders.amount))),
        }),
        isKept ? keptSum(db, input) : countedSum(db, input),
      ]);
      return { ...counts, ...money };
    }),
  },
};

/** What was paid for all orders, for those of a status or of a kind, from the totals that are kept of each day. */
async function keptSum(db: Database, { status = 'paid', kind }: OrderFilter): Promise<Money> {
  if (status !== 'paid') return { paidTotal: 0, refundedTotal: 0 };
  const [sum] = await db
    .select({
      paidTotal: sql<number>`coalesce(sum(${dayTotals.amount}), 0)::float8`,
      refundedTotal: sql<number>`coalesce(sum(${dayTotals.refunded}), 0)::float8`,
    })
    .from(dayTotals)
    .where(and(eq(dayTotals.list, 'orders'), eq(dayTotals.state, 'paid'), kind && eq(dayTotals.kind, kind)));
  return sum!;
}

async function countedSum(db: Database, filter: OrderFilter): Promise<Money> {
  const [sum] = await db
    .select({
      paidTotal: sql<number>`coalesce(sum(${orders.amount}), 0)::float8`,
      refundedTotal: sql<number>`coalesce(sum(${orders.refunded}), 0)::float8`,
    })
    .from(orders)
    .leftJoin(withdrawals, eq(withdrawals.orderId, orders.id))
    .where(and(chosen(filter), eq(orders.status, 'paid')));
  return sum!;
}

interface Money {
  paidTotal: number;
  refundedTotal: number;
}

const chosen = ({ search: text, status, kind, withdrawn }: OrderFilter): SQL | undefined =>
  and(
    status && eq(orders.status, status),
    kind && eq(orders.kind, kind),
    withdrawn ? isNotNull(withdrawals.orderId) : undefined,
    text ? or(numbered(text), search(WORDS, text)) : undefined,
  );

/** An order's number, as it stands in mails and lists. */
const numbered = (text: string): SQL | undefined =>
  /^#?\d{1,9}$/.test(text) ? eq(orders.number, Number(text.replace('#', ''))) : undefined;
