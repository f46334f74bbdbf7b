import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { daysLater } from '#domain/day.ts';
import { MOST_AT_ONCE } from '#domain/tasks/rules.ts';
import { dayOf } from '#domain/time.ts';
import { orders } from '../orders/schema.ts';
import { auditLog } from '../platform/audit.schema.ts';
import { mails } from '../platform/mail.schema.ts';
import { testApp } from '../test/app.ts';
import { eventually, untilNotified } from '../test/eventually.ts';
import { call, codeOfCall, person, type TestPerson } from '../test/people.ts';
import { buyer, firm, pay, testShop } from '../test/shop.ts';
import { tasks } from './schema.ts';

const shop = await testShop();
const admin = await person(shop, 'admin');
const as = (who: TestPerson) => call(shop, who);
const mailsOf = (template: string, to: string) =>
  shop.db
    .select()
    .from(mails)
    .where(and(eq(mails.template, template), eq(mails.to, to)));

async function withDevice() {
  const who = await person(shop);
  const { url } = await as(who).payments.createPayment({
    productName: 'Vidik – 1 uređaj',
    productPrice: 219,
    buyerInfo: buyer,
  });
  await pay(shop, url);
  await eventually(async () => expect(await as(who).tasks.mine()).toHaveLength(1));
  const [order] = await as(who).orders.mine();
  return { who, order: order! };
}

test('a paid special package is a task with a deadline; the answer is mailed to the buyer and stands in the account', async () => {
  const who = await person(shop);
  const { url } = await as(who).payments.createPayment({
    productName: 'Specijalni Paket - 100 Lokacija',
    productPrice: 1500,
    companyInfo: firm,
  });
  await pay(shop, url);
  await eventually(async () => expect(await as(who).tasks.mine()).toHaveLength(1));
  const [task] = await as(who).tasks.mine();
  expect(task).toMatchObject({ kind: 'special-start', answer: null, dueOn: daysLater(dayOf(shop.clock.now), 3) });
  expect(await as(admin).tasks.admin.open()).toMatchObject([{ id: task!.id }]);

  await as(admin).tasks.admin.answer({ ids: [task!.id], answer: 'Počinjemo u ponedeljak.' });
  expect(await as(who).tasks.mine()).toMatchObject([{ answer: 'Počinjemo u ponedeljak.' }]);
  const answered = await shop.db.select().from(mails).where(eq(mails.template, 'tasks.answered'));
  expect(answered).toMatchObject([{ profileId: who.id, props: { answer: 'Počinjemo u ponedeljak.' } }]);
  expect(await as(admin).tasks.admin.open()).toEqual([]);
});

test('what comes with devices is a task: when and where is mailed to the buyer and stands in the account', async () => {
  const { who } = await withDevice();
  const other = await withDevice();
  const open = (await as(admin).tasks.admin.open()).filter(({ kind }) => kind === 'benefits');
  expect(open).toHaveLength(2);

  const answer = 'Obuka je u četvrtak u 18:00, na mreži.';
  const [first] = open;
  expect(await as(admin).tasks.admin.answer({ ids: [first!.id], answer })).toEqual({ answered: 1, gone: [] });
  const colleague = await person(shop, 'admin');
  expect(
    await as(colleague).tasks.admin.answer({ ids: open.map(({ id }) => id), answer: 'Obuka je u petak.' }),
    'what a colleague had answered is said, and stays',
  ).toEqual({ answered: 1, gone: [first!.number] });
  const answers = (await Promise.all([who, other.who].map((buyer) => as(buyer).tasks.mine()))).flat();
  expect(answers.map((task) => task.answer).sort()).toEqual([answer, 'Obuka je u petak.'].sort());
  expect(answers.find(({ number }) => number === first!.number)).toMatchObject({ kind: 'benefits', answer });
  expect(await mailsOf('tasks.answered', who.email)).toHaveLength(1);
  expect(await mailsOf('tasks.answered', other.who.email)).toHaveLength(1);
});

