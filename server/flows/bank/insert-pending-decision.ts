import { and, eq, inArray, sql } from 'drizzle-orm';
import { DECISION_DELAY_MS, type Decision } from '#domain/bank/decisions.ts';
import { sumsOf } from '#domain/bank/money.ts';
import type { Money } from '#domain/money.ts';
import { refuse } from '#domain/refuse.ts';
import { lockCardPayouts } from '../../bank/card/match-payouts.ts';
import { requireBalancedStatement } from '../../bank/entities.ts';
import { decidedWithKey } from '../../bank/holds.ts';
import { type LineRow, lockTargets, type PaymentTarget } from '../../bank/lines/claim.ts';
import { decidedBy } from '../../bank/parts.ts';
import { bankHolds, statementLines } from '../../bank/schema.ts';
import { exactMatchesOf, statementSums } from '../../bank/statements/imports.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { type LineDecision, numberOf, prepareDecision, requireDecisionAllowed } from './prepare-decision.ts';
import { takesSecondPerson } from './second-person.ts';

export const CARRY_OUT_JOB = 'bank.carry-out';

/** What was put on hold; `dueAt` is `null` where a second person has to agree first. */
export interface PendingDecision {
  holdId: string;
  lines: number;
  sums: Money[];
  dueAt: Date | null;
}

/**
 * A decision at the desk on one payment: it is looked at as if it were carried out, and waits its two minutes. The same decision of the
 * same person again answers with the one that waits.
 */
export async function queueLineDecision(
  deps: Dependencies,
  actor: Actor,
  asked: LineDecision,
): Promise<PendingDecision> {
  return deps.db.transaction(async (tx) => {
    const { line, target } = await prepareDecision(tx, deps, actor, asked);
    if (line.state === 'held') {
      const held = await heldBefore(tx, actor, line, asked.decision);
      if (held) return held;
    }
    if (line.state !== 'open') throw refuse('STATEMENT_LINE_SETTLED');
    const { others, expectation } = await requireDecisionAllowed(tx, line, target, asked, { held: true });
    const together = asked.decision === 'confirm' && expectation?.missing !== 0 && expectation?.together;
    const second = takesSecondPerson(asked, actor, target, expectation);
    return insertPendingDecision(tx, deps, actor, {
      ...asked,
      line,
      lines: together ? [line, ...others] : [line],
      target,
      second,
    });
  });
}

async function heldBefore(tx: Tx, actor: Actor, { holdId, amount, currency }: LineRow, decision: Decision) {
  const [hold] = await tx.select().from(bankHolds).where(eq(bankHolds.id, holdId!));
  if (hold?.askedBy !== actor.id || hold.decision !== decision) return null;
  return { holdId: hold.id, lines: hold.lines, sums: [{ amount, currency }], dueAt: hold.dueAt };
}

interface Holding {
  decision: Decision;
  line: LineRow;
  lines: LineRow[];
  target: PaymentTarget | null;
  shown?: number | null | undefined;
  reason: string;
  second: boolean;
  /** Of a courier's transfer: what it shall pay. */
  parcels?: string[];
}

/** The caller holds the locks of the lines and of what they name. */
export async function insertPendingDecision(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  holding: Holding,
): Promise<PendingDecision> {
  const { decision, line, lines, target, shown, reason, second, parcels } = holding;
  const held = await insertHold(tx, deps, actor, {
    importId: line.importId,
    state: second ? 'asked' : 'waiting',
    decision,
    lineId: line.id,
    reservationId: target?.of === 'reservation' ? target.place.id : null,
    claimId: target?.of === 'order' ? target.claim.id : null,
    shown,
    reason,
    parcels,
    lines: lines.length,
  });
  await tx
    .update(statementLines)
    .set({ state: 'held', decision, holdId: held.id, stoppedAt: null, ...decidedBy(actor, deps.now()) })
    .where(
      inArray(
        statementLines.id,
        lines.map(({ id }) => id),
      ),
    );
  const { amount, currency } = line;
  await record(tx, actor, {
    action: second ? 'bank.second-asked' : 'bank.decision-held',
    on: { kind: 'statement-line', id: line.id },
    after: { decision, number: numberOf(target), amount, currency, lines: lines.length, reason },
  });
  return { holdId: held.id, lines: lines.length, sums: sumsOf(lines), dueAt: held.dueAt };
}

