import { randomUUID } from 'node:crypto';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { daysLater, HOUR_MS } from '#domain/day.ts';
import { dayOf, formatDateInSentence } from '#domain/time.ts';
import { campaigns } from '../../campaigns/schema.ts';
import { templates } from '../../emails.ts';
import { orders } from '../../orders/schema.ts';
import { renderMail, writeMessage } from '../../platform/mail/write-mail.ts';
import { mails } from '../../platform/mail.schema.ts';
import { proveUnits } from '../../playout/prove.ts';
import { unitProofs, viewerDays } from '../../playout/schema.ts';
import { specialDays, specialPlaces, specialRuns } from '../../special/schema.ts';
import { testAdverts } from '../../test/adverts.ts';
import { testApp } from '../../test/app.ts';
import { call, codeOfCall, person } from '../../test/people.ts';
import { testSpecial } from '../../test/special.ts';
import { closeAccount } from '../people/close-account.ts';
import { judgeSpecialDays } from './judge-special-days.ts';

const app = await testApp();
const { db, clock } = app;
clock.now = new Date('2027-03-01T11:10:00Z');
const adverts = await testAdverts(app);
const { after, campaign, company, runJobs, shown, tv } = adverts;
const special = await testSpecial(app, adverts);
const { approved, bought, cafes, dayRow, desk, host, own, staff, started, write } = special;

beforeAll(() => special.openCafes(102));

/** Each test has the screens to itself. */
beforeEach(async () => {
  await db.update(campaigns).set({ state: 'done' });
  clock.now = new Date('2027-03-01T11:10:00Z');
});

const expectNoDifferences = async () => expect(await db.ask('select * from unit_differences')).toEqual([]);

test('a package that was paid twice over by one order has one run and one campaign, begun as often as somebody likes', async () => {
  const who = await company();
  const { run, order } = await bought(who);
  await db.insert(specialRuns).values({ orderId: order.id, profileId: who.id }).onConflictDoNothing();
  expect(await db.$count(specialRuns, eq(specialRuns.orderId, order.id))).toBe(1);
  const begun = await Promise.all([1, 2, 3].map(() => own(who).special.own.begin({ run, id: randomUUID() })));
  expect(new Set(begun.map(({ campaign: one }) => one)).size).toBe(1);
  expect(await codeOfCall(own(await company()).special.own.begin({ run, id: randomUUID() }))).toBe('NOT_FOUND');
  expect(await own(await company()).special.own.list()).toEqual([]);
  expect((await own(who).special.own.list()).map(({ campaign: one }) => one?.state)).toEqual(['draft']);
});

test('its hours and pace were sold with it: the company changes neither while it is drawn nor while it runs', async () => {
  const { who, id } = await approved();
  const [row] = await db.select().from(campaigns).where(eq(campaigns.id, id));
  expect(row).toMatchObject({ everyMinutes: 30, cap: null, budget: 300_000, venues: ['cafe'], state: 'approved' });
  const codes = await Promise.all([
    codeOfCall(own(who).campaigns.own.change({ id, budget: 1 })),
    codeOfCall(own(who).campaigns.own.step({ id, to: 'pause' })),
    codeOfCall(own(who).campaigns.own.step({ id, to: 'end' })),
  ]);
  expect(codes).toEqual(['CAMPAIGN_CHANGED', 'CAMPAIGN_CHANGED', 'CAMPAIGN_CHANGED']);
});

test('for an account that was closed meanwhile a package is not started, whatever is approved and chosen', async () => {
  const { who, run, id } = await approved();
  await db.transaction((tx) => closeAccount(tx, app.deps, { id: who.id }, who.id));
  // Approved after the closing, which paused it.
  await db.update(campaigns).set({ state: 'approved' }).where(eq(campaigns.id, id));
  await desk.choose({ id: run, tvs: cafes.slice(0, 100).map((cafe) => cafe.id) });
  const start = desk.start({ id: run, startsOn: daysLater(dayOf(clock.now), 1) });
  expect(await codeOfCall(start)).toBe('SPECIAL_NOT_APPROVED');
});

