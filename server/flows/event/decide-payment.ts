import { and, eq, inArray } from 'drizzle-orm';
import { type Decision, type Expectation, expectationOf, REASON_MIN } from '#domain/bank/decisions.ts';
import { refuse } from '#domain/refuse.ts';
import { arrivalOf, claimOf, type LineRow, lockLine, othersOf, placeOf } from '../../bank/lines/claim.ts';
import { comparisonOf } from '../../bank/lines/compare.ts';
import { acceptDifference, confirmParts, decidedBy, recordLines, replaceByHand } from '../../bank/parts.ts';
import { statementLines } from '../../bank/schema.ts';
import { agreedIn, statementSums } from '../../bank/statements/imports.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { ReservationRow } from '../../events/describe.ts';
import { askForRest } from '../../events/reservations/ask-for-rest.ts';
import { confirmReservations, lockPlaces } from '../../events/reservations/confirm.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';

interface Decided {
  id: string;
  decision: Decision;
  reservationNumber?: number | undefined;
  /** What was expected on the screen, minor units. */
  shown?: number | undefined;
  reason: string;
}
interface Answer {
  /** `linked`: it was paid already, said by hand. */
  outcome: 'paid' | 'linked' | 'part' | 'owed';
  number: number | null;
}

/**
 * A person's decision on one payment, for the reservation it names or for the one given. What may be done is looked at again
 * under the locks, and what was shown is compared; the same decision of the same person again changes nothing.
 */
export async function decidePayment(deps: Dependencies, actor: Actor, asked: Decided): Promise<Answer> {
  return deps.db.transaction(async (tx) => {
    const [seen] = await tx.select().from(statementLines).where(eq(statementLines.id, asked.id));
    if (!seen) throw refuse('STATEMENT_LINE_GONE');
    const wanted = await placeOf(tx, seen, asked.reservationNumber);
    if (!wanted && asked.decision !== 'return') throw refuse('STATEMENT_NEEDS_RESERVATION');
    const pays = asked.decision !== 'return' && asked.decision !== 'part';
    if (wanted) await lockPlaces(tx, deps, [wanted.id], { takeAgain: pays });
    const line = await lockLine(tx, asked.id);
    const forTheSame = asked.decision === 'return' || line.reservationId === wanted?.id;
    const again = line.decision === asked.decision && forTheSame;
    if (line.state === 'recorded' && again && line.decidedBy === (actor.email ?? actor.id))
      return { outcome: outcomeOf(asked.decision, false), number: wanted?.number ?? null };
    if (line.state !== 'open') throw refuse('STATEMENT_LINE_SETTLED');
    const place = wanted && (await placeOf(tx, line, wanted.number));
    const others = place ? await othersOf(tx, line, place.id) : [];
    const expectation = place ? expectationOf(arrivalOf(line, others), await claimOf(tx, place)) : null;
    await checkAgreed(tx, line, place, expectation, asked);
    if (pays && place && expectation) return pay(tx, deps, actor, { asked, line, others, place, expectation });
    return asked.decision === 'part' && place && expectation
      ? waitForRest(tx, deps, actor, line, place, expectation)
      : oweBack(tx, deps, actor, line, place, asked.reason);
  });
}

const outcomeOf = (decision: Decision, linked: boolean): Answer['outcome'] =>
  decision === 'part' ? 'part' : decision === 'return' ? 'owed' : linked ? 'linked' : 'paid';

async function checkAgreed(
  tx: Tx,
  line: LineRow,
  place: ReservationRow | null,
  expectation: Expectation | null,
  { decision, shown, reason }: Decided,
): Promise<void> {
  const allowed: readonly Decision[] = expectation?.decisions ?? ['return'];
  const same = expectation === null || shown === expectation.expected.amount;
  const needsShown = decision === 'part' || decision === 'surplus' || decision === 'accept';
  if (!allowed.includes(decision) || (needsShown && !same))
    throw refuse('PAYMENT_DIFFERS', await comparisonOf(tx, line, place));
  if (decision === 'accept' && reason.length < REASON_MIN) throw refuse('PAYMENT_REASON_NEEDED');
}

interface Paying {
  asked: Decided;
  line: LineRow;
  others: LineRow[];
  place: ReservationRow;
  expectation: Expectation;
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
  if (linked) await replaceByHand(tx, place.id, expected.amount);
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
  { expected }: Expectation,
): Promise<Answer> {
  const linked = place.status === 'placeno';
  if (linked) await replaceByHand(tx, place.id, line.amount);
  await recordLines(tx, decidedBy(actor, deps.now()), 'part', [
    {
      line,
      reservationId: place.id,
      parts: [{ amount: line.amount, state: linked ? 'confirmed' : 'waiting' }],
    },
  ]);
  await nameReservation(tx, line, place);
  await record(tx, actor, {
    action: 'bank.part-recorded',
    on: { kind: 'reservation', id: place.id },
    after: { ...factsOf(line, place), expected: expected.amount },
  });
  if (!linked) await askForRest(tx, deps, place.id, { came: line.amount, lineId: line.id });
  return { outcome: 'part', number: place.number };
}

async function oweBack(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  line: LineRow,
  place: ReservationRow | null,
  reason: string,
): Promise<Answer> {
  await recordLines(tx, decidedBy(actor, deps.now()), 'return', [
    { line, reservationId: place?.id ?? null, parts: [{ amount: line.amount, state: 'owed', reason }] },
  ]);
  await record(tx, actor, {
    action: 'bank.payment-owed',
    on: { kind: 'statement-line', id: line.id },
    after: { ...factsOf(line, place), payer: line.payer, reason },
  });
  return { outcome: 'owed', number: place?.number ?? null };
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

const BATCH = 250;

/**
 * Confirms every payment of a statement that agrees, alone or together with all others that came for its reservation. Answers
 * how many of this statement; refused when they are not those of `version`, which the screen showed.
 */
export async function confirmExactLines(
  deps: Dependencies,
  actor: Actor,
  { importId, version }: { importId: string; version: string },
): Promise<number> {
  const agrees = and(eq(statementLines.state, 'open'), eq(statementLines.verdict, 'exact'));
  const { places, ...now } = await agreedIn(deps.db, importId);
  if (now.version !== version) throw refuse('STATEMENT_CHANGED', await statementSums(deps, importId));
  let confirmed = 0;
  for (let from = 0; from < places.length; from += BATCH) {
    const ids = places.slice(from, from + BATCH);
    confirmed += await deps.db.transaction(async (tx) => {
      await lockPlaces(tx, deps, ids);
      const lines = await tx
        .select()
        .from(statementLines)
        .where(and(inArray(statementLines.reservationId, ids), agrees))
        .orderBy(statementLines.id)
        .for('update');
      const agreed = [...new Set(lines.map(({ reservationId }) => reservationId!))];
      const paid = await confirmReservations(tx, deps, actor, agreed, `statement ${importId}`);
      const numbers = new Map(paid.map(({ id, number }) => [id, number]));
      const settled = lines.filter(({ reservationId }) => numbers.has(reservationId!));
      await confirmParts(tx, [...numbers.keys()]);
      await recordLines(
        tx,
        decidedBy(actor, deps.now()),
        'confirm',
        settled.map((line) => ({
          line,
          reservationId: line.reservationId,
          parts: [{ amount: line.amount, state: 'confirmed' }],
        })),
      );
      return settled.filter((line) => line.importId === importId).length;
    });
  }
  return confirmed;
}
