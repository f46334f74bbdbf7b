import { and, eq, ne, sql } from 'drizzle-orm';
import type { ClaimedParcel, Comparison } from '#domain/bank/contract.ts';
import { expectationOf } from '#domain/bank/decisions.ts';
import { endsAt } from '#domain/events/moments.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { orders } from '../../orders/schema.ts';
import type { DatabaseOrTransaction } from '../../platform/db.ts';
import { paymentParts, statementLines } from '../schema.ts';
import {
  arrivalOf,
  type LineRow,
  namesTargetCondition,
  othersOf,
  type PaymentTarget,
  readPayableSummary,
  readTarget,
} from './claim.ts';
import { claimedParcels } from './claimed-parcels.ts';

/** A payment beside what it names, or beside what has the given number: nothing is written. */
export async function compareLine(
  { db }: Dependencies,
  { id, number }: { id: string; number?: number | undefined },
): Promise<Comparison & { parcels: ClaimedParcel[] }> {
  const [line] = await db.select().from(statementLines).where(eq(statementLines.id, id));
  if (!line) throw refuse('STATEMENT_LINE_GONE');
  const compared = await comparisonOf(db, line, await readTarget(db, line, number));
  return { ...compared, parcels: await claimedParcels(db, line) };
}

export async function comparisonOf(
  db: DatabaseOrTransaction,
  line: LineRow,
  target: PaymentTarget | null,
): Promise<Comparison> {
  const arrived = { amount: line.amount, currency: line.currency };
  if (!target)
    return {
      arrived,
      reservation: null,
      order: null,
      expected: null,
      missing: null,
      together: false,
      decisions: line.outgoing ? [] : ['return'],
      earlier: [],
    };
  const others = await othersOf(db, line, target);
  const claimState = await readPayableSummary(db, target, { held: line.state !== 'held' });
  return {
    arrived,
    reservation: target.of === 'reservation' ? describePlace(target.place) : null,
    order: target.of === 'order' ? describeOrder(target, claimState.status) : null,
    ...expectationOf(arrivalOf(line, others), claimState),
    earlier: await earlierOf(db, line, target),
  };
}

function describePlace(place: Extract<PaymentTarget, { of: 'reservation' }>['place']) {
  const { number, year, firstName, lastName, email, phone, packageId, status, amount, currency } = place;
  return {
    number,
    year,
    email,
    phone,
    packageId,
    status,
    name: `${firstName} ${lastName}`,
    price: { amount, currency },
    endsAt: endsAt(place),
  };
}

function describeOrder({ order, claim }: Extract<PaymentTarget, { of: 'order' }>, status: string) {
  const { number, email, delivery, productName } = order;
  return {
    number,
    email,
    productName,
    name: nameOf(order),
    phone: delivery?.phone ?? '',
    status: order.status === 'paid' ? ('paid' as const) : status === 'pending' ? ('asked' as const) : ('late' as const),
    price: { amount: claim.amount, currency: claim.currency },
  };
}

/** Whom the order is for, as it was written: a company, or a person. */
export const nameOf = ({ delivery, email }: Pick<typeof orders.$inferSelect, 'delivery' | 'email'>): string =>
  delivery?.company_name || `${delivery?.firstName ?? ''} ${delivery?.lastName ?? ''}`.trim() || email;

/** What was counted for it, and what else names it in the statements. */
async function earlierOf(
  db: DatabaseOrTransaction,
  line: LineRow,
  target: PaymentTarget,
): Promise<Comparison['earlier']> {
  const [counted, uncounted] = await Promise.all([
    db
      .select({
        lineId: paymentParts.lineId,
        bookedOn: statementLines.bookedOn,
        payer: sql<string>`coalesce(${statementLines.payer}, '')`,
        amount: paymentParts.amount,
        currency: paymentParts.currency,
        state: paymentParts.state,
      })
      .from(paymentParts)
      .leftJoin(statementLines, eq(statementLines.id, paymentParts.lineId))
      .where(
        target.of === 'reservation'
          ? eq(paymentParts.reservationId, target.place.id)
          : sql`${paymentParts.claimId} in (select id from claims where order_id = ${target.order.id})`,
      ),
    db
      .select({
        lineId: statementLines.id,
        bookedOn: statementLines.bookedOn,
        payer: statementLines.payer,
        amount: statementLines.amount,
        currency: statementLines.currency,
        state: statementLines.state,
      })
      .from(statementLines)
      .where(and(namesTargetCondition(target), ne(statementLines.id, line.id), ne(statementLines.state, 'recorded'))),
  ]);
  return [...counted, ...uncounted].toSorted((a, b) => (a.bookedOn ?? '').localeCompare(b.bookedOn ?? ''));
}
