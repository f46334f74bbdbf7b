import { hash, randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { HOUR_MS } from '#domain/day.ts';
import { hourOf } from '#domain/playout/rules.ts';
import { hourMask, WHOLE_WEEK } from '#domain/playout/schedule.ts';
import { devices } from '../devices/schema.ts';
import { files } from '../files/schema.ts';
import { closeAccount } from '../flows/people/close-account.ts';
import { mails } from '../platform/mail.schema.ts';
import { licences, tvs, unitReservations } from '../playout/schema.ts';
import { testAdverts } from '../test/adverts.ts';
import { testApp } from '../test/app.ts';
import { drawBanner } from '../test/banners.ts';
import { call, codeOfCall, person, type TestPerson } from '../test/people.ts';
import { upload } from '../test/uploads.ts';
import { removeUnusedAdvertFiles } from './remove-unused-advert-files.ts';
import { campaigns, codeOpenings, creatives } from './schema.ts';

const app = await testApp();
const { db, clock } = app;
clock.now = new Date('2027-03-01T11:10:00Z');
const adverts = await testAdverts(app);
const staff = await person(app, 'superAdmin');
const desk = call(app, staff).campaigns.admin;
const ownOf = (who: TestPerson) => call(app, who).campaigns.own;

/** Each test has the screens to itself. */
beforeEach(async () => {
  await db.update(campaigns).set({ state: 'done' }).where(eq(campaigns.state, 'approved'));
});

const uploaded = async (who: TestPerson, bytes: Buffer) => (await upload(app, who, bytes)).id;

/** A complete draft for the next days. */
async function draft(who: TestPerson, more: Partial<Parameters<ReturnType<typeof ownOf>['save']>[0]> = {}) {
  const id = randomUUID();
  await ownOf(who).begin({ id });
  const fields = { name: 'Tople kifle', url: 'https://pekara.example/kifle', budget: 100, pace: 'asap' as const };
  await ownOf(who).save({ id, startsOn: '2027-03-01', endsOn: '2027-03-05', ...fields, ...more });
  await ownOf(who).addPicture({ id, file: await uploaded(who, await drawBanner()), name: 'kifle.png' });
  return id;
}
/** Approved, and the time is over in which that can be taken back. */
const approved = async (id: string) => {
  await desk.approve({ id, sendings: 1 });
  clock.now = new Date(clock.now.getTime() + 13_000);
};
const sent = async (who: TestPerson, more?: Parameters<typeof draft>[1]) => {
  const id = await draft(who, more);
  await ownOf(who).send({ id, category: 'none', hasRights: true });
  return id;
};
const mailsNamed = async (template: string) =>
  (await db.select().from(mails).where(eq(mails.template, template))).map(
    ({ props }) => props as Record<string, string>,
  );

test('a company’s picture is on a screen once somebody of ours approved its campaign, and its code leads to its address', async () => {
  const who = await adverts.company();
  const id = await sent(who);
  expect(await mailsNamed('campaigns.sent')).toMatchObject([{ name: 'Tople kifle', kind: 'banner' }]);
  const { waiting } = await desk.queue();
  expect(waiting.map((one) => one.id)).toEqual([id]);
  const tv = await adverts.tv();
  expect((await tv.player.bag()).leases, 'under review nothing is shown').toEqual([]);
  await approved(id);
  expect(await mailsNamed('campaigns.approved')).toMatchObject([{ name: 'Tople kifle' }]);
  const { leases } = await tv.player.bag();
  expect(leases[0]).toMatchObject({ kind: 'banner', seconds: 15, opens: 'pekara.example' });
  const path = `/api/tv/media/${leases[0]!.creative}`;
  const media = await app.app.request(path, { headers: { authorization: `Bearer ${tv.token}` } });
  const bytes = Buffer.from(await media.arrayBuffer());
  expect(media.headers.get('content-type')).toBe('image/webp');
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 1920, height: 1080, hasAlpha: true });
  expect(hash('sha256', bytes)).toBe(leases[0]!.sha256);
  expect((await app.app.request(path)).status, 'without a TV’s token there is none').toBe(401);
  const opened = await app.app.request(new URL(leases[0]!.code).pathname);
  expect([opened.status, opened.headers.get('location')]).toEqual([302, 'https://pekara.example/kifle']);
  expect(await db.select().from(codeOpenings).where(eq(codeOpenings.campaignId, id))).toMatchObject([{ openings: 1 }]);
  await ownOf(who).step({ id, to: 'end' });
  expect((await app.app.request(path, { headers: { authorization: `Bearer ${tv.token}` } })).status).toBe(404);
  expect((await app.app.request(new URL(leases[0]!.code).pathname)).headers.get('location')).toBe('/');
  const { campaigns: mine, banners } = await ownOf(who).list();
  const heldUntil = new Date(hourOf(clock.now).getTime() + 75 * HOUR_MS).toISOString();
  const [over] = mine;
  expect(over).toMatchObject({ id, state: 'done', counted: 0, held: leases.length, heldUntil });
  expect(over!.returned).toBe(over!.budget - leases.length);
  expect(banners).toEqual({ balance: 1000, inCampaigns: leases.length, free: 1000 - leases.length });
});

