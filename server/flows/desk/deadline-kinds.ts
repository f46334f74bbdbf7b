import { type SQL, sql } from 'drizzle-orm';
import { ACCOUNT_DAYS, type DeadlineKind, EXECUTION_DAYS, MOST_DEADLINES } from '#domain/admin/waiting.ts';
import { COUNTED_TO } from '#domain/count.ts';
import { type Day, daysLater } from '#domain/day.ts';
import { PAYMENT_DAYS } from '#domain/events/payment/instructions.ts';
import type { LossChoice } from '#domain/fulfilment/lost/lost.ts';
import type { PackingCourier } from '#domain/fulfilment/shipment.ts';
import { DELIVERY_DAYS, REFUND_DAYS } from '#domain/orders/rules.ts';
import { COMPANY_REFUND_DAYS, type RefundState } from '#domain/refunds/rules.ts';
import { LABEL_DAYS, SOLUTION_DAYS } from '#domain/returns/rules.ts';
import { dayOf, startOfDay, TIME_ZONE } from '#domain/time.ts';
import { profiles } from '../../accounts/schema.ts';
import { bankHolds, paymentParts, statementLines } from '../../bank/schema.ts';
import { campaigns, reportObjections } from '../../campaigns/schema.ts';
import { documents } from '../../documents/schema.ts';
import { reservations } from '../../events/schema.ts';
import {
  courierRequests,
  exchanges,
  fiscalReceipts,
  parcelClaims,
  shipmentDevices,
  shipments,
} from '../../fulfilment/schema.ts';
import { devicesInParcels, devicesToSend } from '../../orders/devices.ts';
import { isPaymentReturnedCondition } from '../../orders/returned-payment.ts';
import { saleFilterCondition } from '../../orders/sales/list.ts';
import { orderClaims, orderEvents, orderNotes, orders, withdrawals } from '../../orders/schema.ts';
import { orderPayments, providerTasks, refunds } from '../../payments/schema.ts';
import { payoutLists, payouts } from '../../payouts/schema.ts';
import { orderRefunds } from '../../refunds/schema.ts';
import { returns } from '../../returns/schema.ts';
import { rewardObjections, rewardStatements } from '../../rewards/schema.ts';
import { tasks } from '../../tasks/schema.ts';
import { lacksMoneyOfLossCondition } from '../fulfilment/parcels.ts';
import { allMoneyGoesBackCondition } from '../refunds/going-back.ts';

/** Of each kind: one more than is told says that there are more. */
export const DEADLINES_READ = MOST_DEADLINES + 1;
/** Money for a withdrawal that is owed for longer than a year is told by the list of sales alone. */
const LOOK_BACK_DAYS = 366;

/** When the courier comes next. */
export interface PickUp {
  now: Date;
  courier: PackingCourier;
  at: Date;
}

interface Columns {
  day: SQL;
  number?: SQL;
  paper?: SQL;
  delivery?: SQL;
  email?: SQL;
  amount?: SQL;
  currency?: SQL;
  statement?: SQL;
  courier?: SQL;
  at?: SQL;
  rows?: SQL;
}

/** The same columns of each kind, so that they can be put together. */
const columns = (kind: DeadlineKind, of: Columns) => sql`select ${kind}::text as kind, ${of.day} as day,
  ${of.number ?? sql`null::bigint`} as number, ${of.paper ?? sql`null::text`} as paper,
  ${of.delivery ?? sql`null::jsonb`} as delivery, ${of.email ?? sql`''::text`} as email,
  ${of.amount ?? sql`null::bigint`} as amount, ${of.currency ?? sql`null::text`} as currency,
  ${of.statement ?? sql`null::uuid`} as statement, ${of.courier ?? sql`null::text`} as courier,
  ${of.at ?? sql`null::timestamptz`} as at, ${of.rows ?? sql`null::bigint`} as rows`;

const belgradeDay = (moment: unknown) => sql`(${moment} at time zone ${TIME_ZONE})::date`;
const ofOrder = { number: sql`${orders.number}`, delivery: sql`${orders.delivery}`, email: sql`${orders.email}` };
const before = (day: Day) => sql`${startOfDay(day).toISOString()}::timestamptz`;

