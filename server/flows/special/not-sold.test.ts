import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orders } from '../../orders/schema.ts';
import { call, codeOfCall, person } from '../../test/people.ts';
import { firm, testShop } from '../../test/shop.ts';

const shop = await testShop({ env: { SPECIAL_PACKAGE_CHECK: 'refuse' } });

test('where too few TVs of confirmed places show something, the special package is not sold: no order and no money', async () => {
  const who = await person(shop);
  expect(await call(shop).special.reach()).toEqual({ tvs: null, isSold: false });
  const special = { productName: 'Specijalni Paket - 100 Lokacija', productPrice: 1500, companyInfo: firm };
  expect(await codeOfCall(call(shop, who).payments.createPayment(special))).toBe('SPECIAL_NOT_SOLD');
  expect(await shop.db.$count(orders, eq(orders.profileId, who.id))).toBe(0);
});
