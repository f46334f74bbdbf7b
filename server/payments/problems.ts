import { and, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { ProblemEvent } from '#domain/payments/contract.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { Database } from '../platform/db.ts';
import { stripeEvents } from './schema.ts';

const MOST = 500;

/** Events that nobody could settle, newest first, with what they say of themselves. */
export async function listProblems(
  db: Database,
  { all }: { all: boolean },
): Promise<{ rows: ProblemEvent[]; open: number }> {
  const [rows, open] = await Promise.all([
    db
      .select({
        id: stripeEvents.id,
        type: stripeEvents.type,
        objectId: stripeEvents.objectId,
        problem: sql<ProblemEvent['problem']>`${stripeEvents.problem}`,
        amount: sql<number | null>`coalesce(${said('amount_paid')}, ${said('amount_total')}, ${said('amount')})::int`,
        currency: sql<string | null>`upper(${said('currency')})`,
        email: sql<
          string | null
        >`coalesce(${said('customer_email')}, ${stripeEvents.payload} #>> '{data,object,customer_details,email}')`,
        customerId: said('customer'),
        receivedAt: stripeEvents.receivedAt,
        resolvedAt: stripeEvents.resolvedAt,
      })
      .from(stripeEvents)
      .where(all ? isNotNull(stripeEvents.problem) : isOpen)
      .orderBy(desc(stripeEvents.receivedAt))
      .limit(MOST),
    db.$count(stripeEvents, isOpen),
  ]);
  return { rows, open };
}

const said = (field: string): SQL<string | null> =>
  sql`${stripeEvents.payload} #>> ${sql.raw(`'{data,object,${field}}'`)}`;

const isOpen = and(isNotNull(stripeEvents.problem), isNull(stripeEvents.resolvedAt));

export const isOpenProblem = (id: string) => and(eq(stripeEvents.id, id), isOpen);

/** A person dealt with it; `false`: there is nothing to deal with. */
export async function dismissProblem(
  db: Database,
  actor: Actor,
  { id, note }: { id: string; note: string },
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [dismissed] = await tx
      .update(stripeEvents)
      .set({ resolvedAt: now })
      .where(isOpenProblem(id))
      .returning({ problem: stripeEvents.problem });
    if (!dismissed) return false;
    await record(tx, actor, {
      action: 'payments.problem-dismissed',
      on: { kind: 'payment event', id },
      before: { problem: dismissed.problem },
      after: { note },
    });
    return true;
  });
}
