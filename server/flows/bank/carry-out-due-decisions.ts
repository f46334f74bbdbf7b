import { ORPCError } from '@orpc/client';
import { and, asc, eq, inArray, isNotNull, isNull, lte } from 'drizzle-orm';
import { lockCardPayouts } from '../../bank/card/match-payouts.ts';
import { lockLine, lockTargets } from '../../bank/lines/claim.ts';
import { bankHolds, cardPayoutLines, courierPayouts, statementLines } from '../../bank/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { reservations } from '../../events/schema.ts';
import { orderClaims, orders } from '../../orders/schema.ts';
import { type Actor, record, systemActor } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { confirmPlaces } from '../event/confirm-places.ts';
import { carryOutLine } from '../event/decide-payment.ts';
import { reopenLinesOfDecision } from './change-hold.ts';
import { isCardLine, recordCardProviderPayout } from './decide-card.ts';
import { carryOutPayout } from './decide-payout.ts';
import { prepareDecision, requireDecisionAllowed } from './prepare-decision.ts';

type HoldRow = typeof bankHolds.$inferSelect;
const BATCH = 250;

/**
 * Carries out whatever was decided at the desk and has waited its two minutes, the oldest first, each once: also after an outage, and when
 * two servers do it at the same time. What no longer is as it was shown is not done; its payments wait for another decision.
 */
export async function carryOutDueDecisions(deps: Dependencies): Promise<void> {
  const due = await deps.db
    .select()
    .from(bankHolds)
    .where(and(inArray(bankHolds.state, ['waiting', 'working']), lte(bankHolds.dueAt, deps.now())))
    .orderBy(asc(bankHolds.dueAt), asc(bankHolds.id));
  const faults: unknown[] = [];
  // One that fails keeps no other waiting; the job is tried again for it.
  for (const hold of due)
    await (hold.lineId ? carryOutOne(deps, hold) : carryOutAll(deps, hold)).catch((error) => faults.push(error));
  if (faults.length > 0) throw faults[0];
}

const actorOf = ({ askedBy, askedByEmail }: HoldRow): Actor => ({ id: askedBy, email: askedByEmail || null });

async function carryOutOne(deps: Dependencies, hold: HoldRow): Promise<void> {
  try {
    await deps.db.transaction(async (tx) => {
      if (hold.parcels !== null) {
        const { parcels, shown, reason, lineId } = hold;
        await lockLine(tx, lineId!);
        if (!(await isMine(tx, hold))) return;
        await carryOutPayout(tx, deps, actorOf(hold), { id: lineId!, holdId: hold.id, parcels, shown, reason });
        await tx.update(bankHolds).set({ state: 'done' }).where(eq(bankHolds.id, hold.id));
        return;
      }
      if (await isOfCard(tx, hold)) {
        await lockCardPayouts(tx);
        await lockLine(tx, hold.lineId!);
        if (!(await isMine(tx, hold))) return;
        await recordCardProviderPayout(tx, deps, actorOf(hold), { id: hold.lineId!, holdId: hold.id });
        await tx.update(bankHolds).set({ state: 'done' }).where(eq(bankHolds.id, hold.id));
        return;
      }
      const number = await numberOf(tx, hold);
      const asked = {
        id: hold.lineId!,
        decision: hold.decision,
        reason: hold.reason,
        number,
        // The whole payment goes back whatever is expected by now.
        shown: hold.decision === 'return' ? undefined : (hold.shown ?? undefined),
      };
      const { line, target } = await prepareDecision(tx, deps, actorOf(hold), asked);
      if (!(await isMine(tx, hold)) || line.holdId !== hold.id || line.state !== 'held') return;
      const seen = await requireDecisionAllowed(tx, line, target, asked, { held: false });
      await carryOutLine(tx, deps, actorOf(hold), { asked, line, target, ...seen });
      await tx.update(bankHolds).set({ state: 'done' }).where(eq(bankHolds.id, hold.id));
    });
  } catch (error) {
    // A refusal of ours: things have changed. Anything else is a fault, and is tried again.
    if (!(error instanceof ORPCError)) throw error;
    await stop(deps, hold, error.code);
  }
}

/** Confirmed for nothing but itself: a payout of the payment provider. */
const isOfCard = async (tx: Tx, { decision, lineId, reservationId, claimId }: HoldRow): Promise<boolean> =>
  decision === 'confirm' && !reservationId && !claimId && (await isCardLine(tx, lineId!));

/** The number of what it was decided for, where the line itself names something else; both by what the hold keeps. */
async function numberOf(tx: Tx, { reservationId, claimId, decision }: HoldRow): Promise<number | undefined> {
  if (reservationId) {
    const [place] = await tx
      .select({ number: reservations.number })
      .from(reservations)
      .where(eq(reservations.id, reservationId));
    return place?.number;
  }
  if (!claimId) return undefined;
  const [order] = await tx
    .select({ number: orders.number })
    .from(orders)
    .innerJoin(orderClaims, eq(orderClaims.orderId, orders.id))
    .where(eq(orderClaims.id, claimId));
  return decision === 'return' ? undefined : order?.number;
}

