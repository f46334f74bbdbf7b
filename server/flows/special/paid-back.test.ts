import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { campaigns, creatives } from '../../campaigns/schema.ts';
import { orders } from '../../orders/schema.ts';
import { specialRuns } from '../../special/schema.ts';
import { call, codeOfCall, person, type TestPerson } from '../../test/people.ts';
import { firm, pay, testShop } from '../../test/shop.ts';

const shop = await testShop();
const staff = call(shop, await person(shop, 'superAdmin'));
const { db, stripe } = shop;

/** A special package that was paid by card, and its payment as the provider knows it. */
async function bought(who: TestPerson) {
  const special = { productName: 'Specijalni Paket - 100 Lokacija', productPrice: 1500, companyInfo: firm };
  await pay(shop, (await call(shop, who).payments.createPayment(special)).url);
  const [order] = await db.select().from(orders).where(eq(orders.profileId, who.id));
  const [run] = await db.select().from(specialRuns).where(eq(specialRuns.orderId, order!.id));
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(order!.checkoutSessionId!);
  return { run: run!.id, intent: intent as string };
}

/** One whose campaign was approved. */
async function approved(who: TestPerson) {
  const { run, intent } = await bought(who);
  const id = randomUUID();
  const own = call(shop, who);
  await own.special.own.begin({ run, id });
  await own.campaigns.own.save({ id, name: 'Tople kifle', url: 'https://pekara.example', venues: ['cafe'] });
  await db.insert(creatives).values({ campaignId: id, seconds: 15 });
  await own.campaigns.own.send({ id, category: 'none', hasRights: true });
  await staff.campaigns.admin.approve({ id, sendings: 1 });
  return { id, intent };
}
async function refund(intent: string, amount?: number) {
  await stripe.refunds.create({ payment_intent: intent, ...(amount ? { amount } : {}) });
  await shop.sandbox.control.advance(0);
}
const read = async (id: string) => (await db.select().from(campaigns).where(eq(campaigns.id, id)))[0]!;

test('when the whole price of a special package went back, it is shown no more and its company reads why', async () => {
  const { id, intent } = await approved(await person(shop));
  await refund(intent, 50_000);
  expect((await read(id)).state, 'a part of it').toBe('approved');
  await refund(intent);
  expect(await read(id)).toMatchObject({ state: 'paused', reason: expect.stringContaining('je vraćen') });
});

test('a company whose money went back before it drew an advert reads so, and begins none', async () => {
  const who = await person(shop);
  const { run, intent } = await bought(who);
  const { own } = call(shop, who).special;
  expect(await own.list()).toMatchObject([{ isPaidBack: false, campaign: null }]);
  await refund(intent);
  expect(await own.list()).toMatchObject([{ isPaidBack: true, campaign: null }]);
  expect(await codeOfCall(own.begin({ run, id: randomUUID() }))).toBe('SPECIAL_PAID_BACK');
});

test('while the bank holds its payment a special package pauses; won, staff let it go on', async () => {
  const { id, intent } = await approved(await person(shop));
  const dispute = await shop.sandbox.control.dispute(intent);
  expect(await read(id)).toMatchObject({ state: 'paused', reason: expect.stringContaining('Banka') });
  await shop.sandbox.control.decideDispute(dispute, 'won');
  await staff.campaigns.admin.step({ id, to: 'resume', reason: '' });
  expect((await read(id)).state).toBe('approved');
});