/** Everything that is told, each kind with its rows until tomorrow evening. */
export const KINDS: Record<DeadlineKind, (today: Day, pickUp: PickUp | null) => SQL> = {
  proforma: (today) => sql`${columns('proforma', {
    ...ofOrder,
    day: sql`${orderClaims.validUntil}`,
    paper: sql`(select ${documents.number} from ${documents} where ${documents.orderId} = ${orders.id}
      and ${documents.kind} = 'proforma' order by ${documents.nth} desc limit 1)`,
    amount: sql`${orderClaims.amount}`,
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
      and ${withdrawals.statedAt} >= ${before(daysLater(today, -LOOK_BACK_DAYS))}
      and ${withdrawals.statedAt} < ${before(daysLater(today, 2 - REFUND_DAYS))}`,

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
      and ${orderRefunds.askedAt} >= ${before(daysLater(today, -LOOK_BACK_DAYS))}
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
    where ${tasks.answeredAt} is null and ${tasks.kind} = 'complaint' and ${tasks.dueOn} <= ${daysLater(today, 1)}`,

  // What was exchanged is solved when the other device has come.
  solution: (today) => sql`${columns('solution', {
    ...ofOrder,
    day: sql`${belgradeDay(returns.askedAt)} + ${SOLUTION_DAYS}::int`,
    paper: sql`${tasks.number}::text`,
  })} from ${returns} join ${tasks} on ${tasks.id} = ${returns.taskId} join ${orders} on ${orders.id} = ${returns.orderId}
    where ${returns.kind} = 'complaint' and ${tasks.answeredAt} is not null
      and ${returns.askedAt} >= ${before(daysLater(today, -LOOK_BACK_DAYS))}
      and ${returns.askedAt} < ${before(daysLater(today, 2 - SOLUTION_DAYS))}
      and (${returns.state} not in ('done', 'called_off') or ${returns.outcome} = 'exchanged' and exists (
        select from ${exchanges} where ${exchanges.orderId} = ${orders.id} and ${exchanges.serial} = any(${returns.serials})
          and ${exchanges.state} not in ('done', 'cancelled')))`,

  // What left with our label and has not come: until it comes, was lost, or is called off.
  astray: (today) => sql`${columns('astray', {
    ...ofOrder,
    day: sql`${belgradeDay(orderEvents.moment)} + ${LABEL_DAYS}::int`,
  })} from ${returns} join ${orders} on ${orders.id} = ${returns.orderId}
    join ${orderEvents} on ${orderEvents.orderId} = ${orders.id} and ${orderEvents.kind} = 'return_label_sent'
      and ${orderEvents.reference} = ${returns.id}::text
    where ${returns.state} = 'label_sent' and ${orderEvents.moment} < ${before(daysLater(today, 1 - LABEL_DAYS))}`,

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

  delivery: (today) => sql`${columns('delivery', {
    ...ofOrder,
    day: sql`${belgradeDay(SINCE)} + ${DELIVERY_DAYS}::int`,
  })} from ${orders}
    where ${orders.fulfilmentState} in ('new', 'packed', 'handed_over', 'in_transit', 'lost', 'damaged', 'refused', 'returned')
      and ${orders.paymentState} in ('paid', 'part_refunded', 'settled', 'due', 'collected')
      and ${SINCE} < ${before(daysLater(today, 2 - DELIVERY_DAYS))}
      and not exists (select from ${withdrawals} where ${withdrawals.orderId} = ${orders.id}
        and ${withdrawals.resolvedAt} is null)
      and not ${isPaymentReturnedCondition(orders.id)}
      and not (${orders.fulfilmentState} in ('refused', 'returned') and ${ASKED_SINCE_SENT})`,

  loss: (today) => sql`${columns('loss', {
    ...ofOrder,
    day: sql`${parcelClaims.dueOn}`,
    paper: PARCEL,
    amount: sql`${parcelClaims.amount}`,
    currency: sql`${parcelClaims.currency}`,
  })} from ${parcelClaims} join ${shipments} on ${shipments.id} = ${parcelClaims.shipmentId}
    join ${orders} on ${orders.id} = ${shipments.orderId}
    where ${parcelClaims.state} = 'open' and ${parcelClaims.dueOn} <= ${daysLater(today, 1)}`,

  pickup: (_, pickUp) => sql`${columns('pickup', {
    day: sql`${dayOf(pickUp!.at)}::date`,
    courier: sql`${pickUp!.courier}::text`,
    at: sql`${pickUp!.at.toISOString()}::timestamptz`,
    rows: sql`waiting.rows`,
  })} from (select count(*) as rows from (select from ${orders} where ${saleFilterCondition({ view: 'to_pack', now: pickUp!.now })}
    limit ${COUNTED_TO + 1}) counted) waiting where waiting.rows > 0`,

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
      and ${REST_DUE} < ${before(daysLater(today, 2))}`,

  // The oldest first, along their index: of thousands of packed parcels the orders are not read.
  receipt: () => sql`${columns('receipt', {
    ...ofOrder,
    day: belgradeDay(shipments.createdAt),
    paper: PARCEL,
  })} from (select packed.* from ${shipments} packed
      where packed.state = 'packed' and packed.kind <> 'exchange' and not exists (
        select from ${fiscalReceipts} where ${fiscalReceipts.orderId} = packed.order_id)
      order by packed.created_at limit ${DEADLINES_READ}) ${shipments}
    join ${orders} on ${orders.id} = ${shipments.orderId}`,

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

  // Whatever makes no order whole is such an event: a part, or money that nobody asked for.
  kept: () =>
    sql`${columns('kept', {
      ...ofOrder,
      day: belgradeDay(orderPayments.at),
      amount: sql`${orderPayments.amount} - ${wentBack}`,
      currency: sql`${orderPayments.currency}`,
    })} from ${orderEvents} join ${orders} on ${orders.id} = ${orderEvents.orderId}
    join ${orderPayments} on ${orderPayments.key} = ${orderEvents.reference}
    where ${orderEvents.kind} in ('part_paid', 'overpaid') and ${orders.status} = 'cancelled'
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
      and ${payouts.createdAt} < ${before(daysLater(today, 1 - ACCOUNT_DAYS))} and not ${IS_AGAIN}`,

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
      where ${payouts.state} = 'listed' and ${payoutLists.exportedAt} < ${before(daysLater(today, 1 - EXECUTION_DAYS))}
      group by ${payoutLists.id}) late`,

  // Until another parcel is packed for it, or nothing is left to be sent.
  resend:
    () => sql`${chosenAfterLoss('resend', 'again')} and ${devicesToSend(orders.id)} > ${devicesInParcels(orders.id)}
    and not exists (select from ${shipments} later where later.order_id = ${orders.id} and later.kind = 'resend'
      and later.id <> ${shipments.id} and later.created_at >= ${parcelClaims.chosenAt} and later.state <> 'cancelled')`,

  // Until somebody asked for all of it to go back; of several parcels, that of the first one first. An amount that a person says is
  // for no device, and is their decision.
  giveback:
    () => sql`${chosenAfterLoss('giveback', 'money')} and ${devicesToSend(orders.id)} > ${devicesInParcels(orders.id)}
    and ${lacksMoneyOfLossCondition(
      orders.id,
      GOING_BACK,
      sql`(c.asked_at, s.n) <= (${parcelClaims.askedAt}, ${shipments.n})`,
    )}
    and not ${allMoneyGoesBackCondition(orders.id, ['asked', 'sending'])}
    and not exists (select from order_refunds said where said.order_id = ${orders.id} and said.scope = 'amount'
      and said.state in ('asked', 'sending', 'done') and said.asked_at >= ${parcelClaims.chosenAt})`,

  // Until a note says what was agreed, or the parcel comes back after all.
  spare: () => sql`${columns('spare', { ...ofOrder, day: belgradeDay(sql`found.at`), paper: PARCEL })}
    from ${parcelClaims} join ${shipments} on ${shipments.id} = ${parcelClaims.shipmentId}
    join ${orders} on ${orders.id} = ${shipments.orderId} cross join lateral (${FOUND}) found
    where ${shipments.kind} = 'exchange' and ${shipments.state} in ('in_transit', 'delivered')
      and exists (select from ${shipmentDevices} where ${shipmentDevices.shipmentId} = ${shipments.id} and ${shipmentDevices.isLive}
        and not exists (select from ${exchanges} where ${exchanges.shipmentId} = ${shipments.id}
          and ${exchanges.replacement} = ${shipmentDevices.serial} and ${exchanges.state} in ('sent', 'done')))
      and not exists (select from ${orderNotes} where ${orderNotes.orderId} = ${orders.id} and ${orderNotes.createdAt} >= found.at)`,

  // Until something more is packed, or the money of what was refused goes back: then the rest stands in the packing list.
  rest: () => sql`${columns('rest', {
    ...ofOrder,
    day: belgradeDay(sql`coalesce((select max(back.moment) from order_events back
      where back.order_id = ${orders.id} and back.kind in ('refused', 'returned')), ${SINCE})`),
  })} from ${orders}
    where ${orders.fulfilmentState} in ('refused', 'returned') and not ${orders.isDisputed}
      and ${orders.paymentState} in ('paid', 'part_refunded', 'settled', 'due', 'collected')
      and not exists (select from ${withdrawals} where ${withdrawals.orderId} = ${orders.id} and ${withdrawals.resolvedAt} is null)
      and not ${isPaymentReturnedCondition(orders.id)}
      and ${devicesToSend(orders.id)} > (select coalesce(sum(${shipments.devices}), 0) from ${shipments}
        where ${shipments.orderId} = ${orders.id} and ${shipments.kind} in ('outbound', 'resend') and ${shipments.state} <> 'cancelled')`,

  // Only a person can say what is, send it again or choose another courier.
  doubt: () => sql`${courierAsked('doubt')}
    where ${courierRequests.state} in ('unknown', 'refused', 'address_unknown') and ${shipments.state} = 'packed'`,

  // Until somebody says that the courier was told.
  calloff: () => sql`${courierAsked('calloff')} where ${courierRequests.state} = 'to_call_off'`,

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
};

const GOING_BACK: readonly RefundState[] = ['asked', 'sending', 'done'];

/** A payout of the same refund did not arrive. */
const IS_AGAIN = sql`exists (select from ${payouts} earlier
  where earlier.refund_id = ${payouts.refundId} and earlier.state in ('returned', 'refused'))`;

/** Until when the guest was asked for the rest. */
const REST_DUE = sql`coalesce(${reservations.lapsesAt},
  ${reservations.createdAt} + ${PAYMENT_DAYS * 24}::int * interval '1 hour')`;

/** The parcel's key. */
const PARCEL = sql`${orders.number}::text || '-' || ${shipments.n}::text`;

/** When the parcel went on after it had been lost or damaged. */
const FOUND = sql`select min(went.moment) as at from ${orderEvents} went
  where went.order_id = ${orders.id} and went.kind in ('in_transit', 'delivered') and split_part(went.reference, '/', 1) = ${PARCEL}
    and went.id > (select max(loss.id) from ${orderEvents} loss where loss.order_id = ${orders.id}
      and loss.kind in ('lost', 'damaged') and split_part(loss.reference, '/', 1) = ${PARCEL})`;

/** Parcels that were lost or damaged, whose buyer has chosen that. */
const chosenAfterLoss = (kind: DeadlineKind, choice: LossChoice) => sql`${columns(kind, {
  ...ofOrder,
  day: belgradeDay(parcelClaims.chosenAt),
  paper: PARCEL,
})} from ${parcelClaims} join ${shipments} on ${shipments.id} = ${parcelClaims.shipmentId}
  join ${orders} on ${orders.id} = ${shipments.orderId}
  where ${parcelClaims.choice} = ${choice} and ${orders.paymentState} not in ('refunded', 'cancelled')`;

/** Since when the goods are owed. */
const SINCE = sql`coalesce(${orders.paidAt}, ${orders.createdAt})`;

/** Of the payment: what came; a server of an earlier version left it out. */
const came = sql`coalesce(${orderPayments.amount}, ${orders.amount})`;

/** Of the payment: what went back. */
const wentBack = sql`(select coalesce(sum(${refunds.amount}), 0) from ${refunds}
  where ${refunds.paymentKey} = ${orderPayments.key} and ${refunds.succeeded})`;

/** Since its last parcel left, people have given money back: they know that it was not taken. */
const ASKED_SINCE_SENT = sql`exists (select from ${orderRefunds} where ${orderRefunds.orderId} = ${orders.id}
  and ${orderRefunds.state} in ('asked', 'sending', 'done') and ${orderRefunds.askedAt} >= (
    select max(${orderEvents.moment}) from ${orderEvents} where ${orderEvents.orderId} = ${orders.id}
      and ${orderEvents.kind} = 'handed_over'))`;

const courierAsked = (kind: DeadlineKind) => sql`${columns(kind, {
  ...ofOrder,
  day: belgradeDay(courierRequests.nextAt),
  paper: PARCEL,
})} from ${courierRequests} join ${shipments} on ${shipments.id} = ${courierRequests.shipmentId}
    join ${orders} on ${orders.id} = ${shipments.orderId}`;
