import { eq } from 'drizzle-orm';
import type { Decision, PaymentExpectation } from '#domain/bank/decisions.ts';
import { isPast } from '#domain/events/moments.ts';
import { refuse } from '#domain/refuse.ts';
import { entityOf, isHeldForCondition, type LineRow, type PaymentTarget } from '../../bank/lines/claim.ts';
import {
  acceptDifference,
  confirmParts,
  decidedBy,
  lockByHand,
  recordLines,
  reduceHandRecordedPart,
} from '../../bank/parts.ts';
import { paymentParts, statementLines } from '../../bank/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { ReservationRow } from '../../events/describe.ts';
import { askForRest } from '../../events/reservations/ask-for-rest.ts';
import { confirmReservations } from '../../events/reservations/confirm.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { decideOrder } from '../bank/decide-order.ts';
import { insertPendingDecision } from '../bank/insert-pending-decision.ts';
import { type LineDecision, numberOf, prepareDecision, requireDecisionAllowed } from '../bank/prepare-decision.ts';
import { takesSecondPerson } from '../bank/second-person.ts';
import { postPartEntries, postReservationEntries } from './post-reservation-entries.ts';

interface Answer {
  /**
   * `linked`: that it came had been said by hand before. `kept`: a part of which nobody is asked for the rest any more. `asked`: another
   * person has to agree first.
   */
  outcome: 'paid' | 'linked' | 'part' | 'kept' | 'owed' | 'asked';
  number: number | null;
}

/**
 * A person's decision on one payment, for the reservation it names or for the one given, carried out at once. What may be done is looked
 * at again under the locks, and what was shown is compared; the same decision of the same person again changes nothing.
 */
export async function decidePayment(deps: Dependencies, actor: Actor, asked: LineDecision): Promise<Answer> {
  return deps.db.transaction(async (tx) => {
    const { line, target, again } = await prepareDecision(tx, deps, actor, asked);
    if (again) {
      const place = target?.of === 'reservation' ? target.place : null;
      const linked = place?.status === 'otkazano';
      const isOver = place !== null && isPast(deps.config.event, place, deps.now());
      const outcome = again.state === 'held' ? 'asked' : outcomeOf(asked.decision, linked, isOver);
      return { outcome, number: numberOf(target) };
    }
    if (line.state !== 'open') throw refuse('STATEMENT_LINE_SETTLED');
    if (target) await requireNothingHeld(tx, target);
    const seen = await requireDecisionAllowed(tx, line, target, asked, { held: true });
    if (takesSecondPerson(asked, actor, target, seen.expectation)) {
      await insertPendingDecision(tx, deps, actor, { ...asked, line, lines: [line], target, second: true });
      return { outcome: 'asked', number: numberOf(target) };
    }
    return carryOutLine(tx, deps, actor, { asked, line, target, ...seen });
  });
}

/** Another payment for the same is decided and about to be carried out: this one would be decided on what is not so yet. */
async function requireNothingHeld(tx: Tx, target: PaymentTarget): Promise<void> {
  const held = await tx.$count(statementLines, isHeldForCondition(target));
  if (held > 0) throw refuse('STATEMENT_LINE_HELD');
}

interface Carried {
  asked: LineDecision;
  line: LineRow;
  others: LineRow[];
  target: PaymentTarget | null;
  expectation: PaymentExpectation | null;
}

/** Does what was decided, for a line that is open, or held until now. */
export async function carryOutLine(tx: Tx, deps: Dependencies, actor: Actor, carried: Carried): Promise<Answer> {
  const { asked, line, others, target, expectation } = carried;
  const { decision } = asked;
  if (decision === 'return' || !target || !expectation)
    return markOwedBack(tx, deps, actor, line, target, asked.reason);
  if (target.of === 'order') return decideOrder(tx, deps, actor, { asked, line, others, target, expectation });
  const { place } = target;
  if (place.status === 'otkazano') return showByHand(tx, deps, actor, { asked, line, place });
  return decision === 'part'
    ? waitForRest(tx, deps, actor, line, place, expectation)
    : pay(tx, deps, actor, { asked, line, others, place, expectation });
}

const outcomeOf = (decision: Decision, linked: boolean, isOver = false): Answer['outcome'] =>
  decision === 'part' ? (isOver ? 'kept' : 'part') : decision === 'return' ? 'owed' : linked ? 'linked' : 'paid';

interface Paying {
  asked: LineDecision;
  line: LineRow;
  others: LineRow[];
  place: ReservationRow;
  expectation: PaymentExpectation;
}