test('a picture that does not fit is refused with what was measured, and the draft stays as it was', async () => {
  const who = await adverts.company();
  const id = randomUUID();
  await ownOf(who).begin({ id });
  const refusal = async (bytes: Buffer) =>
    codeOfCall(ownOf(who).addPicture({ id, file: await uploaded(who, bytes), name: 'slika' }));
  expect(await refusal(await drawBanner({ width: 1080, height: 1920 }))).toBe('PICTURE_UPRIGHT');
  expect(await refusal(await drawBanner({ width: 1280, height: 720 }))).toBe('PICTURE_SMALL');
  expect(await refusal(await drawBanner({ width: 2400, height: 1080 }))).toBe('PICTURE_SHAPE');
  expect(await refusal(await drawBanner({ spot: { left: 900, top: 300 } }))).toBe('PICTURE_WINDOW');
  expect(await refusal(await drawBanner({ spot: { left: 150, top: 820 } }))).toBe('PICTURE_QR_PLACE');
  const whole = await drawBanner();
  expect(await refusal(whole.subarray(0, whole.length - 4000))).toBe('PICTURE_BROKEN');
  expect((await ownOf(who).read({ id })).pictures).toEqual([]);
});

test('what cannot be seen is no part of the names that staff read: of a campaign, of a picture', async () => {
  const who = await adverts.company();
  const id = await draft(who, { name: 'Kifle\u202e\nza sve\u200b' });
  const file = await uploaded(who, await drawBanner());
  await ownOf(who).addPicture({ id, file, name: 'gnp.elfik\u202e' });
  const { name, pictures } = await ownOf(who).read({ id });
  expect([name, ...pictures.map((one) => one.name).sort()]).toEqual(['Kifle za sve', 'gnp.elfik', 'kifle.png']);
  const unseen = await uploaded(who, await drawBanner());
  expect(await codeOfCall(ownOf(who).addPicture({ id, file: unseen, name: '\u2066\u202e' }))).toBe('BAD_REQUEST');
});

test('a banner takes up its company’s room, and one that is there is not decoded again', async () => {
  const who = await adverts.company();
  const id = randomUUID();
  await ownOf(who).begin({ id });
  const file = await uploaded(who, await drawBanner());
  const { tokens, storage } = app.deps;
  const env = { STORAGE_PER_PERSON: '1' };
  const tight = await testApp({ databaseUrl: app.databaseUrl, env, deps: { tokens, storage, now: app.deps.now } });
  const [sent] = await db.select().from(files).where(eq(files.id, file));
  await db
    .update(files)
    .set({ bytes: 1024 * 1024 - 100 })
    .where(eq(files.id, file));
  const add = (on: typeof app) => call(on, who).campaigns.own.addPicture({ id, file, name: 'a.png' });
  expect(await codeOfCall(add(tight))).toBe('FILE_QUOTA_FULL');
  expect((await ownOf(who).read({ id })).pictures).toEqual([]);
  await db.update(files).set({ bytes: sent!.bytes }).where(eq(files.id, file));
  const first = await add(tight);
  const reads = vi.spyOn(storage.private, 'read');
  onTestFinished(() => reads.mockRestore());
  expect(await add(tight)).toEqual(first);
  expect(reads).not.toHaveBeenCalled();
  await db
    .update(files)
    .set({ bytes: 1024 * 1024 - 100 })
    .where(eq(files.id, first.file!));
  const begun = call(tight, who).files.uploads.begin({ key: randomUUID(), kind: 'advert-picture', bytes: 200 });
  expect(await codeOfCall(begun)).toBe('FILE_QUOTA_FULL');
});

test('JPEG with a window of one colour, and a picture of 4K are as good; the same file again is the same picture', async () => {
  const who = await adverts.company();
  const id = randomUUID();
  await ownOf(who).begin({ id });
  const jpeg = await uploaded(who, await drawBanner({ format: 'jpeg', window: { r: 255, g: 255, b: 255, alpha: 1 } }));
  const large = await uploaded(who, await drawBanner({ width: 3840, height: 2160, format: 'webp' }));
  await ownOf(who).addPicture({ id, file: jpeg, name: 'a.jpg' });
  await ownOf(who).addPicture({ id, file: jpeg, name: 'a.jpg' });
  await ownOf(who).addPicture({ id, file: large, name: 'b.webp' });
  expect((await ownOf(who).read({ id })).pictures).toMatchObject([
    { name: 'a.jpg', width: 1920 },
    { name: 'b.webp', width: 3840 },
  ]);
});

test('an incomplete campaign, or one beyond the balance, is not sent; fields say what is missing', async () => {
  const who = await adverts.company({ banners: 50 });
  const id = randomUUID();
  await ownOf(who).begin({ id });
  const send = () => ownOf(who).send({ id, category: 'none', hasRights: true });
  const missing = await send().catch((error) => error.data);
  expect(missing).toEqual({ missing: ['name', 'url', 'picture'] });
  for (const url of ['http://pekara.example', 'https://127.0.0.1/x', 'https://ana:tajna@pekara.example', 'pekara'])
    expect([
      url,
      await ownOf(who)
        .save({ id, url })
        .then(send)
        .catch((error) => error.data),
    ]).toEqual([url, missing]);
  expect(await codeOfCall(ownOf(who).save({ id, startsOn: '2027-03-05', endsOn: '2027-03-01' }))).toBe(
    'CAMPAIGN_DATES',
  );
  const complete = await draft(who, { budget: 60 });
  expect(await codeOfCall(ownOf(who).send({ id: complete, category: 'none', hasRights: true }))).toBe(
    'CAMPAIGN_BUDGET',
  );
});

