import { sql } from 'drizzle-orm';
import { type ClosingStop, firstDay, lastDay, monthOf, reportsOfMonthEndAt } from '#domain/rewards/rules.ts';
import { dayOf } from '#domain/time.ts';
import type { Tx } from '../platform/db.ts';
import { firstOpenMonth, lastEndedDay } from './enter-days.ts';
import { suspectedOwners } from './suspected.ts';

export interface Closing {
  /** `2026-10`. */
  month: string;
  amount: number;
  viewers: number;
  payable: { viewers: number; amount: number };
  /** Below the smallest payout, with what was carried before. */
  carried: { viewers: number; amount: number };
  smallest: number;
  suspected: { viewers: number; tvs: number; amount: number };
  /** What keeps it open; none: it may be closed. */
  stops: ClosingStop[];
  /** From then on no play of it can come. */
  from: Date;
}

/** The first month that is not closed and has something in it; `null`: there is none. Days of the current month do not count. */
export async function nextToClose(tx: Tx, now: Date): Promise<string | null> {
  const open = await firstOpenMonth(tx);
  const { rows } = await tx.execute<{ first: string | null }>(sql`
    select least(
      (select min(day) from viewer_days where day >= ${open === null ? '0001-01-01' : firstDay(open)}::date
        and day >= (select min(valid_from) from reward_rules where recalled_at is null)),
      (select min(month) from reward_entries where month >= ${open === null ? '0001-01-01' : firstDay(open)}::date))::text as first`);
  const first = rows[0]!.first;
  if (first === null || monthOf(first) >= monthOf(dayOf(now))) return null;
  return monthOf(first);
}

/** What closing that month would do, by what the book says now, and what stands in the way of it. */
export async function previewClosing(tx: Tx, month: string, now: Date): Promise<Closing> {
  const from = reportsOfMonthEndAt(month);
  const smallest = await smallestOf(tx, month);
  const suspected = await suspectedOwners(tx, firstDay(month));
  const { rows } = await tx.execute<Record<string, number>>(sql`
    with old as (
      select profile_id, sum(amount + carried) as carried from reward_statements where state = 'carried' and carried_into is null group by 1
    ), lines as (
      select e.profile_id, sum(e.amount) as amount, sum(e.amount) + coalesce(max(old.carried), 0) as gross
      from reward_entries e left join old using (profile_id) where e.month = ${firstDay(month)}::date group by 1
    )
    select count(*)::int as viewers, coalesce(sum(amount), 0)::float8 as amount,
      count(*) filter (where gross >= ${smallest})::int as "payableViewers",
      coalesce(sum(gross) filter (where gross >= ${smallest}), 0)::float8 as "payableAmount",
      coalesce(sum(gross) filter (where gross < ${smallest}), 0)::float8 as "carriedAmount",
      coalesce(sum(amount) filter (where profile_id = any(${sql.param(suspected.map(({ profileId }) => profileId))}::uuid[])), 0)::float8 as suspected
    from lines`);
  const row = rows[0]!;
  return {
    month,
    from,
    smallest,
    amount: row.amount!,
    viewers: row.viewers!,
    payable: { viewers: row.payableViewers!, amount: row.payableAmount! },
    carried: { viewers: row.viewers! - row.payableViewers!, amount: row.carriedAmount! },
    suspected: {
      viewers: suspected.length,
      tvs: suspected.reduce((sum, { tvs }) => sum + tvs, 0),
      amount: row.suspected!,
    },
    stops: await stopsOf(tx, month, from, now),
  };
}

async function stopsOf(tx: Tx, month: string, from: Date, now: Date): Promise<ClosingStop[]> {
  const stops: ClosingStop[] = [];
  if (now < from) stops.push('reports');
  if ((await lastEndedDay(tx, now)) < lastDay(month)) stops.push('hours');
  const { rows } = await tx.execute<{ units: string[] | null; rewards: string[] | null }>(sql`
    select (select differences from unit_proofs where proven_at >= ${from} order by day desc limit 1) as units,
      (select differences from reward_proofs where proven_at >= ${from} order by day desc limit 1) as rewards`);
  const { units, rewards } = rows[0]!;
  if (units === null || rewards === null) stops.push('not_proven');
  if (units && units.length > 0) stops.push('units_differ');
  if (rewards && rewards.length > 0) stops.push('rewards_differ');
  return stops;
}

/** By the rule of the month's last day. */
async function smallestOf(tx: Tx, month: string): Promise<number> {
  const { rows } = await tx.execute<{ smallest: number }>(sql`
    select smallest::float8 as smallest from reward_rules where recalled_at is null and valid_from <= ${lastDay(month)}::date
    order by valid_from desc limit 1`);
  return rows[0]!.smallest;
}
