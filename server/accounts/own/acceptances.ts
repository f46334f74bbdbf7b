import { desc, eq } from 'drizzle-orm';
import type { DatabaseOrTransaction } from '../../platform/db.ts';
import { acceptances } from '../schema.ts';

const ORDER = /^order (\d+)$/;

/** What a person agreed to, newest first. A purchase's occasion is written as `order 1001`. */
export async function listAcceptances(db: DatabaseOrTransaction, userId: string) {
  const rows = await db
    .select()
    .from(acceptances)
    .where(eq(acceptances.userId, userId))
    .orderBy(desc(acceptances.id))
    .limit(500);
  return rows.map(({ id, document, version, occasion, acceptedAt }) => ({
    id,
    document,
    version,
    order: Number(ORDER.exec(occasion)?.[1] ?? 0) || null,
    acceptedAt,
  }));
}
