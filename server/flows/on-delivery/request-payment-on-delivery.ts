import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import type { Delivery } from '#domain/delivery.ts';
import type { WayProblem } from '#domain/order-states.ts';
import { feeName } from '#domain/orders/on-delivery-copy.ts';
import { REFUSED_PARCELS, WAYS } from '#domain/payments/ways.ts';
import { dinarsAt } from '#domain/prices.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { shipments } from '../../fulfilment/schema.ts';
import { requestedMailFields } from '../../orders/buyer-mail-fields.ts';
import type { OrderClaim } from '../../orders/claims.ts';
import { orderClaims, orderLines, orders } from '../../orders/schema.ts';
import type { DatabaseOrTransaction, Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { countFreeDevices } from '../../stock/free.ts';
import { isStockCounted } from '../../stock/level.ts';
import { stockLimits } from '../../stock/schema.ts';
import type { OrderRow, QueueDeps } from '../payments/enter-sale.ts';
import { phoneOrderMailProps } from '../payments/phone-order-mail-props.ts';
import { orderPageLink } from '../transfers/send-proforma.ts';

const { fee } = WAYS.cash_on_delivery;

/** Why somebody with this phone and address cannot pay on delivery now; `null`: they can. */
export async function whyNotOnDelivery(
  db: DatabaseOrTransaction,
  { config }: Pick<Dependencies, 'config'>,
  { delivery, devices }: { delivery: Delivery; devices: number },
): Promise<Extract<WayProblem, 'off' | 'stock' | 'refused'> | null> {
  if (!config.cashOnDelivery) return 'off';
  if ((await isStockCounted(db)) && (await countFreeDevices(db)) < devices) return 'stock';
  return (await refusedParcels(db, delivery)) >= REFUSED_PARCELS ? 'refused' : null;
}

/** Of an order that was written a moment ago, whose devices are among those that are held. Two for the last device are one after the other. */
export async function ensureOnDeliveryAllowed(
  tx: Tx,
  deps: Pick<Dependencies, 'config'>,
  order: OrderRow,
): Promise<void> {
  await tx.select().from(stockLimits).for('update');
  const why = await whyNotOnDelivery(tx, deps, { delivery: order.delivery ?? {}, devices: 0 });
  if (why) throw refuse('WAY_NOT_POSSIBLE', { way: 'cash_on_delivery', why });
}

/** Whoever did not take three parcels pays ahead, also where the order was placed with another phone or address. */
export async function refuseOnDeliveryAfterRefusals(tx: Tx, to: Delivery): Promise<void> {
  if ((await refusedParcels(tx, to)) >= REFUSED_PARCELS)
    throw refuse('WAY_NOT_POSSIBLE', { way: 'cash_on_delivery', why: 'refused' });
}

/**
 * Parcels to be paid on delivery that were not taken at this phone, written in any way, or at this address. What was lost and came back was
 * refused by nobody.
 */
export async function refusedParcels(db: DatabaseOrTransaction, to: Delivery): Promise<number> {
  const phones = [to.recipientPhone, to.phone].map(lastDigits).filter((digits) => digits.length === DIGITS);
  const address = addressKey(to);
  const phone = (field: string) =>
    sql`right(regexp_replace(coalesce(${orders.delivery} ->> ${field}, ''), '\\D', '', 'g'), ${DIGITS})`;
  const same = [
    ...phones.flatMap((digits) => [sql`${phone('phone')} = ${digits}`, sql`${phone('recipientPhone')} = ${digits}`]),
    ...(address
      ? [
          sql`regexp_replace(lower(concat(${orders.delivery} ->> 'address', ${orders.delivery} ->> 'addressNumber',
            ${orders.delivery} ->> 'postalCode')), '[^[:alnum:]]', '', 'g') = ${address}`,
        ]
      : []),
  ];
  if (same.length === 0) return 0;
  const [row] = await db
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(shipments)
    .innerJoin(orders, eq(orders.id, shipments.orderId))
    .where(
      and(
        isNotNull(shipments.collectAmount),
        sql`${shipments.state} in ('refused', 'returned') and (${shipments.state} = 'refused' or exists (
          select from order_events refusal where refusal.order_id = ${orders.id} and refusal.kind = 'refused'
            and split_part(refusal.reference, '/', 1) = concat(${orders.number}, '-', ${shipments.n})))`,
        or(...same),
      ),
    );
  return row!.count;
}

/** Of a phone, without the country and the leading zero. */
const DIGITS = 8;
const lastDigits = (phone: string | null | undefined) => (phone ?? '').replace(/\D/g, '').slice(-DIGITS);

function addressKey({ address = '', addressNumber = '', postalCode = '' }: Delivery): string | null {
  if (!address || !addressNumber) return null;
  return [address, addressNumber, postalCode]
    .join('')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** The claim in dinars with the fee as a line of its own, and the mail to the buyer. */
export async function requestPaymentOnDelivery(
  tx: Tx,
  deps: QueueDeps,
  order: OrderRow,
  { isPhoneOrder = false }: { isPhoneOrder?: boolean } = {},
): Promise<OrderClaim> {
  const amount = dinarsAt(order.amount, order.rate!).amount + fee;
  const line = { orderId: order.id, position: 2, kind: 'fee' as const, name: feeName, quantity: 1 };
  await tx.insert(orderLines).values({ ...line, amount: fee, currency: 'RSD' });
  const asked = { orderId: order.id, way: 'cash_on_delivery' as const, amount, currency: 'RSD' as const };
  const [claim] = await tx.insert(orderClaims).values(asked).returning();
  await queueMail(tx, deps.queue, {
    ...(await requestedMailFields(tx, deps, order)),
    template: 'orders.on-delivery',
    props: {
      number: order.number,
      productName: order.productName,
      amount,
      currency: 'RSD',
      phone: order.delivery?.recipientPhone || order.delivery?.phone || '',
      ...(isPhoneOrder ? { told: phoneOrderMailProps(order, { total: amount, until: null }) } : {}),
      link: orderPageLink(deps, order),
    },
    idempotencyKey: `orders.on-delivery:${claim!.id}`,
  });
  return claim!;
}
