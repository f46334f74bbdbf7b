import { and, eq, inArray } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import { takesPictures } from '#domain/returns/rules.ts';
import type { Dependencies } from '../../dependencies.ts';
import { files } from '../../files/schema.ts';
import { orders } from '../../orders/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { returnPictures, returns } from '../../returns/schema.ts';

/** A buyer takes a picture of its own order back, until its return is decided: nobody sees it from then on. */
export async function removeReturnPicture(
  tx: Tx,
  { now }: Dependencies,
  actor: Actor,
  profileId: string,
  { number, id }: { number: number; id: string },
): Promise<void> {
  const [order] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.number, number), eq(orders.profileId, profileId)))
    .for('update');
  if (!order) throw refuse('ORDER_GONE');
  const own = and(eq(returnPictures.id, id), eq(returnPictures.orderId, order.id));
  const [found] = await tx
    .select({ fileId: returnPictures.fileId, thumbId: returnPictures.thumbId, state: returns.state })
    .from(returnPictures)
    .leftJoin(returns, eq(returns.id, returnPictures.returnId))
    .where(own);
  if (!found) return;
  if (found.state !== null && !takesPictures(found.state)) throw refuse('RETURN_MOVED');
  await tx.delete(returnPictures).where(own);
  await tx
    .update(files)
    .set({ removedAt: now() })
    .where(inArray(files.id, [found.fileId, ...(found.thumbId ? [found.thumbId] : [])]));
  await record(tx, actor, {
    action: 'returns.picture-removed',
    on: { kind: 'order', id: order.id },
    before: { number },
  });
}
