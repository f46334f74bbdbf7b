import { and, eq } from 'drizzle-orm';
import { formatDocumentNumber } from '#domain/documents/kinds.ts';
import { record, systemActor } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { documentSeries } from './schema.ts';

/** The series goes on after that number; answers how many numbers it leaves out. Never goes back. */
export async function continueSeries(
  tx: Tx,
  { series, year, ordinal }: { series: string; year: number; ordinal: number },
): Promise<number> {
  await tx.insert(documentSeries).values({ series, year, last: 0 }).onConflictDoNothing();
  const place = and(eq(documentSeries.series, series), eq(documentSeries.year, year));
  const [row] = await tx.select().from(documentSeries).where(place).for('update');
  const skipped = ordinal - row!.last;
  if (skipped <= 0) return 0;
  await tx.update(documentSeries).set({ last: ordinal }).where(place);
  await record(tx, systemActor, {
    action: 'documents.series-moved',
    on: { kind: 'system', id: 'shop' },
    before: { number: formatDocumentNumber(series, year, row!.last) },
    after: { number: formatDocumentNumber(series, year, ordinal) },
  });
  return skipped;
}