test('an answer that is sent again is done once, and what a colleague has answered stays theirs', async () => {
  const [mine, other] = [await withDevice(), await withDevice()];
  const [[task], [theirs]] = [await as(mine.who).tasks.mine(), await as(other.who).tasks.mine()];
  const colleague = await person(shop, 'admin');
  await as(colleague).tasks.admin.answer({ ids: [theirs!.id], answer: 'Obuka je u petak.' });
  const wanted = { ids: [task!.id, theirs!.id], answer: 'Obuka je u subotu.' };
  const told = { answered: 1, gone: [theirs!.number] };
  expect(await as(admin).tasks.admin.answer(wanted)).toEqual(told);
  expect(await as(admin).tasks.admin.answer(wanted), 'after a lost answer').toEqual(told);
  expect(await mailsOf('tasks.answered', mine.who.email)).toHaveLength(1);
  await expect(as(colleague).tasks.admin.answer({ ...wanted, answer: 'Obuka je u nedelju.' })).rejects.toMatchObject({
    code: 'TASK_GONE',
  });
});

test('a complaint is received by mail at once and answered within eight days', async () => {
  const { who, order } = await withDevice();
  const complaint = { key: randomUUID(), orderId: order.id, text: 'Uređaj se ne pali.' };
  const [first, second] = await Promise.all([as(who).tasks.complain(complaint), as(who).tasks.complain(complaint)]);
  expect(second.id, 'sent twice it is one').toBe(first.id);
  expect(first.dueOn).toBe(daysLater(dayOf(shop.clock.now), 8));
  expect(await mailsOf('tasks.complaint-received', who.email)).toMatchObject([
    { props: { text: 'Uređaj se ne pali.', orderNumber: order.number } },
  ]);
  expect(await mailsOf('tasks.complaint-came', shop.config.superAdmin.email)).toHaveLength(1);

  await as(admin).tasks.admin.answer({ ids: [first.id], answer: 'Šaljemo zamenu.' });
  await expect(as(admin).tasks.admin.answer({ ids: [first.id], answer: 'Drugi odgovor.' })).rejects.toMatchObject({
    code: 'TASK_GONE',
  });
  expect((await as(who).tasks.mine()).find(({ id }) => id === first.id)).toMatchObject({ answer: 'Šaljemo zamenu.' });
  const log = await shop.db.select().from(auditLog).where(eq(auditLog.subjectId, order.id));
  expect(log.map(({ action }) => action)).toEqual(expect.arrayContaining(['tasks.complained', 'tasks.answered']));
});

test('what cannot be seen is no part of a complaint, and its lines stay', async () => {
  const { who, order } = await withDevice();
  const complain = (text: string) => as(who).tasks.complain({ key: randomUUID(), orderId: order.id, text });
  const { text } = await complain('Uređaj se\u202e ne pali.\r\nNi posle\u200b sata.');
  expect(text).toBe('Uređaj se ne pali.\nNi posle sata.');
  expect(await codeOfCall(complain('\u2066\u202e'.repeat(10)))).toBe('BAD_REQUEST');
});

test('what comes with devices is owed no more once their whole money went back; an answer to a complaint is', async () => {
  const { who, order } = await withDevice();
  const { id: complaint } = await as(who).tasks.complain({
    key: randomUUID(),
    orderId: order.id,
    text: 'Uređaj se ne pali.',
  });
  const [benefits] = (await as(who).tasks.mine()).filter(({ kind }) => kind === 'benefits');
  const [row] = await shop.db.select().from(orders).where(eq(orders.id, order.id));
  const { payment_intent: intent } = await shop.stripe.checkout.sessions.retrieve(row!.checkoutSessionId!);
  const refund = async (amount?: number) => {
    await shop.stripe.refunds.create({ payment_intent: intent as string, ...(amount ? { amount } : {}) });
    await shop.sandbox.control.advance(0);
  };
  const kinds = async () => ({
    own: (await as(who).tasks.mine()).map(({ kind }) => kind).sort(),
    desk: (await as(admin).tasks.admin.open())
      .filter(({ orderNumber }) => orderNumber === row!.number)
      .map(({ kind }) => kind)
      .sort(),
    closing: (await as(who).accounts.own.closing()).tasks.map(({ kind }) => kind).sort(),
  });
  const both = ['benefits', 'complaint'];
  await refund(10_000);
  expect(await kinds(), 'a part of it').toEqual({ own: both, desk: both, closing: both });
  await refund();
  expect(await kinds()).toEqual({ own: ['complaint'], desk: ['complaint'], closing: ['complaint'] });

  const answer = 'Obuka je u četvrtak u 18:00, na mreži.';
  await expect(
    as(admin).tasks.admin.answer({ ids: [benefits!.id], answer }),
    'from a screen of before',
  ).rejects.toMatchObject({ code: 'TASK_GONE' });
  expect(await mailsOf('tasks.answered', who.email)).toEqual([]);
  expect(await as(admin).tasks.admin.answer({ ids: [benefits!.id, complaint], answer: 'Novac je vraćen.' })).toEqual({
    answered: 1,
    gone: [benefits!.number],
  });
  expect(await mailsOf('tasks.answered', who.email)).toMatchObject([{ props: { kind: 'complaint' } }]);
});

