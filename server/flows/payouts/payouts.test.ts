import { createHash, randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { SaxesParser } from 'saxes';
import { afterAll, expect, test } from 'vitest';
import { HOUR_MS } from '#domain/day.ts';
import type { MoneyDocument } from '#domain/documents/data.ts';
import { isIban } from '#domain/events/payment/bank-accounts.ts';
import { isModel97 } from '#domain/events/payment/model97.ts';
import { staffDuties } from '../../accounts/schema.ts';
import { createApp } from '../../app.ts';
import { sessions } from '../../auth/schema.ts';
import { documents } from '../../documents/schema.ts';
import { orderClaims, orderEvents, orders } from '../../orders/schema.ts';
import { payoutLists, payouts } from '../../payouts/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { systemActor } from '../../platform/audit.ts';
import { mails } from '../../platform/mail.schema.ts';
import { faultsOf } from '../../test/books.ts';
import { schemaFaultsOf } from '../../test/payment-order.ts';
import { call, giveDuties, person, type TestPerson } from '../../test/people.ts';
import { buyer as form, testShop } from '../../test/shop.ts';
import { COMPANY, camtFile, dinars, type SampleEntry } from '../../test/statements.ts';
import { renderDocument } from '../documents/render-document.ts';
import { receiveTransfer } from '../payments/receive-transfer.ts';

const shop = await testShop({ quick: true });
const { db, deps } = shop;

async function accountant(firstName: string): Promise<TestPerson> {
  const one = await person(shop, 'admin', { firstName, lastName: 'Đurić' });
  await giveDuties(shop, one, ['accounting', 'sales', 'warehouse']);
  await db
    .update(staffDuties)
    .set({ since: new Date(deps.now().getTime() - 2 * HOUR_MS) })
    .where(eq(staffDuties.profileId, one.id));
  return one;
}
const jelena = await accountant('Jelena');
const vesna = await accountant('Vesna');
const desk = call(shop, jelena).refunds.admin;
const second = call(shop, vesna).refunds.admin;
const paying = call(shop, jelena).payouts.admin;
const bank = call(shop, jelena).bank;
const packing = call(shop, jelena).fulfilment.admin;
const sales = call(shop, jelena).orders.admin;
const visitor = call(shop).payouts;

/** 1.999 € and 219 € at 117,17, in whole dinars. */
const TEN = 23_422_300;
const ONE = 2_566_000;
const ACCOUNT = '160-0000000123456-54';

afterAll(async () => {
  expect(await faultsOf(db)).toEqual([]);
  expect(await db.ask('select * from order_differences')).toEqual([]);
});

const products = {
  ten: { productName: 'Vidik – 10 uređaja', productPrice: 1999 },
  one: { productName: 'Vidik – 1 uređaj', productPrice: 219 },
};
let house = 0;
async function placed(which: keyof typeof products, way: 'transfer' | 'cash_on_delivery' = 'transfer') {
  const who = await person(shop, 'member', { firstName: 'Šćepan', lastName: 'Ćosić' });
  house += 1;
  const buyerInfo = { ...form, phone: `+381 64 555 ${1000 + house}`, address: `Ulica ${house}` };
  const { orderId: id, number } = await call(shop, who).payments.createPayment({ ...products[which], way, buyerInfo });
  return { who, id, number };
}
type Placed = Awaited<ReturnType<typeof placed>>;
async function receive({ id }: Placed, amount: number, more: { revive?: boolean } = {}) {
  const [claim] = await db.select().from(orderClaims).where(eq(orderClaims.orderId, id));
  const key = `line:${randomUUID()}`;
  const money = { claimId: claim!.id, key, amount, currency: 'RSD', bookedOn: '2026-11-24', ...more } as const;
  return db.transaction((tx) => receiveTransfer(tx, deps, systemActor, money));
}
async function paid(which: keyof typeof products) {
  const order = await placed(which);
  await receive(order, which === 'ten' ? TEN : ONE);
  return order;
}
let serial = 0;
async function delivered(order: Placed, devices: number) {
  const { version } = await packing.read({ number: order.number });
  const id = randomUUID();
  const serials = Array.from({ length: devices }, () => `VDK-27-${String(++serial).padStart(6, '0')}`);
  const boxes = [{ grams: 350, serials }];
  const { key } = await packing.pack({ order: order.id, id, version, courier: 'own', boxes });
  await packing.enterReceipt({ order: order.id, kind: 'receipt', number: `AB12CD34-AB12CD34-${serial}` });
  await packing.handOver({ id, labels: [`${key}-1`] });
  await packing.move({ id, from: 'handed_over', to: 'delivered' });
  return serials;
}

/** As the dialog does it: what can go back, what would happen, and then that. */
async function ask(order: { number: number }, more: object, by = desk) {
  const { version, payments } = await by.read({ order: order.number });
  const base = { order: order.number, payment: payments[0]!.key, reason: 'agreement' as const, goods: 'none' as const };
  const wanted = { ...base, ...more } as Parameters<typeof by.preview>[0];
  const preview = await by.preview(wanted);
  const refund = await by.ask({ ...wanted, id: randomUUID(), version, shown: preview.money.amount });
  return { preview, refund };
}
const payoutsOf = ({ id }: { id: string }) =>
  db.select().from(payouts).where(eq(payouts.orderId, id)).orderBy(sql`substr(${payouts.reference}, 3)`);
const live = async (order: { id: string }) =>
  (await payoutsOf(order)).findLast(({ state }) => ['account', 'ready', 'listed', 'done'].includes(state))!;
async function named(order: { id: string }, account = ACCOUNT) {
  const { token } = await live(order);
  await visitor.name({ token, payee: 'Šćepan Ćosić', account });
  return live(order);
}
async function listed(...rows: { id: string; amount: number }[]) {
  const shown = rows.reduce((sum, { amount }) => sum + amount, 0);
  return paying.export({ id: randomUUID(), payouts: rows.map(({ id }) => id), shown });
}
const debit = ({ amount, reference }: { amount: number; reference: string }): SampleEntry => ({
  amount: dinars(amount),
  currency: 'RSD',
  outgoing: true,
  payer: 'ŠĆEPAN ĆOSIĆ',
  reference: `97 ${reference}`,
});
async function statement(entries: SampleEntry[], missing = 0) {
  const file = new File([camtFile(entries, { account: COMPANY, missing })], 'izvod.xml');
  const done = await bank.statements.import({ file });
  if (done.kind !== 'imported') throw new Error(done.kind);
  return done.importId;
}
async function executed(...rows: { amount: number; reference: string }[]) {
  const importId = await statement(rows.map(debit));
  const lines = (await paying.matches({ importId })).map(({ line }) => line);
  expect(lines).toHaveLength(rows.length);
  return { importId, lines, ...(await paying.confirm({ importId, lines })) };
}
/** From the account to the statement. */
async function paidOut(order: { id: string }) {
  const row = await named(order);
  await listed(row);
  return executed(row);
}
const orderOf = async ({ id }: { id: string }) => (await db.select().from(orders).where(eq(orders.id, id)))[0]!;
const mailsOf = async ({ id }: { id: string }) =>
  (await db.select().from(mails).where(eq(mails.orderId, id)).orderBy(mails.queuedAt)).map(({ template }) => template);
const eventsOf = async ({ id }: { id: string }) =>
  (await db.select().from(orderEvents).where(eq(orderEvents.orderId, id)).orderBy(asc(orderEvents.id))).map(
    ({ kind }) => kind,
  );
const creditsOf = async ({ id }: { id: string }) =>
  db
    .select()
    .from(documents)
    .where(and(eq(documents.orderId, id), eq(documents.kind, 'creditNote')))
    .orderBy(asc(documents.nth));
const creditedOf = async (order: { id: string }) =>
  (await creditsOf(order))
    .flatMap(({ data }) => (data as MoneyDocument).lines)
    .reduce((sum, { gross }) => sum + gross, 0);
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    ({ code, data }: { code: string; data: unknown }) => (data === undefined ? code : { code, data }),
  );

