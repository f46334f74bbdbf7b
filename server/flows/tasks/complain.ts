import { and, eq } from 'drizzle-orm';
import { orderPath } from '#domain/orders/own/own-order.ts';
import { hasBuyerPaid } from '#domain/orders/rules.ts';
import { pages } from '#domain/pages.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { requestedMailFields } from '../../orders/buyer-mail-fields.ts';
import { orders } from '../../orders/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMails } from '../../platform/mail/mail.ts';
import { newTask } from '../../tasks/open-task.ts';
import { tasks } from '../../tasks/schema.ts';

interface Complaint {
  key: string;
  orderId: string;
  text: string;
}

/** Takes a buyer's complaint about a paid order: the receipt is mailed at once, staff have its deadline. */
export async function complain(tx: Tx, deps: Dependencies, actor: Actor, profileId: string, said: Complaint) {
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, said.orderId), eq(orders.profileId, profileId)))
    .for('update');
  if (!order) throw refuse('ORDER_GONE');
  const [earlier] = await tx.select().from(tasks).where(eq(tasks.key, said.key));
  if (earlier?.orderId === order.id) return { task: earlier, order };
  if (earlier || !hasBuyerPaid(order)) throw refuse('COMPLAINT_NOT_POSSIBLE');
  const [task] = await tx
    .insert(tasks)
    .values({ ...newTask('complaint', order, deps.now()), key: said.key, text: said.text })
    .returning();
  await record(tx, actor, {
    action: 'tasks.complained',
    on: { kind: 'order', id: order.id },
    after: { number: task!.number, dueOn: task!.dueOn },
  });
  const props = {
    number: task!.number,
    orderNumber: order.number,
    productName: order.productName,
    at: task!.createdAt.toISOString(),
    text: said.text,
    dueOn: task!.dueOn,
    email: order.email,
  };
  const { publicUrl, superAdmin } = deps.config;
  await queueMails(tx, deps.queue, [
    {
      to: (await requestedMailFields(tx, deps, order)).to,
      profileId,
      template: 'tasks.complaint-received',
      props: { ...props, link: publicUrl + orderPath(order.number) },
      idempotencyKey: `tasks.complaint-received:${task!.id}`,
    },
    {
      to: superAdmin.email,
      profileId: null,
      template: 'tasks.complaint-came',
      props: { ...props, link: `${publicUrl}${pages.admin.path}#zadaci` },
      idempotencyKey: `tasks.complaint-came:${task!.id}`,
    },
  ]);
  await deps.queue.notify(tx, 'orders');
  await deps.queue.notify(tx, `account:${profileId}`);
  return { task: task!, order };
}
