import { randomUUID } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { parseAccount } from '#domain/events/payment/bank-accounts.ts';
import { orderReferencesIn } from '#domain/orders/transfer/reference.ts';
import { profiles } from '../../accounts/schema.ts';
import { statementImports, statementLines } from '../../bank/schema.ts';
import { documents } from '../../documents/schema.ts';
import { orderClaims, orderLines, orders } from '../../orders/schema.ts';
import { checkouts } from '../../payments/schema.ts';
import { systemActor } from '../../platform/audit.ts';
import { mails } from '../../platform/mail.schema.ts';
import { balancesOf } from '../../test/books.ts';
import { readStatementsPatiently } from '../../test/patience.ts';
import { call, person } from '../../test/people.ts';
import { buyer, firm, pay, press, testShop } from '../../test/shop.ts';
import { COMPANY, camtFile } from '../../test/statements.ts';
import { runProviderTasks } from '../payments/provider-tasks.ts';
import { receiveTransfer } from '../payments/receive-transfer.ts';
import { lapseTransfers, remindOfTransfers } from './lapse-transfers.ts';

readStatementsPatiently();
const shop = await testShop({ env: { BANK_HOLIDAYS: '2027-03-09' } });
const { db, deps, clock } = shop;
const admin = call(shop, await person(shop, 'admin'));
const device = { productName: 'Vidik – 1 uređaj', productPrice: 219, buyerInfo: buyer };
const at = (moment: string) => {
  clock.now = new Date(moment);
};

async function placed(way: 'card' | 'transfer' = 'transfer') {
  const who = await person(shop);
  const { orderId, transfer, url } = await call(shop, who).payments.createPayment({ ...device, way });
  const { number, version } = await orderOf(orderId);
  return { who, orderId, transfer, url, number, version };
}
const orderOf = async (id: string) => (await db.select().from(orders).where(eq(orders.id, id)))[0]!;
const claimRows = (orderId: string) =>
  db.select().from(orderClaims).where(eq(orderClaims.orderId, orderId)).orderBy(orderClaims.createdAt);
const linesOf = (orderId: string) =>
  db.select().from(orderLines).where(eq(orderLines.orderId, orderId)).orderBy(orderLines.position);
let serial = 0;
/** Its only device is on its way; the parcel. */
async function handedOver({ orderId: order, number }: { orderId: string; number: number }) {
  const desk = admin.fulfilment.admin;
  const { version } = await desk.read({ number });
  const id = randomUUID();
  serial += 1;
  const boxes = [{ grams: 350, serials: [`VDK-26-${String(serial).padStart(6, '0')}`] }];
  const { key } = await desk.pack({ order, id, version, courier: 'own', boxes });
  await desk.enterReceipt({ order, kind: 'receipt', number: `AB12CD34-AB12CD34-${serial}` });
  await desk.handOver({ id, labels: [`${key}-1`] });
  return id;
}
const mailed = (orderId: string, template: string) =>
  db.$count(mails, and(eq(mails.orderId, orderId), eq(mails.template, template)));
const byCardMails = async (orderId: string) =>
  (
    await db
      .select()
      .from(mails)
      .where(and(eq(mails.orderId, orderId), eq(mails.template, 'orders.by-card-now')))
  ).map(({ props }) => props);
const proformasOf = (orderId: string) =>
  db.$count(documents, and(eq(documents.orderId, orderId), eq(documents.kind, 'proforma')));

/** A statement whose last payment was booked on that day. */
async function statementOf(day: string, reference = '', account: string | null = null) {
  const [brought] = await db
    .insert(statementImports)
    .values({
      fileName: 'izvod',
      sha256: randomUUID(),
      format: 'csv',
      lineCount: 1,
      importedBy: 'test',
      entity: 'company',
      account,
      firstDay: day,
      lastDay: day,
    })
    .returning();
  const line = { importId: brought!.id, position: 1, fingerprint: randomUUID(), bookedOn: day, amount: 1, reference };
  const [claim] = await db
    .select()
    .from(orderClaims)
    .where(inArray(orderClaims.reference, orderReferencesIn(reference)));
  await db.insert(statementLines).values({ ...line, claimId: claim?.id, currency: 'RSD', payer: '', purpose: '' });
  return () => db.delete(statementImports).where(eq(statementImports.id, brought!.id));
}

