import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS, daysLater, HOUR_MS } from '#domain/day.ts';
import { hourMask, WHOLE_WEEK } from '#domain/playout/schedule.ts';
import { dayOf } from '#domain/time.ts';
import { mails } from '../platform/mail.schema.ts';
import { testAdverts } from '../test/adverts.ts';
import { testApp } from '../test/app.ts';
import { drawBanner } from '../test/banners.ts';
import { call, codeOfCall, person, type TestPerson } from '../test/people.ts';
import { upload } from '../test/uploads.ts';

/** What a company reads in its list of what stands still, is late or has to be mended, and how it mends it. */

const app = await testApp();
const { db, clock } = app;
clock.now = new Date('2027-03-01T11:10:00Z');
const adverts = await testAdverts(app);
const staff = await person(app, 'superAdmin');
const desk = call(app, staff).campaigns.admin;
const ownOf = (who: TestPerson) => call(app, who).campaigns.own;

const picture = async (who: TestPerson, top: number) =>
  (await upload(app, who, await drawBanner({ spot: { left: 20, top } }))).id;
const send = (who: TestPerson, id: string) => ownOf(who).send({ id, category: 'none', hasRights: true });

/** A campaign that was sent with so many pictures. */
async function sent(who: TestPerson, count: number) {
  const id = randomUUID();
  await ownOf(who).begin({ id });
  const fields = { name: 'Tople kifle', url: 'https://pekara.example/kifle', budget: 100 };
  await ownOf(who).save({ id, startsOn: '2027-03-02', endsOn: '2027-03-05', ...fields });
  const pictures: { id: string; name: string }[] = [];
  for (let n = 0; n < count; n += 1)
    pictures.push(await ownOf(who).addPicture({ id, file: await picture(who, 20 + 60 * n), name: `${n}.png` }));
  await send(who, id);
  return { id, pictures };
}
const rowOf = async (who: TestPerson, id: string) => (await ownOf(who).list()).campaigns.find((one) => one.id === id)!;

test('a campaign that is sent back names the very advert, until it is sent again; adverts of others are not named', async () => {
  const who = await adverts.company();
  const { id, pictures } = await sent(who, 2);
  const other = await sent(await adverts.company(), 1);
  const [, second] = pictures;
  const reason = 'Red „poručite“ je visok 24 px.';
  await desk.reject({ id, sendings: 1, reason, adverts: [second!.id, other.pictures[0]!.id] });
  expect(await rowOf(who, id)).toMatchObject({ state: 'rejected', reason, mend: second!.id });
  const read = await ownOf(who).read({ id });
  expect(read.decidedAt).toBe(clock.now.toISOString());
  expect(read.pictures.map(({ needsChange }) => needsChange)).toEqual([false, true]);
  expect((await desk.read({ id: other.id })).pictures[0]!.needsChange).toBe(false);

  const copy = randomUUID();
  expect((await ownOf(who).begin({ id: copy, copyOf: id })).mend, 'a copy was not sent back').toBeNull();
  await send(who, id);
  expect(await rowOf(who, id)).toMatchObject({ state: 'review', mend: null });
  await desk.reject({ id, sendings: 2, reason: 'Adresa ne radi.' });
  expect(await rowOf(who, id), 'nothing but the words').toMatchObject({ state: 'rejected', mend: null });
});

