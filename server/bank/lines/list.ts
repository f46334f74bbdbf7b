import { and, asc, count, eq, exists, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { StatementLine } from '#domain/bank/contract.ts';
import type { LineState, Verdict } from '#domain/bank/statement.ts';
import type { Dependencies } from '../../dependencies.ts';
import { reservations } from '../../events/schema.ts';
import { orderClaims, orders } from '../../orders/schema.ts';
import { payouts } from '../../payouts/schema.ts';
import { cardPayoutsByLine } from '../card/read-card.ts';
import { courierPayoutsByLine } from '../couriers/findings.ts';
import { bankHolds, paymentParts, statementLines } from '../schema.ts';
import { entityOf } from './claim.ts';
import { nameOf } from './compare.ts';
import { lineShowsPayoutCondition, lineShowsRefusedPayoutCondition } from './payout-lines.ts';

const PAGE = 100;
const suggested = alias(reservations, 'suggested');

interface Wanted {
  importId: string;
  state: LineState;
  verdict?: Verdict | undefined;
  all?: boolean | undefined;
  after?: number | undefined;
}

/** A page of a statement's payments in the file's order. */
export async function listLines(deps: Dependencies, { importId, state, verdict, all, after = 0 }: Wanted) {
  const isCompanys = (await entityOf(deps.db, { importId })) === 'company';
  const found = await readLines(
    deps,
    isCompanys,
    and(
      eq(statementLines.importId, importId),
      all ? undefined : eq(statementLines.state, state),
      verdict && eq(statementLines.verdict, verdict),
      gt(statementLines.position, after),
    ),
  );
  const rows = found.slice(0, PAGE);
  return { rows, next: found.length > PAGE ? rows.at(-1)!.position : null };
}

async function readLines(deps: Dependencies, isCompanys: boolean, where: SQL | undefined): Promise<StatementLine[]> {
  const isPayout = (shows: SQL) => exists(deps.db.select({ one: sql`1` }).from(payouts).where(shows));
  const found = await deps.db
    .select({
      line: statementLines,
      reservation: reservations,
      suggested,
      claim: orderClaims,
      order: orders,
      hold: bankHolds,
      payout: sql`(${isPayout(lineShowsPayoutCondition)} or ${isPayout(lineShowsRefusedPayoutCondition)})`.mapWith(
        Boolean,
      ),
    })
    .from(statementLines)
    .leftJoin(reservations, eq(reservations.id, statementLines.reservationId))
    .leftJoin(suggested, eq(suggested.id, statementLines.suggestedId))
    .leftJoin(orderClaims, eq(orderClaims.id, statementLines.claimId))
    .leftJoin(orders, eq(orders.id, orderClaims.orderId))
    .leftJoin(bankHolds, eq(bankHolds.id, statementLines.holdId))
    .where(where)
    .orderBy(asc(statementLines.position))
    .limit(PAGE + 1);
  const parts = await partsOf(
    deps,
    found.flatMap(({ line }) => (line.state === 'recorded' ? [line.id] : [])),
  );
  const couriers = isCompanys
    ? await courierPayoutsByLine(
        deps.db,
        found.map(({ line }) => line.id),
      )
    : new Map();
  const cards = isCompanys
    ? await cardPayoutsByLine(
        deps.db,
        found.map(({ line }) => line.id),
      )
    : new Map();
  const maybe = await waitingFor(
    deps,
    found.flatMap(({ line, claim }) =>
      isCompanys && line.state === 'open' && !line.outgoing && !claim ? [line.amount] : [],
    ),
  );
  return found.map(({ line, reservation, suggested: likely, claim, order, hold, payout }) => {
    const { importId, fingerprint, reservationId, suggestedId, claimId, holdId, decision, ...shown } = line;
    return {
      ...shown,
      isPayout: isCompanys && line.state === 'open' && payout,
      courier: couriers.get(line.id) ?? null,
      card: cards.get(line.id) ?? null,
      parts: parts.get(line.id) ?? [],
      reservation: reservation && {
        id: reservation.id,
        number: reservation.number,
        year: reservation.year,
        name: `${reservation.firstName} ${reservation.lastName}`,
        amount: reservation.amount,
        currency: reservation.currency,
        arrived: reservation.arrived,
        status: reservation.status,
        lapsedAt: reservation.status === 'isteklo' ? reservation.lapsedAt : null,
      },
      order: order &&
        claim && {
          number: order.number,
          name: nameOf(order),
          productName: order.productName,
          amount: claim.amount,
          currency: claim.currency,
        },
      maybe: line.state === 'open' && !claim && line.currency === 'RSD' ? (maybe.get(line.amount) ?? 0) : 0,
      hold:
        hold && line.state === 'held'
          ? { id: hold.id, dueAt: hold.dueAt, decision: hold.decision, askedBy: hold.askedByEmail, reason: hold.reason }
          : null,
      suggestion:
        likely && !reservation
          ? { number: likely.number, year: likely.year, name: `${likely.firstName} ${likely.lastName}` }
          : null,
    };
  });
}

/** How many orders wait for a transfer of each of these amounts in dinars. */
async function waitingFor({ db }: Dependencies, amounts: number[]): Promise<Map<number, number>> {
  if (amounts.length === 0) return new Map();
  const rows = await db
    .select({ amount: orderClaims.amount, orders: count() })
    .from(orderClaims)
    .where(
      and(
        inArray(orderClaims.amount, [...new Set(amounts)]),
        eq(orderClaims.state, 'live'),
        eq(orderClaims.way, 'transfer'),
      ),
    )
    .groupBy(orderClaims.amount);
  return new Map(rows.map((row) => [row.amount, row.orders]));
}

async function partsOf({ db }: Dependencies, lineIds: string[]) {
  const rows = await db
    .select({
      lineId: paymentParts.lineId,
      amount: paymentParts.amount,
      currency: paymentParts.currency,
      state: paymentParts.state,
      reason: paymentParts.reason,
      number: reservations.number,
      year: reservations.year,
      order: orders.number,
    })
    .from(paymentParts)
    .leftJoin(reservations, eq(reservations.id, paymentParts.reservationId))
    .leftJoin(orderClaims, eq(orderClaims.id, paymentParts.claimId))
    .leftJoin(orders, eq(orders.id, orderClaims.orderId))
    .where(inArray(paymentParts.lineId, lineIds))
    .orderBy(paymentParts.state, paymentParts.id);
  return Map.groupBy(
    rows.map(({ lineId, ...part }) => ({ lineId, ...part })),
    ({ lineId }) => lineId!,
  );
}
