import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '#domain/day.ts';
import { profiles } from '../../accounts/schema.ts';
import { ledger } from '../../advertising/schema.ts';
import { campaigns } from '../../campaigns/schema.ts';
import { closeHours } from '../../flows/campaigns/close-hours.ts';
import { mails } from '../../platform/mail.schema.ts';
import { rewardMonths } from '../../rewards/schema.ts';
import { testAdverts } from '../../test/adverts.ts';
import { testApp } from '../../test/app.ts';
import { call, codeOfCall, person, type TestPerson } from '../../test/people.ts';
import { shardOf } from '../report-plays.ts';
import { noteScreen } from './note-screen.ts';
import { tvScreens, tvSuspicions } from './schema.ts';
import { findSuspicions, recordShowingTvs } from './watch-tvs.ts';

const app = await testApp();
const { db, clock } = app;
clock.now = new Date('2027-03-01T11:10:00Z');
const adverts = await testAdverts(app);
const staff = await person(app, 'superAdmin');
const desk = call(app, staff).tvs.admin;
const screen = { version: 'abc1234', visible: true, size: { width: 1920, height: 1080 } };

beforeEach(async () => {
  await db.update(campaigns).set({ state: 'done' }).where(eq(campaigns.state, 'approved'));
});

type Tv = Awaited<ReturnType<typeof adverts.tv>>;
const seconds = (n: number) => {
  clock.now = new Date(clock.now.getTime() + n * 1000);
};

/** Shows the next advert of a TV from its first second to its last and reports it. */
async function show({ player }: Tv): Promise<void> {
  const lease = (await player.bag()).leases.find(({ opensAt }) => new Date(opensAt) <= clock.now)!;
  const play = { ...adverts.shown(lease), startedAt: clock.now };
  seconds(lease.seconds + 1);
  await player.report({ plays: [play], screen });
}

async function running(company: TestPerson, budget = 50): Promise<string> {
  const id = await adverts.campaign(company, { budget, endsAt: new Date(clock.now.getTime() + 20 * DAY_MS) });
  expect(await adverts.approve(id)).toBe(true);
  return id;
}
const balance = async ({ id }: TestPerson) =>
  (await db.select({ banners: profiles.bannerBalance }).from(profiles).where(eq(profiles.id, id)))[0]!.banners;
const counted = async (campaign: string) =>
  Number(
    (
      await db.ask<{ n: string }>(
        `select coalesce(sum(plays), 0) as n from play_hours where outcome = 'counted' and campaign_id = $1`,
        [campaign],
      )
    )[0]!.n,
  );
const differences = () => db.ask('select * from unit_differences');
const mailsTo = ({ email }: TestPerson) => db.select().from(mails).where(eq(mails.to, email));

test('staff see which TVs show now, with version, screen, free storage and the last error', async () => {
  const tv = await adverts.tv({ region: 'BG', venue: 'cafe' });
  await tv.player.report({ screen: { ...screen, lastError: 'Film\u202e se\nne\u200b otvara.' } });
  const { states, places, waiting } = await desk.overview();
  expect(states.shows).toBe(1);
  expect(waiting).toBe(1);
  expect(places).toContainEqual({ region: 'BG', venue: 'cafe', tvs: 1 });
  const [row] = (await desk.list({ state: 'shows', direction: 'desc' })).rows;
  expect(row).toMatchObject({ id: tv.id, version: 'abc1234', isConfirmed: false, isSuspicious: false });
  expect(await desk.read({ id: tv.id })).toMatchObject({ screen: { width: 1920, lastError: 'Film se ne otvara.' } });

  expect((await desk.read({ id: tv.id })).screen, 'it says nothing of its storage').toMatchObject({
    freeMegabytes: null,
  });

  await tv.player.report({ screen: { ...screen, freeStorage: 1_234_567_890 } });
  expect((await desk.read({ id: tv.id })).screen).toMatchObject({
    freeMegabytes: 1_235,
    lastError: 'Film se ne otvara.',
  });

  const own = async () => (await call(app, tv.owner).playout.mine()).tvs.map(({ isInFront }) => isInFront);
  expect(await own()).toEqual([true]);
  await tv.player.report({ screen: { ...screen, visible: false } });
  expect(await own(), 'its owner sees the same').toEqual([false]);
  expect((await desk.read({ id: tv.id })).screen).toMatchObject({ freeMegabytes: 1_235 });
  expect((await desk.list({ state: 'on', direction: 'desc' })).rows.map(({ id }) => id)).toEqual([tv.id]);
  await recordShowingTvs(db, clock.now);
  await adverts.after(8 * 24 * 60);
  expect(await own(), 'nothing was heard').toEqual([null]);
  expect((await desk.overview()).states).toMatchObject({ shows: 0, away: 1 });
  await tv.player.report({});
  expect(await own(), 'as it said last').toEqual([false]);
  const silent = await adverts.tv({}, { owner: tv.owner });
  await silent.player.report({});
  expect((await call(app, tv.owner).playout.mine()).tvs.find(({ id }) => id === silent.id)).toMatchObject({
    isInFront: null,
  });
});

