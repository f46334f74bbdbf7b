import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { HOUR_MS } from '#domain/day.ts';
import type { campaigns } from '../campaigns/schema.ts';
import { testAdverts } from '../test/adverts.ts';
import { testApp } from '../test/app.ts';
import { call, codeOfCall } from '../test/people.ts';
import { revocations, tvDays } from './schema.ts';

const app = await testApp();
const { db, clock } = app;
clock.now = new Date('2027-03-01T11:10:00Z');
const adverts = await testAdverts(app);

const runs = async (category: typeof campaigns.$inferInsert.category) => {
  const id = await adverts.campaign(await adverts.company(), { category, url: `https://${category}.example` });
  await adverts.approve(id);
  return id;
};
await runs('credit');
await runs('none');

test('a category that a member wants none of is on none of their TVs; everybody else sees it', async () => {
  const tv = await adverts.tv();
  const other = await adverts.tv();
  const hosts = (bag: { leases: { opens: string }[] }) => [...new Set(bag.leases.map(({ opens }) => opens))].toSorted();
  const before = await tv.player.bag();
  expect(hosts(before)).toEqual(['credit.example', 'none.example']);
  const own = call(app, tv.owner).playout;
  await own.decline({ all: false, categories: ['credit', 'credit', 'alcohol'] });
  expect((await own.mine()).declined).toEqual({ all: false, categories: ['alcohol', 'credit'] });
  const after = await tv.player.bag();
  expect(hosts(after)).toEqual(['none.example']);
  await own.decline({ all: false, categories: ['alcohol', 'credit'] });
  expect(await db.$count(revocations, eq(revocations.tvId, tv.id)), 'sent again, it revokes nothing').toBe(1);
  expect(after.revoked.toSorted()).toEqual(before.leases.map(({ id }) => id).toSorted());
  expect(hosts(await other.player.bag())).toEqual(['credit.example', 'none.example']);
  await own.decline({ all: false, categories: [] });
  clock.now = new Date(clock.now.getTime() + 3 * HOUR_MS);
  expect(hosts(await tv.player.bag())).toEqual(['credit.example', 'none.example']);
});

test('a member who wants no adverts gets none, and nothing of their TVs is counted; what was counted before stays', async () => {
  const tv = await adverts.tv();
  const own = call(app, tv.owner).playout;
  const [first] = (await tv.player.bag()).leases;
  await adverts.after(25);
  await tv.player.report({ plays: [adverts.shown(first!)], unplayed: [] });
  const inTwoMinutes = clock.now.getTime() + 120_000;
  const held = (await tv.player.bag()).leases.find(({ closesAt }) => new Date(closesAt).getTime() > inTwoMinutes)!;
  const after = (inTwoMinutes - new Date(held.opensAt).getTime()) / 1000;
  await own.decline({ all: true, categories: [] });
  await adverts.after(25);
  const told = await tv.player.report({ plays: [adverts.shown(held, { after })], unplayed: [] });
  expect(told.state).toBe('declined');
  expect(await tv.player.bag()).toMatchObject({ state: 'declined', leases: [] });
  expect((await own.mine()).tvs).toMatchObject([{ id: tv.id, state: 'declined' }]);
  const [day] = await db.select().from(tvDays).where(eq(tvDays.tvId, tv.id));
  expect(day!.banners, 'the one before').toBe(1);
  await own.decline({ all: false, categories: [] });
  await adverts.after(1);
  expect((await tv.player.bag()).state).toBe('plays');
  expect((await tv.player.bag()).leases.length).toBeGreaterThan(0);
});

test('only categories that exist can be declined, and only by somebody who is signed in', async () => {
  const tv = await adverts.tv();
  const own = call(app, tv.owner).playout;
  expect(await codeOfCall(own.decline({ all: false, categories: ['none' as 'alcohol'] }))).toBe('BAD_REQUEST');
  expect(await codeOfCall(call(app).playout.decline({ all: true, categories: [] }))).toBe('UNAUTHORIZED');
});
