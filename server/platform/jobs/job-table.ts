import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Tx } from '../db.ts';
import { clientConfigOfAddress } from '../postgres/address.ts';

/** A job whose worker has sent no heartbeat for so long is taken back, in seconds; a running one sends two in that time. */
export const HEARTBEAT = 20;
const CONNECT_MS = 2_000;

interface Asking {
  executeSql(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
}

/** What pg-boss has no call for, in its table `pgboss.job`: jobs of dead workers, and those that an ending worker leaves. */
export function jobTable(db: Asking, jobNames: readonly string[]) {
  return {
    /** Jobs that waited before heartbeats were set get one. */
    async setHeartbeats(): Promise<void> {
      await db.executeSql(
        `update pgboss.job set heartbeat_seconds = $1 where heartbeat_seconds is null and state < 'active' and name = any($2::text[])`,
        [HEARTBEAT, jobNames],
      );
    },

    /** Whether no other connection works under a name that begins so. */
    async isAlone(prefix: string, own: string): Promise<boolean> {
      const { rows } = await db.executeSql(
        `select from pg_stat_activity
         where datname = current_database() and application_name like $1 and application_name <> $2 limit 1`,
        [`${prefix}%`, own],
      );
      return rows.length === 0;
    },

    /**
     * Gives back jobs of workers that have sent no heartbeat for so many seconds (0: all), to be begun at once; a job that has used up its
     * tries has failed. Answers with the names.
     */
    async reclaim(silentSeconds: number): Promise<Set<string>> {
      const { rows } = await db.executeSql(
        `update pgboss.job
         set state = (case when retry_count < retry_limit then 'retry' else 'failed' end)::pgboss.job_state,
             completed_on = case when retry_count < retry_limit then null else now() end,
             start_after = now(), heartbeat_on = null
         where state = 'active' and name = any($1::text[])
           and ($2 = 0 or heartbeat_seconds is not null and heartbeat_on <= now() - $2 * interval '1 second')
         returning name`,
        [jobNames, silentSeconds],
      );
      return new Set((rows as { name: string }[]).map(({ name }) => name));
    },

    /** Jobs that were cut off are anybody's at once, whatever pg-boss calls them. Over a connection of its own: that of pg-boss has ended. */
    async giveBack(databaseUrl: string, ids: readonly string[]): Promise<void> {
      const client = new pg.Client({ ...clientConfigOfAddress(databaseUrl), connectionTimeoutMillis: CONNECT_MS });
      client.on('error', () => {});
      try {
        await client.connect();
        await client.query(
          `update pgboss.job
           set state = 'retry', start_after = now(), completed_on = null, heartbeat_on = null, output = null
           where name = any($1::text[]) and id = any($2::uuid[]) and state in ('active', 'retry', 'failed')`,
          [jobNames, ids],
        );
      } finally {
        await client.end();
      }
    },
  };
}

export function retryFailedJobs(tx: Tx, { asked, clock }: { asked: string[]; clock: string[] }) {
  return tx.execute<{ name: string }>(sql`
    update pgboss.job one set state = 'retry', retry_count = 0, start_after = now(), completed_on = null, heartbeat_on = null, output = null
    where state = 'failed' and (name = any(${sql.param(asked)}::text[])
      or name = any(${sql.param(clock)}::text[]) and completed_on = (
        select max(completed_on) from pgboss.job where name = one.name and state in ('completed', 'failed')))
    returning name`);
}

export async function isJobThere(tx: Tx, name: string): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('job'), hashtext(${name}))`);
  const { rows } = await tx.execute(
    sql`select from pgboss.job where name = ${name} and state in ('created', 'retry', 'active') limit 1`,
  );
  return rows.length > 0;
}