test.each(['transfer', 'cash_on_delivery'] as const)(
  'of a device by %s that came back with our label, the credit note has the device and the label, and comes to the payout',
  async (way) => {
    const order = await placed('one', way);
    if (way === 'transfer') await receive(order, ONE);
    else {
      const { version } = await sales.read({ number: order.number });
      await sales.call({ number: order.number, version, id: randomUUID(), outcome: 'confirmed', next: null });
    }
    const serials = await delivered(order, 1);
    const fee = way === 'transfer' ? 0 : 39_000;
    const returning = call(shop, jelena).returns.admin;
    const asked = { number: order.number, id: randomUUID(), kind: 'withdrawal', way: 'label', serials, reason: '' };
    const { id } = await call(shop, order.who).returns.ask(asked as never);
    await returning.sendLabel({ id, label: `TT00000148${serial}` });
    await returning.receive({ id, serials });
    const shown = ONE + fee - 42_000;
    const said = {
      id,
      refund: randomUUID(),
      resolution: '',
      goods: 'stock' as const,
      outcome: 'money' as const,
      shown,
    };
    await returning.decide(said);
    await paidOut(order);
    const [credit] = await creditsOf(order);
    expect((credit!.data as MoneyDocument).lines).toMatchObject([
      { gross: ONE, serials },
      ...(fee > 0 ? [{ gross: fee }] : []),
      { name: 'Nalepnica za povraćaj', gross: -42_000, base: -35_000, tax: -7_000 },
    ]);
    expect(credit!.gross).toBe(shown);
    const [{ price } = { price: 0 }] = await db
      .select({ price: documents.price })
      .from(documents)
      .where(and(eq(documents.orderId, order.id), eq(documents.kind, 'invoice')));
    expect(price - credit!.price, 'the label in the money of the sale').toBe(358);
  },
);

