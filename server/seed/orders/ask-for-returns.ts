import { randomUUID } from 'node:crypto';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { DAY_MS, HOUR_MS } from '#domain/day.ts';
import { profiles } from '../../accounts/schema.ts';
import { shipmentDevices, shipments } from '../../fulfilment/schema.ts';
import { orders } from '../../orders/schema.ts';
import type { Client } from '../client.ts';
import type { Desk } from './desk-clients.ts';

/** Three buyers of the year who got their devices lately: one complains, one has a label, of one the device came back. */
export async function askForReturns({ deps: { db }, clock, as }: Desk, staff: Client): Promise<void> {
  const end = clock.now;
  const rows = await db
    .select({ order: orders, serial: sql<string>`min(${shipmentDevices.serial})` })
    .from(orders)
    .innerJoin(shipments, and(eq(shipments.orderId, orders.id), eq(shipments.state, 'delivered')))
    .innerJoin(shipmentDevices, eq(shipmentDevices.shipmentId, shipments.id))
    .innerJoin(profiles, eq(profiles.id, orders.profileId))
    .where(
      and(
        isNull(profiles.closedAt),
        isNull(profiles.blockedAt),
        eq(orders.refunded, 0),
        eq(orders.way, 'card'),
        sql`${shipments.deliveredAt} > ${new Date(end.getTime() - 14 * DAY_MS)}`,
      ),
    )
    .groupBy(orders.id)
    .orderBy(desc(orders.paidAt))
    .limit(3);
  for (const [n, { order, serial }] of rows.entries()) {
    const id = randomUUID();
    const asked = {
      number: order.number,
      id,
      way: n === 1 ? ('label' as const) : ('own' as const),
      serials: [serial],
    };
    const own = (await as({ id: order.profileId!, email: order.email })).returns;
    clock.now = new Date(end.getTime() - (n + 1) * 9 * HOUR_MS);
    if (n === 0) await own.ask({ ...asked, kind: 'complaint', reason: 'Slika se prekida posle dva minuta.' });
    else await own.ask({ ...asked, kind: 'withdrawal', reason: '' });
    clock.now = new Date(clock.now.getTime() + 2 * HOUR_MS);
    if (n === 1) await staff.returns.admin.sendLabel({ id, label: 'TT0000014821' });
    if (n === 2) await staff.returns.admin.receive({ id, serials: [serial] });
  }
  clock.now = end;
}
