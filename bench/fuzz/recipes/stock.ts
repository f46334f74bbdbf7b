import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { daysLater } from '#domain/day.ts';
import { dayOf } from '#domain/time.ts';
import { ordersLosingDevices } from '../../../server/stock/free.ts';
import { countDevicesInStock } from '../../../server/stock/level.ts';
import { stockDevices, stockIntakes } from '../../../server/stock/schema.ts';
import type { FuzzContext } from '../fuzz-context.ts';
import type { Random } from '../random.ts';
import { type Recipe, withId } from './recipe.ts';

/** Of a million for each year of two digits; one that is there already is answered with a yes, too. */
const newSerial = (random: Random): string =>
  `VDK-${String(10 + random.below(90))}-${String(random.below(1_000_000)).padStart(6, '0')}`;

async function received(
  { db }: FuzzContext,
  random: Random,
  by: 'file' | 'scan',
  place: 'stock' | 'inspection' | 'off' = 'stock',
) {
  const [intake] = await db.insert(stockIntakes).values({ key: randomUUID(), by, takenAt: new Date() }).returning();
  const reason = place === 'off' ? ('faulty' as const) : null;
  const device = { serial: newSerial(random), place, reason, movedAt: new Date(), intake: intake!.number };
  const [row] = await db.transaction(async (tx) => {
    // Its way there, from the stock to a buyer and back, is left out: the database would ask for each step.
    if (place !== 'stock') await tx.execute(sql`set local session_replication_role = replica`);
    return tx.insert(stockDevices).values(device).onConflictDoNothing().returning();
  });
  return { id: row?.id ?? randomUUID(), serial: device.serial, number: intake!.number };
}

/** Requests under way at once move the stock by fewer than this. */
const MARGIN = 20;
/** Orders whose turn it may no longer be when a device is gone. */
async function waiting({ db }: FuzzContext): Promise<{ seen: number[] }> {
  const devices = await countDevicesInStock(db);
  const orders = await ordersLosingDevices(db, { stock: devices + MARGIN, left: Math.max(0, devices - MARGIN) });
  return { seen: orders.map(({ number }) => number) };
}

const file = (random: Random) => ({ name: 'prijem.csv', content: `Serijski broj\n${newSerial(random)}\n` });

export const stockRecipes: Record<string, Recipe> = {
  'stock.admin.device': async (context, random) => withId((await received(context, random, 'file')).id),
  'stock.admin.check': async (_context, random) => ({ body: {}, file: file(random) }),
  'stock.admin.take': async (_context, random) => ({
    body: { key: random.uuid(), document: 'Otpremnica' },
    file: file(random),
  }),
  'stock.admin.undo': async (context, random) => ({
    params: { number: (await received(context, random, 'file')).number },
    body: await waiting(context),
  }),
  'stock.admin.unscan': async (context, random) => ({
    ...withId((await received(context, random, 'scan')).id),
    body: await waiting(context),
  }),
  'stock.admin.setDeliversFrom': async () => ({ body: { day: daysLater(dayOf(new Date()), 14) } }),
  'stock.admin.restock': async (context, random) => {
    const { serial } = await received(context, random, 'scan', 'inspection');
    return { body: { serials: [serial] } };
  },
  'stock.admin.writeOffRecord': async (context, random) => {
    await received(context, random, 'scan', 'off');
    return { params: { day: dayOf(new Date()) } };
  },
  'stock.admin.writeOff': async (context, random) => ({
    body: {
      serials: [(await received(context, random, 'scan')).serial],
      reason: 'lost',
      note: '',
      ...(await waiting(context)),
    },
  }),
};
