import type { PgTable } from 'drizzle-orm/pg-core';
import { batchesOf } from '../platform/batches.ts';
import type { Tx } from '../platform/db.ts';

export async function insertAll<Table extends PgTable>(
  tx: Tx,
  table: Table,
  rows: Table['$inferInsert'][],
): Promise<void> {
  for (const batch of batchesOf(rows)) await tx.insert(table).values(batch);
}
