import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { profiles } from '../../accounts/schema.ts';
import { systemActor } from '../../platform/audit.ts';
import { plays } from '../../playout/schema.ts';
import { proveRewards } from '../../rewards/prove.ts';
import { testAdverts } from '../../test/adverts.ts';
import { testApp } from '../../test/app.ts';
import { call, giveDuties, person } from '../../test/people.ts';
import { erasePerson } from './erase-person.ts';

const app = await testApp();
const { db, deps, clock } = app;
clock.now = new Date('2027-03-01T10:10:00Z');
const adverts = await testAdverts(app);

const PLAYS_EACH = 4;

/** A TV of somebody new on which the next adverts are seen. */
async function watched() {
  const { owner, player } = await adverts.tv();
  const { leases } = await player.bag();
  const told = leases.slice(0, PLAYS_EACH).map((lease, n) => adverts.shown(lease, { after: 15 * n }));
  clock.now = new Date(clock.now.getTime() + 16_000 * PLAYS_EACH);
  await player.report({ plays: told });
  return owner;
}

test('what an erased viewer’s TV showed stays counted: for the report, for the company’s bill and in the book of rewards', async () => {
  const accountant = await person(app, 'admin');
  await giveDuties(app, accountant, ['accounting']);
  const perBanner = { banner: 4_000, tvSecond: 400, ceiling: 6_000, smallest: 100 };
  await call(app, accountant).rewards.admin.publish({ id: randomUUID(), validFrom: '2027-03-02', ...perBanner });
  clock.now = new Date('2027-03-02T10:10:00Z');
  await adverts.runJobs();
  const company = await adverts.company({ banners: 1_000, tvSeconds: 0 });
  const id = await adverts.campaign(company, { budget: 200 });
  await adverts.approve(id);
  const [gone, stays] = [await watched(), await watched()];

  const numbers = async () => {
    const { counted, reported, days, hours } = await call(app, company).campaigns.own.report({ id });
    const rows = await db.$count(plays, eq(plays.campaignId, id));
    return { counted, reported, days, shown: hours.map((hour) => hour.counted), rows };
  };
  const before = await numbers();
  expect(before).toMatchObject({ counted: 2 * PLAYS_EACH, reported: 2 * PLAYS_EACH, rows: 2 * PLAYS_EACH });
  await db.transaction((tx) => erasePerson(tx, deps, systemActor, gone.id));
  expect(await db.$count(profiles, eq(profiles.id, gone.id))).toBe(0);
  expect(await numbers()).toEqual(before);
  expect(await db.ask('select * from unit_differences')).toEqual([]);

  await adverts.after(5 * 24 * 60);
  await proveRewards(deps);
  expect(await call(app, company).campaigns.own.report({ id })).toMatchObject({ counted: 2 * PLAYS_EACH });
  const [bill] = await db.select().from(profiles).where(eq(profiles.id, company.id));
  expect(bill!.bannerBalance).toBe(1_000 - 2 * PLAYS_EACH);
  const { rows: earned } = await db.execute<{ id: string; amount: number }>(sql`
    select profile_id as id, sum(amount)::int as amount from reward_entries group by 1`);
  const amounts = Object.fromEntries(earned.map((row) => [row.id, row.amount]));
  expect(amounts).toEqual({ [gone.id]: PLAYS_EACH * 40, [stays.id]: PLAYS_EACH * 40 });
  expect(await db.ask('select * from unit_differences')).toEqual([]);
  expect(await db.ask('select * from reward_differences')).toEqual([]);
});
