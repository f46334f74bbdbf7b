import { and, eq, isNotNull } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { profiles } from '../accounts/schema.ts';
import { orders } from '../orders/schema.ts';
import { paymentEvents } from '../payments/schema.ts';
import { mails } from '../platform/mail.schema.ts';
import { call, person, type TestPerson } from '../test/people.ts';
import { firm, pay, press, testShop } from '../test/shop.ts';
import { packages, subscriptions } from './schema.ts';

const shop = await testShop();
const starter = { productName: 'starter', productPrice: 99, companyInfo: firm };
const special = { productName: 'Specijalni Paket - 100 Lokacija', productPrice: 1500, companyInfo: firm };
const LATE_CARD = '4000 0000 0000 0341';

const as = (who: TestPerson) => call(shop, who);
const balanceOf = async (who: TestPerson) => {
  const { banners, tvSeconds } = await as(who).advertising.account();
  return [banners, tvSeconds];
};
const mailsTo = async (who: TestPerson) =>
  (await shop.db.select().from(mails).where(eq(mails.profileId, who.id)).orderBy(mails.number)).map((m) => m.template);
const subscriptionOf = async (who: TestPerson) => (await as(who).advertising.account()).subscriptions[0];
const ledgerOf = async (who: TestPerson) =>
  (await as(who).advertising.ledger({})).rows.map(({ unit, delta, balance, reason, packageName }) =>
    [unit, delta, balance, reason, packageName].join(' '),
  );

async function subscribe(card?: string): Promise<TestPerson> {
  const who = await person(shop);
  const { url } = await as(who).payments.createPayment(starter);
  await pay(shop, url, card);
  return who;
}
/** The portal's page, opened as the account page opens it. */
const portalOf = async (who: TestPerson) => (await as(who).advertising.portal()).url;

test('a company buys a monthly package: one sold period, both credits, a subscription, the company remembered', async () => {
  const who = await subscribe();
  expect(await balanceOf(who)).toEqual([3_000, 30_000]);
  expect(await ledgerOf(who)).toEqual(['tv_second 30000 30000 package starter', 'banner 3000 3000 package starter']);
  expect(await subscriptionOf(who)).toMatchObject({
    state: 'active',
    packageName: 'starter',
    amount: 9_900,
    renewsAt: expect.any(String),
    endsAt: null,
  });
  expect((await as(who).advertising.periods({})).rows).toMatchObject([
    {
      packageName: 'starter',
      amount: 9_900,
      currency: 'EUR',
      refunded: 0,
      invoiceNumber: expect.stringMatching(/^R-/),
    },
  ]);
  expect(await mailsTo(who)).toEqual(['advertising.started']);
  const [profile] = await shop.db.select().from(profiles).where(eq(profiles.id, who.id));
  expect(profile).toMatchObject({
    companyName: 'Pekara na uglu',
    companyTaxNumber: 100_002_887,
    companyRegistrationNumber: 17_162_543,
    companyAddress: 'Glavna 1',
  });
});

test('the success page shows a subscription to its buyer: number, amount, and where the mail went', async () => {
  const who = await person(shop);
  const { url } = await as(who).payments.createPayment(starter);
  const sessionId = url.split('/').at(-1)!;
  await expect(as(who).orders.confirmed({ sessionId }), 'not paid yet').rejects.toMatchObject({ code: 'ORDER_GONE' });
  await pay(shop, url);
  expect(await as(who).orders.confirmed({ sessionId })).toMatchObject({
    number: expect.any(Number),
    kind: 'package',
    amount: 9_900,
    currency: 'EUR',
    email: starter.companyInfo.email,
    address: null,
  });
});

