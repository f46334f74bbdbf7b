import { and, desc, eq, ilike, or, type SQL, sql } from 'drizzle-orm';
import { member, staff } from '../access.ts';
import { orders } from './schema.ts';

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
  mine: member.orders.mine.handler(({ context: { edges, person } }) =>
    edges.db
      .select(shown)
      .from(orders)
      .where(eq(orders.profileId, person.id))
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(500),
  ),

  admin: {
    list: staff('see sales').orders.admin.list.handler(async ({ context: { edges }, input }) => {
      const chosen = and(
        input.status && eq(orders.status, input.status),
        input.search
          ? or(ilike(orders.email, contains(input.search)), ilike(orders.productName, contains(input.search)))
          : undefined,
      );
      const [rows, [sums]] = await Promise.all([
        edges.db
          .select(shown)
          .from(orders)
          .where(and(chosen, input.after ? olderThan(input.after) : undefined))
          .orderBy(desc(orders.createdAt), desc(orders.id))
          .limit(PAGE + 1),
        edges.db
          .select({
            total: sql<number>`count(*)::int`,
            paidTotal: sql<number>`coalesce(sum(${orders.amount}) filter (where ${orders.status} = 'paid'), 0)::float8`,
          })
          .from(orders)
          .where(chosen),
      ]);
      const page = rows.slice(0, PAGE);
      return {
        rows: page,
        next: rows.length > PAGE ? page.at(-1)!.id : null,
        total: sums!.total,
        paidTotal: sums!.paidTotal,
      };
    }),
  },
};

/** Rows after that one in newest-first order; compared inside the database, where times keep their microseconds. */
const olderThan = (id: string): SQL =>
  sql`(${orders.createdAt}, ${orders.id}) < (select o.created_at, o.id from orders o where o.id = ${id})`;

/** What a person typed, looked for anywhere; `%` and `_` stand for themselves. */
const contains = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