test('a campaign ends two years after its first day, or after today, at the latest; one with the days of before is read all the same', async () => {
  const who = await adverts.company();
  const id = await draft(who, { startsOn: '2027-03-02' });
  const save = (days: { startsOn?: string; endsOn: string }) => codeOfCall(ownOf(who).save({ id, ...days }));
  expect(await save({ endsOn: '9999-12-31' })).toBe('BAD_REQUEST');
  expect(await save({ endsOn: '2029-03-03' })).toBe('CAMPAIGN_DATES');
  expect(await save({ endsOn: '2029-03-02' })).toBe('ok');
  expect(await save({ startsOn: '2027-02-01', endsOn: '2029-03-02' }), 'after today').toBe('CAMPAIGN_DATES');
  expect(await save({ startsOn: '2027-02-01', endsOn: '2029-03-01' })).toBe('ok');

  const running = await sent(who);
  await approved(running);
  const change = (endsOn: string) => codeOfCall(ownOf(who).change({ id: running, endsOn }));
  expect([await change('2029-03-02'), await change('2029-03-01')]).toEqual(['CAMPAIGN_DATES', 'ok']);

  const days = { startsAt: new Date('1850-01-01T00:00:00Z'), endsAt: new Date('9999-12-31T23:00:00Z') };
  await db
    .update(campaigns)
    .set({ ...days, pace: 'even' })
    .where(eq(campaigns.id, id));
  expect(await ownOf(who).read({ id })).toMatchObject({ startsOn: '1900-01-01', endsOn: '2199-12-31' });
  expect((await ownOf(who).report({ id })).days).toHaveLength(3_653);
  const refused = ownOf(who).send({ id, category: 'none', hasRights: true });
  expect(await refused.catch((error) => error.data)).toEqual({ missing: ['dates'] });
  expect(await codeOfCall(ownOf(who).save({ id, name: 'Kifle' })), 'its name may be changed').toBe('ok');
});

test('a plan without an hour on the days that are still to come is not sent, nor does one that runs become so', async () => {
  const who = await adverts.company();
  const weekend = WHOLE_WEEK.map((hours, day) => (day < 5 ? 0 : hours));
  // From a Monday to a Friday.
  const id = await draft(who, { schedule: weekend });
  const dataOf = (asked: Promise<unknown>) => asked.catch((error) => error.data);
  const send = () => ownOf(who).send({ id, category: 'none', hasRights: true });
  expect(await dataOf(send())).toEqual({ missing: ['hours'] });
  await ownOf(who).save({ id, endsOn: '2027-03-06' });
  await send();
  await approved(id);
  const change = (plan: { schedule?: number[]; endsOn?: string; cap?: number }) =>
    dataOf(ownOf(who).change({ id, ...plan }));
  expect(await change({ schedule: WHOLE_WEEK.map(() => 0) })).toEqual({ missing: ['hours'] });
  expect(await change({ endsOn: '2027-03-05' })).toEqual({ missing: ['hours'] });
  expect(await ownOf(who).read({ id })).toMatchObject({ schedule: weekend, endsOn: '2027-03-06' });
  await ownOf(who).change({ id, endsOn: '2027-03-05', schedule: [...WHOLE_WEEK] });
});

test('a plan whose last hour is over is not sent, nor does one that runs become so', async () => {
  const { now } = clock;
  onTestFinished(() => {
    clock.now = now;
  });
  const who = await adverts.company();
  clock.now = new Date('2027-03-03T10:10:00Z');
  const tenToEleven = WHOLE_WEEK.map(() => 1 << 10);
  const id = await draft(who, { startsOn: '2027-03-03', endsOn: '2027-03-03', schedule: tenToEleven });
  const send = () => ownOf(who).send({ id, category: 'none', hasRights: true });
  const lacksHours = { data: { missing: ['hours'] } };
  await expect(send()).rejects.toMatchObject(lacksHours);
  await ownOf(who).save({ id, endsOn: '2027-03-04' });
  await send();
  await approved(id);
  await expect(ownOf(who).change({ id, endsOn: '2027-03-03' })).rejects.toMatchObject(lacksHours);
});

test('what was sent back is mended and sent again; nobody changes it meanwhile', async () => {
  const who = await adverts.company();
  const id = await sent(who);
  expect(await codeOfCall(ownOf(who).save({ id, name: 'Druga' }))).toBe('CAMPAIGN_CHANGED');
  await desk.reject({ id, sendings: 1, reason: 'Tekst je sitniji od 28 px.' });
  expect(await codeOfCall(desk.approve({ id, sendings: 1 })), 'somebody else decided').toBe('CAMPAIGN_DECIDED');
  expect(await ownOf(who).read({ id })).toMatchObject({ state: 'rejected', reason: 'Tekst je sitniji od 28 px.' });
  expect((await mailsNamed('campaigns.rejected')).at(-1)).toMatchObject({ reason: 'Tekst je sitniji od 28 px.' });
  await ownOf(who).save({ id, name: 'Druga' });
  await ownOf(who).send({ id, category: 'none', hasRights: true });
  await ownOf(who).recall({ id });
  expect(await codeOfCall(desk.approve({ id, sendings: 2 }))).toBe('CAMPAIGN_DECIDED');
  await ownOf(who).send({ id, category: 'none', hasRights: true });
  await desk.approve({ id, sendings: 3 });
  expect(await ownOf(who).read({ id })).toMatchObject({ name: 'Druga', state: 'active', sendings: 3, reason: '' });
});

