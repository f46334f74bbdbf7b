import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { profiles } from '../../accounts/schema.ts';
import { sessions } from '../../auth/schema.ts';
import { findContradictions } from '../../backup/proofs.ts';
import { statementLines } from '../../bank/schema.ts';
import { ensureSuperAdmin } from '../../flows/super-admin/ensure-super-admin.ts';
import { exchanges, shipmentDevices, shipments } from '../../fulfilment/schema.ts';
import { apiKeys } from '../../integrations/keys/schema.ts';
import { webhookEndpoints } from '../../integrations/webhooks/schema.ts';
import { orders } from '../../orders/schema.ts';
import { payouts } from '../../payouts/schema.ts';
import { mails } from '../../platform/mail.schema.ts';
import { returns } from '../../returns/schema.ts';
import { stockDevices } from '../../stock/schema.ts';
import { testApp } from '../../test/app.ts';
import { faultsOf } from '../../test/books.ts';
import { seedYear } from '../year.ts';
import { playDesk } from './desk.ts';

const PASSWORD = 'demo-lozinka-2026';

test('the desk of the demonstration has every state, written by the program itself', {
  timeout: 120_000,
}, async () => {
  // A database of its own for each try: a second year does not fit into the first.
  const { db, deps, config, clock } = await testApp({ env: { SUPER_ADMIN_PASSWORD: PASSWORD } });
  // The same evening on every day it is tested.
  clock.now = new Date('2026-11-25T19:20:00Z');
  await ensureSuperAdmin(deps);
  const size = { members: 900, companies: 30, waiting: 8 };
  const { population } = await seedYear(deps, { password: PASSWORD, size });
  const before = await db.$count(sessions);
  const [desk] = await db.select().from(profiles).where(eq(profiles.email, config.superAdmin.email));
  // Whoever bought last has closed the account since.
  const [last] = await db
    .select({ buyer: orders.profileId })
    .from(orders)
    .innerJoin(shipments, and(eq(shipments.orderId, orders.id), eq(shipments.state, 'delivered')))
    .innerJoin(shipmentDevices, eq(shipmentDevices.shipmentId, shipments.id))
    .where(and(eq(orders.way, 'card'), eq(orders.refunded, 0)))
    .orderBy(desc(orders.paidAt))
    .limit(1);
  await db.update(profiles).set({ closedAt: clock.now, terminatesAt: null }).where(eq(profiles.id, last!.buyer!));
  const buyers = population.members.slice(20, 60).filter(({ id }) => id !== last!.buyer);
  await playDesk(deps, buyers, desk!);

  const statesOf = async (way: 'transfer' | 'cash_on_delivery') =>
    Object.fromEntries(
      (
        await db
          .select({
            state: sql<string>`${orders.status} || ' ' || coalesce(${shipments.state}, 'no parcel')`,
            n: sql<number>`count(*)::int`,
          })
          .from(orders)
          .leftJoin(shipments, eq(shipments.orderId, orders.id))
          .where(eq(orders.way, way))
          .groupBy(sql`1`)
      ).map(({ state, n }) => [state, n]),
    );
  expect(await statesOf('transfer')).toEqual({ 'paid delivered': 1, 'paid no parcel': 3, 'pending no parcel': 4 });
  expect(await statesOf('cash_on_delivery')).toMatchObject({ 'pending no parcel': 2, 'pending packed': 1 });
  expect((await db.select().from(payouts)).map(({ state }) => state).sort()).toEqual(['account', 'done', 'ready']);
  expect((await db.select().from(returns)).map(({ state }) => state).sort()).toEqual([
    ...['label_sent', 'received', 'requested'],
  ]);
  expect((await db.select().from(exchanges)).map(({ state }) => state)).toEqual(['ready']);
  const places = await db
    .select({ place: stockDevices.place, n: sql<number>`count(*)::int` })
    .from(stockDevices)
    .groupBy(stockDevices.place);
  expect(Object.fromEntries(places.map(({ place, n }) => [place, n]))).toMatchObject({ stock: 195, packed: 1, off: 1 });
  expect((await db.select().from(apiKeys)).map(({ name }) => name).toSorted()).toEqual(['Knjigovodstvo', 'Magacin']);
  expect((await db.select().from(webhookEndpoints)).map(({ state }) => state)).toEqual(['off']);
  expect(await db.$count(statementLines, isNull(statementLines.decidedAt))).toBeGreaterThan(2);
  expect(await db.$count(mails, eq(mails.state, 'queued'))).toBe(0);
  expect(await db.$count(sessions)).toBe(before);
  expect(await faultsOf(db)).toEqual([]);
  expect(await findContradictions(db)).toEqual([]);
});
