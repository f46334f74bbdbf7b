import { and, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { ProblemEvent } from '#domain/payments/contract.ts';
import { refuse } from '#domain/refuse.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { Database } from '../platform/db.ts';
import { ordersBehind } from './orders-behind.ts';
import { paymentEvents } from './schema.ts';
import { dismissTask, isTaskId, listFailingTasks } from './tasks.ts';

const MAX_PROBLEMS = 500;

/** What the provider could not be notified of yet, then events that nobody could settle, newest first, with what they say of themselves. */
export async function listProblems(
  db: Database,
  { all: closedToo }: { all: boolean },
): Promise<{ rows: ProblemEvent[]; open: number }> {
  const [failing, rows, open] = await Promise.all([
    listFailingTasks(db),
    db
      .select({
        id: paymentEvents.id,
        type: paymentEvents.type,
        objectId: paymentEvents.objectId,
        problem: sql<ProblemEvent['problem']>`${paymentEvents.problem}`,
        amount: sql<number | null>`coalesce(${said('amount_paid')}, ${said('amount_total')}, ${said('amount')})::int`,
        currency: sql<string | null>`upper(${said('currency')})`,
        email: sql<
          string | null
        >`coalesce(${said('customer_email')}, ${paymentEvents.payload} #>> '{data,object,customer_details,email}')`,
        customerId: said('customer'),
        receivedAt: paymentEvents.receivedAt,
        resolvedAt: paymentEvents.resolvedAt,
      })
      .from(paymentEvents)
      .where(closedToo ? isNotNull(paymentEvents.problem) : isOpen)
      .orderBy(desc(paymentEvents.receivedAt))
      .limit(MAX_PROBLEMS),
    db.$count(paymentEvents, isOpen),
  ]);
  const all = [...failing, ...rows];
  const behind = await ordersBehind(
    db,
    all.map(({ objectId }) => objectId),
  );
  return {
    rows: all.map((row) => {
      const order = row.objectId === null ? undefined : behind.get(row.objectId);
      return { ...row, email: row.email ?? order?.email ?? null, orderNumber: order?.number ?? null };
    }),
    open: failing.length + open,
  };
}

const said = (field: string): SQL<string | null> =>
  sql`${paymentEvents.payload} #>> ${sql.raw(`'{data,object,${field}}'`)}`;

const isOpen = and(isNotNull(paymentEvents.problem), isNull(paymentEvents.resolvedAt));

export const openProblemCondition = (id: string) => and(eq(paymentEvents.id, id), isOpen);

/** A person dealt with it. */
export async function dismissProblem(
  db: Database,
  actor: Actor,
  { id, note }: { id: string; note: string },
  now: Date,
): Promise<void> {
  return db.transaction(async (tx) => {
    if (isTaskId(id)) return dismissTask(tx, actor, { id, note }, now);
    const [dismissed] = await tx
      .update(paymentEvents)
      .set({ resolvedAt: now })
      .where(openProblemCondition(id))
      .returning({ problem: paymentEvents.problem });
    if (!dismissed) throw refuse('PROBLEM_GONE');
    await record(tx, actor, {
      action: 'payments.problem-dismissed',
      on: { kind: 'payment event', id },
      before: { problem: dismissed.problem },
      after: { note },
    });
  });
}