test('another picture takes the place of the one that has to change, also where there are four; a refused one leaves it there', async () => {
  const who = await adverts.company();
  const { id, pictures } = await sent(who, 4);
  const second = pictures[1]!;
  await desk.reject({ id, sendings: 1, reason: 'Tekst je sitan.', adverts: [second.id] });
  const add = async (bytes: Buffer, replaces?: string) =>
    ownOf(who).addPicture({
      id,
      file: (await upload(app, who, bytes)).id,
      name: 'nova.png',
      ...(replaces && { replaces }),
    });
  const fits = await drawBanner({ spot: { left: 60, top: 40 } });
  expect(await codeOfCall(add(fits))).toBe('PICTURES_ENOUGH');
  expect(await codeOfCall(add(fits, randomUUID())), 'in the place of none').toBe('PICTURES_ENOUGH');
  expect(await codeOfCall(add(await drawBanner({ width: 1280, height: 720 }), second.id))).toBe('PICTURE_SMALL');
  expect(await rowOf(who, id)).toMatchObject({ mend: second.id });
  await add(fits, second.id);
  const read = await ownOf(who).read({ id });
  expect(read.pictures.map(({ name }) => name)).toEqual(['0.png', 'nova.png', '2.png', '3.png']);
  expect(read.mend).toBeNull();

  const stranger = await adverts.company();
  const theirs = await sent(stranger, 1);
  await desk.reject({ id: theirs.id, sendings: 1, reason: 'Tekst je sitan.' });
  const foreign = {
    id: theirs.id,
    file: await picture(stranger, 300),
    name: 'tuđa.png',
    replaces: read.pictures[0]!.id,
  };
  await ownOf(stranger).addPicture(foreign);
  expect((await ownOf(who).read({ id })).pictures, 'a picture of another company stays').toHaveLength(4);
});

test('a paused campaign says since when, and no longer once it goes on', async () => {
  const who = await adverts.company();
  const id = await adverts.campaign(who, { budget: 100 });
  await adverts.approve(id);
  expect((await rowOf(who, id)).pausedAt).toBeNull();
  await ownOf(who).step({ id, to: 'pause' });
  const pausedAt = clock.now.toISOString();
  clock.now = new Date(clock.now.getTime() + 3_600_000);
  await ownOf(who).change({ id, cap: 7 });
  expect((await rowOf(who, id)).pausedAt, 'a change is no pause').toBe(pausedAt);
  await ownOf(who).step({ id, to: 'resume' });
  expect((await rowOf(who, id)).pausedAt).toBeNull();
});

test('a late campaign says how many TVs fit as its editor does, below five no number, or which of its own choices makes it late', async () => {
  const who = await adverts.company({ banners: 30_000 });
  const ago = (days: number) => new Date(clock.now.getTime() - days * DAY_MS);
  const run = async (more: object = {}) => {
    const id = await adverts.campaign(who, {
      startsAt: ago(10),
      endsAt: ago(-10),
      pace: 'even',
      budget: 10_000,
      regions: ['SU'],
      ...more,
    });
    await adverts.approve(id);
    return id;
  };
  const watched = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      const { id } = await adverts.tv({ region: 'SU' });
      await db.execute(sql`insert into tv_days (tv_id, day, banners) values (${id}, '2027-02-27', 1400)`);
    }
  };
  const [few, capped] = [await run(), await run({ cap: 2, budget: 1_000 })];
  await watched(4);
  expect((await rowOf(who, few)).late).toEqual({ why: 'few', reached: null });
  expect((await ownOf(who).read({ id: few })).late, 'below five its page tells no number either').toMatchObject({
    why: 'few',
    reached: null,
  });
  await watched(2);
  expect(await rowOf(who, few)).toMatchObject({ state: 'behind', late: { why: 'few', reached: 6 } });
  expect((await rowOf(who, capped)).late).toEqual({ why: 'cap', cap: 2 });
  const onPage = async (id: string) => (await ownOf(who).read({ id })).late;
  expect(await onPage(few), 'its page says how many would do').toMatchObject({ why: 'few', reached: 6 });
  expect(await onPage(capped)).toEqual({ why: 'cap', cap: 2 });
  const ahead = await run({ startsAt: ago(-1) });
  expect((await rowOf(who, ahead)).late, 'it has not begun').toBeNull();
  expect(await onPage(ahead)).toBeNull();
});

