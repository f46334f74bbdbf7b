import { isNull } from 'drizzle-orm';
import type { DatabaseOrTransaction } from '../platform/db.ts';
import { restores } from './schema.ts';

/** Whether this database came from an archive and nobody has resumed it yet. */
export async function isAwaitingResume(db: DatabaseOrTransaction): Promise<boolean> {
  const held = await db.select({ id: restores.id }).from(restores).where(isNull(restores.resumedAt)).limit(1);
  return held.length > 0;
}
