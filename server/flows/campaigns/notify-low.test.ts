import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addEntries } from '../../advertising/ledger.ts';
import { systemActor } from '../../platform/audit.ts';
import { mails } from '../../platform/mail.schema.ts';
import { testAdverts } from '../../test/adverts.ts';
import { testApp } from '../../test/app.ts';
import { call, type TestPerson } from '../../test/people.ts';
import { notifyLow } from './notify-low.ts';

const app = await testApp();
const { db, clock } = app;
clock.now = new Date('2027-03-01T11:00:00Z');
const adverts = await testAdverts(app);

const told = async (who: TestPerson) => {
  const which = and(eq(mails.profileId, who.id), eq(mails.template, 'campaigns.low-balance'));
  const found = await db.select().from(mails).where(which).orderBy(mails.number);
  return found.map(({ props }) => props as Record<string, unknown>);
};
/** Twice at once, as two servers would. */
const look = () => Promise.all([notifyLow(app.deps), notifyLow(app.deps)]);
const buy = (who: TestPerson, banners: number) =>
  db.transaction((tx) =>
    addEntries(tx, systemActor, who.id, {
      reason: 'correction',
      reference: `${who.id} ${banners} ${clock.now.toISOString()}`,
      banners,
      tvSeconds: 0,
    }),
  );

test('a company is told once that its balance runs out, and again only after it added to it and it fell once more', async () => {
  const company = await adverts.company({ banners: 10, tvSeconds: 0 });
  const rich = await adverts.company({ banners: 1_000, tvSeconds: 0 });
  for (const who of [company, rich]) await adverts.approve(await adverts.campaign(who, { budget: 10 }));
  await look();
  expect(await told(company), 'nothing was shown yet').toEqual([]);
  const tvs = [await adverts.tv(), await adverts.tv(), await adverts.tv()];
  for (let round = 0; round < 5; round += 1) {
    for (const { player } of tvs) {
      const { leases } = await player.bag();
      clock.now = new Date(clock.now.getTime() + 20 * 60_000);
      await player.report({ plays: leases.map((lease, n) => adverts.shown(lease, { after: 20 * n })) });
    }
    await adverts.runJobs();
  }
  const [mine] = (await call(app, company).campaigns.own.list()).campaigns;
  expect(mine!.counted).toBeGreaterThan(5);
  await look();
  await look();
  const left = 10 - mine!.counted;
  const days = Math.floor((left * 7) / mine!.counted);
  expect(await told(company)).toMatchObject([{ unit: 'banner', left, days, daily: Math.round(mine!.counted / 7) }]);
  expect(await told(rich)).toEqual([]);

  await buy(company, 1);
  await look();
  expect(await told(company), 'what was added does not suffice').toHaveLength(1);
  await buy(company, 500);
  await look();
  expect(await told(company)).toHaveLength(1);
  await buy(company, -500);
  await look();
  expect(await told(company)).toHaveLength(2);
});
