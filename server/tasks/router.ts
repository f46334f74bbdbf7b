import { and, asc, desc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import { shownPicture } from '#domain/returns/rules.ts';
import { MOST_AT_ONCE, TASK_KINDS, type TaskKind } from '#domain/tasks/rules.ts';
import { member, staff } from '../access.ts';
import { complain } from '../flows/tasks/complain.ts';
import { orders } from '../orders/schema.ts';
import type { Database } from '../platform/db.ts';
import { returnPictures, returns } from '../returns/schema.ts';
import { answerTasks } from './answer.ts';
import { owedCondition } from './owed.ts';
import { tasks } from './schema.ts';

type Row = { task: typeof tasks.$inferSelect; order: Pick<typeof orders.$inferSelect, 'number' | 'productName'> };

const shown = ({ task, order }: Row) => ({
  id: task.id,
  number: task.number,
  kind: task.kind,
  orderNumber: order.number,
  productName: order.productName,
  text: task.text,
  createdAt: task.createdAt,
  dueOn: task.dueOn,
  answer: task.answer,
  answeredAt: task.answeredAt,
});

const columns = { task: tasks, order: { number: orders.number, productName: orders.productName, email: orders.email } };

/** Of each kind so many, so that many of one kind hide nothing of the others; the most urgent first. */
async function openTasks(db: Database) {
  const ofKind = (kind: TaskKind) =>
    db
      .select(columns)
      .from(tasks)
      .innerJoin(orders, eq(orders.id, tasks.orderId))
      .where(and(isNull(tasks.answeredAt), eq(tasks.kind, kind), owedCondition))
      .orderBy(asc(tasks.dueOn), asc(tasks.number))
      .limit(MOST_AT_ONCE);
  const rows = (await Promise.all(TASK_KINDS.map(ofKind))).flat();
  return rows.sort(
    ({ task: one }, { task: other }) => one.dueOn.localeCompare(other.dueOn) || one.number - other.number,
  );
}

/** Pictures of the returns that complaints are about, by complaint, in the order in which they came. */
async function picturesOf(db: Database, complaints: string[]) {
  if (complaints.length === 0) return new Map<string | null, never[]>();
  const rows = await db
    .select({ task: returns.taskId, picture: returnPictures })
    .from(returnPictures)
    .innerJoin(returns, eq(returns.id, returnPictures.returnId))
    .where(inArray(returns.taskId, complaints))
    .orderBy(asc(returnPictures.addedAt), asc(returnPictures.id));
  return Map.groupBy(rows, ({ task }) => task);
}

export const tasksRouter = {
  mine: member.tasks.mine.handler(async ({ context: { deps, person } }) => {
    const rows = await deps.db
      .select(columns)
      .from(tasks)
      .innerJoin(orders, eq(orders.id, tasks.orderId))
      .where(and(eq(tasks.profileId, person.id), or(isNotNull(tasks.answeredAt), owedCondition)))
      .orderBy(desc(tasks.number))
      .limit(200);
    return rows.map(shown);
  }),

  complain: member.tasks.complain.handler(async ({ context: { deps, actor, person }, input }) =>
    shown(await deps.db.transaction((tx) => complain(tx, deps, actor, person.id, input))),
  ),

  admin: {
    open: staff('answer customers').tasks.admin.open.handler(async ({ context: { deps } }) => {
      const rows = await openTasks(deps.db);
      const pictures = await picturesOf(
        deps.db,
        rows.flatMap(({ task }) => (task.kind === 'complaint' ? task.id : [])),
      );
      return rows.map((row) => ({
        ...shown(row),
        email: row.order.email,
        pictures: (pictures.get(row.task.id) ?? []).map(({ picture }) => shownPicture(picture)),
      }));
    }),

    answer: staff('answer customers').tasks.admin.answer.handler(({ context: { deps, actor }, input }) =>
      deps.db.transaction((tx) => answerTasks(tx, deps, actor, input)),
    ),
  },
};
