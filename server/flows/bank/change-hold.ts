import { and, eq } from 'drizzle-orm';
import { DECISION_DELAY_MS } from '#domain/bank/decisions.ts';
import type { LegalEntity } from '#domain/books/accounts.ts';
import { refuse } from '#domain/refuse.ts';
import { entityOf, lockTargets } from '../../bank/lines/claim.ts';
import { bankHolds, statementLines } from '../../bank/schema.ts';
import { areBankRightsTooNew } from '../../bank/second-person.ts';
import type { Person } from '../../context.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { CARRY_OUT_JOB } from './insert-pending-decision.ts';
import { isOfTheirs } from './second-person.ts';

type HoldRow = typeof bankHolds.$inferSelect;

/**
 * Takes a decision back that waits: its payments wait for a decision again, and nothing has followed from it. Asked twice, the second
 * time there is nothing to do; once it is carried out it stays.
 */
export async function undoPendingDecision(
  deps: Dependencies,
  actor: Actor,
  { id, entities }: { id: string; entities: readonly LegalEntity[] },
): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const hold = await lockHold(tx, id, entities);
    if (hold.state === 'undone') return hold.lines;
    if (hold.state !== 'asked' && hold.state !== 'waiting') throw refuse('DECISION_CARRIED_OUT');
    await tx.update(bankHolds).set({ state: 'undone' }).where(eq(bankHolds.id, id));
    const undone = await reopenLinesOfDecision(tx, id);
    await record(tx, actor, {
      action: 'bank.decision-undone',
      on: hold.lineId ? { kind: 'statement-line', id: hold.lineId } : { kind: 'statement', id: hold.importId },
      before: { decision: hold.decision, lines: hold.lines },
    });
    return undone;
  });
}

/** The lines of a decision wait for another one; `stoppedAt` where it could not be carried out. */
export async function reopenLinesOfDecision(tx: Tx, holdId: string, stoppedAt: Date | null = null): Promise<number> {
  const { rowCount } = await tx
    .update(statementLines)
    .set({ state: 'open', decision: null, holdId: null, decidedBy: null, decidedAt: null, stoppedAt })
    .where(and(eq(statementLines.holdId, holdId), eq(statementLines.state, 'held')));
  return rowCount ?? 0;
}

/** A second person agrees to a difference, never whoever paid too little; from now on it waits its two minutes. */
export async function agreeAsSecond(
  deps: Dependencies,
  person: Pick<Person, 'id' | 'email' | 'level'>,
  actor: Actor,
  { id, entities }: { id: string; entities: readonly LegalEntity[] },
): Promise<Date> {
  return deps.db.transaction(async (tx) => {
    const hold = await lockHold(tx, id, entities);
    if (hold.state === 'waiting' && hold.secondedBy === person.id) return hold.dueAt!;
    if (hold.state !== 'asked') throw refuse('DECISION_CARRIED_OUT');
    if (hold.askedBy === person.id) throw refuse('SECOND_PERSON_NEEDED', { reason: 'own' });
    if (await isOfTheirs(tx, hold, person)) throw refuse('SECOND_PERSON_NEEDED', { reason: 'buyer' });
    if (await areBankRightsTooNew(tx, deps, person)) throw refuse('SECOND_PERSON_NEEDED', { reason: 'new' });
    const dueAt = new Date(deps.now().getTime() + DECISION_DELAY_MS);
    await tx.update(bankHolds).set({ state: 'waiting', secondedBy: person.id, dueAt }).where(eq(bankHolds.id, id));
    await deps.queue.send(tx, CARRY_OUT_JOB, {}, { startAfter: dueAt });
    await record(tx, actor, {
      action: 'bank.second-agreed',
      on: { kind: 'statement-line', id: hold.lineId! },
      after: { decision: hold.decision, reason: hold.reason },
    });
    return dueAt;
  });
}

/** Locks what the decision is about before it, in the one order of locks. */
async function lockHold(tx: Tx, id: string, entities: readonly LegalEntity[]): Promise<HoldRow> {
  await lockTargets(tx, eq(statementLines.holdId, id));
  const [hold] = await tx.select().from(bankHolds).where(eq(bankHolds.id, id)).for('update');
  if (!hold || !entities.includes(await entityOf(tx, hold))) throw refuse('STATEMENT_LINE_GONE');
  return hold;
}