test('what its company takes back, changes and sends anew is not approved or refused by a press that was meant for what stood there before', async () => {
  const who = await adverts.company();
  const id = await sent(who);
  const shown = await desk.read({ id });
  await ownOf(who).recall({ id });
  const [before] = shown.pictures;
  const other = await drawBanner({ spot: { left: 20, top: 200 } });
  await ownOf(who).addPicture({ id, file: await uploaded(who, other), name: 'burek.png' });
  await ownOf(who).removePicture({ id, picture: before!.id });
  await ownOf(who).send({ id, category: 'none', hasRights: true });
  const { sendings } = shown;
  expect(await codeOfCall(desk.approve({ id, sendings }))).toBe('CAMPAIGN_SENT_AGAIN');
  expect(await codeOfCall(desk.reject({ id, sendings, reason: 'Tekst je sitan.' }))).toBe('CAMPAIGN_SENT_AGAIN');
  expect(await codeOfCall(desk.approve({ id, sendings: sendings + 2 })), 'what nobody has seen yet').toBe(
    'CAMPAIGN_SENT_AGAIN',
  );
  const now = await desk.read({ id });
  expect(now).toMatchObject({ state: 'review', pictures: [{ name: 'burek.png' }] });
  expect(await mailsNamed('campaigns.rejected'), 'nobody is told anything').not.toContainEqual(
    expect.objectContaining({ reason: 'Tekst je sitan.' }),
  );
  await desk.approve({ id, sendings: now.sendings });
  expect(await ownOf(who).read({ id })).toMatchObject({ state: 'active', pictures: [{ name: 'burek.png' }] });
});

test('an approval is taken back for ten seconds: no TV had it, its company is not told, and its units are free again', async () => {
  const who = await adverts.company({ banners: 150 });
  const id = await sent(who);
  const tv = await adverts.tv();
  await desk.approve({ id, sendings: 1 });
  expect((await ownOf(who).list()).banners.free).toBe(50);
  expect((await tv.player.bag()).leases, 'no TV gets it before').toEqual([]);
  await desk.undoApproval({ id });
  expect((await desk.queue()).waiting.map((one) => one.id)).toEqual([id]);
  expect((await ownOf(who).list()).banners.free).toBe(150);
  expect(await db.$count(mails, and(eq(mails.profileId, who.id), eq(mails.template, 'campaigns.approved')))).toBe(0);
  expect(await codeOfCall(desk.undoApproval({ id })), 'twice').toBe('CAMPAIGN_STAYS');

  await desk.approve({ id, sendings: 1 });
  clock.now = new Date(clock.now.getTime() + 13_000);
  expect((await tv.player.bag()).leases.length).toBeGreaterThan(0);
  expect(await codeOfCall(desk.undoApproval({ id })), 'a TV has it').toBe('CAMPAIGN_STAYS');
  expect(await ownOf(who).read({ id })).toMatchObject({ state: 'active' });
  expect(await codeOfCall(call(app, who).campaigns.admin.undoApproval({ id })), 'not by a company').toBe('FORBIDDEN');
});

test('two who decide at once: one decision, one reservation; a balance that does not cover it is refused', async () => {
  const who = await adverts.company({ banners: 150 });
  const [first, second] = [await sent(who), await sent(who)];
  const both = await Promise.all([
    codeOfCall(desk.approve({ id: first, sendings: 1 })),
    codeOfCall(desk.approve({ id: first, sendings: 1 })),
  ]);
  expect(both.sort()).toEqual(['CAMPAIGN_DECIDED', 'ok']);
  expect(await desk.approve({ id: second, sendings: 1 }).catch(({ code, message }) => [code, message])).toEqual([
    'CAMPAIGN_BUDGET',
    'Na stanju firme ima 50, manje od budžeta. Vratite joj kampanju.',
  ]);
  expect(await db.select().from(unitReservations).where(eq(unitReservations.profileId, who.id))).toHaveLength(1);
});

test('what waited until its hours or its days were over is not approved: the queue and its page say so, and it goes back', async () => {
  const { now } = clock;
  onTestFinished(() => {
    clock.now = now;
  });
  const who = await adverts.company();
  clock.now = new Date('2027-03-03T08:10:00Z');
  const tenToEleven = WHOLE_WEEK.map(() => 1 << 10);
  const id = await sent(who, { startsOn: '2027-03-03', endsOn: '2027-03-03', schedule: tenToEleven });
  const told = async () => {
    const { waiting } = await desk.queue();
    return [waiting.find((one) => one.id === id)?.passed, (await desk.read({ id })).passed];
  };
  clock.now = new Date('2027-03-03T09:50:00Z');
  expect(await told(), 'within the hour').toEqual([null, null]);
  clock.now = new Date('2027-03-03T10:00:00Z');
  expect(await told()).toEqual(['hours', 'hours']);
  expect(await codeOfCall(desk.approve({ id, sendings: 1 }))).toBe('CAMPAIGN_HOURS_OVER');
  clock.now = new Date('2027-03-03T23:00:00Z');
  expect(await told()).toEqual(['days', 'days']);
  expect(await codeOfCall(desk.approve({ id, sendings: 1 }))).toBe('CAMPAIGN_OVER');
  await desk.reject({ id, sendings: 1, reason: 'Termin je prošao. Izaberite nov.' });
  await ownOf(who).save({ id, startsOn: '2027-03-04', endsOn: '2027-03-05' });
  await ownOf(who).send({ id, category: 'none', hasRights: true });
  expect(await told()).toEqual([null, null]);
  await desk.approve({ id, sendings: 2 });
});

