import { and, eq, isNull } from 'drizzle-orm';
import { beginDraft, saveDraft } from '../../campaigns/drafts.ts';
import { creatives, films } from '../../campaigns/schema.ts';
import { addPicture } from '../../flows/campaigns/add-picture.ts';
import { convertSentFilm } from '../../flows/campaigns/films/convert-sent-film.ts';
import { addFilm, setKind } from '../../flows/campaigns/films/own-films.ts';
import type { Actor } from '../../platform/audit.ts';
import type { Moments } from './campaign-story.ts';
import { campaignId, type Plan, scheduleOf } from './plans.ts';
import type { Stage } from './stage.ts';
import { storeSentFile } from './store-sent-file.ts';

/** A company fills in its campaign and adds what is to be shown: pictures, or films. */
export async function draftCampaign(
  stage: Stage,
  plan: Plan,
  { first, last }: Moments,
  own: Actor & { email: string },
  shown: readonly Promise<Buffer>[],
): Promise<void> {
  const { db, clock } = stage;
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
    startsOn: first,
    endsOn: last,
    url: plan.fate === 'draft' ? '' : `https://${own.email.split('@')[1]}/${slugOf(name)}`,
  };
  await db.transaction((tx) => saveDraft(tx, own.id, fields, clock.now));
  if (plan.film === undefined) await addPictures(stage, plan, own, shown);
  else await addFilms(stage, plan, own, shown);
  await db.update(creatives).set({ createdAt: clock.now }).where(eq(creatives.campaignId, id));
}

async function addPictures({ deps }: Stage, plan: Plan, own: Actor, pictures: readonly Promise<Buffer>[]) {
  const id = campaignId(plan);
  for (const [n, picture] of pictures.entries()) {
    const file = await storeSentFile(deps, own.id, await picture, 'advert-picture');
    await addPicture(deps, own, own.id, { id, file, name: `${slugOf(plan.name)}${n === 0 ? '' : `-${n + 1}`}.png` });
  }
}

async function addFilms({ db, deps }: Stage, plan: Plan, own: Actor, made: readonly Promise<Buffer>[]) {
  const id = campaignId(plan);
  await db.transaction((tx) => setKind(tx, deps, own, own.id, { id, kind: 'spot' }));
  for (const film of made) {
    const file = await storeSentFile(deps, own.id, await film, 'advert-film');
    await addFilm(deps, own, own.id, { id, file, name: `${slugOf(plan.name)}.mp4` });
    const waiting = await db
      .select({ id: films.id })
      .from(films)
      .where(and(eq(films.campaignId, id), isNull(films.refusal)));
    for (const one of waiting) await convertSentFilm(deps, one.id);
  }
}

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-');
