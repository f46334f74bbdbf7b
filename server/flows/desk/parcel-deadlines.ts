import { type SQLWrapper, sql } from 'drizzle-orm';
import type { DeadlineKind } from '#domain/admin/waiting.ts';
import { COUNTED_TO } from '#domain/count.ts';
import { daysLater } from '#domain/day.ts';
import type { LossChoice } from '#domain/fulfilment/lost/lost.ts';
import { DELIVERY_DAYS } from '#domain/orders/rules.ts';
import type { RefundState } from '#domain/refunds/rules.ts';
import { dayOf } from '#domain/time.ts';
import {
  courierRequests,
  exchanges,
  fiscalReceipts,
  parcelClaims,
  shipmentDevices,
  shipments,
} from '../../fulfilment/schema.ts';
import { devicesInParcels, devicesToSend } from '../../orders/devices.ts';
import { allMoneyGoesBackCondition, isPaymentReturnedCondition } from '../../orders/returned-payment.ts';
import { saleFilterCondition } from '../../orders/sales/list.ts';
import { orderEvents, orderNotes, orders, withdrawals } from '../../orders/schema.ts';
import { orderRefunds } from '../../refunds/schema.ts';
import { returns } from '../../returns/schema.ts';
import { isAmountSaidCondition, lacksMoneyOfLossCondition } from '../fulfilment/parcels.ts';
import { belgradeDay, columns, DEADLINES_READ, type Deadline, ofOrder, startOfDaySql } from './deadline-columns.ts';

/** What is to be packed, sent, found again or told the courier. */
export const PARCEL_DEADLINES = {
  delivery: (today) => sql`${columns('delivery', {
    ...ofOrder,
    day: sql`${belgradeDay(SINCE)} + ${DELIVERY_DAYS}::int`,
  })} from ${orders}
    where ${orders.fulfilmentState} in ('new', 'packed', 'handed_over', 'in_transit', 'lost', 'damaged', 'refused', 'returned')
      and ${orders.paymentState} in ('paid', 'part_refunded', 'settled', 'due', 'collected')
      and ${SINCE} < ${startOfDaySql(daysLater(today, 2 - DELIVERY_DAYS))}
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

  // Until another parcel is packed for it, its buyer withdraws, or nothing is left to be sent.
  resend:
    () => sql`${chosenAfterLoss('resend', 'again')} and ${devicesToSend(orders.id)} > ${devicesInParcels(orders.id)}
    and not ${IS_WITHDRAWN} and not ${sentAgainSince(parcelClaims.chosenAt)}`,

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
    and not ${isAmountSaidCondition(GOING_BACK, [orders.id, parcelClaims.chosenAt])}`,

  // Of what nobody has paid for there is nothing to choose. Until another parcel is packed for it, or it is found or called off.
  call_again: () => sql`${columns('call_again', {
    ...ofOrder,
    day: belgradeDay(parcelClaims.openedAt),
    paper: PARCEL,
  })} from ${parcelClaims} join ${shipments} on ${shipments.id} = ${parcelClaims.shipmentId}
    join ${orders} on ${orders.id} = ${shipments.orderId}
    where ${parcelClaims.askedAt} is null and ${shipments.kind} <> 'exchange' and ${shipments.state} in ('lost', 'damaged', 'returned')
      and ${orders.paymentState} = 'due' and ${devicesToSend(orders.id)} > ${devicesInParcels(orders.id)}
      and not ${IS_WITHDRAWN} and not ${sentAgainSince(parcelClaims.openedAt)}`,

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
      and not ${IS_WITHDRAWN}
      and not ${isPaymentReturnedCondition(orders.id)}
      and ${devicesToSend(orders.id)} > (select coalesce(sum(${shipments.devices}), 0) from ${shipments}
        where ${shipments.orderId} = ${orders.id} and ${shipments.kind} in ('outbound', 'resend') and ${shipments.state} <> 'cancelled')`,

  // Only a person can say what is, send it again or choose another courier.
  doubt: () => sql`${courierAsked('doubt')}
    where ${courierRequests.state} in ('unknown', 'refused', 'address_unknown') and ${shipments.state} = 'packed'`,

  // Until somebody says that the courier was told.
  calloff: () => sql`${courierAsked('calloff')} where ${courierRequests.state} = 'to_call_off'`,
} satisfies Partial<Record<DeadlineKind, Deadline>>;

/** Since when the goods are owed. */
const SINCE = sql`coalesce(${orders.paidAt}, ${orders.createdAt})`;

const IS_WITHDRAWN = sql`exists (select from ${withdrawals} where ${withdrawals.orderId} = ${orders.id} and ${withdrawals.resolvedAt} is null)`;

/** The parcel's key. */
const PARCEL = sql`${orders.number}::text || '-' || ${shipments.n}::text`;

const GOING_BACK: readonly RefundState[] = ['asked', 'sending', 'done'];

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

/** Another parcel was packed instead of this one. */
const sentAgainSince = (moment: SQLWrapper) => sql`exists (select from ${shipments} later
  where later.order_id = ${orders.id} and later.kind = 'resend' and later.id <> ${shipments.id}
    and later.created_at >= ${moment} and later.state <> 'cancelled')`;

/** Since its last parcel left, people have given money back, and not of a return: they know that it was not taken. */
const ASKED_SINCE_SENT = sql`exists (select from ${orderRefunds} where ${orderRefunds.orderId} = ${orders.id}
  and not exists (select from ${returns} where ${returns.refundId} = ${orderRefunds.id})
  and ${orderRefunds.state} in ('asked', 'sending', 'done') and ${orderRefunds.askedAt} >= (
    select max(${orderEvents.moment}) from ${orderEvents} where ${orderEvents.orderId} = ${orders.id}
      and ${orderEvents.kind} = 'handed_over'))`;

const courierAsked = (kind: DeadlineKind) => sql`${columns(kind, {
  ...ofOrder,
  day: belgradeDay(courierRequests.nextAt),
  paper: PARCEL,
})} from ${courierRequests} join ${shipments} on ${shipments.id} = ${courierRequests.shipmentId}
    join ${orders} on ${orders.id} = ${shipments.orderId}`;
