import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { company } from '#domain/company.ts';
import { phoneOrderScript } from '#domain/payments/phone-order-copy.ts';
import { PHONE_ORDER_TEXT_VERSION } from '#domain/payments/phone-order-facts.ts';
import { profiles } from '../../accounts/schema.ts';
import { templates } from '../../emails.ts';
import { orderEvents, orderLines, orders } from '../../orders/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { mails } from '../../platform/mail.schema.ts';
import { sendMails } from '../../test/mails.ts';
import { call, codeOfCall, giveDuties, person, type TestPerson } from '../../test/people.ts';
import { buyer as form, testShop } from '../../test/shop.ts';

const shop = await testShop({ quick: true });
const { db } = shop;
const seller = await person(shop, 'admin', { firstName: 'Jelena', lastName: 'Đurić' });
await giveDuties(shop, seller, ['sales']);
const desk = call(shop, seller).payments.admin;

let last = 0;
/** A phone and an address of their own. */
const details = (more: object = {}) => {
  last += 1;
  return { ...form, phone: `+381 63 777 ${1000 + last}`, address: `Glavna ${last}`, ...more };
};
const one = { productName: 'Vidik – 1 uređaj', productPrice: 219 };
const asked = async ({ id }: { id: string }, more: object = {}) => {
  const { rate } = await desk.orderFor({ id });
  const said = { id, ...one, buyerInfo: details(), way: 'transfer', rate, told: PHONE_ORDER_TEXT_VERSION, ...more };
  return said as Parameters<typeof desk.placeOrder>[0];
};
const place = async (who: { id: string }, more: object = {}) => desk.placeOrder(await asked(who, more));
const ordersOf = ({ id }: TestPerson) => db.select().from(orders).where(eq(orders.profileId, id));
const mailsTo = async ({ id }: TestPerson, template: string) =>
  db
    .select()
    .from(mails)
    .where(and(eq(mails.profileId, id), eq(mails.template, template as never)));
const dataOf = (sent: Promise<unknown>) =>
  sent.then(
    () => null,
    ({ code, data }: { code: string; data: unknown }) => ({ code, data }),
  );

test('sales order by transfer for somebody who called: the price of the catalogue, the usual predračun, and who entered it', async () => {
  const who = await person(shop, 'member', { phone: '+381641112233', city: 'Niš' });
  const read = await desk.orderFor({ id: who.id });
  expect(read).toMatchObject({ email: who.email, problem: null, form: { city: 'Niš' }, notOnDelivery: null });
  const { number, isNew } = await place(who);
  expect(isNew).toBe(true);
  const [order] = await ordersOf(who);
  expect(order).toMatchObject({ number, amount: 21_900, way: 'transfer', status: 'pending', termsVersion: null });
  const events = await db.select().from(orderEvents).where(eq(orderEvents.orderId, order!.id));
  expect(events).toMatchObject([{ kind: 'placed', actor: seller.id }]);
  const shown = await call(shop, seller).orders.admin.read({ number });
  expect(shown.events).toMatchObject([{ kind: 'placed', by: { id: seller.id, name: 'Jelena Đurić' } }]);
  const logged = await db.select().from(auditLog).where(eq(auditLog.subjectId, order!.id));
  expect(logged).toContainEqual(expect.objectContaining({ action: 'orders.placed', actor: seller.id }));
  expect(await mailsTo(who, 'orders.proforma')).toMatchObject([{ to: who.email }]);
  const [profile] = await db.select().from(profiles).where(eq(profiles.id, who.id));
  expect(profile, 'the account stays as it is').toMatchObject({ phone: '+381641112233', city: 'Niš', address: null });
  expect(await call(shop, who).orders.mine()).toMatchObject([{ number }]);
});

test('pressed twice, and by two people at once, it is one order and one mail', async () => {
  const who = await person(shop, 'member');
  const said = await asked(who);
  const both = await Promise.all([desk.placeOrder(said), desk.placeOrder(said)]);
  expect(new Set(both.map(({ number }) => number)).size).toBe(1);
  expect(both.map(({ isNew }) => isNew).sort()).toEqual([false, true]);
  expect(await ordersOf(who)).toHaveLength(1);
  expect(await mailsTo(who, 'orders.proforma')).toHaveLength(1);
  const other = await desk.placeOrder({ ...said, buyerInfo: details() });
  expect(other.isNew, 'to another address it is another order').toBe(true);
});

test('on delivery with the fee as a line, within the same limits as for the buyer', async () => {
  const who = await person(shop, 'member');
  const onDelivery = { way: 'cash_on_delivery' };
  await place(who, onDelivery);
  const [order] = await ordersOf(who);
  expect(order).toMatchObject({ way: 'cash_on_delivery', paymentState: 'due' });
  const lines = await db.select().from(orderLines).where(eq(orderLines.orderId, order!.id));
  expect(lines).toContainEqual(expect.objectContaining({ kind: 'fee', amount: 39_000, currency: 'RSD' }));
  expect(await mailsTo(who, 'orders.on-delivery')).toHaveLength(1);
  const ten = { ...onDelivery, productName: 'Vidik – 10 uređaja', productPrice: 1999 };
  expect(await dataOf(place(who, ten))).toEqual({
    code: 'WAY_NOT_POSSIBLE',
    data: { way: 'cash_on_delivery', why: 'amount' },
  });
  expect(await ordersOf(who)).toHaveLength(1);
});

