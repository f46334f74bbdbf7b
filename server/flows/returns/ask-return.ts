import { and, count, eq, isNotNull, isNull } from 'drizzle-orm';
import { isCompany } from '#domain/fulfilment/rules.ts';
import { hasBuyerPaid, refundBy } from '#domain/orders/rules.ts';
import { refuse } from '#domain/refuse.ts';
import { returnPath } from '#domain/returns/paths.ts';
import { deadlinesOf, REASON_MIN, type ReturnKind, type ReturnWay } from '#domain/returns/rules.ts';
import { dayOf } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { requestedMailFields } from '../../orders/buyer-mail-fields.ts';
import { enterOrderEvent } from '../../orders/events.ts';
import { orders, withdrawals } from '../../orders/schema.ts';
import { statementMailProps } from '../../orders/withdrawal/withdraw.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { returnPictures, returns } from '../../returns/schema.ts';
import { complain } from '../tasks/complain.ts';
import { type OrderRow, type ReturnRow, returnableDevices } from './devices.ts';

interface ReturnRequest {
  number: number;
  id: string;
  kind: ReturnKind;
  way: ReturnWay;
  serials: string[];
  reason: string;
}

/**
 * A buyer sends devices back: the statement with its deadline, and the return. Whose order it is, which devices, and the deadline are
 * judged under the order's lock; sent twice it is one return, also when the second time would be too late.
 */
export async function askReturn(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  profileId: string,
  asked: ReturnRequest,
): Promise<ReturnRow> {
  const { id, kind, way, reason } = asked;
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.number, asked.number), eq(orders.profileId, profileId)))
    .for('update');
  if (!order) throw refuse('ORDER_GONE');
  const [known] = await tx.select().from(returns).where(eq(returns.id, id));
  if (known) {
    if (known.orderId !== order.id) throw refuse('ORDER_GONE');
    return known;
  }
  const serials = [...new Set(asked.serials)].sort();
  await checkReturn(tx, deps, order, { ...asked, serials });
  const now = deps.now();
  const task = kind === 'complaint' ? await complainOf(tx, deps, actor, profileId, order, id, serials, reason) : null;
  const [earlier] = await tx.select({ n: count() }).from(returns).where(eq(returns.orderId, order.id));
  const [row] = await tx
    .insert(returns)
    .values({
      id,
      kind,
      way,
      serials,
      reason,
      orderId: order.id,
      n: (earlier?.n ?? 0) + 1,
      askedAt: now,
      taskId: task?.id ?? null,
    })
    .returning();
  const pictures = await tx
    .update(returnPictures)
    .set({ returnId: id })
    .where(and(eq(returnPictures.orderId, order.id), isNull(returnPictures.returnId)))
    .returning({ id: returnPictures.id });
  if (kind === 'withdrawal') await state(tx, deps, actor, order, row!);
  await enterOrderEvent(tx, now, actor, order.id, {
    kind: 'return_asked',
    reference: id,
    facts: { serials: serials.join(', '), ...(pictures.length > 0 ? { pictures: pictures.length } : {}) },
  });
  await record(tx, actor, {
    action: 'returns.asked',
    on: { kind: 'order', id: order.id },
    after: { number: order.number, serials },
  });
  return row!;
}

async function checkReturn(
  tx: Tx,
  deps: Dependencies,
  order: OrderRow,
  { kind, serials, reason }: ReturnRequest,
): Promise<void> {
  const devices = await returnableDevices(tx, order);
  const until = deadlinesOf(devices);
  if (!until || !hasBuyerPaid(order) || order.kind !== 'device') throw refuse('RETURN_NOT_POSSIBLE');
  const taken = serials.find((serial) => !devices.serials.includes(serial));
  if (taken !== undefined) throw refuse('RETURN_SERIAL_TAKEN', { serial: taken });
  const today = dayOf(deps.now());
  if (kind === 'withdrawal') {
    if (isCompany(order.delivery) || order.refunded >= order.amount) throw refuse('RETURN_NOT_POSSIBLE');
    const { withdrawal } = until;
    if (withdrawal !== null && today > withdrawal) throw refuse('WITHDRAWAL_LATE', { until: withdrawal });
  } else {
    if (today > until.warranty) throw refuse('WARRANTY_OVER', { until: until.warranty });
    if (reason.length < REASON_MIN) throw refuse('RETURN_REASON_SHORT');
  }
}

async function complainOf(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  profileId: string,
  order: OrderRow,
  key: string,
  serials: string[],
  reason: string,
) {
  const text = `${serials.join(', ')}\n${reason}`;
  return (await complain(tx, deps, actor, profileId, { key, orderId: order.id, text })).task;
}

/** The order's statement, with the deadline of its money. A later one, after the first was settled, opens it again. */
async function state(tx: Tx, deps: Dependencies, actor: Actor, order: OrderRow, row: ReturnRow): Promise<void> {
  const { askedAt: statedAt, reason, serials, way } = row;
  const { last } = await returnableDevices(tx, order);
  const said = { statedAt, receivedOn: last, reason };
  await tx
    .insert(withdrawals)
    .values({ orderId: order.id, ...said })
    .onConflictDoUpdate({
      target: withdrawals.orderId,
      set: { ...said, resolvedAt: null, resolution: '' },
      setWhere: isNotNull(withdrawals.resolvedAt),
    });
  await enterOrderEvent(tx, statedAt, actor, order.id, {
    kind: 'withdrawn',
    reference: row.id,
    facts: { receivedOn: last, refundBy: refundBy(statedAt) },
  });
  await queueMail(tx, deps.queue, {
    ...(await requestedMailFields(tx, deps, order)),
    template: 'returns.asked',
    props: {
      number: order.number,
      serials,
      reason,
      way,
      refundBy: refundBy(statedAt),
      at: statedAt.toISOString(),
      link: returnLink(deps, order),
    },
    idempotencyKey: `returns.asked:${row.id}`,
  });
  await queueMail(tx, deps.queue, {
    to: deps.config.superAdmin.email,
    profileId: null,
    orderId: order.id,
    template: 'orders.withdrawal-came',
    props: statementMailProps(deps.config, order, { ...said, serials }).admin,
    idempotencyKey: `orders.withdrawal-came:${row.id}`,
  });
}

/** Where the buyer reads how it goes. */
export const returnLink = ({ config }: Pick<Dependencies, 'config'>, { number }: Pick<OrderRow, 'number'>): string =>
  config.publicUrl + returnPath(number);
