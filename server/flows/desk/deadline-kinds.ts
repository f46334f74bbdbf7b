import { sql } from 'drizzle-orm';
import type { DeadlineKind } from '#domain/admin/waiting.ts';
import { daysLater } from '#domain/day.ts';
import { PAYMENT_DAYS } from '#domain/events/payment/instructions.ts';
import { REFUND_DAYS } from '#domain/orders/rules.ts';
import { COMPANY_REFUND_DAYS } from '#domain/refunds/rules.ts';
import { LABEL_DAYS, SOLUTION_DAYS } from '#domain/returns/rules.ts';
import { profiles } from '../../accounts/schema.ts';
import { campaigns, reportObjections } from '../../campaigns/schema.ts';
import { documents } from '../../documents/schema.ts';
import { reservations } from '../../events/schema.ts';
import { exchanges } from '../../fulfilment/schema.ts';
import { orderClaims, orderEvents, orders, withdrawals } from '../../orders/schema.ts';
import { orderPayments } from '../../payments/schema.ts';
import { orderRefunds } from '../../refunds/schema.ts';
import { returns } from '../../returns/schema.ts';
import { rewardObjections, rewardStatements } from '../../rewards/schema.ts';
import { hasMailboxCondition } from '../../tasks/owed.ts';
import { tasks } from '../../tasks/schema.ts';
import { belgradeDay, columns, type Deadline, ofOrder, startOfDaySql } from './deadline-columns.ts';
import { MONEY_DEADLINES } from './money-deadlines.ts';
import { PARCEL_DEADLINES } from './parcel-deadlines.ts';

/** Money for a withdrawal that is owed for longer than a year is told by the list of sales alone. */
const LOOK_BACK_DAYS = 366;