test('TVs are found by number, owner, place and state', async () => {
  const owner = await person(app);
  await db.update(profiles).set({ firstName: 'Slađana', lastName: 'Đokić' }).where(eq(profiles.id, owner.id));
  const tv = await adverts.tv({ region: 'NS', venue: 'salon' }, { owner });
  const find = async (choice: object) => (await desk.list({ direction: 'desc', ...choice })).rows.map(({ id }) => id);
  const { number } = await desk.read({ id: tv.id });
  for (const search of ['djokic', String(number), `${String(number).slice(0, 3)} ${String(number).slice(3)}`])
    expect(await find({ search })).toContain(tv.id);
  expect(await find({ region: 'NS', venue: 'salon', waits: true })).toEqual([tv.id]);
  const confirmed = await adverts.tv({ region: 'NS', venue: 'salon', confirmedAt: clock.now });
  expect(await find({ region: 'NS', venue: 'salon', waits: true })).toEqual([tv.id]);
  const all = await find({ region: 'NS', venue: 'salon', waits: false, silent: false });
  expect(all, 'a no is no yes').toEqual(expect.arrayContaining([tv.id, confirmed.id]));
  expect(await find({ region: 'NS', venue: 'cafe' })).toEqual([]);
  expect(await find({ search: 'nema takvog' })).toEqual([]);
  const nowhere = await adverts.tv({ region: null, venue: null }, { owner });
  const inTown = await adverts.tv({ region: 'NS', venue: null }, { owner });
  const ofOwner = (choice: object) => find({ search: 'djokic', ...choice });
  expect(await ofOwner({ region: 'none', venue: 'none' }), 'nobody said where').toEqual([nowhere.id]);
  expect(await ofOwner({ venue: 'none' })).toHaveLength(2);
  expect(await ofOwner({ region: 'NS', venue: 'none' })).toEqual([inTown.id]);
});

test('blocking a TV takes back what was counted of it, for the company and the owner, before and after its hour is closed', async () => {
  const company = await adverts.company({ banners: 100, tvSeconds: 0 });
  const campaign = await running(company);
  const [tv, other] = [await adverts.tv(), await adverts.tv()];
  for (const one of [tv, other, tv]) await show(one);
  await adverts.after(4 * 24 * 60);
  expect(await balance(company)).toBe(97);
  await show(tv);
  await show(other);
  expect(await counted(campaign)).toBe(5);
  expect((await desk.read({ id: tv.id })).open).toEqual({ banners: 3, tvSeconds: 0, companies: 1 });

  expect(await desk.block({ id: tv.id, reason: 'Prikazuje u praznom stanu.' })).toMatchObject({ banners: 3 });
  expect(await counted(campaign)).toBe(2);
  expect(await balance(company)).toBe(99);
  expect(await differences()).toEqual([]);
  const entries = await db.select().from(ledger).where(eq(ledger.reason, 'shown'));
  expect(entries.filter(({ reference }) => reference.includes('/blocked/')).map(({ delta }) => delta)).toEqual([2]);
  expect((await desk.read({ id: tv.id })).days.reduce((sum, { banners }) => sum + banners, 0)).toBe(0);
  const [mail] = (await mailsTo(tv.owner)).filter(({ template }) => template === 'tvs.blocked');
  expect(mail?.props).toMatchObject({ reason: 'Prikazuje u praznom stanu.' });

  await adverts.after(4 * 24 * 60);
  expect(await balance(company)).toBe(98);
  expect(await differences()).toEqual([]);
});