/** The reservation is paid with this payment, the parts that waited, and with the others when all of them agree together. */
async function pay(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { asked, line, others, place, expectation }: Paying,
): Promise<Answer> {
  const by = decidedBy(actor, deps.now());
  const linked = place.status === 'placeno';
  const { expected, missing, together } = expectation;
  const lines = asked.decision === 'confirm' && missing !== 0 && together ? [line, ...others] : [line];
  const surplus = asked.decision === 'surplus' ? line.amount - expected.amount : 0;
  if (linked) await reduceHandRecordedPart(tx, place.id, expected.amount);
  await confirmReservations(tx, deps, actor, [place.id], `statement line ${line.id}`, { late: true });
  await confirmParts(tx, [place.id]);
  await recordLines(
    tx,
    by,
    asked.decision,
    lines.map((one) => ({
      line: one,
      reservationId: place.id,
      parts: [
        { amount: one.amount - surplus, state: 'confirmed' as const },
        ...(surplus > 0 ? [{ amount: surplus, state: 'owed' as const, reason: asked.reason }] : []),
      ],
    })),
  );
  await nameReservation(tx, line, place);
  if (asked.decision === 'accept')
    await acceptDifference(tx, by, {
      reservationId: place.id,
      missing: missing ?? expected.amount,
      currency: expected.currency,
      reason: asked.reason,
    });
  await postReservationEntries(tx, by.decidedAt, [place.id]);
  await record(tx, actor, {
    action: asked.decision === 'accept' ? 'bank.difference-accepted' : 'events.payment-linked',
    on: { kind: 'reservation', id: place.id },
    after: {
      ...factsOf(line, place),
      lines: lines.map(({ id }) => id),
      ...(asked.decision === 'accept' ? { expected: expected.amount, reason: asked.reason } : {}),
      ...(surplus > 0 ? { owed: surplus } : {}),
    },
  });
  return { outcome: outcomeOf(asked.decision, linked), number: place.number };
}

/** The part is counted and waits; the guest is asked for the rest. One said to be paid by hand waits for nothing. */
async function waitForRest(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  line: LineRow,
  place: ReservationRow,
  { expected }: PaymentExpectation,
): Promise<Answer> {
  const linked = place.status === 'placeno';
  if (linked) await reduceHandRecordedPart(tx, place.id, line.amount);
  await recordLines(tx, decidedBy(actor, deps.now()), 'part', [
    {
      line,
      reservationId: place.id,
      parts: [{ amount: line.amount, state: linked ? 'confirmed' : 'waiting' }],
    },
  ]);
  await nameReservation(tx, line, place);
  await postReservationEntries(tx, deps.now(), [place.id]);
  await record(tx, actor, {
    action: 'bank.part-recorded',
    on: { kind: 'reservation', id: place.id },
    after: { ...factsOf(line, place), expected: expected.amount },
  });
  if (linked) return { outcome: 'linked', number: place.number };
  const isAsked = await askForRest(tx, deps, place.id, { came: line.amount, lineId: line.id });
  return { outcome: isAsked ? 'part' : 'kept', number: place.number };
}

/**
 * The payment is what was said by hand for a reservation that was cancelled since: it takes its place, owed back or given back as that is,
 * so that nobody gets the same money twice. What it brings beyond that is owed back, too.
 */
async function showByHand(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { asked, line, place }: Pick<Paying, 'asked' | 'line' | 'place'>,
): Promise<Answer> {
  const said = await lockByHand(tx, place.id);
  if (!said) throw refuse('STATEMENT_LINE_SETTLED');
  const by = decidedBy(actor, deps.now());
  const { state, reason, returnedBy, returnedAt } = said;
  const amount = Math.min(said.amount, line.amount);
  const more = line.amount - amount;
  await reduceHandRecordedPart(tx, place.id, amount);
  await recordLines(tx, by, 'confirm', [
    {
      line,
      reservationId: place.id,
      parts: [
        { amount, state, reason, returnedBy, returnedAt },
        ...(more > 0 ? [{ amount: more, state: 'owed' as const, reason: asked.reason }] : []),
      ],
    },
  ]);
  await nameReservation(tx, line, place);
  await postReservationEntries(tx, by.decidedAt, [place.id]);
  await record(tx, actor, {
    action: 'events.payment-linked',
    on: { kind: 'reservation', id: place.id },
    after: { ...factsOf(line, place), lines: [line.id], ...(more > 0 ? { owed: more } : {}) },
  });
  return { outcome: 'linked', number: place.number };
}

async function markOwedBack(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  line: LineRow,
  target: PaymentTarget | null,
  reason: string,
): Promise<Answer> {
  const place = target?.of === 'reservation' ? target.place : null;
  const claimId = target?.of === 'order' ? target.claim.id : null;
  const owed = { amount: line.amount, state: 'owed' as const, reason };
  await recordLines(tx, decidedBy(actor, deps.now()), 'return', [
    { line, reservationId: place?.id ?? null, claimId, entity: await entityOf(tx, line), parts: [owed] },
  ]);
  await postPartEntries(tx, deps.now(), eq(paymentParts.lineId, line.id));
  await record(tx, actor, {
    action: 'bank.payment-owed',
    on: { kind: 'statement-line', id: line.id },
    after: { ...factsOf(line, place), number: numberOf(target), payer: line.payer, reason },
  });
  return { outcome: 'owed', number: numberOf(target) };
}

const factsOf = ({ amount, currency }: LineRow, place: ReservationRow | null) => ({
  number: place?.number ?? null,
  amount,
  currency,
});

/** After its state: an open line is not judged for the reservation that it has just paid. */
async function nameReservation(tx: Tx, line: LineRow, place: ReservationRow): Promise<void> {
  if (line.reservationId !== place.id)
    await tx.update(statementLines).set({ reservationId: place.id }).where(eq(statementLines.id, line.id));
}