async function insertHold(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  values: Omit<typeof bankHolds.$inferInsert, 'askedBy' | 'askedByEmail' | 'askedAt' | 'dueAt'>,
) {
  const now = deps.now();
  const dueAt = values.state === 'waiting' ? new Date(now.getTime() + DECISION_DELAY_MS) : null;
  const [hold] = await tx
    .insert(bankHolds)
    .values({ ...values, askedBy: actor.id, askedByEmail: actor.email ?? '', askedAt: now, dueAt })
    .returning();
  if (dueAt) await deps.queue.send(tx, CARRY_OUT_JOB, {}, { startAfter: dueAt });
  return hold!;
}

/**
 * Every payment of a statement that agrees to the para, alone or with all others that came for the same: put on hold with one press.
 * Refused when they are not those of `version`, which the screen showed; the same key again answers with what was held, unless that was
 * taken back. However long the statement, these are a few statements of SQL.
 */
export async function queueExactMatchDecision(
  deps: Dependencies,
  actor: Actor,
  asked: { importId: string; version: string; key?: string | undefined },
): Promise<PendingDecision> {
  const { importId, version, key } = asked;
  await requireBalancedStatement(deps.db, importId);
  return deps.db.transaction(async (tx) => {
    const ofImport = and(
      eq(statementLines.importId, importId),
      eq(statementLines.state, 'open'),
      eq(statementLines.verdict, 'exact'),
    )!;
    await lockCardPayouts(tx);
    await lockTargets(tx, ofImport);
    const before = await decidedWithKey(tx, actor, asked);
    if (before && (before.state === 'undone' || before.state === 'stopped'))
      throw refuse('STATEMENT_CHANGED', await statementSums(deps, importId));
    if (before) {
      const held = await tx.select().from(statementLines).where(eq(statementLines.holdId, before.id));
      return { holdId: before.id, lines: before.lines, sums: sumsOf(held), dueAt: before.dueAt };
    }
    const agreed = await exactMatchesOf(tx, importId);
    if (agreed.version !== version || agreed.places.length + agreed.orders.length + agreed.payouts.length === 0)
      throw refuse('STATEMENT_CHANGED', await statementSums(deps, importId));
    const hold = await insertHold(tx, deps, actor, {
      ...(key === undefined ? {} : { id: key }),
      importId,
      state: 'waiting',
      decision: 'confirm',
      lines: 0,
    });
    const { rows } = await tx.execute<{ lines: number; currency: Money['currency']; amount: string }>(sql`
      with held as (
        update statement_lines set state = 'held', decision = 'confirm', hold_id = ${hold.id}::uuid, stopped_at = null,
          decided_by = ${actor.email ?? actor.id}, decided_at = ${deps.now().toISOString()}::timestamptz
        where state = 'open' and verdict = 'exact' and (
          id = any(${sql.param(agreed.payouts)}::uuid[])
          or reservation_id = any(${sql.param(agreed.places)}::uuid[])
          or claim_id in (select id from claims where order_id = any(${sql.param(agreed.orders)}::uuid[])))
        returning amount, currency
      )
      select count(*)::int as lines, currency, sum(amount) as amount from held group by currency`);
    const lines = rows.reduce((all, row) => all + row.lines, 0);
    const sums = sumsOf(rows.map(({ currency, amount }) => ({ currency, amount: Number(amount) })));
    await tx.update(bankHolds).set({ lines }).where(eq(bankHolds.id, hold.id));
    await record(tx, actor, {
      action: 'bank.decision-held',
      on: { kind: 'statement', id: importId },
      after: { decision: 'confirm', lines },
    });
    return { holdId: hold.id, lines, sums, dueAt: hold.dueAt };
  });
}
