import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { WHOLE_WEEK } from '#domain/playout/schedule.ts';
import { DAY_MS } from '../../../domain/day.ts';
import { BANNER_SECONDS } from '../../../domain/playout/rules.ts';
import { dayOf } from '../../../domain/time.ts';
import { addEntries } from '../../../server/advertising/ledger.ts';
import { campaigns, categoryRules, creatives, films, reportObjections } from '../../../server/campaigns/schema.ts';
import { files } from '../../../server/files/schema.ts';
import { approveAndReserveUnits } from '../../../server/flows/campaigns/campaign-states.ts';
import { systemActor } from '../../../server/platform/audit.ts';
import type { FuzzContext } from '../fuzz-context.ts';
import { type Ask, type Recipe, withId } from './recipe.ts';

type State = 'draft' | 'review' | 'approved' | 'done';

/** A banner campaign with one picture, of a company that has units; the picture's row is there, its bytes are not. */
async function campaign({ createPerson, db }: FuzzContext, state: State) {
  const { id: profileId, token } = await createPerson('member');
  const units = { reason: 'correction' as const, reference: `start ${profileId}`, banners: 1_000, tvSeconds: 1_000 };
  await db.transaction((tx) => addEntries(tx, systemActor, profileId, units));
  const [made] = await db
    .insert(campaigns)
    .values({
      profileId,
      name: 'Jesenja akcija',
      kind: 'banner',
      pace: 'asap',
      url: 'https://pekara.rs',
      budget: 100,
      state: state === 'approved' ? 'review' : state,
      sentAt: state === 'draft' ? null : new Date(),
      schedule: [...WHOLE_WEEK],
      startsAt: new Date(),
      endsAt: new Date(Date.now() + 7 * DAY_MS),
    })
    .returning({ id: campaigns.id });
  const { id } = made!;
  const sha256 = randomUUID().replaceAll('-', '').repeat(2);
  const content = { sha256, extension: '.webp', contentType: 'image/webp', bytes: 100, part: 'private' as const };
  const [file] = await db
    .insert(files)
    .values({ ...content, kind: 'advert-banner', ownerId: profileId, survivesOwner: false, madeByUs: true })
    .returning();
  const shown = { shownFileId: file!.id, sha256, width: 1920, height: 1080, bytes: 100, name: 'slika.png' };
  const [creative] = await db
    .insert(creatives)
    .values({ campaignId: id, seconds: BANNER_SECONDS, ...shown })
    .returning({ id: creatives.id });
  if (state === 'approved') await db.transaction((tx) => approveAndReserveUnits(tx, id));
  return { id, token, picture: creative!.id };
}

/** A draft of spots and a film that its company sent; the film's row is there, its bytes are not. */
async function spot(context: FuzzContext) {
  const { id, token } = await campaign(context, 'draft');
  const [row] = await context.db.update(campaigns).set({ kind: 'spot' }).where(eq(campaigns.id, id)).returning();
  const sha256 = randomUUID().replaceAll('-', '').repeat(2);
  const content = { sha256, extension: '.mp4', contentType: 'video/mp4', bytes: 100, part: 'private' as const };
  const [file] = await context.db
    .insert(files)
    .values({ ...content, kind: 'advert-film', ownerId: row!.profileId, survivesOwner: false, madeByUs: false })
    .returning();
  return { id, token, file: file!.id };
}

let picture: Promise<Buffer> | undefined;
const emptyPicture = () => {
  picture ??= sharp({ create: { width: 1920, height: 1080, channels: 3, background: '#f4efe4' } })
    .png()
    .toBuffer();
  return picture;
};

/** A picture that its company sent, whole. */
async function uploaded(ask: Ask, token: string): Promise<string> {
  const content = await emptyPicture();
  const begun = { key: randomUUID(), kind: 'advert-picture', bytes: content.length };
  const { id } = (await ask('POST', '/api/files/uploads', token, begun)) as { id: string };
  await ask('PUT', `/api/files/uploads/${id}/parts/1`, token, content);
  const file = (await ask('POST', `/api/files/uploads/${id}/complete`, token)) as { id: string };
  return file.id;
}

const own = async (context: FuzzContext, state: State, body?: object) => {
  const { id, token } = await campaign(context, state);
  return { ...withId(id), token, ...(body ? { body } : {}) };
};
const desk = async (context: FuzzContext, state: State, body?: object) => ({
  ...withId((await campaign(context, state)).id),
  ...(body ? { body } : {}),
});

