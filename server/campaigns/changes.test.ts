import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { mails } from '../platform/mail.schema.ts';
import { testAdverts } from '../test/adverts.ts';
import { testApp } from '../test/app.ts';
import { drawBanner } from '../test/banners.ts';
import { call, codeOfCall, person, type TestPerson } from '../test/people.ts';
import { upload } from '../test/uploads.ts';
import { campaigns, creatives } from './schema.ts';

const app = await testApp();
const { db, clock } = app;
clock.now = new Date('2027-03-01T11:10:00Z');
const adverts = await testAdverts(app);
const staff = await person(app, 'superAdmin');
const desk = call(app, staff).campaigns.admin;
const ownOf = (who: TestPerson) => call(app, who).campaigns.own;

/** Each test has the screens to itself. */
beforeEach(async () => {
  await db.update(campaigns).set({ state: 'done' }).where(isNull(campaigns.changeOf));
});

const picture = async (who: TestPerson, spot: { left: number; top: number }) =>
  (await upload(app, who, await drawBanner({ spot }))).id;
const FIRST = { left: 20, top: 20 };
const SECOND = { left: 20, top: 200 };
const send = (who: TestPerson, id: string) => ownOf(who).send({ id, category: 'none', hasRights: true });

/** Approved, and the time is over in which that can be taken back. */
const approved = async (id: string) => {
  await desk.approve({ id, sendings: 1 });
  clock.now = new Date(clock.now.getTime() + 13_000);
};

/** A company's campaign that runs, and a change of it with another picture and another address. */
async function changed() {
  const who = await adverts.company();
  const own = ownOf(who);
  const id = randomUUID();
  await own.begin({ id });
  const fields = { name: 'Tople kifle', url: 'https://pekara.example/kifle', budget: 100, pace: 'asap' as const };
  await own.save({ id, startsOn: '2027-03-01', endsOn: '2027-03-05', ...fields });
  await own.addPicture({ id, file: await picture(who, FIRST), name: 'kifle.png' });
  await send(who, id);
  await approved(id);
  const change = randomUUID();
  const begun = await own.begin({ id: change, changeOf: id });
  await own.removePicture({ id: change, picture: begun.pictures[0]!.id });
  await own.addPicture({ id: change, file: await picture(who, SECOND), name: 'burek.png' });
  await own.save({ id: change, url: 'https://pekara.example/burek' });
  return { who, own, id, change, begun };
}

const mailsTo = async ({ id }: TestPerson) =>
  (await db.select().from(mails).where(eq(mails.profileId, id))).map(({ template, props }) => ({ template, props }));

test('a change begins with what the campaign shows, and the old plays on until somebody of ours approved the new', async () => {
  const { who, own, id, change, begun } = await changed();
  expect(begun).toMatchObject({
    id: change,
    state: 'draft',
    url: 'https://pekara.example/kifle',
    pictures: [{ name: 'kifle.png' }],
    changes: { id, state: 'active', url: 'https://pekara.example/kifle', pictures: [{ name: 'kifle.png' }] },
  });
  const tv = await adverts.tv();
  const before = await tv.player.bag();
  expect(before.leases[0]).toMatchObject({ opens: 'pekara.example' });
  await send(who, change);
  const { waiting, counts } = await desk.queue();
  expect(waiting).toMatchObject([{ id: change, isChange: true, name: 'Tople kifle' }]);
  expect(counts.active, 'a change is no campaign of its own').toBe(1);
  expect((await own.list()).campaigns).toMatchObject([{ id, change: { id: change, state: 'review' } }]);
  expect((await tv.player.bag()).revoked, 'nothing is revoked before the decision').toEqual([]);
  expect(await desk.read({ id: change })).toMatchObject({
    url: 'https://pekara.example/burek',
    pictures: [{ name: 'burek.png' }],
    changes: { id, url: 'https://pekara.example/kifle', pictures: [{ name: 'kifle.png' }] },
  });

  await approved(change);
  const { leases, revoked } = await tv.player.bag();
  expect(revoked.toSorted(), 'the old is not shown any more').toEqual(before.leases.map((one) => one.id).toSorted());
  const media = (creative: string) =>
    app.app.request(`/api/tv/media/${creative}`, { headers: { authorization: `Bearer ${tv.token}` } });
  expect((await media(before.leases[0]!.creative)).status).toBe(404);
  expect(leases.length).toBeGreaterThan(0);
  expect((await media(leases[0]!.creative)).status).toBe(200);
  expect(leases.every((one) => one.creative !== before.leases[0]!.creative)).toBe(true);
  const opened = await app.app.request(new URL(leases[0]!.code).pathname);
  expect(opened.headers.get('location')).toBe('https://pekara.example/burek');
  expect(await own.read({ id })).toMatchObject({
    state: 'active',
    url: 'https://pekara.example/burek',
    budget: 100,
    change: null,
    pictures: [{ name: 'burek.png' }],
  });
  expect(await own.read({ id: change })).toMatchObject({ state: 'done', changes: { id } });
  expect((await mailsTo(who)).filter(({ template }) => template === 'campaigns.approved')).toMatchObject([
    { props: { isChange: false } },
    { props: { isChange: true, link: expect.stringContaining(id) } },
  ]);
  expect(await codeOfCall(desk.approve({ id: change, sendings: 1 })), 'decided once').toBe('CAMPAIGN_DECIDED');
});

