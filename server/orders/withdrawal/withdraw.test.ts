import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DAY_MS } from '#domain/day.ts';
import { dayOf } from '#domain/time.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { mails } from '../../platform/mail.schema.ts';
import { sendMails } from '../../test/mails.ts';
import { call, person, type TestPerson } from '../../test/people.ts';
import { buyer, firm, pay, testShop } from '../../test/shop.ts';
import { orders, withdrawals } from '../schema.ts';

const shop = await testShop();
const start = shop.clock.now;
const admin = await person(shop, 'admin');
const as = (who: TestPerson) => call(shop, who).orders;
const sales = call(shop, admin).orders.admin;
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    (error: { code: string }) => error.code,
  );
const at = (moment: Date | string) => {
  shop.clock.now = new Date(moment);
};
const today = () => dayOf(shop.clock.now);

/** A device bought and paid through the public API. */
async function bought(who: TestPerson) {
  const { url, orderId } = await call(shop, who).payments.createPayment({
    productName: 'Vidik – 1 uređaj',
    productPrice: 219,
    buyerInfo: buyer,
    termsVersion: '2026-11-01',
  });
  await pay(shop, url);
  return orderId;
}

/** The same, ordered at that moment, without the payment page. */
async function order(who: TestPerson, values: Partial<typeof orders.$inferInsert> = {}) {
  const [row] = await shop.db
    .insert(orders)
    .values({
      profileId: who.id,
      email: who.email,
      kind: 'device',
      productName: 'Vidik – 1 uređaj',
      amount: 21_900,
      status: 'paid',
      paidAt: shop.clock.now,
      createdAt: shop.clock.now,
      delivery: buyer,
      ...values,
    })
    .returning();
  return row!.id;
}
const withdrawn = async (id: string) => (await sales.list({ withdrawn: true })).rows.find((row) => row.id === id);
const mailsTo = async ({ email }: { email: string }) =>
  (await shop.db.select().from(mails).where(eq(mails.to, email)).orderBy(mails.number)).map(({ template }) => template);

const openOnes = async () => (await sales.list({ withdrawalOpen: true })).rows.map((row) => row.id);

test('a buyer withdraws once; both are mailed, the admin sees the deadline, and the refund settles it', async () => {
  const who = await person(shop);
  const id = await bought(who);
  const first = await as(who).withdraw({ id, receivedOn: today(), reason: 'Ipak mi ne treba.' });
  expect(first).toMatchObject({ receivedOn: today(), state: 'open', statedAt: start.toISOString() });
  const due = new Date(`${today()}T12:00:00Z`).getTime() + 14 * DAY_MS;
  expect(first.refundBy).toBe(new Date(due).toISOString().slice(0, 10));
  expect((await as(who).mine())[0]!.withdrawal).toEqual(first);
  expect(await withdrawn(id)).toMatchObject({ withdrawal: { ...first, reason: 'Ipak mi ne treba.', resolution: '' } });
  expect((await sales.sums({})).openWithdrawals.count).toBe(1);
  expect(await openOnes(), 'what is counted is what is listed').toEqual([id]);
  expect(await mailsTo(who)).toEqual(['orders.paid', 'orders.withdrawn']);
  expect(await mailsTo({ email: shop.config.superAdmin.email })).toContain('orders.withdrawal-came');

  const [paid] = await shop.db.select().from(orders).where(eq(orders.id, id));
  const { payment_intent: intent } = await shop.stripe.checkout.sessions.retrieve(paid!.checkoutSessionId!);
  const refund = async (amount: number) => {
    await shop.stripe.refunds.create({ payment_intent: intent as string, amount });
    await shop.sandbox.control.advance(0);
  };
  await refund(900);
  expect((await withdrawn(id))?.withdrawal?.state, 'a part is not the whole').toBe('open');
  expect(await openOnes()).toEqual([id]);
  await refund(21_000);
  expect((await withdrawn(id))?.withdrawal?.state).toBe('refunded');
  expect(await openOnes()).toEqual([]);
  expect((await sales.sums({})).openWithdrawals.count).toBe(0);
  expect(await code(sales.resolveWithdrawal({ id, resolution: 'x' }))).toBe('WITHDRAWAL_GONE');
});

test('said twice, at once or late, it is the first statement', async () => {
  const who = await person(shop);
  const id = await order(who);
  const [one, two] = await Promise.all([
    as(who).withdraw({ id, receivedOn: null }),
    as(who).withdraw({ id, receivedOn: today() }),
  ]);
  expect(one).toEqual(two);
  at(new Date(start.getTime() + 100 * DAY_MS));
  expect(await as(who).withdraw({ id, receivedOn: today(), reason: 'drugi' })).toEqual(one);
  expect(await shop.db.select().from(withdrawals).where(eq(withdrawals.orderId, id))).toHaveLength(1);
  expect((await mailsTo(who)).filter((template) => template === 'orders.withdrawn')).toHaveLength(1);
  const log = await shop.db.select().from(auditLog).where(eq(auditLog.subjectId, id));
  expect(log.map(({ action, actor }) => [action, actor])).toEqual([['orders.withdrawn', who.id]]);
  at(start);
});