test('nothing is written before the order; pressed twice, at once or after a lost answer it is one order and one paper', async () => {
  const who = await person(shop);
  const order = () => call(shop, who).payments.createPayment({ ...device, way: 'transfer' as const });
  const answers = [...(await Promise.all([order(), order(), order()])), await order()];
  expect(new Set(answers.map(({ orderId }) => orderId)).size).toBe(1);
  expect(new Set(answers.map(({ transfer }) => JSON.stringify(transfer))).size).toBe(1);
  expect(await proformasOf(answers[0]!.orderId)).toBe(1);
  expect(await mailed(answers[0]!.orderId, 'orders.proforma')).toBe(1);
});

test('a firm that buys devices stands on its paper by its numbers, and transfers by the code of firms', async () => {
  const who = await person(shop);
  const buyerInfo = {
    ...buyer,
    companyName: 'Pekara',
    companyTaxNumber: '100002887',
    companyRegistrationNumber: '17162543',
  };
  const { transfer, orderId } = await call(shop, who).payments.createPayment({ ...device, way: 'transfer', buyerInfo });
  expect(transfer!.pay.code).toBe('221');
  const [paper] = await db.select().from(documents).where(eq(documents.orderId, orderId));
  expect(paper!.data.buyer).toMatchObject({ name: 'Pekara', taxNumber: '100002887', registrationNumber: '17162543' });
  const wrong = { ...buyerInfo, companyTaxNumber: '100002888' };
  await expect(
    call(shop, who).payments.createPayment({ ...device, way: 'transfer', buyerInfo: wrong }),
  ).rejects.toMatchObject({ code: 'TAX_NUMBER_INVALID' });
});

test('a package that waits for its card is gone on with as it was ordered; in other words it is ordered anew', async () => {
  const as = call(shop, await person(shop));
  const order = (companyInfo: typeof firm) =>
    as.payments.createPayment({ productName: 'starter', productPrice: 99, companyInfo });
  const { orderId, number } = await order(firm);
  const { companyForm, delivery } = await as.orders.read({ number });
  expect({ companyForm, delivery }).toMatchObject({ companyForm: firm, delivery: null });
  expect((await order(companyForm as typeof firm)).orderId).toBe(orderId);
  expect((await order({ ...firm, company_city: 'Niš' })).orderId).not.toBe(orderId);
});

test('a way is refused where it cannot be used: months of a device, and a firm of another country', async () => {
  const as = call(shop, await person(shop)).payments;
  await expect(as.createPayment({ ...device, way: 'transfer', months: 3 })).rejects.toMatchObject({
    code: 'WAY_NOT_POSSIBLE',
  });
  const starter = { productName: 'starter', productPrice: 99 };
  const abroad = {
    ...firm,
    company_country: 'ME' as const,
    company_tax_number: '02289377',
    company_postal_code: '81000',
  };
  await expect(as.createPayment({ ...starter, companyInfo: abroad, way: 'transfer' })).rejects.toMatchObject({
    code: 'WAY_NOT_POSSIBLE',
  });
  await expect(as.createPayment({ ...starter, companyInfo: firm, months: 3 })).rejects.toMatchObject({
    code: 'WAY_NOT_POSSIBLE',
  });
});

test('a day before its last one the buyer is reminded, once', async () => {
  at('2027-03-01T10:00:00Z');
  const { orderId, transfer } = await placed();
  expect(transfer!.validUntil).toBe('2027-03-08');
  at('2027-03-06T10:00:00Z');
  await remindOfTransfers(deps);
  expect(await mailed(orderId, 'orders.proforma-ending')).toBe(0);
  at('2027-03-07T10:00:00Z');
  await remindOfTransfers(deps);
  await remindOfTransfers(deps);
  expect(await mailed(orderId, 'orders.proforma-ending')).toBe(1);
});

