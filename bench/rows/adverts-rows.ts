import { HOUR_MS } from '../../domain/day.ts';
import type { Database } from '../../server/platform/db.ts';

/** `n` for the rows of a series: the token that a TV of the benchmark carries. */
export const tokenOf = (n: number): string => `tv_bench_${n}`;

/** An id of server/playout/lease-id.ts, in SQL: the hour, the version, and random bits. */
const leaseId = (hour: string) =>
  `(lpad(to_hex((extract(epoch from ${hour}) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
    || '8' || substr(md5(random()::text), 1, 15))::uuid`;

/** A company with units for everything, and so many running campaigns of banners for all TVs. */
export async function addCampaigns(db: Database, count: number): Promise<void> {
  const [company] = await db.ask<{ id: string }>('select id from profiles order by created_at limit 1');
  await db.ask(
    `insert into ledger (profile_id, unit, delta, reason, reference, actor)
     values ($1, 'banner', 2000000000, 'correction', 'bench ' || random(), 'system')`,
    [company!.id],
  );
  await db.ask("update campaigns set state = 'done'");
  await db.ask(
    `with made as (
       insert into campaigns (profile_id, name, kind, state, starts_at, ends_at, schedule, pace, cap, budget)
       select $1, 'Kampanja ' || n, 'banner', 'approved', now() - interval '10 days', now() + interval '30 days',
         array_fill(16777215, array[7]), 'asap', case when n % 2 = 0 then 500 end, 1000000
       from generate_series(1, $2::int) n returning id, budget
     ), adverts as (insert into creatives (campaign_id, seconds) select id, 15 from made)
     insert into unit_reservations (campaign_id, profile_id, unit, budget, leased)
     select id, $1, 'banner', budget, 500000 from made`,
    [company!.id, count],
  );
}

/** Linked TVs with licence and place, numbered from `from`; a third of what they got in the last days was played, so a bag has about 40 leases. */
export async function addTvs(db: Database, from: number, count: number): Promise<void> {
  await db.ask(
    `with owner as (select id from profiles order by created_at limit 1), made as (
       insert into devices (profile_id, number, name, token_hash, last_seen_at)
       select owner.id, 100000000 + n, 'TV ' || n, sha256(('tv_bench_' || n)::bytea), now()
       from owner, generate_series($1::int, $2::int) n returning id, profile_id
     ), placed as (insert into tvs (tv_id, region, venue) select id, 'NI', 'household' from made
     ), trusted as (
       insert into tv_days (tv_id, day, leased, resolved) select id, current_date - 2, 100, 30 from made
     )
     insert into licences (profile_id, tv_id, kind) select profile_id, id, 'grace' from made`,
    [from, from + count - 1],
  );
}

/** Of the running campaigns, fifty leases for each of these TVs in each of the last `hours` full hours, none of them reported. */
export async function addLeases(db: Database, from: number, count: number, hours: number): Promise<void> {
  await makeOldParts(db, hours + 1);
  for (let back = 1; back <= hours; back += 1) {
    await db.ask(
      `insert into leases (hour, id, tv_id, campaign_id, creative_id, licence_id, region, venue, opens_at, closes_at, seconds, units, issued_at)
       select h, ${leaseId('h')}, d.id, c.campaign_id, c.id, d.id, 'NI', 'household', h, h + interval '1 hour', 15, 1, h - interval '1 minute'
       from (select date_trunc('hour', now()) - make_interval(hours => $3::int) as h) at,
         (select id, number from devices where number between 100000000 + $1::int and 100000000 + $2::int) d, generate_series(1, 50) n,
         (select a.id, a.campaign_id, row_number() over () - 1 as nth, count(*) over () as of
          from creatives a join campaigns on campaigns.id = a.campaign_id where state = 'approved') c
       where c.nth = (d.number * 7 + n) % c.of`,
      [from, from + count - 1, back],
    );
  }
}

/** Plays and their leases of the last six days, older than any that are reported here. */
export async function addPlays(db: Database, count: number): Promise<void> {
  await makeOldParts(db, 150);
  const HOURS = 120;
  const each = Math.ceil(count / HOURS);
  for (let n = 0; n < HOURS; n += 1) {
    await db.ask(
      `with made as (
         insert into leases (hour, id, tv_id, campaign_id, creative_id, licence_id, region, venue, opens_at, closes_at, seconds, units, issued_at)
         select h, ${leaseId('h')}, t.id, c.campaign_id, c.id, t.id, 'NI', 'household', h, h + interval '1 hour', 15, 1, h
         from (select date_trunc('hour', now()) - make_interval(hours => $1::int) as h) at, generate_series(1, $2::int) n
           cross join lateral (select md5((n % 20000)::text)::uuid as id) t,
           (select a.id, a.campaign_id, row_number() over () - 1 as nth, count(*) over () as of from creatives a) c
         where c.nth = n % c.of returning *
       )
       insert into plays (lease_day, lease_id, hour, campaign_id, creative_id, tv_id, region, venue, outcome, units, started_at, ended_at,
         visible_ms, progress_ms, reported_at)
       select (hour at time zone 'UTC')::date, id, hour, campaign_id, creative_id, tv_id, region, venue, 'counted', 1, opens_at,
         opens_at + interval '15 seconds', 15000, 15000, closes_at from made`,
      [30 + n, each],
    );
  }
}

/** The server makes parts for what comes, never for what is over. */
async function makeOldParts(db: Database, hours: number): Promise<void> {
  const now = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  for (let back = 1; back <= hours; back += 1) {
    const [from, to] = [now - back * HOUR_MS, now - (back - 1) * HOUR_MS].map((time) => new Date(time).toISOString());
    const name = `partitions.leases_${from!.slice(0, 13).replace(/\D/g, '')}`;
    await db.ask(`create table if not exists ${name} partition of leases for values from ('${from}') to ('${to}')`);
  }
}
