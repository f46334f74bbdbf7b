import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { and, eq, isNull } from 'drizzle-orm';
import { hasBuyerPaid } from '#domain/orders/rules.ts';
import { refuse } from '#domain/refuse.ts';
import type { ReturnPicture } from '#domain/returns/contract.ts';
import { MOST_RETURN_PICTURES, shownPicture, takesPictures } from '#domain/returns/rules.ts';
import type { Dependencies } from '../../dependencies.ts';
import { lockRoom, nameOfContent } from '../../files/content.ts';
import { addFile, keepContent } from '../../files/keep-file.ts';
import { checkQuota } from '../../files/quota.ts';
import { files } from '../../files/schema.ts';
import { orders } from '../../orders/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { returnPictures, returns } from '../../returns/schema.ts';
import type { OrderRow } from './devices.ts';
import { drawPicture } from './draw-picture.ts';

interface Said {
  number: number;
  return: string | null;
  file: string;
}

/**
 * Draws what a buyer sent anew and adds it to a return of one of its orders, or to the one that it asks for next. What was sent is
 * let go with that. The same file again is the same picture.
 */
export async function addReturnPicture(
  deps: Dependencies,
  actor: Actor,
  profileId: string,
  said: Said,
): Promise<ReturnPicture> {
  const { db, storage, now } = deps;
  const before = await db.transaction((tx) => placeOf(tx, profileId, said));
  if (before.known) return before.known;
  const own = and(eq(files.id, said.file), eq(files.ownerId, profileId), eq(files.kind, 'return-upload'));
  const sent = and(own, isNull(files.removedAt));
  const [file] = await db.select().from(files).where(sent);
  if (!file) return await alreadyAdded(deps, profileId, said);
  const drawn = await drawPicture(async () => {
    const stream = await storage[file.part].read(nameOfContent(file));
    if (!stream) throw refuse('FILE_GONE');
    return buffer(stream);
  });
  const received = await storage.private.receive(Readable.from([drawn.picture]));
  const receivedSmall = await storage.private.receive(Readable.from([drawn.small]));
  try {
    const content = await keepContent(deps, 'return-picture', received);
    const small = await keepContent(deps, 'return-thumb', receivedSmall);
    return await db.transaction(async (tx) => {
      const { known, order } = await placeOf(tx, profileId, said);
      if (known) return known;
      await lockRoom(tx);
      await tx.update(files).set({ removedAt: now() }).where(sent);
      await checkQuota(tx, deps.config.storage, { ownerId: profileId, uploadId: said.file, bytes: content.bytes });
      const made = await addFile(tx, deps, content, { kind: 'return-picture', ownerId: profileId, madeByUs: true });
      const thumb = await addFile(tx, deps, small, { kind: 'return-thumb', ownerId: profileId, madeByUs: true });
      const of = { orderId: order.id, returnId: said.return };
      const picture = { id: said.file, ...of, fileId: made.id, thumbId: thumb.id, addedAt: now() };
      await tx.insert(returnPictures).values(picture);
      await record(tx, actor, {
        action: 'returns.picture-added',
        on: { kind: 'order', id: order.id },
        after: { number: order.number },
      });
      return shownPicture(picture);
    });
  } finally {
    await storage.private.discard(received);
    await storage.private.discard(receivedSmall);
  }
}

/** Whoever sent the same at the same time has let the file go. */
async function alreadyAdded({ db }: Dependencies, profileId: string, said: Said): Promise<ReturnPicture> {
  const { known } = await db.transaction((tx) => placeOf(tx, profileId, said));
  if (!known) throw refuse('FILE_GONE');
  return known;
}

/** The buyer's order, held, where one picture more may come; or the picture, when it came before. */
async function placeOf(
  tx: Tx,
  profileId: string,
  { number, return: returnId, file }: Said,
): Promise<{ order: OrderRow; known: ReturnPicture | null }> {
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.number, number), eq(orders.profileId, profileId)))
    .for('update');
  if (!order) throw refuse('ORDER_GONE');
  const ofOrder = eq(returnPictures.orderId, order.id);
  const [known] = await tx
    .select()
    .from(returnPictures)
    .where(and(eq(returnPictures.id, file), ofOrder));
  if (known) return { order, known: shownPicture(known) };
  if (returnId === null) {
    if (!hasBuyerPaid(order) || order.kind !== 'device') throw refuse('RETURN_NOT_POSSIBLE');
  } else {
    const [row] = await tx
      .select()
      .from(returns)
      .where(and(eq(returns.id, returnId), eq(returns.orderId, order.id)));
    if (!row) throw refuse('RETURN_GONE');
    if (!takesPictures(row.state)) throw refuse('RETURN_MOVED');
  }
  const there = await tx.$count(
    returnPictures,
    and(ofOrder, returnId === null ? isNull(returnPictures.returnId) : eq(returnPictures.returnId, returnId)),
  );
  if (there >= MOST_RETURN_PICTURES) throw refuse('RETURN_PICTURES_ENOUGH');
  return { order, known: null };
}