test('a blocked account is not reminded to pay what would only be kept for it; unblocked in time it is', async () => {
  at('2027-03-15T10:00:00Z');
  const { who, orderId } = await placed();
  at('2027-03-21T10:00:00Z');
  const blocked = (blockedAt: Date | null) => db.update(profiles).set({ blockedAt }).where(eq(profiles.id, who.id));
  await blocked(clock.now);
  await remindOfTransfers(deps);
  expect(await mailed(orderId, 'orders.proforma-ending')).toBe(0);
  await blocked(null);
  await remindOfTransfers(deps);
  expect(await mailed(orderId, 'orders.proforma-ending')).toBe(1);
});

test('it lapses once a statement has shown its last day, or three working days later without one', async () => {
  at('2027-03-01T10:00:00Z');
  const { orderId } = await placed();
  at('2027-03-08T22:59:00Z');
  const remove = await statementOf('2027-03-08');
  await lapseTransfers(deps);
  expect((await orderOf(orderId)).status, 'the last day in Belgrade').toBe('pending');
  await remove();
  at('2027-03-12T22:59:00Z');
  await lapseTransfers(deps);
  expect((await orderOf(orderId)).status, 'the 9th is a holiday of the banks').toBe('pending');
  at('2027-03-12T23:01:00Z');
  await lapseTransfers(deps);
  expect(await orderOf(orderId)).toMatchObject({
    status: 'cancelled',
    paymentState: 'cancelled',
    fulfilmentState: null,
  });
  expect(await mailed(orderId, 'orders.lapsed')).toBe(1);

  at('2027-04-01T10:00:00Z');
  const shown = await placed();
  at('2027-04-09T06:00:00Z');
  await lapseTransfers(deps);
  expect((await orderOf(shown.orderId)).status).toBe('pending');
  const taken = await statementOf('2027-04-09');
  await lapseTransfers(deps);
  expect((await orderOf(shown.orderId)).status).toBe('cancelled');
  await taken();
});

test('a statement of another account of the company does not show that nothing was paid', async () => {
  at('2027-04-19T10:00:00Z');
  const { orderId, transfer } = await placed();
  const own = parseAccount(transfer!.pay.account)!;
  at('2027-04-27T06:00:00Z');
  const removeOther = await statementOf('2027-04-27', '', '160000000003465595');
  await lapseTransfers(deps);
  expect((await orderOf(orderId)).status).toBe('pending');
  const removeOwn = await statementOf('2027-04-27', '', own);
  await lapseTransfers(deps);
  expect((await orderOf(orderId)).status).toBe('cancelled');
  await removeOther();
  await removeOwn();
});

/** A payment of less that names nothing, accepted for that order by one person; the decision, which waits for a second one. */
async function heldFor(number: number) {
  const entry = { amount: '20000.00', currency: 'RSD' as const, booked: '2027-05-09' };
  const answer = await admin.bank.statements.import({
    file: new File([camtFile([entry], { account: COMPANY })], 'izvod'),
  });
  if (answer.kind !== 'imported') throw new Error(answer.kind);
  const [line] = (await admin.bank.lines.list({ importId: answer.importId })).rows;
  const accept = { id: line!.id, decision: 'accept', shown: 2_566_000, reason: 'Ostatak u robi' } as const;
  return admin.bank.desk.decide({ ...accept, number });
}

test('what a part was paid for, or an undecided payment names or is held for, does not lapse', async () => {
  at('2027-05-03T10:00:00Z');
  const [part, named, linked] = [await placed(), await placed(), await placed()];
  at('2027-05-09T10:00:00Z');
  const held = await heldFor(linked.number);
  expect(held.dueAt, 'a second person').toBeNull();
  await remindOfTransfers(deps);
  expect(await mailed(named.orderId, 'orders.proforma-ending')).toBe(1);
  expect(await mailed(linked.orderId, 'orders.proforma-ending')).toBe(0);
  const [claim] = await claimRows(part.orderId);
  const money = { claimId: claim!.id, key: 'line:part', amount: 100, currency: 'RSD' as const, bookedOn: '2027-05-04' };
  await db.transaction((tx) => receiveTransfer(tx, deps, systemActor, money));
  at('2027-06-01T10:00:00Z');
  const remove = await statementOf('2027-05-31', `97 ${named.transfer!.pay.reference}`);
  await lapseTransfers(deps);
  expect((await orderOf(part.orderId)).status).toBe('pending');
  expect((await orderOf(named.orderId)).status).toBe('pending');
  expect((await orderOf(linked.orderId)).status).toBe('pending');
  await remove();
  await admin.bank.desk.undo({ id: held.holdId });
  await lapseTransfers(deps);
  expect((await orderOf(named.orderId)).status).toBe('cancelled');
  expect((await orderOf(linked.orderId)).status).toBe('cancelled');
});

