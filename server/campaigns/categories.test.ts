import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { CategoryRule } from '#domain/campaigns/categories.ts';
import { hourMask, WHOLE_WEEK } from '#domain/playout/schedule.ts';
import { testAdverts } from '../test/adverts.ts';
import { testApp } from '../test/app.ts';
import { call, codeOfCall, person } from '../test/people.ts';
import { campaigns, categoryRules, creatives } from './schema.ts';

const app = await testApp();
const { db, clock } = app;
clock.now = new Date('2027-03-01T17:10:00Z');
const { after, approve, campaign, company, tv } = await testAdverts(app);
const staff = await person(app, 'superAdmin');
const desk = call(app, staff).campaigns;

const firstRules = desk.categories();
await firstRules;

/** Sets a rule as the desk reads and sends it. */
async function set(category: CategoryRule['category'], fields: Partial<CategoryRule>) {
  const rule = (await desk.categories()).find((one) => one.category === category)!;
  await desk.admin.setCategory({ ...rule, ...fields });
}
const free = { isTaken: true, from: 0, to: 24, venues: [], needsProof: false } satisfies Partial<CategoryRule>;

test('from the first day on alcohol and betting have their hours and groups, and permits are asked for', async () => {
  const rules = (await firstRules).map(({ category, from, to, venues, needsProof }) => ({
    category,
    from,
    to,
    venues,
    needsProof,
  }));
  expect(rules).toEqual([
    { category: 'alcohol', from: 20, to: 6, venues: ['cafe', 'restaurant'], needsProof: false },
    { category: 'betting', from: 22, to: 6, venues: ['cafe', 'restaurant'], needsProof: true },
    ...(['credit', 'medicine', 'political'] as const).map((category) => ({
      category,
      from: 0,
      to: 24,
      venues: [],
      needsProof: true,
    })),
  ]);
});

/** Each test has the screens to itself, with betting allowed everywhere. */
beforeEach(async () => {
  clock.now = new Date('2027-03-01T17:10:00Z');
  await db.update(campaigns).set({ state: 'done' });
  await db.update(categoryRules).set({ ...free });
});

/** A draft that lacks nothing but what its category asks for. */
async function draft(fields: { venues?: ('cafe' | 'household' | 'salon')[]; schedule?: number[] } = {}) {
  const who = await company();
  const id = randomUUID();
  await call(app, who).campaigns.own.begin({ id });
  await call(app, who).campaigns.own.save({ id, name: 'Kvota', url: 'https://kvota.example', budget: 10, ...fields });
  await db.insert(creatives).values({ campaignId: id, seconds: 15 });
  const send = (more: object = {}) =>
    call(app, who).campaigns.own.send({ id, category: 'betting', hasRights: true, ...more });
  return { who, id, send };
}

const why = async (sending: Promise<unknown>) =>
  sending.then(
    () => 'sent',
    (error: { code: string; data: { why: string } }) => `${error.code} ${error.data?.why}`,
  );

test('an advert goes to review only within the hours and groups of its category and with the permit that it asks for', async () => {
  await set('betting', { from: 22, to: 6, venues: ['cafe', 'restaurant'], needsProof: true });
  const one = await draft();
  expect(await why(one.send())).toBe('CAMPAIGN_CATEGORY hours');
  const night = WHOLE_WEEK.map(() => hourMask(22, 24) | hourMask(0, 6));
  await call(app, one.who).campaigns.own.save({ id: one.id, schedule: night });
  expect(await why(one.send())).toBe('CAMPAIGN_CATEGORY venues');
  await call(app, one.who).campaigns.own.save({ id: one.id, venues: ['cafe', 'salon'] });
  expect(await why(one.send())).toBe('CAMPAIGN_CATEGORY venues');
  await call(app, one.who).campaigns.own.save({ id: one.id, venues: ['cafe'] });
  for (const proof of ['   ', '\u2066\u202e']) expect(await why(one.send({ proof }))).toBe('CAMPAIGN_CATEGORY proof');
  expect(await why(one.send({ proof: 'Odobrenje\u202e\n12/2026\u200b' }))).toBe('sent');
  expect(await desk.admin.read({ id: one.id })).toMatchObject({ category: 'betting', proof: 'Odobrenje 12/2026' });
  await set('betting', { isTaken: false });
  expect(await why((await draft()).send({ proof: 'x' }))).toBe('CAMPAIGN_CATEGORY taken');
  expect(await why((await draft()).send({ category: 'none' }))).toBe('sent');
});