test('only the buyer complains, and only about what is paid', async () => {
  const { order } = await withDevice();
  const stranger = await person(shop);
  const complaint = { key: randomUUID(), orderId: order.id, text: 'Uređaj se ne pali.' };
  await expect(as(stranger).tasks.complain(complaint)).rejects.toMatchObject({ code: 'ORDER_GONE' });
  await as(stranger).payments.createPayment({ productName: 'Vidik – 1 uređaj', productPrice: 219, buyerInfo: buyer });
  const [unpaid] = await as(stranger).orders.mine();
  await expect(as(stranger).tasks.complain({ ...complaint, orderId: unpaid!.id })).rejects.toMatchObject({
    code: 'COMPLAINT_NOT_POSSIBLE',
  });
});

test('an address that was typed with an order gets twenty mails in a day; what follows goes to the account, and is not lost', async () => {
  const who = await person(shop);
  const email = 'knjige@primer.rs';
  const { url, orderId } = await as(who).payments.createPayment({
    productName: 'Specijalni Paket - 100 Lokacija',
    productPrice: 1500,
    companyInfo: { ...firm, email },
  });
  await pay(shop, url);
  await eventually(async () => expect(await as(who).tasks.mine()).toHaveLength(1));
  const { deps, databaseUrl } = shop;
  const limited = await testApp({ env: { RATE_LIMITS: 'on' }, databaseUrl, deps: { tokens: deps.tokens } });
  limited.clock.now = shop.clock.now;
  const complain = () =>
    call(limited, who).tasks.complain({ key: randomUUID(), orderId, text: 'Reklame se ne prikazuju.' });
  const typed = () => shop.db.$count(mails, eq(mails.to, email));
  for (let n = await typed(); n < 20; n += 1) await complain();
  expect(await typed()).toBe(20);
  expect(await mailsOf('tasks.complaint-received', who.email)).toEqual([]);
  await complain();
  expect(await typed()).toBe(20);
  expect(await mailsOf('tasks.complaint-received', who.email)).toHaveLength(1);
});

test('however many of one kind wait, what else is owed stands on the desk beside them', async () => {
  const { who, order } = await withDevice();
  const late = { profileId: who.id, orderId: order.id, dueOn: daysLater(dayOf(shop.clock.now), -1) };
  await shop.db.insert(tasks).values(
    Array.from({ length: MOST_AT_ONCE + 1 }, () => ({
      ...late,
      key: randomUUID(),
      kind: 'complaint' as const,
      text: 'Uređaj se ne pali.',
    })),
  );
  const open = await as(admin).tasks.admin.open();
  expect(open.filter(({ kind }) => kind === 'complaint')).toHaveLength(MOST_AT_ONCE);
  expect(open.some(({ kind, orderNumber }) => kind === 'benefits' && orderNumber === order.number)).toBe(true);
  const days = open.map(({ dueOn }) => dueOn);
  expect(days, 'the most urgent first').toEqual([...days].sort());
});

test('a page of the buyer that is open hears of the answer, and of a complaint written in another tab', async () => {
  const { who, order } = await withDevice();
  const [task] = await as(who).tasks.mine();
  await untilNotified(shop);
  const events = await as(who).live.me();
  const next = async () => ((await events.next()).value as { changed: string }).changed;
  expect(await next()).toBe('ready');
  let heard = next();
  await as(admin).tasks.admin.answer({ ids: [task!.id], answer: 'Obuka je u petak.' });
  expect(await heard).toBe('account');
  heard = next();
  await as(who).tasks.complain({ key: randomUUID(), orderId: order.id, text: 'Uređaj se ne pali.' });
  expect(await heard).toBe('account');
  await events.return?.();
});
