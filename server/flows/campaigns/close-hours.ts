import { sql } from 'drizzle-orm';
import { HOUR_MS } from '#domain/day.ts';
import { REPORT_HOURS } from '#domain/playout/rules.ts';
import { addEntries } from '../../advertising/ledger.ts';
import type { Dependencies } from '../../dependencies.ts';
import { systemActor } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { lockReservations } from '../../playout/reservations.ts';

/** Milliseconds after the last moment for reports: longer than any statement that began in time may last. */
const CLOSED_AFTER = 10 * 60_000;

/**
 * Ends the hours whose time for reports is over: leases of which nothing came are released, and what was counted is taken from the companies'
 * balances, one entry for each campaign and hour.
 */
export async function closeHours({ db, now }: Dependencies): Promise<void> {
  const last = new Date(now().getTime() - CLOSED_AFTER - (1 + REPORT_HOURS) * HOUR_MS);
  const { rows } = await db.execute<{ newest: string | null }>(sql`select max(hour) as newest from closed_hours`);
  // Hours are closed one after the other, so only parts that are not closed are looked at.
  for (let hour = new Date(rows[0]!.newest ?? 0); ; ) {
    const found = await db.execute<{ next: string | null }>(
      sql`select min(hour) as next from leases where hour > ${hour} and hour <= ${last}`,
    );
    const { next } = found.rows[0]!;
    if (next === null) return;
    hour = new Date(next);
    await db.transaction((tx) => closeHour(tx, hour, now()));
  }
}

async function closeHour(tx: Tx, hour: Date, now: Date): Promise<void> {
  const { rowCount } = await tx.execute(
    sql`insert into closed_hours (hour, closed_at) values (${hour}, ${now}) on conflict do nothing`,
  );
  if (rowCount === 0) return;
  await tx.execute(sql`
    insert into released_units (campaign_id, units)
    select l.campaign_id, sum(l.units) from leases l
    where l.hour = ${hour} and not exists (
      select from plays p where p.lease_day = ${hour.toISOString().slice(0, 10)}::date and p.lease_id = l.id
        and p.reported_at <= l.closes_at + make_interval(hours => ${REPORT_HOURS}))
    group by 1`);
  const { rows } = await tx.execute<{
    campaign: string;
    profile: string;
    unit: 'banner' | 'tv_second';
    units: number;
  }>(sql`
    select r.campaign_id as campaign, r.profile_id as profile, r.unit, sum(p.units)::float8 as units
    from plays p join unit_reservations r on r.campaign_id = p.campaign_id
    where p.lease_day = ${hour.toISOString().slice(0, 10)}::date and p.hour = ${hour} and p.outcome = 'counted'
    group by 1, 2, 3 order by 2, 1`);
  // Balances first, as whoever gives a campaign its units does.
  for (const { campaign, profile, unit, units } of rows) {
    await addEntries(tx, systemActor, profile, {
      reason: 'shown',
      reference: `${campaign}/${hour.toISOString()}/1`,
      banners: unit === 'banner' ? -units : 0,
      tvSeconds: unit === 'tv_second' ? -units : 0,
    });
  }
  const settled = JSON.stringify(rows.map(({ campaign, units }) => ({ campaign, units })));
  await lockReservations(
    tx,
    rows.map(({ campaign }) => campaign),
  );
  await tx.execute(sql`
    update unit_reservations r set settled = r.settled + s.units
    from jsonb_to_recordset(${settled}::jsonb) as s(campaign uuid, units bigint) where r.campaign_id = s.campaign`);
}
