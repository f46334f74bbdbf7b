import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { acceptances, profiles } from '../accounts/schema.ts';
import { orders } from '../orders/schema.ts';
import { auditLog } from '../platform/audit.schema.ts';
import { mails } from '../platform/mail.schema.ts';
import { call, person } from '../test/people.ts';
import { buyer, GOOD_CARD, pay, press, testShop } from '../test/shop.ts';

const shop = await testShop();
const device = { productName: 'Vidik – 1 uređaj', productPrice: 219, buyerInfo: buyer };

const orderOf = async (id: string) => (await shop.db.select().from(orders).where(eq(orders.id, id)))[0]!;
const ordersOf = (profileId: string) => shop.db.select().from(orders).where(eq(orders.profileId, profileId));
const mailsTo = (to: string) => shop.db.select({ template: mails.template }).from(mails).where(eq(mails.to, to));

test('a member buys a device: pending before the page opens, paid after it, once, with both mails', async () => {
  const who = await person(shop, 'member', { username: 'milica' });
  const { url, orderId } = await call(shop, who).payments.createPayment({ ...device, termsVersion: '2026-09-01' });
  expect(await orderOf(orderId)).toMatchObject({
    status: 'pending',
    kind: 'device',
    amount: 21_900,
    currency: 'EUR',
    email: who.email,
    profileId: who.id,
    delivery: { postalCode: '32000', companyName: '' },
  });
  const sessionId = await pay(shop, url);
  expect(await call(shop, who).payments.verifyPayment({ sessionId })).toEqual({ status: 'paid' });
  expect(await orderOf(orderId)).toMatchObject({ status: 'paid', checkoutSessionId: sessionId, checkoutKey: null });
  expect(await mailsTo(who.email)).toEqual([{ template: 'orders.paid' }]);
  const [letter] = await shop.db.select().from(mails).where(eq(mails.to, who.email));
  expect(letter!.props.link, 'a link of its own to the order').toBe(
    `${shop.config.publicUrl}/account/orders/${(await orderOf(orderId)).number}`,
  );
  expect(await mailsTo(shop.config.superAdmin.email)).toEqual([{ template: 'orders.new-sale' }]);
  const [profile] = await shop.db.select().from(profiles).where(eq(profiles.id, who.id));
  expect(profile).toMatchObject({
    username: 'milica',
    address: 'Ulica lipa',
    addressNumber: '14',
    postalCode: '32000',
  });
  expect(await shop.db.select().from(acceptances)).toMatchObject([
    { userId: who.id, document: 'memberTerms', version: '2026-09-01' },
  ]);
  const order = (await orderOf(orderId)).number;
  expect(await call(shop, who).accounts.own.acceptances(), 'the buyer sees it').toMatchObject([
    { document: 'memberTerms', version: '2026-09-01', order },
  ]);
  expect(await call(shop, await person(shop)).accounts.own.acceptances()).toEqual([]);
  const entries = await shop.db
    .select({ action: auditLog.action, actor: auditLog.actor })
    .from(auditLog)
    .where(and(eq(auditLog.subjectKind, 'order'), eq(auditLog.subjectId, orderId)))
    .orderBy(auditLog.id);
  expect(entries).toEqual([
    { action: 'orders.placed', actor: who.id },
    { action: 'orders.paid', actor: 'stripe' },
  ]);
});

test('nothing is written and no page opens for a price that is not ours or a product we do not have', async () => {
  const who = await person(shop);
  const as = call(shop, who).payments;
  await expect(as.createPayment({ ...device, productPrice: 1 })).rejects.toMatchObject({
    code: 'PRICE_CHANGED',
    data: { price: 219 },
    message: expect.stringContaining('tačna cena je 219'),
  });
  await expect(as.createPayment({ ...device, productPrice: 218.999 })).rejects.toMatchObject({ code: 'PRICE_CHANGED' });
  await expect(as.createPayment({ ...device, productName: 'Vidik – 2 uređaja' })).rejects.toMatchObject({
    code: 'PRODUCT_UNKNOWN',
    status: 404,
  });
  await expect(as.createPayment({ ...device, productName: 'constructor' })).rejects.toMatchObject({ status: 404 });
  expect(await ordersOf(who.id)).toEqual([]);
});

