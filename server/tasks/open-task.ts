import { dueOn, type TaskKind } from '#domain/tasks/rules.ts';
import type { Dependencies } from '../dependencies.ts';
import type { orders } from '../orders/schema.ts';
import type { Tx } from '../platform/db.ts';
import { tasks } from './schema.ts';

/** Opens what a paid order owes besides the goods, once. Staff are notified by the list of orders, which changed too. */
export async function openTask(
  tx: Tx,
  { now }: Pick<Dependencies, 'now'>,
  order: typeof orders.$inferSelect,
): Promise<void> {
  const kind = ({ device: 'benefits', special: 'special-start', package: null } as const)[order.kind];
  if (!kind) return;
  await tx
    .insert(tasks)
    .values(newTask(kind, order, now()))
    .onConflictDoNothing();
}

export const newTask = (kind: TaskKind, order: { id: string; profileId: string | null }, at: Date) => ({
  kind,
  profileId: order.profileId,
  orderId: order.id,
  dueOn: dueOn(kind, at),
  createdAt: at,
});
