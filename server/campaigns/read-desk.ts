import { desc, eq, isNotNull, sql } from 'drizzle-orm';
import { passedTimeOf } from '#domain/campaigns/first-hour.ts';
import { profiles } from '../accounts/schema.ts';
import type { Database } from '../platform/db.ts';
import { type CampaignRow, describeCampaigns } from './describe-campaigns.ts';
import { campaigns } from './schema.ts';

/** Decisions that are shown, the newest first. */
const DECISIONS = 12;

/** Of a campaign that waits: what of its time is over already, so that it is not approved. */
export const passedOf = (campaign: CampaignRow, now: Date) =>
  campaign.state === 'review' && campaign.everyMinutes === null && campaign.changeOf === null
    ? passedTimeOf(campaign, now)
    : null;

/** What waits for a decision, how many campaigns there are of each state, and what was decided last. */
export async function readDesk(db: Database, now: Date) {
  const all = await describeCampaigns(db, sql`${campaigns.state} <> 'draft'`, now);
  const states = all.filter(({ campaign }) => !campaign.changeOf).map(({ shown }) => shown.state);
  const count = (...wanted: string[]) => states.filter((state) => wanted.includes(state)).length;
  const decisions = await db
    .select({
      id: campaigns.id,
      decidedAt: campaigns.decidedAt,
      reason: campaigns.reason,
      decidedBy: sql<string>`coalesce(nullif(concat_ws(' ', ${profiles.firstName}, ${profiles.lastName}), ''), ${profiles.username}, '')`,
    })
    .from(campaigns)
    .leftJoin(profiles, eq(profiles.id, campaigns.decidedBy))
    .where(isNotNull(campaigns.decidedAt))
    .orderBy(desc(campaigns.decidedAt))
    .limit(DECISIONS);
  return {
    waiting: all
      .flatMap(({ shown, company, campaign }) =>
        shown.state === 'review' && campaign.profileId
          ? [
              {
                ...shown,
                company,
                companyId: campaign.profileId,
                sentAt: shown.sentAt ?? shown.updatedAt,
                isChange: campaign.changeOf !== null,
                passed: passedOf(campaign, now),
              },
            ]
          : [],
      )
      .sort((a, b) => a.sentAt.getTime() - b.sentAt.getTime()),
    counts: {
      active: count('active', 'scheduled', 'behind'),
      behind: count('behind'),
      paused: count('paused'),
      rejected: count('rejected'),
      done: count('done', 'withdrawn'),
    },
    decisions: decisions.flatMap(({ id, decidedAt, ...one }) => {
      const found = all.find(({ campaign }) => campaign.id === id);
      if (!found || !decidedAt) return [];
      const { campaign, shown, company } = found;
      const isChange = campaign.changeOf !== null;
      // A change that was sent back once and is closed since: its campaign tells what became of it.
      if (isChange && shown.state === 'done') return [];
      return [{ ...one, id, decidedAt, name: shown.name, company, state: shown.state, isChange }];
    }),
  };
}