test('nothing is ordered that cannot be delivered: a phone, a postal code, a country', async () => {
  const who = await person(shop);
  for (const wrong of [
    { phone: '1' },
    { postalCode: 'x' },
    { country: 'other' },
    { country: 'ME', postalCode: '85000' },
  ])
    await expect(
      call(shop, who).payments.createPayment({ ...device, buyerInfo: { ...device.buyerInfo, ...wrong } }),
    ).rejects.toMatchObject({ status: 400 });
  expect(await ordersOf(who.id)).toEqual([]);
  const elsewhere = await person(shop, 'member', {
    country: 'ME',
    address: 'A',
    addressNumber: '1',
    postalCode: '85000',
  });
  const { buyerInfo: _, ...bare } = device;
  await expect(call(shop, elsewhere).payments.createPayment(bare)).rejects.toMatchObject({
    code: 'BUYER_INFO_MISSING',
  });
});

test('visitors and waiting accounts cannot start a payment', async () => {
  await expect(call(shop).payments.createPayment(device)).rejects.toMatchObject({ status: 401 });
  const waiting = await person(shop, 'waiting');
  await expect(call(shop, waiting).payments.createPayment(device)).rejects.toMatchObject({
    status: 403,
    message: 'Vaš nalog još čeka odobrenje.',
  });
  expect(await ordersOf(waiting.id)).toEqual([]);
});

test('without the form the profile is enough if it is complete, and is asked for if it is not', async () => {
  const { buyerInfo: _, ...bare } = device;
  const bareProfile = await person(shop);
  await expect(call(shop, bareProfile).payments.createPayment(bare)).rejects.toMatchObject({
    code: 'BUYER_INFO_MISSING',
    status: 422,
  });
  const complete = await person(shop, 'member', { address: 'Kralja Petra', addressNumber: 'bb', postalCode: '11000' });
  const { orderId } = await call(shop, complete).payments.createPayment(bare);
  expect((await orderOf(orderId)).delivery).toMatchObject({ address: 'Kralja Petra', firstName: 'Milica' });
});

test('a double click is one order and one payment page; other words are another order', async () => {
  const who = await person(shop);
  const as = call(shop, who).payments;
  const clicks = await Promise.all(Array.from({ length: 8 }, () => as.createPayment(device)));
  expect(new Set(clicks.map(({ url, orderId }) => `${url} ${orderId}`)).size).toBe(1);
  expect(await ordersOf(who.id)).toHaveLength(1);
  const later = await as.createPayment(device);
  expect(later).toEqual(clicks[0]);
  const elsewhere = await as.createPayment({ ...device, buyerInfo: { ...buyer, addressNumber: '15' } });
  expect(elsewhere.orderId).not.toBe(later.orderId);

  await pay(shop, later.url);
  const again = await as.createPayment(device);
  expect(again.orderId).not.toBe(later.orderId);
  expect(await ordersOf(who.id)).toHaveLength(3);
});