test('the mail of an approval names the first hour in which it is shown; within such an hour, this moment', async () => {
  const evenings = WHOLE_WEEK.map(() => hourMask(18, 23));
  const startOf = async (plan: Parameters<typeof draft>[1]) => {
    const who = await adverts.company();
    await desk.approve({ id: await sent(who, plan), sendings: 1 });
    const ofIts = and(eq(mails.profileId, who.id), eq(mails.template, 'campaigns.approved'));
    const [mail] = await db.select().from(mails).where(ofIts);
    return (mail!.props as { startsAt: string }).startsAt;
  };
  expect(await startOf({ startsOn: '2027-03-02', schedule: evenings })).toBe('2027-03-02T17:00:00.000Z');
  expect(await startOf({ startsOn: '2027-02-25', schedule: evenings })).toBe('2027-03-01T17:00:00.000Z');
  expect(await startOf({ startsOn: '2027-02-25' })).toBe(clock.now.toISOString());
});

test('while it runs, budget and end change within what is free and what is leased; the rest needs another review', async () => {
  const who = await adverts.company({ banners: 150 });
  const id = await sent(who);
  await approved(id);
  const { leases } = await (await adverts.tv()).player.bag();
  const least = leases.filter(({ opens }) => opens === 'pekara.example').length;
  expect(await codeOfCall(ownOf(who).change({ id, budget: least - 1 }))).toBe('CAMPAIGN_BUDGET_LOW');
  expect(await codeOfCall(ownOf(who).change({ id, budget: 151 }))).toBe('CAMPAIGN_BUDGET');
  await ownOf(who).change({ id, budget: 150, cap: 5, endsOn: '2027-03-20' });
  expect(await ownOf(who).read({ id })).toMatchObject({ budget: 150, cap: 5, endsOn: '2027-03-20', free: 0 });
  await ownOf(who).change({ id, endsOn: '2027-03-25' });
  expect(await ownOf(who).read({ id }), 'what is not sent stays').toMatchObject({ budget: 150, cap: 5 });
  const entries = await db.ask<{ before: object; after: object }>(
    `select before, after from audit_log where subject_id = '${id}' and action = 'campaigns.changed' order by id`,
  );
  expect(entries.at(-1)).toEqual({ before: { endsOn: '2027-03-20' }, after: { endsOn: '2027-03-25' } });
  expect(await codeOfCall(ownOf(who).save({ id, url: 'https://drugo.example' }))).toBe('CAMPAIGN_CHANGED');
});

test('what must not be shown is taken down: its company reads why, and what is not leased is its own again', async () => {
  const who = await adverts.company();
  const id = await sent(who);
  await desk.approve({ id, sendings: 1 });
  await desk.step({ id, to: 'withdraw', reason: 'Tuđ znak.' });
  expect(await ownOf(who).read({ id })).toMatchObject({ state: 'withdrawn', reason: 'Tuđ znak.', free: 1000 });
  expect(await codeOfCall(desk.step({ id, to: 'withdraw', reason: 'Tuđ znak.' })), 'its answer was lost').toBe('ok');
  expect(await codeOfCall(desk.step({ id, to: 'withdraw', reason: 'Netačno.' })), 'a colleague').toBe(
    'CAMPAIGN_CHANGED',
  );
  expect(await mailsNamed('campaigns.withdrawn')).toMatchObject([{ reason: 'Tuđ znak.' }]);
  expect(await codeOfCall(ownOf(who).step({ id, to: 'resume' }))).toBe('CAMPAIGN_CHANGED');
});

test('nobody reads, changes or takes the files of another company’s campaign', async () => {
  const [who, other] = [await adverts.company(), await adverts.company()];
  const id = await sent(who);
  const { pictures } = await ownOf(who).read({ id });
  const picture = pictures[0]!;
  const theirs = ownOf(other);
  for (const tried of [
    () => theirs.read({ id }),
    () => theirs.save({ id, name: 'Moja' }),
    () => theirs.recall({ id }),
    () => theirs.step({ id, to: 'end' }),
    () => theirs.removePicture({ id, picture: picture.id }),
    () => theirs.begin({ id: randomUUID(), copyOf: id }),
    () => theirs.begin({ id }),
  ])
    expect(await codeOfCall(tried())).toBe('NOT_FOUND');
  const file = `/api/files/${picture.file}`;
  const as = (one: TestPerson) => app.app.request(file, { headers: { authorization: `Bearer ${one.token}` } });
  expect([(await as(who)).status, (await as(staff)).status, (await as(other)).status]).toEqual([200, 200, 404]);
  const own = randomUUID();
  await theirs.begin({ id: own });
  const [row] = await db.select().from(creatives).where(eq(creatives.id, picture.id));
  expect(await codeOfCall(theirs.addPicture({ id: own, file: row!.fileId!, name: 'tuđa.png' }))).toBe('NOT_FOUND');
  expect((await theirs.list()).campaigns.map((one) => one.id)).toEqual([own]);
});

