import { sql } from 'drizzle-orm';
import { withinHours } from '#domain/campaigns/categories.ts';
import type { Candidate, Slot } from '#domain/playout/choose.ts';
import { SILENT_TVS_MAX_SHARE } from '#domain/playout/rules.ts';
import { HOURS_OF_WEEK } from '#domain/playout/schedule.ts';
import { startOfDay } from '#domain/time.ts';
import { LAST_MOMENT_SECONDS, UNDO_SECONDS } from '#domain/undo.ts';
import { BELGRADE } from '../../platform/belgrade.ts';
import type { Tx } from '../../platform/db.ts';
import { lastLeasableHour, type Player } from '../player.ts';
import { campaignPlaceCondition, type HeldLease, intervalsFor } from './intervals.ts';

/** Campaigns among which a bag chooses, drawn at random where more fit. */
const CANDIDATES = 100;

export type CandidateRow = Omit<Candidate, 'creatives'> & {
  kind: 'banner' | 'spot';
  code: string;
  url: string;
  creatives: (Candidate['creatives'][number] & { sha256: string | null })[];
};

/** Campaigns that fit the TV in these hours and have something left, with what this TV may still show of each. */
export async function candidatesFor(
  tx: Tx,
  tvId: string,
  { region, venue, state, declined }: Player,
  slots: readonly Slot[],
  held: readonly HeldLease[],
  now: Date,
): Promise<CandidateRow[]> {
  const until = slots.at(-1)!.closesAt;
  const open = slots.filter(({ seconds }) => seconds > 0).map(({ wallHour }) => wallHour % HOURS_OF_WEEK);
  const slotDays = open.map((hour) => Math.floor(hour / 24) + 1);
  const slotHours = open.map((hour) => hour % 24);
  const decidedBefore = new Date(now.getTime() - (UNDO_SECONDS + LAST_MOMENT_SECONDS) * 1000);
  const { rows } = await tx.execute<{
    id: string;
    kind: 'banner' | 'spot';
    code: string;
    url: string;
    startsAt: string;
    endsAt: string;
    wallStarts: number;
    wallEnds: number;
    schedule: number[];
    /** Hours of its category; `null`: it has no rule. */
    from: number | null;
    to: number | null;
    pace: 'even' | 'asap';
    cap: number | null;
    everyMinutes: number | null;
    budget: number;
    taken: number;
    isScarce: boolean;
    silent: number;
    creatives: CandidateRow['creatives'];
  }>(sql`
    select c.*, (select json_agg(json_build_object('id', a.id, 'seconds', a.seconds, 'sha256', a.sha256,
        'units', case c.kind when 'banner' then 1 else a.seconds end) order by a.created_at, a.id)
      from creatives a where a.campaign_id = c.id and a.withdrawn_at is null) as creatives
    from (select c.id, c.kind, c.code, c.url, c.starts_at as "startsAt", c.ends_at as "endsAt", c.schedule, c.pace, c.cap,
      c.every_minutes as "everyMinutes", coalesce(r.budget, 0)::float8 as budget,
      coalesce(r.leased - r.released, 0)::float8 as taken, coalesce(r.silent, 0)::float8 as silent,
      coalesce(r.silent > ${SILENT_TVS_MAX_SHARE}::float8 * (r.budget - r.leased + r.released + r.silent), false) as "isScarce",
      extract(epoch from c.starts_at at time zone ${BELGRADE} - '1970-01-05')::float8 / 3600 as "wallStarts",
      extract(epoch from c.ends_at at time zone ${BELGRADE} - '1970-01-05')::float8 / 3600 as "wallEnds", g.from_hour as "from", g.to_hour as "to"
    from campaigns c left join unit_reservations r on r.campaign_id = c.id left join category_rules g on g.category = c.category
    where c.state = 'approved' and c.starts_at < ${until} and c.ends_at > ${now}
      and (c.category is null or c.category <> all(${sql.param(declined)}::text[]))
      and (coalesce(cardinality(g.venues), 0) = 0 or ${state === 'plays'} and ${venue} = any(g.venues))
      and exists (select from unnest(${sql.param(slotDays)}::int[], ${sql.param(slotHours)}::int[]) as s(day, hour)
        where (c.schedule[s.day] >> s.hour) & 1 = 1 and (g.category is null
          or case when g.from_hour < g.to_hour then s.hour >= g.from_hour and s.hour < g.to_hour
            else s.hour >= g.from_hour or s.hour < g.to_hour end))
      and (c.decided_at is null or c.decided_at <= ${decidedBefore})
      and (c.every_minutes is not null or r.leased - r.released < r.budget)
      and (c.every_minutes is null and cardinality(c.regions) = 0 and cardinality(c.venues) = 0 or ${state === 'plays'}
        and (cardinality(c.regions) = 0 or ${region} = any(c.regions)) and (cardinality(c.venues) = 0 or ${venue} = any(c.venues))
        or ${campaignPlaceCondition(tvId)})
    order by c.every_minutes is null, random() limit ${CANDIDATES}) c`);
  const usable = rows.filter(({ creatives }) => creatives !== null);
  const used = await usedToday(
    tx,
    tvId,
    slots,
    usable.flatMap(({ id, cap }) => (cap === null ? [] : [id])),
    now,
  );
  const intervals = await intervalsFor(tx, tvId, slots, held, usable);
  const days = [...new Set(slots.map(({ day }) => day))];
  return usable.map(({ cap, from, to, ...row }) => ({
    ...row,
    schedule: from === null || to === null ? row.schedule : withinHours({ from, to }, row.schedule),
    interval: intervals.get(row.id) ?? null,
    startsAt: new Date(row.startsAt),
    endsAt: new Date(row.endsAt),
    capLeft:
      cap === null ? {} : Object.fromEntries(days.map((day) => [day, cap - (used.get(`${row.id} ${day}`) ?? 0)])),
  }));
}

/** Leases of this TV that count or may still count, by campaign and day of Belgrade. */
async function usedToday(
  tx: Tx,
  tvId: string,
  slots: readonly Slot[],
  capped: string[],
  now: Date,
): Promise<Map<string, number>> {
  if (capped.length === 0) return new Map();
  const from = startOfDay(slots[0]!.day);
  // It may hold leases of later hours than it is given now.
  const to = lastLeasableHour(now);
  const { rows } = await tx.execute<{ key: string; leases: number }>(sql`
    select l.campaign_id || ' ' || to_char(l.hour at time zone ${BELGRADE}, 'YYYY-MM-DD') as key, count(*)::int as leases
    from leases l left join plays p on p.lease_day between ${from.toISOString().slice(0, 10)}::date and ${to.toISOString().slice(0, 10)}::date
      and p.lease_day = (l.hour at time zone 'UTC')::date and p.lease_id = l.id
    where l.hour between ${from} and ${to} and l.tv_id = ${tvId} and l.campaign_id = any(${sql.param(capped)}::uuid[])
      and (p.lease_id is null or p.outcome = 'counted')
    group by 1`);
  return new Map(rows.map(({ key, leases }) => [key, leases]));
}