test('with many at once everybody gets their own orders, and a form that came twice is one of them', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => person(shop)));
  const forms = ['1', '2', '2', '3'];
  const bought = await Promise.all(
    people.map((who) =>
      Promise.all(
        forms.map((addressNumber) =>
          call(shop, who).payments.createPayment({
            ...device,
            buyerInfo: { ...buyer, addressNumber },
            termsVersion: '2026-09-01',
          }),
        ),
      ),
    ),
  );
  for (const [index, who] of people.entries()) {
    const orderIds = bought[index]!.map(({ orderId }) => orderId);
    const written = await ordersOf(who.id);
    expect(written.map(({ id }) => id).sort()).toEqual([...new Set(orderIds)].sort());
    for (const [form, orderId] of orderIds.entries())
      expect(written.find(({ id }) => id === orderId)?.delivery).toMatchObject({ addressNumber: forms[form] });
    const [profile] = await shop.db.select().from(profiles).where(eq(profiles.id, who.id));
    expect(forms).toContain(profile?.addressNumber);
    const accepted = await shop.db.select().from(acceptances).where(eq(acceptances.userId, who.id));
    expect(accepted.map(({ occasion }) => occasion).sort()).toEqual(
      written.map(({ number }) => `order ${number}`).sort(),
    );
  }
});

test('what a form says of its buyer is remembered, and the buyer is found by it from then on', async () => {
  const [admin, who] = [await person(shop, 'admin'), await person(shop)];
  const found = async (search: string) =>
    (await call(shop, admin).accounts.admin.people.list({ search })).rows.map(({ id }) => id);
  const lastName = `Đorđević-${who.id.slice(0, 8)}`;
  expect(await found(lastName)).toEqual([]);
  await call(shop, who).payments.createPayment({ ...device, buyerInfo: { ...buyer, lastName } });
  expect(await found(lastName)).toEqual([who.id]);
  const { companyName, city } = await call(shop, who).accounts.me();
  expect({ companyName, city }).toEqual({ companyName: null, city: buyer.city });
});

test('a declined card leaves the page open for another; the back button leaves the order pending', async () => {
  const who = await person(shop);
  const { url, orderId } = await call(shop, who).payments.createPayment(device);
  expect(await press(shop, url, { do: 'decline' })).toContain('note=declined');
  expect(await press(shop, url, { do: 'pay', card: '4000 0000 0000 9995' })).toContain('note=noFunds');
  expect(await press(shop, url, { do: 'pay', card: '5555 5555 5555 4444' })).toContain('note=cardUnknown');
  const page = await (await shop.app.request(`${new URL(url).pathname}?note=declined`)).text();
  expect(page).toContain('role="alert"');
  expect(page).toContain('/usb-purchase?product=Vidik');
  expect((await orderOf(orderId)).status).toBe('pending');
  const sessionId = url.split('/').at(-1)!;
  expect(await call(shop, who).payments.verifyPayment({ sessionId })).toEqual({ status: 'unpaid' });
  await pay(shop, url);
  expect((await orderOf(orderId)).status).toBe('paid');
});

test('a promised bank transfer is under way until the bank speaks, and the same thing may be bought again meanwhile', async () => {
  const who = await person(shop);
  const as = call(shop, who).payments;
  const first = await as.createPayment(device);
  await press(shop, first.url, { do: 'later' });
  const sessionId = first.url.split('/').at(-1)!;
  expect(await as.verifyPayment({ sessionId })).toEqual({ status: 'processing' });
  expect((await orderOf(first.orderId)).status).toBe('pending');
  const second = await as.createPayment(device);
  expect(second.orderId).not.toBe(first.orderId);
  await press(shop, second.url, { do: 'later' });

  await shop.sandbox.control.transfer(sessionId, true);
  expect((await orderOf(first.orderId)).status).toBe('paid');
  await shop.sandbox.control.transfer(second.url.split('/').at(-1)!, false);
  expect((await orderOf(second.orderId)).status).toBe('cancelled');
  expect(await as.verifyPayment({ sessionId: second.url.split('/').at(-1)! })).toEqual({ status: 'unpaid' });
  expect(await mailsTo(who.email)).toEqual([{ template: 'orders.paid' }]);
});

