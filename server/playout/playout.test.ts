import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { DAY_MS, daysLater, HOUR_MS } from '#domain/day.ts';
import { hourMask, WHOLE_WEEK } from '#domain/playout/schedule.ts';
import { dayOf, startOfDay } from '#domain/time.ts';
import { profiles } from '../accounts/schema.ts';
import { ledger } from '../advertising/schema.ts';
import { campaigns, creatives } from '../campaigns/schema.ts';
import { devices } from '../devices/schema.ts';
import { freeUnits, resume, stop, withdrawAdvert } from '../flows/campaigns/campaign-states.ts';
import { openDatabase } from '../platform/db.ts';
import { testAdverts } from '../test/adverts.ts';
import { testApp } from '../test/app.ts';
import { call, codeOfCall } from '../test/people.ts';
import { dropPartitions } from './partitions.ts';
import { leases, licences, playHours, plays, revocations, tvDays, tvs, unitReservations } from './schema.ts';

const app = await testApp();
const { db, clock } = app;
clock.now = new Date('2027-03-01T11:10:00Z');
const adverts = await testAdverts(app);
const calm = await testApp({ env: { ADVERT_SECONDS_PER_HOUR: '300' } });
calm.clock.now = new Date('2027-03-05T12:00:00Z');
const { after, approve, campaign, company, runJobs, shown, tv } = adverts;

/** Each test has the screens to itself. */
beforeEach(async () => {
  await db.update(campaigns).set({ state: 'done' });
  await runJobs();
});

const reservation = async (id: string) =>
  (await db.select().from(unitReservations).where(eq(unitReservations.campaignId, id)))[0]!;
const outcomes = async (id: string) =>
  (await db.select().from(plays).where(eq(plays.campaignId, id)).orderBy(plays.startedAt)).map((row) => row.outcome);
const balanceOf = async (id: string) => (await db.select().from(profiles).where(eq(profiles.id, id)))[0]!.bannerBalance;
const freeOf = (id: string) =>
  db.transaction(async (tx) => {
    const [row] = await tx.select().from(profiles).where(eq(profiles.id, id));
    return freeUnits(tx, id, { banners: row!.bannerBalance, tvSeconds: row!.tvSecondBalance });
  });
const expectNoDifferences = async () => expect(await db.ask('select * from unit_differences')).toEqual([]);
const running = async (more: Parameters<typeof campaign>[1] = {}) => {
  const who = await company();
  const id = await campaign(who, more);
  expect(await approve(id)).toBe(true);
  return { who, id };
};

test('a company’s advert is shown, counted once and paid from its balance when the hour is closed', async () => {
  const { who, id } = await running();
  const { player, id: tvId } = await tv();
  const { leases, state } = await player.bag();
  expect(state).toBe('plays');
  // A TV that nobody knows yet gets twenty minutes: 240 seconds.
  expect(leases).toHaveLength(16);
  const told = leases.slice(0, 3).map((lease, n) => shown(lease, { after: 15 * n }));
  await after(5);
  const { remove, revoked } = await player.report({ plays: told });
  expect(remove.sort()).toEqual(told.map(({ lease }) => lease).sort());
  expect(revoked).toEqual([]);
  expect(await outcomes(id)).toEqual(['counted', 'counted', 'counted']);
  expect(await freeOf(who.id)).toEqual({ banners: 900, tvSeconds: 1000 });
  expect(await balanceOf(who.id)).toBe(1000);
  expect((await db.select().from(tvDays).where(eq(tvDays.tvId, tvId)))[0]).toMatchObject({
    day: '2027-03-01',
    leased: 16,
    resolved: 3,
    banners: 3,
  });
  await expectNoDifferences();

  await after(80 * 60);
  expect(await balanceOf(who.id)).toBe(997);
  expect(await reservation(id)).toMatchObject({ leased: 16, released: 13, settled: 3, budget: 3 });
  expect(await freeOf(who.id)).toEqual({ banners: 997, tvSeconds: 1000 });
  const entries = await db
    .select()
    .from(ledger)
    .where(and(eq(ledger.profileId, who.id), eq(ledger.reason, 'shown')));
  expect(entries.map(({ delta, reference }) => [delta, reference])).toEqual([[-3, `${id}/2027-03-01T11:00:00.000Z/1`]]);
  await runJobs();
  expect(await balanceOf(who.id)).toBe(997);
  await expectNoDifferences();
  clock.now = new Date('2027-03-05T11:10:00Z');
});

