import { asc, eq } from 'drizzle-orm';
import type { CATEGORIES } from '#domain/campaign-kinds.ts';
import { type CategoryRule, categoryProblems } from '#domain/campaigns/categories.ts';
import { refuse } from '#domain/refuse.ts';
import type { DatabaseOrTransaction, Tx } from '../platform/db.ts';
import type { CampaignRow } from './describe-campaigns.ts';
import { categoryRules } from './schema.ts';

/** The rules of all categories, as the desk has set them. */
export const readCategoryRules = (db: DatabaseOrTransaction) =>
  db.select().from(categoryRules).orderBy(asc(categoryRules.category));

type Category = (typeof CATEGORIES)[number];

/** Refuses a plan that an advert of its category may not have; the rule cannot change until the transaction ends. */
export async function requireCategoryRules(
  tx: Tx,
  category: Category | null,
  plan: Pick<CampaignRow, 'schedule' | 'venues'> & { proof: string },
  isOf: (problem: ReturnType<typeof categoryProblems>[number]) => boolean = () => true,
): Promise<void> {
  if (category === null || category === 'none') return;
  const [rule] = await tx.select().from(categoryRules).where(eq(categoryRules.category, category)).for('share');
  const why = categoryProblems(rule!, { ...plan, venues: plan.venues as CategoryRule['venues'] }).find(isOf);
  if (why) throw refuse('CAMPAIGN_CATEGORY', { why });
}