test('a blocked TV gets nothing, and what it shows counts again only from the moment it is let in', async () => {
  const company = await adverts.company({ banners: 100, tvSeconds: 0 });
  const campaign = await running(company);
  const tv = await adverts.tv();
  const lease = (await tv.player.bag()).leases.find(({ opensAt }) => new Date(opensAt) <= clock.now)!;
  const play = { ...adverts.shown(lease), startedAt: clock.now };
  await desk.block({ id: tv.id, reason: 'Provera.' });
  expect((await tv.player.bag()).state).toBe('blocked');
  expect(await codeOfCall(desk.block({ id: tv.id, reason: 'Provera.' }))).toBe('TV_BLOCKED');
  seconds(60);
  await desk.unblock({ id: tv.id });
  expect(await codeOfCall(desk.unblock({ id: tv.id }))).toBe('TV_NOT_BLOCKED');
  await tv.player.report({ plays: [play] });
  expect(await counted(campaign)).toBe(0);
  await show(tv);
  expect(await counted(campaign)).toBe(1);
  expect((await desk.read({ id: tv.id })).blocks).toMatchObject([{ reason: 'Provera.', liftedBy: expect.any(String) }]);
  expect(await differences()).toEqual([]);
});

test('a TV that is blocked hears with its next answer that it shows nothing of what it holds, and gives it back', async () => {
  const campaign = await running(await adverts.company({ banners: 100, tvSeconds: 0 }));
  const { id, player } = await adverts.tv();
  const held = (await player.bag()).leases.map((lease) => lease.id).sort();
  expect(held.length).toBeGreaterThan(0);
  await desk.block({ id, reason: 'Provera.' });
  const { state, revoked } = await player.report({});
  expect([state, revoked.sort()]).toEqual(['blocked', held]);
  expect(await player.bag()).toMatchObject({ leases: [], revoked: expect.arrayContaining(held) });
  await player.report({ unplayed: held });
  await adverts.runJobs();
  const [left] = await db.ask<{ held: number }>(
    'select (leased - released)::int as held from unit_reservations where campaign_id = $1',
    [campaign],
  );
  expect(left).toEqual({ held: 0 });
  await desk.unblock({ id });
  expect(await differences()).toEqual([]);
});

test('a TV that is blocked while its hour is closed is taken back once', async () => {
  const company = await adverts.company({ banners: 100, tvSeconds: 0 });
  await running(company);
  const tvs = await Promise.all(Array.from({ length: 4 }, () => adverts.tv()));
  for (const tv of tvs) await show(tv);
  clock.now = new Date(clock.now.getTime() + 4 * DAY_MS);
  await Promise.all([
    closeHours(app.deps),
    ...tvs.slice(1).map(({ id }) => desk.block({ id, reason: 'Provera.' })),
    closeHours(app.deps),
  ]);
  expect(await differences()).toEqual([]);
  await adverts.runJobs();
  expect(await balance(company)).toBe(99);
  expect(await differences()).toEqual([]);
});

test('staff say that a place is what its owner says, or that it is not', async () => {
  const tv = await adverts.tv({ venue: 'restaurant' });
  await desk.confirm({ id: tv.id, how: 'visit' });
  expect(await desk.read({ id: tv.id })).toMatchObject({ isConfirmed: true, confirmed: { how: 'visit' } });
  expect(await codeOfCall(desk.refuse({ id: tv.id, reason: 'Zatvoreno.' }))).toBe('VENUE_CHANGED');

  const liar = await adverts.tv({ venue: 'reception' });
  await desk.refuse({ id: liar.id, reason: 'Na toj adresi je stan.' });
  expect(await desk.read({ id: liar.id })).toMatchObject({ venue: null });
  const [mail] = (await mailsTo(liar.owner)).filter(({ template }) => template === 'tvs.venue-refused');
  expect(mail?.props).toMatchObject({ reason: 'Na toj adresi je stan.' });
  expect(await codeOfCall(desk.confirm({ id: (await adverts.tv()).id, how: 'call' }))).toBe('VENUE_CHANGED');
});