test('a report that comes a hundred times, at once and out of order, counts each play once', async () => {
  const { id } = await running();
  const { player } = await tv();
  const { leases } = await player.bag();
  await after(6);
  const told = leases.slice(0, 10).map((lease, n) => shown(lease, { after: 15 * n }));
  const reports = Array.from({ length: 100 }, (_, n) => [...told.slice(n % 10), ...told.slice(0, n % 10)].reverse());
  for (let n = 0; n < 100; n += 10)
    await Promise.all(reports.slice(n, n + 10).map((plays) => player.report({ plays })));
  expect(await outcomes(id)).toEqual(Array.from({ length: 10 }, () => 'counted'));
  const sums = await db.select().from(playHours).where(eq(playHours.campaignId, id));
  expect(sums.map(({ outcome, plays, units, repeats }) => ({ outcome, plays, units, repeats }))).toEqual([
    { outcome: 'counted', plays: 10, units: 10, repeats: 990 },
  ]);
  await expectNoDifferences();
});

test('a TV that asks without end is told to wait, and what it reports again afterwards is counted once', async () => {
  const { id } = await running();
  const { player } = await tv();
  const { leases } = await player.bag();
  await after(6);
  const told = leases.slice(0, 3).map((lease, n) => shown(lease, { after: 15 * n }));
  const answers = await Promise.all(Array.from({ length: 40 }, () => codeOfCall(player.report({ plays: told }))));
  expect(new Set(answers)).toEqual(new Set(['ok', 'TOO_MANY_REQUESTS']));
  expect(answers.filter((code) => code === 'ok').length).toBeGreaterThan(9);
  await player.report({ plays: told });
  expect(await outcomes(id)).toEqual(['counted', 'counted', 'counted']);
});

test('each reason is written with what was reported, and its unit goes back to the campaign', async () => {
  const { id } = await running({ cap: 40 });
  const { player } = await tv();
  const { leases } = await player.bag();
  await after(15);
  const [whole, hidden, cut, over, early] = leases;
  await player.report({
    plays: [
      shown(whole!),
      shown(hidden!, { after: 60, visibleMs: 9_000 }),
      shown(cut!, { after: 120, shownMs: 6_000, visibleMs: 6_000, progressMs: 6_000 }),
      shown(over!, { after: 5 }),
      shown(early!, { after: -60 }),
    ],
  });
  expect(await outcomes(id)).toEqual(['unknown_lease', 'counted', 'overlap', 'hidden', 'short']);
  await runJobs();
  expect(await reservation(id)).toMatchObject({ leased: 16, released: 4 });
  await expectNoDifferences();
});

test('a clock that is off by thousands of years is an unknown play, and the report is answered', async () => {
  const { id } = await running();
  const { player } = await tv();
  const [one, two] = (await player.bag()).leases;
  const years = (lease: typeof one, startedAt: string) => ({ ...shown(lease!), startedAt: new Date(startedAt) });
  const plays = [years(one, '+275000-01-01T00:00:00Z'), years(two, '-200000-01-01T00:00:00Z')];
  expect((await player.report({ plays })).remove).toHaveLength(2);
  expect(await outcomes(id)).toEqual(['unknown_lease', 'unknown_lease']);
});

test('what was not shown is said and is free again within a minute; said twice it is free once', async () => {
  const { id } = await running({ budget: 16 });
  const { player } = await tv();
  const { leases } = await player.bag();
  expect(leases).toHaveLength(16);
  const other = await tv();
  expect((await other.player.bag()).leases).toHaveLength(0);
  const unplayed = leases.map((lease) => lease.id);
  await player.report({ unplayed });
  await player.report({ unplayed, plays: [shown(leases[0]!)] });
  await after(1);
  expect(await reservation(id)).toMatchObject({ leased: 16, released: 16 });
  expect((await other.player.bag()).leases).toHaveLength(16);
  await expectNoDifferences();
});