test('a company has two hundred drafts that were never sent; the same one again is opened, and in the place of one that is removed goes another', async () => {
  const who = await adverts.company();
  const first = await draft(who);
  const [row] = await db.select().from(campaigns).where(eq(campaigns.id, first));
  const { code: _, ...same } = row!;
  const others = Array.from({ length: 197 }, () => ({ ...same, id: randomUUID() }));
  await db.insert(campaigns).values(others);
  const begun = await Promise.all(
    Array.from({ length: 5 }, () => codeOfCall(ownOf(who).begin({ id: randomUUID(), copyOf: first }))),
  );
  expect(begun.sort()).toEqual(['DRAFTS_ENOUGH', 'DRAFTS_ENOUGH', 'DRAFTS_ENOUGH', 'ok', 'ok']);
  expect(await codeOfCall(ownOf(who).begin({ id: first })), 'it is there').toBe('ok');
  const { campaigns: listed } = await ownOf(who).list();
  expect(listed.filter(({ picture }) => picture !== null)).toHaveLength(3);
  await ownOf(who).remove({ id: others[0]!.id });
  const [id, late] = [randomUUID(), randomUUID()];
  const twice = await Promise.all([id, id].map((one) => codeOfCall(ownOf(who).begin({ id: one }))));
  expect(twice).toEqual(['ok', 'ok']);
  expect(await codeOfCall(ownOf(who).begin({ id: late }))).toBe('DRAFTS_ENOUGH');
  const elsewhere = await adverts.company();
  expect(await codeOfCall(ownOf(elsewhere).begin({ id: late })), 'of another company').toBe('ok');
});

test('a copy has everything but the days; a draft that was never sent can be removed', async () => {
  const who = await adverts.company();
  const begun = await draft(who);
  const [first] = (await ownOf(who).read({ id: begun })).pictures;
  const [{ id: _, ...same }] = (await db.select().from(creatives).where(eq(creatives.id, first!.id))) as [
    typeof creatives.$inferSelect,
  ];
  const names = ['drugi.png', 'treći.png', 'četvrti.png'];
  await db
    .insert(creatives)
    .values(names.map((name, n) => ({ ...same, name, createdAt: new Date(same.createdAt.getTime() + n + 1) })));
  const copied = await ownOf(who).begin({ id: randomUUID(), copyOf: begun });
  expect(
    copied.pictures.map(({ name }) => name),
    'in their order',
  ).toEqual([first!.name, ...names]);
  for (const one of [begun, copied.id]) await ownOf(who).remove({ id: one });

  const id = await sent(who, { regions: ['NI'], venues: ['cafe'] });
  const copy = randomUUID();
  expect(await ownOf(who).begin({ id: copy, copyOf: id })).toMatchObject({
    name: 'Tople kifle',
    regions: ['NI'],
    venues: ['cafe'],
    state: 'draft',
    startsOn: '2027-03-02',
    pictures: [{ name: 'kifle.png' }],
  });
  await ownOf(who).remove({ id: copy });
  expect(await codeOfCall(ownOf(who).remove({ id }))).toBe('CAMPAIGN_CHANGED');
  expect(await db.$count(campaigns, eq(campaigns.profileId, who.id))).toBe(1);
});

test('pictures that no campaign has any more are let go a day later; those of a copy stay', async () => {
  const who = await adverts.company();
  const id = await sent(who);
  const copy = randomUUID();
  await ownOf(who).begin({ id: copy, copyOf: id });
  const other = await draft(who);
  const [kept, gone] = [
    (await ownOf(who).read({ id: copy })).pictures[0]!,
    (await ownOf(who).read({ id: other })).pictures[0]!,
  ];
  await ownOf(who).removePicture({ id: other, picture: gone.id });
  const isThere = async (file: string | null) =>
    (await app.app.request(`/api/files/${file}`, { headers: { authorization: `Bearer ${who.token}` } })).status;
  await removeUnusedAdvertFiles(db, clock.now);
  expect(await isThere(gone.file)).toBe(200);
  await ownOf(who).recall({ id });
  await db.delete(campaigns).where(eq(campaigns.id, id));
  await removeUnusedAdvertFiles(db, new Date(clock.now.getTime() + 25 * HOUR_MS));
  expect([await isThere(gone.file), await isThere(kept.file)]).toEqual([404, 200]);
});

test('fewer than five TVs of a place are never told to an advertiser', async () => {
  const who = await adverts.company();
  await db.update(devices).set({ unlinkedAt: clock.now, tokenHash: null });
  const seen = async (count: number, place: { region: string; venue: 'household' | 'cafe' }) => {
    for (let n = 0; n < count; n += 1) {
      const { id } = await adverts.tv({ ...place, confirmedAt: clock.now });
      await db.execute(`insert into tv_days (tv_id, day, banners) values ('${id}', '2027-02-27', 14)`);
    }
  };
  await seen(6, { region: 'NI', venue: 'household' });
  await seen(2, { region: 'BG', venue: 'cafe' });
  expect(await ownOf(who).audience({ regions: [], venues: [] })).toEqual({
    regions: expect.arrayContaining([
      { region: 'NI', tvs: 6 },
      { region: 'BG', tvs: null },
    ]),
    venues: expect.arrayContaining([
      { venue: 'household', tvs: 6 },
      { venue: 'cafe', tvs: null },
    ]),
    reached: 6,
    waiting: 0,
    dailySeconds: 90,
    viewing: expect.any(Array),
  });
  expect(await ownOf(who).audience({ regions: ['BG'], venues: [] })).toMatchObject({ reached: null, dailySeconds: 0 });
});

