import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DAY_MS, daysLater } from '#domain/day.ts';
import { dayOf } from '#domain/time.ts';
import { orderEvents, orders, withdrawals } from '../../orders/schema.ts';
import { mails } from '../../platform/mail.schema.ts';
import { call, giveDuties, person } from '../../test/people.ts';
import { buyer, pay, testShop } from '../../test/shop.ts';
import { runProviderTasks } from '../payments/provider-tasks.ts';

const shop = await testShop({ quick: true });
const { db, clock } = shop;
const jelena = await person(shop, 'admin', { firstName: 'Jelena' });
await giveDuties(shop, jelena, ['sales', 'accounting', 'warehouse', 'support']);
const staff = call(shop, jelena);
const packing = staff.fulfilment.admin;
const start = clock.now;
const after = (days: number) => {
  clock.now = new Date(start.getTime() + days * DAY_MS);
};
const dayAfter = (days: number) => daysLater(dayOf(start), days);

let made = 0;
const serialNumbers = (count: number) =>
  Array.from({ length: count }, () => `VDK-24-${String(++made).padStart(6, '0')}`);

/** Ten devices, paid by card. */
async function bought() {
  after(0);
  const who = await person(shop);
  const { url, orderId: id } = await call(shop, who).payments.createPayment({
    productName: 'Vidik – 10 uređaja',
    productPrice: 1999,
    buyerInfo: buyer,
  });
  await pay(shop, url);
  const [{ number }] = (await db.select().from(orders).where(eq(orders.id, id))) as [typeof orders.$inferSelect];
  return { id, number, own: call(shop, who).returns, orders: call(shop, who).orders };
}
type Bought = Awaited<ReturnType<typeof bought>>;

/** So many of its devices are with the buyer, as of now. */
async function delivered({ id: order, number }: Bought, count: number, isFirst: boolean): Promise<string[]> {
  const serials = serialNumbers(count);
  const { version } = await packing.read({ number });
  const id = randomUUID();
  const boxes = [{ grams: 350, serials }];
  const { key } = await packing.pack({ order, id, version, courier: 'own', isPart: isFirst && count < 10, boxes });
  if (isFirst) await packing.enterReceipt({ order, kind: 'receipt', number: `AB12CD34-AB12CD34-${made}` });
  await packing.handOver({ id, labels: [`${key}-1`] });
  await packing.move({ id, from: 'handed_over', to: 'delivered' });
  return serials;
}
const withdraw = ({ number, own }: Bought, serials: string[]) =>
  own.ask({ number, id: randomUUID(), kind: 'withdrawal', way: 'own', serials, reason: '' });
/** The devices of a return are here, and their money is back. */
async function paidBack({ number }: Bought, id: string, serials: string[]) {
  await staff.returns.admin.receive({ id, serials });
  const { money } = (await staff.returns.admin.read({ order: number })).find((one) => one.id === id)!;
  const said = { id, outcome: 'money', refund: randomUUID(), resolution: '', shown: money!.amount } as const;
  await staff.returns.admin.decide(said);
  await runProviderTasks(shop.deps);
}
const statementOf = async ({ id }: Bought) =>
  (await db.select().from(withdrawals).where(eq(withdrawals.orderId, id)))[0];

test('the days for withdrawing run from the last delivery, also when its device is paid back and gone', async () => {
  const order = await bought();
  const first = await delivered(order, 9, true);
  after(9);
  const last = await delivered(order, 1, false);
  after(11);
  const { id } = await withdraw(order, last);
  after(13);
  await paidBack(order, id, last);
  after(17);
  expect(await order.own.read({ number: order.number })).toMatchObject({
    kinds: ['withdrawal', 'complaint'],
    until: { withdrawal: dayAfter(9 + 14) },
  });
  await withdraw(order, first.slice(0, 1));
  expect(await statementOf(order)).toMatchObject({ receivedOn: dayAfter(9) });
  after(24);
  await expect(withdraw(order, first.slice(1, 2))).rejects.toMatchObject({
    code: 'WITHDRAWAL_LATE',
    data: { until: dayAfter(23) },
  });
});

