import { isNull, min } from 'drizzle-orm';
import type { DatabaseOrTransaction } from '../platform/db.ts';
import { restores } from './schema.ts';

/** When the archive was made from which this database came, while nobody has resumed it; otherwise `null`. */
export async function unresumedArchiveMadeAt(db: DatabaseOrTransaction): Promise<Date | null> {
  const [held] = await db
    .select({ at: min(restores.madeAt) })
    .from(restores)
    .where(isNull(restores.resumedAt));
  return held?.at ?? null;
}

/** Whether this database came from an archive and nobody has resumed it yet. */
export async function isAwaitingResume(db: DatabaseOrTransaction): Promise<boolean> {
  const held = await db.select({ id: restores.id }).from(restores).where(isNull(restores.resumedAt)).limit(1);
  return held.length > 0;
}