test('one of ten paid by transfer goes back: the buyer names an account, it goes to the bank in a list, and is done when a statement shows it', async () => {
  const order = await paid('ten');
  const { preview, refund } = await ask(order, { scope: 'devices', devices: 1 });
  expect(preview).toMatchObject({
    way: 'account',
    money: { amount: TEN / 10, currency: 'RSD' },
    dinars: null,
    isSecondNeeded: false,
    rest: { amount: (TEN / 10) * 9 },
  });
  expect(preview.credits.map(({ base, tax }) => base + tax)).toEqual([TEN / 10]);
  expect(refund).toMatchObject({ way: 'account', state: 'sending', payout: { state: 'account', account: null } });
  expect((await mailsOf(order)).at(-1)).toBe('payouts.account');

  const { id, token } = await live(order);
  const own = async () => (await call(shop, order.who).orders.read({ number: order.number })).moneyBack;
  expect(await own()).toMatchObject([{ id, state: 'account', account: null }]);
  expect(await call(shop, order.who).payouts.open({ number: order.number, id })).toEqual({ path: `/refund/${token}` });
  expect(await visitor.read({ token })).toMatchObject({ order: order.number, state: 'account', account: null });
  expect(await visitor.name({ token, payee: 'Šćepan Ćosić', account: '160 0000000123456 54' })).toMatchObject({
    state: 'ready',
    account: '160-•••••-54',
  });
  const row = await live(order);
  const list = await listed(row);
  expect(list).toMatchObject({ money: { amount: TEN / 10, currency: 'RSD' }, payouts: 1, done: 0 });
  expect((await desk.read({ order: order.number })).refunds[0]).toMatchObject({
    state: 'sending',
    payout: { state: 'listed' },
  });
  expect(await creditsOf(order)).toEqual([]);

  expect(await executed(row)).toMatchObject({ executed: 1, returned: 0 });
  expect((await desk.read({ order: order.number })).refunds[0]).toMatchObject({
    state: 'done',
    payout: { state: 'done' },
  });
  expect(await orderOf(order)).toMatchObject({ status: 'paid', paymentState: 'part_refunded', refunded: 19_990 });
  expect(await own()).toMatchObject([{ state: 'done', account: '160-•••••-54', money: { amount: TEN / 10 } }]);
  expect(await creditedOf(order)).toBe(TEN / 10);
  const [credit] = await creditsOf(order);
  expect((credit!.data as MoneyDocument).lines, 'of its advance, one of ten').toMatchObject([
    { name: 'Vidik, USB uređaj za striming', quantity: 1, unit: 'piece' },
  ]);
  expect((await mailsOf(order)).at(-1)).toBe('refunds.paid-back');
  expect((await eventsOf(order)).slice(-4)).toEqual(['refund_started', 'payout_account', 'payout_listed', 'refunded']);
  expect((await paying.list()).lists.find(({ id }) => id === list.id)).toMatchObject({ done: 1, returned: 0 });
});

test('an open session alone names no account: the link to it is in no answer without a fresh proof', async () => {
  const order = await paid('one');
  await ask(order, { scope: 'whole' });
  const { id, token } = await live(order);
  const { number, who } = order;
  const open = (one: TestPerson, more: object = {}) => refusal(call(shop, one).payouts.open({ number, id, ...more }));
  await db.update(sessions).set({ provenAt: null }).where(eq(sessions.id, who.sessionId));
  expect(await open(who)).toBe('PROOF_NEEDED');
  const seen = [await call(shop, who).orders.read({ number }), await call(shop, who).orders.mine()];
  expect(JSON.stringify(seen)).not.toContain(token);
  await db.update(sessions).set({ provenAt: deps.now() }).where(eq(sessions.id, who.sessionId));
  expect(await open(who)).toBeNull();
  const other = await placed('one');
  expect(await open(other.who)).toBe('PAYOUT_GONE');
  expect(await open(other.who, { number: other.number })).toBe('PAYOUT_GONE');
  expect(await open(who, { id: randomUUID() })).toBe('PAYOUT_GONE');
  await desk.decline({ id: (await desk.read({ order: number })).refunds[0]!.id });
  expect(await open(who), 'called off').toBe('PAYOUT_GONE');
});