test('a bag asked for twice, or whose answer is lost, is the same bag', async () => {
  const { id } = await running();
  const { player } = await tv();
  const [one, two] = await Promise.all([player.bag(), player.bag()]);
  expect(two.leases.map((lease) => lease.id).sort()).toEqual(one.leases.map((lease) => lease.id).sort());
  expect(await reservation(id)).toMatchObject({ leased: 16 });
});

test('however often a TV asks, nothing comes twice in a row while another is there, nor after what it showed last', async () => {
  clock.now = new Date('2027-03-04T12:02:00Z');
  await runJobs();
  for (let n = 0; n < 3; n += 1) await running({ budget: 1000 });
  const { player } = await tv();
  let shownLast: string | undefined;
  for (let asked = 0; asked < 6; asked += 1) {
    const { leases } = await player.bag();
    expect(leases.length).toBeGreaterThan(5);
    for (const [n, { creative }] of leases.entries())
      expect(creative, String(n)).not.toBe(n === 0 ? shownLast : leases[n - 1]!.creative);
    const [first] = leases;
    await after(4);
    await player.report({ plays: [{ ...shown(first!), startedAt: new Date(clock.now.getTime() - 60_000) }] });
    shownLast = first!.creative;
  }
});

test('an hour of the clock holds 720 seconds of adverts on one TV, however often it asks', async () => {
  await running({ budget: 1000 });
  const { player, id } = await tv();
  clock.now = new Date('2027-03-05T12:00:00Z');
  await runJobs();
  await db.insert(tvDays).values({ tvId: id, day: '2027-03-04', leased: 100, resolved: 100 });
  for (let minute = 0; minute < 60; minute += 7) {
    await player.bag();
    await after(7);
  }
  const { leases } = await player.bag();
  const seconds = await db.ask<{ hour: string; seconds: number }>(
    'select hour, sum(seconds)::int as seconds from leases where tv_id = $1 group by 1 order by 1',
    [id],
  );
  expect(seconds.slice(0, 2).map((row) => row.seconds)).toEqual([720, 720]);
  expect(leases.every(({ closesAt }) => new Date(closesAt) > clock.now)).toBe(true);
});

test('how much of an hour adverts take is a setting', async () => {
  const there = await testAdverts(calm);
  expect(await there.approve(await there.campaign(await there.company(), { budget: 1000 }))).toBe(true);
  const fresh = await there.tv();
  expect((await fresh.player.bag()).leases, 'of twenty minutes, 100 seconds').toHaveLength(6);
  const { player, id } = await there.tv();
  await calm.db.insert(tvDays).values({ tvId: id, day: '2027-03-04', leased: 100, resolved: 100 });
  for (let minute = 0; minute < 60; minute += 7) {
    await player.bag();
    await there.after(7);
  }
  await player.bag();
  const seconds = await calm.db.ask<{ seconds: number }>(
    'select sum(seconds)::int as seconds from leases where tv_id = $1 group by hour order by hour',
    [id],
  );
  expect(seconds.slice(0, 2)).toEqual([{ seconds: 300 }, { seconds: 300 }]);
});

test('however many campaigns wait for other hours, a TV gets each that may be shown in these', async () => {
  const who = await company({ banners: 10_000 });
  const others = WHOLE_WEEK.map((hours) => hours & ~hourMask(11, 16));
  for (let n = 0; n < 250; n += 1)
    expect(await approve(await campaign(who, { schedule: others, budget: 1 }))).toBe(true);
  const now = await Promise.all([1, 2, 3].map(() => campaign(who, { budget: 100 })));
  for (const id of now) await approve(id);
  const { player, id: tvId } = await tv();
  expect((await player.bag()).leases).toHaveLength(16);
  const given = await db.selectDistinct({ id: leases.campaignId }).from(leases).where(eq(leases.tvId, tvId));
  expect(given.map(({ id }) => id).sort()).toEqual(now.sort());
});

test('TVs that ask at once never get more than the budget', async () => {
  const { id } = await running({ budget: 50 });
  const many = await Promise.all(Array.from({ length: 12 }, () => tv()));
  const bags = await Promise.all(many.map(({ player }) => player.bag()));
  expect(bags.reduce((sum, { leases }) => sum + leases.length, 0)).toBe(50);
  expect(await reservation(id)).toMatchObject({ leased: 50, budget: 50 });
});