test('the buyer calls off an unpaid order, once; nobody calls off what was paid', async () => {
  at(new Date().toISOString());
  const { who, orderId, number, version } = await placed();
  const own = call(shop, who).orders;
  await expect(own.cancel({ number, version: version + 1 })).rejects.toMatchObject({ code: 'ORDER_CHANGED' });
  await own.cancel({ number, version });
  expect(await own.cancel({ number, version })).toEqual({ cancelled: true });
  expect(await orderOf(orderId)).toMatchObject({ status: 'cancelled' });
  expect(await mailed(orderId, 'orders.called-off')).toBe(1);
  expect(await own.read({ number })).toMatchObject({ transfer: null, isCancellable: false });

  const paid = await placed('card');
  await pay(shop, paid.url);
  const seen = { number: paid.number, version: (await orderOf(paid.orderId)).version };
  await expect(call(shop, paid.who).orders.cancel(seen)).rejects.toMatchObject({ code: 'ORDER_NOT_UNPAID' });
  await expect(admin.orders.admin.cancel(seen)).rejects.toMatchObject({ code: 'ORDER_NOT_UNPAID' });
});

test('staff extend a pro-forma invoice: a new paper with the new day, by the same reference', async () => {
  at('2027-07-01T10:00:00Z');
  const { who, orderId, number, version, transfer } = await placed();
  const extend = (validUntil: string, seen = version) =>
    admin.orders.admin.extend({ number, version: seen, validUntil });
  await expect(extend('2027-07-02')).rejects.toMatchObject({ code: 'EXTENSION_WRONG' });
  await expect(extend('2027-12-01')).rejects.toMatchObject({ code: 'EXTENSION_WRONG' });
  await extend('2027-07-15');
  await extend('2027-07-15');
  const now = (await call(shop, who).orders.read({ number })).transfer!;
  expect(now).toMatchObject({ validUntil: '2027-07-15', pay: transfer!.pay });
  expect(now.number).not.toBe(transfer!.number);
  expect(await proformasOf(orderId)).toBe(2);
  expect(await mailed(orderId, 'orders.proforma')).toBe(2);
  at('2027-07-12T10:00:00Z');
  await lapseTransfers(deps);
  expect((await orderOf(orderId)).status).toBe('pending');
});

test('staff change the way of paying while nothing was paid, and an old reference is still recognised', async () => {
  at(new Date().toISOString());
  const { who, orderId, number, version } = await placed();
  await admin.orders.admin.changeWay({ number, version, way: 'card' });
  await admin.orders.admin.changeWay({ number, version, way: 'card' });
  const [old, card] = await claimRows(orderId);
  expect([old!.state, card!.state, card!.way, card!.amount]).toEqual(['replaced', 'live', 'card', 21_900]);
  expect(await byCardMails(orderId)).toMatchObject([
    { hadProforma: true, link: expect.stringMatching(new RegExp(`&order=${number}$`)) },
  ]);
  const again = await call(shop, who).payments.createPayment(device);
  expect(again.orderId, 'the buyer pays the same order').toBe(orderId);
  const back = { number, version: (await orderOf(orderId)).version, way: 'transfer' as const };
  await admin.orders.admin.changeWay(back);
  const claims = await claimRows(orderId);
  expect(claims.map(({ state }) => state)).toEqual(['replaced', 'replaced', 'live']);
  expect(claims[2]!.reference).not.toBe(claims[0]!.reference);
  const money = { claimId: claims[0]!.id, key: 'line:old', amount: claims[0]!.amount, currency: 'RSD' as const };
  await db.transaction((tx) => receiveTransfer(tx, deps, systemActor, { ...money, bookedOn: '2027-07-02' }));
  expect(await orderOf(orderId)).toMatchObject({ status: 'paid', way: 'transfer' });
});

