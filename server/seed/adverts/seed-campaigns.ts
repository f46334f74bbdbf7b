import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { DAY_MS, type Day, daysLater, HOUR_MS } from '#domain/day.ts';
import { dayOf, startOfDay } from '#domain/time.ts';
import { beginDraft, saveDraft } from '../../campaigns/own-campaigns.ts';
import { campaigns, creatives, films } from '../../campaigns/schema.ts';
import { addPicture } from '../../flows/campaigns/add-picture.ts';
import { endCampaigns } from '../../flows/campaigns/campaign-states.ts';
import { approveCampaign, rejectCampaign, stepCampaign } from '../../flows/campaigns/decide.ts';
import { convertSentFilm } from '../../flows/campaigns/films/convert-sent-film.ts';
import { addFilm, setKind } from '../../flows/campaigns/films/own-films.ts';
import { sendCampaign } from '../../flows/campaigns/send-campaign.ts';
import type { Actor } from '../../platform/audit.ts';
import { findFfmpeg } from '../../platform/films/ffmpeg.ts';
import type { Profile } from '../population.ts';
import { idOf, type SeededRandom } from '../seeded-random.ts';
import { drawPicture, type Look } from './draw-picture.ts';
import { makeFilm } from './make-film.ts';
import type { Run } from './make-plays.ts';
import { LOOKS, PLANS, type Plan, scheduleOf } from './plans.ts';
import type { Stage } from './stage.ts';
import { storeSentFile } from './store-sent-file.ts';

/** An hour of the day at which companies and our people work, in milliseconds. */
const MORNING = 9 * HOUR_MS;

/** The same day while people work; never later than now. */
function byDay(at: Date, end: Date): Date {
  const midnight = startOfDay(dayOf(at)).getTime();
  const hour = (at.getTime() - midnight) / HOUR_MS;
  if (hour >= 8 && hour < 19) return at;
  const worked = new Date(midnight + MORNING + (at.getTime() % (8 * HOUR_MS)));
  return worked < end ? worked : new Date(worked.getTime() - DAY_MS);
}

interface Step {
  at: Date;
  happens(): Promise<unknown>;
}

export const campaignId = ({ company, name }: Pick<Plan, 'company' | 'name'>): string =>
  idOf(`campaign ${company} ${name}`);

/** Companies draft, send and stop their campaigns, our people decide about them. Answers with what was to be shown when. */
export async function seedCampaigns(
  stage: Stage,
  random: SeededRandom,
  companies: readonly Profile[],
  desk: Actor,
): Promise<Run[]> {
  const { db, deps, clock, end } = stage;
  const today = dayOf(end);
  const runs: Run[] = [];
  // All at once, while the story goes on.
  const ffmpeg = findFfmpeg(deps.config.ffmpegPath);
  const plans = PLANS.filter(({ film }) => film === undefined || ffmpeg !== null);
  const pictures = new Map(
    plans.map((plan) => [
      plan,
      looksOf(plan, companies[plan.company]!).map((look) =>
        plan.film === undefined ? drawPicture(look) : makeFilm(ffmpeg!.ffmpeg, look, plan.film),
      ),
    ]),
  );
  const steps = plans.flatMap((plan): Step[] => {
    const company = companies[plan.company]!;
    const id = campaignId(plan);
    const own = { id: company.id, email: company.email };
    const [first, last] = plan.days.map((days) => daysLater(today, days)) as [Day, Day];
    const stopped = plan.hoursAgo === undefined ? null : byDay(new Date(end.getTime() - plan.hoursAgo * HOUR_MS), end);
    const isWaiting = ['draft', 'review', 'rejected'].includes(plan.fate);
    const isLate = isWaiting || plan.days[0] > 0;
    const sent = isLate
      ? byDay(new Date((stopped ?? end).getTime() - (plan.fate === 'review' ? 0 : DAY_MS)), end)
      : new Date(startOfDay(daysLater(first, -2)).getTime() + MORNING + random.between(0, 300) * 60_000);
    const begun = new Date(sent.getTime() - random.between(30, 150) * 60_000);
    const decided = plan.fate === 'rejected' ? stopped! : new Date(sent.getTime() + random.between(40, 220) * 60_000);
    const story: Step[] = [{ at: begun, happens: () => draft(plan, own, first, last) }];
    if (plan.fate === 'draft') return story;
    const category = 'none';
    const looked = { id, sendings: 1 };
    story.push({
      at: sent,
      happens: () => db.transaction((tx) => sendCampaign(tx, deps, own, own.id, { id, category, proof: '' }, null)),
    });
    if (plan.fate === 'review') return story;
    if (plan.fate === 'rejected')
      return [
        ...story,
        {
          at: decided,
          happens: () =>
            db.transaction(async (tx) => {
              const own = await tx.select({ id: creatives.id }).from(creatives).where(eq(creatives.campaignId, id));
              const adverts = own.map((one) => one.id);
              await rejectCampaign(tx, deps, desk, { ...looked, reason: plan.reason!, adverts });
            }),
        },
      ];
    story.push({ at: decided, happens: () => db.transaction((tx) => approveCampaign(tx, deps, desk, looked)) });
    const to = plan.fate === 'paused' ? 'pause' : plan.fate === 'withdrawn' ? 'withdraw' : 'end';
    if (stopped) {
      const who = to === 'withdraw' ? desk : own;
      const step = { id, to, ...(plan.reason && { reason: plan.reason }) } as const;
      story.push({ at: stopped, happens: () => db.transaction((tx) => stepCampaign(tx, deps, who, step)) });
    }
    const over = startOfDay(daysLater(last, 1));
    runs.push({
      id,
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
    if (over < end) story.push({ at: over, happens: () => db.transaction((tx) => endCampaigns(tx, clock.now)) });
    return story;
  });

  async function draft(plan: Plan, own: Actor & { email: string }, startsOn: Day, endsOn: Day): Promise<void> {
    const id = campaignId(plan);
    const copyOf = plan.copyOf && campaignId({ company: plan.company, name: plan.copyOf });
    await db.transaction((tx) => beginDraft(tx, own.id, { id, ...(copyOf && { copyOf }) }, clock.now));
    const { name, budget, pace = 'even', cap = null, regions = [], venues = [] } = plan;
    const fields = {
      id,
      name,
      budget,
      pace,
      cap,
      regions: [...regions],
      venues: [...venues],
      schedule: [...scheduleOf(plan)],
      startsOn,
      endsOn,
      url: plan.fate === 'draft' ? '' : `https://${own.email.split('@')[1]}/${slugOf(name)}`,
    };
    await db.transaction((tx) => saveDraft(tx, own.id, fields, clock.now));
    if (plan.film !== undefined) await db.transaction((tx) => setKind(tx, deps, own, own.id, { id, kind: 'spot' }));
    for (const [n, picture] of pictures.get(plan)!.entries()) {
      if (plan.film !== undefined) {
        const file = await storeSentFile(deps, own.id, await picture, 'advert-film');
        await addFilm(deps, own, own.id, { id, file, name: `${slugOf(name)}.mp4` });
        const waiting = await db
          .select({ id: films.id })
          .from(films)
          .where(and(eq(films.campaignId, id), isNull(films.refusal)));
        for (const film of waiting) await convertSentFilm(deps, film.id);
        continue;
      }
      const file = await storeSentFile(deps, own.id, await picture, 'advert-picture');
      await addPicture(deps, own, own.id, { id, file, name: `${slugOf(name)}${n === 0 ? '' : `-${n + 1}`}.png` });
    }
    await db.update(creatives).set({ createdAt: clock.now }).where(eq(creatives.campaignId, id));
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

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-');