test('a page nobody paid expires and cancels its order; buying again is a new order', async () => {
  const who = await person(shop);
  const as = call(shop, who).payments;
  const { url, orderId } = await as.createPayment(device);
  await shop.sandbox.control.advance(1.1);
  expect((await orderOf(orderId)).status).toBe('cancelled');
  expect(await as.verifyPayment({ sessionId: url.split('/').at(-1)! })).toEqual({ status: 'expired' });
  expect(await press(shop, url, { do: 'pay', card: GOOD_CARD })).toBe(new URL(url).pathname);
  expect(await (await shop.app.request(new URL(url).pathname)).text()).toContain('istekla');
  expect((await as.createPayment(device)).orderId).not.toBe(orderId);
});

test('a session id shows its owner, or whoever is signed out and knows it, one word; anybody else gets nothing', async () => {
  const who = await person(shop);
  const stranger = await person(shop);
  const { url, orderId } = await call(shop, who).payments.createPayment(device);
  const sessionId = url.split('/').at(-1)!;
  const verify = (as?: typeof who, id = sessionId) => call(shop, as).payments.verifyPayment({ sessionId: id });
  await expect(verify(stranger)).rejects.toMatchObject({ code: 'SESSION_UNKNOWN', status: 404 });
  await pay(shop, url);
  await expect(verify(stranger)).rejects.toMatchObject({ message: 'Greška pri verifikaciji plaćanja' });
  expect(await verify()).toEqual({ status: 'paid' });
  expect(await verify(who)).toEqual({ status: 'paid' });
  expect((await orderOf(orderId)).profileId).toBe(who.id);

  await expect(verify(who, '')).rejects.toMatchObject({ code: 'SESSION_MISSING', message: 'Nedostaje ID sesije' });
  for (const id of ['x', '../customers', 'cs_test_', `cs_test_${'a'.repeat(58)}`, "cs_test_' or 1=1 --"]) {
    await expect(verify(who, id), id).rejects.toMatchObject({ code: 'SESSION_UNKNOWN' });
  }
});

test('without the payment provider the order waits, and the next try goes on where it stopped', async () => {
  const who = await person(shop);
  const as = call(shop, who).payments;
  const opened = await call(shop, await person(shop)).payments.createPayment(device);
  await shop.restartSandbox(async () => {
    await expect(as.createPayment(device)).rejects.toMatchObject({ code: 'PAYMENT_PROVIDER_DOWN', status: 503 });
    const sessionId = opened.url.split('/').at(-1)!;
    await expect(call(shop).payments.verifyPayment({ sessionId })).rejects.toMatchObject({ status: 503 });
  });
  expect(await ordersOf(who.id)).toMatchObject([{ status: 'pending' }]);
  const { orderId, url } = await as.createPayment(device);
  expect((await ordersOf(who.id)).map(({ id }) => id)).toEqual([orderId]);
  await pay(shop, url);
  expect(await ordersOf(who.id)).toMatchObject([{ status: 'paid' }]);
});

test('a provider that stumbles twice is asked again and makes one page', async () => {
  const who = await person(shop);
  shop.sandbox.control.setFaults({ failNextRequests: 2 });
  const { url } = await call(shop, who).payments.createPayment(device);
  await pay(shop, url);
  expect(await ordersOf(who.id)).toMatchObject([{ status: 'paid' }]);
});

test('a restart of the payment provider between opening the page and paying loses nothing', async () => {
  const who = await person(shop);
  const { url, orderId } = await call(shop, who).payments.createPayment(device);
  await shop.restartSandbox();
  await pay(shop, url);
  expect((await orderOf(orderId)).status).toBe('paid');
});

test('an event the shop could not take is sent again after a restart', async () => {
  const who = await person(shop);
  const { url, orderId } = await call(shop, who).payments.createPayment(device);
  shop.sandbox.control.setFaults({ dropNext: 1 });
  await pay(shop, url);
  expect((await orderOf(orderId)).status).toBe('pending');
  await shop.restartSandbox();
  await shop.sandbox.control.redeliver();
  expect((await orderOf(orderId)).status).toBe('paid');
});