test('hours make a campaign late, and an estimate small, by how many TVs show then; of fewer than five it is not told when', async () => {
  const who = await adverts.company({ banners: 30_000 });
  const { viewing } = await ownOf(who).audience({ regions: [], venues: [] });
  expect(new Set(viewing), 'nothing is known yet').toEqual(new Set([100]));
  const ago = (days: number) => new Date(clock.now.getTime() - days * DAY_MS);
  for (let n = 0; n < 6; n += 1) {
    const { id } = await adverts.tv({ region: 'SO' });
    await db.execute(sql`insert into tv_days (tv_id, day, banners) values (${id}, '2027-02-27', 1400)`);
  }
  const late = async (hours: number, budget: number) => {
    const dates = { startsAt: ago(10), endsAt: ago(-10), pace: 'even' as const };
    const id = await adverts.campaign(who, {
      ...dates,
      regions: ['SO'],
      schedule: WHOLE_WEEK.map(() => hours),
      budget,
    });
    await adverts.approve(id);
    return id;
  };
  const [evening, night] = [await late(hourMask(18, 23), 2_000), await late(hourMask(0, 6), 1_400)];
  onTestFinished(async () => {
    await db.execute(sql`delete from tv_hours`);
  });
  // Of 600 plays a day five evening hours are 125 when all hours are alike, and 422 as they are; six of the night 150 and 56.
  const hours = sql`generate_series(${ago(16)}::timestamptz, ${ago(0)}::timestamptz, interval '1 hour') as hour`;
  const isEvening = sql`extract(hour from hour at time zone 'Europe/Belgrade') between 18 and 22`;
  await db.execute(
    sql`insert into tv_hours select date_trunc('hour', hour), case when ${isEvening} then 4 else 1 end from ${hours}`,
  );
  expect((await ownOf(who).audience({ regions: [], venues: [] })).viewing).toEqual(viewing);
  expect((await rowOf(who, evening)).late).toEqual({ why: 'hours', hours: 35 });
  expect((await rowOf(who, night)).late).toBeNull();
  await db.execute(sql`update tv_hours set shows = case when ${isEvening} then 900 else 100 end`);
  const known = (await ownOf(who).audience({ regions: [], venues: [] })).viewing;
  expect([17, 18, 22, 23, 24 + 2, 6 * 24 + 20].map((hour) => known[hour])).toEqual([11, 100, 100, 11, 11, 100]);
  expect((await rowOf(who, evening)).late).toBeNull();
  expect((await rowOf(who, night)).late).toEqual({ why: 'hours', hours: 42 });
});

test('the mail to a late company tells as many TVs as its editor, so that no place of fewer than five follows from the two', async () => {
  const who = await adverts.company({ banners: 30_000 });
  const ago = (days: number) => new Date(clock.now.getTime() - days * DAY_MS);
  const id = await adverts.campaign(who, {
    startsAt: ago(10),
    endsAt: ago(-10),
    pace: 'even',
    budget: 10_000,
    regions: ['ZR'],
  });
  await adverts.approve(id);
  const watched = async (count: number, venue: 'household' | 'cafe') => {
    for (let n = 0; n < count; n += 1) {
      const tv = await adverts.tv({ region: 'ZR', venue, confirmedAt: clock.now });
      await db.execute(sql`insert into tv_days (tv_id, day, banners) values (${tv.id}, '2027-02-27', 1400)`);
    }
  };
  await watched(6, 'household');
  await watched(2, 'cafe');
  expect((await ownOf(who).audience({ regions: ['ZR'], venues: [] })).reached).toBe(6);
  expect((await desk.behind()).find((late) => late.id === id)?.why).toMatchObject({ why: 'few', tvs: 8 });
  expect((await ownOf(who).read({ id })).late, 'its page as the mail').toEqual({ why: 'few', reached: 6, needed: 10 });
  await desk.tellBehind({ id });
  const ofIts = and(eq(mails.profileId, who.id), eq(mails.template, 'campaigns.behind'));
  expect((await db.select().from(mails).where(ofIts)).map(({ props }) => props)).toMatchObject([
    { reason: '6 televizora odgovara izboru, a trebalo bi ih oko 10' },
  ]);
});