test('its buyer changes the way of paying while nothing was paid; somebody else does not, and nobody on an older state', async () => {
  const { who, orderId, number, version } = await placed();
  const own = call(shop, who).orders;
  expect(await own.read({ number })).toMatchObject({ way: 'transfer', otherWays: ['card', 'cash_on_delivery'] });
  const stranger = call(shop, await person(shop)).orders;
  await expect(stranger.changeWay({ number, version, way: 'card' })).rejects.toMatchObject({ code: 'ORDER_GONE' });
  await expect(own.changeWay({ number, version: version + 1, way: 'card' })).rejects.toMatchObject({
    code: 'ORDER_CHANGED',
  });
  const both = await Promise.allSettled([
    own.changeWay({ number, version, way: 'card' }),
    own.changeWay({ number, version, way: 'card' }),
    own.changeWay({ number, version, way: 'cash_on_delivery' }),
  ]);
  expect(both.filter(({ status }) => status === 'rejected').length, 'one of the two ways wins').toBeGreaterThan(0);
  const now = await orderOf(orderId);
  expect((await claimRows(orderId)).map(({ state }) => state)).toEqual(['replaced', 'live']);
  const [event] = (await admin.orders.admin.read({ number })).events;
  expect(event).toMatchObject({ kind: 'way_changed', by: { id: who.id } });

  await own.changeWay({ number, version: now.version, way: 'transfer' });
  const again = await own.read({ number });
  expect(again.transfer!.pay.amount).toBe(2_566_000);
  expect(await mailed(orderId, 'orders.proforma')).toBe(2);
  const [, , live] = await claimRows(orderId);
  const money = { claimId: live!.id, key: `line:${orderId}`, amount: 100_000, currency: 'RSD' as const };
  await db.transaction((tx) => receiveTransfer(tx, deps, systemActor, { ...money, bookedOn: '2027-07-02' }));
  expect((await own.read({ number })).otherWays, 'a part has come').toEqual([]);
  await expect(own.changeWay({ number, version: (await orderOf(orderId)).version, way: 'card' })).rejects.toMatchObject(
    { code: 'ORDER_NOT_UNPAID' },
  );
});

test('whoever was to pay the courier is told nothing of a pro-forma invoice when the card is to be paid instead', async () => {
  const order = await placed('card');
  await movedTo('cash_on_delivery', order);
  await movedTo('card', order);
  expect(await byCardMails(order.orderId)).toMatchObject([{ hadProforma: false }]);
});

test('payment on delivery that the shop does not offer is no other way of an order', async () => {
  const { who, number, version } = await placed();
  const own = call(shop, who).orders;
  const ways = async () => (await own.read({ number })).otherWays;
  expect(await ways()).toEqual(['card', 'cash_on_delivery']);
  Object.assign(deps.config, { cashOnDelivery: false });
  onTestFinished(() => void Object.assign(deps.config, { cashOnDelivery: true }));
  expect(await ways()).toEqual(['card']);
  await expect(own.changeWay({ number, version, way: 'cash_on_delivery' })).rejects.toMatchObject({
    code: 'WAY_NOT_POSSIBLE',
    data: { why: 'off' },
  });
});

test('months that are paid ahead are not moved to the card, and a package that a card pays already to nothing', async () => {
  const who = await person(shop);
  const starter = { productName: 'starter', productPrice: 99, companyInfo: firm, way: 'transfer' as const };
  const own = call(shop, who);
  const ahead = await own.payments.createPayment({ ...starter, months: 3 });
  const { number, version } = await orderOf(ahead.orderId);
  expect((await own.orders.read({ number })).otherWays).toEqual([]);
  await expect(own.orders.changeWay({ number, version, way: 'card' })).rejects.toMatchObject({
    code: 'WAY_NOT_POSSIBLE',
    data: { way: 'card', why: 'months' },
  });
  await own.orders.cancel({ number, version });
  const one = await own.payments.createPayment(starter);
  const waiting = await orderOf(one.orderId);
  expect((await own.orders.read({ number: waiting.number })).otherWays).toEqual(['card']);
  const byCard = await own.payments.createPayment({ ...starter, way: 'card' });
  await pay(shop, byCard.url);
  expect((await own.orders.read({ number: waiting.number })).otherWays, 'none of them is possible').toEqual([]);
  await expect(
    own.orders.changeWay({ number: waiting.number, version: waiting.version, way: 'card' }),
  ).rejects.toMatchObject({ code: 'WAY_NOT_POSSIBLE', data: { way: 'card', why: 'runs' } });
});

