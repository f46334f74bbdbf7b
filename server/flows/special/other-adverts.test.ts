import { randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { blockedWords } from '#domain/campaigns/taken-back-copy.ts';
import { daysLater } from '#domain/day.ts';
import { dayOf, startOfDay } from '#domain/time.ts';
import { profiles } from '../../accounts/schema.ts';
import { campaigns } from '../../campaigns/schema.ts';
import { orders } from '../../orders/schema.ts';
import { mails } from '../../platform/mail.schema.ts';
import { specialDays } from '../../special/schema.ts';
import { testAdverts } from '../../test/adverts.ts';
import { testApp } from '../../test/app.ts';
import { drawBanner } from '../../test/banners.ts';
import { call, codeOfCall, person, type TestPerson } from '../../test/people.ts';
import { testSpecial } from '../../test/special.ts';
import { upload } from '../../test/uploads.ts';
import { judgeSpecialDays } from './judge-special-days.ts';

/** A special package whose advert was taken down, or whose campaign was ended, goes on with another one. */

const app = await testApp();
const { db, clock } = app;
clock.now = new Date('2027-03-01T11:10:00Z');
const adverts = await testAdverts(app);
const special = await testSpecial(app, adverts);
const { approved, cafes, campaign, dayRow, desk, own, staff, started, write } = special;
const reviewer = call(app, staff).campaigns.admin;

beforeAll(() => special.openCafes(100));

/** Each test has the screens to itself. */
beforeEach(async () => {
  await db.update(campaigns).set({ state: 'done' });
  clock.now = new Date('2027-03-01T11:10:00Z');
});

const REASON = 'Tuđ znak u reklami.';
const takeDown = (id: string) => reviewer.step({ id, to: 'withdraw', reason: REASON });

/** Another picture for a stopped campaign, on its way to whoever looks at adverts. */
async function sent(who: TestPerson, id: string): Promise<string> {
  const drafts = own(who).campaigns.own;
  const begun = await drafts.begin({ id: randomUUID(), changeOf: id });
  const change = begun.id;
  for (const { id: picture } of begun.pictures) await drafts.removePicture({ id: change, picture });
  const file = await upload(app, who, await drawBanner({ spot: { left: 20, top: 20 } }));
  await drafts.addPicture({ id: change, file: file.id, name: 'burek.png' });
  await drafts.send({ id: change, category: 'none', hasRights: true });
  return change;
}

/** Approved, and TVs may have it. */
async function takenOver(change: string, { sendings = 1 } = {}): Promise<void> {
  await reviewer.approve({ id: change, sendings });
  clock.now = new Date(clock.now.getTime() + 13_000);
}

const runOf = async (who: TestPerson) => (await own(who).special.own.list())[0]!;
const mailsTo = async ({ id }: TestPerson) =>
  (await db.select().from(mails).where(eq(mails.profileId, id)).orderBy(asc(mails.number))).map(
    ({ template, props }) => ({
      template,
      props,
    }),
  );
const leasesOf = async (place: (typeof cafes)[number], id: string) => {
  const { code } = await campaign(id);
  return (await place.player.bag()).leases.filter((one) => one.code.includes(`${code}?`));
};

test('an advert that is taken down in the middle of a day: another one goes on with it the same day, and both count for it', async () => {
  const { who, run, id, day } = await started();
  const [first, second] = [cafes[0]!, cafes[1]!];
  const [old] = await leasesOf(first, id);
  await adverts.after(2);
  await first.player.report({ plays: [adverts.shown(old!)], unplayed: [] });
  expect((await runOf(who)).replacement).toBeNull();

  await takeDown(id);
  expect(await leasesOf(second, id)).toEqual([]);
  expect(await runOf(who)).toMatchObject({ replacement: 'none', campaign: { state: 'withdrawn' } });
  expect((await desk.list()).find((one) => one.id === run)).toMatchObject({ replacement: 'none' });
  expect((await mailsTo(who)).at(-1)).toMatchObject({
    template: 'campaigns.withdrawn',
    props: { reason: REASON, takesAdvert: true },
  });

  const change = await sent(who, id);
  expect((await reviewer.queue()).waiting).toMatchObject([{ id: change, isChange: true }]);
  expect((await runOf(who)).replacement).toBe('review');
  expect(await leasesOf(second, id), 'nothing is shown before the decision').toEqual([]);
  await takenOver(change);
  expect(await runOf(who)).toMatchObject({ replacement: null, campaign: { id, state: 'active' } });
  expect(await own(who).campaigns.own.read({ id })).toMatchObject({ reason: '', pictures: [{ name: 'burek.png' }] });
  const [fresh] = await leasesOf(second, id);
  expect(fresh!.creative).not.toBe(old!.creative);
  const halfHours = (await leasesOf(first, id)).map(({ closesAt }) => new Date(closesAt).toISOString().slice(11, 16));
  expect(halfHours, 'its first half hour was shown by the old one').toEqual(['08:00']);
  await adverts.after(2);
  await second.player.report({ plays: [adverts.shown(fresh!)], unplayed: [] });
  await judgeSpecialDays(app.deps);
  expect(await dayRow(run, day)).toMatchObject({ placesShown: 2, allShown: 2, isKept: null });
  expect(await db.$count(specialDays, eq(specialDays.runId, run)), 'no day was missed yet').toBe(30);
  expect((await mailsTo(who)).at(-1)).toMatchObject({
    template: 'campaigns.approved',
    props: { isChange: true, isStopped: true, waitsForStart: false },
  });
  const [entry] = await db.ask<{ before: object; after: object }>(
    `select before, after from audit_log where subject_id = '${id}' and action = 'campaigns.change-approved'`,
  );
  expect(entry).toMatchObject({ before: { state: 'withdrawn' }, after: { state: 'approved', appendedDays: 0 } });
});

test('days that were not kept meanwhile stand nowhere until another advert is approved; then each is appended once', async () => {
  const { who, run, id, day } = await started();
  await write(id, day, { places: 3_200, others: 6_800 });
  clock.now = new Date(`${daysLater(day, 1)}T10:00:00Z`);
  await takeDown(id);
  clock.now = new Date(`${daysLater(day, 6)}T00:05:00Z`);
  await judgeSpecialDays(app.deps);
  expect((await runOf(who)).days.slice(0, 4).map(({ state }) => state)).toEqual([
    'kept',
    'missed',
    'missed',
    'counting',
  ]);
  expect(await db.$count(specialDays, eq(specialDays.runId, run))).toBe(30);

  const drafts = own(who).campaigns.own;
  const begun = await Promise.all([1, 2].map(() => drafts.begin({ id: randomUUID(), changeOf: id })));
  expect(begun[0]!.id, 'two browsers have one change').toBe(begun[1]!.id);
  const change = await sent(who, id);
  const codes = await Promise.all([1, 2].map(() => codeOfCall(reviewer.approve({ id: change, sendings: 1 }))));
  expect(codes.toSorted(), 'two of staff at once').toEqual(['CAMPAIGN_DECIDED', 'ok']);
  const appended = await db
    .select({ day: specialDays.day, insteadOf: specialDays.insteadOf })
    .from(specialDays)
    .where(sql`run_id = ${run} and instead_of is not null`)
    .orderBy(asc(specialDays.day));
  expect(appended).toEqual([
    { day: daysLater(day, 30), insteadOf: daysLater(day, 1) },
    { day: daysLater(day, 31), insteadOf: daysLater(day, 2) },
  ]);
  expect((await campaign(id)).endsAt).toEqual(startOfDay(daysLater(day, 32)));
  // What was missed meanwhile and is judged afterwards follows by itself.
  clock.now = new Date(`${daysLater(day, 7)}T00:05:00Z`);
  await Promise.all([judgeSpecialDays(app.deps), judgeSpecialDays(app.deps)]);
  expect(await dayRow(run, daysLater(day, 32))).toMatchObject({ insteadOf: daysLater(day, 3) });
});

test('a run whose days are all over is given new ones from tomorrow on', async () => {
  const { who, run, id, day } = await started();
  await takeDown(id);
  await db
    .update(specialDays)
    .set({ judgedAt: clock.now, isKept: true })
    .where(sql`run_id = ${run} and day < ${daysLater(day, 28)}`);
  clock.now = new Date(`${daysLater(day, 60)}T09:00:00Z`);
  await adverts.runJobs();
  await judgeSpecialDays(app.deps);
  expect(await campaign(id)).toMatchObject({ state: 'withdrawn' });
  await takenOver(await sent(who, id));
  const told = await runOf(who);
  expect(told).toMatchObject({ replacement: null, endsOn: daysLater(day, 62) });
  expect(told.days.slice(-2).map((one) => [one.day, one.insteadOf])).toEqual([
    [daysLater(day, 61), daysLater(day, 28)],
    [daysLater(day, 62), daysLater(day, 29)],
  ]);
  clock.now = new Date(`${daysLater(day, 61)}T10:00:00Z`);
  await adverts.runJobs();
  expect((await leasesOf(cafes[2]!, id)).length).toBeGreaterThan(0);
});

test('before its start, and after staff ended it, it waits the same way; sent back, it is mended', async () => {
  const { who, run, id } = await approved();
  await reviewer.step({ id, to: 'end', reason: '' });
  expect(await runOf(who)).toMatchObject({ replacement: 'none', campaign: { state: 'done' }, startsOn: null });
  const change = await sent(who, id);
  await reviewer.reject({ id: change, sendings: 1, reason: 'Tekst je sitan.' });
  expect((await mailsTo(who)).at(-1)).toMatchObject({
    template: 'campaigns.rejected',
    props: { isChange: true, isStopped: true },
  });
  expect((await runOf(who)).replacement).toBe('rejected');
  await own(who).campaigns.own.send({ id: change, category: 'none', hasRights: true });
  expect(await reviewer.read({ id: change })).toMatchObject({
    special: null,
    changes: { special: { startsOn: null } },
  });
  await takenOver(change, { sendings: 2 });
  expect((await mailsTo(who)).at(-1), 'its days are not known yet').toMatchObject({
    template: 'campaigns.approved',
    props: { waitsForStart: true },
  });
  expect(await runOf(who)).toMatchObject({ replacement: null, campaign: { state: 'scheduled' }, days: [] });
  await desk.choose({ id: run, tvs: cafes.map((one) => one.id) });
  const day = daysLater(dayOf(clock.now), 1);
  await desk.start({ id: run, startsOn: day });
  expect(await runOf(who)).toMatchObject({ startsOn: day, campaign: { state: 'scheduled' } });
});

test('a change that was open when the advert was taken down is not lost; taken down again, its company is told again', async () => {
  const { who, id } = await started();
  const change = await sent(who, id);
  await takeDown(id);
  expect((await runOf(who)).replacement).toBe('review');
  await takenOver(change);
  await takeDown(id);
  expect((await runOf(who)).replacement).toBe('none');
  expect((await mailsTo(who)).filter(({ template }) => template === 'campaigns.withdrawn')).toHaveLength(2);
});

test('nobody else sends it, and nothing goes on that was paid back, is disputed, or had all its days', async () => {
  const { who, run, id, order } = await started();
  await takeDown(id);
  const begin = (by: TestPerson) => codeOfCall(own(by).campaigns.own.begin({ id: randomUUID(), changeOf: id }));
  expect(await begin(await adverts.company())).toBe('NOT_FOUND');
  expect(await begin(await person(app))).toBe('NOT_FOUND');
  const change = await sent(who, id);
  const setOrder = (columns: Partial<typeof orders.$inferInsert>) =>
    db.update(orders).set(columns).where(eq(orders.id, order.id));
  await setOrder({ isDisputed: true });
  expect((await runOf(who)).replacement).toBeNull();
  expect(await codeOfCall(reviewer.approve({ id: change, sendings: 1 })), 'disputed while it waited').toBe(
    'CAMPAIGN_CHANGED',
  );
  await setOrder({ isDisputed: false, refunded: 150_000 });
  expect(await codeOfCall(reviewer.approve({ id: change, sendings: 1 }))).toBe('CAMPAIGN_CHANGED');
  expect(await begin(who)).toBe('CAMPAIGN_CHANGED');
  expect(await campaign(id)).toMatchObject({ state: 'withdrawn' });
  await setOrder({ refunded: 0 });
  await db.update(specialDays).set({ judgedAt: clock.now, isKept: true }).where(eq(specialDays.runId, run));
  expect((await runOf(who)).replacement).toBeNull();
  expect(await begin(who)).toBe('CAMPAIGN_CHANGED');
});

test.each(['blockedAt', 'closedAt'] as const)(
  'nor does it go on for an account that has a %s: other adverts are sent back, or wait until it is open again',
  async (ended) => {
    const { who, id } = await started();
    await takeDown(id);
    const change = await sent(who, id);
    const account = (at: Date | null) =>
      db
        .update(profiles)
        .set({ [ended]: at })
        .where(eq(profiles.id, who.id));
    await account(clock.now);
    const approve = () => codeOfCall(reviewer.approve({ id: change, sendings: 1 }));
    expect(await approve()).toBe('CAMPAIGN_ACCOUNT_CLOSED');
    expect(await campaign(id)).toMatchObject({ state: 'withdrawn' });
    await account(null);
    expect(await approve()).toBe('ok');
    expect(await campaign(id)).toMatchObject({ state: 'approved' });
  },
);

test('a package whose whole price went back gets no more days and ends with those it has; let go on, it gets those it missed', async () => {
  const { run, id, day, order } = await started();
  const refunded = (amount: number) => db.update(orders).set({ refunded: amount }).where(eq(orders.id, order.id));
  const days = () => db.$count(specialDays, eq(specialDays.runId, run));
  const resume = () => codeOfCall(reviewer.step({ id, to: 'resume', reason: '' }));
  await reviewer.step({ id, to: 'pause', reason: '' });
  await refunded(order.amount);
  clock.now = new Date(`${daysLater(day, 6)}T00:05:00Z`);
  await judgeSpecialDays(app.deps);
  expect(await dayRow(run, daysLater(day, 2))).toMatchObject({ isKept: false });
  expect(await days(), 'nothing is owed').toBe(30);
  expect(await resume()).toBe('SPECIAL_PAID_BACK');
  expect((await campaign(id)).state).toBe('paused');

  await refunded(0);
  expect(await resume(), 'the money came back to us').toBe('ok');
  expect(await days()).toBe(33);
  expect(await dayRow(run, daysLater(day, 30))).toMatchObject({ insteadOf: day, isKept: null });
  expect((await campaign(id)).endsAt).toEqual(startOfDay(daysLater(day, 33)));
  expect(await resume(), 'said again it is the same').toBe('ok');
  expect(await days()).toBe(33);

  await reviewer.step({ id, to: 'pause', reason: '' });
  await refunded(order.amount);
  clock.now = new Date(`${daysLater(day, 40)}T00:05:00Z`);
  await judgeSpecialDays(app.deps);
  expect(await days()).toBe(33);
  expect((await campaign(id)).state, 'it is over').toBe('done');
});

test('the package of a blocked account is paused; let in again, staff let it go on', async () => {
  const { block } = call(app, staff).accounts.admin.people;
  const running = await started();
  await block({ id: running.who.id, on: true });
  expect(await campaign(running.id)).toMatchObject({ state: 'paused', reason: blockedWords.special });
  expect((await mailsTo(running.who)).at(-1)).toMatchObject({
    template: 'campaigns.account-blocked',
    props: { paused: ['Tople kifle'], recalled: [] },
  });
  expect(await codeOfCall(reviewer.step({ id: running.id, to: 'resume', reason: '' }))).toBe('CAMPAIGN_ACCOUNT_CLOSED');
  await block({ id: running.who.id, on: false });
  expect(await campaign(running.id), 'nothing goes on by itself').toMatchObject({ state: 'paused' });
  await reviewer.step({ id: running.id, to: 'resume', reason: '' });
  expect(await campaign(running.id)).toMatchObject({ state: 'approved', reason: '' });
});

test('nor does a stopped one of a blocked account go on with another advert, until it is let in again', async () => {
  const { block } = call(app, staff).accounts.admin.people;
  const { who, id } = await started();
  await takeDown(id);
  const change = await sent(who, id);
  await block({ id: who.id, on: true });
  expect(await codeOfCall(reviewer.approve({ id: change, sendings: 1 }))).toBe('CAMPAIGN_ACCOUNT_CLOSED');
  expect(await campaign(id)).toMatchObject({ state: 'withdrawn' });
  await block({ id: who.id, on: false });
  await takenOver(change);
  expect(await campaign(id)).toMatchObject({ state: 'approved' });
});
