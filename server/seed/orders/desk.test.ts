import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { FULFILMENT_STATES, PAYMENT_STATES } from '#domain/order-states.ts';
import { profiles } from '../../accounts/schema.ts';
import { sessions } from '../../auth/schema.ts';
import { findContradictions } from '../../backup/proofs.ts';
import { statementLines } from '../../bank/schema.ts';
import { ensureSuperAdmin } from '../../flows/super-admin/ensure-super-admin.ts';
import { exchanges, shipmentDevices, shipments } from '../../fulfilment/schema.ts';
import { apiKeys } from '../../integrations/keys/schema.ts';
import { webhookEndpoints } from '../../integrations/webhooks/schema.ts';
import { orders } from '../../orders/schema.ts';
import { mails } from '../../platform/mail.schema.ts';
import { stockDevices } from '../../stock/schema.ts';
import { testApp } from '../../test/app.ts';
import { faultsOf } from '../../test/books.ts';
import { seedYear } from '../year.ts';
import { playDesk } from './desk.ts';

const PASSWORD = 'demo-lozinka-2026';
const NOW = '2026-11-25T19:20:00Z';

/** What a visitor of the demonstration looks for, and where there must be at least one of it. */
const EVERY_STATE: Record<string, string> = {
  ...each('payment', PAYMENT_STATES, (state) => `orders where payment_state = '${state}'`),
  ...each('fulfilment', FULFILMENT_STATES, (state) => `orders where fulfilment_state = '${state}'`),
  ...each('return', ['requested', 'label_sent', 'received', 'decided'], (state) => `returns where state = '${state}'`),
  'return: money back': "returns where state = 'done' and outcome = 'money'",
  'refund: waits for a second person': "order_refunds where state = 'asked'",
  'refund: executed': "order_refunds where state = 'done'",
  ...each('payout', ['account', 'ready', 'listed', 'done', 'returned'], (state) => `payouts where state = '${state}'`),
  dispute: 'orders where disputed',
  'courier’s payout with a missing parcel': 'courier_payout_missing',
  'package paid ahead for months': 'package_advances where months > 1',
  'delivery over its 30 days': `orders where fulfilment_state = 'new' and paid_at < timestamptz '${NOW}' - interval '31 days'`,
  'missed delivery': 'shipments where missed_at is not null',
};

function each(subject: string, states: readonly string[], rows: (state: string) => string): Record<string, string> {
  return Object.fromEntries(states.map((state) => [`${subject}: ${state}`, rows(state)]));
}

test('the desk of the demonstration has every state, written by the program itself', {
  timeout: 120_000,
}, async () => {
  // A database of its own for each try: a second year does not fit into the first.
  const { db, deps, config, clock } = await testApp({ env: { SUPER_ADMIN_PASSWORD: PASSWORD } });
  // The same evening on every day it is tested.
  clock.now = new Date(NOW);
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
  await playDesk(deps, { ...population, members: population.members.filter(({ id }) => id !== last!.buyer) }, desk!);

  const missing: string[] = [];
  for (const [state, rows] of Object.entries(EVERY_STATE))
    if ((await db.ask(`select from ${rows} limit 1`)).length === 0) missing.push(state);
  expect(missing).toEqual([]);
  expect((await db.select().from(exchanges)).map(({ state }) => state)).toEqual(['ready']);
  const places = await db
    .select({ place: stockDevices.place, n: sql<number>`count(*)::int` })
    .from(stockDevices)
    .groupBy(stockDevices.place);
  expect(Object.fromEntries(places.map(({ place, n }) => [place, n]))).toMatchObject({ stock: 192, packed: 1, off: 1 });
  expect((await db.select().from(apiKeys)).map(({ name }) => name).toSorted()).toEqual(['Knjigovodstvo', 'Magacin']);
  expect((await db.select().from(webhookEndpoints)).map(({ state }) => state)).toEqual(['off']);
  expect(await db.$count(statementLines, isNull(statementLines.decidedAt))).toBeGreaterThan(2);
  expect(await db.$count(mails, eq(mails.state, 'queued'))).toBe(0);
  expect(await db.$count(sessions)).toBe(before);
  expect(await faultsOf(db)).toEqual([]);
  expect(await findContradictions(db)).toEqual([]);
});