test('no mail names a day while nobody has started it: the days of its campaign are only those of its draft', async () => {
  const { who, id } = await approved();
  const [own] = await db.select({ startsAt: campaigns.startsAt }).from(campaigns).where(eq(campaigns.id, id));
  for (const [template, to] of [
    ['campaigns.approved', eq(mails.profileId, who.id)],
    ['campaigns.sent', isNull(mails.profileId)],
  ] as const) {
    const [mail] = await db
      .select()
      .from(mails)
      .where(and(eq(mails.template, template), to))
      .orderBy(desc(mails.number))
      .limit(1);
    const letter = (await writeMessage(app.deps, templates, mail!))!;
    const { text } = await renderMail(letter, app.config.publicUrl);
    expect(`${letter.subject} ${letter.preview} ${text}`, template).not.toContain(
      formatDateInSentence(own!.startsAt.toISOString()),
    );
    expect(letter.preview, template).toMatch(/prvi dan/i);
    expect(letter.reader, template).toBe(template === 'campaigns.sent' ? 'staff' : undefined);
  }
  expect(await call(app, staff).campaigns.admin.read({ id })).toMatchObject({ special: { startsOn: null } });
});

test('it starts once, on a day to come, with its campaign approved and exactly a hundred places', async () => {
  const early = await bought(await company());
  const day = daysLater(dayOf(clock.now), 1);
  expect(await codeOfCall(desk.start({ id: early.run, startsOn: day }))).toBe('SPECIAL_NOT_APPROVED');
  const { run, id, order } = await approved();
  expect(await codeOfCall(desk.start({ id: run, startsOn: day }))).toBe('SPECIAL_PLACES_MISSING');
  const ids = cafes.map((one) => one.id);
  await desk.choose({ id: run, tvs: ids.slice(0, 60) });
  await desk.choose({ id: run, tvs: ids.slice(0, 60) });
  expect(await codeOfCall(desk.choose({ id: run, tvs: ids.slice(60, 101) }))).toBe('SPECIAL_PLACES_FULL');
  // Two of staff at once: together they choose no more than there are places.
  const codes = await Promise.all([
    codeOfCall(desk.choose({ id: run, tvs: ids.slice(60, 100) })),
    codeOfCall(desk.choose({ id: run, tvs: ids.slice(61, 101) })),
  ]);
  expect(codes.toSorted()).toEqual(['SPECIAL_PLACES_FULL', 'ok']);
  expect(await db.$count(specialPlaces, eq(specialPlaces.runId, run))).toBe(100);
  expect(await codeOfCall(desk.start({ id: run, startsOn: dayOf(clock.now) }))).toBe('SPECIAL_PAST');
  await db.update(orders).set({ isDisputed: true }).where(eq(orders.id, order.id));
  expect(await codeOfCall(desk.start({ id: run, startsOn: day }))).toBe('SPECIAL_PAID_BACK');
  await db.update(orders).set({ isDisputed: false }).where(eq(orders.id, order.id));
  const starts = await Promise.all([1, 2].map(() => codeOfCall(desk.start({ id: run, startsOn: day }))));
  expect(starts).toEqual(['ok', 'ok']);
  expect(await db.$count(specialDays, eq(specialDays.runId, run))).toBe(30);
  expect(await codeOfCall(desk.start({ id: run, startsOn: daysLater(day, 1) }))).toBe('SPECIAL_STARTED');
  expect(await codeOfCall(call(app, staff).campaigns.admin.undoApproval({ id }))).toBe('CAMPAIGN_STAYS');
  expect(await codeOfCall(desk.choose({ id: run, tvs: ids.slice(101) }))).toBe('SPECIAL_STARTED');
  const [row] = await db.select().from(campaigns).where(eq(campaigns.id, id));
  expect([row!.startsAt, row!.endsAt]).toEqual([new Date('2027-03-01T23:00:00Z'), new Date('2027-03-31T22:00:00Z')]);
  const entries = await db.ask<{ action: string }>(
    `select action from audit_log where subject_id = '${order.id}' order by id`,
  );
  expect(entries.map(({ action }) => action)).toEqual([
    'special.places-changed',
    'special.places-changed',
    'special.started',
  ]);
});

test('households, TVs without a licence or of a blocked account and those that nobody confirmed are no places; one that is gone is replaced', async () => {
  const { run } = await approved();
  const none = [
    await tv({ venue: 'household' }),
    await tv({ venue: 'cafe' }),
    await tv({ venue: 'cafe', confirmedAt: clock.now, confirmedHow: 'visit' }, { hasLicence: false }),
  ];
  const owner = await person(app);
  none.push(await tv({ venue: 'cafe', confirmedAt: clock.now, confirmedHow: 'visit' }, { owner }));
  await call(app, staff).accounts.admin.people.block({ id: owner.id, on: true });
  for (const { id } of none) expect(await codeOfCall(desk.choose({ id: run, tvs: [id] }))).toBe('SPECIAL_TV_GONE');
  const offered = await desk.tvs({ id: run, venue: 'cafe' });
  expect(offered.tvs.map((one) => one.tv)).not.toContain(none[1]!.id);
  const [first, second, third] = cafes as [(typeof cafes)[0], (typeof cafes)[0], (typeof cafes)[0]];
  await desk.choose({ id: run, tvs: [first.id, second.id] });
  await desk.remove({ id: run, tv: second.id });
  await desk.replace({ id: run, tv: first.id, by: third.id });
  await desk.replace({ id: run, tv: first.id, by: third.id });
  expect((await desk.places({ id: run })).map((one) => [one.tv, one.isGone])).toEqual([[third.id, false]]);
  expect(await codeOfCall(desk.replace({ id: run, tv: first.id, by: second.id }))).toBe('SPECIAL_TV_GONE');
});

