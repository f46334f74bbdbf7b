import { eq, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { packages } from '../advertising/schema.ts';
import { orders } from '../orders/schema.ts';
import { testApp } from '../test/app.ts';
import { call, person } from '../test/people.ts';
import { dayTotals } from './day-totals.schema.ts';
import { foldDayTotals, proveDayTotals } from './day-totals.ts';

const app = await testApp();
const admin = call(app, await person(app, 'admin'));
const order = { email: 'a@primer.rs', kind: 'device', productName: 'Vidik', amount: 21_900 } as const;
const sold = { email: 'a@primer.rs', packageName: 'starter', bannerCount: 1, tvSeconds: 1, amount: 9_900 } as const;

async function prove() {
  const error = vi.fn();
  await proveDayTotals({ db: app.db, log: { error } });
  return error.mock.calls.map(([said]) => said as { lines: number });
}

test('the sums of whole lists follow every change of their rows, folded or not', async () => {
  const [one, two] = await app.db.insert(orders).values([order, order, order]).returning({ id: orders.id });
  await app.db.insert(packages).values([
    { ...sold, currency: 'EUR', paymentKey: '1' },
    { ...sold, currency: 'RSD', paymentKey: '2' },
    { ...sold, currency: 'EUR', paymentKey: '3', packageName: 'gold' },
  ]);
  const paid = { status: 'paid', paidAt: new Date('2030-03-01T23:30:00Z') } as const;
  await app.db.update(orders).set(paid).where(eq(orders.id, one!.id));
  await app.db.update(orders).set(paid).where(eq(orders.id, two!.id));
  await app.db.update(packages).set({ refunded: 900 }).where(eq(packages.paymentKey, '1'));
  await app.db.delete(orders).where(eq(orders.id, two!.id));
  await app.db.delete(packages).where(eq(packages.paymentKey, '2'));
  for (const folded of [false, true]) {
    if (folded) await foldDayTotals(app.db);
    expect(await admin.orders.admin.sums({})).toMatchObject({ paidTotal: 21_900 });
    expect(await admin.orders.admin.sums({ status: 'pending' })).toMatchObject({ paidTotal: 0 });
    expect((await admin.advertising.admin.sums({})).sums).toEqual([{ currency: 'EUR', amount: 18_900 }]);
    expect((await admin.advertising.admin.sums({ packageName: 'gold' })).sums).toEqual([
      { currency: 'EUR', amount: 9_900 },
    ]);
    expect((await admin.advertising.admin.sums({ currency: 'RSD' })).sums).toEqual([]);
  }
  const lines = await app.db.select().from(dayTotals).where(eq(dayTotals.list, 'orders'));
  expect(lines.map(({ day, state, count }) => [day, state, count])).toContainEqual(['2030-03-02', 'paid', 1]);
  expect(lines).toHaveLength(2);
  expect(await prove()).toEqual([]);
});

test('two orders of one day do not wait for one another, and nothing is lost when lines are folded meanwhile', async () => {
  const before = (await admin.orders.admin.sums({})).paidTotal;
  const paid = { ...order, status: 'paid', paidAt: new Date() } as const;
  await app.db.transaction(async (slow) => {
    await slow.insert(orders).values(paid);
    await app.db.insert(orders).values(paid);
    await foldDayTotals(app.db);
    await app.db.insert(orders).values(paid);
    await Promise.all([foldDayTotals(app.db), foldDayTotals(app.db)]);
  });
  await foldDayTotals(app.db);
  expect((await admin.orders.admin.sums({})).paidTotal).toBe(before + 3 * order.amount);
  expect(await prove()).toEqual([]);
});

test('what somebody wrote past the triggers is corrected at night, once, and is an error in the log', async () => {
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.insert(orders).values({ ...order, status: 'paid', paidAt: new Date('2031-01-01T12:00:00Z') });
    await tx.execute(sql`delete from day_totals where list = 'packages'`);
  });
  const wrong = (await admin.orders.admin.sums({})).paidTotal;
  expect(await prove()).toMatchObject([{ lines: 3 }]);
  expect((await admin.orders.admin.sums({})).paidTotal).toBe(wrong + order.amount);
  expect((await admin.advertising.admin.sums({})).sums).toEqual([{ currency: 'EUR', amount: 18_900 }]);
  expect(await prove()).toEqual([]);
});