/** Everything that is told: what has a day by law or by our terms here, parcels and money in files of their own. */
export const KINDS: Record<DeadlineKind, Deadline> = {
  proforma: (today) => sql`${columns('proforma', {
    ...ofOrder,
    day: sql`${orderClaims.validUntil}`,
    paper: sql`(select ${documents.number} from ${documents} where ${documents.orderId} = ${orders.id}
      and ${documents.kind} = 'proforma' order by ${documents.nth} desc limit 1)`,
    // What is still asked for: the paper is of the rest once a part has come.
    amount: sql`(${orderClaims.amount} - coalesce((select sum(came.amount) from ${orderPayments} came
      where came.order_id = ${orders.id} and came.way = 'transfer' and not came.surplus), 0))::bigint`,
    currency: sql`${orderClaims.currency}`,
  })} from ${orders} join ${orderClaims} on ${orderClaims.orderId} = ${orders.id} and ${orderClaims.state} = 'live'
    where ${orders.status} = 'pending' and ${orders.way} = 'transfer' and ${orderClaims.way} = 'transfer'
      and ${orderClaims.validUntil} <= ${daysLater(today, 1)}`,

  withdrawal: (today) => sql`${columns('withdrawal', {
    ...ofOrder,
    day: sql`${belgradeDay(withdrawals.statedAt)} + ${REFUND_DAYS}::int`,
  })} from ${withdrawals}
    -- One by one: PostgreSQL would rather read all orders.
    cross join lateral (select found.* from ${orders} found where found.id = ${withdrawals.orderId} limit 1) orders
    where ${withdrawals.resolvedAt} is null and ${orders.refunded} < ${orders.amount}
      and ${withdrawals.statedAt} >= ${startOfDaySql(daysLater(today, -LOOK_BACK_DAYS))}
      and ${withdrawals.statedAt} < ${startOfDaySql(daysLater(today, 2 - REFUND_DAYS))}`,

  owed: (today) => {
    const since = sql`coalesce(${orderRefunds.statedOn}, ${belgradeDay(orderRefunds.askedAt)})`;
    return sql`${columns('owed', {
      ...ofOrder,
      day: sql`${since} + ${COMPANY_REFUND_DAYS}::int`,
      amount: sql`${orderRefunds.amount}`,
      currency: sql`${orderRefunds.currency}`,
    })} from ${orderRefunds} join ${orders} on ${orders.id} = ${orderRefunds.orderId}
    -- What the terms give is owed although nobody agreed in time; the newest request for a payment is the one that counts.
    where ${orderRefunds.state} in ('asked', 'sending', 'lapsed', 'failed')
      and (${orderRefunds.state} <> 'lapsed' or ${orderRefunds.scope} = 'terms')
      and ${orderRefunds.askedAt} >= ${startOfDaySql(daysLater(today, -LOOK_BACK_DAYS))}
      and ${since} <= ${daysLater(today, 1 - COMPANY_REFUND_DAYS)}
      and ${orders.refunded} < ${orders.amount}
      and trim(concat(${orders.delivery} ->> 'company_name', ${orders.delivery} ->> 'companyName')) <> ''
      and not exists (select from ${orderRefunds} later where later.payment_key = ${orderRefunds.paymentKey}
        and later.asked_at > ${orderRefunds.askedAt})
      and not exists (select from ${withdrawals} where ${withdrawals.orderId} = ${orders.id}
        and ${withdrawals.resolvedAt} is null)`;
  },

  complaint: (today) => sql`${columns('complaint', {
    ...ofOrder,
    day: sql`${tasks.dueOn}`,
    paper: sql`${tasks.number}::text`,
  })} from ${tasks} join ${orders} on ${orders.id} = ${tasks.orderId}
    where ${tasks.answeredAt} is null and ${tasks.kind} = 'complaint' and ${tasks.dueOn} <= ${daysLater(today, 1)}
      and ${hasMailboxCondition}`,

  // What was exchanged is solved when the other device has come.
  solution: (today) => sql`${columns('solution', {
    ...ofOrder,
    day: sql`${belgradeDay(returns.askedAt)} + ${SOLUTION_DAYS}::int`,
    paper: sql`${tasks.number}::text`,
  })} from ${returns} join ${tasks} on ${tasks.id} = ${returns.taskId} join ${orders} on ${orders.id} = ${returns.orderId}
    where ${returns.kind} = 'complaint' and ${tasks.answeredAt} is not null
      and ${returns.askedAt} >= ${startOfDaySql(daysLater(today, -LOOK_BACK_DAYS))}
      and ${returns.askedAt} < ${startOfDaySql(daysLater(today, 2 - SOLUTION_DAYS))}
      and (${returns.state} not in ('done', 'called_off') or ${returns.outcome} = 'exchanged' and exists (
        select from ${exchanges} where ${exchanges.orderId} = ${orders.id} and ${exchanges.serial} = any(${returns.serials})
          and ${exchanges.state} not in ('done', 'cancelled')))`,

  // What left with our label, the newest, and has not come: until it comes, was lost, or is called off.
  astray: (today) => sql`${columns('astray', {
    ...ofOrder,
    day: sql`${belgradeDay(sql`label.sent`)} + ${LABEL_DAYS}::int`,
  })} from ${returns} join ${orders} on ${orders.id} = ${returns.orderId}
    cross join lateral (select max(${orderEvents.moment}) as sent from ${orderEvents} where ${orderEvents.orderId} = ${orders.id}
      and ${orderEvents.kind} = 'return_label_sent' and split_part(${orderEvents.reference}, '/', 1) = ${returns.id}::text) label
    where ${returns.state} = 'label_sent' and label.sent < ${startOfDaySql(daysLater(today, 1 - LABEL_DAYS))}`,

  objection: (today) => sql`${columns('objection', {
    day: sql`${rewardObjections.dueOn}`,
    paper: sql`to_char(${rewardStatements.month}, 'YYYY-MM')`,
    email: sql`coalesce(nullif(trim(coalesce(${profiles.firstName}, '') || ' ' || coalesce(${profiles.lastName}, '')), ''), ${profiles.email}, '')`,
    amount: sql`${rewardStatements.amount} + ${rewardStatements.carried}`,
    currency: sql`'RSD'`,
  })} from ${rewardObjections} join ${rewardStatements} on ${rewardStatements.id} = ${rewardObjections.statementId}
    left join ${profiles} on ${profiles.id} = ${rewardStatements.profileId}
    where ${rewardObjections.answeredAt} is null and ${rewardObjections.dueOn} <= ${daysLater(today, 1)}`,

  report: (today) => sql`${columns('report', {
    day: sql`${reportObjections.dueOn}`,
    paper: sql`${campaigns.name}`,
    email: sql`coalesce(nullif(${profiles.companyName}, ''), ${profiles.email}, '')`,
  })} from ${reportObjections} join ${campaigns} on ${campaigns.id} = ${reportObjections.campaignId}
    left join ${profiles} on ${profiles.id} = ${campaigns.profileId}
    where ${reportObjections.answeredAt} is null and ${reportObjections.dueOn} <= ${daysLater(today, 1)}`,

  // It does not lapse: until it is paid, or a person cancels it. Earlier years' as well.
  part: (today) => sql`${columns('part', {
    day: belgradeDay(REST_DUE),
    number: sql`${reservations.number}`,
    paper: sql`${reservations.year}::text`,
    email: sql`${reservations.firstName} || ' ' || ${reservations.lastName}`,
    amount: sql`${reservations.amount} - ${reservations.arrived}`,
    currency: sql`${reservations.currency}`,
  })} from ${reservations}
    where ${reservations.status} = 'pending' and ${reservations.arrived} > 0
      and ${REST_DUE} < ${startOfDaySql(daysLater(today, 2))}`,

  ...PARCEL_DEADLINES,
  ...MONEY_DEADLINES,
};

/** Until when the guest was asked for the rest. */
const REST_DUE = sql`coalesce(${reservations.lapsesAt},
  ${reservations.createdAt} + ${PAYMENT_DAYS * 24}::int * interval '1 hour')`;
