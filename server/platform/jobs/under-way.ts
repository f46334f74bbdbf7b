import { sql } from 'drizzle-orm';
import type { Database, Tx } from '../db.ts';

/** A heavy job that is being done. */
interface UnderWay {
  data: Record<string, string>;
  /** What it last said, if it has said anything. */
  progress: { done: number; total: number } | null;
}

/** The jobs of those names that are being done, wherever that is. */
export const jobsUnderWay = (db: Pick<Database, 'ask'>, ...names: string[]): Promise<UnderWay[]> =>
  db.ask(
    `select coalesce(data, '{}') as data, case when output ?& '{done,total}' then output end as progress
     from pgboss.job where name = any($1::text[]) and state = 'active' order by started_on`,
    [names],
  );

/** What the jobs of those names were given that are not done yet. */
export async function unfinishedJobs(tx: Tx, ...names: string[]): Promise<Record<string, string>[]> {
  const { rows } = await tx.execute<{ data: Record<string, string> }>(
    sql`select coalesce(data, '{}') as data from pgboss.job where name = any(${sql.param(names)}::text[]) and state < 'completed'`,
  );
  return rows.map(({ data }) => data);
}

/** How many jobs are due that nobody has begun. */
export async function jobsWaiting(db: Pick<Database, 'ask'>): Promise<number> {
  const [row] = await db.ask<{ count: number }>(
    `select count(*)::int as count from pgboss.job
     where state < 'active' and start_after <= now() and name not like '\\_\\_pgboss\\_\\_%'`,
  );
  return row!.count;
}
