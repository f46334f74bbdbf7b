import { expect, test } from 'vitest';
import { testApp } from '../test/app.ts';
import { exactly } from '../test/counts.ts';
import { call, person, type TestPerson } from '../test/people.ts';
import { orders } from './schema.ts';

const app = await testApp();

async function order(who: TestPerson, values: Partial<typeof orders.$inferInsert> = {}, at = app) {
  const paid = values.status === 'paid' ? { paidAt: new Date() } : {};
  const [row] = await at.db
    .insert(orders)
    .values({
      profileId: who.id,
      email: who.email,
      kind: 'device',
      productName: 'Vidik – 1 uređaj',
      amount: 21_900,
      ...paid,
      ...values,
    })
    .returning();
  return row!;
}

test('sales come newest first, fifty at a time, none twice and none lost', async () => {
  const [admin, buyer] = [await person(app, 'admin'), await person(app)];
  const made: string[] = [];
  const moment = new Date('2030-06-01T10:00:00Z');
  for (let i = 0; i < 120; i++)
    made.push((await order(buyer, { createdAt: i % 3 ? moment : new Date(moment.getTime() + i) })).id);
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const page = await call(app, admin).orders.admin.list({ after, search: buyer.email });
    seen.push(...page.rows.map((row) => row.id));
    after = page.next ?? undefined;
  } while (after);
  expect(new Set(seen)).toEqual(new Set(made));
  expect(seen).toHaveLength(120);
  expect((await call(app, admin).orders.admin.sums({ search: buyer.email })).total).toEqual(exactly(120));
});

test('search looks into address and product, the filter into the status, the sum counts what is paid', async () => {
  const [admin, buyer] = [await person(app, 'admin'), await person(app, 'member', { email: 'ana_100%@primer.rs' })];
  await order(buyer, { status: 'paid' });
  await order(buyer, { status: 'cancelled', productName: 'Vidik – 10 uređaja', amount: 199_900 });
  await order(await person(app, 'member', { email: 'anax100y@primer.rs' }));
  const list = (input: object) => call(app, admin).orders.admin.list(input);
  expect((await list({ search: '_100%' })).rows).toHaveLength(2);
  expect((await list({ search: 'ANA_100', status: 'paid' })).rows).toHaveLength(1);
  const sums = (input: object) => call(app, admin).orders.admin.sums(input);
  expect(await sums({ search: 'ana_100%', status: 'cancelled' })).toMatchObject({ total: exactly(1), paidTotal: 0 });
  expect(await sums({ search: 'ana_100%' })).toMatchObject({ total: exactly(2), paidTotal: 21_900 });
  expect((await list({ search: 'nema takvog' })).rows).toEqual([]);
});

test('what went back is taken off the sum, of all orders and of a kind, and the kind is a filter', async () => {
  const fresh = await testApp();
  const [admin, buyer] = [await person(fresh, 'admin'), await person(fresh)];
  const sale = (values: Partial<typeof orders.$inferInsert>) => order(buyer, { status: 'paid', ...values }, fresh);
  await sale({ amount: 21_900, refunded: 21_900 });
  const part = await sale({ amount: 199_900, refunded: 50_000 });
  await sale({ amount: 9_900, kind: 'package', productName: 'starter' });
  await sale({ amount: 150_000, kind: 'special', productName: 'Specijalni Paket - 100 Lokacija', status: 'pending' });
  const { list, sums } = call(fresh, admin).orders.admin;
  const all = { paidTotal: 231_700, refundedTotal: 71_900 };
  expect(await sums({})).toMatchObject({ ...all, total: exactly(4) });
  expect(await sums({ search: buyer.email }), 'counted and kept sums agree').toMatchObject(all);
  for (const search of [undefined, buyer.email]) {
    expect(await sums({ kind: 'device', search })).toMatchObject({
      paidTotal: 221_800,
      refundedTotal: 71_900,
      total: exactly(2),
    });
    expect(await sums({ kind: 'special', search })).toMatchObject({
      paidTotal: 0,
      refundedTotal: 0,
      total: exactly(1),
    });
  }
  expect((await list({ kind: 'package' })).rows.map(({ productName }) => productName)).toEqual(['starter']);
  expect((await list({ kind: 'device', sort: 'amount' })).rows[0]).toMatchObject({ id: part.id, refunded: 50_000 });
});

test('a buyer sees only their own orders', async () => {
  const [buyer, other] = [await person(app), await person(app)];
  const own = await order(buyer);
  expect((await call(app, buyer).orders.mine()).map((row) => row.id)).toEqual([own.id]);
  expect(await call(app, other).orders.mine()).toEqual([]);
});
