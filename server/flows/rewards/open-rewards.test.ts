import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { HOUR_MS } from '#domain/day.ts';
import { proveUnits } from '../../playout/prove.ts';
import { findSuspicions } from '../../playout/tvs/watch-tvs.ts';
import { proveRewards } from '../../rewards/prove.ts';
import { testAdverts } from '../../test/adverts.ts';
import { testApp } from '../../test/app.ts';
import { call, person } from '../../test/people.ts';

const app = await testApp();
const { db, deps, clock } = app;
clock.now = new Date('2027-03-01T10:10:00Z');
const adverts = await testAdverts(app);
const staff = call(app, await person(app, 'superAdmin'));
const desk = staff.tvs.admin;
const books = staff.rewards.admin;
const screen = { version: 'abc1234', visible: true, size: { width: 1920, height: 1080 } };

type Tv = Awaited<ReturnType<typeof adverts.tv>>;
async function shows({ player }: Tv, plays: number): Promise<void> {
  await adverts.runJobs();
  const { leases } = await player.bag();
  const told = leases.slice(0, plays).map((lease, n) => adverts.shown(lease, { after: 15 * n }));
  expect(told).toHaveLength(plays);
  clock.now = new Date(clock.now.getTime() + plays * 16_000);
  await player.report({ plays: told });
}
async function night(moment: string): Promise<void> {
  clock.now = new Date(moment);
  await adverts.runJobs();
  await proveUnits(deps);
  await proveRewards(deps);
}

test('staff read what a suspicious TV has earned and is not closed, the same as its owner reads it: by the rule of each day and up to its ceiling', async () => {
  const rule = { banner: 4_000, tvSecond: 400, ceiling: 6_000, smallest: 100 };
  await books.publish({ id: randomUUID(), validFrom: '2027-03-02', ...rule });
  await books.publish({ id: randomUUID(), validFrom: '2027-03-03', ...rule, banner: 10_000, ceiling: 250 });
  const company = await adverts.company({ banners: 5_000, tvSeconds: 0 });
  const endsAt = new Date('2027-06-01T00:00:00Z');
  expect(await adverts.approve(await adverts.campaign(company, { budget: 4_000, endsAt }))).toBe(true);
  const owner = await person(app);
  const [tv, other, silent] = [
    await adverts.tv({}, { owner }),
    await adverts.tv({}, { owner }),
    await adverts.tv({}, { owner }),
  ];
  for (const day of ['2027-03-01', '2027-03-02', '2027-03-03']) {
    clock.now = new Date(`${day}T12:10:00Z`);
    await shows(tv, 4);
    await shows(other, 1);
  }
  const own = call(app, owner).rewards.own;
  /** What the owner reads in the months that are not closed, by TV. */
  const earned = async (...months: string[]) => {
    const sums = new Map<string, number>();
    for (const month of months)
      for (const { id, amount } of (await own.read({ month })).tvs) sums.set(id, (sums.get(id) ?? 0) + amount);
    return sums;
  };
  const told = async () => {
    for (const { player } of [tv, other, silent]) await player.report({ screen });
    await findSuspicions(db, clock.now);
    return new Map((await desk.suspicious()).map(({ id, openReward }) => [id, openReward]));
  };
  expect((await told()).get(tv.id), 'today is not in what the owner reads, and would be taken back').toBe(160 + 250);

  clock.now = new Date('2027-03-04T12:10:00Z');
  const march = await earned('2027-03');
  expect(march).toEqual(
    new Map([
      [tv.id, 4 * 40 + 250],
      [other.id, 40 + 100],
    ]),
  );
  expect(await told()).toEqual(new Map([...march, [silent.id, 0]]));
  expect(await desk.read({ id: tv.id })).toMatchObject({ openReward: 410, open: { banners: 12 } });

  await night('2027-04-04T03:00:00Z');
  clock.now = new Date(clock.now.getTime() + 6 * HOUR_MS);
  await shows(other, 2);
  await night('2027-04-05T03:00:00Z');
  expect(await told(), 'one month waits, the next one runs').toEqual(
    new Map([...(await earned('2027-03', '2027-04')), [silent.id, 0]]),
  );
  const { closing } = await books.read({});
  expect(closing).toMatchObject({ month: '2027-03', amount: 410 + 140, stops: [] });
  await books.close({ month: '2027-03', shown: closing!.amount, holdSuspected: false });
  expect(await told(), 'a closed month is closed').toEqual(
    new Map([
      [tv.id, 0],
      [other.id, 200],
      [silent.id, 0],
    ]),
  );
  await desk.block({ id: other.id, reason: 'Prikazuje u praznom stanu.' });
  expect((await desk.read({ id: other.id })).openReward).toBe(0);
  expect((await earned('2027-04')).get(other.id) ?? 0).toBe(0);
});