test('a place gets one lease in every half hour, before other campaigns, at no cost; its viewer is rewarded', async () => {
  const { run, who, id, day } = await started();
  const other = await company();
  const rival = await campaign(other, { budget: 1_000 });
  await adverts.approve(rival);
  const place = cafes[0]!;
  const { leases } = await place.player.bag();
  const [row] = await db.select({ code: campaigns.code }).from(campaigns).where(eq(campaigns.id, id));
  const isOurs = ({ code }: { code: string }) => code.includes(`${row!.code}?`);
  expect(leases.filter(isOurs).map(({ closesAt }) => new Date(closesAt).toISOString().slice(11, 16))).toEqual([
    '07:30',
    '08:00',
  ]);
  expect(leases.slice(0, 2).every(isOurs)).toBe(true);
  expect(leases.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(240);
  expect((await place.player.bag()).leases.filter(isOurs)).toHaveLength(2);
  await after(2);
  await place.player.report({ plays: [shown(leases.find(isOurs)!)] });
  expect((await place.player.bag()).leases.filter(isOurs)).toHaveLength(1);
  const [seen] = await db
    .select({ banners: viewerDays.banners })
    .from(viewerDays)
    .where(sql`profile_id = ${host.id} and day = ${day} and tv_id = ${place.id}`);
  expect(seen).toEqual({ banners: 1 });
  expect(await dayRow(run, day)).toMatchObject({ placesLeased: 2, furtherLeased: 0 });
  await judgeSpecialDays(app.deps);
  expect(await dayRow(run, day)).toMatchObject({ placesShown: 1, allShown: 1, isKept: null });

  await after(80 * 60);
  expect(await db.ask(`select * from ledger where profile_id = '${who.id}'`)).toEqual([]);
  await proveUnits(app.deps);
  expect((await db.select().from(unitProofs)).at(-1)!.differences).toEqual([]);
  await expectNoDifferences();
});

test('what was not shown is leased again in its half hour; what was shown is not', async () => {
  const { id } = await started();
  const place = cafes[1]!;
  const ours = async () => {
    const [row] = await db.select({ code: campaigns.code }).from(campaigns).where(eq(campaigns.id, id));
    return (await place.player.bag()).leases.filter(({ code }) => code.includes(`${row!.code}?`));
  };
  const inFirstHalf = (leases: Awaited<ReturnType<typeof ours>>) =>
    leases.find(({ closesAt }) => new Date(closesAt).toISOString().endsWith('07:30:00.000Z'));
  const first = inFirstHalf(await ours());
  await place.player.report({ unplayed: [first!.id], plays: [] });
  const again = inFirstHalf(await ours());
  expect(again!.id).not.toBe(first!.id);
  await after(2);
  await place.player.report({ plays: [shown(again!)], unplayed: [] });
  expect(inFirstHalf(await ours())).toBeUndefined();
});

test('further TVs of its groups fill the day to what may be lost of ten thousand and not beyond, however many ask at once', async () => {
  const { run, day } = await started({ venues: ['cafe', 'household'] });
  const further = await Promise.all(Array.from({ length: 6 }, () => tv()));
  const outside = await tv({ venue: 'salon', confirmedAt: clock.now, confirmedHow: 'visit' });
  await db.update(specialDays).set({ furtherLeased: 7_297 }).where(eq(specialDays.runId, run));
  const bags = await Promise.all(further.map(({ player }) => player.bag()));
  expect(bags.reduce((sum, { leases }) => sum + leases.length, 0)).toBe(3);
  expect(await dayRow(run, day)).toMatchObject({ placesLeased: 0, furtherLeased: 7_300 });
  // What the places have not taken yet is kept for them.
  expect((await cafes[10]!.player.bag()).leases).toHaveLength(2);
  expect((await outside.player.bag()).leases).toEqual([]);
  // What a TV gives back is another's.
  const [lease] = bags.flatMap(({ leases }, n) => leases.map((one) => ({ one, n })));
  await further[lease!.n]!.player.report({ plays: [], unplayed: [lease!.one.id] });
  const again = await Promise.all(further.map(({ player }) => player.bag()));
  expect(new Set(again.flatMap(({ leases }) => leases.map(({ id }) => id))).size).toBe(3);
  expect(await dayRow(run, day)).toMatchObject({ furtherLeased: 7_301 });
  await expectNoDifferences();
});

test('a run that staff pause or end is leased no more; what TVs hold of it is revoked', async () => {
  const { id } = await started();
  const place = cafes[3]!;
  const { leases } = await place.player.bag();
  expect(leases).toHaveLength(2);
  await call(app, staff).campaigns.admin.step({ id, to: 'pause', reason: '' });
  const { revoked, leases: none } = await place.player.bag();
  expect(revoked.toSorted()).toEqual(leases.map((one) => one.id).toSorted());
  expect(none).toEqual([]);
  await call(app, staff).campaigns.admin.step({ id, to: 'resume', reason: '' });
  expect((await place.player.bag()).leases).toHaveLength(2);
  await call(app, staff).campaigns.admin.step({ id, to: 'end', reason: '' });
  expect((await place.player.bag()).leases).toEqual([]);
});

test('a day is judged once, when nothing of it can be reported any more; one that was not kept is appended at the end', async () => {
  const { run, id, who, day, order } = await started();
  await write(id, day, { places: 3_040, others: 6_960 });
  await write(id, daysLater(day, 1), { places: 3_039, others: 6_961 });
  await write(id, daysLater(day, 2), { places: 3_200, others: 6_799 });
  clock.now = new Date(`${daysLater(day, 4)}T00:05:00Z`);
  await judgeSpecialDays(app.deps);
  expect(await dayRow(run, day)).toMatchObject({ placesShown: 3_040, allShown: 10_000, isKept: true });
  expect(await dayRow(run, daysLater(day, 1))).toMatchObject({ placesShown: 3_039, allShown: 10_000, isKept: null });
  clock.now = new Date(`${daysLater(day, 5)}T00:05:00Z`);
  await Promise.all([judgeSpecialDays(app.deps), judgeSpecialDays(app.deps)]);
  await judgeSpecialDays(app.deps);
  const appended = daysLater(day, 30);
  expect(await dayRow(run, daysLater(day, 1))).toMatchObject({ isKept: false });
  expect(await dayRow(run, appended)).toMatchObject({ insteadOf: daysLater(day, 1), isKept: null });
  expect(await db.$count(specialDays, eq(specialDays.runId, run))).toBe(31);
  const [row] = await db.select().from(campaigns).where(eq(campaigns.id, id));
  expect(row!.endsAt).toEqual(new Date('2027-04-01T22:00:00Z'));
  const [told] = await own(who).special.own.list();
  expect(told!.endsOn).toBe(appended);
  expect(told!.days.slice(0, 3).map(({ state }) => state)).toEqual(['kept', 'missed', 'counting']);
  clock.now = new Date(`${daysLater(day, 6)}T00:05:00Z`);
  await judgeSpecialDays(app.deps);
  expect(await dayRow(run, daysLater(day, 2))).toMatchObject({ placesShown: 3_200, allShown: 9_999, isKept: false });
  const judged = await db.ask<{ after: unknown }>(
    `select after from audit_log where subject_id = '${order.id}' and action = 'special.day-judged' order by id`,
  );
  expect(judged.map(({ after: entry }) => entry)).toEqual([
    { day, kept: true, places: 3_040, all: 10_000 },
    { day: daysLater(day, 1), kept: false, places: 3_039, all: 10_000, appended },
    { day: daysLater(day, 2), kept: false, places: 3_200, all: 9_999, appended: daysLater(appended, 1) },
  ]);
});

test('the last day is judged after the others are over: what is appended then goes on, and the run ends with the last kept day', async () => {
  const { run, id, day } = await started();
  const last = daysLater(day, 29);
  await db.update(specialDays).set({ judgedAt: clock.now, isKept: true }).where(sql`run_id = ${run} and day < ${last}`);
  clock.now = new Date(`${daysLater(day, 33)}T00:05:00Z`);
  await runJobs();
  await judgeSpecialDays(app.deps);
  const [row] = await db.select().from(campaigns).where(eq(campaigns.id, id));
  expect(row!.state).toBe('approved');
  const appended = dayOf(new Date(row!.endsAt.getTime() - 1));
  expect(appended).toBe(daysLater(dayOf(clock.now), 1));
  clock.now = new Date(`${appended}T10:00:00Z`);
  await runJobs();
  expect((await cafes[5]!.player.bag()).leases.length).toBeGreaterThan(0);
  await write(id, appended, { places: 3_200, others: 6_800 });
  clock.now = new Date(`${daysLater(appended, 4)}T00:05:00Z`);
  await judgeSpecialDays(app.deps);
  expect((await db.select().from(campaigns).where(eq(campaigns.id, id)))[0]!.state).toBe('done');
});

test('a place that was replaced counts until then, and the TV in its place from then on', async () => {
  const { run, id, day } = await started();
  await write(id, day, { places: 100, others: 0 });
  clock.now = new Date(`${day}T08:00:30Z`);
  await desk.replace({ id: run, tv: cafes[0]!.id, by: cafes[101]!.id });
  clock.now = new Date(`${day}T12:00:00Z`);
  await judgeSpecialDays(app.deps);
  expect(await dayRow(run, day)).toMatchObject({ placesShown: 99, allShown: 100 });
});

test('a place whose kind nobody confirms any more, or that is a household now, counts as a further TV or not at all until it is confirmed again', async () => {
  const { run, day } = await started({ venues: ['cafe', 'household'] });
  const [place, other] = [cafes[6]!, cafes[7]!];
  const [first] = (await place.player.bag()).leases;
  await after(2);
  await place.player.report({ plays: [shown(first!)] });
  await judgeSpecialDays(app.deps);
  expect(await dayRow(run, day)).toMatchObject({ placesLeased: 2, placesShown: 1, allShown: 1 });

  await own(host).playout.setUp({ id: other.id, venue: 'salon' });
  expect((await other.player.bag()).leases).toEqual([]);
  expect(await dayRow(run, day)).toMatchObject({ placesLeased: 2, furtherLeased: 0 });

  await own(host).playout.setUp({ id: other.id, venue: 'household' });
  const { leases } = await other.player.bag();
  expect(leases).toHaveLength(2);
  expect(await dayRow(run, day)).toMatchObject({ placesLeased: 2, furtherLeased: 2 });
  await after(2);
  await other.player.report({ plays: [shown(leases[0]!)] });
  await judgeSpecialDays(app.deps);
  expect(await dayRow(run, day)).toMatchObject({ placesShown: 1, allShown: 2 });

  await own(host).playout.setUp({ id: other.id, venue: 'cafe' });
  await call(app, staff).tvs.admin.confirm({ id: other.id, how: 'visit' });
  await after(60);
  await other.player.bag();
  expect(await dayRow(run, day)).toMatchObject({ placesLeased: 4, furtherLeased: 2 });
  await expectNoDifferences();
});

test('the shop says how many TVs of confirmed places showed something, and below five only that', async () => {
  const visitor = call(app);
  expect(await visitor.special.reach()).toEqual({ tvs: null, isSold: true });
  const today = dayOf(clock.now);
  const ids = cafes.slice(0, 7).map((one) => one.id);
  await db.execute(sql`insert into tv_days (tv_id, day, leased, banners)
    select unnest(${sql.param(ids)}::uuid[]), ${daysLater(today, -3)}::date, 1, 1 on conflict (tv_id, day) do update set banners = 1`);
  expect(await visitor.special.reach()).toEqual({ tvs: 7, isSold: true });
});

for (const [what, day, utc] of [
  ['in spring', '2027-03-28', 6],
  ['in autumn', '2027-10-31', 7],
] as const)
  test(`on the day when the clocks change ${what} a place gets its thirty-two, from eight to midnight of Belgrade`, async () => {
    const { run, id } = await approved();
    clock.now = new Date(`${daysLater(day, -1)}T11:00:00Z`);
    await desk.choose({ id: run, tvs: cafes.slice(0, 100).map((one) => one.id) });
    await desk.start({ id: run, startsOn: day });
    const place = cafes[2]!;
    clock.now = new Date(`${daysLater(day, -1)}T22:00:00Z`);
    await runJobs();
    for (let n = 0; n < 26 * 3; n += 1) {
      await place.player.bag();
      clock.now = new Date(clock.now.getTime() + 20 * 60_000);
    }
    const { rows } = await db.execute<{ opens: string }>(
      sql`select closes_at as opens from leases where tv_id = ${place.id} and campaign_id = ${id} and hour < ${`${daysLater(day, 1)}T00:00:00Z`} order by closes_at`,
    );
    const first = Date.parse(`${day}T00:00:00Z`) + (utc + 0.5) * HOUR_MS;
    expect(rows.map(({ opens }) => new Date(opens).getTime())).toEqual(
      Array.from({ length: 32 }, (_, n) => first + n * 30 * 60_000),
    );
    expect((await dayRow(run, day)).placesLeased).toBe(32);
  });
