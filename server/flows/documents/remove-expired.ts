import { and, eq, inArray, lt, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { dayOf } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { documents } from '../../documents/schema.ts';
import { files } from '../../files/schema.ts';
import { record, systemActor } from '../../platform/audit.ts';

const BATCH = 500;

/**
 * Papers whose legal term has ended go with their PDFs, unless another one that is still kept names them. The numbers stay used. The
 * database refuses to let one go a day earlier.
 */
export async function removeExpiredDocuments({ db, now }: Pick<Dependencies, 'db' | 'now'>): Promise<void> {
  const citing = alias(documents, 'citing');
  for (;;) {
    const removed = await db.transaction(async (tx) => {
      const over = await tx
        .select({ id: documents.id, fileId: documents.fileId })
        .from(documents)
        .where(
          and(
            lt(documents.keptUntil, dayOf(now())),
            notExists(tx.select({ one: sql`1` }).from(citing).where(eq(citing.citedId, documents.id))),
          ),
        )
        .limit(BATCH);
      if (over.length === 0) return 0;
      await tx.delete(documents).where(
        inArray(
          documents.id,
          over.map(({ id }) => id),
        ),
      );
      const drawn = over.map(({ fileId }) => fileId).filter((id) => id !== null);
      if (drawn.length > 0) await tx.update(files).set({ removedAt: now() }).where(inArray(files.id, drawn));
      await record(tx, systemActor, {
        action: 'documents.removed',
        on: { kind: 'list', id: 'documents' },
        after: { rows: over.length },
      });
      return over.length;
    });
    if (removed === 0) return;
  }
}