test('the fourteenth day after receipt counts whole, in Belgrade; a minute later it is late, and said until when', async () => {
  const who = await person(shop);
  at('2031-03-10T09:00:00Z');
  const ids = [await order(who), await order(who), await order(who)];
  // The clocks go forward in between: 2 April ends at 22:00 in London.
  at('2031-04-02T21:59:59Z');
  const inTime = await as(who).withdraw({ id: ids[0]!, receivedOn: '2031-03-19' });
  expect(inTime.refundBy).toBe('2031-04-16');
  at('2031-04-02T22:00:00Z');
  await expect(as(who).withdraw({ id: ids[1]!, receivedOn: '2031-03-19' })).rejects.toMatchObject({
    code: 'WITHDRAWAL_LATE',
    data: { until: '2031-04-02' },
    message: expect.stringContaining('istekao 2. aprila 2031.'),
  });
  at('2031-09-01T10:00:00Z');
  expect(await code(as(who).withdraw({ id: ids[2]!, receivedOn: null })), 'it never came').toBe('ok');
  for (const receivedOn of ['2031-09-02', '2031-03-09'])
    expect(await code(as(who).withdraw({ id: ids[1]!, receivedOn }))).toBe('RECEIVED_ON_WRONG');
  expect(await code(as(who).withdraw({ id: ids[1]!, receivedOn: '2031-02-30' }))).toBe('BAD_REQUEST');
  at(start);
});

test('only one’s own, only devices, only what is paid and not given back', async () => {
  const [who, other] = [await person(shop), await person(shop)];
  const own = await order(who);
  expect(await code(as(other).withdraw({ id: own, receivedOn: null }))).toBe('ORDER_GONE');
  expect(await code(as(admin).withdraw({ id: own, receivedOn: null }))).toBe('ORDER_GONE');
  for (const values of [
    { status: 'pending', paidAt: null },
    { status: 'cancelled', paidAt: null },
    { kind: 'package', productName: 'starter' },
    { kind: 'special' },
    { refunded: 21_900 },
  ] as const) {
    const id = await order(who, values);
    expect(await code(as(who).withdraw({ id, receivedOn: null })), JSON.stringify(values)).toBe(
      'WITHDRAWAL_NOT_POSSIBLE',
    );
  }
  expect(await shop.db.select().from(withdrawals).where(eq(withdrawals.orderId, own))).toEqual([]);
});

test('an admin closes a withdrawal in words, once; it stays in the list and is not open any more', async () => {
  const who = await person(shop);
  const id = await order(who);
  await as(who).withdraw({ id, receivedOn: null });
  expect(await code(sales.resolveWithdrawal({ id, resolution: ' ' }))).toBe('BAD_REQUEST');
  const before = (await sales.sums({})).openWithdrawals.count;
  const resolution = 'Kupljeno za delatnost; kupac je obavešten.';
  const both = await Promise.all([1, 2].map(() => code(sales.resolveWithdrawal({ id, resolution }))));
  expect(both.sort()).toEqual(['WITHDRAWAL_GONE', 'ok']);
  expect(await withdrawn(id)).toMatchObject({ withdrawal: { state: 'resolved', resolution } });
  expect((await sales.sums({})).openWithdrawals.count).toBe(before - 1);
  expect(await openOnes()).not.toContain(id);
  expect((await as(who).mine())[0]!.withdrawal, 'the note is the staff’s').not.toHaveProperty('resolution');
});

test('screens of the buyer and of the staff are notified', async () => {
  const who = await person(shop);
  const id = await order(who);
  const staff = await call(shop, admin).live.admin();
  const own = await call(shop, who).live.me();
  /** Reads until that word comes; others may still be on their way from before. */
  const hears = async (stream: AsyncIterator<{ changed: string }>, word: string) => {
    for (;;) if ((await stream.next()).value?.changed === word) return true;
  };
  await Promise.all([hears(staff, 'ready'), hears(own, 'ready')]);
  const heard = Promise.all([hears(staff, 'orders'), hears(own, 'account')]);
  await as(who).withdraw({ id, receivedOn: null });
  expect(await heard).toEqual([true, true]);
  await Promise.all([staff.return?.(), own.return?.()]);
});

test('what the buyer and the admin read is the statement itself, with both deadlines', async () => {
  at('2031-05-05T10:30:00Z');
  const who = await person(shop);
  const id = await order(who, { delivery: { ...buyer, companyName: 'Pekara' } });
  await as(who).withdraw({ id, receivedOn: '2031-05-05', reason: 'Ne hvata signal.' });
  const all = (await shop.db.select().from(mails)).filter(({ props }) => props.reason === 'Ne hvata signal.');
  await sendMails(shop);
  const texts = new Map((await shop.db.select().from(mails)).map((mail) => [mail.id, mail.text]));
  expect(all).toHaveLength(2);
  for (const { id: mailId } of all)
    for (const words of ['Ne hvata signal.', 'Ulica lipa 14, 32000 Čačak, Srbija', '19. maja 2031', 'Pekara'])
      expect(texts.get(mailId)).toContain(words);
  at(start);
});

test('of an order of which a part went back both mails name what is left', async () => {
  const who = await person(shop);
  const id = await order(who, { refunded: 1_900 });
  await as(who).withdraw({ id, receivedOn: null });
  const told = await shop.db.select().from(mails).where(eq(mails.orderId, id));
  expect(told.map(({ template, props }) => [template, props.amount]).sort()).toEqual([
    ['orders.withdrawal-came', 20_000],
    ['orders.withdrawn', 20_000],
  ]);
});

test('a package that a company pays for is not withdrawn from here', async () => {
  const who = await person(shop);
  const { url, orderId } = await call(shop, who).payments.createPayment({
    productName: 'starter',
    productPrice: 99,
    companyInfo: firm,
  });
  await pay(shop, url);
  expect(await code(as(who).withdraw({ id: orderId, receivedOn: null }))).toBe('WITHDRAWAL_NOT_POSSIBLE');
});