test('each account that is named, and each that takes its place, is told to the buyer, masked and without the link to name another', async () => {
  const order = await paid('one');
  await ask(order, { scope: 'whole' });
  const told = async () =>
    (
      await db
        .select()
        .from(mails)
        .where(and(eq(mails.orderId, order.id), eq(mails.template, 'payouts.account-named')))
        .orderBy(mails.number)
    ).map(({ to, profileId, props }) => ({
      to,
      profileId,
      ...(props as { account: string; by: string; link: string }),
    }));
  const { id, token } = await named(order);
  await named(order);
  await named(order, 'RS35160000000012345654');
  await paying.name({ id, payee: 'Pera Lopov', account: '205-0000000000001-85', seen: ACCOUNT });
  const reader = { to: order.who.email, profileId: order.who.id };
  const letters = await told();
  expect(letters).toMatchObject([
    { ...reader, account: '160-•••••-54', by: 'buyer' },
    { ...reader, account: '205-•••••-85', by: 'staff' },
  ]);
  expect(JSON.stringify(letters)).not.toContain(token);
  expect(letters[0]!.link).toMatch(new RegExp(`/account/orders/${order.number}$`));
  expect(await refusal(visitor.name({ token, payee: 'Pera Lopov', account: '1' }))).toMatchObject({
    code: 'ACCOUNT_WRONG',
  });
  await named(order);
  expect((await told()).slice(2)).toMatchObject([{ ...reader, account: '160-•••••-54', by: 'buyer' }]);
});

test('whoever has the link and names one account after another has twenty mails a day sent to an address that was typed with the order', async () => {
  const order = await paid('one');
  const typed = 'knjige@primer.rs';
  const delivery = sql`${orders.delivery} || ${JSON.stringify({ email: typed })}::jsonb`;
  await db.update(orders).set({ delivery }).where(eq(orders.id, order.id));
  await ask(order, { scope: 'whole' });
  const { token } = await live(order);
  const config = { ...shop.config, rateLimits: true };
  const guarded = call({ ...shop, app: createApp({ ...deps, config }) }).payouts;
  for (let n = 0; n < 25; n += 1)
    await guarded.name({ token, payee: 'Pera Lopov', account: n % 2 === 0 ? ACCOUNT : '205-0000000000001-85' });
  expect(await db.$count(mails, eq(mails.to, typed))).toBe(20);
  const told = and(eq(mails.orderId, order.id), eq(mails.template, 'payouts.account-named'));
  expect(await db.$count(mails, told), 'what follows goes to the account').toBe(25);
});

test('ten refunds of one device are one refund of ten, to the para, with papers of before and after the invoice', async () => {
  const apart = await paid('ten');
  await ask(apart, { scope: 'devices', devices: 1 });
  await paidOut(apart);
  // The device whose money went back is not sent.
  await delivered(apart, 9);
  for (let n = 2; n <= 10; n += 1) {
    await ask(apart, { scope: 'devices', devices: 1 });
    const { refunds } = await desk.read({ order: apart.number });
    if (refunds[0]!.state === 'asked') await second.agree({ id: refunds[0]!.id });
    await paidOut(apart);
  }
  const whole = await paid('ten');
  await delivered(whole, 10);
  const { refund } = await ask(whole, { scope: 'whole' });
  expect(refund.state).toBe('asked');
  expect(await payoutsOf(whole)).toEqual([]);
  await second.agree({ id: refund.id });
  await paidOut(whole);
  const sum = async (order: Placed) => (await payoutsOf(order)).reduce((all, { amount }) => all + amount, 0);
  expect([await sum(apart), await sum(whole)]).toEqual([TEN, TEN]);
  for (const order of [apart, whole]) {
    expect(await orderOf(order)).toMatchObject({ paymentState: 'refunded', refunded: 199_900 });
    expect((await desk.read({ order: order.number })).payments[0]).toMatchObject({ left: 0, devices: 0 });
  }
  expect(await creditedOf(whole)).toBe(TEN);
  // The first of them was taken back of the advance, and of the invoice that names all ten again.
  expect(await creditedOf(apart)).toBe(TEN + TEN / 10);
});

test('an odd amount is credited to the para', async () => {
  const order = await paid('one');
  await delivered(order, 1);
  await ask(order, { scope: 'amount', amount: 100_033 });
  await paidOut(order);
  expect(await creditedOf(order)).toBe(100_033);
  await ask(order, { scope: 'whole' });
  await paidOut(order);
  expect(await creditedOf(order)).toBe(ONE);
  expect(await orderOf(order)).toMatchObject({ paymentState: 'refunded', refunded: 21_900 });
});