test('what the old advert showed stays counted under its name beside the new one', async () => {
  const { who, own, id, change } = await changed();
  const tv = await adverts.tv();
  const [lease] = (await tv.player.bag()).leases;
  await adverts.after(25);
  await tv.player.report({ plays: [adverts.shown(lease!)], unplayed: [] });
  await send(who, change);
  await approved(change);
  const next = (await tv.player.bag()).leases.find((one) => one.creative !== lease!.creative);
  await adverts.after(25);
  await tv.player.report({ plays: [adverts.shown(next!)], unplayed: [] });
  const report = await own.report({ id });
  expect(report.counted).toBe(2);
  expect(report.pictures.map(({ name, counted }) => [name, counted]).toSorted()).toEqual([
    ['burek.png', 1],
    ['kifle.png', 1],
  ]);
});

test('a change that keeps a picture keeps its leases; only the address is new', async () => {
  const { own, who, id } = await changed();
  await own.remove({ id: (await own.read({ id })).change!.id });
  const change = randomUUID();
  await own.begin({ id: change, changeOf: id });
  await own.save({ id: change, url: 'https://nova.example/' });
  const tv = await adverts.tv();
  const before = await tv.player.bag();
  await send(who, change);
  await approved(change);
  const after = await tv.player.bag();
  expect(after.revoked).toEqual([]);
  expect(after.leases.map((one) => one.id)).toEqual(expect.arrayContaining(before.leases.map((one) => one.id)));
  expect(new Set(after.leases.map((one) => one.opens)), 'the host beside the code').toEqual(new Set(['nova.example']));
  expect(await db.$count(creatives, and(eq(creatives.campaignId, id), isNull(creatives.withdrawnAt)))).toBe(1);
});

test('a change that is sent back is mended; its campaign runs on as it was', async () => {
  const { who, own, id, change } = await changed();
  await send(who, change);
  await desk.reject({ id: change, sendings: 1, reason: 'Tekst je sitniji od 28 px.' });
  expect(await own.read({ id })).toMatchObject({
    state: 'active',
    reason: '',
    url: 'https://pekara.example/kifle',
    change: { id: change, state: 'rejected', reason: 'Tekst je sitniji od 28 px.' },
  });
  expect((await desk.queue()).decisions[0]).toMatchObject({ id: change, isChange: true, state: 'rejected' });
  const link = expect.stringMatching(`/account/campaigns/${id}$`);
  expect((await mailsTo(who)).at(-1)).toMatchObject({
    template: 'campaigns.rejected',
    props: { isChange: true, link },
  });
  await send(who, change);
  await own.recall({ id: change });
  await own.remove({ id: change });
  expect((await own.read({ id })).change).toBeNull();
});

test('of one campaign one change is open, also when two browsers begin one at once; only its adverts and address change', async () => {
  const { own, id, change } = await changed();
  const [one, other] = await Promise.all([
    own.begin({ id: randomUUID(), changeOf: id }),
    own.begin({ id: randomUUID(), changeOf: id }),
  ]);
  expect([one.id, other.id]).toEqual([change, change]);
  for (const tried of [
    () => own.save({ id: change, budget: 1 }),
    () => own.save({ id: change, endsOn: '2027-04-01' }),
    () => own.setKind({ id: change, kind: 'spot' }),
    () => own.begin({ id: randomUUID(), changeOf: change }),
    () => own.step({ id: change, to: 'end' }),
    () => own.change({ id: change, budget: 90 }),
  ])
    expect(await codeOfCall(tried())).toBe('CAMPAIGN_CHANGED');
});

test('when its campaign is over, a change is closed and cannot be sent or approved', async () => {
  const { who, own, id, change } = await changed();
  await send(who, change);
  await own.step({ id, to: 'end' });
  expect((await desk.queue()).waiting).toEqual([]);
  expect(await codeOfCall(desk.approve({ id: change, sendings: 1 }))).toBe('CAMPAIGN_CHANGED');
  expect(await codeOfCall(send(who, change))).toBe('CAMPAIGN_CHANGED');
  expect(await own.read({ id: change })).toMatchObject({ state: 'done', changes: { id, state: 'done' } });
  expect(await codeOfCall(own.begin({ id: randomUUID(), changeOf: id }))).toBe('CAMPAIGN_CHANGED');
});

test('a campaign that ends while its change is approved leaves one of the two, and no advert of it on a screen', async () => {
  const { who, own, id, change } = await changed();
  await send(who, change);
  const [approved, ended] = await Promise.all([
    codeOfCall(desk.approve({ id: change, sendings: 1 })),
    codeOfCall(own.step({ id, to: 'end' })),
  ]);
  expect([ended, ['ok', 'CAMPAIGN_CHANGED', 'CAMPAIGN_DECIDED'].includes(approved)]).toEqual(['ok', true]);
  expect((await own.read({ id })).state).toBe('done');
  expect((await own.read({ id: change })).state).toBe('done');
  expect((await (await adverts.tv()).player.bag()).leases).toEqual([]);
});

test('nobody begins, reads, sends or drops a change of another company’s campaign', async () => {
  const { id, change } = await changed();
  const other = await adverts.company();
  const theirs = ownOf(other);
  for (const tried of [
    () => theirs.begin({ id: randomUUID(), changeOf: id }),
    () => theirs.begin({ id: change, changeOf: id }),
    () => theirs.read({ id: change }),
    () => theirs.save({ id: change, url: 'https://moje.example' }),
    () => send(other, change),
    () => theirs.remove({ id: change }),
  ])
    expect(await codeOfCall(tried())).toBe('NOT_FOUND');
});
