import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type Day, daysLater } from '#domain/day.ts';
import { maskedAccount } from '#domain/payouts/rules.ts';
import type { OwnRewards } from '#domain/rewards/contract.ts';
import {
  firstDay,
  isAtCeiling,
  lastDay,
  monthOf,
  reportsOfMonthEndAt,
  rewardOf,
  ruleOn,
} from '#domain/rewards/rules.ts';
import { dayOf } from '#domain/time.ts';
import { devices } from '../devices/schema.ts';
import type { Database, Tx } from '../platform/db.ts';
import { viewerDays } from '../playout/schema.ts';
import { describeRules } from './describe-rules.ts';
import { firstOpenMonth } from './enter-days.ts';
import { ownStatements } from './read-statements.ts';
import { listUnrecalledRules, type RuleRow } from './rules.ts';
import { rewardPayees } from './schema.ts';

type Row = Pick<typeof viewerDays.$inferSelect, 'day' | 'tvId' | 'banners' | 'tvSeconds'>;

const zero = () => ({ banners: 0, tvSeconds: 0, amount: 0 });

/** What was counted for a person in a month until yesterday, by day and TV, with rules and statements. One moment of the database. */
export const ownRewards = (db: Database, profileId: string, now: Date, wanted?: string): Promise<OwnRewards> =>
  db.transaction(
    async (tx) => {
      const today = dayOf(now);
      const month = wanted ?? monthOf(today);
      const yesterday = daysLater(today, -1);
      const rules = await listUnrecalledRules(tx);
      const rows = await countedDays(
        tx,
        profileId,
        firstDay(month),
        yesterday < lastDay(month) ? yesterday : lastDay(month),
      );
      const { days, tvs, sum } = sumUp(rows, rules);
      const names = await namesOf(tx, profileId, [...tvs.keys()]);
      const [payee] = await tx.select().from(rewardPayees).where(eq(rewardPayees.profileId, profileId));
      const statements = await ownStatements(tx, profileId, now);
      const linked = and(eq(devices.profileId, profileId), isNull(devices.unlinkedAt));
      return {
        hasTv: (await tx.$count(devices, linked)) > 0,
        month,
        days,
        ...sum,
        statements,
        ...(await monthsOf(tx, profileId, monthOf(today), rules)),
        until:
          month === monthOf(today) && yesterday < firstDay(month)
            ? null
            : month === monthOf(today)
              ? yesterday
              : lastDay(month),
        tvs: [...tvs].map(([id, sums]) => ({ id, name: names.get(id) ?? '', ...sums })),
        rules: describeRules(rules, now),
        payee: payee?.payee ?? '',
        account: payee?.account ? maskedAccount(payee.account) : null,
        hasTaxNumber: Boolean(payee?.taxNumber),
        asksTaxNumber: statements.some(({ waits }) => waits === 'tax_number'),
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );

const countedDays = (tx: Tx, profileId: string, from: Day, until: Day): Promise<Row[]> =>
  tx
    .select({
      day: viewerDays.day,
      tvId: viewerDays.tvId,
      banners: viewerDays.banners,
      tvSeconds: viewerDays.tvSeconds,
    })
    .from(viewerDays)
    .where(
      and(
        eq(viewerDays.profileId, profileId),
        sql`${viewerDays.day} between ${from}::date and ${until}::date`,
        sql`${viewerDays.banners} + ${viewerDays.tvSeconds} > 0`,
      ),
    )
    .orderBy(sql`${viewerDays.day} desc`, asc(viewerDays.tvId));

/** Counted days by day, by TV and together, each TV's day by the rule that held on it; days before the first rule give nothing. */
export function sumUp(rows: readonly Row[], rules: readonly RuleRow[]) {
  const days: OwnRewards['days'] = [];
  const tvs = new Map<string, ReturnType<typeof zero>>();
  const sum = zero();
  for (const { day, tvId: id, banners, tvSeconds } of rows) {
    const rule = ruleOn(day, rules);
    const seen = { banners, tvSeconds };
    const amount = rule && rewardOf(seen, rule);
    if (days.at(-1)?.day !== day) days.push({ day, tvs: [], amount: rule && 0 });
    const last = days.at(-1)!;
    last.tvs.push({ id, ...seen, amount, isAtCeiling: rule !== null && isAtCeiling(seen, rule) });
    if (amount !== null) last.amount = (last.amount ?? 0) + amount;
    const own = tvs.get(id) ?? zero();
    tvs.set(id, own);
    for (const one of [own, sum]) {
      one.banners += banners;
      one.tvSeconds += tvSeconds;
      one.amount += amount ?? 0;
    }
  }
  return { days, tvs, sum };
}

async function namesOf(tx: Tx, profileId: string, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  // A TV that somebody else has meanwhile has their name for it.
  const rows = await tx
    .select({ id: devices.id, name: devices.name })
    .from(devices)
    .where(and(inArray(devices.id, ids), eq(devices.profileId, profileId)));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Months with something counted, and those of them that wait to be closed. */
async function monthsOf(tx: Tx, profileId: string, current: string, rules: readonly RuleRow[]) {
  const { rows } = await tx.execute<{ month: string }>(sql`
    select distinct to_char(day, 'YYYY-MM') as month from viewer_days where profile_id = ${profileId} order by 1 desc`);
  const found = rows.map(({ month }) => month);
  const from = await firstOpenMonth(tx);
  const waiting = found.filter((month) => month < current && (from === null || month >= from));
  const open: OwnRewards['open'] = [];
  for (const month of waiting) {
    const { sum, days } = sumUp(await countedDays(tx, profileId, firstDay(month), lastDay(month)), rules);
    if (days.some(({ amount }) => amount !== null))
      open.push({ month, amount: sum.amount, from: dayOf(reportsOfMonthEndAt(month)) });
  }
  return { months: [...new Set([current, ...found])], open };
}
