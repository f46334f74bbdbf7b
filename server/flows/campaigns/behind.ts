import { and, eq, isNull, or, sql } from 'drizzle-orm';
import {
  isChoiceEnough,
  type MailedWhyBehind,
  neededTvs,
  type OwnWhyBehind,
  type WhyBehind,
  whyBehind,
} from '#domain/campaigns/behind.ts';
import { behindCopy } from '#domain/campaigns/behind-copy.ts';
import { DAY_MS } from '#domain/day.ts';
import { BANNER_SECONDS } from '#domain/playout/rules.ts';
import type { Viewing } from '#domain/playout/schedule.ts';
import { refuse } from '#domain/refuse.ts';
import { profiles } from '../../accounts/schema.ts';
import { describeCampaigns } from '../../campaigns/describe-campaigns.ts';
import { campaigns } from '../../campaigns/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Database } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { audienceOf, reachOf } from './audience.ts';

const lateOf = async (db: Database, now: Date) =>
  (await describeCampaigns(db, eq(campaigns.state, 'approved'), now)).filter(({ shown }) => shown.state === 'behind');

/** How many campaigns are more than a tenth below their plan, and by how many percent the worst is. */
export async function behindTotals(db: Database, now: Date) {
  const late = await lateOf(db, now);
  const shares = late.map(({ shown }) => 1 - shown.counted / Math.max(1, shown.planned ?? 0));
  return { total: { count: late.length, more: false }, percent: Math.round(100 * Math.max(0, ...shares)) };
}

type Late = Pick<Awaited<ReturnType<typeof describeCampaigns>>[number], 'shown' | 'campaign' | 'pictures'>;

const daysLeftOf = ({ endsAt }: Late['campaign'], now: Date): number =>
  Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / DAY_MS));

/** How long one play of it is on; spots of several lengths take turns. */
const playSecondsOf = ({ shown, pictures }: Late): number =>
  shown.kind === 'banner' || pictures.length === 0
    ? BANNER_SECONDS
    : pictures.reduce((sum, { seconds }) => sum + seconds, 0) / pictures.length;

/** What a campaign lacks, beside the TVs of its choice, what they show in a day and when. */
const factsOf = (
  late: Late,
  { tvs, dailySeconds, viewing }: { tvs: number; dailySeconds: number; viewing: Viewing },
  now: Date,
) => {
  const { shown, campaign } = late;
  const seconds = playSecondsOf(late);
  return {
    left: shown.budget - shown.counted,
    daysLeft: daysLeftOf(campaign, now),
    tvs,
    daily: dailySeconds / seconds,
    viewing,
    cap: shown.cap,
    schedule: shown.schedule,
    playsPerUnit: shown.kind === 'banner' ? 1 : 1 / seconds,
  };
};

const whyOf = async (db: Database, late: Late, now: Date): Promise<WhyBehind> =>
  whyBehind(factsOf(late, await reachOf(db, late.shown, now), now));

/** Why a campaign is late, as its company may know it in its list; `null`: it is not, or by nothing that it chose. */
export async function whyBehindForList(db: Database, late: Late, now: Date): Promise<OwnWhyBehind | null> {
  if (late.shown.state !== 'behind') return null;
  const why = await whyOf(db, late, now);
  if (isChoiceEnough(why)) return null;
  return why.why === 'few' ? { why: 'few', reached: (await audienceOf(db, late.shown, now)).reached } : why;
}

/** The same with how many TVs would do, from numbers alone that its editor tells: no smaller one follows from the two. */
export async function whyBehindWithNeededTvs(db: Database, late: Late, now: Date): Promise<MailedWhyBehind | null> {
  if (late.shown.state !== 'behind') return null;
  const why = await whyOf(db, late, now);
  if (isChoiceEnough(why)) return null;
  if (why.why !== 'few') return why;
  const { reached, ...shown } = await audienceOf(db, late.shown, now);
  return { why: 'few', reached, needed: neededTvs(factsOf(late, { ...shown, tvs: reached ?? 0 }, now)) };
}

/** Campaigns more than a tenth below their plan, each with what makes it late. */
export async function campaignsBehind(db: Database, now: Date) {
  const late = await lateOf(db, now);
  return Promise.all(
    late.map(async (one) => {
      const { shown, campaign, company } = one;
      const daysLeft = daysLeftOf(campaign, now);
      const why = await whyOf(db, one, now);
      const { id, name, kind, counted, budget, planned } = shown;
      const { profileId, toldBehindAt } = campaign;
      return {
        id,
        name,
        kind,
        company,
        companyId: profileId,
        counted,
        budget,
        planned: planned ?? 0,
        daysLeft,
        why,
        toldAt: toldBehindAt,
      };
    }),
  );
}

/** Writes to the company why its campaign is late, once a day at most. */
export async function tellBehind(deps: Dependencies, actor: Actor, id: string): Promise<void> {
  const now = deps.now();
  const late = (await lateOf(deps.db, now)).find(({ shown }) => shown.id === id);
  const why = late && (await whyBehindWithNeededTvs(deps.db, late, now));
  if (!why) throw refuse('CAMPAIGN_CHANGED');
  const reason = behindCopy.whyForCompany(why);
  await deps.db.transaction(async (tx) => {
    const dayAgo = new Date(now.getTime() - DAY_MS);
    const [told] = await tx
      .update(campaigns)
      .set({ toldBehindAt: now })
      .where(and(eq(campaigns.id, id), or(isNull(campaigns.toldBehindAt), sql`${campaigns.toldBehindAt} <= ${dayAgo}`)))
      .returning({ profileId: campaigns.profileId });
    if (!told?.profileId) throw refuse('CAMPAIGN_TOLD');
    const [company] = await tx.select({ email: profiles.email }).from(profiles).where(eq(profiles.id, told.profileId));
    const { name, kind, counted, planned: plan } = late.shown;
    const planned = plan ?? 0;
    await record(tx, actor, {
      action: 'campaigns.told-behind',
      on: { kind: 'campaign', id },
      after: { counted, planned },
    });
    await queueMail(tx, deps.queue, {
      to: company!.email,
      profileId: told.profileId,
      template: 'campaigns.behind',
      props: {
        name,
        counted,
        planned,
        unit: kind === 'spot' ? 'tv_second' : 'banner',
        reason,
        link: `${deps.config.publicUrl}/account/campaigns/${id}`,
      },
      idempotencyKey: `campaigns.behind:${id}:${now.toISOString()}`,
    });
  });
}
