import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { HOUR_MS } from '#domain/day.ts';
import { dayOf, formatTime } from '#domain/time.ts';
import { addEntries } from '../advertising/ledger.ts';
import { packages } from '../advertising/schema.ts';
import { systemActor } from '../platform/audit.ts';
import { playHours } from '../playout/schema.ts';
import { sumHours } from '../playout/sum-hours.ts';
import { testAdverts } from '../test/adverts.ts';
import { testApp } from '../test/app.ts';
import { eventually, untilBlocked } from '../test/eventually.ts';
import { call, codeOfCall, person, type TestPerson } from '../test/people.ts';
import { campaigns, codeOpenings } from './schema.ts';

const app = await testApp();
const { db, clock } = app;
clock.now = new Date('2027-03-01T11:10:00Z');
const adverts = await testAdverts(app);
const ownOf = (who: TestPerson) => call(app, who).campaigns.own;

/** The clock stands again where it stood before this test. */
function keepClock(): void {
  const { now } = clock;
  onTestFinished(() => {
    clock.now = now;
  });
}

/** Each test has the screens to itself. */
beforeEach(async () => {
  await db.update(campaigns).set({ state: 'done' }).where(eq(campaigns.state, 'approved'));
});

/** A month of the package Standard, 5.000 banners and 9.600 TV seconds for 99 €. */
async function buys(who: TestPerson): Promise<void> {
  const paymentKey = `pi_${who.id}`;
  const of = { bannerCount: 5_000, tvSeconds: 9_600, amount: 9_900, currency: 'EUR' };
  await db.insert(packages).values({ profileId: who.id, email: who.email, packageName: 'standard', paymentKey, ...of });
  const credit = { reason: 'package' as const, reference: paymentKey, banners: 5_000, tvSeconds: 9_600 };
  await db.transaction((tx) => addEntries(tx, systemActor, who.id, credit));
}

type Tv = Awaited<ReturnType<typeof adverts.tv>>;

/** Every TV shows one advert; those that are named show it hidden. */
async function show(tvs: readonly Tv[], hidden: readonly Tv[] = []): Promise<void> {
  const bags = await Promise.all(tvs.map(({ player }) => player.bag()));
  await adverts.after(10);
  for (const [n, tv] of tvs.entries()) {
    const [lease, ...others] = bags[n]!.leases;
    const facts = hidden.includes(tv) ? { visibleMs: 4_100 } : {};
    await tv.player.report({ plays: [adverts.shown(lease!, facts)], unplayed: others.map(({ id }) => id) });
  }
}

const several = (count: number, place: Parameters<typeof adverts.tv>[0]) =>
  Promise.all(Array.from({ length: count }, () => adverts.tv(place)));

test('a report tells no place of fewer than five TVs, neither by itself nor as a difference, before and after its hours are summed', async () => {
  const who = await adverts.company();
  const id = await adverts.campaign(who, { budget: 1_000 });
  await adverts.approve(id);
  const nis = await several(6, { region: 'NI' });
  const beograd = await several(5, { region: 'BG' });
  const cafe = await adverts.tv({ region: 'NI', venue: 'cafe', confirmedAt: clock.now });
  await show([...nis, ...beograd, cafe], [cafe, nis[0]!]);
  const report = await ownOf(who).report({ id });
  expect(report).toMatchObject({ counted: 10, reported: 12 });
  expect(report.regions).toEqual([
    { name: 'NI', counted: 5, tvs: 6 },
    { name: null, counted: 5, tvs: 6 },
  ]);
  expect(report.venues).toEqual([
    { name: 'household', counted: 5, tvs: 6 },
    { name: null, counted: 5, tvs: 6 },
  ]);
  const file = await (await ownOf(who).reportFile({ id })).text();
  expect(file).toContain(';Niš;Domaćinstvo;Uračunat;5');
  expect(file).toContain(';Ostalo;Ostalo;Uračunat;5');
  expect(file).not.toMatch(/Kafić|Beograd/);

  clock.now = new Date(clock.now.getTime() + 2 * HOUR_MS);
  await sumHours(db, clock.now);
  const later = await ownOf(who).report({ id });
  expect({ ...later, hours: report.hours, untilHour: report.untilHour }).toEqual(report);
  expect(await db.ask('select * from unit_differences')).toEqual([]);
  expect(await db.ask('select * from play_hours where shard >= 0')).toEqual([]);
});