test('what was paid on delivery goes to an account too; the fee goes back with the whole order', async () => {
  const order = await placed('one', 'cash_on_delivery');
  const sales = call(shop, jelena).orders.admin;
  const { version } = await sales.read({ number: order.number });
  await sales.call({ number: order.number, version, id: randomUUID(), outcome: 'confirmed', next: null });
  await delivered(order, 1);
  expect((await orderOf(order)).paymentState).toBe('settled');
  const { preview } = await ask(order, { scope: 'devices', devices: 1, reason: 'withdrawal' });
  expect(preview.money).toEqual({ amount: ONE + 39_000, currency: 'RSD' });
  await paidOut(order);
  expect(await creditedOf(order)).toBe(ONE + 39_000);
  expect((await orderOf(order)).paymentState).toBe('refunded');
});

test('a part of what was paid on delivery is taken from the device first, never from the fee', async () => {
  const order = await placed('one', 'cash_on_delivery');
  const sales = call(shop, jelena).orders.admin;
  const { version } = await sales.read({ number: order.number });
  await sales.call({ number: order.number, version, id: randomUUID(), outcome: 'confirmed', next: null });
  await delivered(order, 1);
  await ask(order, { scope: 'amount', amount: ONE });
  await paidOut(order);
  const [credit] = await creditsOf(order);
  expect((credit!.data as MoneyDocument).lines).toMatchObject([{ gross: ONE }]);
});

test('money that came twice goes back without a credit note, and the order stays paid', async () => {
  const order = await paid('one');
  await receive(order, ONE);
  const { payments } = await desk.read({ order: order.number });
  const extra = payments.find(({ isSurplus }) => isSurplus)!;
  await ask(order, { payment: extra.key, scope: 'whole', reason: 'wrong_payment' });
  await paidOut(order);
  expect(await orderOf(order)).toMatchObject({ paymentState: 'paid', refunded: 0 });
  expect(await creditsOf(order)).toEqual([]);
  expect((await desk.read({ order: order.number })).payments.map(({ left }) => left)).toEqual([ONE, 0]);
});

test('of money that came twice the mail is sent at once, whatever was credited of the order since it was asked for', async () => {
  const order = await paid('one');
  await receive(order, ONE);
  await delivered(order, 1);
  const { payments } = await desk.read({ order: order.number });
  const keyOf = (isExtra: boolean) => payments.find(({ isSurplus }) => isSurplus === isExtra)!.key;
  const extra = await ask(order, { payment: keyOf(true), scope: 'whole', reason: 'wrong_payment' });
  expect(extra.preview, 'the račun stays').toMatchObject({ isSurplus: true, credits: [] });
  const part = await ask(order, { payment: keyOf(false), scope: 'amount', amount: 10_000 });
  expect(part.preview).toMatchObject({ isSurplus: false, credits: [{ cited: expect.stringMatching(/^R-/) }] });
  for (const { id, token } of (await payoutsOf(order)).toReversed()) {
    await visitor.name({ token, payee: 'Šćepan Ćosić', account: ACCOUNT });
    const row = (await payoutsOf(order)).find((one) => one.id === id)!;
    await listed(row);
    await executed(row);
    const waiting = and(eq(documents.orderId, order.id), eq(documents.state, 'waiting'));
    for (const paper of await db.select().from(documents).where(waiting)) await renderDocument(deps, paper.id);
  }
  const ofThis = and(eq(mails.orderId, order.id), eq(mails.template, 'refunds.paid-back'));
  const told = await db.select().from(mails).where(ofThis);
  expect(told).toHaveLength(2);
  const [credit] = await creditsOf(order);
  const mailOf = (amount: number) => told.find(({ props }) => props.amount === amount);
  expect(mailOf(10_000)).toMatchObject({ awaits: null, props: { credit: credit!.number } });
  expect(mailOf(ONE), 'it has no credit note to wait for').toMatchObject({ awaits: null, props: { credit: null } });
});

test('a difference that was accepted is no credit note; when all that came goes back, all that was invoiced is credited', async () => {
  const order = await placed('one');
  await db
    .update(orderClaims)
    .set({ amount: ONE - 66_000 })
    .where(eq(orderClaims.orderId, order.id));
  await receive(order, ONE - 66_000);
  await delivered(order, 1);
  expect(await creditsOf(order)).toEqual([]);
  const { preview } = await ask(order, { scope: 'whole' });
  expect(preview.money.amount).toBe(ONE - 66_000);
  await paidOut(order);
  const papers = await db.select().from(documents).where(eq(documents.orderId, order.id));
  const invoice = papers.find(({ kind }) => kind === 'invoice')!;
  expect(await creditedOf(order)).toBe(invoice.gross);
  expect(preview.credits.map(({ base, tax }) => base + tax)).toEqual([invoice.gross]);
});

