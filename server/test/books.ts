import { sql } from 'drizzle-orm';
import type { EntryKind, EntryLines } from '#domain/books/accounts.ts';
import { findBookDifferences, findUnbalanced } from '../books/prove.ts';
import type { Database } from '../platform/db.ts';

type Db = Pick<Database, 'ask'>;

/** What was entered of an order or a reservation, in that order. */
export async function entriesOf(db: Db, concerns: string): Promise<[EntryKind, EntryLines][]> {
  const rows = await db.ask<{ kind: EntryKind; lines: EntryLines }>(
    `select kind, json_object_agg(account, amount) as lines from book_entries join book_lines on entry_id = id
     where concerns = $1 group by id order by id`,
    [concerns],
  );
  return rows.map(({ kind, lines }) => [kind, lines]);
}

/** What it comes to on each account that is not at zero. */
export async function balancesOf(db: Db, concerns: string): Promise<EntryLines> {
  const rows = await db.ask<{ account: string; amount: string }>(
    `select account, sum(amount)::text as amount from book_entries join book_lines on entry_id = id
     where concerns = $1 group by account, currency having sum(amount) <> 0 order by account`,
    [concerns],
  );
  return Object.fromEntries(rows.map(({ account, amount }) => [account, Number(amount)]));
}

/** For tests whose stories each begin with nothing: nothing else makes the books forget. */
export const emptyBooks = (db: Pick<Database, 'transaction'>): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`truncate book_entries, book_lines`);
  });

/** Everything that the nightly proof would say. */
export const faultsOf = async (db: Db) => [...(await findBookDifferences(db)), ...(await findUnbalanced(db))];

/** Lines of statements without exactly one explanation: parts, a decision that waits, a reason, put aside, or none yet. */
export async function unexplainedLinesOf(db: Pick<Database, 'execute'>) {
  const { rows } = await db.execute(sql`
    select line.id, line.state from statement_lines line left join bank_holds hold on hold.id = line.hold_id
    where (line.state = 'recorded') <> exists (select from payment_parts where line_id = line.id)
      or (line.state = 'held') <> coalesce(hold.state in ('asked', 'waiting', 'working') and line.state <> 'recorded', false)
      or (line.state = 'closed') <> (line.reason <> '')
      or (line.state = 'open') <> (line.decided_by is null)`);
  return rows;
}
