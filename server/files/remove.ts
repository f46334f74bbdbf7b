import { and, eq, isNull } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Actor, record } from '../platform/audit.ts';
import { files } from './schema.ts';

/** Removes one's own file that one has sent: nobody sees it from then on. */
export async function removeFile({ db, now }: Dependencies, actor: Actor, ownerId: string, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [gone] = await tx
      .update(files)
      .set({ removedAt: now() })
      .where(and(eq(files.id, id), eq(files.ownerId, ownerId), eq(files.madeByUs, false), isNull(files.removedAt)))
      .returning();
    if (!gone) throw refuse('FILE_GONE');
    const { kind, contentType: type, bytes } = gone;
    await record(tx, actor, {
      action: 'files.removed',
      on: { kind: 'profile', id: ownerId },
      before: { kind, type, bytes },
    });
  });
}