test.each(['transfer', 'cash_on_delivery'] as const)(
  'a page that was called off for %s and is paid all the same sells the order by card, without any fee',
  async (way) => {
    const { orderId, number, version, url } = await placed('card');
    await admin.orders.admin.changeWay({ number, version, way });
    await pay(shop, url);
    expect(await orderOf(orderId)).toMatchObject({ status: 'paid', paymentState: 'paid', way: 'card' });
    expect((await claimRows(orderId)).filter(({ state }) => state === 'live')).toMatchObject([{ way: 'card' }]);
    expect(await linesOf(orderId)).toMatchObject([{ kind: 'goods' }]);
  },
);

const idIn = (url: string) => url.split('/').at(-1)!;
const pageOf = async (url: string) =>
  (
    await db
      .select()
      .from(checkouts)
      .where(eq(checkouts.id, idIn(url)))
  )[0]!;
/** The provider is told of the pages that were called off, and says that they are over. */
async function callPagesOff() {
  await runProviderTasks(deps);
  await shop.sandbox.control.advance(0);
}
async function movedTo(way: 'card' | 'transfer' | 'cash_on_delivery', { orderId }: { orderId: string }) {
  const { number, version } = await orderOf(orderId);
  await admin.orders.admin.changeWay({ number, version, way });
}

test.each(['transfer', 'cash_on_delivery'] as const)(
  'a page that was called off for %s ends alone: the order waits for its new way, whoever tells of it first',
  async (way) => {
    const [told, asked] = [await placed('card'), await placed('card')];
    for (const one of [told, asked]) await movedTo(way, one);
    await shop.sandbox.control.expire(idIn(told.url));
    await callPagesOff();
    for (const { orderId, url } of [told, asked]) {
      expect(await pageOf(url)).toMatchObject({ state: 'expired' });
      expect(await orderOf(orderId)).toMatchObject({ status: 'pending', way });
      expect((await claimRows(orderId)).filter(({ state }) => state !== 'replaced')).toMatchObject([
        { way, state: 'live' },
      ]);
    }
    expect(await db.ask('select * from order_differences')).toEqual([]);
  },
);

test('back at the card, an order outlives its earlier page, and ends with its new one', async () => {
  const order = await placed('card');
  await movedTo('transfer', order);
  await movedTo('card', order);
  const { url, orderId } = await call(shop, order.who).payments.createPayment(device);
  expect(orderId).toBe(order.orderId);
  await callPagesOff();
  expect(await pageOf(order.url)).toMatchObject({ state: 'expired' });
  expect(await pageOf(url)).toMatchObject({ state: 'open' });
  expect(await orderOf(orderId)).toMatchObject({ status: 'pending', way: 'card' });
  await shop.sandbox.control.expire(idIn(url));
  await callPagesOff();
  expect(await orderOf(orderId)).toMatchObject({ status: 'cancelled' });
});

test('a page that was called off and promised all the same waits for its bank; when nothing comes the order waits as it was', async () => {
  const order = await placed('card');
  await movedTo('transfer', order);
  await press(shop, order.url, { do: 'later' });
  await callPagesOff();
  expect(await orderOf(order.orderId)).toMatchObject({ paymentState: 'processing' });
  await shop.sandbox.control.transfer(idIn(order.url), false);
  expect(await pageOf(order.url)).toMatchObject({ state: 'failed' });
  expect(await orderOf(order.orderId)).toMatchObject({ status: 'pending', paymentState: 'unpaid', way: 'transfer' });
  expect(await db.ask('select * from order_differences')).toEqual([]);
});

