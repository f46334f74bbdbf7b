import { and, desc, eq, ilike, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { OrderFilter } from '#domain/orders/contract.ts';
import { member, staff } from '../access.ts';
import { keyset } from '../platform/list-order.ts';
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
      const order = keyset({ date: orders.createdAt, amount: orders.amount }[input.sort], orders.id, input.direction);
      const rows = await deps.db
        .select({ order: shown, stated: withdrawals })
        .from(orders)
        .leftJoin(withdrawals, eq(withdrawals.orderId, orders.id))
        .where(and(chosen(input), input.after ? order.after(input.after) : undefined))
        .orderBy(...order.by)
        .limit(PAGE + 1);
      const page = rows.slice(0, PAGE).map(({ order, stated }) => ({
        ...order,
        withdrawal: stated && {
          ...describeWithdrawal(order, stated),
          reason: stated.reason,
          resolution: stated.resolution,
        },
      }));
      return { rows: page, next: rows.length > PAGE ? page.at(-1)!.id : null };
    }),

    sums: staff('see sales').orders.admin.sums.handler(async ({ context: { deps }, input }) => {
      const [[sums], [waiting]] = await Promise.all([
        deps.db
          .select({
            total: sql<number>`count(*)::int`,
            paidTotal: sql<number>`coalesce(sum(${orders.amount}) filter (where ${orders.status} = 'paid'), 0)::float8`,
          })
          .from(orders)
          .leftJoin(withdrawals, eq(withdrawals.orderId, orders.id))
          .where(chosen(input)),
        deps.db
          .select({ open: sql<number>`count(*)::int` })
          .from(withdrawals)
          .innerJoin(orders, eq(orders.id, withdrawals.orderId))
          .where(and(isNull(withdrawals.resolvedAt), lt(orders.refunded, orders.amount))),
      ]);
      return { ...sums!, openWithdrawals: waiting!.open };
    }),
  },
};

const chosen = ({ search, status, withdrawn }: OrderFilter): SQL | undefined =>
  and(
    status && eq(orders.status, status),
    withdrawn ? isNotNull(withdrawals.orderId) : undefined,
    search ? or(ilike(orders.email, contains(search)), ilike(orders.productName, contains(search))) : undefined,
  );

/** What a person typed, looked for anywhere; `%` and `_` stand for themselves. */
const contains = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