test('staff neither confirm, move nor unblock their own TV, nor say that it is not suspicious; the super-admin does', async () => {
  const owner = await person(app, 'admin');
  const own = call(app, owner).tvs.admin;
  const { id } = await adverts.tv({ venue: 'cafe' }, { owner });
  expect(await codeOfCall(own.confirm({ id, how: 'visit' }))).toBe('OWN_TV');
  expect(await codeOfCall(own.clear({ id, suspicion: 'rhythm' }))).toBe('OWN_TV');
  expect(await codeOfCall(own.move({ id, region: 'NI' }))).toBe('OWN_TV');
  await desk.block({ id, reason: 'Provera.' });
  expect(await codeOfCall(own.unblock({ id }))).toBe('OWN_TV');
  await desk.unblock({ id });
  await desk.confirm({ id, how: 'visit' });

  const chief = await adverts.tv({ venue: 'cafe' }, { owner: staff });
  await desk.confirm({ id: chief.id, how: 'visit' });
  await desk.move({ id: chief.id, region: 'NI' });
  expect(await desk.read({ id: chief.id })).toMatchObject({ isConfirmed: true, region: 'NI' });
});

test('a kind of place that its owner changes while staff look at it is neither confirmed nor refused', async () => {
  const { id, owner } = await adverts.tv({ venue: 'cafe' });
  const looked = { id, venue: (await desk.read({ id })).venue! };
  await call(app, owner).playout.setUp({ id, venue: 'salon' });
  expect(await codeOfCall(desk.confirm({ ...looked, how: 'call' }))).toBe('VENUE_CHANGED');
  expect(await codeOfCall(desk.refuse({ ...looked, reason: 'Zatvoreno.' }))).toBe('VENUE_CHANGED');
  expect(await desk.read({ id })).toMatchObject({ venue: 'salon', isConfirmed: false });
  await desk.confirm({ id, venue: 'salon', how: 'call' });
  expect(await desk.read({ id })).toMatchObject({ venue: 'salon', isConfirmed: true });
});

test('its owner moves a TV twice in thirty days, staff as often as needed', async () => {
  const tv = await adverts.tv({ region: 'NI' });
  const own = call(app, tv.owner).playout;
  for (const region of ['BG', 'NS'] as const) await own.setUp({ id: tv.id, region });
  expect(await codeOfCall(own.setUp({ id: tv.id, region: 'NI' }))).toBe('REGION_CHANGED_OFTEN');
  for (const region of ['NI', 'NI', 'BG'] as const) await desk.move({ id: tv.id, region });
  expect(await desk.read({ id: tv.id })).toMatchObject({ region: 'BG' });
  const moves = await db.execute(
    sql`select before, after from audit_log where action = 'tvs.moved' and subject_id = ${tv.id} order by id`,
  );
  expect(moves.rows).toEqual([
    { before: { region: 'NS' }, after: { region: 'NI' } },
    { before: { region: 'NI' }, after: { region: 'BG' } },
  ]);
  expect(await codeOfCall(own.setUp({ id: tv.id, region: 'NI' }))).toBe('REGION_CHANGED_OFTEN');
  expect(await codeOfCall(desk.move({ id: randomUUID(), region: 'BG' }))).toBe('NOT_FOUND');
});

test('a TV that stands elsewhere shows nothing more of what it got for its old place, whoever says so', async () => {
  const company = await adverts.company({ banners: 300, tvSeconds: 0 });
  const more = { regions: ['NI'], venues: ['cafe'], budget: 300, endsAt: new Date(clock.now.getTime() + 20 * DAY_MS) };
  const campaign = await adverts.campaign(company, more);
  expect(await adverts.approve(campaign)).toBe(true);
  const changes: Record<string, (tv: Tv) => Promise<unknown>> = {
    'its owner moves it': ({ id, owner }) => call(app, owner).playout.setUp({ id, region: 'BG' }),
    'its owner says another kind of place': ({ id, owner }) => call(app, owner).playout.setUp({ id, venue: 'salon' }),
    'staff move it': ({ id }) => desk.move({ id, region: 'BG' }),
  };
  for (const [name, change] of Object.entries(changes)) {
    const tv = await adverts.tv({ region: 'NI', venue: 'cafe', confirmedAt: clock.now });
    const { leases } = await tv.player.bag();
    const held = leases.map(({ id }) => id).sort();
    expect(held.length, name).toBeGreaterThan(0);
    await call(app, tv.owner).playout.setUp({ id: tv.id, name: 'Šank', region: 'NI', venue: 'cafe' });
    await desk.move({ id: tv.id, region: 'NI' });
    expect((await tv.player.report({})).revoked, 'it stands where it stood').toEqual([]);
    await change(tv);
    expect((await tv.player.report({})).revoked.sort(), name).toEqual(held);
    const late = adverts.shown(leases[0]!, { after: 120 });
    seconds(180);
    await tv.player.report({ plays: [late], unplayed: held.filter((id) => id !== leases[0]!.id) });
    expect((await tv.player.bag()).leases, name).toEqual([]);
  }
  expect(await counted(campaign)).toBe(0);
  await adverts.runJobs();
  expect(await differences()).toEqual([]);
});