test('two transfers that paid an order together go back as one', async () => {
  const order = await placed('one');
  await receive(order, 1_000_000);
  expect((await desk.read({ order: order.number })).payments).toEqual([]);
  await receive(order, ONE - 1_000_000);
  await ask(order, { scope: 'whole' });
  await paidOut(order);
  expect(await orderOf(order)).toMatchObject({ paymentState: 'refunded', refunded: 21_900 });
});

test('a part that came for an order that is over goes back; money that comes later does not count it', async () => {
  const order = await placed('one');
  await receive(order, 1_000_000);
  await call(shop, jelena).orders.admin.cancel({ number: order.number, version: (await orderOf(order)).version });
  expect((await orderOf(order)).status).toBe('cancelled');
  await ask(order, { scope: 'whole' });
  await paidOut(order);
  expect((await receive(order, ONE - 1_000_000, { revive: true })).outcome).toBe('part');
});

test('when such a part does not go back after all, it counts again, and the rest makes the order whole', async () => {
  const order = await placed('one');
  await receive(order, 1_000_000);
  await call(shop, jelena).orders.admin.cancel({ number: order.number, version: (await orderOf(order)).version });
  const { refund } = await ask(order, { scope: 'whole' });
  await desk.decline({ id: refund.id });
  expect((await orderOf(order)).status).toBe('cancelled');
  expect((await receive(order, ONE - 1_000_000, { revive: true })).outcome).toBe('whole');
  expect(await orderOf(order)).toMatchObject({ status: 'paid', paymentState: 'paid' });
});

test('the bank sends it back: it is owed again, the buyer names another account, and nothing is credited twice', async () => {
  const order = await paid('one');
  await ask(order, { scope: 'whole' });
  await paidOut(order);
  const first = await live(order);
  const back: SampleEntry = { ...debit(first), outgoing: false };
  const importId = await statement([back]);
  const [match] = await paying.matches({ importId });
  expect(match).toMatchObject({ kind: 'returned', order: order.number, money: { amount: ONE } });
  expect(await paying.confirm({ importId, lines: [match!.line] })).toEqual({ executed: 0, returned: 1 });
  const [returned, next] = await payoutsOf(order);
  expect([returned!.state, next!.state]).toEqual(['returned', 'account']);
  expect((await mailsOf(order)).at(-1)).toBe('payouts.account');
  expect(await refusal(visitor.read({ token: returned!.token }))).toBe('PAYOUT_LINK_ENDED');
  expect((await desk.read({ order: order.number })).payments[0]!.left).toBe(0);

  await paidOut(order);
  expect(await creditedOf(order)).toBe(ONE);
  expect((await mailsOf(order)).filter((one) => one === 'refunds.paid-back')).toHaveLength(1);
  expect((await eventsOf(order)).slice(-4)).toEqual([
    'payout_returned',
    'payout_account',
    'payout_listed',
    'payout_again',
  ]);
});

test('what the bank never paid is taken out of its list once, and goes to another account in the next', async () => {
  const order = await paid('one');
  await ask(order, { scope: 'whole' });
  expect(await refusal(paying.refuse({ id: (await live(order)).id }))).toBe('PAYOUTS_CHANGED');
  const first = await named(order);
  const list = await listed(first);
  await Promise.all([paying.refuse({ id: first.id }), call(shop, vesna).payouts.admin.refuse({ id: first.id })]);
  expect((await payoutsOf(order)).map(({ state }) => state)).toEqual(['refused', 'account']);
  expect((await paying.list()).lists.find(({ id }) => id === list.id)).toMatchObject({ done: 0, returned: 1 });
  // A statement that shows it all the same says so, and counts nothing until a person confirms it.
  expect(await paying.matches({ importId: await statement([debit(first)]) })).toMatchObject([
    { kind: 'executed', order: order.number },
  ]);
  await paidOut(order);
  expect(await creditedOf(order)).toBe(ONE);
  expect((await desk.read({ order: order.number })).refunds[0]!.state).toBe('done');
});

test('an account with a wrong digit, of another country, or for money that is in the bank already is refused by name', async () => {
  const order = await paid('one');
  await ask(order, { scope: 'whole' });
  const { token, id } = await live(order);
  const name = (account: string) => refusal(visitor.name({ token, payee: 'Ana Jović', account }));
  expect(await name('160-0000000123456-55')).toEqual({ code: 'ACCOUNT_WRONG', data: { reason: 'digits' } });
  expect(await name('510-0000000000123-59')).toMatchObject({ code: 'ACCOUNT_WRONG' });
  expect(await refusal(visitor.name({ token: 'x'.repeat(22), payee: 'Ana Jović', account: ACCOUNT }))).toBe(
    'PAYOUT_LINK_ENDED',
  );
  await named(order);
  // Somebody mistyped: until it is in a list it may be said anew, by staff as well.
  await paying.name({ id, payee: 'Ana Jović', account: 'RS35160000000012345654', seen: ACCOUNT });
  expect(await live(order)).toMatchObject({
    state: 'ready',
    payee: 'Ana Jović',
    account: '160000000012345654',
    namedBy: jelena.id,
  });
  await listed(await live(order));
  expect(await name('205-0000000000001-85')).not.toBeNull();
  expect(await refusal(paying.name({ id, payee: 'Neko Drugi', account: ACCOUNT }))).toBe('PAYOUT_LISTED');
});

