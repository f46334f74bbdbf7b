import { sql } from 'drizzle-orm';
import { DAY_MS, HOUR_MS, monthsLater } from '#domain/day.ts';
import { hourOf, LATE_REPORT_HOURS, PLAYS_KEPT_DAYS, REPORT_HOURS } from '#domain/playout/rules.ts';
import type { Database } from '../platform/db.ts';
import { errorLine } from '../platform/log/log.ts';
import { firstOpenDayQuery } from './tvs/open-plays.ts';

/** How far ahead parts are made: a worker that is away for a day is not missed. */
const HOURS_AHEAD = 48;
const DAYS_AHEAD = 3;
/** Hours after its hour until nothing is asked of a lease any more, and the days of plays that may still be written. */
const LEASE_HOURS = 1 + REPORT_HOURS + LATE_REPORT_HOURS;
const DAYS_BACK = Math.ceil(LEASE_HOURS / 24) + 1;

interface Part {
  of: 'leases' | 'plays';
  name: string;
  from: string;
  to: string;
}

function leasePart(hour: number): Part {
  const from = new Date(hour).toISOString();
  return {
    of: 'leases',
    name: `leases_${from.slice(0, 13).replace(/\D/g, '')}`,
    from,
    to: new Date(hour + HOUR_MS).toISOString(),
  };
}

function playPart(time: number): Part {
  const from = new Date(time).toISOString().slice(0, 10);
  return {
    of: 'plays',
    name: `plays_${from.replaceAll('-', '')}`,
    from,
    to: new Date(time + DAY_MS).toISOString().slice(0, 10),
  };
}

/** Makes the parts of leases and plays that are written to from now on, those that are there already not again. */
export async function makePartitions(db: Database, now: Date): Promise<void> {
  const hour = hourOf(now).getTime();
  const day = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  await makeHourParts(db, new Date(hour), new Date(hour + HOURS_AHEAD * HOUR_MS));
  await makeDayParts(db, new Date(day - DAYS_BACK * DAY_MS), new Date(day + DAYS_AHEAD * DAY_MS));
}

/** Parts of leases for every hour from one moment to another. */
export function makeHourParts(db: Database, from: Date, to: Date): Promise<void> {
  const first = hourOf(from).getTime();
  const count = Math.ceil((to.getTime() - first) / HOUR_MS);
  return make(
    db,
    Array.from({ length: count }, (_, n) => leasePart(first + n * HOUR_MS)),
  );
}

/** Parts of plays for every day (UTC) from one moment to another. */
export function makeDayParts(db: Database, from: Date, to: Date): Promise<void> {
  const first = Math.floor(from.getTime() / DAY_MS) * DAY_MS;
  const count = Math.ceil((to.getTime() - first) / DAY_MS);
  return make(
    db,
    Array.from({ length: count }, (_, n) => playPart(first + n * DAY_MS)),
  );
}

async function make(db: Database, wanted: Part[]): Promise<void> {
  const there = new Set(await partitions(db));
  const missing = wanted.filter(({ name }) => !there.has(name));
  if (missing.length === 0) return;
  await db.transaction(
    async (tx) => {
      const now = new Set(await partitions(tx));
      for (const { of, name, from, to } of missing) {
        if (now.has(name)) continue;
        // Attaching lets others read and write meanwhile; a part that is created in place would not.
        await tx.execute(sql.raw(`create table partitions.${name} (like public.${of} including all)`));
        await tx.execute(
          sql.raw(
            `alter table public.${of} attach partition partitions.${name} for values from ('${from}') to ('${to}')`,
          ),
        );
      }
    },
    { lock: ['playout', 'partitions'] },
  );
}

/**
 * Drops whole hours of leases that nobody can report any more, and days of plays whose time is over and whose hours are closed. Whoever
 * reads for long, as a backup does, cuts a detaching off, and none begins on that table before it is ended: so what was left is
 * dropped first. A part that fails keeps no other waiting; the job then fails as a whole and is tried again.
 */
