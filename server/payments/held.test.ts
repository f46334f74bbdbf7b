import { expect, test } from 'vitest';
import { orders } from '../orders/schema.ts';
import { testApp } from '../test/app.ts';
import { call, codeOfCall, person } from '../test/people.ts';
import { buyer, pay, testShop } from '../test/shop.ts';
import { heldGateway } from './held.ts';

const shop = await testShop({ quick: true });
const device = { productName: 'Vidik – 1 uređaj', productPrice: 219, buyerInfo: buyer, termsVersion: '2026-09-01' };

test('while a restored shop is held nothing can be bought, and what was paid meanwhile is still taken', async () => {
  const who = await person(shop);
  const { url, orderId } = await call(shop, who).payments.createPayment(device);
  let isOnHold = true;
  const payments = heldGateway(shop.deps.payments, () => isOnHold);
  const held = await testApp({ databaseUrl: shop.databaseUrl, deps: { payments, tokens: shop.deps.tokens } });
  const other = await person(held);
  expect(await codeOfCall(call(held, other).payments.createPayment(device))).toBe('PAYMENT_PROVIDER_DOWN');
  const sessionId = await pay(shop, url);
  expect(await call(held, who).payments.verifyPayment({ sessionId })).toEqual({ status: 'paid' });
  const [order] = (await shop.db.select().from(orders)).filter(({ id }) => id === orderId);
  expect(order!.status).toBe('paid');
  isOnHold = false;
  expect(await codeOfCall(call(held, other).payments.createPayment(device))).toBe('ok');
});