test('a paused campaign is revoked on every TV, what is begun a minute later does not count, and it goes on with new leases', async () => {
  const { id } = await running();
  const { player } = await tv();
  const { leases } = await player.bag();
  const began = clock.now;
  await after(2);
  expect(await db.transaction((tx) => stop(tx, id, 'paused', () => clock.now))).toBe(true);
  await after(3);
  const { revoked } = await player.report({});
  expect(revoked.sort()).toEqual(leases.map((lease) => lease.id).sort());
  expect((await player.bag()).leases).toEqual([]);
  const seconds = (clock.now.getTime() - began.getTime()) / 1000;
  await player.report({ plays: [shown(leases[0]!, { after: 100 }), shown(leases[1]!, { after: seconds - 20 })] });
  expect(await outcomes(id)).toEqual(['counted', 'unknown_lease']);
  expect(await db.transaction((tx) => resume(tx, id, clock.now))).toBe(true);
  expect((await player.bag()).leases.length).toBeGreaterThan(0);
});

test('one advert that is taken down is revoked, and the others of its campaign go on', async () => {
  const { id } = await running({ seconds: [15, 15] });
  const { player } = await tv();
  const { leases } = await player.bag();
  const [first] = await db.select().from(creatives).where(eq(creatives.campaignId, id));
  await db.transaction((tx) => withdrawAdvert(tx, first!.id, clock.now));
  const { revoked } = await player.report({});
  const gone = leases.filter(({ creative }) => creative === first!.id).map((lease) => lease.id);
  expect(gone).toHaveLength(8);
  expect(revoked.sort()).toEqual(gone.sort());
  await player.report({ unplayed: gone });
  await after(1);
  const later = await player.bag();
  expect(later.leases.length).toBeGreaterThanOrEqual(8);
  expect(later.leases.some(({ creative }) => creative === first!.id)).toBe(false);
});

test('a campaign that ends gives back what is not leased at once, and the rest when the leases are over', async () => {
  const { who, id } = await running({ budget: 100 });
  const { player } = await tv();
  const { leases } = await player.bag();
  await after(2);
  await player.report({ plays: [shown(leases[0]!)] });
  await db.transaction((tx) => stop(tx, id, 'done', () => clock.now));
  expect(await reservation(id)).toMatchObject({ budget: 16 });
  expect(await freeOf(who.id)).toMatchObject({ banners: 984 });
  await after(80 * 60);
  expect(await reservation(id)).toMatchObject({ budget: 1, settled: 1 });
  expect(await freeOf(who.id)).toMatchObject({ banners: 999 });
  expect(await db.transaction((tx) => resume(tx, id, clock.now))).toBe(false);
  await expectNoDifferences();
});

test('a budget that is not free is not approved', async () => {
  const who = await company({ banners: 150 });
  const [first, second] = [await campaign(who), await campaign(who)];
  expect(await approve(first)).toBe(true);
  expect(await approve(second)).toBe(false);
  expect(await approve(first)).toBe(false);
});

test('a TV without a licence or while it is blocked gets nothing; one whose place is not confirmed gets what is for everybody', async () => {
  await running({ budget: 200 });
  await running({ budget: 200, venues: ['cafe'] });
  const bare = await tv({}, { hasLicence: false });
  expect(await bare.player.bag()).toMatchObject({ state: 'unlicensed', leases: [] });
  const declared = await tv({ venue: 'cafe' });
  const bag = await declared.player.bag();
  expect(bag.state).toBe('unplaced');
  expect(new Set(bag.leases.map(({ creative }) => creative)).size).toBe(1);
  const confirmed = await tv({ venue: 'cafe', confirmedAt: clock.now });
  expect(new Set((await confirmed.player.bag()).leases.map(({ creative }) => creative)).size).toBe(2);

  const blocked = await tv();
  const { leases } = await blocked.player.bag();
  await db.update(tvs).set({ blockedAt: clock.now }).where(eq(tvs.tvId, blocked.id));
  await after(2);
  expect(await blocked.player.report({ plays: [shown(leases[0]!)] })).toMatchObject({ state: 'blocked' });
  expect(await db.$count(plays, and(eq(plays.tvId, blocked.id), eq(plays.outcome, 'device_blocked')))).toBe(1);
  expect((await blocked.player.bag()).state).toBe('blocked');
});

