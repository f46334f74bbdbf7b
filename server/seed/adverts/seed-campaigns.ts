import { asc, sql } from 'drizzle-orm';
import { startOfDay } from '#domain/time.ts';
import { campaigns, creatives } from '../../campaigns/schema.ts';
import type { Actor } from '../../platform/audit.ts';
import { findFfmpeg } from '../../platform/films/ffmpeg.ts';
import type { Profile } from '../population.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { isShown, type Moments, momentsOf, type Step, stepsAfterDraft } from './campaign-story.ts';
import { draftCampaign } from './draft-campaign.ts';
import { drawPicture, type Look } from './draw-picture.ts';
import { makeFilm } from './make-film.ts';
import type { Run } from './make-plays.ts';
import { campaignId, LOOKS, PLANS, type Plan, scheduleOf } from './plans.ts';
import type { Stage } from './stage.ts';

/** Companies draft, send and stop their campaigns, our people decide about them. Answers with what was to be shown when. */
export async function seedCampaigns(
  stage: Stage,
  random: SeededRandom,
  companies: readonly Profile[],
  desk: Actor,
): Promise<Run[]> {
  const { db, deps, clock, end } = stage;
  const ffmpeg = findFfmpeg(deps.config.ffmpegPath)?.ffmpeg;
  const plans = PLANS.filter(({ film }) => film === undefined || ffmpeg !== undefined);
  // All at once, while the story goes on.
  const adverts = new Map(plans.map((plan) => [plan, makeAdverts(plan, companies[plan.company]!, ffmpeg)]));

  const steps: Step[] = [];
  const runs: Run[] = [];
  for (const plan of plans) {
    const { id, email } = companies[plan.company]!;
    const own = { id, email };
    const moments = momentsOf(plan, end, random);
    steps.push(
      { at: moments.begun, happens: () => draftCampaign(stage, plan, moments, own, adverts.get(plan)!) },
      ...stepsAfterDraft(stage, plan, moments, own, desk),
    );
    if (isShown(plan)) runs.push(runOf(plan, moments));
  }
  for (const { at, happens } of steps.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
    clock.now = at;
    await happens();
  }
  clock.now = end;
  await db.execute(sql`analyze ${campaigns}`);
  const shown = await db.select().from(creatives).orderBy(asc(creatives.createdAt), asc(creatives.id));
  return runs.map((run) => ({
    ...run,
    seconds: shown.filter(({ campaignId }) => campaignId === run.id).map(({ seconds }) => seconds),
  }));
}

/** Pictures, or films where the plan shows those; without ffmpeg no plan does. */
const makeAdverts = (plan: Plan, company: Profile, ffmpeg: string | undefined): Promise<Buffer>[] =>
  looksOf(plan, company).map((look) =>
    plan.film === undefined ? drawPicture(look) : makeFilm(ffmpeg!, look, plan.film),
  );

/** What the plan was to show, and for how long; how long its adverts are is known when they have been accepted. */
const runOf = (plan: Plan, { first, stopped, over }: Moments): Run => ({
  id: campaignId(plan),
  isBanner: plan.film === undefined,
  seconds: [],
  from: startOfDay(first),
  to: stopped ?? over,
  daily: plan.daily,
  budget: plan.budget,
  regions: plan.regions ?? [],
  venues: plan.venues ?? [],
  cap: plan.cap ?? null,
  schedule: scheduleOf(plan),
});

function looksOf({ company, headlines }: Plan, { companyName }: Profile): Look[] {
  const [ground, accent, ink] = LOOKS[company]!;
  const words = (companyName ?? '').replace(' d.o.o.', '').split(' ');
  // „Turistička agencija“ and „Salon nameštaja“ are two words of trade.
  const [trade, sign] = /^(?:Turistička|Salon)$/.test(words[0]!)
    ? [words.slice(0, 2), words.slice(2)]
    : [words.slice(0, 1), words.slice(1)];
  const look = { sign: sign.join(' '), trade: trade.join(' '), ground, accent, ink };
  return headlines.map(([headline, line]) => ({ ...look, headline, line }));
}
