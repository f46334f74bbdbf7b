import { sql } from 'drizzle-orm';
import type { EntryKind, EntryLines, LegalEntity } from '#domain/books/accounts.ts';
import { batchesOf } from '../platform/batches.ts';
import type { Tx } from '../platform/db.ts';

interface Named {
  kind: EntryKind;
  reference: string;
}

/** What the books must say about something from now on. */
export interface Posting extends Named {
  entity: LegalEntity;
  currency: string;
  /** The order or the reservation. */
  concerns: string | null;
  profileId: string | null;
  lines: EntryLines;
}

/** It is no more: the books say nothing about it in the end. */
export type ReversedPosting = Named & { gone: true };

/**
 * Enters movements of money in one statement: only what the books do not say yet, so that a repeated event enters nothing and an undone
 * decision the opposite. The caller holds the lock of each and names it once. Throws when the lines of one do not sum to zero.
 */
export async function post(tx: Tx, moment: Date, postings: (Posting | ReversedPosting)[]): Promise<void> {
  for (const one of postings) {
    if ('gone' in one) continue;
    const sum = Object.values(one.lines).reduce((all, amount) => all + amount, 0);
    if (sum !== 0) throw new Error(`the lines of ${one.kind} ${one.reference} come to ${sum}, not to zero`);
  }
  for (const batch of batchesOf(postings))
    await tx.execute(sql`select post_to_books(${JSON.stringify(batch)}::jsonb, ${moment.toISOString()}::timestamptz)`);
}
