import { rmSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { REGIONS } from '#domain/places/regions.ts';
import { VENUES } from '#domain/places/rules.ts';
import { ownCampaignRow } from '#server/campaigns/describe-campaigns.ts';
import { readReport } from '#server/campaigns/report.ts';
import { audienceOf } from '#server/flows/campaigns/audience.ts';
import { type Database, openDatabase } from '#server/platform/db.ts';
import { createLog } from '#server/platform/log/log.ts';
import { migrateDatabase } from '#server/platform/migrate.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts';
import { sumHours } from '#server/playout/sum-hours.ts';
import { HOUR_MS } from '../domain/day.ts';
import { temporaryDirectory } from '../scripts/server-process.ts';
import { type Figure, median } from './measure/table.ts';

const PLAYS = 10_000_000;
const TVS = 20_000;
const DAYS = 30;
const ROUNDS = 30;
/** Regions in which the campaign was shown, each with every kind of place. */
const PLACES = 30;
const ms = (time: number): string => `${time.toFixed(0)} ms`;

/** What a company waits for when it opens the report of a large campaign, and what one choice in the editor takes. */
export default async function report(): Promise<Figure[]> {
  const dataDir = temporaryDirectory();
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('warn') });
  await migrateDatabase(postgres.url, 'server/migrations');
  const db = openDatabase(postgres.url, { max: 2, statementMs: 600_000 });
  const now = new Date();
  try {
    const { company, campaign } = await addCampaign(db);
    await addTvs(db, campaign);
    await addSums(db, campaign);
    await db.execute(sql`vacuum analyze`);
    const read = async () => {
      const own = await ownCampaignRow(db, company, campaign);
      return readReport(db, own, now);
    };
    const unsummed = await rounds(read);
    await sumHours(db, now);
    await db.execute(sql`vacuum analyze`);
    const { counted, reported } = await read();
    if (reported < PLAYS * 0.99) throw new Error(`only ${reported} plays are in the report`);
    const summed = await rounds(read);
    const estimate = await rounds(() => audienceOf(db, { regions: ['BG', 'NS', 'NI'], venues: ['household'] }, now));
    return [
      {
        what: `report of a campaign with ${PLAYS} plays on ${TVS} TVs, ${counted} counted`,
        measured: spread(summed),
        comparison: `with two hours not added up yet: ${spread(unsummed)}`,
        target: '≤ 50 ms',
        met: median(summed) <= 50,
      },
      {
        what: `estimate for a choice of places, ${TVS} TVs`,
        measured: spread(estimate),
        target: '≤ 100 ms',
        met: median(estimate) <= 100,
      },
    ];
  } finally {
    await db.close();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const spread = (times: number[]) => `${ms(median(times))} (${ms(Math.min(...times))}–${ms(Math.max(...times))})`;

async function rounds(work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return times;
}

async function addCampaign(db: Database): Promise<{ company: string; campaign: string }> {
  const [company] = await db.ask<{ id: string }>(
    `with account as (insert into auth.users (id, email) values (gen_random_uuid(), 'firma@primer.rs') returning id, email)
     insert into profiles (id, email, username, is_company) select id, email, 'firma', true from account returning id`,
  );
  await db.ask(
    `insert into ledger (profile_id, unit, delta, reason, reference, actor)
     select $1, 'banner', 12000000, 'correction', 'bench', 'system'`,
    [company!.id],
  );
  const [campaign] = await db.ask<{ id: string }>(
    `with made as (
       insert into campaigns (profile_id, name, kind, state, starts_at, ends_at, schedule, pace, budget)
       select $1, 'Velika', 'banner', 'approved', now() - make_interval(days => ${DAYS}), now() + interval '10 days',
         array_fill(16777215, array[7]), 'even', 12000000 returning id, budget
     ), adverts as (insert into creatives (campaign_id, seconds) select id, 15 from made, generate_series(1, 2)),
     held as (
       insert into unit_reservations (campaign_id, profile_id, unit, budget, leased) select id, $1, 'banner', budget, budget from made
     )
     select id from made`,
    [company!.id],
  );
  return { company: company!.id, campaign: campaign!.id };
}

/** Linked TVs in all these places, each of a person of its own, that played in the last days, each on the campaign. */
async function addTvs(db: Database, campaign: string): Promise<void> {
  await db.ask(
    `with accounts as (
       insert into auth.users (id, email) select gen_random_uuid(), 'gledalac-' || n || '@primer.rs' from generate_series(1, ${TVS}) n
       returning id, email
     ), owners as (insert into profiles (id, email, username) select id, email, split_part(email, '@', 1) from accounts returning id
     ), made as (
       insert into devices (profile_id, number, name, last_seen_at)
       select id, 100000000 + n, 'TV ' || n, now() from (select id, row_number() over () as n from owners) numbered
       returning id, profile_id, number
     ), placed as (
       insert into tvs (tv_id, region, venue, confirmed_at)
       select id, ($1::text[])[1 + number % ${PLACES}], ($2::text[])[1 + number % ${VENUES.length}], now() from made
       returning tv_id, region, venue
     ), licensed as (insert into licences (profile_id, tv_id, kind) select profile_id, id, 'grace' from made
     ), played as (
       insert into tv_days (tv_id, day, leased, resolved, banners)
       select id, current_date - d, 40, 40, 35 from made, generate_series(1, 14) d
     )
     insert into campaign_tvs (campaign_id, tv_id, region, venue) select $3, tv_id, region, venue from placed`,
    [REGIONS.slice(0, PLACES), [...VENUES], campaign],
  );
}

/** Sums of every hour, place, advert and of three outcomes; those of the last two hours as TVs write them, in sixteen rows each. */
async function addSums(db: Database, campaign: string): Promise<void> {
  const cells = DAYS * 24 * PLACES * VENUES.length * 2;
  const plays = PLAYS / cells;
  await db.ask(
    `insert into play_hours (campaign_id, hour, creative_id, region, venue, outcome, shard, plays, units, repeats)
     select $1, date_trunc('hour', now()) - make_interval(hours => h), c.id, region, venue, outcome, shard, n, n, 0
     from generate_series(1, ${DAYS * 24}) h, creatives c, unnest($2::text[]) region, unnest($3::text[]) venue,
       (values ('counted', 0.94), ('hidden', 0.04), ('short', 0.02)) o(outcome, share),
       generate_series(0, 15) shard, lateral (select round(random() + share * ${plays} / case when h <= 2 then 16 else 1 end - 0.5)::bigint as n) p
     where c.campaign_id = $1 and (h <= 2 or shard = 0) and n > 0`,
    [campaign, REGIONS.slice(0, PLACES), [...VENUES]],
  );
  // All but the last two hours are added up already.
  await sumHours(db, new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 2 * HOUR_MS + 10 * 60_000));
}