test('staff do not write over the account that the buyer named meanwhile', async () => {
  const order = await paid('one');
  await ask(order, { scope: 'whole' });
  const { id } = await named(order);
  const { account: seen } = (await paying.list()).waiting.find((one) => one.id === id)!;
  await named(order, '205-0000000000001-85');
  const mended = { id, payee: 'Šćepan Đ. Ćosić', account: ACCOUNT };
  expect(await refusal(paying.name({ ...mended, seen }))).toBe('PAYOUT_ACCOUNT_CHANGED');
  expect(await refusal(paying.name(mended)), 'nothing was seen').toBe('PAYOUT_ACCOUNT_CHANGED');
  expect(await live(order)).toMatchObject({ account: '205000000000000185', namedBy: 'buyer' });
  const read = (await paying.list()).waiting.find((one) => one.id === id)!;
  await paying.name({ ...mended, seen: read.account });
  await paying.name({ ...mended, seen: read.account });
  expect(await live(order)).toMatchObject({ account: '160000000012345654', namedBy: jelena.id });
});

test('while all of its money is on its way back an order is not packed; with a part of it, it is', async () => {
  const order = await paid('one');
  await ask(order, { scope: 'amount', amount: 100_000 });
  expect((await packing.read({ number: order.number })).problem).toBeNull();
  await paidOut(order);
  const { refund } = await ask(order, { scope: 'whole' });
  expect((await packing.read({ number: order.number })).problem).toBe('refunding');
  expect(await refusal(delivered(order, 1))).toMatchObject({
    code: 'NOT_TO_BE_PACKED',
    data: { problem: 'refunding' },
  });
  await desk.decline({ id: refund.id });
  await delivered(order, 1);
});

test('a payout is in one list only, however often and by whoever it is exported, and only for the sum that was shown', async () => {
  const order = await paid('one');
  await ask(order, { scope: 'whole' });
  const row = await named(order);
  const [id, other] = [randomUUID(), randomUUID()];
  const wanted = { payouts: [row.id], shown: ONE };
  expect(await refusal(paying.export({ id, ...wanted, shown: ONE - 1 }))).toBe('PAYOUTS_CHANGED');
  const outcomes = await Promise.allSettled([
    paying.export({ id, ...wanted }),
    paying.export({ id, ...wanted }),
    call(shop, vesna).payouts.admin.export({ id: other, ...wanted }),
  ]);
  expect(await db.$count(payoutLists, inArray(payoutLists.id, [id, other]))).toBe(1);
  // Whose own it is gets it each time, also while the first answer is on its way.
  const isFirst = outcomes[2]!.status === 'rejected';
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([isFirst, isFirst, !isFirst]);
  expect((await live(order)).state).toBe('listed');
});

test('the payment order is an ISO 20022 credit transfer that adds up, and the same bytes whenever it is asked for', async () => {
  const [a, b] = [await paid('one'), await paid('one')];
  await ask(a, { scope: 'whole' });
  await ask(b, { scope: 'amount', amount: 123_405 });
  const rows = [await named(a), await named(b, '205-0000000000001-85')];
  const seen = '205-0000000000001-85';
  await paying.name({ id: rows[1]!.id, payee: 'Žunić & ćerke <d.o.o.>', account: ACCOUNT, seen });
  const list = await listed(...rows);
  const xml = await (await paying.file({ id: list.id, format: 'xml' })).text();
  expect(createHash('sha256').update(xml).digest('hex')).toBe(list.sha256);
  expect(await (await paying.file({ id: list.id, format: 'xml' })).text()).toBe(xml);
  expect(await db.$count(auditLog, and(eq(auditLog.action, 'payouts.downloaded'), eq(auditLog.actor, jelena.id)))).toBe(
    2,
  );
  await expect(db.ask(`update payout_lists set xml = 'x' where id = '${list.id}'`)).rejects.toThrow(/does not change/);

  const texts = textsOf(xml);
  const every = (path: string) => texts.filter(([at]) => at.endsWith(path)).map(([, text]) => text);
  expect(every('GrpHdr/NbOfTxs')).toEqual(['2']);
  expect(every('/CtrlSum')).toEqual([dinars(ONE + 123_405), dinars(ONE + 123_405)]);
  expect(every('CdtTrfTxInf/Amt/InstdAmt').toSorted()).toEqual([dinars(123_405), dinars(ONE)].toSorted());
  expect(every('Cdtr/Nm').toSorted()).toEqual(['Žunić & ćerke <d.o.o.>', 'Šćepan Ćosić'].toSorted());
  expect(every('/IBAN')).toHaveLength(3);
  expect(every('/IBAN').filter((text) => !isIban(text))).toEqual([]);
  for (const id of ['MsgId', 'PmtInfId', 'InstrId', 'EndToEndId'])
    for (const text of every(`/${id}`)) expect(text).toMatch(/^[A-Z0-9-]{1,35}$/);
  for (const reference of every('CdtrRefInf/Ref'))
    expect(reference.startsWith('97') && isModel97(reference.slice(2))).toBe(true);
  expect(schemaFaultsOf(xml)).toEqual([]);

  const csv = await (await paying.file({ id: list.id, format: 'csv' })).text();
  expect(csv.trim().split(/\r?\n/)).toHaveLength(3);
});

