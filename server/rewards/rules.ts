import { asc, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Day } from '#domain/day.ts';
import { refuse } from '#domain/refuse.ts';
import { earliestRule } from '#domain/rewards/rules.ts';
import { dayOf } from '#domain/time.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { DatabaseOrTransaction, Tx } from '../platform/db.ts';
import type { Queue } from '../platform/jobs/queue.ts';
import { rewardRules, rewardTaxRates } from './schema.ts';

export type RuleRow = typeof rewardRules.$inferSelect;

/** Announced and past rules, the oldest first, without those that were recalled. */
export const listUnrecalledRules = (db: DatabaseOrTransaction): Promise<RuleRow[]> =>
  db.select().from(rewardRules).where(isNull(rewardRules.recalledAt)).orderBy(asc(rewardRules.validFrom));

interface NewRule {
  id: string;
  validFrom: Day;
  banner: number;
  tvSecond: number;
  ceiling: number;
  smallest: number;
}

/** A rule for days to come; the same id again is the same rule. Viewers are told. */
export async function publishRule(
  tx: Tx,
  { queue, now }: { queue: Queue; now: () => Date },
  actor: Actor,
  rule: NewRule,
): Promise<void> {
  const publishedAt = now();
  const from = earliestRule(publishedAt);
  const [known] = await tx.select().from(rewardRules).where(eq(rewardRules.id, rule.id));
  if (known) return;
  if (rule.validFrom < from) throw refuse('REWARD_RULE_PAST', { from });
  const written = await tx
    .insert(rewardRules)
    .values({ ...rule, publishedAt, publishedBy: actor.id })
    .onConflictDoNothing()
    .returning({ id: rewardRules.id });
  if (written.length === 0) throw refuse('REWARD_RULE_TAKEN');
  const { id, ...after } = rule;
  await record(tx, actor, { action: 'rewards.rule-published', on: { kind: 'list', id: 'rewards' }, after });
  await queue.send(tx, 'rewards.announce', { rule: id });
}

/** An announced rule that shall not come into force after all. Viewers are told. Said twice, once. */
export async function recallRule(
  tx: Tx,
  { queue, now }: { queue: Queue; now: () => Date },
  actor: Actor,
  id: string,
): Promise<void> {
  const [rule] = await tx.select().from(rewardRules).where(eq(rewardRules.id, id)).for('update');
  if (!rule) throw refuse('REWARD_RULE_GONE');
  if (rule.recalledAt) return;
  if (rule.validFrom <= dayOf(now())) throw refuse('REWARD_RULE_VALID');
  await tx.update(rewardRules).set({ recalledAt: now(), recalledBy: actor.id }).where(eq(rewardRules.id, id));
  await record(tx, actor, {
    action: 'rewards.rule-recalled',
    on: { kind: 'list', id: 'rewards' },
    before: { validFrom: rule.validFrom },
  });
  await queue.send(tx, 'rewards.announce', { rule: id });
}

/** The rate that is withheld from a day on: from today at the earliest, because payouts are not taxed anew. */
export async function setTaxRate(
  tx: Tx,
  { queue, now }: { queue: Queue; now: () => Date },
  actor: Actor,
  { validFrom, rate }: { validFrom: Day; rate: number },
): Promise<void> {
  const today = dayOf(now());
  if (validFrom < today) throw refuse('REWARD_RULE_PAST', { from: today });
  const values = { validFrom, rate, setAt: now(), setBy: actor.id };
  await tx.insert(rewardTaxRates).values(values).onConflictDoUpdate({ target: rewardTaxRates.validFrom, set: values });
  await record(tx, actor, {
    action: 'rewards.tax-rate-set',
    on: { kind: 'list', id: 'rewards' },
    after: { validFrom, rate },
  });
  await queue.send(tx, 'rewards.pay', {});
}

/** Hundredths of a percent; `null`: not set, nothing is paid out. */
export async function taxRateOn(db: DatabaseOrTransaction, day: Day): Promise<number | null> {
  const [row] = await db
    .select({ rate: rewardTaxRates.rate })
    .from(rewardTaxRates)
    .where(lte(rewardTaxRates.validFrom, day))
    .orderBy(sql`${rewardTaxRates.validFrom} desc`)
    .limit(1);
  return row?.rate ?? null;
}
