import { ENTRY_KINDS, type EntryKind } from '#domain/books/accounts.ts';
import type { Database } from '../platform/db.ts';
import type { Log } from '../platform/log/log.ts';
import { findMoneyDifferences } from './money-differences.ts';

const DIFFERENCES_SHOWN = 20;

/** What the facts come to on an account less what was entered, minor units. */
export interface BookDifference {
  kind: EntryKind;
  reference: string;
  entity: string;
  currency: string;
  account: string;
  amount: string;
}

interface Found {
  kind: EntryKind;
  differences: BookDifference[];
  total: number;
}

/** Where the books differ from what they are of, one statement and so one moment for each kind; at most twenty rows each. */
export async function findBookDifferences(db: Pick<Database, 'ask'>): Promise<Found[]> {
  const found: Found[] = [];
  for (const kind of ENTRY_KINDS) {
    const rows = await db.ask<BookDifference & { total: number }>(
      `select kind, reference, entity, currency, account, amount::text, count(*) over ()::int as total
       from book_differences where kind = $1 order by reference, account limit ${DIFFERENCES_SHOWN}`,
      [kind],
    );
    const differences = rows.map(({ total, ...row }) => row);
    if (rows.length > 0) found.push({ kind, differences, total: rows[0]!.total });
  }
  return found;
}

/** Entries that do not balance, which the database refuses; without lines they come to nothing and are as wrong. */
export const findUnbalanced = (db: Pick<Database, 'ask'>): Promise<{ id: string; sum: string | null }[]> =>
  db.ask(
    `select id::text, sum(amount)::text as sum from book_entries left join book_lines on entry_id = id
     group by id having sum(amount) is distinct from 0 order by id limit ${DIFFERENCES_SHOWN}`,
  );

/** Every night. Whatever is found was written past the books and is for a person to look into; nothing is corrected. */
export async function proveBooks({ db, log }: { db: Pick<Database, 'ask'>; log: Pick<Log, 'error'> }): Promise<void> {
  for (const { kind, differences, total } of await findBookDifferences(db))
    log.error({ kind, total, differences }, 'the books differ from what they are of');
  const unbalanced = await findUnbalanced(db);
  if (unbalanced.length > 0) log.error({ unbalanced }, 'entries of the books do not balance');
  const { found, total } = await findMoneyDifferences(db);
  if (total > 0) log.error({ total, found }, 'facts about the same money contradict one another');
}
