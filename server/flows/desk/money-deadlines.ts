import { sql } from 'drizzle-orm';
import { ACCOUNT_DAYS, type DeadlineKind, EXECUTION_DAYS } from '#domain/admin/waiting.ts';
import { daysLater } from '#domain/day.ts';
import { bankHolds, paymentParts, statementLines } from '../../bank/schema.ts';
import { reservations } from '../../events/schema.ts';
import { orderClaims, orderEvents, orders } from '../../orders/schema.ts';
import { orderPayments, providerTasks, refunds } from '../../payments/schema.ts';
import { payoutLists, payouts } from '../../payouts/schema.ts';
import { orderRefunds } from '../../refunds/schema.ts';
import { rewardStatements } from '../../rewards/schema.ts';
import { belgradeDay, columns, type Deadline, ofOrder, startOfDaySql } from './deadline-columns.ts';

/** What is to be paid back, paid out or decided about money that came. */
export const MONEY_DEADLINES = {
  refund: () =>
    sql`${columns('refund', {
      ...ofOrder,
      day: belgradeDay(orderRefunds.askedAt),
      amount: sql`${orderRefunds.amount}`,
      currency: sql`${orderRefunds.currency}`,
    })} from ${orderRefunds} join ${orders} on ${orders.id} = ${orderRefunds.orderId} where ${orderRefunds.state} = 'asked'`,

  // The newest request for a payment says how it stands; what went back in another way meanwhile needs none. A payment for a closed or
  // blocked account goes back without a request: until all of it has, once the provider was told.
  failed: () =>
    sql`${columns('failed', {
      ...ofOrder,
      day: belgradeDay(orderRefunds.askedAt),
      amount: sql`${orderRefunds.amount}`,
      currency: sql`${orderRefunds.currency}`,
    })} from ${orderRefunds} join ${orders} on ${orders.id} = ${orderRefunds.orderId}
    join ${orderPayments} on ${orderPayments.key} = ${orderRefunds.paymentKey}
    where ${orderRefunds.state} = 'failed' and not ${orderPayments.returned} and not exists (select from ${orderRefunds} later
        where later.payment_key = ${orderRefunds.paymentKey} and later.asked_at > ${orderRefunds.askedAt} and later.state <> 'lapsed')
      and not exists (select from ${refunds} where ${refunds.paymentKey} = ${orderRefunds.paymentKey} and ${refunds.succeeded}
        and ${refunds.createdAt} >= ${orderRefunds.askedAt})
      and ${came} - ${wentBack} >= ${orderRefunds.amount}
    union all ${columns('failed', {
      ...ofOrder,
      day: belgradeDay(orderPayments.at),
      amount: sql`${came} - ${wentBack}`,
      currency: sql`coalesce(${orderPayments.currency}, ${orders.currency})`,
    })} from ${providerTasks} join ${orderPayments} on ${orderPayments.key} = ${providerTasks.objectId}
    join ${orders} on ${orders.id} = ${orderPayments.orderId}
    where ${providerTasks.kind} = 'refund-payment' and ${providerTasks.doneAt} is not null and ${orderPayments.returned}
      and ${came} > ${wentBack} and not exists (select from ${orderRefunds} where ${orderRefunds.paymentKey} = ${orderPayments.key}
        and ${orderRefunds.state} in ('asked', 'sending'))`,

  // Whatever makes no order whole is such an event: a part, or money that nobody asked for. Of a paid order it is a part beside which an
  // old page paid it, or what a card paid twice once the first payment is back; what staff kept themselves they know.
  kept: () =>
    sql`${columns('kept', {
      ...ofOrder,
      day: belgradeDay(orderPayments.at),
      amount: sql`${orderPayments.amount} - ${wentBack}`,
      currency: sql`${orderPayments.currency}`,
    })} from ${orderEvents} join ${orders} on ${orders.id} = ${orderEvents.orderId}
    join ${orderPayments} on ${orderPayments.key} = ${orderEvents.reference}
    where ${orderEvents.kind} in ('part_paid', 'overpaid') and (${orders.status} = 'cancelled'
        or ${orders.status} = 'paid' and ${orderEvents.kind} = 'part_paid' and ${orderPayments.isSurplus}
        or ${orders.paymentState} = 'refunded' and ${orderPayments.isSurplus} and ${orderPayments.way} = 'card')
      and ${orderPayments.receipt} = 'received' and not ${orderPayments.returned} and ${orderPayments.amount} > ${wentBack}
      and not exists (select from ${orderRefunds} where ${orderRefunds.paymentKey} = ${orderPayments.key}
        and ${orderRefunds.state} in ('asked', 'sending'))`,

  account: (today) =>
    sql`${columns('account', {
      ...ofOrder,
      day: belgradeDay(payouts.createdAt),
      amount: sql`${payouts.amount}`,
      currency: sql`${payouts.currency}`,
    })} from ${payouts} join ${orders} on ${orders.id} = ${payouts.orderId} where ${payouts.state} = 'account'
      and ${payouts.createdAt} < ${startOfDaySql(daysLater(today, 1 - ACCOUNT_DAYS))} and not ${IS_AGAIN}`,

  // Another payout took its place at once, and waits for its account.
  returned: () =>
    sql`${columns('returned', {
      ...ofOrder,
      day: belgradeDay(payouts.createdAt),
      amount: sql`${payouts.amount}`,
      currency: sql`${payouts.currency}`,
    })} from ${payouts} join ${orders} on ${orders.id} = ${payouts.orderId}
    where ${payouts.state} = 'account' and ${IS_AGAIN}`,

  // Rewards, and what is owed back at the bank's desk: until another payout takes its place, or a person gives it back or holds it.
  owed_again: () =>
    sql`${columns('owed_again', {
      day: sql`coalesce(${statementLines.bookedOn}, ${belgradeDay(payoutLists.exportedAt)})`,
      paper: sql`to_char(${rewardStatements.month}, 'YYYY-MM')`,
      email: sql`${payouts.payee}`,
      amount: sql`${payouts.amount}`,
      currency: sql`${payouts.currency}`,
    })} from ${payouts}
    left join ${statementLines} on ${statementLines.id} = ${payouts.returnLineId}
    left join ${payoutLists} on ${payoutLists.id} = ${payouts.listId}
    left join ${rewardStatements} on ${rewardStatements.id} = ${payouts.statementId}
    left join ${paymentParts} on ${paymentParts.id} = ${payouts.partId}
    where ${payouts.state} in ('returned', 'refused') and (${rewardStatements.state} = 'payable' or ${paymentParts.state} = 'owed')
      and not exists (select from ${payouts} later where later.created_at > ${payouts.createdAt} and later.state <> 'stopped'
        and (later.statement_id = ${payouts.statementId} or later.part_id = ${payouts.partId}))`,

  payout: () =>
    sql`${columns('payout', {
      ...ofOrder,
      // What is owed back of a payment may be of no order: it is named by whoever gets it.
      email: sql`coalesce(${orders.email}, ${payouts.payee})`,
      day: belgradeDay(payouts.namedAt),
      amount: sql`${payouts.amount}`,
      currency: sql`${payouts.currency}`,
    })} from ${payouts} left join ${orders} on ${orders.id} = ${payouts.orderId}
    where ${payouts.state} = 'ready' and ${payouts.statementId} is null`,

  // Refused without a word, paid in part, or called off at the bank: only a person can ask.
  unexecuted: (today) =>
    sql`${columns('unexecuted', {
      day: sql`late.day`,
      paper: sql`late.number::text`,
      amount: sql`late.amount`,
      currency: sql`late.currency`,
    })} from (select ${payoutLists.number} as number, ${belgradeDay(payoutLists.exportedAt)} as day,
        sum(${payouts.amount})::bigint as amount, ${payoutLists.currency} as currency
      from ${payouts} join ${payoutLists} on ${payoutLists.id} = ${payouts.listId}
      where ${payouts.state} = 'listed' and ${payoutLists.exportedAt} < ${startOfDaySql(daysLater(today, 1 - EXECUTION_DAYS))}
      group by ${payoutLists.id}) late`,

  second: () => sql`${columns('second', {
    day: belgradeDay(bankHolds.askedAt),
    number: sql`coalesce(${orders.number}, ${reservations.number})`,
    paper: sql`case when ${orders.id} is null then null else 'order' end`,
    delivery: sql`${orders.delivery}`,
    email: sql`coalesce(${orders.email}, ${statementLines.payer}, '')`,
    amount: sql`${statementLines.amount}`,
    currency: sql`${statementLines.currency}`,
    statement: sql`${bankHolds.importId}`,
  })} from ${bankHolds}
    left join ${statementLines} on ${statementLines.id} = ${bankHolds.lineId}
    left join ${orderClaims} on ${orderClaims.id} = ${bankHolds.claimId}
    left join ${orders} on ${orders.id} = ${orderClaims.orderId}
    left join ${reservations} on ${reservations.id} = ${bankHolds.reservationId}
    where ${bankHolds.state} = 'asked'`,
} satisfies Partial<Record<DeadlineKind, Deadline>>;

/** Of the payment: what came; a server of an earlier version left it out. */
const came = sql`coalesce(${orderPayments.amount}, ${orders.amount})`;

/** Of the payment: what went back. */
const wentBack = sql`(select coalesce(sum(${refunds.amount}), 0) from ${refunds}
  where ${refunds.paymentKey} = ${orderPayments.key} and ${refunds.succeeded})`;

/** A payout of the same refund did not arrive. */
const IS_AGAIN = sql`exists (select from ${payouts} earlier
  where earlier.refund_id = ${payouts.refundId} and earlier.state in ('returned', 'refused'))`;
