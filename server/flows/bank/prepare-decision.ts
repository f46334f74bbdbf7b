import { and, eq, inArray, sql, sum } from 'drizzle-orm';
import { type Decision, expectationOf, type PaymentExpectation } from '#domain/bank/decisions.ts';
import { REASON_MIN } from '#domain/reason-length.ts';
import { refuse } from '#domain/refuse.ts';
import { requireBalancedStatement } from '../../bank/entities.ts';
import {
  arrivalOf,
  type LineRow,
  lockLine,
  othersOf,
  type PaymentTarget,
  readPayableSummary,
  readTarget,
} from '../../bank/lines/claim.ts';
import { comparisonOf } from '../../bank/lines/compare.ts';
import { statementBalances, statementImports, statementLines } from '../../bank/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { lockReservationsAndPackages } from '../../events/reservations/confirm.ts';
import { orderLines, orders } from '../../orders/schema.ts';
import type { Actor } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { countFreeDevices } from '../../stock/free.ts';
import { isStockCounted } from '../../stock/level.ts';
import { stockLimits } from '../../stock/schema.ts';

/** A person's decision on one payment of a statement. */
export interface LineDecision {
  id: string;
  decision: Decision;
  /** Of another reservation or order than the line names. */
  number?: number | undefined;
  /** What was expected on the screen, minor units; `null`: nothing was. */
  shown?: number | null | undefined;
  reason: string;
}
/** Of the reservation or the order. */
export const numberOf = (target: PaymentTarget | null): number | null =>
  target === null ? null : target.of === 'order' ? target.order.number : target.place.number;

/** Locks what a decision is about, in the one order of locks, and tells whether the same was decided by the same person before. */
export async function prepareDecision(tx: Tx, deps: Dependencies, actor: Actor, asked: LineDecision) {
  const [seen] = await tx.select().from(statementLines).where(eq(statementLines.id, asked.id));
  if (!seen) throw refuse('STATEMENT_LINE_GONE');
  const wanted = await readTarget(tx, seen, asked.number);
  if (!wanted && asked.decision !== 'return') throw refuse('STATEMENT_NEEDS_RESERVATION');
  const pays = asked.decision !== 'return' && asked.decision !== 'part';
  if (wanted?.of === 'reservation') await lockReservationsAndPackages(tx, deps, [wanted.place.id], { takeAgain: pays });
  if (wanted?.of === 'order')
    await tx.select({ id: orders.id }).from(orders).where(eq(orders.id, wanted.order.id)).for('update');
  const line = await lockLine(tx, asked.id);
  const named = wanted?.of === 'reservation' ? line.reservationId === wanted.place.id : line.claimId !== null;
  const again = line.decision === asked.decision && (asked.decision === 'return' || named);
  const decided = line.state === 'recorded' || line.state === 'held';
  const same = decided && again && line.decidedBy === (actor.email ?? actor.id);
  await requireBalancedStatement(tx, line.importId);
  const target = wanted && (await readTarget(tx, line, numberOf(wanted)!));
  return { line, target, again: same ? line : null };
}

/** What is expected now, refused when it is not what was shown or does not allow the decision. */
export async function requireDecisionAllowed(
  tx: Tx,
  line: LineRow,
  target: PaymentTarget | null,
  asked: LineDecision,
  { held }: { held: boolean },
): Promise<{ others: LineRow[]; expectation: PaymentExpectation | null }> {
  const others = target ? await othersOf(tx, line, target) : [];
  const expectation = target
    ? expectationOf(arrivalOf(line, others), await readPayableSummary(tx, target, { held }))
    : null;
  await checkAgreed(tx, line, target, expectation, asked);
  if (asked.decision === 'confirm' && expectation?.together) await requireBalancedBeside(tx, line, others);
  if (target?.of === 'order' && REOPENING.includes(asked.decision)) await requireStockToReopen(tx, target.order);
  return { others, expectation };
}

/** What is confirmed together with the line may be of other statements, which have to add up as its own does. */
async function requireBalancedBeside(tx: Tx, { importId }: LineRow, others: LineRow[]): Promise<void> {
  const theirs = others.map((other) => other.importId).filter((id) => id !== importId);
  const [broken] = await tx
    .select({ fileName: statementImports.fileName })
    .from(statementImports)
    .innerJoin(statementBalances, eq(statementBalances.importId, statementImports.id))
    .where(and(inArray(statementImports.id, theirs), sql`${statementBalances.difference} is distinct from 0`))
    .limit(1);
  if (broken) throw refuse('STATEMENT_BESIDE_NOT_WHOLE', broken);
}

async function checkAgreed(
  tx: Tx,
  line: LineRow,
  target: PaymentTarget | null,
  expectation: PaymentExpectation | null,
  { decision, shown, reason }: LineDecision,
): Promise<void> {
  const allowed: readonly Decision[] = line.outgoing ? [] : (expectation?.decisions ?? ['return']);
  const needsShown = decision !== 'confirm' && decision !== 'return';
  const same = shown === undefined ? !needsShown : shown === (expectation?.expected.amount ?? null);
  if (!allowed.includes(decision) || !same) throw refuse('PAYMENT_DIFFERS', await comparisonOf(tx, line, target));
  if (decision === 'accept' && reason.length < REASON_MIN) throw refuse('PAYMENT_REASON_NEEDED');
}

/** What makes an order that was called off live again. */
const REOPENING: readonly Decision[] = ['confirm', 'surplus', 'accept'];

/**
 * Late money buys devices that nobody waits for (decision 321); until the first intake nothing is counted. Whoever else takes the last of
 * them at the same moment is waited for.
 */
async function requireStockToReopen(tx: Tx, { id, kind, status }: typeof orders.$inferSelect): Promise<void> {
  if (status !== 'cancelled' || kind !== 'device' || !(await isStockCounted(tx))) return;
  const [goods] = await tx
    .select({ devices: sum(orderLines.quantity).mapWith(Number) })
    .from(orderLines)
    .where(and(eq(orderLines.orderId, id), eq(orderLines.kind, 'goods')));
  await tx.select().from(stockLimits).for('update');
  const free = Math.max(0, await countFreeDevices(tx));
  if (free < (goods?.devices ?? 1)) throw refuse('LATE_ORDER_SHORT', { free });
}