test('nothing is sold for a wrong price, an unknown package, a missing form or a wrong tax number', async () => {
  const who = await person(shop);
  const buy = (change: object) => as(who).payments.createPayment({ ...starter, ...change });
  await expect(buy({ productPrice: 98 })).rejects.toMatchObject({ code: 'PRICE_CHANGED', data: { price: 99 } });
  await expect(buy({ productName: 'Starter' })).rejects.toMatchObject({ code: 'PRODUCT_UNKNOWN' });
  await expect(buy({ companyInfo: undefined })).rejects.toMatchObject({ code: 'COMPANY_INFO_MISSING' });
  await expect(buy({ companyInfo: { ...firm, company_city: ' ' } })).rejects.toMatchObject({ status: 400 });
  await expect(buy({ companyInfo: { ...firm, company_tax_number: '100002888' } })).rejects.toMatchObject({
    code: 'TAX_NUMBER_INVALID',
    message: 'PIB nije ispravan. Proverite cifre.',
  });
  expect(await shop.db.$count(orders, eq(orders.profileId, who.id))).toBe(0);
});

test('a tax number with a wrong control digit is sold to whoever insists on it, one that is none is not', async () => {
  const who = await person(shop);
  const insist = (company_tax_number: string) =>
    as(who).payments.createPayment({
      ...starter,
      companyInfo: { ...firm, company_tax_number, company_numbers_kept: true },
    });
  await expect(insist('12')).rejects.toMatchObject({ code: 'TAX_NUMBER_INVALID' });
  const { orderId } = await insist('100 002 888');
  const [order] = await shop.db.select().from(orders).where(eq(orders.id, orderId));
  expect(order!.delivery).toMatchObject({ company_tax_number: '100 002 888' });
  expect(order!.delivery).not.toHaveProperty('company_numbers_kept');
});

test('a registration number that fails its check is only doubtful: it is sold and kept as it was written', async () => {
  const who = await person(shop);
  const companyInfo = { ...firm, company_registration_number: 'BD 12/3', company_tax_number: '02655284' };
  const { orderId } = await as(who).payments.createPayment({ ...starter, companyInfo });
  const [order] = await shop.db.select().from(orders).where(eq(orders.id, orderId));
  expect(order!.delivery).toMatchObject({ company_registration_number: 'BD 12/3' });
});

test('a package that runs is not sold again, another one is; the answer says where to manage it', async () => {
  const who = await subscribe();
  await expect(as(who).payments.createPayment(starter)).rejects.toMatchObject({
    code: 'ALREADY_SUBSCRIBED',
    data: { page: '/account' },
    message: expect.stringContaining('Moj nalog'),
  });
  const { url } = await as(who).payments.createPayment({ ...starter, productName: 'standard', productPrice: 249 });
  await pay(shop, url);
  expect(await balanceOf(who)).toEqual([10_500, 105_000]);
  expect((await as(who).advertising.account()).subscriptions).toHaveLength(2);
});

test('two tabs, two payment pages: the second is the same page, and after it is paid there is nothing more to sell', async () => {
  const who = await person(shop);
  const [one, two] = await Promise.all([
    as(who).payments.createPayment(starter),
    as(who).payments.createPayment(starter),
  ]);
  expect(one).toEqual(two);
  await pay(shop, one!.url);
  await expect(as(who).payments.createPayment(starter)).rejects.toMatchObject({ code: 'ALREADY_SUBSCRIBED' });
  expect(await balanceOf(who)).toEqual([3_000, 30_000]);
});

test('one account is one customer, however many packages it starts at once', async () => {
  const who = await person(shop);
  const names = [
    ['starter', 99],
    ['standard', 249],
    ['business', 499],
  ] as const;
  await Promise.all(
    names.map(([productName, productPrice]) =>
      as(who).payments.createPayment({ productName, productPrice, companyInfo: { ...firm, email: who.email } }),
    ),
  );
  expect((await shop.stripe.customers.list({ email: who.email })).data).toHaveLength(1);
});

