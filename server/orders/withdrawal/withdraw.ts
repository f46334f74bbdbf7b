import { and, eq } from 'drizzle-orm';
import { placeOfOrder } from '#domain/admin/subject-pages.ts';
import type { Day } from '#domain/day.ts';
import { isCompany } from '#domain/fulfilment/rules.ts';
import { orderPath } from '#domain/orders/own/own-order.ts';
import { isMoreToCome, isWithdrawable, refundBy, withdrawalState } from '#domain/orders/rules.ts';
import type { Withdrawal } from '#domain/orders/shapes.ts';
import { pages } from '#domain/pages.ts';
import { refuse } from '#domain/refuse.ts';
import { dayOf } from '#domain/time.ts';
import { withdrawalUntil } from '#domain/withdrawal-days.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { enterOrderEvent } from '../events.ts';
import { orders, withdrawals } from '../schema.ts';
import { lastDeliveryOf } from './last-delivery.ts';

type Order = typeof orders.$inferSelect;
type Stated = typeof withdrawals.$inferSelect;
/** Reference of a statement about what is still to come of an order of which a part has come. */
const OF_REST = 'rest';

type Statement = { id: string; receivedOn: Day | null; reason: string };

/**
 * Takes a buyer's statement: whose order it is, that it is a paid device, and the deadline are judged under the order's lock; when all of
 * it came is known from our parcels, and what the buyer says only where there are none. Said twice, it is the same withdrawal with the same
 * deadline. What has not come is withdrawn from also after a statement about what came is settled.
 */
export async function withdraw(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  profileId: string,
  { id, receivedOn: told, reason }: Statement,
): Promise<Withdrawal> {
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.profileId, profileId)))
    .for('update');
  if (!order) throw refuse('ORDER_GONE');
  const [earlier] = await tx.select().from(withdrawals).where(eq(withdrawals.orderId, id));
  const isAnother = earlier?.resolvedAt && earlier.receivedOn !== null && told === null && isMoreToCome(order);
  if (earlier && !isAnother) return describeWithdrawal(order, earlier);
  if (!isWithdrawable(order)) throw refuse('WITHDRAWAL_NOT_POSSIBLE');
  const statedAt = deps.now();
  const today = dayOf(statedAt);
  const cameOn = isMoreToCome(order) ? null : await lastDeliveryOf(tx, id);
  if (cameOn !== null && isCompany(order.delivery)) throw refuse('WITHDRAWAL_NOT_POSSIBLE');
  const receivedOn = cameOn ?? told;
  if (receivedOn !== null) {
    if (receivedOn > today || receivedOn < dayOf(order.createdAt)) throw refuse('RECEIVED_ON_WRONG');
    const until = withdrawalUntil(receivedOn);
    if (today > until) throw refuse('WITHDRAWAL_LATE', { until });
  }
  const said = { statedAt, receivedOn, reason };
  const [stated] = await tx
    .insert(withdrawals)
    .values({ orderId: id, ...said })
    .onConflictDoUpdate({ target: withdrawals.orderId, set: { ...said, resolvedAt: null, resolution: '' } })
    .returning();
  const isOfRest = receivedOn === null && order.deliveredParcels > 0 && isMoreToCome(order);
  await enterOrderEvent(tx, statedAt, actor, id, {
    kind: 'withdrawn',
    ...(isOfRest ? { reference: OF_REST } : {}),
    facts: { receivedOn, refundBy: refundBy(statedAt) },
  });
  await record(tx, actor, {
    action: 'orders.withdrawn',
    on: { kind: 'order', id },
    after: { number: order.number, receivedOn, refundBy: refundBy(statedAt) },
  });
  await mailStatement(tx, deps, order, { ...stated!, isOfRest });
  return describeWithdrawal(order, stated!);
}

/** The buyer gets the statement back as a proof on paper, the admin with the deadline for the money. */
async function mailStatement(tx: Tx, deps: Dependencies, order: Order, stated: Stated & { isOfRest: boolean }) {
  const props = statementMailProps(deps.config, order, stated);
  const key = stated.isOfRest ? `${order.id}:${OF_REST}` : order.id;
  await queueMail(tx, deps.queue, {
    to: order.email,
    profileId: order.profileId,
    orderId: order.id,
    template: 'orders.withdrawn',
    props: props.buyer,
    idempotencyKey: `orders.withdrawn:${key}`,
  });
  await queueMail(tx, deps.queue, {
    to: deps.config.superAdmin.email,
    profileId: null,
    orderId: order.id,
    template: 'orders.withdrawal-came',
    props: props.admin,
    idempotencyKey: `orders.withdrawal-came:${key}`,
  });
}

type Ordered = Pick<
  Order,
  'number' | 'productName' | 'amount' | 'refunded' | 'currency' | 'createdAt' | 'email' | 'delivery'
>;
type StatementDetails = Pick<Stated, 'statedAt' | 'receivedOn' | 'reason'> & { isOfRest?: boolean; serials?: string[] };

/** What the two mails about a statement are written from; `serials`: it is about these devices, which came. */
export function statementMailProps(
  { publicUrl }: Pick<Dependencies['config'], 'publicUrl'>,
  order: Ordered,
  { statedAt, receivedOn, reason, isOfRest = false, serials }: StatementDetails,
) {
  const { number, productName, amount, refunded, currency, email, delivery } = order;
  const said = {
    number,
    productName,
    amount: amount - refunded,
    currency,
    orderedAt: order.createdAt.toISOString(),
    statedAt: statedAt.toISOString(),
    receivedOn,
    isOfRest,
    reason,
    email,
    delivery,
    refundBy: refundBy(statedAt),
  };
  return {
    buyer: { ...said, link: publicUrl + orderPath(number) },
    admin: serials
      ? { ...said, serials, link: publicUrl + placeOfOrder(number).path }
      : { ...said, link: `${publicUrl}${pages.adminSales.path}?withdrawn=1` },
  };
}

/** Closes an open withdrawal in words. */
export async function resolveWithdrawal(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { id, resolution }: { id: string; resolution: string },
): Promise<void> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for('update');
  const [stated] = await tx.select().from(withdrawals).where(eq(withdrawals.orderId, id));
  if (!order || !stated || withdrawalState({ ...order, ...stated }) !== 'open') throw refuse('WITHDRAWAL_GONE');
  await tx.update(withdrawals).set({ resolvedAt: deps.now(), resolution }).where(eq(withdrawals.orderId, id));
  await enterOrderEvent(tx, deps.now(), actor, id, { kind: 'withdrawal_resolved' });
  await record(tx, actor, { action: 'orders.withdrawal-resolved', on: { kind: 'order', id } });
}

export const describeWithdrawal = (
  order: Pick<Order, 'amount' | 'refunded'>,
  { statedAt, receivedOn, resolvedAt }: Pick<Stated, 'statedAt' | 'receivedOn' | 'resolvedAt'>,
): Withdrawal => ({
  statedAt,
  receivedOn,
  refundBy: refundBy(statedAt),
  state: withdrawalState({ ...order, resolvedAt }),
});
