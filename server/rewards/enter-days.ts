import { sql } from 'drizzle-orm';
import { type Day, daysLater } from '#domain/day.ts';
import { firstDay, LAST_REPORT_DELAY_MS, monthOf, nextMonth, rewardOf, ruleOn } from '#domain/rewards/rules.ts';
import { dayOf } from '#domain/time.ts';
import type { Tx } from '../platform/db.ts';
import { listUnrecalledRules, type RuleRow } from './rules.ts';
import { rewardEntries } from './schema.ts';

/** Whoever writes into the book, or closes a month of it, does so alone. */
export const BOOK_LOCK: [string, string] = ['rewards', 'book'];

const ROWS = 1_000;

/** The last day of which nothing can come any more, as far as every hour with leases is closed. */
export async function lastEndedDay(tx: Tx, now: Date): Promise<Day> {
  const over = new Date(now.getTime() - LAST_REPORT_DELAY_MS);
  const { rows } = await tx.execute<{ open: string | null }>(sql`
    select min(hour) as open from leases l where hour < ${over} and not exists (select from closed_hours c where c.hour = l.hour)`);
  const open = rows[0]!.open;
  return daysLater(dayOf(open === null ? over : new Date(open)), -1);
}

/** `2026-11`: the first month that is not closed; `null`: none was closed yet. */
export async function firstOpenMonth(tx: Tx): Promise<string | null> {
  const { rows } = await tx.execute<{ last: string | null }>(sql`select max(month)::text as last from reward_months`);
  return rows[0]!.last === null ? null : nextMonth(monthOf(rows[0]!.last));
}

interface DayRow {
  profileId: string;
  day: Day;
  tvId: string;
  banners: number;
  tvSeconds: number;
  lines: number;
  enteredBanners: number;
  enteredSeconds: number;
  enteredAmount: number;
}

/**
 * Enters the days that are over into the book of rewards, each TV's day once and by the rule of that day; what was voided since, as a
 * further line. Lines of a closed month's day enter the first open one. The caller holds `BOOK_LOCK`.
 */
export async function enterDays(tx: Tx, now: Date): Promise<void> {
  const rules = await listUnrecalledRules(tx);
  const first = rules[0]?.validFrom;
  if (!first) return;
  const [until, open] = [await lastEndedDay(tx, now), await firstOpenMonth(tx)];
  const from = open !== null && firstDay(open) > first ? firstDay(open) : first;
  for (;;) {
    const rows = [...(await daysToEnter(tx, from, until)), ...(await daysToCorrect(tx, first, until))];
    if (rows.length === 0) return;
    await enter(tx, rows, rules, open, now);
  }
}

const columns = sql`v.profile_id as "profileId", v.day::text as day, v.tv_id as "tvId", v.banners, v.tv_seconds as "tvSeconds"`;

async function daysToEnter(tx: Tx, from: Day, until: Day): Promise<DayRow[]> {
  const { rows } = await tx.execute<Record<keyof DayRow, never>>(sql`
    select ${columns}, 0 as lines, 0 as "enteredBanners", 0 as "enteredSeconds", 0 as "enteredAmount" from viewer_days v
    where v.day between ${from}::date and ${until}::date and not exists (
      select from reward_entries e where e.profile_id = v.profile_id and e.day = v.day and e.tv_id = v.tv_id)
    order by v.day, v.profile_id, v.tv_id limit ${ROWS} for no key update of v`);
  return rows;
}

/** Voided days that are in the book. */
async function daysToCorrect(tx: Tx, first: Day, until: Day): Promise<DayRow[]> {
  const { rows } = await tx.execute<Record<keyof DayRow, never>>(sql`
    select ${columns}, e.lines, e.banners as "enteredBanners", e.seconds as "enteredSeconds", e.amount as "enteredAmount"
    from viewer_days v cross join lateral (
      select count(*)::int as lines, sum(banners)::float8 as banners, sum(tv_seconds)::float8 as seconds, sum(amount)::float8 as amount
      from reward_entries e where e.profile_id = v.profile_id and e.day = v.day and e.tv_id = v.tv_id) e
    where v.corrected_at is not null and v.day between ${first}::date and ${until}::date and e.lines > 0
    order by v.day, v.profile_id, v.tv_id limit ${ROWS} for no key update of v`);
  return rows;
}

async function enter(
  tx: Tx,
  rows: readonly DayRow[],
  rules: readonly RuleRow[],
  open: string | null,
  now: Date,
): Promise<void> {
  const entries = rows.map((row) => {
    const rule = ruleOn(row.day, rules)!;
    const month = monthOf(row.day);
    return {
      profileId: row.profileId,
      day: row.day,
      tvId: row.tvId,
      ruleId: rule.id,
      moment: now,
      month: firstDay(open !== null && month < open ? open : month),
      step: row.lines + 1,
      banners: row.banners - row.enteredBanners,
      tvSeconds: row.tvSeconds - row.enteredSeconds,
      amount: rewardOf(row, rule) - row.enteredAmount,
    };
  });
  await tx.insert(rewardEntries).values(entries);
  await tx.execute(sql`
    update viewer_days v set corrected_at = null
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g("profileId" uuid, day date, "tvId" uuid)
    where v.profile_id = g."profileId" and v.day = g.day and v.tv_id = g."tvId" and v.corrected_at is not null`);
}