test('a price or a rate that was not shown, something that is no device, and wrong numbers of a firm write nothing', async () => {
  const who = await person(shop, 'member');
  expect(await dataOf(place(who, { productPrice: 199 }))).toEqual({ code: 'PRICE_CHANGED', data: { price: 219 } });
  expect(await codeOfCall(place(who, { rate: 100 }))).toBe('RATE_CHANGED');
  expect(await codeOfCall(place(who, { productName: 'starter', productPrice: 99 }))).toBe('PRODUCT_UNKNOWN');
  expect(await codeOfCall(place(who, { productName: 'Vidik – 2 uređaja' }))).toBe('PRODUCT_UNKNOWN');
  const firm = details({ companyName: 'Pekara', companyTaxNumber: '123456789', companyRegistrationNumber: '17162543' });
  expect(await codeOfCall(place(who, { buyerInfo: firm }))).toBe('TAX_NUMBER_INVALID');
  expect(await codeOfCall(place(who, { way: 'card' }))).toBe('BAD_REQUEST');
  expect(await ordersOf(who)).toEqual([]);
});

test('nothing is ordered for whoever waits, is blocked, has closed their account, or was never there', async () => {
  const now = shop.deps.now();
  const waiting = await person(shop, 'waiting');
  const blocked = await person(shop, 'member', { blockedAt: now });
  const closed = await person(shop, 'member', { closedAt: now });
  for (const [who, problem] of [
    [waiting, 'waiting'],
    [blocked, 'blocked'],
    [closed, 'closed'],
  ] as const) {
    expect(await desk.orderFor({ id: who.id })).toMatchObject({ problem });
    expect(await dataOf(place(who))).toEqual({ code: 'BUYER_NOT_MEMBER', data: { problem } });
    expect(await ordersOf(who)).toEqual([]);
  }
  const nobody = { id: randomUUID() };
  expect(await codeOfCall(desk.orderFor(nobody))).toBe('PERSON_GONE');
  const { id: _, ...said } = await asked(waiting);
  expect(await codeOfCall(desk.placeOrder({ ...nobody, ...said }))).toBe('PERSON_GONE');
});

test('a consumer has heard before what the law wants; who was told, by whom and in which words stands with the order', async () => {
  const who = await person(shop, 'member');
  for (const told of [undefined, '', '2026-01-01'])
    expect(await codeOfCall(place(who, { told })), `told: ${told}`).toBe('BUYER_NOT_TOLD');
  expect(await ordersOf(who)).toEqual([]);
  const { number } = await place(who);
  const { events } = await call(shop, seller).orders.admin.read({ number });
  expect(events).toMatchObject([{ kind: 'placed', by: { id: seller.id }, facts: { told: PHONE_ORDER_TEXT_VERSION } }]);
  const [mail] = await mailsTo(who, 'orders.proforma');
  const { until } = await desk.orderFor({ id: who.id });
  expect(mail!.props.told).toMatchObject({
    sentences: phoneOrderScript({ productName: one.productName, total: 2_566_000, until }),
  });
});

test('the mail of an order on delivery says what the buyer heard, with the fee in it, and brings the form for withdrawing', async () => {
  const who = await person(shop, 'member');
  await place(who, { way: 'cash_on_delivery' });
  await sendMails(shop);
  const [mail] = await mailsTo(who, 'orders.on-delivery');
  const plain = (words: string) => words.replaceAll(/\s+/g, ' ');
  const text = plain(mail!.text!);
  for (const sentence of phoneOrderScript({ productName: one.productName, total: 2_605_000, until: null }))
    expect(text).toContain(plain(sentence));
  expect(text).toContain('26.050 RSD');
  expect(text).toContain('Obrazac za odustanak i uputstvo su u prilogu ove poruke');
  const letter = await templates['orders.on-delivery'](mail!.props as never, { ...shop.deps, company });
  expect(letter.attachments).toMatchObject([
    { name: 'obrazac-za-odustanak.txt', content: expect.stringContaining(`Roba: ${one.productName}`) },
  ]);
});

test('a company is not asked whether it heard anything, and is told nothing; nor is whoever orders on the site', async () => {
  const who = await person(shop, 'member');
  const firm = { companyName: 'Pekara na uglu', companyTaxNumber: '100002887', companyRegistrationNumber: '17162543' };
  const { number } = await place(who, { buyerInfo: details(firm), told: undefined });
  const same = await place(who, { buyerInfo: details(firm) });
  const bought = { ...one, way: 'cash_on_delivery' as const, buyerInfo: details() };
  const own = await call(shop, who).payments.createPayment(bought);
  for (const of of [number, same.number, own.number]) {
    const { events } = await call(shop, seller).orders.admin.read({ number: of });
    expect(events[0]!.facts).toEqual({ amount: 21_900, currency: 'EUR' });
  }
  const all = [...(await mailsTo(who, 'orders.proforma')), ...(await mailsTo(who, 'orders.on-delivery'))];
  expect(all.map(({ props }) => props.told)).toEqual([undefined, undefined, undefined]);
});

test('only sales enter orders for others', async () => {
  const who = await person(shop, 'member');
  const said = await asked(who);
  for (const duties of [['warehouse'], ['accounting'], ['support', 'security'], []] as const) {
    const other = await person(shop, 'admin');
    await giveDuties(shop, other, duties);
    expect(await codeOfCall(call(shop, other).payments.admin.orderFor({ id: who.id }))).toBe('FORBIDDEN');
    expect(await codeOfCall(call(shop, other).payments.admin.placeOrder(said))).toBe('FORBIDDEN');
  }
  expect(await codeOfCall(call(shop, who).payments.admin.placeOrder(said)), 'the buyer orders on the site').toBe(
    'FORBIDDEN',
  );
  expect(await codeOfCall(call(shop).payments.admin.placeOrder(said))).toBe('UNAUTHORIZED');
  expect(await ordersOf(who)).toEqual([]);
});
