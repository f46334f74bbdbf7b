import { and, count, desc, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { passedTimeOf } from '#domain/campaigns/first-hour.ts';
import { profiles } from '../accounts/schema.ts';
import type { Database } from '../platform/db.ts';
import { pageOf } from '../platform/list.ts';
import { type CampaignRow, describeCampaigns } from './describe-campaigns.ts';
import { campaigns } from './schema.ts';

/** Decisions that are shown, the newest first. */
const DECISIONS = 12;

/** Of a campaign that waits: what of its time is over already, so that it is not approved. */
export const passedOf = (campaign: CampaignRow, now: Date) =>
  campaign.state === 'review' && campaign.everyMinutes === null && campaign.changeOf === null
    ? passedTimeOf(campaign, now)
    : null;

/** Those below their plan, which is known of none before its plays are added up. */
const behindOf = async (db: Database, now: Date) => {
  const even = and(eq(campaigns.state, 'approved'), eq(campaigns.pace, 'even'), isNull(campaigns.changeOf));
  return (await describeCampaigns(db, even, now)).filter(({ shown }) => shown.state === 'behind');
};

/** What waits for a decision, how many campaigns there are of each state, and what was decided last. */
export async function readDesk(db: Database, now: Date) {
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
  const ids = decisions.map(({ id }) => id);
  const shownHere = or(eq(campaigns.state, 'review'), and(inArray(campaigns.id, ids), ne(campaigns.state, 'draft')));
  const all = await describeCampaigns(db, shownHere, now);
  const counts = await db
    .select({ state: campaigns.state, count: count() })
    .from(campaigns)
    .where(isNull(campaigns.changeOf))
    .groupBy(campaigns.state);
  const countOf = (...wanted: CampaignRow['state'][]) =>
    counts.reduce((sum, one) => (wanted.includes(one.state) ? sum + one.count : sum), 0);
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
      active: countOf('approved'),
      behind: (await behindOf(db, now)).length,
      paused: countOf('paused'),
      rejected: countOf('rejected'),
      done: countOf('done', 'withdrawn'),
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

const STORED = {
  active: ['approved'],
  paused: ['paused'],
  rejected: ['rejected'],
  done: ['done', 'withdrawn'],
} as const satisfies Record<string, readonly CampaignRow['state'][]>;

interface Wanted {
  state: keyof typeof STORED | 'behind';
  after?: string | undefined;
}

/** Campaigns of one state, newest first, a page at a time; those that are behind their plan all at once. */
export async function listDecided(db: Database, { state, after }: Wanted, now: Date) {
  if (state === 'behind') return { rows: (await behindOf(db, now)).map(listed), next: null };
  const page = pageOf({ key: campaigns.createdAt, id: campaigns.id, direction: 'desc', after });
  const found = await db
    .select({ place: page.place, id: campaigns.id })
    .from(campaigns)
    .where(and(inArray(campaigns.state, [...STORED[state]]), isNull(campaigns.changeOf), page.after))
    .orderBy(...page.orderBy)
    .limit(page.limit);
  const { rows: ids, next } = page.show(found, ({ id }) => id);
  return { rows: (await describeCampaigns(db, inArray(campaigns.id, ids), now)).map(listed), next };
}

type Described = Awaited<ReturnType<typeof describeCampaigns>>[number];

const listed = ({ shown, company, campaign, isAccountOpen }: Described) => ({
  ...shown,
  company,
  companyId: campaign.profileId,
  isAccountOpen,
});
