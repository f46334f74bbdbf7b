import { and, desc, eq, inArray, isNull, ne, notInArray, type SQL, sql } from 'drizzle-orm';
import type { ArrivedPayment, PayableSummary } from '#domain/bank/decisions.ts';
import type { LegalEntity } from '#domain/books/accounts.ts';
import { refuse } from '#domain/refuse.ts';
import { reservations } from '../../events/schema.ts';
import { orderClaims, orders } from '../../orders/schema.ts';
import { orderPayments } from '../../payments/schema.ts';
import type { DatabaseOrTransaction, Tx } from '../../platform/db.ts';
import { ordersOfParcels } from '../couriers/findings.ts';
import { isCollectedByParcel } from '../of-orders.ts';
import { bankHolds, paymentParts, statementImports, statementLines } from '../schema.ts';

export type LineRow = typeof statementLines.$inferSelect;
export type ReservationRow = typeof reservations.$inferSelect;
export type OrderClaimRow = typeof orderClaims.$inferSelect;

/** What a payment may be for: a reservation of the organiser's event, or an order of the company with what is asked for it. */
export type PaymentTarget =
  | { of: 'reservation'; place: ReservationRow }
  | { of: 'order'; order: typeof orders.$inferSelect; claim: OrderClaimRow };

/** Whose account the line is of. */
export async function entityOf(
  db: DatabaseOrTransaction,
  { importId }: Pick<LineRow, 'importId'>,
): Promise<LegalEntity> {
  const [found] = await db
    .select({ entity: statementImports.entity })
    .from(statementImports)
    .where(eq(statementImports.id, importId));
  return found!.entity;
}

/** What the line names, or what has that number: of the organiser's account a reservation, of the company's an order. */
export async function readTarget(
  db: DatabaseOrTransaction,
  line: LineRow,
  number: number | undefined,
): Promise<PaymentTarget | null> {
  if ((await entityOf(db, line)) === 'company') return orderOf(db, line, number);
  const place = await findNamedReservation(db, line, number);
  return place && { of: 'reservation', place };
}

export const findNamedReservation = async (
  db: DatabaseOrTransaction,
  line: LineRow,
  number: number | undefined,
): Promise<ReservationRow | null> => {
  if (number === undefined && line.reservationId === null) return null;
  const [row] = await db
    .select()
    .from(reservations)
    .where(number === undefined ? eq(reservations.id, line.reservationId!) : eq(reservations.number, number));
  if (!row) throw refuse('RESERVATION_GONE');
  return row;
};

async function orderOf(
  db: DatabaseOrTransaction,
  line: LineRow,
  number: number | undefined,
): Promise<PaymentTarget | null> {
  if (number === undefined && line.claimId === null) return null;
  const [named] = line.claimId ? await db.select().from(orderClaims).where(eq(orderClaims.id, line.claimId)) : [];
  const wanted = number === undefined ? eq(orders.id, named!.orderId) : eq(orders.number, number);
  const [order] = await db.select().from(orders).where(wanted);
  if (!order) throw refuse('PAYMENT_ORDER_GONE');
  const [current] = await db
    .select()
    .from(orderClaims)
    .where(and(eq(orderClaims.orderId, order.id), ne(orderClaims.state, 'replaced')))
    .orderBy(desc(eq(orderClaims.state, 'live')), desc(orderClaims.createdAt))
    .limit(1);
  // It is to be paid another way by now: what the old pro-forma invoice asked for is what its money is compared with.
  const claim =
    current?.way !== 'transfer' && named?.orderId === order.id && named.way === 'transfer' ? named : current;
  if (!claim) throw refuse('PAYMENT_ORDER_GONE');
  return { of: 'order', order, claim };
}

/** What the one rule (domain/bank/decisions.ts) is asked with; with `held`, what is decided and not carried out counts as come. */
export async function readPayableSummary(
  db: DatabaseOrTransaction,
  target: PaymentTarget,
  { held }: { held: boolean },
): Promise<PayableSummary> {
  const claimState =
    target.of === 'order' ? await orderClaimState(db, target) : await reservationPayableSummary(db, target.place);
  if (!held) return claimState;
  const amount = sql<number>`coalesce(sum(${statementLines.amount}), 0)`.mapWith(Number);
  const [found] = await db
    .select({ amount })
    .from(statementLines)
    .where(
      and(
        isHeldForCondition(target),
        eq(statementLines.currency, claimState.price.currency),
        notInArray(statementLines.decision, ['return', 'keep']),
      ),
    );
  return { ...claimState, arrived: claimState.arrived + found!.amount };
}

