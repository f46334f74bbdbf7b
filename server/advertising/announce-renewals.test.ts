import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DAY_MS } from '#domain/day.ts';
import { jobs } from '../jobs.ts';
import type { Jobs } from '../platform/jobs/queue.ts';
import { mails } from '../platform/mail.schema.ts';
import { call, person } from '../test/people.ts';
import { firm, pay, testShop } from '../test/shop.ts';
import { subscriptions } from './schema.ts';

const shop = await testShop();
const { 'advertising.announce-renewals': announces } = jobs(shop.deps) as Jobs;
const runJob = () => announces!.work({});
const announced = () => shop.db.select().from(mails).where(eq(mails.template, 'advertising.renewal-announced'));

test('a renewal is announced a week before, with its day and its amount, once', async () => {
  const who = await person(shop);
  const { url } = await call(shop, who).payments.createPayment({
    productName: 'starter',
    productPrice: 99,
    companyInfo: firm,
  });
  await pay(shop, url);
  const [subscription] = await shop.db.select().from(subscriptions).where(eq(subscriptions.profileId, who.id));
  const charge = subscription!.currentPeriodEnd!;

  shop.clock.now = new Date(charge.getTime() - 8 * DAY_MS);
  await runJob();
  expect(await announced(), 'eight days before it is too early').toEqual([]);

  shop.clock.now = new Date(charge.getTime() - 6 * DAY_MS);
  await runJob();
  await runJob();
  expect(await announced()).toMatchObject([
    { profileId: who.id, props: { packageName: 'starter', amount: 9_900, chargedAt: charge.toISOString() } },
  ]);
});

test('nothing is announced of what will not be charged', async () => {
  const who = await person(shop);
  const { url } = await call(shop, who).payments.createPayment({
    productName: 'standard',
    productPrice: 249,
    companyInfo: firm,
  });
  await pay(shop, url);
  const own = eq(subscriptions.profileId, who.id);
  const set = (values: Partial<typeof subscriptions.$inferInsert>) =>
    shop.db.update(subscriptions).set(values).where(own);
  const [subscription] = await shop.db.select().from(subscriptions).where(own);
  shop.clock.now = new Date(subscription!.currentPeriodEnd!.getTime() - 3 * DAY_MS);
  // Staff stopped it, and the provider has not said so yet.
  for (const ending of [{ cancelAtPeriodEnd: true }, { cancelAtPeriodEnd: false, stop: 'periodEnd' as const }]) {
    await set(ending);
    await runJob();
    expect((await announced()).filter(({ profileId }) => profileId === who.id)).toEqual([]);
  }
});