test('a TV hears once what staff ask of it', async () => {
  const tv = await adverts.tv();
  expect(await codeOfCall(desk.command({ id: tv.id, command: 'reload' }))).toBe('TV_SILENT');
  await tv.player.report({ screen });
  await desk.command({ id: tv.id, command: 'reload' });
  expect((await desk.read({ id: tv.id })).screen).toMatchObject({ command: 'reload', toldAt: null });
  const answers = await Promise.all([tv.player.report({ screen }), tv.player.report({ screen })]);
  expect(answers.map(({ command }) => command).filter(Boolean)).toEqual(['reload']);
  expect((await desk.read({ id: tv.id })).screen?.command).toBeNull();
  expect(await codeOfCall(desk.command({ id: randomUUID(), command: 'relink' }))).toBe('NOT_FOUND');
});

test('what looks odd is shown with its measurement, until somebody says that it is not', async () => {
  const owner = await person(app);
  const tvs = [];
  for (let n = 0; n < 3; n += 1) tvs.push(await adverts.tv({}, { owner }));
  const honest = await adverts.tv();
  for (const { player } of [...tvs, honest]) await player.report({ screen });
  await findSuspicions(db, clock.now);
  const seen = await desk.suspicious();
  expect(seen.map(({ id }) => id).sort()).toEqual(tvs.map(({ id }) => id).sort());
  expect(seen[0]).toMatchObject({ suspicion: 'network', figure: 3 });
  expect(await desk.overview()).toMatchObject({ suspicious: 3, accounts: 1 });

  for (const { id } of tvs) await desk.clear({ id, suspicion: 'network' });
  expect(await desk.suspicious()).toEqual([]);
  await findSuspicions(db, clock.now);
  expect(await desk.suspicious()).toEqual([]);
  const fourth = await adverts.tv({}, { owner });
  await fourth.player.report({ screen });
  await findSuspicions(db, clock.now);
  expect(await desk.suspicious()).toHaveLength(4);
});

test('a TV that says nothing of its screen is seen, heard and suspected like any other, and keeps what it said before', async () => {
  await db.delete(tvSuspicions);
  const owner = await person(app);
  const three = [];
  for (let n = 0; n < 3; n += 1) three.push(await adverts.tv({}, { owner }));
  for (const { player } of three) await player.report({});
  await findSuspicions(db, clock.now);
  const found = (await desk.suspicious()).filter(({ ownerEmail }) => ownerEmail === owner.email);
  expect(found.map(({ id }) => id).sort()).toEqual(three.map(({ id }) => id).sort());
  expect(found[0]).toMatchObject({ suspicion: 'network', figure: 3, state: 'on', version: '' });
  const { id, player } = three[0]!;
  expect(await desk.read({ id })).toMatchObject({ screen: { version: '', visible: false, width: 0, height: 0 } });
  await desk.command({ id, command: 'reload' });
  expect((await player.report({})).command).toBe('reload');

  await player.report({ screen });
  seconds(60);
  await player.report({});
  expect(await desk.read({ id })).toMatchObject({
    state: 'shows',
    screen: { version: 'abc1234', visible: true, width: 1920, height: 1080 },
  });
});

test('reports in perfect rhythm without a pause are distinguished from those of a TV that waits by chance', async () => {
  await db.delete(tvSuspicions);
  const [script, real] = [await adverts.tv(), await adverts.tv()];
  const began = clock.now.getTime();
  for (let n = 0; n < 505; n += 1) {
    clock.now = new Date(began + n * 60_000);
    await noteScreen(app.deps, script.id, screen, { ip: '188.2.10.7' }, clock.now);
    clock.now = new Date(began + n * 60_000 + ((n * 7919) % 19_000));
    await noteScreen(app.deps, real.id, screen, { ip: '188.2.10.8' }, clock.now);
  }
  await findSuspicions(db, clock.now);
  const found = await desk.suspicious();
  expect(found.map(({ id, suspicion }) => [id, suspicion])).toEqual([[script.id, 'rhythm']]);
  expect(found[0]).toMatchObject({ figure: 504, spread: 0, typical: 60_000 });

  await db.execute(`update tv_screens set shows_since = shows_since - interval '6 days'`);
  await findSuspicions(db, clock.now);
  expect((await desk.suspicious()).filter(({ suspicion }) => suspicion === 'always')).toHaveLength(2);
  seconds(11 * 60);
  await script.player.report({ screen });
  await real.player.report({ screen });
  await findSuspicions(db, clock.now);
  expect(await desk.suspicious()).toEqual([]);
});

