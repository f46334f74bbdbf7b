import { and, count, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { OwedMoney } from '#domain/bank/contract.ts';
import { sumsOf } from '#domain/bank/money.ts';
import type { Entity } from '#domain/books/accounts.ts';
import type { Dependencies } from '../dependencies.ts';
import { reservations } from '../events/schema.ts';
import { orderClaims, orders } from '../orders/schema.ts';
import { pageOf } from '../platform/list.ts';
import { paymentParts, statementLines } from './schema.ts';

interface Wanted {
  returned?: boolean | undefined;
  entity?: Entity | undefined;
  after?: string | undefined;
}

/** What is owed back, newest first, and its sums; with what was given back when that is asked for. */
export async function listOwed(
  { db }: Dependencies,
  entities: readonly Entity[],
  { returned = false, entity, after }: Wanted,
) {
  const owners = entities.filter((one) => entity === undefined || one === entity);
  const theirs = inArray(paymentParts.entity, owners);
  const page = pageOf({ key: paymentParts.decidedAt, id: paymentParts.id, direction: 'desc', after });
  const [found, sums] = await Promise.all([
    db
      .select({
        ...getTableColumns(paymentParts),
        payer: statementLines.payer,
        bookedOn: statementLines.bookedOn,
        reference: statementLines.reference,
        number: reservations.number,
        order: orders.number,
        name: sql<string>`coalesce(${reservations.firstName} || ' ' || ${reservations.lastName}, ${orders.delivery} ->> 'company_name',
          (${orders.delivery} ->> 'firstName') || ' ' || (${orders.delivery} ->> 'lastName'), '')`,
        email: sql<string>`coalesce(${reservations.email}, ${orders.email}, '')`,
        place: page.place,
      })
      .from(paymentParts)
      .leftJoin(statementLines, eq(statementLines.id, paymentParts.lineId))
      .leftJoin(reservations, eq(reservations.id, paymentParts.reservationId))
      .leftJoin(orderClaims, eq(orderClaims.id, paymentParts.claimId))
      .leftJoin(orders, eq(orders.id, orderClaims.orderId))
      .where(and(theirs, inArray(paymentParts.state, returned ? ['owed', 'returned'] : ['owed']), page.after))
      .orderBy(...page.orderBy)
      .limit(page.limit),
    db
      .select({
        currency: paymentParts.currency,
        amount: sql<number>`sum(${paymentParts.amount})`.mapWith(Number),
        rows: count(),
      })
      .from(paymentParts)
      .where(and(theirs, eq(paymentParts.state, 'owed')))
      .groupBy(paymentParts.currency)
      .orderBy(desc(paymentParts.currency)),
  ]);
  const shown = page.show(
    found,
    (row): OwedMoney => ({
      id: row.id,
      entity: row.entity,
      amount: row.amount,
      currency: row.currency,
      payer: row.payer ?? '',
      bookedOn: row.bookedOn,
      reference: row.reference ?? '',
      number: row.number,
      order: row.order,
      name: row.name.trim(),
      email: row.email,
      reason: row.reason,
      owedAt: row.decidedAt,
      owedBy: row.decidedBy,
      returnedAt: row.returnedAt,
      returnedBy: row.returnedBy,
    }),
  );
  return { ...shown, sums: sumsOf(sums), count: sums.reduce((all, { rows }) => all + rows, 0) };
}
