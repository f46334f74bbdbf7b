import { and, eq } from 'drizzle-orm';
import { type CategoryRule, ruleHourMask } from '#domain/campaigns/categories.ts';
import { refuse } from '#domain/refuse.ts';
import { campaigns, categoryRules } from '../../campaigns/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { revokeLeases } from './campaign-states.ts';

/**
 * Sets the rule of a category. It holds from the next lease of each TV on; what TVs hold of its adverts is revoked when the rule is
 * narrower now. `changedAt`: of the rule that was read; the same values sent again change nothing.
 */
export async function setCategoryRule(
  tx: Tx,
  actor: Actor,
  { changedAt, ...wanted }: CategoryRule & { changedAt: string },
  now: () => Date,
): Promise<void> {
  const { category } = wanted;
  const [row] = await tx.select().from(categoryRules).where(eq(categoryRules.category, category)).for('update');
  const [before, after] = [valuesOf(row!), valuesOf(wanted)];
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  if (row!.changedAt.getTime() !== Date.parse(changedAt)) throw refuse('CATEGORY_CHANGED');
  await tx
    .update(categoryRules)
    .set({ ...after, changedAt: now() })
    .where(eq(categoryRules.category, category));
  if (isNarrower(after, before)) {
    const shown = await tx
      .select({ id: campaigns.id })
      .from(campaigns)
      .where(and(eq(campaigns.category, category), eq(campaigns.state, 'approved')));
    await revokeLeases(
      tx,
      shown.map(({ id }) => id),
      now,
    );
  }
  await record(tx, actor, { action: 'campaigns.category-set', on: { kind: 'list', id: 'campaigns' }, before, after });
}

const valuesOf = ({ category, isTaken, from, to, venues, needsProof }: CategoryRule): CategoryRule => ({
  category,
  isTaken,
  from,
  to,
  needsProof,
  venues: [...new Set(venues)].toSorted(),
});

function isNarrower(after: CategoryRule, before: CategoryRule): boolean {
  const losesHours = (ruleHourMask(before) & ~ruleHourMask(after)) !== 0;
  const losesPlaces =
    after.venues.length > 0 && (before.venues.length === 0 || before.venues.some((one) => !after.venues.includes(one)));
  return losesHours || losesPlaces;
}
