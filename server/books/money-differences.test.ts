import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { packageAdvances } from '../advertising/schema.ts';
import { findContradictions } from '../backup/proofs.ts';
import { shipments } from '../fulfilment/schema.ts';
import { orders } from '../orders/schema.ts';
import { payouts } from '../payouts/schema.ts';
import { orderRefunds } from '../refunds/schema.ts';
import { rewardStatements } from '../rewards/schema.ts';
import { testApp } from '../test/app.ts';
import { findMoneyDifferences } from './money-differences.ts';
import { proveBooks } from './prove.ts';

const { db } = await testApp();
const moment = new Date('2027-05-01T10:00:00Z');

const asked = {
  orderId: randomUUID(),
  way: 'account',
  scope: 'whole',
  amount: 2_566_000,
  currency: 'RSD',
  reason: 'agreement',
  goods: 'none',
  askedBy: 'jelena',
  askedAt: moment,
} as const;
const executed = {
  orderId: asked.orderId,
  state: 'done',
  payee: 'Milica Živković',
  account: '160000000012345654',
  namedAt: moment,
  createdAt: moment,
} as const;

test('money of which two facts say different things is named every night, although the books agree with one of them', async () => {
  expect(await findMoneyDifferences(db)).toEqual({ found: [], total: 0 });
  const [done, sending, month, ahead, payout] = Array.from({ length: 5 }, () => randomUUID());
  const shipped = await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.insert(orderRefunds).values([
      { ...asked, id: done!, paymentKey: 'line:1', state: 'done', refundId: done! },
      { ...asked, id: sending!, paymentKey: 'line:2', state: 'sending' },
    ]);
    await tx.insert(payouts).values({
      ...executed,
      id: payout!,
      refundId: sending!,
      amount: asked.amount,
      reference: '116202700000001',
      token: 'token',
      lineId: randomUUID(),
    });
    const earned = { banners: 1, tvSeconds: 0, amount: 18_000, carried: 0, smallest: 10_000 };
    await tx.insert(rewardStatements).values({
      ...earned,
      id: month!,
      profileId: randomUUID(),
      month: '2027-01-01',
      state: 'paid',
      paidOn: '2027-02-10',
    });
    const months = { anchorOn: '2027-01-01', monthsBefore: 0, months: 6, credited: 2 };
    await tx
      .insert(packageAdvances)
      .values({ ...months, orderId: ahead!, packageName: 'starter', nextOn: '2027-03-01', endsOn: '2027-06-30' });
    const [order] = await tx
      .insert(orders)
      .values({ email: 'a@primer.rs', kind: 'device', productName: 'Vidik', amount: 21_900 })
      .returning();
    const collected = { collectAmount: 2_605_000, collectAccount: '160000000012345654' };
    const [parcel] = await tx
      .insert(shipments)
      .values({ ...collected, orderId: order!.id, n: 1, courier: 'own', state: 'delivered', devices: 1 })
      .returning();
    return parcel!.id;
  });

  const found = [
    `a refund to an account is not what went back ${done}`,
    `a payout was executed for a refund that is not done, or of another amount ${payout}`,
    `a month of rewards is not what was paid out for it ${month}`,
    `months paid ahead are not those that were credited ${ahead}`,
    `a parcel on delivery was delivered, and nothing was collected ${shipped}`,
  ];
  const { found: named, total } = await findMoneyDifferences(db);
  expect(named.toSorted()).toEqual(found.toSorted());
  expect(total).toBe(5);
  const error = vi.fn();
  await proveBooks({ db, log: { error } });
  expect(error.mock.calls.map(([said]) => said)).toContainEqual({ total: 5, found: named });
  expect(await findContradictions(db)).toContain('5 facts about the same money that contradict one another');
});
