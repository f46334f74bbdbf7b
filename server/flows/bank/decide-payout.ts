import { and, eq, inArray } from 'drizzle-orm';
import { canLinePayParcel, needsSecondPersonForKept, payoutDifference } from '#domain/bank/courier-payouts.ts';
import { debitCreditLines } from '#domain/books/accounts.ts';
import { REASON_MIN } from '#domain/reason-length.ts';
import { refuse } from '#domain/refuse.ts';
import { dayOf } from '#domain/time.ts';
import { ASK_PAYOUTS_JOB } from '../../bank/couriers/enter-payouts.ts';
import { type FoundParcel, listPayoutParcels } from '../../bank/couriers/findings.ts';
import { listMissingParcels, readPayout } from '../../bank/couriers/read-payout.ts';
import { requireBalancedStatement } from '../../bank/entities.ts';
import { type LineRow, lockLine } from '../../bank/lines/claim.ts';
import { decidedBy, recordLines } from '../../bank/parts.ts';
import { bankHolds, courierPayoutParcels, courierPayouts, paymentParts } from '../../bank/schema.ts';
import { post } from '../../books/post.ts';
import type { Dependencies } from '../../dependencies.ts';
import { shipmentBoxes } from '../../fulfilment/schema.ts';
import { currentPaymentRequest } from '../../orders/claims.ts';
import { orders } from '../../orders/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { postPartEntries } from '../event/post-reservation-entries.ts';
import { settleFromBank } from '../on-delivery/money.ts';
import { requeuePayoutQuestion } from './ask-payouts.ts';
import { insertPendingDecision } from './insert-pending-decision.ts';

type PayoutRow = typeof courierPayouts.$inferSelect;

/** The line with all the orders it may pay, held in the one order of locks, and what a courier was asked about it. */
async function lockPayout(tx: Tx, id: string): Promise<{ line: LineRow; payout: PayoutRow }> {
  const line = await lockLine(tx, id);
  const [payout] = await tx.select().from(courierPayouts).where(eq(courierPayouts.lineId, id)).for('update');
  if (!payout || line.claimId !== null) throw refuse('COURIER_PAYOUT_GONE');
  return { line, payout };
}

/** A person asks the courier now, or by a mark that the statement does not hold. */
export const askCourierAboutPayoutAgain = (
  deps: Dependencies,
  actor: Actor,
  { id, reference }: { id: string; reference?: string | undefined },
): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const { line, payout } = await lockPayout(tx, id);
    if (line.state !== 'open') throw refuse('STATEMENT_LINE_SETTLED');
    const mark = reference ?? payout.reference;
    if (mark === '') throw refuse('PAYOUT_MARK_NEEDED');
    await requeuePayoutQuestion(tx, deps, id, mark);
    await deps.queue.send(tx, ASK_PAYOUTS_JOB, {});
    await record(tx, actor, {
      action: 'bank.payout-asked',
      on: { kind: 'statement-line', id },
      after: { courier: payout.courier, reference: mark },
    });
  });

interface PayoutDecision {
  id: string;
  parcels: string[];
  /** As it was shown, para: what came less what the parcels were to bring. */
  difference: number;
  reason: string;
}

/**
 * A person's decision on a transfer of a courier: these parcels are paid by it, and what is left has one explanation. It waits two
 * minutes; the same of the same person again answers with the one that waits.
 */
export const queueCourierPayoutDecision = (
  deps: Dependencies,
  actor: Actor,
  { id, difference, reason, ...asked }: PayoutDecision,
): Promise<{ holdId: string; dueAt: Date | null }> =>
  deps.db.transaction(async (tx) => {
    const { line } = await lockPayout(tx, id);
    await requireBalancedStatement(tx, line.importId);
    const parcels = [...new Set(asked.parcels)].toSorted();
    if (line.state === 'held') {
      const [hold] = await tx.select().from(bankHolds).where(eq(bankHolds.id, line.holdId!));
      const isSame = hold?.askedBy === actor.id && String(hold.parcels?.toSorted()) === String(parcels);
      if (hold && isSame) return { holdId: hold.id, dueAt: hold.dueAt };
    }
    if (line.state !== 'open') throw refuse('STATEMENT_LINE_SETTLED');
    await pickedOf(tx, deps, line, parcels, difference);
    if (difference !== 0 && reason.length < REASON_MIN) throw refuse('COURIER_PAYOUT_REASON_NEEDED');
    const { holdId, dueAt } = await insertPendingDecision(tx, deps, actor, {
      decision: 'confirm',
      line,
      lines: [line],
      target: null,
      shown: difference,
      reason,
      parcels,
      second: needsSecondPersonForKept(difference),
    });
    return { holdId, dueAt };
  });

