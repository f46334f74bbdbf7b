import { sql } from 'drizzle-orm';
import { HOUR_MS } from '#domain/day.ts';
import { REPORT_HOURS, SILENT_MINUTES } from '#domain/playout/rules.ts';
import type { Database, Tx } from '../platform/db.ts';

/** Adds what ended without a counted play to what its campaign may lease again. */
export async function addReleasedUnits(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`select distinct campaign_id as id from released_units`);
    if (rows.length === 0) return;
    await lockReservations(
      tx,
      rows.map(({ id }) => id),
    );
    await tx.execute(sql`
      with gone as (
        delete from released_units where campaign_id = any(${sql.param(rows.map(({ id }) => id))}::uuid[]) returning campaign_id, units
      )
      update unit_reservations r set released = r.released + g.units
      from (select campaign_id, sum(units) as units from gone group by 1) g where r.campaign_id = g.campaign_id`);
  });
}

/** Looks at what TVs hold from which nothing is heard; see `SILENT_TVS_MAX_SHARE`. */
export async function updateSilentUnits(db: Database, now: Date): Promise<void> {
  const since = new Date(now.getTime() - SILENT_MINUTES * 60_000);
  const oldest = new Date(now.getTime() - (1 + REPORT_HOURS) * HOUR_MS);
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string; units: number }>(sql`
      select r.campaign_id as id, coalesce(held.units, 0)::float8 as units from unit_reservations r left join (
        select l.campaign_id, sum(l.units) as units from devices d join leases l on l.tv_id = d.id and l.hour >= ${oldest}
        where d.last_seen_at < ${since} and d.last_seen_at > ${oldest}
          and not exists (select from closed_hours c where c.hour = l.hour)
          and not exists (select from plays p where p.lease_day >= ${oldest.toISOString().slice(0, 10)}::date
            and p.lease_day = (l.hour at time zone 'UTC')::date and p.lease_id = l.id)
        group by 1) held on held.campaign_id = r.campaign_id
      where r.silent <> coalesce(held.units, 0)`);
    if (rows.length === 0) return;
    await lockReservations(
      tx,
      rows.map(({ id }) => id),
    );
    await tx.execute(sql`
      update unit_reservations r set silent = s.units
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s(id uuid, units bigint) where r.campaign_id = s.id`);
  });
}

/** By ascending id, as bags do, so that no two wait for each other. */
export const lockReservations = (tx: Tx, ids: readonly string[]) =>
  tx.execute(sql`
    select from unit_reservations where campaign_id = any(${sql.param(ids)}::uuid[]) order by campaign_id for no key update`);