test('of a play that was not counted in a household only the day and the hour are told, of others a number', async () => {
  const who = await adverts.company();
  const id = await adverts.campaign(who, { budget: 1_000 });
  await adverts.approve(id);
  const homes = await several(6, { region: 'NI' });
  const cafes = await several(5, { region: 'NI', venue: 'cafe', confirmedAt: clock.now });
  await show([...homes, ...cafes], [homes[0]!, cafes[2]!]);
  const { rows, next } = await ownOf(who).uncounted({ id });
  expect(next).toBeNull();
  expect(rows).toHaveLength(2);
  const home = rows.find(({ venue }) => venue === 'household')!;
  expect(home).toMatchObject({
    isHour: true,
    number: null,
    region: 'NI',
    reason: 'hidden',
    visibleMs: 4_100,
    lastedMs: 15_000,
  });
  expect(Date.parse(home.at) % HOUR_MS).toBe(0);
  expect(rows.find(({ venue }) => venue === 'cafe')).toMatchObject({
    isHour: false,
    number: 3,
    region: 'NI',
    seconds: 15,
  });
  expect((await ownOf(who).uncounted({ id, reason: 'short' })).rows).toEqual([]);
  expect(await codeOfCall(ownOf(await adverts.company()).uncounted({ id }))).toBe('NOT_FOUND');
});

test('plays that were not counted are taken as a table, all or of one reason, and tell of a household no more than the page', async () => {
  const who = await adverts.company();
  const id = await adverts.campaign(who, { budget: 1_000 });
  await adverts.approve(id);
  const homes = await several(6, { region: 'NI' });
  const cafes = await several(5, { region: 'NI', venue: 'cafe', confirmedAt: clock.now });
  await show([...homes, ...cafes], [homes[0]!, cafes[2]!]);
  const linesOf = async (reason?: 'hidden' | 'short') =>
    (await (await ownOf(who).uncountedFile({ id, ...(reason && { reason }) })).text()).trim().split('\r\n');
  const [head, ...lines] = await linesOf();
  expect(head).toBe('Dan;Sat;Televizor;Region;Grupa;Reklama;Razlog;Podatak');
  expect(lines).toHaveLength(2);
  const home = lines.find((line) => line.includes('Domaćinstvo'))!.split(';');
  expect([home[1], home[2], home[3]], 'neither minute nor number').toEqual([
    expect.stringMatching(/^sat od \d\d:00$/),
    'TV',
    'Niš',
  ]);
  const cafe = lines.find((line) => line.includes('Kafić'))!.split(';');
  expect(cafe[1]).toMatch(/^\d\d:\d\d$/);
  expect(cafe.slice(2)).toEqual(['TV NI-3', 'Niš', 'Kafić', '', 'Slika nije bila na ekranu', 'vidljivo 4,1 od 15 s']);
  expect(await linesOf('short'), 'nothing but its head').toEqual([head]);
  expect(await codeOfCall(ownOf(await adverts.company()).uncountedFile({ id }))).toBe('NOT_FOUND');
});

test('each day of a report has what was counted, what was not, and how often the code was opened', async () => {
  const who = await adverts.company();
  const id = await adverts.campaign(who, { budget: 1_000 });
  await adverts.approve(id);
  const tvs = await several(6, { region: 'BG' });
  await show(tvs, [tvs[0]!, tvs[1]!]);
  await db.insert(codeOpenings).values([
    { campaignId: id, hour: new Date('2027-03-01T11:00:00Z'), openings: 2 },
    // Half past midnight of Belgrade is still the day before in UTC.
    { campaignId: id, hour: new Date('2027-03-01T23:00:00Z'), openings: 5 },
  ]);
  const today = { counted: 4, uncounted: 2, openings: 2, planned: null };
  expect((await ownOf(who).report({ id })).days).toEqual([{ day: dayOf(clock.now), ...today }]);
  clock.now = new Date('2027-03-02T11:00:00Z');
  await sumHours(db, clock.now);
  const later = await ownOf(who).report({ id });
  expect(later.days.map(({ counted, uncounted, openings }) => [counted, uncounted, openings])).toEqual([
    [4, 2, 2],
    [0, 0, 5],
  ]);
  expect(later.openings).toBe(7);
});