test('a TV whose licence ends, or that is unlinked, shows nothing more', async () => {
  await running();
  const one = await tv();
  const { leases } = await one.player.bag();
  await db.insert(revocations).values({ at: clock.now, tvId: one.id });
  await db.delete(licences).where(eq(licences.tvId, one.id));
  expect(await one.player.report({})).toMatchObject({
    state: 'unlicensed',
    revoked: expect.arrayContaining(leases.map(({ id }) => id)),
  });
  await db.update(devices).set({ unlinkedAt: clock.now, tokenHash: null }).where(eq(devices.id, one.id));
  expect(await codeOfCall(one.player.bag())).toBe('UNAUTHORIZED');
});

test('nobody shows with somebody else’s lease, and made-up leases leave nothing behind', async () => {
  const { id } = await running();
  const [one, two] = [await tv(), await tv()];
  const { leases } = await one.player.bag();
  await after(2);
  const madeUp = leases[0]!.id.replace(/.{4}$/, 'ffff');
  const { remove } = await two.player.report({ plays: [shown(leases[0]!), shown({ ...leases[0]!, id: madeUp })] });
  expect(remove).toHaveLength(2);
  expect(await outcomes(id)).toEqual([]);
});

test('four days without a network: what was shown comes late, and its units were free before', async () => {
  const { who, id } = await running();
  const { player } = await tv();
  const { leases } = await player.bag();
  await after(4 * 24 * 60);
  expect(await freeOf(who.id)).toMatchObject({ banners: 1000 });
  await player.report({ plays: leases.map((lease, n) => shown(lease, { after: n * 15 })) });
  expect(await outcomes(id)).toEqual(Array.from({ length: 16 }, () => 'late'));
  await after(1);
  expect(await freeOf(who.id)).toMatchObject({ banners: 1000 });
  await expectNoDifferences();
});

test('a cap that is lowered while leases are out holds for what is shown', async () => {
  const { id } = await running({ cap: 10 });
  const { player } = await tv();
  const { leases } = await player.bag();
  expect(leases).toHaveLength(10);
  await db.update(campaigns).set({ cap: 4 }).where(eq(campaigns.id, id));
  await after(5);
  const told = leases.map((lease, n) => shown(lease, { after: n * 15 }));
  await Promise.all([player.report({ plays: told.slice(0, 5) }), player.report({ plays: told.slice(5) })]);
  const written = await outcomes(id);
  expect(written.filter((outcome) => outcome === 'counted')).toHaveLength(4);
  expect(written.filter((outcome) => outcome === 'cap')).toHaveLength(6);
});

test('a cap that gets smaller takes from TVs what they hold; one that gets larger or is lifted leaves it', async () => {
  const { who, id } = await running();
  const { player } = await tv();
  const setCap = async (cap: number | null) => {
    clock.now = new Date(clock.now.getTime() + 5_000);
    await call(app, who).campaigns.own.change({ id, cap });
  };
  const held = (await player.bag()).leases.map((lease) => lease.id).sort();
  expect(held).toHaveLength(16);
  await setCap(4);
  expect((await player.bag()).revoked.sort()).toEqual(held);
  await player.report({ unplayed: held });
  await after(1);
  expect((await player.bag()).leases).toHaveLength(4);
  for (const cap of [4, 9, null]) await setCap(cap);
  expect((await player.bag()).revoked).toEqual([]);
  await setCap(3);
  expect((await player.bag()).revoked.length).toBeGreaterThan(3);
});

