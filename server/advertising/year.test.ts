import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { advertisingPackages } from '#domain/catalogue/catalogue.ts';
import { profiles } from '../accounts/schema.ts';
import { mails } from '../platform/mail.schema.ts';
import { call, person } from '../test/people.ts';
import { firm, pay, testShop } from '../test/shop.ts';
import { size } from '../test/size.ts';
import { packages, subscriptions } from './schema.ts';

const shop = await testShop({ quick: true });
const MINUTES = size(3, 30) * 60_000;
const SUBSCRIBERS = size(20, 200);

test(
  `${SUBSCRIBERS} subscriptions renew for a year: twelve renewals each, every one paid, credited and announced once`,
  async () => {
    const people = await Promise.all(Array.from({ length: SUBSCRIBERS }, () => person(shop)));
    await Promise.all(
      people.map(async (who, index) => {
        const { name, price } = advertisingPackages[index % advertisingPackages.length]!;
        const requested = { productName: name, productPrice: price.amount / 100, companyInfo: firm };
        await pay(shop, (await call(shop, who).payments.createPayment(requested)).url);
      }),
    );
    await shop.sandbox.control.advance(365.5);
    const rows = await shop.db
      .select({
        id: profiles.id,
        banners: profiles.bannerBalance,
        tvSeconds: profiles.tvSecondBalance,
        periods: sql<number>`count(*)::int`,
        name: sql<string>`min(${packages.packageName})`,
      })
      .from(profiles)
      .innerJoin(packages, eq(packages.profileId, profiles.id))
      .groupBy(profiles.id);
    expect(rows).toHaveLength(SUBSCRIBERS);
    for (const row of rows) {
      const product = advertisingPackages.find(({ name }) => name === row.name)!;
      expect(row).toMatchObject({ periods: 13, banners: 13 * product.bannerCount, tvSeconds: 13 * product.tvSeconds });
    }
    expect(await shop.db.$count(subscriptions, eq(subscriptions.status, 'active'))).toBe(SUBSCRIBERS);
    expect(await shop.db.$count(mails, eq(mails.template, 'advertising.renewed'))).toBe(12 * SUBSCRIBERS);
  },
  MINUTES,
);