test('a TV that never says anything of its screen is told when it reports for days without a pause', async () => {
  await db.delete(tvSuspicions);
  const [silent, hidden] = [await adverts.tv(), await adverts.tv()];
  const report = async () => {
    await silent.player.report({});
    await hidden.player.report({ screen: { ...screen, visible: false } });
  };
  await report();
  await db.execute(
    sql`update tv_screens set shows_since = shows_since - interval '6 days' where tv_id in (${silent.id}, ${hidden.id})`,
  );
  seconds(60);
  await report();
  await findSuspicions(db, clock.now);
  const always = async () => (await desk.suspicious()).filter(({ suspicion }) => suspicion === 'always');
  expect((await always()).map(({ id }) => id)).toEqual([silent.id]);
  expect((await always())[0]).toMatchObject({ figure: 144, spread: 60_000, state: 'on' });
  seconds(11 * 60);
  await report();
  await findSuspicions(db, clock.now);
  expect(await always(), 'a pause of eleven minutes').toEqual([]);
});

test('a company is told once a day why its campaign is late', async () => {
  const company = await adverts.company({ banners: 1_000, tvSeconds: 0 });
  const id = await adverts.campaign(company, {
    budget: 900,
    pace: 'even',
    endsAt: new Date(clock.now.getTime() + 10 * DAY_MS),
  });
  await adverts.approve(id);
  const campaignsDesk = call(app, staff).campaigns.admin;
  expect(await campaignsDesk.behind()).toEqual([]);
  seconds(2 * 24 * 3600);
  const [late] = await campaignsDesk.behind();
  expect(late).toMatchObject({ id, counted: 0, daysLeft: 8, why: { why: 'few' }, toldAt: null });
  await campaignsDesk.tellBehind({ id });
  expect(await codeOfCall(campaignsDesk.tellBehind({ id }))).toBe('CAMPAIGN_TOLD');
  const letters = (await mailsTo(company)).filter(({ template }) => template === 'campaigns.behind');
  const link = expect.stringMatching(new RegExp(`/account/campaigns/${id}$`));
  expect(letters.map(({ props }) => props)).toMatchObject([
    { counted: 0, planned: late!.planned, unit: 'banner', link },
  ]);
  expect(await call(app, company).campaigns.own.read({ id }), 'the link opens it').toMatchObject({ state: 'behind' });
});

test('blocking a TV leaves in the report what another TV reported twice', async () => {
  await adverts.runJobs();
  const company = await adverts.company({ banners: 100, tvSeconds: 0 });
  const campaign = await running(company);
  // Two TVs whose sums stand in the same rows.
  const byShard = new Map<number, Tv>();
  let blocked = await adverts.tv();
  let honest: Tv | undefined;
  while (!honest) {
    byShard.set(shardOf(blocked.id), blocked);
    blocked = await adverts.tv();
    honest = byShard.get(shardOf(blocked.id));
  }
  const lease = (await honest.player.bag()).leases.find(({ opensAt }) => new Date(opensAt) <= clock.now)!;
  const plays = [{ ...adverts.shown(lease), startedAt: clock.now }];
  seconds(lease.seconds + 1);
  await honest.player.report({ plays });
  await adverts.after(120);
  await show(blocked);
  await honest.player.report({ plays });
  const report = () => call(app, company).campaigns.own.report({ id: campaign });
  expect(await report()).toMatchObject({ counted: 2, repeats: 1 });
  await desk.block({ id: blocked.id, reason: 'Prikazuje u praznom stanu.' });
  expect(await report()).toMatchObject({ counted: 1, repeats: 1 });
  expect(await differences()).toEqual([]);
});

