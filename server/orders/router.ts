import { and, desc, eq, ilike, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { member, staff } from '../access.ts';
import { inOrder } from '../platform/list-order.ts';
import { orders, withdrawals } from './schema.ts';
import { describeWithdrawal, resolveWithdrawal, withdraw } from './withdraw.ts';

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

const PAGE = 50;

export const ordersRouter = {
  mine: member.orders.mine.handler(async ({ context: { edges, person } }) => {
    const rows = await edges.db
      .select({ order: shown, stated: withdrawals })
      .from(orders)
      .leftJoin(withdrawals, eq(withdrawals.orderId, orders.id))
      .where(eq(orders.profileId, person.id))
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(500);
    return rows.map(({ order, stated }) => ({ ...order, withdrawal: stated && describeWithdrawal(order, stated) }));
  }),

  withdraw: member.orders.withdraw.handler(async ({ context: { edges, actor, person }, input, errors }) =>
    edges.db.transaction(async (tx) => {
      const outcome = await withdraw(tx, edges, actor, person.id, input);
      if (outcome.refused === 'WITHDRAWAL_LATE') throw errors.WITHDRAWAL_LATE({ data: { until: outcome.until } });
      if (outcome.refused !== null) throw errors[outcome.refused]();
      return outcome.withdrawal;
    }),
  ),

  admin: {
    resolveWithdrawal: staff('see sales').orders.admin.resolveWithdrawal.handler(
      async ({ context: { edges, actor }, input, errors }) =>
        edges.db.transaction(async (tx) => {
          if (!(await resolveWithdrawal(tx, edges, actor, input))) throw errors.WITHDRAWAL_GONE();
          return { resolved: true as const };
        }),
    ),

    list: staff('see sales').orders.admin.list.handler(async ({ context: { edges }, input }) => {
      const order = inOrder({ date: orders.createdAt, amount: orders.amount }[input.sort], orders.id, input.direction);
      const chosen = and(
        input.status && eq(orders.status, input.status),
        input.withdrawn ? isNotNull(withdrawals.orderId) : undefined,
        input.search
          ? or(ilike(orders.email, contains(input.search)), ilike(orders.productName, contains(input.search)))
          : undefined,
      );
      const [rows, [sums], [waiting]] = await Promise.all([
        edges.db
          .select({ order: shown, stated: withdrawals })
          .from(orders)
          .leftJoin(withdrawals, eq(withdrawals.orderId, orders.id))
          .where(and(chosen, input.after ? order.after(input.after) : undefined))
          .orderBy(...order.by)
          .limit(PAGE + 1),
        edges.db
          .select({
            total: sql<number>`count(*)::int`,
            paidTotal: sql<number>`coalesce(sum(${orders.amount}) filter (where ${orders.status} = 'paid'), 0)::float8`,
          })
          .from(orders)
          .leftJoin(withdrawals, eq(withdrawals.orderId, orders.id))
          .where(chosen),
        edges.db
          .select({ open: sql<number>`count(*)::int` })
          .from(withdrawals)
          .innerJoin(orders, eq(orders.id, withdrawals.orderId))
          .where(and(isNull(withdrawals.resolvedAt), lt(orders.refunded, orders.amount))),
      ]);
      const page = rows.slice(0, PAGE).map(({ order, stated }) => ({
        ...order,
        withdrawal: stated && {
          ...describeWithdrawal(order, stated),
          reason: stated.reason,
          resolution: stated.resolution,
        },
      }));
      return {
        rows: page,
        openWithdrawals: waiting!.open,
        next: rows.length > PAGE ? page.at(-1)!.id : null,
        total: sums!.total,
        paidTotal: sums!.paidTotal,
      };
    }),
  },
};

/** What a person typed, looked for anywhere; `%` and `_` stand for themselves. */
const contains = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
