import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orders } from '../orders/schema.ts';
import { auditLog } from '../platform/audit.schema.ts';
import { call, person, type TestPerson } from '../test/people.ts';
import { buyer, firm, pay, testShop } from '../test/shop.ts';
import { ledger, packages } from './schema.ts';

const shop = await testShop();
const admin = call(shop, await person(shop, 'admin'));
const as = (who: TestPerson) => call(shop, who);
const { control } = shop.sandbox;
const balanceOf = async (who: TestPerson) => {
  const { banners, tvSeconds } = await as(who).advertising.account();
  return [banners, tvSeconds];
};
const problemsOf = async (id: string) =>
  (await admin.payments.admin.problems({})).rows
    .filter(({ objectId }) => objectId === id)
    .map(({ problem }) => problem);
const spend = (who: TestPerson, banners: number) =>
  shop.db.insert(ledger).values({
    profileId: who.id,
    unit: 'banner',
    delta: -banners,
    reason: 'shown',
    reference: 'prikazano',
    actor: 'system',
  });

async function subscriber(card?: string) {
  const who = await person(shop);
  const starter = { productName: 'starter', productPrice: 99, companyInfo: firm };
  await pay(shop, (await as(who).payments.createPayment(starter)).url, card);
  const [sold] = await shop.db.select().from(packages).where(eq(packages.profileId, who.id));
  const { data } = await shop.stripe.invoicePayments.list({ invoice: sold!.paymentKey });
  return { who, sold: sold!, intent: data[0]!.payment.payment_intent as string };
}
const soldTo = async (who: TestPerson) =>
  (await shop.db.select().from(packages).where(eq(packages.profileId, who.id)))[0]!;

test('a disputed payment is one problem, and what it credited cannot be spent while the bank decides', async () => {
  const { who, intent } = await subscriber();
  const id = await control.dispute(intent);
  expect(await problemsOf(id)).toEqual(['DISPUTED']);
  const [order] = await shop.db.select().from(orders).where(eq(orders.profileId, who.id));
  const { rows } = await admin.payments.admin.problems({});
  expect(rows.find(({ objectId }) => objectId === id)).toMatchObject({ email: who.email, orderNumber: order!.number });
  expect(await balanceOf(who)).toEqual([0, 0]);
  await expect(spend(who, 1)).rejects.toThrow();
  expect((await soldTo(who)).refunded).toBe(0);
  await control.decideDispute(id, 'answered');
  expect(await problemsOf(id)).toEqual(['DISPUTED']);
  expect((await as(who).advertising.ledger({ unit: 'banner' })).rows[0]).toMatchObject({
    delta: -3_000,
    balance: 0,
    reason: 'dispute',
    packageName: 'starter',
  });
});

test('a dispute that is won gives everything back and closes its problem by itself', async () => {
  const { who, intent, sold } = await subscriber();
  const id = await control.dispute(intent);
  await control.decideDispute(id, 'won');
  expect(await balanceOf(who)).toEqual([3_000, 30_000]);
  expect(await problemsOf(id)).toEqual([]);
  expect((await soldTo(who)).refunded).toBe(0);
  const entries = await shop.db
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, sold.orderId!), eq(auditLog.subjectKind, 'order')))
    .orderBy(auditLog.id);
  expect(entries.map(({ action }) => action).slice(-2)).toEqual(['payments.disputed', 'payments.dispute-won']);
});

test('a dispute that is lost takes the units as a refund does, counts as refunded, and staff are notified', async () => {
  const { who, intent } = await subscriber();
  const id = await control.dispute(intent);
  await control.decideDispute(id, 'lost');
  expect(await balanceOf(who)).toEqual([0, 0]);
  expect(await problemsOf(id)).toEqual(['DISPUTE_LOST']);
  expect((await soldTo(who)).refunded).toBe(9_900);
  await expect(shop.stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
    code: 'charge_disputed',
  });
});

test('a dispute takes what is left when a part was refunded or spent, and nothing of what other payments credited', async () => {
  const { who, intent } = await subscriber();
  await shop.stripe.refunds.create({ payment_intent: intent, amount: 3_300 });
  await control.advance(0);
  expect(await balanceOf(who)).toEqual([2_000, 20_000]);
  await spend(who, 500);
  const id = await control.dispute(intent);
  expect(await balanceOf(who)).toEqual([0, 0]);
  await control.decideDispute(id, 'won');
  expect(await balanceOf(who)).toEqual([1_500, 20_000]);

  const { who: other, intent: first } = await subscriber();
  await control.advance(31.5);
  expect(await balanceOf(other)).toEqual([6_000, 60_000]);
  await control.decideDispute(await control.dispute(first), 'lost');
  expect(await balanceOf(other)).toEqual([3_000, 30_000]);
});