test('whether the cap makes a campaign of spots late is reckoned with how long its spots are', async () => {
  const who = await adverts.company({ tvSeconds: 40_000 });
  const ago = (days: number) => new Date(clock.now.getTime() - days * DAY_MS);
  for (let n = 0; n < 6; n += 1) {
    const { id } = await adverts.tv({ region: 'PI' });
    await db.execute(sql`insert into tv_days (tv_id, day, banners) values (${id}, '2027-02-27', 1400)`);
  }
  const late = async (length: number, budget: number) => {
    const dates = { startsAt: ago(10), endsAt: ago(-10), pace: 'even' as const };
    const plan = { kind: 'spot' as const, seconds: [length], regions: ['PI'], cap: 20, budget };
    const id = await adverts.campaign(who, { ...dates, ...plan });
    await adverts.approve(id);
    return (await ownOf(who).read({ id })).late?.why;
  };
  // Six TVs show 120 plays a day under the cap; 200 of five seconds are needed, and 67 of thirty.
  expect(await late(5, 10_000)).toBe('cap');
  expect(await late(30, 20_000), 'they can, under the cap').toBeUndefined();
});

test('a campaign that stood still and fits enough TVs hears of no lack of them, and staff what would do', async () => {
  const who = await adverts.company({ banners: 3_000 });
  for (let n = 0; n < 12; n += 1) {
    const { id } = await adverts.tv({ region: 'VA' });
    await db.execute(sql`insert into tv_days (tv_id, day, banners) values (${id}, '2027-02-27', 1400)`);
  }
  const endsAt = new Date(clock.now.getTime() + 10 * DAY_MS);
  const id = await adverts.campaign(who, { endsAt, pace: 'even', budget: 3_000, regions: ['VA'] });
  await adverts.approve(id);
  await ownOf(who).step({ id, to: 'pause' });
  clock.now = new Date(clock.now.getTime() + 5 * DAY_MS);
  await ownOf(who).step({ id, to: 'resume' });
  expect(await rowOf(who, id)).toMatchObject({ state: 'behind', late: null });
  expect((await ownOf(who).read({ id })).late).toBeNull();
  // Twelve TVs show 1,200 a day, and 600 are needed.
  expect((await desk.behind()).find((one) => one.id === id)?.why).toEqual({ why: 'few', tvs: 12, needed: 6 });
  expect(await codeOfCall(desk.tellBehind({ id })), 'there is nothing to tell').toBe('CAMPAIGN_CHANGED');
});

test('an even campaign that is approved after its first day spreads its budget over what is left, and is not late', async () => {
  const who = await adverts.company();
  const id = randomUUID();
  await ownOf(who).begin({ id });
  const from = dayOf(clock.now);
  const dates = { startsOn: from, endsOn: daysLater(from, 29), pace: 'even' as const };
  await ownOf(who).save({ id, name: 'Kifle', url: 'https://pekara.example', cap: null, budget: 900, ...dates });
  await ownOf(who).addPicture({ id, file: await picture(who, 20), name: 'kifle.png' });
  clock.now = new Date(clock.now.getTime() + 10 * DAY_MS);
  await adverts.runJobs();
  await send(who, id);
  await desk.approve({ id, sendings: 1 });
  clock.now = new Date(clock.now.getTime() + 20_000);
  const read = await ownOf(who).read({ id });
  expect(read).toMatchObject({ state: 'active', late: null, planned: 0, startsOn: dayOf(clock.now) });

  let leased = 0;
  for (let n = 0; n < 10; n += 1) leased += (await (await adverts.tv()).player.bag()).leases.length;
  // Of 45 a day, what the plan runs ahead: not the three hundred of ten days.
  expect(leased).toBeGreaterThan(10);
  expect(leased).toBeLessThan(45);
  clock.now = new Date(clock.now.getTime() + 23 * HOUR_MS);
  expect(await ownOf(who).read({ id })).toMatchObject({ state: 'active' });
});