/** What the line shall pay, as it is now; refused when it is not what was shown. `null`: all of it, to the para. */
async function pickedOf(
  tx: Tx,
  deps: Dependencies,
  line: LineRow,
  keys: readonly string[] | null,
  difference: number,
): Promise<FoundParcel[]> {
  const found = await listPayoutParcels(tx, line.id);
  const picked = keys === null ? found : found.filter(({ reference }) => keys.includes(reference));
  const agrees =
    picked.length > 0 &&
    picked.length === (keys ?? found).length &&
    picked.every((one) => (keys === null ? one.finding === 'matches' : canLinePayParcel(one))) &&
    payoutDifference(line.amount, picked) === difference;
  if (!agrees) throw refuse('COURIER_PAYOUT_DIFFERS', await readPayout(tx, deps, line.id));
  return picked;
}

/**
 * Carries out what was decided on a transfer, in the transaction of whoever holds its decision: each order is settled by the function that
 * a person's word uses, what is more is owed back, what is less is the courier's fee. The line is held, by this hold.
 */
export async function carryOutPayout(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  {
    id,
    holdId,
    ...hold
  }: { id: string; holdId: string; parcels: string[] | null; shown: number | null; reason: string },
): Promise<boolean> {
  const { line, payout } = await lockPayout(tx, id);
  if (line.state !== 'held' || line.holdId !== holdId) return false;
  await requireBalancedStatement(tx, line.importId);
  const difference = hold.shown ?? 0;
  const picked = await pickedOf(tx, deps, line, hold.parcels, difference);
  const concerned = await tx
    .select()
    .from(orders)
    .where(
      inArray(
        orders.id,
        picked.flatMap(({ orderId }) => orderId ?? []),
      ),
    );
  const orderOf = new Map(concerned.map((order) => [order.id, order]));
  const owed = Math.max(0, difference);
  const kept = Math.max(0, -difference);
  await tx.update(courierPayouts).set({ kept }).where(eq(courierPayouts.lineId, id));
  const counted = [];
  for (const { orderId, expected } of picked) {
    const claim = await currentPaymentRequest(tx, orderId!);
    counted.push({ claimId: claim!.id, parts: [{ amount: expected!, state: 'confirmed' as const }] });
  }
  if (owed > 0) counted.push({ claimId: null, parts: [{ amount: owed, state: 'owed' as const, reason: hold.reason }] });
  await recordLines(
    tx,
    decidedBy(actor, deps.now()),
    'confirm',
    counted.map((one) => ({ line, reservationId: null, entity: 'company' as const, ...one })),
  );
  for (const { reference, paymentKey, orderId } of picked) {
    await tx
      .update(courierPayoutParcels)
      .set({ paymentKey })
      .where(and(eq(courierPayoutParcels.lineId, id), eq(courierPayoutParcels.reference, reference)));
    await settleFromBank(tx, deps, actor, orderOf.get(orderId!)!, paymentKey!);
  }
  await postPartEntries(tx, deps.now(), eq(paymentParts.lineId, id));
  if (kept > 0)
    await post(tx, deps.now(), [
      {
        kind: 'fee',
        reference: id,
        entity: 'company',
        currency: 'RSD',
        concerns: null,
        profileId: null,
        lines: debitCreditLines('fees', 'bank', kept),
      },
    ]);
  await record(tx, actor, {
    action: 'bank.payout-recorded',
    on: { kind: 'statement-line', id },
    after: {
      courier: payout.courier,
      reference: payout.reference,
      amount: line.amount,
      currency: 'RSD',
      parcels: picked.length,
      ...(kept > 0 ? { fee: kept } : {}),
      ...(owed > 0 ? { owed } : {}),
      ...(hold.reason ? { reason: hold.reason } : {}),
    },
  });
  return true;
}

/** A mail to the courier's customer service about what it has not handed over, once a day for each transfer. */
export const inquireAboutPayout = (deps: Dependencies, actor: Actor, id: string): Promise<number> =>
  deps.db.transaction(async (tx) => {
    const { payout } = await lockPayout(tx, id);
    const email = deps.couriers.get(payout.courier)?.capabilities.email;
    if (!email) throw refuse('COURIER_NOT_ASKED');
    const missing = await listMissingParcels(tx, id);
    if (missing.length === 0) throw refuse('NOTHING_MISSING');
    const boxes = await tx
      .select()
      .from(shipmentBoxes)
      .where(
        inArray(
          shipmentBoxes.shipmentId,
          missing.map(({ shipmentId }) => shipmentId),
        ),
      )
      .orderBy(shipmentBoxes.n);
    const codes = Map.groupBy(boxes, ({ shipmentId }) => shipmentId);
    await queueMail(tx, deps.queue, {
      to: email,
      profileId: null,
      template: 'fulfilment.money-asked',
      props: {
        reference: payout.reference,
        parcels: missing.map(({ reference, shipmentId, amount }) => ({
          parcel: reference,
          amount,
          codes: (codes.get(shipmentId) ?? []).flatMap(({ code }) => code ?? []),
        })),
      },
      idempotencyKey: `fulfilment.money-asked:${id}:${dayOf(deps.now())}`,
    });
    await record(tx, actor, {
      action: 'bank.payout-inquired',
      on: { kind: 'statement-line', id },
      after: { courier: payout.courier, reference: payout.reference, parcels: missing.length },
    });
    return missing.length;
  });