/** Nobody has undone it, and no other server has done it. */
async function isMine(tx: Tx, { id }: HoldRow): Promise<boolean> {
  const [hold] = await tx.select({ state: bankHolds.state }).from(bankHolds).where(eq(bankHolds.id, id)).for('update');
  return hold?.state === 'waiting' || hold?.state === 'working';
}

async function stop(deps: Dependencies, hold: HoldRow, code: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockTargets(tx, eq(statementLines.holdId, hold.id));
    if (!(await isMine(tx, hold))) return;
    await tx.update(bankHolds).set({ state: 'stopped' }).where(eq(bankHolds.id, hold.id));
    const lines = await reopenLinesOfDecision(tx, hold.id, deps.now());
    await record(tx, systemActor, {
      action: 'bank.decision-stopped',
      on: hold.lineId ? { kind: 'statement-line', id: hold.lineId } : { kind: 'statement', id: hold.importId },
      before: { decision: hold.decision, lines },
      after: { code },
    });
  });
}

/** All that agreed: reservations in batches, orders one by one, each in a transaction of its own. From the first on nothing is undone. */
async function carryOutAll(deps: Dependencies, hold: HoldRow): Promise<void> {
  const mine = await deps.db.transaction(async (tx) => {
    if (!(await isMine(tx, hold))) return false;
    await tx.update(bankHolds).set({ state: 'working' }).where(eq(bankHolds.id, hold.id));
    return true;
  });
  if (!mine) return;
  const held = and(eq(statementLines.holdId, hold.id), eq(statementLines.state, 'held'))!;
  const named = await deps.db
    .selectDistinct({ id: statementLines.reservationId })
    .from(statementLines)
    .where(and(held, isNotNull(statementLines.reservationId)));
  const places = named.map(({ id }) => id!).toSorted();
  for (let from = 0; from < places.length; from += BATCH) {
    const ids = places.slice(from, from + BATCH);
    await deps.db.transaction((tx) => confirmPlaces(tx, deps, actorOf(hold), ids, held, `statement ${hold.importId}`));
  }
  const asked = await deps.db
    .select({ id: statementLines.id, orderId: orderClaims.orderId })
    .from(statementLines)
    .innerJoin(orderClaims, eq(orderClaims.id, statementLines.claimId))
    .where(held)
    .orderBy(orderClaims.orderId, statementLines.position);
  for (const [, [first]] of Map.groupBy(asked, ({ orderId }) => orderId)) await confirmOrder(deps, hold, first!.id);
  const transfers = await deps.db
    .select({ id: statementLines.id })
    .from(statementLines)
    .innerJoin(courierPayouts, eq(courierPayouts.lineId, statementLines.id))
    .where(held)
    .orderBy(statementLines.position);
  for (const { id } of transfers) await confirmPayout(deps, hold, id);
  const ofCards = await deps.db
    .select({ id: statementLines.id })
    .from(statementLines)
    .innerJoin(cardPayoutLines, eq(cardPayoutLines.lineId, statementLines.id))
    .where(and(held, isNull(statementLines.claimId)))
    .orderBy(statementLines.position);
  for (const { id } of ofCards) await confirmCardPayout(deps, hold, id);
  // Whatever is left did not agree any more.
  await stopRest(deps, hold);
}

async function confirmOrder(deps: Dependencies, hold: HoldRow, lineId: string): Promise<void> {
  try {
    await deps.db.transaction(async (tx) => {
      const asked = { id: lineId, decision: 'confirm' as const, reason: '' };
      const { line, target } = await prepareDecision(tx, deps, actorOf(hold), asked);
      if (line.holdId !== hold.id || line.state !== 'held') return;
      const seen = await requireDecisionAllowed(tx, line, target, asked, { held: false });
      await carryOutLine(tx, deps, actorOf(hold), { asked, line, target, ...seen });
    });
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error;
  }
}

async function confirmPayout(deps: Dependencies, hold: HoldRow, id: string): Promise<void> {
  try {
    await deps.db.transaction((tx) =>
      carryOutPayout(tx, deps, actorOf(hold), { id, holdId: hold.id, parcels: null, shown: null, reason: '' }),
    );
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error;
  }
}

async function confirmCardPayout(deps: Dependencies, hold: HoldRow, id: string): Promise<void> {
  try {
    await deps.db.transaction(async (tx) => {
      await lockCardPayouts(tx);
      await recordCardProviderPayout(tx, deps, actorOf(hold), { id, holdId: hold.id });
    });
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error;
  }
}

async function stopRest(deps: Dependencies, hold: HoldRow): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockTargets(tx, and(eq(statementLines.holdId, hold.id), eq(statementLines.state, 'held'))!);
    if (!(await isMine(tx, hold))) return;
    const left = await reopenLinesOfDecision(tx, hold.id, deps.now());
    await tx
      .update(bankHolds)
      .set({ state: left === hold.lines ? 'stopped' : 'done' })
      .where(eq(bankHolds.id, hold.id));
    if (left > 0)
      await record(tx, systemActor, {
        action: 'bank.decision-stopped',
        on: { kind: 'statement', id: hold.importId },
        before: { decision: hold.decision, lines: left },
      });
  });
}
