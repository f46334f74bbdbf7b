import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type Day, daysLater } from '#domain/day.ts';
import { statementImports, statementLines } from '../../bank/schema.ts';
import { orderClaims, orders } from '../../orders/schema.ts';
import { call, codeOfCall, person } from '../../test/people.ts';
import { buyer, testShop } from '../../test/shop.ts';
import { lapseTransfers } from '../transfers/lapse-transfers.ts';

/** Deadlines of orders end at midnight in Belgrade, also where the clocks change, in February of a leap year and with the year. */

const shop = await testShop({ quick: true });
const { db, deps, clock } = shop;
const at = (moment: string | Date) => {
  clock.now = new Date(moment);
};
const product = { productName: 'Vidik – 1 uređaj', productPrice: 219, buyerInfo: buyer };

const LAST_MOMENTS: [Day, string][] = [
  ['2027-03-28', '2027-03-28T21:59:59.999Z'],
  ['2027-10-31', '2027-10-31T22:59:59.999Z'],
  ['2027-12-31', '2027-12-31T22:59:59.999Z'],
  ['2028-02-29', '2028-02-29T22:59:59.999Z'],
];
const after = (moment: string) => new Date(new Date(moment).getTime() + 1);
const noon = (day: Day) => `${day}T11:00:00Z`;
const orderOf = async (id: string) => (await db.select().from(orders).where(eq(orders.id, id)))[0]!;

async function byTransfer() {
  const who = await person(shop);
  const { orderId, transfer } = await call(shop, who).payments.createPayment({ ...product, way: 'transfer' });
  return { id: orderId, validUntil: transfer!.validUntil };
}

/** A statement of the company's account until that day. */
async function statementUntil(day: Day) {
  const [brought] = await db
    .insert(statementImports)
    .values({
      fileName: 'izvod',
      sha256: randomUUID(),
      format: 'csv',
      lineCount: 1,
      importedBy: 'test',
      entity: 'company',
      firstDay: day,
      lastDay: day,
    })
    .returning();
  await db.insert(statementLines).values({
    importId: brought!.id,
    position: 1,
    fingerprint: randomUUID(),
    bookedOn: day,
    amount: 1,
    currency: 'RSD',
    payer: '',
    purpose: '',
    reference: '',
  });
}

/** A device that was paid at that moment. */
async function paid(moment: string | Date, fulfilmentState: 'new' | 'delivered' = 'delivered') {
  const who = await person(shop);
  const [order] = await db
    .insert(orders)
    .values({
      profileId: who.id,
      email: who.email,
      kind: 'device',
      productName: product.productName,
      amount: 21_900,
      status: 'paid',
      paymentState: 'paid',
      fulfilmentState,
      paidAt: new Date(moment),
      createdAt: new Date(moment),
      delivery: buyer,
    })
    .returning();
  return { who, order: order! };
}

test.each(LAST_MOMENTS)(
  'a pro-forma invoice until %s is paid on that day, and lapses with the next one',
  async (day, last) => {
    at(noon(daysLater(day, -7)));
    const { id, validUntil } = await byTransfer();
    expect(validUntil).toBe(day);
    await statementUntil(day);
    at(last);
    await lapseTransfers(deps);
    expect((await orderOf(id)).status).toBe('pending');
    at(after(last));
    await lapseTransfers(deps);
    expect((await orderOf(id)).status).toBe('cancelled');
    expect(await db.select().from(orderClaims).where(eq(orderClaims.orderId, id))).toMatchObject([{ state: 'lapsed' }]);
  },
);

test.each(LAST_MOMENTS)(
  'ordered in the last moment of %s, there are seven days from that day on',
  async (day, last) => {
    at(last);
    expect((await byTransfer()).validUntil).toBe(daysLater(day, 7));
    at(after(last));
    expect((await byTransfer()).validUntil).toBe(daysLater(day, 8));
  },
);

test.each(LAST_MOMENTS)('a device is withdrawn from until %s ends', async (day, last) => {
  const receivedOn = daysLater(day, -14);
  const [inTime, late] = [await paid(noon(daysLater(day, -20))), await paid(noon(daysLater(day, -20)))];
  at(last);
  const stated = await call(shop, inTime.who).orders.withdraw({ id: inTime.order.id, receivedOn });
  expect(stated.refundBy).toBe(daysLater(day, 14));
  at(after(last));
  await expect(call(shop, late.who).orders.withdraw({ id: late.order.id, receivedOn })).rejects.toMatchObject({
    code: 'WITHDRAWAL_LATE',
    data: { until: day },
  });
  expect(await codeOfCall(call(shop, late.who).orders.withdraw({ id: late.order.id, receivedOn: day }))).toBe('ok');
});

test.each(LAST_MOMENTS)('Danas says the days of what began around the midnight after %s', async (day, last) => {
  const admin = call(shop, await person(shop, 'admin'));
  const [before, next] = [await paid(last, 'new'), await paid(after(last), 'new')];
  const complains = [await paid(noon(day)), await paid(noon(day))];
  const withdraws = [await paid(noon(day)), await paid(noon(day))];
  for (const [n, moment] of [new Date(last), after(last)].entries()) {
    at(moment);
    const { who, order } = complains[n]!;
    await call(shop, who).tasks.complain({ key: randomUUID(), orderId: order.id, text: 'Slika se prekida.' });
    await call(shop, withdraws[n]!.who).orders.withdraw({ id: withdraws[n]!.order.id, receivedOn: null });
  }
  at(noon(daysLater(day, 31)));
  const { deadlines } = await admin.admin.today();
  const daysOf = (kind: string, ...of: { order: { number: number } }[]) =>
    of.map(({ order }) => deadlines!.find((one) => one.kind === kind && one.number === order.number)?.day);
  expect(daysOf('delivery', before, next)).toEqual([daysLater(day, 30), daysLater(day, 31)]);
  expect(daysOf('complaint', ...complains)).toEqual([daysLater(day, 8), daysLater(day, 9)]);
  expect(daysOf('withdrawal', ...withdraws)).toEqual([daysLater(day, 14), daysLater(day, 15)]);
});
