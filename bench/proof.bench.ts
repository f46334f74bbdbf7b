import { readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, openDatabase } from '#server/platform/db.ts';
import { createLog } from '#server/platform/log/log.ts';
import { migrateDatabase } from '#server/platform/migrate.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts';
import { makePartitions } from '#server/playout/partitions.ts';
import { proveUnits } from '#server/playout/prove.ts';
import { sumHours } from '#server/playout/sum-hours.ts';
import { HOUR_MS } from '../domain/day.ts';
import { temporaryDirectory } from '../scripts/server-process.ts';
import { processTreeOf } from './measure/processes.ts';
import { type Figure, median } from './measure/table.ts';
import { addCampaigns, addPlays } from './rows/adverts-rows.ts';

/** `PLAYS=2000000` rows of plays, with their leases, of the last six days. */
const PLAYS = Number(process.env.PLAYS ?? 2_000_000);
const CAMPAIGNS = 50;
const ROUNDS = 3;
/** The limit of the job (`JOB_LIMITS`), in seconds. */
const LIMIT = 600;
const POLL_MS = 50;

const million = (count: number) => `${(count / 1e6).toLocaleString('en')} million`;

/** What the nightly proof of the units takes of time, memory and disk, over plays that add up and over one that does not. */
export default async function proof(): Promise<Figure[]> {
  const dataDir = temporaryDirectory();
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('warn') });
  await migrateDatabase(postgres.url, 'server/migrations');
  const db = openDatabase(postgres.url, { max: 2, statementMs: HOUR_MS });
  const now = new Date();
  // The proof needs no more of the application than this.
  const deps = { db, now: () => now, log: createLog('silent') } as unknown as Parameters<typeof proveUnits>[0];
  try {
    await makePartitions(db, now);
    await addAll(db);
    await sumHours(db, now);
    await db.ask('vacuum analyze');
    const main = await postmasterOf(db);
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measured(db, main, () => proveUnits(deps)));
    const equal = await differencesOf(db);
    await db.ask(
      "update play_hours set plays = plays + 1 where ctid = (select ctid from play_hours where outcome = 'counted' limit 1)",
    );
    await proveUnits(deps);
    const found = await differencesOf(db);
    const [size] = await db.ask<{ plays: string; leases: string }>(
      `select pg_size_pretty(sum(pg_total_relation_size(c.oid)) filter (where c.relname like 'plays\\_%')) as plays,
         pg_size_pretty(sum(pg_total_relation_size(c.oid)) filter (where c.relname like 'leases\\_%')) as leases
       from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'partitions' and c.relkind = 'r'`,
    );
    const seconds = rounds.map((one) => one.seconds);
    const took = median(seconds);
    return [
      {
        what: `proof of ${million(PLAYS)} plays (${size!.plays}) and their leases (${size!.leases}), ${CAMPAIGNS} campaigns`,
        measured: `${took.toFixed(1)} s`,
        comparison: `rounds ${seconds.map((one) => one.toFixed(1)).join(', ')} s; ${million(PLAYS / took)} plays a second`,
        target: `≤ ${LIMIT} s`,
        met: took <= LIMIT,
      },
      {
        what: 'memory of PostgreSQL for it, beside shared buffers',
        measured: `${Math.max(...rounds.map((one) => one.megabytes)).toFixed(0)} MB`,
        comparison: `${median(rounds.map((one) => one.temporary)).toFixed(0)} MB in temporary files`,
      },
      {
        what: 'WAL of one proof',
        measured: `${(median(rounds.map((one) => one.wal)) / 1000).toFixed(1)} kB`,
      },
      { what: 'differences where all adds up', measured: String(equal), target: '0', met: equal === 0 },
      { what: 'differences after one sum was changed by one', measured: String(found), target: '≥ 1', met: found >= 1 },
    ];
  } finally {
    await db.close();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A company with campaigns, their plays and leases, sums and reservations as reports write them, and hours closed as the job closes them. */
async function addAll(db: Database): Promise<void> {
  await db.ask(
    `with account as (insert into auth.users (id, email) values (gen_random_uuid(), 'firma@primer.rs') returning id, email)
     insert into profiles (id, email, username, is_company) select id, email, 'firma', true from account`,
  );
  await addCampaigns(db, CAMPAIGNS);
  await addPlays(db, PLAYS);
  await db.ask(
    `insert into play_hours (campaign_id, hour, creative_id, region, venue, outcome, shard, plays, units, repeats)
     select campaign_id, hour, creative_id, region, venue, outcome, 0, count(*), sum(units), 0 from plays group by 1, 2, 3, 4, 5, 6`,
  );
  await db.ask(
    `update unit_reservations r set leased = p.units, budget = greatest(r.budget, p.units)
     from (select c.id, coalesce(sum(h.units), 0) as units from campaigns c left join play_hours h on h.campaign_id = c.id group by 1) p
     where p.id = r.campaign_id`,
  );
  await db.ask(
    `with closed as (
       insert into closed_hours (hour, closed_at)
       select distinct hour, now() from play_hours where hour <= now() - interval '74 hours' returning hour
     ), shown as (
       select campaign_id, hour, sum(units) as units from play_hours join closed using (hour) group by 1, 2
     ), entries as (
       insert into ledger (profile_id, unit, delta, reason, reference, actor)
       select r.profile_id, 'banner', -s.units, 'shown', s.campaign_id || '/' || s.hour || '/1', 'system'
       from shown s join unit_reservations r using (campaign_id)
     )
     update unit_reservations r set settled = s.units
     from (select campaign_id, sum(units) as units from shown group by 1) s where s.campaign_id = r.campaign_id`,
  );
}

async function differencesOf(db: Database): Promise<number> {
  const [row] = await db.ask<{ count: number }>(
    'select cardinality(differences)::int as count from unit_proofs order by day desc limit 1',
  );
  return row!.count;
}

interface Round {
  seconds: number;
  megabytes: number;
  temporary: number;
  wal: number;
}

async function measured(db: Database, main: number, work: () => Promise<void>): Promise<Round> {
  const counters = async () => {
    // Statistics come with a delay.
    await sleep(1_500);
    const [row] = await db.ask<{ wal: string; temporary: string }>(
      `select pg_current_wal_lsn() - '0/0'::pg_lsn as wal, temp_bytes as temporary from pg_stat_database
       where datname = current_database()`,
    );
    return { wal: Number(row!.wal), temporary: Number(row!.temporary) };
  };
  const before = await counters();
  const idle = anonymousMegabytes(main);
  let most = idle;
  const watch = setInterval(() => {
    most = Math.max(most, anonymousMegabytes(main));
  }, POLL_MS);
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1000;
  clearInterval(watch);
  const after = await counters();
  return {
    seconds,
    megabytes: most - idle,
    temporary: (after.temporary - before.temporary) / 1e6,
    wal: after.wal - before.wal,
  };
}

/** The process that started the backend of this connection. */
async function postmasterOf(db: Database): Promise<number> {
  const [row] = await db.ask<{ pid: number }>('select pg_backend_pid() as pid');
  return Number(readFileSync(`/proc/${row!.pid}/status`, 'utf8').match(/^PPid:\s+(\d+)/m)![1]);
}

/** What all processes of PostgreSQL have for themselves. */
function anonymousMegabytes(main: number): number {
  return processTreeOf(main).reduce((sum, pid) => {
    try {
      return sum + Number(/^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000;
    } catch {
      return sum;
    }
  }, 0);
}
