import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { daysLater, HOUR_MS } from '#domain/day.ts';
import { startOfDay } from '#domain/time.ts';
import { testAdverts } from '../test/adverts.ts';
import { testApp } from '../test/app.ts';
import { call, giveDuties, person } from '../test/people.ts';

const app = await testApp();
const { clock } = app;
clock.now = new Date('2027-03-25T10:00:00Z');
const adverts = await testAdverts(app);
const accountant = await person(app, 'admin');
await giveDuties(app, accountant, ['accounting']);
const CEILING = 100;
await call(app, accountant).rewards.admin.publish({
  id: randomUUID(),
  validFrom: '2027-03-26',
  banner: 4_000,
  tvSecond: 400,
  ceiling: CEILING,
  smallest: 100,
});
const company = await adverts.company();
const endsAt = new Date('2027-12-01T00:00:00Z');
await adverts.approve(await adverts.campaign(company, { budget: 500, endsAt }));

test.each(['2027-03-28', '2027-10-31'])(
  'on %s, whose hours are not twenty-four, a TV earns up to one ceiling from midnight to midnight of Belgrade',
  async (day) => {
    const tv = await adverts.tv();
    const midnights = [startOfDay(day), startOfDay(daysLater(day, 1))].map((one) => one.getTime());
    // Half an hour before and after each midnight: 1, 2 + 2, and 3 banners of 0,40 RSD.
    const moments = [
      midnights[0]! - HOUR_MS / 2,
      midnights[0]! + HOUR_MS / 2,
      midnights[1]! - HOUR_MS / 2,
      midnights[1]! + HOUR_MS / 2,
    ];
    for (const [n, plays] of [1, 2, 2, 3].entries()) {
      clock.now = new Date(moments[n]!);
      await adverts.runJobs();
      const { leases } = await tv.player.bag();
      const told = leases.slice(0, plays).map((lease, at) => adverts.shown(lease, { after: 15 * at }));
      expect(told).toHaveLength(plays);
      clock.now = new Date(clock.now.getTime() + 60_000);
      await tv.player.report({ plays: told, unplayed: leases.slice(plays).map(({ id }) => id) });
    }
    clock.now = new Date(midnights[1]! + 80 * HOUR_MS);
    await adverts.runJobs();
    const { days } = await call(app, tv.owner).rewards.own.read({ month: day.slice(0, 7) });
    const { days: later } = await call(app, tv.owner).rewards.own.read({ month: daysLater(day, 1).slice(0, 7) });
    const told = new Map([...days, ...later].map((one) => [one.day, one]));
    expect(told.get(daysLater(day, -1))).toMatchObject({ amount: 40, tvs: [{ banners: 1, isAtCeiling: false }] });
    expect(told.get(day)).toMatchObject({ amount: CEILING, tvs: [{ banners: 4, isAtCeiling: true }] });
    expect(told.get(daysLater(day, 1))).toMatchObject({ amount: CEILING, tvs: [{ banners: 3, isAtCeiling: true }] });
  },
);