test('a refund is called off until its payout is in a list; the link ends with it, and later it cannot be', async () => {
  const order = await paid('one');
  const { refund } = await ask(order, { scope: 'whole' });
  const { token } = await named(order);
  expect((await desk.decline({ id: refund.id })).state).toBe('declined');
  expect(await refusal(visitor.read({ token }))).toBe('PAYOUT_LINK_ENDED');
  expect((await desk.read({ order: order.number })).payments[0]!.left).toBe(ONE);
  const again = await ask(order, { scope: 'whole' });
  await listed(await named(order));
  expect(await refusal(desk.decline({ id: again.refund.id }))).toBe('REFUND_DECIDED');
});

test('a refund that waits for a second person is told at the bank until it is agreed to or declined', async () => {
  const [one, other] = [await paid('ten'), await paid('ten')];
  const { refund } = await ask(one, { scope: 'whole' });
  const declined = await ask(other, { scope: 'whole' });
  const told = async () =>
    (await paying.list()).asked
      .filter(({ order }) => [one.number, other.number].includes(order))
      .sort((a, b) => a.order - b.order);
  expect(await told()).toEqual([
    {
      id: refund.id,
      order: one.number,
      name: 'Milica Živković',
      money: { amount: TEN, currency: 'RSD' },
      way: 'account',
      askedAt: expect.any(String),
      askedBy: 'Jelena Đurić',
    },
    expect.objectContaining({ order: other.number }),
  ]);
  await second.decline({ id: declined.refund.id });
  expect((await told()).map(({ order }) => order)).toEqual([one.number]);
  await second.agree({ id: refund.id });
  expect(await told()).toEqual([]);
  expect((await paying.list()).waiting.map(({ order }) => order)).toContain(one.number);
});

test('a line with another amount, or of a statement that does not add up, settles nothing; the same line settles once', async () => {
  const order = await paid('one');
  await ask(order, { scope: 'whole' });
  const row = await named(order);
  await listed(row);
  const less = await statement([debit({ ...row, amount: row.amount - 1 })]);
  expect(await paying.matches({ importId: less })).toEqual([]);
  const wrong = await statement([debit(row)], 100);
  const lines = (await paying.matches({ importId: wrong })).map(({ line }) => line);
  expect(await refusal(paying.confirm({ importId: wrong, lines }))).toMatchObject({ code: 'STATEMENT_NOT_WHOLE' });
  expect((await live(order)).state).toBe('listed');

  const importId = await statement([debit(row)]);
  const found = (await paying.matches({ importId })).map(({ line }) => line);
  const both = await Promise.all([
    paying.confirm({ importId, lines: found }),
    call(shop, vesna).payouts.admin.confirm({ importId, lines: found }),
  ]);
  expect(both.map(({ executed: n }) => n).toSorted()).toEqual([0, 1]);
  expect(await refusal(bank.lines.reopen({ id: found[0]! }))).toBe('PAYMENT_COUNTED');
  expect(await creditedOf(order)).toBe(ONE);
});

/** Each text of a document with the path of names to it. */
function textsOf(xml: string): [string, string][] {
  const found: [string, string][] = [];
  walk(xml, (path, text) => text.trim() && found.push([path.join('/'), text]));
  return found;
}
function walk(xml: string, see: (path: string[], text: string) => unknown): void {
  const open: { path: string[]; text: string }[] = [];
  const order: { path: string[]; text: string }[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => {
    const node = { path: [...(open.at(-1)?.path ?? []), name], text: '' };
    open.push(node);
    order.push(node);
  });
  parser.on('text', (text) => {
    const node = open.at(-1);
    if (node) node.text += text;
  });
  parser.on('closetag', () => open.pop());
  parser.write(xml).close();
  for (const { path, text } of order) see(path, text);
}
