import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { OPEN_CHANGE_STATES, shownState } from '#domain/campaigns/rules.ts';
import { type Day, daysLater } from '#domain/day.ts';
import type { Region } from '#domain/places/regions.ts';
import { FEWEST_TVS } from '#domain/places/rules.ts';
import { type DeskRun, MOST_TVS, type Place, type Run, type RunDay } from '#domain/special/contract.ts';
import { canReceiveAdvert, PLACE_VENUES, RECENT_SHOWING_DAYS, SPECIAL_PLACE_COUNT } from '#domain/special/rules.ts';
import { dayOf } from '#domain/time.ts';
import { profiles } from '../../accounts/schema.ts';
import { companyName } from '../../campaigns/company-name.ts';
import { campaigns } from '../../campaigns/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { orders } from '../../orders/schema.ts';
import type { Database } from '../../platform/db.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { shareRuns } from '../../platform/postgres/share-runs.ts';
import { licenceInForceCondition } from '../../playout/licences.ts';
import { ownerTakesAdvertsCondition } from '../../playout/schema.ts';
import { specialDays, specialRuns } from '../../special/schema.ts';
import { lostMoneyCondition } from './paid-back.ts';
import { usableTvs } from './places.ts';

type Replacement = NonNullable<Run['replacement']>;

/** Runs with their days, newest first. */
async function describeRuns(db: Database, which: SQL | undefined, now: Date) {
  const rows = await db
    .select({
      run: specialRuns,
      orderNumber: orders.number,
      company: companyName,
      isPaidBack: lostMoneyCondition,
      campaign: { id: campaigns.id, name: campaigns.name, state: campaigns.state, startsAt: campaigns.startsAt },
    })
    .from(specialRuns)
    .innerJoin(orders, eq(orders.id, specialRuns.orderId))
    .leftJoin(profiles, eq(profiles.id, specialRuns.profileId))
    .leftJoin(campaigns, eq(campaigns.id, specialRuns.campaignId))
    .where(which)
    .orderBy(desc(specialRuns.createdAt), desc(specialRuns.id));
  const ids = rows.map(({ run }) => run.id);
  const days = ids.length
    ? await db.select().from(specialDays).where(inArray(specialDays.runId, ids)).orderBy(asc(specialDays.day))
    : [];
  const changes = ids.length
    ? await db
        .select({ of: campaigns.changeOf, state: campaigns.state })
        .from(campaigns)
        .where(
          and(
            inArray(
              campaigns.changeOf,
              rows.flatMap(({ campaign }) => (campaign ? [campaign.id] : [])),
            ),
            inArray(campaigns.state, [...OPEN_CHANGE_STATES]),
          ),
        )
    : [];
  return rows.map(({ run, campaign, company, orderNumber, isPaidBack: isBack }) => {
    const own = days.filter(({ runId }) => runId === run.id).map((day) => dayShown(day, dayOf(now)));
    const kept = own.filter(({ state }) => state === 'kept').length;
    const needsAdvert =
      campaign !== null &&
      run.profileId !== null &&
      canReceiveAdvert({ state: campaign.state, kept, isPaidBack: isBack });
    const shown: Run = {
      id: run.id,
      orderNumber,
      boughtAt: run.createdAt,
      isPaidBack: isBack,
      startsOn: run.startsOn,
      days: own,
      endsOn: own.at(-1)?.day ?? null,
      replacement: needsAdvert
        ? ((changes.find(({ of }) => of === campaign?.id)?.state as Replacement | undefined) ?? 'none')
        : null,
      campaign: campaign && {
        id: campaign.id,
        name: campaign.name,
        state:
          campaign.state === 'approved' && run.startsOn === null
            ? 'scheduled'
            : shownState({ ...campaign, pace: 'asap' }, { counted: 0, planned: 0 }, now),
      },
    };
    return { shown, company, companyId: run.profileId };
  });
}

const dayShown = (row: typeof specialDays.$inferSelect, today: Day): RunDay => ({
  day: row.day,
  insteadOf: row.insteadOf,
  places: row.placesShown,
  all: row.allShown,
  state: row.isKept === null ? (row.day > today ? 'planned' : 'counting') : row.isKept ? 'kept' : 'missed',
});