test('nor do they follow from two numbers: of a place where fewer than five TVs wait to be confirmed those are in none', async () => {
  const who = await adverts.company();
  await db.update(devices).set({ unlinkedAt: clock.now, tokenHash: null });
  const seen = async (count: number, venue: 'household' | 'cafe', confirmedAt: Date | null) => {
    for (let n = 0; n < count; n += 1) {
      const { id } = await adverts.tv({ region: 'NI', venue, confirmedAt });
      await db.execute(`insert into tv_days (tv_id, day, banners) values ('${id}', '2027-02-27', 14)`);
    }
  };
  await seen(6, 'household', null);
  await seen(9, 'cafe', clock.now);
  await seen(3, 'cafe', null);
  const all = { regions: [], venues: [] };
  expect(await ownOf(who).audience(all)).toEqual({
    regions: [{ region: 'NI', tvs: 15 }],
    venues: expect.arrayContaining([
      { venue: 'household', tvs: 6 },
      { venue: 'cafe', tvs: 9 },
    ]),
    reached: 15,
    waiting: null,
    dailySeconds: 225,
    viewing: expect.any(Array),
  });
  expect(await ownOf(who).audience({ regions: ['NI'], venues: ['cafe'] })).toMatchObject({ reached: 9, waiting: null });
  await seen(2, 'cafe', null);
  expect(await ownOf(who).audience(all)).toMatchObject({
    regions: [{ region: 'NI', tvs: 20 }],
    reached: 15,
    waiting: 5,
    dailySeconds: 300,
  });
});

test('TVs of an account that is blocked or wants no adverts are in no estimate as long as it is so', async () => {
  const who = await adverts.company();
  await db.update(devices).set({ unlinkedAt: clock.now, tokenHash: null });
  const owner = await person(app);
  for (let n = 0; n < 8; n += 1) {
    const { id } = await adverts.tv({ region: 'NI' }, n < 2 ? { owner } : {});
    await db.execute(`insert into tv_days (tv_id, day, banners) values ('${id}', '2027-02-27', 14)`);
  }
  const reached = async () => (await ownOf(who).audience({ regions: ['NI'], venues: [] })).reached;
  expect(await reached()).toBe(8);
  const own = call(app, owner).playout;
  await own.decline({ all: true, categories: [] });
  expect(await reached()).toBe(6);
  await own.decline({ all: false, categories: [] });
  expect(await reached()).toBe(8);
  const { block } = call(app, staff).accounts.admin.people;
  await block({ id: owner.id, on: true });
  expect(await reached()).toBe(6);
  await block({ id: owner.id, on: false });
  expect(await reached()).toBe(8);
});

test('TVs that may get no lease are in no estimate: those that are blocked, or whose licence ended', async () => {
  const who = await adverts.company();
  await db.update(devices).set({ unlinkedAt: clock.now, tokenHash: null });
  const made: string[] = [];
  for (let n = 0; n < 9; n += 1) {
    const { id } = await adverts.tv({ region: 'NI', venue: 'cafe', confirmedAt: clock.now }, { hasLicence: n > 0 });
    await db.execute(`insert into tv_days (tv_id, day, banners) values ('${id}', '2027-02-27', 14)`);
    made.push(id);
  }
  const told = async () => {
    const { reached, dailySeconds } = await ownOf(who).audience({ regions: ['NI'], venues: [] });
    const shop = await call(app).special.reach();
    return [reached, dailySeconds, shop.tvs];
  };
  expect(await told()).toEqual([8, 120, 8]);
  await db.update(licences).set({ endsAt: clock.now }).where(eq(licences.tvId, made[1]!));
  expect(await told()).toEqual([7, 105, 7]);
  await db.update(tvs).set({ blockedAt: clock.now }).where(eq(tvs.tvId, made[2]!));
  expect(await told()).toEqual([6, 90, 6]);
});

test('what a choice of places can show in a day is without TVs whose place waits: they show what is for everybody alone', async () => {
  const who = await adverts.company();
  await db.update(devices).set({ unlinkedAt: clock.now, tokenHash: null });
  const seen = async (count: number, confirmedAt: Date | null) => {
    for (let n = 0; n < count; n += 1) {
      const { id } = await adverts.tv({ region: 'NI', venue: 'cafe', confirmedAt });
      await db.execute(`insert into tv_days (tv_id, day, banners) values ('${id}', '2027-02-27', 14)`);
    }
  };
  await seen(6, clock.now);
  await seen(5, null);
  const read = (regions: 'NI'[], venues: 'cafe'[]) => ownOf(who).audience({ regions, venues });
  expect(await read([], [])).toMatchObject({ reached: 6, waiting: 5, dailySeconds: 165 });
  expect(await read([], ['cafe'])).toMatchObject({ reached: 6, waiting: 5, dailySeconds: 90 });
  expect(await read(['NI'], [])).toMatchObject({ reached: 6, waiting: 5, dailySeconds: 90 });
});