test('the special package is paid once: a sold period of 30 days, no subscription, no credits', async () => {
  const who = await person(shop);
  const { url } = await as(who).payments.createPayment(special);
  await pay(shop, url);
  expect((await as(who).advertising.periods({})).rows).toMatchObject([
    {
      packageName: 'Specijalni Paket - 100 Lokacija',
      amount: 150_000,
      bannerCount: 0,
      invoiceNumber: expect.stringMatching(/^R-\d{4}-\d{6}$/),
    },
  ]);
  expect(await as(who).advertising.account()).toMatchObject({ banners: 0, subscriptions: [] });
  expect(await mailsTo(who)).toEqual(['advertising.special-started']);
  await shop.sandbox.control.advance(40);
  expect((await as(who).advertising.periods({})).rows).toHaveLength(1);
});

test('a renewal is one more period; a failed one credits nothing, says how to pay, and paying brings it back', async () => {
  const who = await subscribe(LATE_CARD);
  await shop.sandbox.control.advance(31.5);
  expect(await balanceOf(who)).toEqual([3_000, 30_000]);
  const late = await subscriptionOf(who);
  expect(late).toMatchObject({ state: 'pastDue', renewsAt: expect.any(String), endsAt: null });
  expect(await mailsTo(who)).toEqual(['advertising.started', 'advertising.payment-failed']);
  await expect(as(who).payments.createPayment(starter)).rejects.toMatchObject({ code: 'ALREADY_SUBSCRIBED' });

  const portal = await portalOf(who);
  await press(shop, portal, { do: 'card', card: '4242 4242 4242 4242' });
  await shop.sandbox.control.advance(4);
  expect(await balanceOf(who)).toEqual([6_000, 60_000]);
  expect(await subscriptionOf(who)).toMatchObject({ state: 'active' });
  expect(await mailsTo(who)).toEqual(['advertising.started', 'advertising.payment-failed', 'advertising.renewed']);
});

test('a month that is paid although its subscription was cancelled meanwhile is told of as the last one', async () => {
  const who = await subscribe(LATE_CARD);
  await shop.sandbox.control.advance(31.5);
  const { id } = (await subscriptionOf(who))!;
  const portal = await portalOf(who);
  await press(shop, portal, { do: 'cancel', subscription: id });
  await press(shop, portal, { do: 'card', card: '4242 4242 4242 4242' });
  await shop.sandbox.control.advance(8);
  expect(await balanceOf(who)).toEqual([6_000, 60_000]);
  expect(await subscriptionOf(who)).toMatchObject({ state: 'endsOn', renewsAt: null });
  const isRenewed = and(eq(mails.profileId, who.id), eq(mails.template, 'advertising.renewed'));
  const [renewed] = await shop.db.select().from(mails).where(isRenewed);
  expect(renewed!.props).toMatchObject({ nextPaymentAt: null });
});

test('a card that never works again ends the subscription; what was paid for stays, and it can be bought anew', async () => {
  const who = await subscribe(LATE_CARD);
  await shop.sandbox.control.advance(27);
  for (let day = 0; day < 20; day += 1) await shop.sandbox.control.advance(1);
  expect(await subscriptionOf(who)).toMatchObject({ state: 'cancelled', renewsAt: null, endsAt: expect.any(String) });
  expect(await balanceOf(who)).toEqual([3_000, 30_000]);
  expect((await mailsTo(who)).filter((template) => template === 'advertising.payment-failed')).toHaveLength(4);
  const { url } = await as(who).payments.createPayment(starter);
  await pay(shop, url);
  expect(await balanceOf(who)).toEqual([6_000, 60_000]);
});

