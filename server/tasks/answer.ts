import { and, eq, inArray, isNull } from 'drizzle-orm';
import { mailboxOf } from '#domain/orders/delivery/delivery.ts';
import { orderPath } from '#domain/orders/own/own-order.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../dependencies.ts';
import { orders } from '../orders/schema.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { queueMails } from '../platform/mail/mail.ts';
import { owedCondition } from './owed.ts';
import { tasks } from './schema.ts';

/**
 * Answers those that are still owed one; each buyer is mailed. Answers how many have this answer now, also those of an attempt whose own
 * answer was lost, and which have another or are owed none any more. `paper`: the record that travels with the answer, once it is drawn.
 */
export async function answerTasks(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { ids, answer, paper = null }: { ids: string[]; answer: string; paper?: { id: string; number: string } | null },
): Promise<{ answered: number; gone: number[] }> {
  const open = await tx
    .select({ task: tasks, order: orders })
    .from(tasks)
    .innerJoin(orders, eq(orders.id, tasks.orderId))
    .where(and(inArray(tasks.id, ids), isNull(tasks.answeredAt), owedCondition))
    .orderBy(tasks.id)
    .for('update', { of: tasks });
  const held = new Set(open.map(({ task }) => task.id));
  const all = await tx
    .select({ id: tasks.id, number: tasks.number, answer: tasks.answer })
    .from(tasks)
    .where(inArray(tasks.id, ids))
    .orderBy(tasks.number);
  const gone = all.flatMap((task) => (held.has(task.id) || task.answer === answer ? [] : task.number));
  const outcome = { answered: all.length - gone.length, gone };
  if (outcome.answered === 0) throw refuse('TASK_GONE');
  if (open.length === 0) return outcome;
  await tx
    .update(tasks)
    .set({ answer, answeredAt: deps.now() })
    .where(
      inArray(
        tasks.id,
        open.map(({ task }) => task.id),
      ),
    );
  await record(
    tx,
    actor,
    open.map(({ task, order }) => ({
      action: 'tasks.answered',
      on: { kind: 'order', id: order.id },
      after: { number: task.number },
    })),
  );
  await queueMails(
    tx,
    deps.queue,
    open.map(({ task, order }) => ({
      to: mailboxOf(order),
      profileId: order.profileId,
      template: 'tasks.answered',
      props: {
        kind: task.kind,
        orderNumber: order.number,
        answer,
        record: paper?.number ?? null,
        link: deps.config.publicUrl + orderPath(order.number),
      },
      ...(paper ? { awaits: paper.id } : {}),
      idempotencyKey: `tasks.answered:${task.id}`,
    })),
  );
  await deps.queue.notify(tx, 'orders');
  for (const buyer of new Set(open.map(({ order }) => order.profileId)))
    if (buyer !== null) await deps.queue.notify(tx, `account:${buyer}`);
  return outcome;
}
