import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { HOUR_MS } from '#domain/day.ts';
import { FAILURES_UNTIL_PROBLEM } from '#domain/payments/problem.ts';
import { staffDuties } from '../accounts/schema.ts';
import { orders } from '../orders/schema.ts';
import { testApp } from '../test/app.ts';
import { call, codeOfCall, giveDuties, person } from '../test/people.ts';
import { buyer, pay, testShop } from '../test/shop.ts';
import { heldGateway } from './held.ts';
import { providerTasks } from './schema.ts';

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

test('while a restored shop is held no refund is sent, also when staff try one again', async () => {
  const jelena = await person(shop, 'admin');
  await giveDuties(shop, jelena, ['accounting', 'sales']);
  await shop.db
    .update(staffDuties)
    .set({ since: new Date(shop.clock.now.getTime() - 2 * HOUR_MS) })
    .where(eq(staffDuties.profileId, jelena.id));
  const { url, number } = await call(shop, await person(shop)).payments.createPayment(device);
  await pay(shop, url);
  const desk = call(shop, jelena).refunds.admin;
  const { payments: paid } = await desk.read({ order: number });
  const wanted = { order: number, payment: paid[0]!.key, reason: 'agreement', goods: 'none', scope: 'whole' } as const;
  const { version, money } = await desk.preview(wanted);
  await desk.ask({ ...wanted, id: randomUUID(), version, shown: money.amount });
  await shop.db.update(providerTasks).set({ failures: FAILURES_UNTIL_PROBLEM });

  let isOnHold = true;
  const payments = heldGateway(shop.deps.payments, () => isOnHold);
  const held = await testApp({ databaseUrl: shop.databaseUrl, deps: { payments, tokens: shop.deps.tokens } });
  const { problems, retake } = call(held, jelena).payments.admin;
  const [problem] = (await problems({})).rows;
  expect(problem).toMatchObject({ problem: 'PROVIDER_NOT_TOLD', type: 'pay-back' });
  expect(await retake({ id: problem!.id })).toEqual({ problem: 'PROVIDER_NOT_TOLD' });
  const sent = async () => (await shop.stripe.refunds.list()).data.map(({ amount }) => amount);
  expect(await sent()).toEqual([]);
  isOnHold = false;
  expect(await retake({ id: problem!.id })).toEqual({ problem: null });
  expect(await sent()).toEqual([money.amount]);
});
