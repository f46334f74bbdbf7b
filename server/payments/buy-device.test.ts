import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { acceptances, profiles } from '../accounts/schema.ts';
import { orders } from '../orders/schema.ts';
import { mails } from '../platform/mail.schema.ts';
import { call, person } from '../test/people.ts';
import { buyer, pay, testShop } from '../test/shop.ts';

const shop = await testShop();
const device = { productName: 'Vidik – 1 uređaj', productPrice: 219, buyerInfo: buyer };

test('a member buys a device: pending before the page opens, paid after it, once, with both mails', async () => {
  const who = await person(shop, 'member', { username: 'milica' });
  const { url, orderId } = await call(shop, who).payments.createPayment({ ...device, termsVersion: '2026-09-01' });
  expect((await shop.db.select().from(orders).where(eq(orders.id, orderId)))[0]).toMatchObject({
    status: 'pending',
    kind: 'device',
    amount: 21_900,
    currency: 'EUR',
    email: who.email,
    profileId: who.id,
  });
  const sessionId = await pay(shop, url);
  expect(await call(shop, who).payments.verifyPayment({ sessionId })).toEqual({ status: 'paid' });
  const [order] = await shop.db.select().from(orders).where(eq(orders.id, orderId));
  expect(order).toMatchObject({ status: 'paid', checkoutSessionId: sessionId, checkoutKey: null });
  const sent = await shop.db.select({ to: mails.to, template: mails.template }).from(mails);
  expect(sent).toEqual([
    { to: who.email, template: 'orders.paid' },
    { to: shop.config.superAdmin.email, template: 'orders.new-sale' },
  ]);
  const [profile] = await shop.db.select().from(profiles).where(eq(profiles.id, who.id));
  expect(profile).toMatchObject({ username: 'milica', address: 'Ulica lipa', postalCode: '32000' });
  expect(await shop.db.select().from(acceptances)).toMatchObject([{ userId: who.id, version: '2026-09-01' }]);
});
