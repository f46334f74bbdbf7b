import { and, count, desc, eq, getTableColumns, inArray, ne, sql } from 'drizzle-orm';
import type { OwedMoney } from '#domain/bank/contract.ts';
import { sumsOf } from '#domain/bank/money.ts';
import type { LegalEntity } from '#domain/books/accounts.ts';
import { formatAccount } from '#domain/events/payment/bank-accounts.ts';
import { isSerbianAccount } from '#domain/payouts/rules.ts';
import type { Dependencies } from '../dependencies.ts';
import { reservations } from '../events/schema.ts';
import { orderClaims, orders } from '../orders/schema.ts';
import { payoutLists, payouts } from '../payouts/schema.ts';
import { pageOf } from '../platform/list.ts';
import { paymentParts, statementLines } from './schema.ts';

interface Wanted {
  returned?: boolean | undefined;
  entity?: LegalEntity | undefined;
  after?: string | undefined;
}

/** What is owed back, newest first, and its sums; with what was given back when that is asked for. */
export async function listOwed(
  { db }: Dependencies,
  entities: readonly LegalEntity[],
  { returned = false, entity, after }: Wanted,
) {
  const owners = entities.filter((one) => entity === undefined || one === entity);
  const theirs = inArray(paymentParts.entity, owners);
  const page = pageOf({ key: paymentParts.decidedAt, id: paymentParts.id, direction: 'desc', after });
  const last = db
    .select({ state: payouts.state, account: payouts.account, list: payoutLists.number })
    .from(payouts)
    .leftJoin(payoutLists, eq(payoutLists.id, payouts.listId))
    .where(and(eq(payouts.partId, paymentParts.id), ne(payouts.state, 'stopped')))
    .orderBy(desc(payouts.createdAt))
    .limit(1)
    .as('last');
  const [found, sums] = await Promise.all([
    db
      .select({
        ...getTableColumns(paymentParts),
        payer: statementLines.payer,
        bookedOn: statementLines.bookedOn,
        reference: statementLines.reference,
        number: reservations.number,
        year: reservations.year,
        order: orders.number,
        name: sql<string>`coalesce(${reservations.firstName} || ' ' || ${reservations.lastName}, ${orders.delivery} ->> 'company_name',
          (${orders.delivery} ->> 'firstName') || ' ' || (${orders.delivery} ->> 'lastName'), '')`,
        email: sql<string>`coalesce(${reservations.email}, ${orders.email}, '')`,
        payerAccount: statementLines.payerAccount,
        payoutState: last.state,
        payoutAccount: last.account,
        payoutList: last.list,
        place: page.place,
      })
      .from(paymentParts)
      .leftJoin(statementLines, eq(statementLines.id, paymentParts.lineId))
      .leftJoin(reservations, eq(reservations.id, paymentParts.reservationId))
      .leftJoin(orderClaims, eq(orderClaims.id, paymentParts.claimId))
      .leftJoin(orders, eq(orders.id, orderClaims.orderId))
      .leftJoinLateral(last, sql`true`)
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
      year: row.year,
      order: row.order,
      name: row.name.trim(),
      email: row.email,
      reason: row.reason,
      owedAt: row.decidedAt,
      owedBy: row.decidedBy,
      returnedAt: row.returnedAt,
      returnedBy: row.returnedBy,
      account: row.payerAccount && isSerbianAccount(row.payerAccount) ? formatAccount(row.payerAccount) : null,
      mayBePaidOut:
        row.state === 'owed' &&
        row.entity === 'company' &&
        row.currency === 'RSD' &&
        row.payoutState !== 'ready' &&
        row.payoutState !== 'listed',
      payout: row.payoutState && {
        state: row.payoutState,
        account: row.payoutAccount && formatAccount(row.payoutAccount),
        list: row.payoutList,
      },
    }),
  );
  return { ...shown, sums: sumsOf(sums), count: sums.reduce((all, { rows }) => all + rows, 0) };
}