export async function dropPartitions(db: Database, now: Date): Promise<void> {
  const lastLease = leasePart(hourOf(new Date(now.getTime() - LEASE_HOURS * HOUR_MS)).getTime()).name;
  const isOld = (name: string) => (name.startsWith('leases_') ? name < lastLease : playsEnd(name) <= now);
  const failed: unknown[] = [];
  const each = async (names: string[], work: (name: string) => Promise<void>) => {
    for (const name of names.filter(isOld).toSorted()) await work(name).catch((error) => failed.push(error));
  };
  const drop = (name: string) => execute(db, `drop table if exists partitions.${name}`);
  const detach = (name: string, how: 'concurrently' | 'finalize') =>
    execute(db, `alter table public.${tableOf(name)} detach partition partitions.${name} ${how}`);

  await each(await partitions(db, 'half detached'), (name) => detach(name, 'finalize'));
  await each(await detached(db), drop);
  await each(await partitions(db, 'attached'), async (name) => {
    if (!(await isClosed(db, name))) return;
    await detach(name, 'concurrently');
    await drop(name);
  });
  if (failed.length > 0)
    throw new AggregateError(failed, `${failed.length} parts were not dropped, the first: ${errorLine(failed[0])}`);
}

const tableOf = (name: string): Part['of'] => (name.startsWith('leases_') ? 'leases' : 'plays');

async function execute(db: Database, statement: string): Promise<void> {
  await db.execute(sql.raw(statement));
}

/** When single plays of that part need no longer be kept. */
function playsEnd(name: string): Date {
  const digits = name.slice('plays_'.length);
  const month = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-01`;
  return new Date(Date.parse(`${monthsLater(month, 1)}T00:00:00Z`) + PLAYS_KEPT_DAYS * DAY_MS);
}

/** Whether every hour that has rows in it is closed, and plays are covered by proof and closing. */
async function isClosed(db: Database, name: string): Promise<boolean> {
  if (name.startsWith('plays_') && !(await areCovered(db, name))) return false;
  const { rows } = await db.execute<{ open: boolean }>(
    sql.raw(`select exists (select from partitions.${name} r
      where not exists (select from closed_hours c where c.hour = r.hour)) as open`),
  );
  return !rows[0]!.open;
}

/**
 * Whether nobody needs these single plays any more: the last nightly proof is later than the closing of their hours and found nothing, and
 * viewers have their statements until the end of the last month of Belgrade that the part touches. A difference would go with its plays.
 */
async function areCovered(db: Database, name: string): Promise<boolean> {
  const day = name.slice('plays_'.length);
  const { rows } = await db.execute<{ covered: boolean }>(sql`
    select coalesce((select p.differences = '{}' and p.proven_at > coalesce(
        (select max(closed_at) from closed_hours
          where hour >= ${day}::date::timestamp at time zone 'UTC' and hour < (${day}::date + 1)::timestamp at time zone 'UTC'),
        (${day}::date + 1)::timestamp at time zone 'UTC')
      from unit_proofs p order by p.day desc limit 1), false)
    and not exists (
      select from viewer_days where day < date_trunc('month', (${day}::date + 1)::timestamp) + interval '1 month'
        and day >= ${firstOpenDayQuery} and day >= (select min(valid_from) from reward_rules where recalled_at is null)) as covered`);
  return rows[0]!.covered;
}

/** The parts that are there; of those alone whose detaching was begun and cut off, or was not begun. */
async function partitions(
  db: Pick<Database, 'execute'>,
  only: 'half detached' | 'attached' | null = null,
): Promise<string[]> {
  const { rows } = await db.execute<{ name: string; pending: boolean }>(sql`
    select c.relname as name, i.inhdetachpending as pending from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent in ('public.leases'::regclass, 'public.plays'::regclass)`);
  return rows.filter(({ pending }) => only === null || pending === (only === 'half detached')).map(({ name }) => name);
}

/** What was detached, and not dropped because the process ended in between. */
async function detached(db: Pick<Database, 'execute'>): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select c.relname as name from pg_class c
    where c.relnamespace = 'partitions'::regnamespace and c.relkind = 'r' and c.relname ~ '^(leases|plays)_[0-9]+$'
      and not exists (select from pg_inherits i where i.inhrelid = c.oid)`);
  return rows.map(({ name }) => name);
}