test('the invoice names the company as it was typed for it, and opens from the account of whoever paid alone', async () => {
  const who = await subscribe();
  const [first] = (await as(who).advertising.periods({})).rows;
  const { url } = await as(who).advertising.invoice({ id: first!.id });
  const read = async (address: string) => (await shop.app.request(new URL(address).pathname)).text();
  const page = await read(url);
  for (const word of [
    'Pekara na uglu',
    'PIB: 100002887',
    'MB: 17162543',
    'Glavna 1, 11000 Beograd',
    'office@pekara.rs',
  ])
    expect(page, word).toContain(word);
  expect(page).toContain('U cenu je uračunat PDV po stopi od 20%.');

  const moved = { ...firm, company_name: 'Pekara Đurđevak', company_address: 'Nova 2', email: 'racuni@pekara.rs' };
  const standard = { productName: 'standard', productPrice: 249 };
  const next = await as(who).payments.createPayment({ ...standard, companyInfo: moved });
  await pay(shop, next.url);
  const [second] = (await as(who).advertising.periods({})).rows;
  const later = await read((await as(who).advertising.invoice({ id: second!.id })).url);
  expect(later).toContain('Pekara Đurđevak');
  expect(later).toContain('racuni@pekara.rs');
  expect(await read(url), 'an earlier invoice stays as it was').toContain('Glavna 1, 11000 Beograd');

  const thief = await person(shop);
  await expect(as(thief).advertising.invoice({ id: first!.id })).rejects.toMatchObject({ code: 'INVOICE_NONE' });
});

test('the special package has an invoice of its company as well: a single payment, refunded as one', async () => {
  const who = await person(shop);
  const { url } = await as(who).payments.createPayment(special);
  await pay(shop, url);
  const [sold] = (await as(who).advertising.periods({})).rows;
  const invoice = await as(who).advertising.invoice({ id: sold!.id });
  const page = await (await shop.app.request(new URL(invoice.url).pathname)).text();
  for (const word of ['Pekara na uglu', 'PIB: 100002887', 'MB: 17162543', 'Glavna 1, 11000 Beograd', 'VIDIK-'])
    expect(page, word).toContain(word);
  expect(await shop.db.select().from(paymentEvents).where(isNotNull(paymentEvents.problem))).toEqual([]);
  const thief = await person(shop);
  await expect(as(thief).advertising.invoice({ id: sold!.id })).rejects.toMatchObject({ code: 'INVOICE_NONE' });

  const session = await shop.stripe.checkout.sessions.retrieve(url.split('/').at(-1)!);
  await shop.stripe.refunds.create({ payment_intent: session.payment_intent as string, amount: 50_000 });
  await shop.sandbox.control.advance(0);
  expect((await as(who).advertising.periods({})).rows).toMatchObject([{ id: sold!.id, refunded: 50_000 }]);
  expect(await shop.db.select().from(paymentEvents).where(isNotNull(paymentEvents.problem))).toEqual([]);
});

test('paid by bank transfer, the special package has its invoice when the money has come', async () => {
  const who = await person(shop);
  const { url } = await as(who).payments.createPayment(special);
  await press(shop, url, { do: 'later' });
  expect((await as(who).advertising.periods({})).rows).toEqual([]);
  await shop.sandbox.control.transfer(url.split('/').at(-1)!, true);
  expect((await as(who).advertising.periods({})).rows).toMatchObject([{ invoiceNumber: expect.stringMatching(/^R-/) }]);
});

