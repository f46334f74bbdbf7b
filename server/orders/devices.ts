import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

const boughtWithout = (orderId: SQLWrapper | string, requests: SQL) => sql<number>`greatest(0,
  (select coalesce(sum(quantity), 0) from order_lines where order_lines.order_id = ${orderId} and order_lines.kind = 'goods')
  - (select coalesce(sum(devices_not_sent(order_id, devices, serials, asked_at)), 0) from order_refunds
    where order_refunds.order_id = ${orderId} and order_refunds.state in (${requests})))::integer`;

/**
 * Devices of lost and damaged parcels that an amount was given back for (docs/decisions/331). The function is asked only of orders whose
 * buyer wants money for a loss, because lists are mostly of others.
 */
const devicesGivenUp = (orderId: SQLWrapper | string): SQL<number> => sql<number>`
  (case when exists (select from shipments lost join parcel_claims wanted on wanted.shipment_id = lost.id
    where lost.order_id = ${orderId} and wanted.choice = 'money') then devices_given_up(${orderId}) else 0 end)::integer`;

/**
 * How many devices of an order are to be sent: those that were bought, less those whose money goes or went back before they left, and less
 * those that were lost and are given up; what was sent again before that stays sent. What is given back without a serial number is taken
 * for what has not left, and so is what came back without having been delivered (the function `devices_not_sent`). The view `order_states`
 * and `server/stock/free.ts` count them alike.
 */
export const devicesToSend = (orderId: SQLWrapper | string): SQL<number> => sql<number>`
  (select greatest(least(counted.kept, counted.sent), counted.kept - counted.up)
    from (select ${boughtWithout(orderId, sql`'asked', 'sending', 'done'`)} as kept, ${devicesInParcels(orderId)} as sent,
      ${devicesGivenUp(orderId)} as up) counted)`;

/** The same while only money that is back counts as given back. */
export const devicesNotPaidBack = (orderId: SQLWrapper | string): SQL<number> => boughtWithout(orderId, sql`'done'`);

/** How many of them are in parcels that count. */
export const devicesInParcels = (orderId: SQLWrapper | string): SQL<number> => sql<number>`
  (select coalesce(sum(devices), 0) from shipments where shipments.order_id = ${orderId} and shipments.kind in ('outbound', 'resend')
    and shipments.state in ('packed', 'handed_over', 'in_transit', 'delivered'))::integer`;