test('what our parcels brought is withdrawn from by their day, whatever day the buyer types, and by no company', async () => {
  const [order, late, firm] = [await bought(), await bought(), await bought()];
  for (const one of [order, late, firm]) await delivered(one, 10, true);
  const says = ({ id, orders: theirs }: Bought, receivedOn: string | null) =>
    theirs.withdraw({ id, receivedOn, reason: '' });
  after(10);
  expect(await says(order, null)).toMatchObject({ receivedOn: dayAfter(0), state: 'open' });
  const [{ delivery }] = (await db.select().from(orders).where(eq(orders.id, firm.id))) as [typeof orders.$inferSelect];
  await db
    .update(orders)
    .set({ delivery: { ...delivery!, companyName: 'Studio Lim doo' } })
    .where(eq(orders.id, firm.id));
  await expect(says(firm, null)).rejects.toMatchObject({ code: 'WITHDRAWAL_NOT_POSSIBLE' });
  after(15);
  for (const typed of [null, dayAfter(14)])
    await expect(says(late, typed)).rejects.toMatchObject({ code: 'WITHDRAWAL_LATE', data: { until: dayAfter(14) } });
  for (const one of [late, firm]) expect(await statementOf(one)).toBeUndefined();
  expect(await statementMails(late)).toEqual([]);
  after(0);
});

/** What its buyer's mails about its statements say that they are about. */
const statementMails = async ({ id }: Bought) =>
  (
    await db
      .select()
      .from(mails)
      .where(and(eq(mails.orderId, id), eq(mails.template, 'orders.withdrawn')))
  ).map(({ props }) => props.isOfRest);

test('while a part is to come nothing is late, the rest is withdrawn from by itself, and what came back does not settle that', async () => {
  const order = await bought();
  const [one, two] = await delivered(order, 5, true);
  const isDelivered = and(eq(mails.orderId, order.id), eq(mails.template, 'fulfilment.delivered'));
  expect(await db.select().from(mails).where(isDelivered)).toMatchObject([{ props: { isPart: true } }]);
  after(20);
  expect(await order.own.read({ number: order.number })).toMatchObject({
    kinds: ['withdrawal', 'complaint'],
    until: { withdrawal: null },
  });
  expect(await order.orders.mine()).toMatchObject([{ isReturnable: true, fulfilmentState: 'new', withdrawal: null }]);
  const said = { id: order.id, receivedOn: null, reason: '' };
  expect(await order.orders.withdraw(said)).toMatchObject({ state: 'open', receivedOn: null });
  expect(await order.orders.withdraw(said)).toMatchObject({ state: 'open', receivedOn: null });
  expect(await statementMails(order)).toEqual([true]);
  const { id } = await withdraw(order, [one!]);
  await paidBack(order, id, [one!]);
  expect(await statementOf(order), 'five are still owed').toMatchObject({ receivedOn: null, resolvedAt: null });
  await staff.orders.admin.resolveWithdrawal({ id: order.id, resolution: 'Kupac ipak čeka ostatak.' });
  expect((await statementOf(order))!.resolvedAt).not.toBeNull();
  expect((await withdraw(order, [two!])).state).toBe('requested');
});

test('after a statement about what came is settled, what has not come is withdrawn from as well', async () => {
  const order = await bought();
  const [one] = await delivered(order, 5, true);
  const { id } = await withdraw(order, [one!]);
  const said = { id: order.id, receivedOn: null, reason: '' };
  expect(await order.orders.withdraw(said), 'while the first is open').toMatchObject({ receivedOn: dayAfter(0) });
  expect(await statementMails(order)).toEqual([]);
  await paidBack(order, id, [one!]);
  expect((await statementOf(order))!.resolvedAt).not.toBeNull();
  after(3);
  const stated = await order.orders.withdraw(said);
  expect(stated).toMatchObject({ state: 'open', receivedOn: null, refundBy: dayAfter(17) });
  expect(await order.orders.withdraw({ ...said, receivedOn: dayAfter(0) })).toEqual(stated);
  expect(await statementMails(order)).toEqual([true]);
  const isWithdrawn = and(eq(orderEvents.orderId, order.id), eq(orderEvents.kind, 'withdrawn'));
  expect(await db.$count(orderEvents, isWithdrawn)).toBe(2);
});