test('openings are shown by advert as far as the scanned code says which, and never more than there were', async () => {
  const who = await adverts.company();
  const id = await adverts.campaign(who, { seconds: [15, 15], url: 'https://pekara.example/kifle', budget: 1_000 });
  const other = await adverts.campaign(who, { url: 'https://pekara.example/burek', budget: 1_000 });
  await adverts.approve(id);
  const { leases } = await (await adverts.tv()).player.bag();
  await adverts.approve(other);
  const before = await ownOf(who).report({ id });
  const [first, second] = before.pictures.map((one) => leases.find(({ creative }) => creative === one.id)!.code);
  const foreign = (await ownOf(who).report({ id: other })).pictures[0]!.id.slice(0, 6);
  const open = async (code: string) => {
    const { pathname, search } = new URL(code);
    return (await app.app.request(pathname + search)).headers.get('location');
  };
  for (const code of [first!, first!, second!]) expect(await open(code)).toBe('https://pekara.example/kifle');
  const plain = first!.split('?')[0]!;
  for (const end of ['', `?a=${foreign}`, '?a=', '?a=%00', '?b=1'])
    expect(await open(plain + end), end).toBe('https://pekara.example/kifle');
  const report = await ownOf(who).report({ id });
  expect(report.openings).toBe(8);
  expect(report.pictures.map(({ openings }) => openings)).toEqual([2, 1]);
  expect((await ownOf(who).report({ id: other })).openings).toBe(0);

  const both = await Promise.all(Array.from({ length: 10 }, () => open(second!)));
  expect(new Set(both).size).toBe(1);
  expect((await ownOf(who).report({ id })).pictures[1]!.openings, 'ten at once').toBe(11);
  const copy = randomUUID();
  await ownOf(who).begin({ id: copy, copyOf: id });
  expect((await ownOf(who).report({ id: copy })).pictures.map(({ openings }) => openings)).toEqual([0, 0]);
});

test('a hundred who open a code at once are all counted, and wait for one another with one connection', async () => {
  const who = await adverts.company();
  const id = await adverts.campaign(who, { url: 'https://pekara.example/kifle', budget: 1_000 });
  await adverts.approve(id);
  const [row] = await db.select().from(campaigns).where(eq(campaigns.id, id));
  const open = async () => (await app.app.request(`/k/${row!.code}`)).headers.get('location');
  expect(await open()).toBe('https://pekara.example/kifle');
  const opened = await db.transaction(async (tx) => {
    await tx.select().from(codeOpenings).where(eq(codeOpenings.campaignId, id)).for('update');
    const all = Array.from({ length: 100 }, open);
    await untilBlocked({ db: app.jobsDb });
    await eventually(() => expect(db.usage().used, 'this transaction and whoever waits for it').toBe(2));
    return all;
  });
  expect(new Set(await Promise.all(opened))).toEqual(new Set(['https://pekara.example/kifle']));
  expect((await ownOf(who).report({ id })).openings).toBe(101);
});

test('days that are still to come have their plan and nothing else; of what stands still or is over there are none', async () => {
  const who = await adverts.company();
  // Belgrade's days: two of the first, the third, the fourth and no Friday.
  const schedule = [0xffffff, 0xffffff, 0xffffff, 0xffffff, 0, 0xffffff, 0xffffff];
  const dates = { startsAt: new Date('2027-02-28T23:00:00Z'), endsAt: new Date('2027-03-06T23:00:00Z') };
  clock.now = new Date('2027-03-02T11:00:00Z');
  const id = await adverts.campaign(who, { ...dates, schedule, pace: 'even', budget: 500 });
  await adverts.approve(id);
  const read = await ownOf(who).report({ id });
  expect(read.days.map(({ day }) => day)).toEqual(['2027-03-01', '2027-03-02']);
  expect(read.ahead).toEqual([
    { day: '2027-03-03', planned: 100 },
    { day: '2027-03-04', planned: 100 },
    { day: '2027-03-05', planned: 0 },
    { day: '2027-03-06', planned: 100 },
  ]);
  const fast = await adverts.campaign(who, { ...dates, budget: 100 });
  await adverts.approve(fast);
  expect((await ownOf(who).report({ id: fast })).ahead.map(({ planned }) => planned)).toEqual([null, null, null, null]);
  await ownOf(who).step({ id, to: 'pause' });
  expect((await ownOf(who).report({ id })).ahead).toEqual([]);
  await ownOf(who).step({ id, to: 'end' });
  expect((await ownOf(who).report({ id })).ahead).toEqual([]);
});

