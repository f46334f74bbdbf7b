import { asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { RewardsDesk } from '#domain/rewards/contract.ts';
import { earliestRule, monthOf } from '#domain/rewards/rules.ts';
import { dayOf } from '#domain/time.ts';
import { profiles } from '../accounts/schema.ts';
import type { Database, Tx } from '../platform/db.ts';
import { nextToClose, previewClosing } from './closing.ts';
import { describeRules } from './describe-rules.ts';
import { listUnrecalledRules } from './rules.ts';
import { rewardMonths, rewardObjections, rewardStatements, rewardTaxRates } from './schema.ts';

const MONTHS_SHOWN = 36;
const OBJECTIONS_SHOWN = 100;

/** What accounting sees of rewards, as of one moment. */
export const readDesk = (db: Database, now: Date): Promise<RewardsDesk> =>
  db.transaction(
    async (tx) => {
      const month = await nextToClose(tx, now);
      const months = await tx.select().from(rewardMonths).orderBy(desc(rewardMonths.month)).limit(MONTHS_SHOWN);
      const rates = await tx.select().from(rewardTaxRates).orderBy(desc(rewardTaxRates.validFrom));
      const valid = rates.find(({ validFrom }) => validFrom <= dayOf(now));
      return {
        proof: await lastProof(tx),
        closing: month === null ? null : await previewClosing(tx, month, now),
        months: months.map(({ month: day, amount, viewers, closedAt }) => ({
          month: monthOf(day),
          amount,
          viewers,
          closedAt,
        })),
        rules: describeRules(await listUnrecalledRules(tx), now),
        earliest: earliestRule(now),
        taxRates: rates.map(({ validFrom, rate }) => ({ validFrom, rate, isValid: validFrom === valid?.validFrom })),
        objections: await openObjections(tx, now),
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );

/** Units and rewards are proven one after the other; what either found stands together. */
async function lastProof(tx: Tx): Promise<RewardsDesk['proof']> {
  const { rows } = await tx.execute<{ provenAt: string; differences: string[] }>(sql`
    select r.proven_at as "provenAt", coalesce(u.differences, '{}') || r.differences as differences
    from reward_proofs r left join lateral (select differences from unit_proofs where proven_at <= r.proven_at order by day desc limit 1) u on true
    order by r.day desc limit 1`);
  const row = rows[0];
  return row ? { provenAt: new Date(row.provenAt), differences: row.differences } : null;
}

async function openObjections(tx: Tx, now: Date): Promise<RewardsDesk['objections']> {
  const rows = await tx
    .select({
      id: rewardObjections.id,
      statement: rewardStatements.id,
      month: rewardStatements.month,
      dueOn: rewardObjections.dueOn,
      viewerId: profiles.id,
      viewer: sql<string>`coalesce(nullif(trim(coalesce(${profiles.firstName}, '') || ' ' || coalesce(${profiles.lastName}, '')), ''), ${profiles.email}, '')`,
    })
    .from(rewardObjections)
    .innerJoin(rewardStatements, eq(rewardStatements.id, rewardObjections.statementId))
    .leftJoin(profiles, eq(profiles.id, rewardStatements.profileId))
    .where(isNull(rewardObjections.answeredAt))
    .orderBy(asc(rewardObjections.dueOn), asc(rewardObjections.id))
    .limit(OBJECTIONS_SHOWN);
  return rows.map((row) => ({ ...row, month: monthOf(row.month), isLate: row.dueOn < dayOf(now) }));
}
