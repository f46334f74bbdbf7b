import { sql } from 'drizzle-orm';
import type { Database, Tx } from '../platform/db.ts';
import type { Log } from '../platform/log/log.ts';
import { bookCatchUps } from './schema.ts';

/** Enters whatever the books do not say yet, each as one entry at the moment of what it is of. Answers with how many. */
export async function enterMissing(tx: Tx): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    with missing as materialized (select * from book_differences),
    entries as (
      insert into book_entries (kind, reference, step, entity, currency, concerns, profile_id, moment)
      select kind, reference,
        1 + coalesce((select max(step) from book_entries e where (e.kind, e.reference) = (m.kind, m.reference)), 0),
        entity, currency, (array_agg(concerns))[1], (array_agg(profile_id))[1], coalesce(min(moment), now())
      from missing m group by kind, reference, entity, currency order by min(moment)
      returning id, kind, reference
    ), lines as (
      insert into book_lines (entry_id, account, amount)
      select id, account, amount from missing join entries using (kind, reference)
    )
    select id from entries`);
  return rowCount ?? 0;
}

/**
 * After an upgrade under way (decision 178): once no server of another version lives, what such servers wrote without the books is
 * entered, once. In any other minute there is nothing to do.
 */
export async function catchUpBooks({ db, log }: { db: Database; log: Pick<Log, 'warn'> }): Promise<void> {
  await db.transaction(async (tx) => {
    const asked = await tx
      .delete(bookCatchUps)
      .where(
        sql`${bookCatchUps.askedAt} < now() - interval '1 minute' and (
          select count(distinct migration) from servers where seen_at > now() - interval '20 seconds') <= 1`,
      )
      .returning();
    if (asked.length === 0) return;
    const entered = await enterMissing(tx);
    if (entered > 0) log.warn({ entered }, 'entered in the books what an earlier version had written without them');
  });
}
