import { and, asc, eq, exists, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { MOST_PARCELS } from '#domain/bank/courier-payouts.ts';
import type { Courier } from '#domain/fulfilment/shipment.ts';
import { courierPayoutParcels, courierPayouts, statementLines } from '../../bank/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { CourierError, type PaidParcel } from '../../fulfilment/couriers/courier.ts';
import { shipments } from '../../fulfilment/schema.ts';
import { orders } from '../../orders/schema.ts';
import { record, systemActor } from '../../platform/audit.ts';
import { batchesOf } from '../../platform/batches.ts';
import type { Tx } from '../../platform/db.ts';

const SECOND = 1000;
/** Seconds from one failure to the next try; the last pause is kept for ever. */
const PAUSES = [30, 60, 120, 300, 600];
/** After that, what a killed process had taken goes to the others. */
const LEASE = 180 * SECOND;
const AT_ONCE = 5;

type Question = typeof courierPayouts.$inferSelect;

/** Asks couriers which parcels their transfers pay, whatever is due; asked for after a commit and every minute. Asking changes nothing there. */
export async function askPayouts(deps: Dependencies): Promise<void> {
  for (let due = await takeDue(deps); due.length > 0; due = await takeDue(deps))
    await Promise.all(due.map((question) => ask(deps, question)));
}

const isOpen = and(eq(statementLines.id, courierPayouts.lineId), eq(statementLines.state, 'open'));

async function takeDue({ db, now }: Dependencies): Promise<Question[]> {
  const at = now();
  const due = db
    .select({ id: courierPayouts.lineId })
    .from(courierPayouts)
    .where(
      and(
        eq(courierPayouts.question, 'waiting'),
        lte(courierPayouts.nextAt, at),
        or(isNull(courierPayouts.leasedUntil), lte(courierPayouts.leasedUntil, at)),
        // What somebody has decided otherwise is not asked about; taken up again, it is.
        exists(db.select({ one: sql`1` }).from(statementLines).where(isOpen)),
      ),
    )
    .orderBy(asc(courierPayouts.nextAt))
    .limit(AT_ONCE)
    .for('update', { skipLocked: true });
  return db
    .update(courierPayouts)
    .set({ leasedUntil: new Date(at.getTime() + LEASE) })
    .where(inArray(courierPayouts.lineId, due))
    .returning();
}

async function ask(deps: Dependencies, question: Question): Promise<void> {
  const port = deps.couriers.get(question.courier);
  if (!port) return postpone(deps, question, 'not configured');
  let named: PaidParcel[];
  try {
    named = await port.payout(question.reference);
  } catch (error) {
    return postpone(deps, question, error instanceof CourierError ? error.message : 'unreadable');
  }
  if (named.length > MOST_PARCELS) return postpone(deps, question, `${named.length} parcels`);
  await keep(deps, question, named);
}

/** Whoever took it has it still, and nobody has asked anew meanwhile. */
const isStill = ({ lineId, reference, leasedUntil }: Question) =>
  and(
    eq(courierPayouts.lineId, lineId),
    eq(courierPayouts.question, 'waiting'),
    eq(courierPayouts.reference, reference),
    eq(courierPayouts.leasedUntil, leasedUntil!),
  );

async function postpone(deps: Dependencies, question: Question, said: string): Promise<void> {
  const failures = question.failures + 1;
  const pause = PAUSES[Math.min(failures, PAUSES.length) - 1]! * SECOND;
  const { courier, reference } = question;
  deps.log.warn({ courier, reference, failures, said }, 'courier not asked about a transfer yet');
  await deps.db
    .update(courierPayouts)
    .set({
      failures,
      answer: said.slice(0, 300),
      leasedUntil: null,
      nextAt: new Date(deps.now().getTime() + pause),
    })
    .where(isStill(question));
}

/** What it said, one row for each parcel. Orders are held, so that one that is delivered meanwhile is judged by what is written here. */
async function keep(deps: Dependencies, question: Question, named: PaidParcel[]): Promise<void> {
  const { lineId, courier, reference } = question;
  const parcels = [...Map.groupBy(named, (one) => one.reference)].map(([key, same]) => ({
    lineId,
    reference: key,
    times: same.length,
    amount: same.reduce((sum, { amount }) => sum + amount, 0),
  }));
  await deps.db.transaction(async (tx) => {
    const ours = await oursAmong(
      tx,
      courier,
      parcels.map((one) => one.reference),
    );
    const [mine] = await tx
      .update(courierPayouts)
      .set({ question: 'answered', answeredAt: deps.now(), failures: 0, answer: '', leasedUntil: null })
      .where(isStill(question))
      .returning();
    if (!mine) return;
    await tx.delete(courierPayoutParcels).where(eq(courierPayoutParcels.lineId, lineId));
    for (const batch of batchesOf(parcels))
      await tx
        .insert(courierPayoutParcels)
        .values(batch.map((one) => ({ ...one, shipmentId: ours.get(one.reference) ?? null })));
    await record(tx, systemActor, {
      action: 'bank.payout-answered',
      on: { kind: 'statement-line', id: lineId },
      after: {
        courier,
        reference,
        parcels: parcels.length,
        amount: parcels.reduce((sum, { amount }) => sum + amount, 0),
        currency: 'RSD',
      },
    });
  });
}

const KEY = /^(\d{1,9})-(\d{1,4})$/;

/** Parcels of ours by their keys, as far as this courier carried them; their orders are held in the one order of locks. */
async function oursAmong(tx: Tx, courier: Courier, keys: string[]): Promise<Map<string, string>> {
  const numbers = keys.flatMap((key) => Number(KEY.exec(key)?.[1] ?? Number.NaN)).filter(Number.isSafeInteger);
  const held = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(orders.number, numbers))
    .orderBy(orders.id)
    .for('no key update');
  const rows = await tx
    .select({ id: shipments.id, key: sql<string>`${orders.number} || '-' || ${shipments.n}` })
    .from(shipments)
    .innerJoin(orders, eq(orders.id, shipments.orderId))
    .where(
      and(
        eq(shipments.courier, courier),
        inArray(
          shipments.orderId,
          held.map(({ id }) => id),
        ),
      ),
    );
  return new Map(rows.map(({ id, key }) => [key, id]));
}

/** Waits for a courier again, by the mark it has or by another; what it said before is forgotten. The caller holds the line. */
export async function requeuePayoutQuestion(
  tx: Tx,
  deps: Dependencies,
  lineId: string,
  reference: string,
): Promise<void> {
  await tx
    .update(courierPayouts)
    .set({
      reference,
      question: 'waiting',
      failures: 0,
      answer: '',
      answeredAt: null,
      leasedUntil: null,
      nextAt: deps.now(),
    })
    .where(eq(courierPayouts.lineId, lineId));
  await tx.delete(courierPayoutParcels).where(eq(courierPayoutParcels.lineId, lineId));
}