export const ownRuns = async (db: Database, profileId: string, now: Date): Promise<Run[]> =>
  (await describeRuns(db, eq(specialRuns.profileId, profileId), now)).map(({ shown }) => shown);

/** All runs, with how many places are chosen and how many of these are gone. */
export async function deskRuns(db: Database, now: Date): Promise<DeskRun[]> {
  const found = await describeRuns(db, undefined, now);
  const { rows } = await db.execute<{ id: string; chosen: number; gone: number }>(sql`
    select p.run_id as id, count(*)::int as chosen, count(*) filter (where usable.id is null)::int as gone
    from special_places p left join (${usableTvs(now)}) usable on usable.id = p.tv_id where p.until is null group by 1`);
  return found.map(({ shown, company, companyId }) => {
    const places = rows.find(({ id }) => id === shown.id);
    return { ...shown, company, companyId, chosen: places?.chosen ?? 0, gone: places?.gone ?? 0 };
  });
}

type TvRow = { [K in keyof Omit<Place, 'seenAt'>]: Place[K] } & { seenAt: string | null };
const tvOf = ({ seenAt, ...row }: TvRow): Place => ({ ...row, seenAt: seenAt === null ? null : new Date(seenAt) });

export async function readPlaces(db: Database, id: string, now: Date): Promise<Place[]> {
  const { rows } = await db.execute<TvRow>(sql`
    select p.tv_id as tv, coalesce(d.number, 0) as number, t.region, t.venue, d.last_seen_at as "seenAt", usable.id is null as "isGone"
    from special_places p left join devices d on d.id = p.tv_id left join tvs t on t.tv_id = p.tv_id
      left join (${usableTvs(now)}) usable on usable.id = p.tv_id
    where p.run_id = ${id} and p.until is null order by usable.id is not null, t.region, t.venue, d.number`);
  return rows.map(tvOf);
}

/** TVs that may still be chosen for a run, those that were seen last first. */
export async function choosable(
  db: Database,
  { id, region, venue }: { id: string; region?: Region | undefined; venue?: string | undefined },
  now: Date,
) {
  const { rows } = await db.execute<Omit<TvRow, 'isGone'> & { total: number }>(sql`
    select id as tv, number, region, venue, seen_at as "seenAt", count(*) over ()::int as total from (${usableTvs(now)}) usable
    where not exists (select from special_places p where p.run_id = ${id} and p.tv_id = usable.id and p.until is null)
      and (${region ?? null}::text is null or region = ${region ?? null}) and (${venue ?? null}::text is null or venue = ${venue ?? null})
    order by seen_at desc nulls last, number limit ${MOST_TVS}`);
  return {
    tvs: rows.map(({ total: _, ...row }) => {
      const { isGone: __, ...tv } = tvOf({ ...row, isGone: false });
      return tv;
    }),
    total: rows[0]?.total ?? 0,
  };
}

/** Licensed TVs of confirmed places that showed something in the last days. */
async function readSeenPlaces(db: Database, now: Date): Promise<number> {
  const today = dayOf(now);
  const { rows } = await db.execute<{ tvs: number }>(sql`
    select count(*)::int as tvs from tvs t join devices d on d.id = t.tv_id and d.unlinked_at is null and ${ownerTakesAdvertsCondition}
    where t.blocked_at is null and t.confirmed_at is not null and t.venue = any(${sql.param([...PLACE_VENUES])}::text[])
      and exists (select from licences where licences.tv_id = t.tv_id and ${licenceInForceCondition(now)})
      and exists (select from tv_days s where s.tv_id = t.tv_id and s.banners + s.tv_seconds > 0
        and s.day between ${daysLater(today, -RECENT_SHOWING_DAYS)}::date and ${daysLater(today, -1)}::date)`);
  return rows[0]!.tvs;
}

const countSeenPlaces = perInstance((db: Database) => shareRuns((now: Date) => readSeenPlaces(db, now)));

/** What the shop says before anybody pays, and whether the package is sold now. */
export async function specialPackageOffer({ db, config, now }: Pick<Dependencies, 'db' | 'config' | 'now'>) {
  const tvs = await countSeenPlaces(db)(now());
  return {
    tvs: tvs < FEWEST_TVS ? null : tvs,
    isSold: config.specialPackageCheck === 'warn' || tvs >= SPECIAL_PLACE_COUNT,
  };
}
