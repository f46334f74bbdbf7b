import { eq } from 'drizzle-orm';
import { memberName } from '#domain/network/rules.ts';
import type { OrderNote } from '#domain/orders/order-page.ts';
import { refuse } from '#domain/refuse.ts';
import { profiles } from '../accounts/schema.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Actor, record } from '../platform/audit.ts';
import { orderNotes, orders } from './schema.ts';

/** One more note among staff; the same key again, by the same person, adds nothing. */
export const addNote = (
  deps: Dependencies,
  actor: Actor,
  { id, key, text }: { id: string; key: string; text: string },
): Promise<OrderNote> =>
  deps.db.transaction(async (tx) => {
    const [order] = await tx.select({ id: orders.id }).from(orders).where(eq(orders.id, id)).for('share');
    if (!order) throw refuse('ORDER_GONE');
    const [added] = await tx
      .insert(orderNotes)
      .values({ id: key, orderId: id, text, authorId: actor.id, createdAt: deps.now() })
      .onConflictDoNothing()
      .returning();
    if (added) await record(tx, actor, { action: 'orders.noted', on: { kind: 'order', id } });
    const [note] = added ? [added] : await tx.select().from(orderNotes).where(eq(orderNotes.id, key));
    if (note?.orderId !== id || note.authorId !== actor.id) throw refuse('ORDER_GONE');
    const [author] = await tx.select().from(profiles).where(eq(profiles.id, actor.id));
    const name = author ? memberName(author) : null;
    return { id: note.id, text: note.text, moment: note.createdAt, by: { id: actor.id, name } };
  });