test('the company reads what became of its plays: by day and hour of Belgrade, by advert, and why some are not counted', async () => {
  clock.now = new Date('2027-10-30T21:30:00Z');
  await adverts.runJobs();
  const who = await adverts.company();
  const id = await adverts.campaign(who, { budget: 200 });
  await adverts.approve(id);
  const tv = await adverts.tv();
  const { leases } = await tv.player.bag();
  await adverts.after(25);
  const [first, second, third] = leases.map((lease, n) => adverts.shown(lease, { after: 20 * n }));
  const hidden = { ...second!, visibleMs: 4_100 };
  await tv.player.report({ plays: [first!, hidden, third!], unplayed: [] });
  await tv.player.report({ plays: [first!], unplayed: [] });
  const report = await ownOf(who).report({ id });
  expect(report).toMatchObject({ counted: 2, reported: 3, repeats: 1, today: 2, openings: 0 });
  expect(report.uncounted).toEqual([{ reason: 'hidden', plays: 1 }]);
  expect(report.days, 'nothing of tomorrow').toEqual([
    { day: '2027-10-30', counted: 2, uncounted: 1, openings: 0, planned: null },
  ]);
  expect(report.hours).toHaveLength(24);
  expect(report.hours.at(-1), 'from 23 h on by the clock of Belgrade').toMatchObject({ counted: 2 });
  expect(report.pictures).toMatchObject([{ counted: 2 }]);
  const file = await ownOf(who).reportFile({ id });
  const text = await file.text();
  expect(text).toContain('2027-10-30;23:00;');
  expect(text).toContain(';Slika nije bila na ekranu;1');

  clock.now = new Date('2027-10-31T12:10:00Z');
  const later = await ownOf(who).report({ id });
  expect(later).toMatchObject({ today: 0, untilHour: { today: 0, yesterday: 0 } });
  expect(later.hours, 'the night in which an hour comes twice').toHaveLength(25);
  expect(later.days).toEqual([
    { day: '2027-10-30', counted: 2, uncounted: 1, openings: 0, planned: null },
    { day: '2027-10-31', counted: 0, uncounted: 0, openings: 0, planned: null },
  ]);
  clock.now = new Date('2027-10-31T22:40:00Z');
  expect((await ownOf(who).report({ id })).untilHour, 'the day before until eleven').toEqual({
    hour: '2027-10-31T22:00:00.000Z',
    today: 0,
    yesterday: 0,
  });
});

test('an address in letters that programs write otherwise is shown as people write it, and opened as programs do', async () => {
  const who = await adverts.company();
  const written = 'https://пекара.срб/kifle';
  const id = await sent(who, { url: written, startsOn: '2027-10-31', endsOn: '2027-11-05' });
  const [row] = await db.select().from(campaigns).where(eq(campaigns.id, id));
  expect(row!.url).toMatch(/^https:\/\/xn--[a-z\d]+\.xn--90a3ac\/kifle$/);
  expect((await ownOf(who).read({ id })).url).toBe(written);
  expect((await desk.read({ id })).url).toBe(written);
  await approved(id);
  const { leases } = await (await adverts.tv()).player.bag();
  expect(leases[0]!.opens).toBe('пекара.срб');
  const opened = await app.app.request(new URL(leases[0]!.code).pathname);
  expect(opened.headers.get('location')).toBe(row!.url);
  const change = randomUUID();
  await ownOf(who).begin({ id: change, changeOf: id });
  await ownOf(who).save({ id: change, url: 'https://kuća.rs/burek' });
  expect((await ownOf(who).read({ id: change })).changes).toMatchObject({ url: written });
  await ownOf(who).remove({ id: change });
});

test('what a company has sent is taken back when its account is closed: nobody approves it afterwards', async () => {
  const who = await adverts.company();
  const days = { startsOn: '2027-11-01', endsOn: '2027-11-05' };
  const [id, other] = [await sent(who, days), await sent(await adverts.company(), days)];
  await db.transaction((tx) => closeAccount(tx, app.deps, { id: who.id }, who.id));
  const waiting = (await desk.queue()).waiting.map((one) => one.id);
  expect([waiting.includes(id), waiting.includes(other)]).toEqual([false, true]);
  expect(await codeOfCall(desk.approve({ id, sendings: 1 }))).toBe('CAMPAIGN_DECIDED');
  expect((await (await adverts.tv()).player.bag()).leases).toEqual([]);
});

test('a company compares its day with the day before by the hours that are over', async () => {
  clock.now = new Date('2027-11-01T22:00:00Z');
  await adverts.runJobs();
  const who = await adverts.company();
  const id = await adverts.campaign(who, { budget: 900, endsAt: new Date('2027-11-05T00:00:00Z') });
  await adverts.approve(id);
  const shownAt = async (moment: string) => {
    clock.now = new Date(moment);
    await adverts.runJobs();
    const { player } = await adverts.tv();
    const { leases } = await player.bag();
    await adverts.after(5);
    await player.report({ plays: [adverts.shown(leases[0]!)], unplayed: [] });
  };
  const comparedAt = async (moment: string) => {
    clock.now = new Date(moment);
    return (await ownOf(who).report({ id })).untilHour;
  };
  await shownAt('2027-11-01T22:30:00Z');
  await shownAt('2027-11-02T21:10:00Z');
  expect((await ownOf(who).report({ id })).today, 'as it is, with the running hour').toBe(1);
  expect(await comparedAt('2027-11-02T21:50:00Z')).toMatchObject({ today: 0, yesterday: 0 });
  expect(await comparedAt('2027-11-02T22:40:00Z'), 'yesterday’s was after eleven').toEqual({
    hour: '2027-11-02T22:00:00.000Z',
    today: 1,
    yesterday: 0,
  });
  expect(await comparedAt('2027-11-02T23:20:00Z'), 'the day has no hour yet').toBeNull();
  expect(await comparedAt('2027-11-03T21:50:00Z')).toMatchObject({ today: 0, yesterday: 0 });
  expect(await comparedAt('2027-11-03T22:10:00Z')).toMatchObject({ today: 0, yesterday: 1 });
});