test('what was shown before a cap got smaller counts by the cap of then, whenever it is reported', async () => {
  // Ten minutes into an hour, so that all leases are of one.
  clock.now = new Date(Math.ceil(clock.now.getTime() / HOUR_MS) * HOUR_MS + 10 * 60_000);
  await runJobs();
  const { who, id } = await running({ cap: 10 });
  const { player } = await tv();
  const { leases } = await player.bag();
  expect(leases).toHaveLength(10);
  await after(2);
  await call(app, who).campaigns.own.change({ id, cap: 4 });
  await after(3);
  // Six within a minute and a half; the others from a minute and a half after the change on.
  const told = leases.map((lease, n) => shown(lease, { after: 15 * n + (n < 6 ? 0 : 120) }));
  await player.report({ plays: told });
  expect(await outcomes(id)).toEqual([
    ...Array.from({ length: 6 }, () => 'counted'),
    ...Array.from({ length: 4 }, () => 'unknown_lease'),
  ]);
  expect((await player.bag()).leases, 'of this day it has more than the new cap').toEqual([]);
  await after(4 * 24 * 60);
  expect(await balanceOf(who.id)).toBe(994);
  await expectNoDifferences();
});

test('leases are dropped by whole hours once nobody can report them, plays after ninety days', async () => {
  await running();
  const { player } = await tv();
  await player.bag();
  const parts = async () =>
    (
      await db.execute<{
        n: number;
      }>(sql`select count(*)::int as n from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'partitions' and c.relname ~ '^leases_' and c.relkind = 'r'`)
    ).rows[0]!.n;
  await after(10 * 24 * 60);
  expect(await db.ask('select from leases where closes_at < $1', [clock.now])).toEqual([]);
  expect(await parts()).toBeLessThan(48 + 180);
  await expectNoDifferences();
});

test('a part whose detaching a backup cut off is dropped the next hour, and so is one that was only detached', async () => {
  await after(60);
  const all = async () =>
    (
      await db.execute<{ name: string }>(sql`select relname as name from pg_class
      where relnamespace = 'partitions'::regnamespace and relkind = 'r' order by 1`)
    ).rows.map(({ name }) => name);
  const [cutOff, detached, third] = (await all()).filter((name) => name.startsWith('leases_'));
  await app.jobsDb.ask(`alter table leases detach partition partitions.${detached} concurrently`);
  const hasty = openDatabase(app.databaseUrl, { max: 1, lockMs: 100 });
  const stopped = await db.transaction(async (backup) => {
    await backup.execute(sql`lock table leases in access share mode`);
    return dropPartitions(hasty, new Date(clock.now.getTime() + 11 * DAY_MS)).catch((error) => error);
  });
  await hasty.close();
  expect(stopped).toBeInstanceOf(AggregateError);
  const pending = await db.ask('select inhrelid::regclass::text as name from pg_inherits where inhdetachpending');
  expect(pending).toEqual([{ name: `partitions.${cutOff}` }]);
  expect(await all(), 'no other part waits for the one that was cut off').not.toContain(detached);
  expect(await all()).toContain(third);
  await after(11 * 24 * 60);
  expect(await db.ask('select from pg_inherits where inhdetachpending')).toEqual([]);
  for (const name of [cutOff, third]) expect(await all()).not.toContain(name);
  await expectNoDifferences();
});

test('a TV that gives back without end what it gets is leased ten times an hour’s adverts, and leaves the rest to others', async () => {
  clock.now = new Date(Math.ceil(clock.now.getTime() / HOUR_MS) * HOUR_MS + 10 * 60_000);
  await runJobs();
  const { id } = await running({ budget: 900 });
  const { player } = await tv();
  let taken = 0;
  for (let n = 0; n < 32; n += 1) {
    const { leases } = await player.bag();
    taken += leases.length;
    await player.report({ unplayed: leases.map((lease) => lease.id) });
  }
  expect(taken).toBe((10 * 720) / 15);
  expect((await (await tv()).player.bag()).leases).toHaveLength(16);
  await after(60);
  expect((await player.bag()).leases.length, 'the next hour is another one').toBeGreaterThan(0);
  await after(1);
  expect(await reservation(id)).toMatchObject({ budget: 900, settled: 0 });
  await expectNoDifferences();
});

