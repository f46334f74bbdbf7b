import { and, eq, gte, isNull, sql } from 'drizzle-orm';
import { isUuid } from '#domain/ids.ts';
import type { ProblemEvent } from '#domain/payments/contract.ts';
import { FAILURES_UNTIL_PROBLEM } from '#domain/payments/problem.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { DatabaseOrTransaction, Tx } from '../platform/db.ts';
import { providerTasks } from './schema.ts';

export type ProviderTask = typeof providerTasks.$inferSelect;
type TaskTarget = Pick<ProviderTask, 'kind' | 'objectId'>;

/** The job that works on what is due (flows/payments/provider-tasks.ts). */
export const TASKS_JOB = 'payments.provider-tasks';

/** Asks for something at the provider to be done once the transaction is committed, and again until it is done. */
export async function queueProviderTasks(
  tx: Tx,
  deps: Pick<Dependencies, 'queue' | 'now'>,
  tasks: TaskTarget[],
): Promise<void> {
  if (tasks.length === 0) return;
  const nextAt = deps.now();
  await tx
    .insert(providerTasks)
    .values(tasks.map(({ kind, objectId }) => ({ kind, objectId, nextAt })))
    .onConflictDoUpdate({
      target: [providerTasks.kind, providerTasks.objectId],
      set: { asked: sql`${providerTasks.asked} + 1`, failures: 0, lastError: null, doneAt: null, nextAt },
    });
  await deps.queue.send(tx, TASKS_JOB, {});
}

const isReported = and(isNull(providerTasks.doneAt), gte(providerTasks.failures, FAILURES_UNTIL_PROBLEM));

/** A task's id is a UUID; an event's is the provider's. */
export const isTaskId = isUuid;

export const openProviderTaskCondition = (id: string) => and(eq(providerTasks.id, id), isReported);

/** Tasks that keep failing, as problems. */
export async function listFailingTasks(db: DatabaseOrTransaction): Promise<Omit<ProblemEvent, 'orderNumber'>[]> {
  const rows = await db.select().from(providerTasks).where(isReported).orderBy(providerTasks.createdAt).limit(100);
  return rows.map((row) => ({
    id: row.id,
    type: row.kind,
    objectId: row.objectId,
    problem: 'PROVIDER_NOT_TOLD',
    amount: null,
    currency: null,
    email: null,
    customerId: null,
    receivedAt: row.createdAt,
    resolvedAt: null,
  }));
}

/** A person did it at the provider. */
export async function dismissTask(tx: Tx, actor: Actor, { id, note }: { id: string; note: string }, now: Date) {
  const [dismissed] = await tx
    .update(providerTasks)
    .set({ doneAt: now })
    .where(openProviderTaskCondition(id))
    .returning();
  if (!dismissed) throw refuse('PROBLEM_GONE');
  await record(tx, actor, {
    action: 'payments.problem-dismissed',
    on: { kind: 'payment event', id: dismissed.objectId },
    before: { problem: 'PROVIDER_NOT_TOLD' },
    after: { note },
  });
}