test('the plan of a campaign that is approved late on its first day begins there, for each day as for all of them', async () => {
  keepClock();
  const who = await adverts.company({ banners: 10_000 });
  clock.now = new Date('2027-03-02T17:00:00Z');
  const dates = { startsAt: new Date('2027-03-01T23:00:00Z'), endsAt: new Date('2027-03-11T23:00:00Z') };
  const id = await adverts.campaign(who, { ...dates, pace: 'even', budget: 10_000 });
  await call(app, await person(app, 'superAdmin')).campaigns.admin.approve({ id, sendings: 0 });
  // Six hours of its first day, and nine days.
  const hourly = 10_000 / (6 + 9 * 24);
  clock.now = new Date('2027-03-03T22:59:59Z');
  const { days, ahead } = await ownOf(who).report({ id });
  expect(days.map(({ planned }) => Math.round(planned!))).toEqual([6 * hourly, 24 * hourly].map(Math.round));
  expect(Math.round(ahead.at(-1)!.planned!)).toBe(Math.round(24 * hourly));
  expect((await ownOf(who).read({ id })).planned).toBe(Math.round(30 * hourly));
});

test('the report of a campaign that was ended early ends with that day, and nothing of it is planned any more', async () => {
  keepClock();
  const who = await adverts.company();
  clock.now = new Date('2027-03-02T11:00:00Z');
  const dates = { startsAt: new Date('2027-02-28T23:00:00Z'), endsAt: new Date('2027-03-31T22:00:00Z') };
  const id = await adverts.campaign(who, { ...dates, pace: 'even', budget: 500 });
  await adverts.approve(id);
  expect((await ownOf(who).read({ id })).planned).toBeGreaterThan(0);
  await ownOf(who).step({ id, to: 'end' });
  clock.now = new Date('2027-03-09T11:00:00Z');
  const daysOf = async () => (await ownOf(who).report({ id })).days.map(({ day }) => day);
  expect(await daysOf()).toEqual(['2027-03-01', '2027-03-02']);
  const listed = (await ownOf(who).list()).campaigns.find((one) => one.id === id);
  expect(listed).toMatchObject({ state: 'done', endsOn: '2027-03-31', planned: null });
  clock.now = new Date('2027-04-09T11:00:00Z');
  expect(await daysOf()).toEqual(['2027-03-01', '2027-03-02']);
});

test('a budget is priced of what a company has free, the voucher that came first for nothing', async () => {
  const who = await adverts.company({ banners: 4, tvSeconds: 0 });
  await buys(who);
  const first = randomUUID();
  expect((await ownOf(who).begin({ id: first })).unspent).toEqual([
    { name: null, units: 4, paid: null },
    { name: 'Standard', units: 5_000, paid: { amount: 9_900, currency: 'EUR', banners: 5_000, tvSeconds: 9_600 } },
  ]);
  // Another campaign holds a hundred: those that were bought first.
  await adverts.approve(await adverts.campaign(who, { budget: 100 }));
  expect((await ownOf(who).read({ id: first })).unspent).toMatchObject([{ name: 'Standard', units: 4_904 }]);
  expect(
    (await ownOf(await adverts.company({ banners: 0, tvSeconds: 0 })).begin({ id: randomUUID() })).unspent,
  ).toEqual([]);
});

test('a counted play costs what its package cost, and nothing as long as a voucher lasts', async () => {
  const who = await adverts.company({ banners: 4, tvSeconds: 0 });
  await buys(who);
  const id = await adverts.campaign(who, { budget: 1_000 });
  await adverts.approve(id);
  const tvs = await several(6, { region: 'BG' });
  await show(tvs);
  const report = await ownOf(who).report({ id });
  expect(report.spent).toEqual([
    { name: null, units: 4, amount: 0, currency: null, package: null },
    expect.objectContaining({ name: 'Standard', units: 2, amount: 3, currency: 'EUR' }),
  ]);
  expect(report.price, '3 cents for 6 plays').toEqual({ amount: 50, currency: 'EUR' });
  const stranger = await person(app);
  expect(await codeOfCall(ownOf(stranger).report({ id }))).toBe('NOT_FOUND');
});