test('hours and days that a company takes from a campaign that runs are taken from TVs, too; others leave what they hold', async () => {
  const midnight = startOfDay(daysLater(dayOf(clock.now), 1));
  clock.now = new Date(midnight.getTime() - 10 * 60_000);
  await runJobs();
  const { who, id } = await running();
  const { player } = await tv();
  const change = async (plan: { schedule?: number[]; endsOn?: string }) => {
    clock.now = new Date(clock.now.getTime() + 5_000);
    await call(app, who).campaigns.own.change({ id, ...plan });
    return (await player.bag()).revoked.sort();
  };
  const held = (await player.bag()).leases;
  const idsOf = (leases: typeof held) => leases.map((lease) => lease.id).sort();
  expect(held.filter(({ opensAt }) => Date.parse(opensAt) >= midnight.getTime())).toHaveLength(8);
  expect(await change({ schedule: WHOLE_WEEK.map((hours) => hours & ~hourMask(5, 6)) })).toEqual([]);
  expect(await change({ endsOn: dayOf(new Date(midnight.getTime() + DAY_MS)) })).toEqual([]);

  expect(await change({ endsOn: dayOf(clock.now) })).toEqual(idsOf(held));
  await player.report({ unplayed: idsOf(held) });
  await after(1);
  const untilMidnight = (await player.bag()).leases;
  expect(untilMidnight.length).toBeGreaterThan(0);
  expect(untilMidnight.filter(({ closesAt }) => Date.parse(closesAt) > midnight.getTime())).toEqual([]);

  const withoutLastHour = WHOLE_WEEK.map(() => hourMask(0, 23));
  const refused = change({ schedule: withoutLastHour });
  expect(await codeOfCall(refused), 'nothing of its last day would be left').toBe('CAMPAIGN_INCOMPLETE');
  expect(await change({ endsOn: dayOf(midnight), schedule: withoutLastHour })).toEqual(
    expect.arrayContaining(idsOf(untilMidnight)),
  );
  await player.report({ unplayed: idsOf(untilMidnight) });
  await after(1);
  const opening = (await player.bag()).leases.map(({ opensAt }) => Date.parse(opensAt));
  expect(opening.filter((at) => at < midnight.getTime())).toEqual([]);
  await expectNoDifferences();
});

test('leases of later hours count for the cap of their day, also when a TV is given less ahead than before', async () => {
  const midnight = startOfDay(daysLater(dayOf(clock.now), 2));
  clock.now = new Date(midnight.getTime() - 10 * 60_000);
  await runJobs();
  const { who, id } = await running({ cap: 10, schedule: WHOLE_WEEK.map(() => hourMask(1, 2)) });
  const { id: tvId, player } = await tv();
  await db.insert(tvDays).values({ tvId, day: daysLater(dayOf(clock.now), -1), leased: 10, resolved: 10 });
  const held = (await player.bag()).leases;
  expect(held.map(({ opensAt }) => Date.parse(opensAt))).toEqual(held.map(() => midnight.getTime() + HOUR_MS));
  expect(held).toHaveLength(10);
  clock.now = new Date(midnight.getTime() + 5 * 60_000);
  await runJobs();
  await db.update(tvDays).set({ resolved: 0 }).where(eq(tvDays.tvId, tvId));
  await call(app, who).campaigns.own.change({ id, schedule: [...WHOLE_WEEK] });
  expect((await player.bag()).leases).toHaveLength(10);
});

test('a campaign of which silent TVs hold more than a twentieth is leased for the next minutes alone, until they say what became of it', async () => {
  clock.now = new Date(startOfDay(daysLater(dayOf(clock.now), 2)).getTime() + 10 * HOUR_MS);
  await runJobs();
  const { id } = await running({ budget: 100 });
  const silent = await tv();
  const held = (await silent.player.bag()).leases;
  expect(held).toHaveLength(16);
  await after(15);
  expect(await reservation(id)).toMatchObject({ leased: 16, silent: 16 });
  const other = await tv();
  const yesterday = daysLater(dayOf(clock.now), -1);
  await db.insert(tvDays).values({ tvId: other.id, day: yesterday, leased: 100, resolved: 100 });
  expect((await other.player.bag()).leases, 'of the two hours that it is given else').toHaveLength(16);
  await silent.player.report({ unplayed: held.map((lease) => lease.id) });
  await after(5);
  expect(await reservation(id)).toMatchObject({ silent: 0 });
  expect((await other.player.bag()).leases.length).toBeGreaterThan(16);
});