test('events of a dispute that are repeated, shuffled or late change nothing but the last word', async () => {
  const { who, intent } = await subscriber();
  control.setFaults({ hold: true });
  const id = await control.dispute(intent);
  await control.decideDispute(id, 'answered');
  await control.decideDispute(id, 'lost');
  control.setFaults({ hold: false, shuffle: true, duplicate: 3 });
  await control.advance(0);
  control.setFaults(null);
  expect(await balanceOf(who)).toEqual([0, 0]);
  expect(await problemsOf(id)).toEqual(['DISPUTE_LOST']);
  const entries = await shop.db.select().from(ledger).where(eq(ledger.reference, id));
  expect(entries.map(({ unit, delta }) => [unit, delta]).sort()).toEqual([
    ['banner', -3_000],
    ['tv_second', -30_000],
  ]);
});

test('a payment that is disputed at once is settled first, whichever event comes first', async () => {
  control.setFaults({ shuffle: true });
  const { who } = await subscriber('4000 0000 0000 0259');
  control.setFaults(null);
  await control.advance(0);
  expect(await balanceOf(who)).toEqual([0, 0]);
  expect((await as(who).orders.mine()).map(({ status }) => status)).toEqual(['paid']);
  expect((await as(who).advertising.ledger({})).rows).toHaveLength(4);
});

test('a lost dispute of a device order says that the money is gone', async () => {
  const who = await person(shop);
  const device = { productName: 'Vidik – 1 uređaj', productPrice: 219, buyerInfo: buyer };
  const { url, orderId } = await as(who).payments.createPayment(device);
  const session = await shop.stripe.checkout.sessions.retrieve(await pay(shop, url));
  const id = await control.dispute(session.payment_intent as string);
  expect(await problemsOf(id)).toEqual(['DISPUTED']);
  await control.decideDispute(id, 'lost');
  expect(await problemsOf(id)).toEqual(['DISPUTE_LOST']);
  expect(await shop.db.select().from(orders).where(eq(orders.id, orderId))).toMatchObject([
    { status: 'paid', refunded: 21_900 },
  ]);
});

test('only the first invoice and the renewals of the agreed amount credit; any other is a problem for a person', async () => {
  const { who, sold } = await subscriber();
  const id = sold.subscriptionId!;
  const cases = [
    [{ amount: 9_900, reason: 'subscription_update' }, 'UNEXPECTED_INVOICE'],
    [{ amount: 9_900, reason: 'manual' }, 'UNEXPECTED_INVOICE'],
    [{ amount: 0, reason: 'subscription_cycle' }, 'AMOUNT_DIFFERS'],
    [{ amount: 100, reason: 'subscription_cycle' }, 'AMOUNT_DIFFERS'],
    [{ amount: 24_900, reason: 'subscription_cycle' }, 'AMOUNT_DIFFERS'],
  ] as const;
  for (const [extra, problem] of cases) {
    const invoice = await control.charge(id, extra);
    expect(await problemsOf(invoice), JSON.stringify(extra)).toEqual([problem]);
    expect(await balanceOf(who)).toEqual([3_000, 30_000]);
  }
  expect(await shop.db.$count(packages, eq(packages.profileId, who.id))).toBe(1);
  const renewal = await control.charge(id, { amount: 9_900, reason: 'subscription_cycle' });
  expect(await problemsOf(renewal)).toEqual([]);
  expect(await balanceOf(who)).toEqual([6_000, 60_000]);
});

test('a person settles such an invoice by a refund, which takes nothing that was never credited', async () => {
  const { who, sold } = await subscriber();
  const invoice = await control.charge(sold.subscriptionId!, { amount: 5_000, reason: 'manual' });
  const { data } = await shop.stripe.invoicePayments.list({ invoice });
  const refund = await shop.stripe.refunds.create({ payment_intent: data[0]!.payment.payment_intent as string });
  await control.advance(0);
  expect(await problemsOf(refund.id)).toEqual([]);
  expect(await balanceOf(who)).toEqual([3_000, 30_000]);
  const [problem] = (await admin.payments.admin.problems({})).rows.filter(({ objectId }) => objectId === invoice);
  expect(await admin.payments.admin.retake({ id: problem!.id })).toEqual({ problem: 'UNEXPECTED_INVOICE' });
  await admin.payments.admin.dismiss({ id: problem!.id, note: 'Vraćeno' });
  expect(await problemsOf(invoice)).toEqual([]);
});