export const campaignRecipes: Record<string, Recipe> = {
  'campaigns.own.begin': async (context, random) => {
    const { id, token } = await campaign(context, 'approved');
    return { token, body: { id: random.uuid(), ...random.pick([{}, { copyOf: id }, { changeOf: id }]) } };
  },
  'campaigns.own.read': (context) => own(context, 'approved'),
  'campaigns.own.report': (context) => own(context, 'approved'),
  'campaigns.own.uncounted': (context) => own(context, 'approved'),
  'campaigns.own.uncountedFile': (context) => own(context, 'approved'),
  'campaigns.own.reportFile': (context) => own(context, 'approved'),
  'campaigns.own.reportPdf': (context) => own(context, 'approved'),
  'campaigns.own.objections': (context) => own(context, 'done'),
  'campaigns.own.object': (context) =>
    own(context, 'done', {
      objection: randomUUID(),
      month: dayOf(new Date()).slice(0, 7),
      text: 'U petak je bilo više prikaza.',
    }),
  'campaigns.own.save': (context, random) =>
    own(context, 'draft', { name: 'Zimska akcija', budget: 1 + random.below(500), cap: random.pick([null, 3]) }),
  'campaigns.own.change': (context, random) =>
    own(context, 'approved', { budget: 100 + random.below(100), cap: 1 + random.below(20) }),
  'campaigns.own.addPicture': async (context, _random, ask) => {
    const { id, token } = await campaign(context, 'draft');
    return { ...withId(id), token, body: { file: await uploaded(ask, token), name: 'Đubre i čaršav.png' } };
  },
  'campaigns.own.addFilm': async (context) => {
    const { id, token, file } = await spot(context);
    return { ...withId(id), token, body: { file, name: 'kifle.mp4' } };
  },
  'campaigns.own.removeFilm': async (context) => {
    const { id, token, file } = await spot(context);
    const sent = { campaignId: id, fileId: file, name: 'kifle.mp4' };
    const [film] = await context.db.insert(films).values(sent).returning({ id: films.id });
    return { params: { id, film: film!.id }, token };
  },
  'campaigns.own.films': (context) => own(context, 'draft'),
  'campaigns.own.setKind': (context) => own(context, 'draft', { kind: 'banner' }),
  'campaigns.own.removePicture': async (context) => {
    const { id, token, picture: pictureId } = await campaign(context, 'draft');
    return { params: { id, picture: pictureId }, token };
  },
  'campaigns.own.send': (context) => own(context, 'draft', { category: 'none', hasRights: true }),
  'campaigns.own.recall': (context) => own(context, 'review'),
  'campaigns.own.step': (context, random) => own(context, 'approved', { to: random.pick(['pause', 'end']) }),
  'campaigns.own.remove': (context) => own(context, 'draft'),
  'campaigns.admin.reportPdf': (context) => desk(context, 'approved'),
  'campaigns.admin.answer': async (context) => {
    const { id: campaignId } = await campaign(context, 'done');
    const about = { month: '2027-10', text: 'Nije tačno.', madeAt: new Date(), dueOn: '2027-12-01' };
    const objection = { id: randomUUID(), campaignId, ...about };
    await context.db.insert(reportObjections).values(objection);
    return { ...withId(objection.id), body: { answer: 'Proverili smo.' } };
  },
  'campaigns.admin.tellBehind': async (context) => {
    const { id } = await campaign(context, 'approved');
    // So much is left that the TVs of its choice are too few: a company is told of nothing else.
    const late = { pace: 'even', startsAt: new Date(Date.now() - 3 * DAY_MS), budget: 100_000_000 } as const;
    await context.db.update(campaigns).set(late).where(eq(campaigns.id, id));
    return withId(id);
  },
  'campaigns.admin.read': (context) => desk(context, 'review'),
  'campaigns.admin.approve': (context) => desk(context, 'review', { sendings: 0 }),
  'campaigns.admin.undoApproval': async (context, _random, ask) => {
    const { id } = await campaign(context, 'review');
    const { token } = await context.createPerson('admin');
    await ask('POST', `/api/admin/campaigns/${id}/approve`, token, { sendings: 0 });
    return withId(id);
  },
  'campaigns.admin.setCategory': async (context, random) => {
    const [rule] = await context.db.select().from(categoryRules).where(eq(categoryRules.category, 'credit'));
    return {
      params: { category: 'credit' },
      body: { ...rule!, from: random.pick([0, 8, 20]), to: random.pick([6, 24]), needsProof: random.chance(0.5) },
    };
  },
  'campaigns.admin.reject': (context) => desk(context, 'review', { sendings: 0, reason: 'Tekst je previše sitan.' }),
  'campaigns.admin.step': (context, random) =>
    desk(context, 'approved', { to: random.pick(['pause', 'end', 'withdraw']), reason: 'Zabranjen sadržaj.' }),
};