test('money by the old reference of an order on delivery sells it without the fee; once a parcel collects it, it stays the buyer’s', async () => {
  const onDelivery = async () => {
    const order = await placed();
    const { number, version } = order;
    await admin.orders.admin.changeWay({ number, version, way: 'cash_on_delivery' });
    expect((await linesOf(order.orderId)).map(({ kind }) => kind)).toEqual(['goods', 'fee']);
    return order;
  };
  const arrives = async (orderId: string) => {
    const [{ id: claimId, amount } = { id: '', amount: 0 }] = await claimRows(orderId);
    const money = { claimId, key: `line:${orderId}`, amount, currency: 'RSD' as const, bookedOn: '2027-07-02' };
    return db.transaction((tx) => receiveTransfer(tx, deps, systemActor, { ...money, revive: true }));
  };
  const papersOf = async (orderId: string) =>
    (await db.select().from(documents).where(eq(documents.orderId, orderId)).orderBy(documents.nth)).map(
      ({ kind, gross }) => [kind, gross],
    );

  const sold = await onDelivery();
  expect(await arrives(sold.orderId)).toMatchObject({ outcome: 'whole', counted: 2_566_000, surplus: 0 });
  expect(await orderOf(sold.orderId)).toMatchObject({ status: 'paid', paymentState: 'paid', way: 'transfer' });
  expect((await linesOf(sold.orderId)).map(({ kind }) => kind)).toEqual(['goods']);
  await handedOver(sold);
  expect(await papersOf(sold.orderId)).toEqual([
    ['proforma', 2_566_000],
    ['advance', 2_566_000],
    ['invoice', 2_566_000],
  ]);

  const sent = await onDelivery();
  const { version } = await admin.orders.admin.read({ number: sent.number });
  const called = { number: sent.number, version, id: randomUUID(), outcome: 'confirmed' as const, next: null };
  await admin.orders.admin.call(called);
  const parcel = await handedOver(sent);
  expect(await arrives(sent.orderId)).toMatchObject({ outcome: 'surplus', counted: 0, surplus: 2_566_000 });
  expect(await orderOf(sent.orderId)).toMatchObject({ status: 'pending', paymentState: 'due' });
  await admin.fulfilment.admin.move({ id: parcel, from: 'handed_over', to: 'delivered' });
  expect(await orderOf(sent.orderId)).toMatchObject({ status: 'paid', paymentState: 'settled' });
  expect((await papersOf(sent.orderId)).filter(([kind]) => kind !== 'warranty')).toEqual([
    ['proforma', 2_566_000],
    ['invoice', 2_605_000],
  ]);
  expect(await balancesOf(db, sent.orderId)).toEqual({
    bank: 2_566_000,
    customer: -2_566_000,
    in_transit: 2_605_000,
    sales: -2_605_000,
  });
});

test('a part of an order that staff call off stands in Danas until it is given back', async () => {
  at(new Date().toISOString());
  const { orderId, number } = await placed();
  const [claim] = await claimRows(orderId);
  const money = { claimId: claim!.id, key: `line:${orderId}`, amount: 500_000, currency: 'RSD' as const };
  await db.transaction((tx) => receiveTransfer(tx, deps, systemActor, { ...money, bookedOn: '2027-07-02' }));
  const told = async () =>
    (await admin.admin.today()).deadlines!.filter((one) => one.kind === 'kept' && one.number === number);
  const seen = async () => ({ number, version: (await admin.orders.admin.read({ number })).version });
  expect(await told()).toEqual([]);
  await admin.orders.admin.cancel(await seen());
  expect(await told()).toMatchObject([{ amount: { amount: 500_000, currency: 'RSD' } }]);
  const { version, payments } = await admin.refunds.admin.read({ order: number });
  const wanted = {
    order: number,
    payment: payments[0]!.key,
    scope: 'whole',
    reason: 'agreement',
    goods: 'none',
  } as const;
  const id = randomUUID();
  await admin.refunds.admin.ask({ ...wanted, id, version, shown: 500_000 });
  expect(await told()).toEqual([]);
  await admin.refunds.admin.decline({ id });
  expect(await told(), 'nothing went back').toHaveLength(1);
});