export async function reservationPayableSummary(
  db: DatabaseOrTransaction,
  place: ReservationRow,
): Promise<PayableSummary> {
  const [said] = await db
    .select({ amount: paymentParts.amount })
    .from(paymentParts)
    .where(and(eq(paymentParts.reservationId, place.id), isNull(paymentParts.lineId)));
  const { amount, currency, arrived, status } = place;
  return { of: 'reservation', price: { amount, currency }, arrived, byHand: said?.amount ?? 0, status };
}

async function orderClaimState(
  db: DatabaseOrTransaction,
  { order, claim }: Extract<PaymentTarget, { of: 'order' }>,
): Promise<PayableSummary> {
  const { amount, currency } = claim;
  const counted = sql<number>`coalesce(sum(${orderPayments.amount}), 0)`.mapWith(Number);
  const [came] = await db
    .select({ counted })
    .from(orderPayments)
    .where(
      and(
        eq(orderPayments.orderId, order.id),
        eq(orderPayments.isSurplus, false),
        eq(orderPayments.currency, currency),
      ),
    );
  const isAsked = claim.state === 'live' && claim.way === 'transfer';
  const isPaid = order.status === 'paid' || (await isCollectedByParcel(db, order.id));
  const status = isPaid ? 'placeno' : isAsked ? 'pending' : 'isteklo';
  return { of: 'order', price: { amount, currency }, arrived: came!.counted, byHand: 0, status };
}

/** The lines that name a target, an order by any of its claims. */
export function namesTargetCondition(target: PaymentTarget): SQL {
  if (target.of === 'reservation') return eq(statementLines.reservationId, target.place.id);
  return sql`${statementLines.claimId} in (select id from claims where order_id = ${target.order.id})`;
}

/** The lines that are held for a target, whatever they name: a person may have linked them with it. Each half is found by an index. */
export function isHeldForCondition(target: PaymentTarget): SQL {
  const [column, ids] =
    target.of === 'reservation'
      ? [sql`reservation_id`, sql`${target.place.id}`]
      : [sql`claim_id`, sql`select id from claims where order_id = ${target.order.id}`];
  return sql`${statementLines.state} = 'held' and ${statementLines.id} in (
    select named.id from ${statementLines} named join ${bankHolds} hold on hold.id = named.hold_id
    where named.${column} in (${ids}) and coalesce(hold.${column}, named.${column}) in (${ids})
    union all
    select linked.id from ${bankHolds} hold join ${statementLines} linked on linked.hold_id = hold.id
    where (hold.state in ('waiting', 'working') or hold.state = 'asked') and hold.${column} in (${ids}))`;
}

/** The other payments of the line's currency that name the target: open ones, or those that are held together with it. */
export async function othersOf(db: DatabaseOrTransaction, line: LineRow, target: PaymentTarget): Promise<LineRow[]> {
  const together =
    line.state === 'held' && line.holdId !== null
      ? and(eq(statementLines.state, 'held'), eq(statementLines.holdId, line.holdId))
      : eq(statementLines.state, 'open');
  return db
    .select()
    .from(statementLines)
    .where(
      and(
        namesTargetCondition(target),
        together,
        eq(statementLines.currency, line.currency),
        ne(statementLines.id, line.id),
      ),
    )
    .orderBy(statementLines.bookedOn, statementLines.id);
}

export const arrivalOf = ({ amount, currency }: LineRow, others: LineRow[]): ArrivedPayment => ({
  amount,
  currency,
  others: others.reduce((sum, other) => sum + other.amount, 0),
});

/**
 * Locks the line, and before it the reservation or the order it names: everybody locks packages, reservations, orders and payments in
 * this order, the database too when it judges (judge_statement_lines, judge_lines_of_orders).
 */
export async function lockLine(tx: Tx, id: string): Promise<LineRow> {
  await lockTargets(tx, eq(statementLines.id, id));
  const [line] = await tx.select().from(statementLines).where(eq(statementLines.id, id)).for('update');
  if (!line) throw refuse('STATEMENT_LINE_GONE');
  return line;
}

/** Locks the reservations and orders that these lines name, and the orders of parcels that a courier names in them. */
export async function lockTargets(tx: Tx, which: SQL): Promise<void> {
  const places = tx.select({ id: statementLines.reservationId }).from(statementLines).where(which);
  await tx
    .select({ id: reservations.id })
    .from(reservations)
    .where(inArray(reservations.id, places))
    .orderBy(reservations.id)
    .for('no key update');
  const lines = sql`select ${statementLines.id} from ${statementLines} where ${which}`;
  const named = tx
    .select({ id: orderClaims.orderId })
    .from(orderClaims)
    .innerJoin(statementLines, eq(statementLines.claimId, orderClaims.id))
    .where(which);
  await tx
    .select({ id: orders.id })
    .from(orders)
    .where(sql`${orders.id} in (${named} union ${ordersOfParcels(lines)})`)
    .orderBy(orders.id)
    .for('no key update');
}