test('of a TV whose owner wants nothing measured is kept that it works, not from where and how regularly it reports', async () => {
  const owner = await person(app);
  const three: Tv[] = [];
  for (let n = 0; n < 3; n += 1) three.push(await adverts.tv({}, { owner }));
  const report = async () => {
    seconds(60);
    for (const { player } of three) await player.report({ screen });
    await findSuspicions(db, clock.now);
  };
  const odd = async () => (await desk.suspicious()).filter(({ id }) => three.some((tv) => tv.id === id)).length;
  const noted = async () => (await db.select().from(tvScreens).where(eq(tvScreens.tvId, three[0]!.id)))[0]!;
  await report();
  await report();
  expect(await odd(), 'on one network').toBe(3);
  expect(await noted()).toMatchObject({ intervals: 1, showsSince: expect.any(Date) });
  expect((await desk.read({ id: three[0]!.id })).state).toBe('shows');

  await call(app, owner).playout.decline({ all: true, categories: [] });
  await report();
  expect(await odd()).toBe(0);
  const kept = await noted();
  expect(kept).toMatchObject({ version: 'abc1234', visible: true, networkLabel: '', showsSince: null, intervals: 0 });
  expect(kept.network).toHaveLength(0);
  expect((await desk.read({ id: three[0]!.id })).state, 'it shows no adverts').toBe('on');

  await call(app, owner).playout.decline({ all: false, categories: [] });
  seconds(10);
  await adverts.runJobs();
  await running(await adverts.company({ banners: 100, tvSeconds: 0 }));
  for (const tv of three) await show(tv);
  await findSuspicions(db, clock.now);
  await call(app, owner).playout.decline({ all: true, categories: [] });
  await report();
  expect(await odd(), 'what looked odd is no secret as long as its plays can be taken back').toBe(3);
  await db.delete(tvSuspicions);
});

test('a TV that its owner unlinks before staff decide is still seen and blocked, until its month is closed', async () => {
  await adverts.runJobs();
  const company = await adverts.company({ banners: 100, tvSeconds: 0 });
  const campaign = await running(company);
  const owner = await person(app);
  const three = [];
  for (let n = 0; n < 3; n += 1) three.push(await adverts.tv({}, { owner }));
  for (const tv of three) await show(tv);
  await findSuspicions(db, clock.now);
  const [gone, late, linked] = three as [Tv, Tv, Tv];
  const { number } = await desk.read({ id: gone.id });
  for (const { id } of [gone, late]) await call(app, owner).devices.unlink({ id });
  seconds(3600);
  await findSuspicions(db, clock.now);
  const found = await desk.suspicious();
  expect(found.map(({ id }) => id).sort(), 'the linked one is silent').toEqual([gone.id, late.id].sort());
  for (const one of found)
    expect(one).toMatchObject({ unlinkedAt: expect.any(String), open: { banners: 1, companies: 1 } });
  expect(await desk.overview()).toMatchObject({ suspicious: 2, accounts: 1 });
  const searched = async (search: string) => (await desk.list({ direction: 'desc', search })).rows.map(({ id }) => id);
  expect(await searched(String(number))).toEqual([gone.id]);
  expect(await searched(gone.id)).toEqual([gone.id]);
  expect((await desk.list({ direction: 'desc' })).rows.map(({ id }) => id)).not.toContain(gone.id);
  expect(await codeOfCall(desk.command({ id: gone.id, command: 'reload' }))).toBe('NOT_FOUND');

  expect(await desk.block({ id: gone.id, reason: 'Tri na istoj mreži.' })).toMatchObject({ banners: 1 });
  expect(await counted(campaign)).toBe(2);
  expect(await differences()).toEqual([]);
  const letters = (await mailsTo(owner)).filter(({ template }) => template === 'tvs.blocked');
  expect(letters.map(({ props }) => props)).toMatchObject([{ reason: 'Tri na istoj mreži.' }]);
  await findSuspicions(db, clock.now);
  expect((await desk.suspicious()).map(({ id }) => id)).toEqual([late.id]);

  const month = `${clock.now.toISOString().slice(0, 7)}-01`;
  await db.insert(rewardMonths).values({ month, viewers: 0, amount: 0, closedAt: clock.now, closedBy: 'system' });
  await findSuspicions(db, clock.now);
  expect(await desk.suspicious()).toEqual([]);
  expect((await desk.read({ id: linked.id })).unlinkedAt).toBeNull();
});