test('while it runs its hours may change within the rule alone', async () => {
  const one = await draft({ venues: ['cafe'], schedule: WHOLE_WEEK.map(() => hourMask(22, 24)) });
  await set('betting', { from: 22, to: 6, venues: ['cafe'] });
  await one.send();
  await desk.admin.approve({ id: one.id, sendings: 1 });
  const change = (from: number, to: number) =>
    call(app, one.who).campaigns.own.change({ id: one.id, schedule: WHOLE_WEEK.map(() => hourMask(from, to)) });
  expect(await why(change(21, 24))).toBe('CAMPAIGN_CATEGORY hours');
  expect(await why(change(23, 24))).toBe('sent');
});

test('a rule that gets narrower holds for what runs: TVs give back what they hold and get no more of it outside', async () => {
  const who = await company();
  const betting = await campaign(who, { category: 'betting' });
  const other = await campaign(who, { category: 'credit' });
  await approve(betting);
  await approve(other);
  const home = await tv();
  const cafe = await tv({ venue: 'cafe', confirmedAt: clock.now, confirmedHow: 'visit' });
  const [code] = await db.select({ code: campaigns.code }).from(campaigns).where(eq(campaigns.id, betting));
  const ofBetting = async ({ player }: typeof home) =>
    (await player.bag()).leases.filter((one) => one.code.includes(`${code!.code}?`));
  expect((await ofBetting(home)).length).toBeGreaterThan(0);
  expect((await ofBetting(cafe)).length).toBeGreaterThan(0);
  const all = (await home.player.bag()).leases.length;
  clock.now = new Date(clock.now.getTime() + 5_000);
  await set('betting', { venues: ['cafe'] });
  const { revoked } = await home.player.report({ plays: [], unplayed: [] });
  expect(revoked.length).toBeGreaterThan(0);
  expect(revoked.length).toBeLessThan(all);
  clock.now = new Date(clock.now.getTime() + 5_000);
  expect(await ofBetting(home)).toEqual([]);
  expect((await ofBetting(cafe)).length).toBeGreaterThan(0);
  await after(1);
  await set('betting', { from: 22, to: 6 });
  clock.now = new Date('2027-03-01T18:30:00Z');
  expect(await ofBetting(cafe)).toEqual([]);
  clock.now = new Date('2027-03-01T21:05:00Z');
  expect((await ofBetting(cafe)).length).toBeGreaterThan(0);
});

test('of two people who change one rule the second reads the first one’s; the same sent twice is written once', async () => {
  const rule = (await desk.categories()).find((one) => one.category === 'credit')!;
  const sent = { ...rule, needsProof: true };
  clock.now = new Date(clock.now.getTime() + 1_000);
  await desk.admin.setCategory(sent);
  await desk.admin.setCategory(sent);
  expect(await codeOfCall(desk.admin.setCategory({ ...sent, from: 8 }))).toBe('CATEGORY_CHANGED');
  expect(await codeOfCall(desk.admin.setCategory({ ...sent, from: 8, to: 8 }))).toBe('BAD_REQUEST');
  const written = await db.ask<{ after: unknown }>(
    `select after from audit_log where action = 'campaigns.category-set' and after->>'category' = 'credit'`,
  );
  expect(written.map(({ after: entry }) => entry)).toEqual([{ ...free, category: 'credit', needsProof: true }]);
  const member = await company();
  expect(await codeOfCall(call(app, member).campaigns.admin.setCategory(sent))).toBe('FORBIDDEN');
  expect(await codeOfCall(call(app).campaigns.categories())).toBe('UNAUTHORIZED');
});