test('cancelled in the portal it runs to the end of the paid month, resumed it runs on', async () => {
  const who = await subscribe();
  const { id } = (await subscriptionOf(who))!;
  const portal = await portalOf(who);
  expect(new URL(portal).pathname).toMatch(/^\/sandbox\/portal\//);
  await press(shop, portal, { do: 'cancel', subscription: id });
  expect(await subscriptionOf(who)).toMatchObject({ state: 'endsOn', renewsAt: null, endsAt: expect.any(String) });
  await press(shop, portal, { do: 'resume', subscription: id });
  expect(await subscriptionOf(who)).toMatchObject({ state: 'active', endsAt: null });
  await press(shop, portal, { do: 'cancel', subscription: id });
  await shop.sandbox.control.advance(32);
  expect(await subscriptionOf(who)).toMatchObject({ state: 'cancelled' });
  expect(await balanceOf(who)).toEqual([3_000, 30_000]);
  expect(await mailsTo(who)).toEqual(['advertising.started', 'advertising.cancelled']);
});

test('whoever bought nothing has no portal; whoever did has their own', async () => {
  const [stranger, who] = [await person(shop), await subscribe()];
  expect(await as(stranger).advertising.account()).toMatchObject({ hasPortal: false, subscriptions: [] });
  await expect(as(stranger).advertising.portal()).rejects.toMatchObject({
    code: 'PORTAL_NOT_YET',
    message: 'Još nemate pretplatu ni račune.',
  });
  expect(await as(who).advertising.account()).toMatchObject({ hasPortal: true });
  expect((await as(stranger).advertising.periods({})).rows).toEqual([]);
  expect((await as(stranger).advertising.ledger({})).rows).toEqual([]);
});

test('without the payment provider the portal says so', async () => {
  const who = await subscribe();
  await shop.restartSandbox(async () => {
    await expect(as(who).advertising.portal()).rejects.toMatchObject({
      status: 503,
      message: 'Strana za pretplatu se nije otvorila. Pokušajte ponovo.',
    });
  });
});

test('a mistake of ours is not blamed on the payment provider', async () => {
  const who = await subscribe();
  const sessions = shop.stripe.billingPortal.sessions;
  const create = vi.spyOn(sessions, 'create').mockRejectedValueOnce(new TypeError('a mistake of ours'));
  onTestFinished(() => create.mockRestore());
  await expect(as(who).advertising.portal()).rejects.toMatchObject({ status: 500, code: 'INTERNAL_SERVER_ERROR' });
});

test('a payment provider without subscriptions and portal sells no monthly package and opens no portal', async () => {
  const who = await subscribe();
  const { capabilities } = shop.deps.payments;
  Object.assign(capabilities, { subscriptions: false, portal: false });
  await expect(as(who).payments.createPayment(starter)).rejects.toMatchObject({ code: 'PRODUCT_UNKNOWN' });
  await expect(as(who).advertising.portal()).rejects.toMatchObject({ code: 'PORTAL_NOT_YET' });
  expect((await as(who).advertising.account()).hasPortal).toBe(false);
  const outsider = await person(shop);
  expect((await as(outsider).payments.createPayment(special)).url).toContain('/sandbox/');
  Object.assign(capabilities, { subscriptions: true, portal: true });
});

test('an expired checkout that is opened again says so, and buying again makes a new one', async () => {
  const who = await person(shop);
  const { url, orderId } = await as(who).payments.createPayment(starter);
  await shop.sandbox.control.advance(1.1);
  const page = await shop.app.request(new URL(url).pathname);
  expect(await page.text()).toContain('istekla');
  expect(await as(who).payments.verifyPayment({ sessionId: url.split('/').at(-1)! })).toEqual({ status: 'expired' });
  expect((await as(who).orders.mine()).map(({ status }) => status)).toEqual(['cancelled']);
  const again = await as(who).payments.createPayment(starter);
  expect(again.orderId).not.toBe(orderId);
  await pay(shop, again.url);
  expect(await balanceOf(who)).toEqual([3_000, 30_000]);
});

test('a package promised by bank transfer credits when the money comes, not before', async () => {
  const who = await person(shop);
  const { url } = await as(who).payments.createPayment(starter);
  await press(shop, url, { do: 'later' });
  const sessionId = url.split('/').at(-1)!;
  expect(await as(who).payments.verifyPayment({ sessionId })).toEqual({ status: 'processing' });
  expect(await balanceOf(who)).toEqual([0, 0]);
  await expect(as(who).payments.createPayment(starter)).rejects.toMatchObject({ code: 'ALREADY_SUBSCRIBED' });
  await shop.sandbox.control.transfer(sessionId, true);
  expect(await balanceOf(who)).toEqual([3_000, 30_000]);
  expect(await shop.db.$count(subscriptions, eq(subscriptions.profileId, who.id))).toBe(1);
  expect(await shop.db.$count(packages, eq(packages.profileId, who.id))).toBe(1);
});