test('on the day of 23 hours and on the day of 25 the report has each hour once, and each play on its own day, before and after midnight', async () => {
  const nights = [
    { begins: '2027-03-27T22:30:00Z', day: '2027-03-28', before: '2027-03-27', after: '2027-03-29', hours: 23 },
    { begins: '2027-10-30T21:30:00Z', day: '2027-10-31', before: '2027-10-30', after: '2027-11-01', hours: 25 },
  ];
  for (const { begins, day, before, after, hours } of nights) {
    clock.now = new Date(begins);
    await adverts.runJobs();
    const who = await adverts.company();
    const endsAt = new Date(clock.now.getTime() + 72 * HOUR_MS);
    const id = await adverts.campaign(who, { budget: 240, endsAt, cap: 3 });
    await adverts.approve(id);
    const tv = await adverts.tv();
    // From half past eleven in the evening; half an hour after midnight; every hour until half an hour after the next midnight.
    for (let hour = 0; hour <= hours + 1; hour += 1) {
      clock.now = new Date(Date.parse(begins) + hour * HOUR_MS);
      if (hour % 6 === 0) await adverts.runJobs();
      const { leases } = await tv.player.bag();
      const open = leases.filter(({ opensAt }) => Date.parse(opensAt) <= clock.now.getTime()).slice(0, 1);
      const plays = open.map((lease) => ({ ...adverts.shown(lease), startedAt: clock.now }));
      clock.now = new Date(clock.now.getTime() + 16_000);
      const unplayed = leases.filter(({ id: one }) => one !== open[0]?.id).map(({ id: one }) => one);
      await tv.player.report({ plays, unplayed });
      if (hour !== hours) continue;
      const told = (await ownOf(who).report({ id })).hours.map((one) => ({ ...one, at: new Date(one.hour) }));
      expect(told.map(({ at }) => dayOf(at))).toEqual(Array.from({ length: hours }, () => day));
      expect(new Set(told.map(({ at }) => at.getTime())).size).toBe(hours);
      expect(told.slice(0, 4).map(({ counted }) => counted)).toEqual([1, 1, 1, 0]);
    }
    const { days } = await ownOf(who).report({ id });
    expect(
      days.map(({ day: one, counted }) => [one, counted]),
      'each day has a cap of its own',
    ).toEqual([
      [before, 1],
      [day, 3],
      [after, 1],
    ]);
    clock.now = new Date(Date.parse(begins) + 76 * HOUR_MS);
    await adverts.runJobs();
    const { days: summed } = await ownOf(who).report({ id });
    expect(summed.map(({ day: one, counted }) => [one, counted]).filter(([, counted]) => counted !== 0)).toEqual([
      [before, 1],
      [day, 3],
      [after, 1],
    ]);
  }
});

test('the table of a report is sent a day after the other, with the hours of each in their order, also over the nights of another clock', async () => {
  const who = await adverts.company();
  const id = await adverts.campaign(who);
  const start = new Date('2027-03-20T10:00:00Z');
  const moments = Array.from({ length: 500 }, (_, n) => new Date(start.getTime() + n * 11 * HOUR_MS));
  await db.insert(playHours).values(
    moments.flatMap((hour) => {
      const sum = {
        campaignId: id,
        hour,
        creativeId: randomUUID(),
        region: 'NI',
        venue: 'cafe',
        outcome: 'counted' as const,
      };
      return [0, 1].map((shard) => ({ ...sum, shard, plays: 2, units: 2, repeats: 0 }));
    }),
  );
  const answer = await app.app.request(`/api/campaigns/${id}/report.csv`, {
    headers: { authorization: `Bearer ${who.token}` },
  });
  expect([answer.status, answer.headers.get('content-length')], 'sent while it is read').toEqual([200, null]);
  expect((await answer.text()).trimEnd().split('\r\n').slice(1)).toEqual(
    moments.map((at) => `${dayOf(at)};${formatTime(at)};;Ostalo;Ostalo;Uračunat;4`),
  );
  await db.delete(playHours).where(eq(playHours.campaignId, id));
});
