import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { DAY_MS } from '../../../domain/day.ts';
import type { RequestState } from '../../../domain/fulfilment/courier-requests.ts';
import type { ShipmentState } from '../../../domain/fulfilment/shipment.ts';
import {
  courierRequests,
  fiscalReceipts,
  parcelClaims,
  shipmentBoxes,
  shipmentDevices,
  shipments,
} from '../../../server/fulfilment/schema.ts';
import { orderClaims, orderLines, orders } from '../../../server/orders/schema.ts';
import { orderPayments } from '../../../server/payments/schema.ts';
import { stockDevices, stockIntakes } from '../../../server/stock/schema.ts';
import type { FuzzContext } from '../fuzz-context.ts';
import type { Random } from '../random.ts';
import { type Recipe, withId } from './recipe.ts';

const PRICE = { amount: 21_900, currency: 'EUR' as const };
const delivery = {
  firstName: 'Milica',
  lastName: 'Živković',
  address: 'Ulica lipa',
  addressNumber: '14',
  city: 'Čačak',
};

const receiver = {
  name: 'Đorđe Šćepanović',
  phone: '+381641234567',
  address: 'Bulevar Nemanjića',
  addressNumber: '25/4',
  city: 'Niš',
  postalCode: '18000',
};

/** An order of one device that was paid, and its buyer. */
export async function bought(context: FuzzContext, price: { amount: number; currency: 'EUR' | 'RSD' } = PRICE) {
  const { db } = context;
  const { id: profileId, email, token } = await context.createPerson('member');
  const productName = 'Vidik – 1 uređaj';
  const [order] = await db
    .insert(orders)
    .values({
      profileId,
      email,
      kind: 'device',
      productName,
      ...price,
      delivery,
      rate: 117.17,
      status: 'paid',
      paymentState: 'paid',
      fulfilmentState: 'new',
      paidAt: new Date(),
    })
    .returning();
  const orderId = order!.id;
  await db.insert(orderLines).values({ orderId, position: 1, kind: 'goods', name: productName, quantity: 1, ...price });
  // The job that gives claims to orders of an earlier version may have come first.
  await db
    .insert(orderClaims)
    .values({ orderId, way: 'card', ...price })
    .onConflictDoNothing();
  const payment = `cs_${randomUUID()}`;
  await db.insert(orderPayments).values({ key: payment, orderId, source: 'webhook', ...price });
  return { id: orderId, number: order!.number, version: order!.version, token, payment };
}

/** A device that can be packed, whether stock is counted yet or not. */
async function device({ db }: FuzzContext, random: Random): Promise<string> {
  const serial = `VDK-${String(10 + random.below(90))}-${String(random.below(1_000_000)).padStart(6, '0')}`;
  const [intake] = await db
    .insert(stockIntakes)
    .values({ key: randomUUID(), by: 'scan', takenAt: new Date() })
    .returning();
  await db
    .insert(stockDevices)
    .values({ serial, place: 'stock', movedAt: new Date(), intake: intake!.number })
    .onConflictDoNothing();
  return serial;
}

/** A parcel of an order of its own, in that state, of a device that only its number tells of. */
export async function parcel(context: FuzzContext, random: Random, state: ShipmentState) {
  const { db } = context;
  const order = await bought(context);
  const id = randomUUID();
  const token = randomUUID().replaceAll('-', '').slice(0, 22);
  await db.insert(shipments).values({ id, orderId: order.id, n: 1, courier: 'own', state, devices: 1, token });
  await db.insert(shipmentBoxes).values({ shipmentId: id, n: 1, grams: 350 });
  const serial = `VDK-09-${String(random.below(1_000_000)).padStart(6, '0')}`;
  await db
    .insert(shipmentDevices)
    .values({ shipmentId: id, box: 1, position: 1, serial, isCounted: false })
    .onConflictDoNothing();
  return { order, id, serial, token };
}

/** A parcel on delivery that a courier has brought and not handed the money over for. */
export async function collected(context: FuzzContext, random: Random) {
  const { db } = context;
  const { id, order } = await parcel(context, random, 'delivered');
  const amount = 2_605_000;
  const way = 'cash_on_delivery' as const;
  await db
    .update(shipments)
    .set({ courier: 'd-express', deliveredAt: new Date(), collectAmount: amount, collectAccount: '999000000000303182' })
    .where(eq(shipments.id, id));
  await db.update(orderClaims).set({ way, amount, currency: 'RSD' }).where(eq(orderClaims.orderId, order.id));
  const key = `${order.number}-1`;
  const came = { way, amount, currency: 'RSD', source: 'parcel', receipt: 'collected' } as const;
  await db
    .update(orderPayments)
    .set({ key: `cash:${key}`, ...came })
    .where(eq(orderPayments.orderId, order.id));
  const states = { status: 'pending', paymentState: 'collected', fulfilmentState: 'delivered', paidAt: null } as const;
  await db
    .update(orders)
    .set({ way, ...states })
    .where(eq(orders.id, order.id));
  return { id, key, amount };
}

/** A packed parcel that a courier was asked for, as far as that. */
async function asked(context: FuzzContext, random: Random, state: RequestState) {
  const { id, order } = await parcel(context, random, 'packed');
  await context.db.update(shipments).set({ courier: 'd-express' }).where(eq(shipments.id, id));
  // Long after the run: the job of requests leaves it alone.
  const nextAt = new Date(Date.now() + DAY_MS);
  await context.db
    .insert(courierRequests)
    .values({ shipmentId: id, key: `${order.number}-1`, courier: 'd-express', bodyHash: 'x', state, nextAt });
  return id;
}

/** A parcel that was lost, whose buyer was asked what they want instead. */
async function lost(context: FuzzContext, random: Random) {
  const { id, order } = await parcel(context, random, 'lost');
  await context.db.update(orders).set({ fulfilmentState: 'lost' }).where(eq(orders.id, order.id));
  await context.db.insert(parcelClaims).values({
    shipmentId: id,
    kind: 'lost',
    state: 'open',
    amount: 2_566_000,
    currency: 'RSD',
    openedAt: new Date(),
    dueOn: '2027-01-31',
    askedAt: new Date(),
  });
  return { id, order };
}

const receipt = (random: Random): string => `AB12CD34-AB12CD34-${1 + random.below(1_000_000_000)}`;

export const fulfilmentRecipes: Record<string, Recipe> = {
  'fulfilment.follow': async (context, random) => ({
    params: { token: (await parcel(context, random, 'in_transit')).token },
  }),
  'fulfilment.own': async (context) => {
    const { number, token } = await bought(context);
    return { token, params: { number } };
  },
  'fulfilment.choose': async (context, random) => {
    const { order } = await lost(context, random);
    return {
      token: order.token,
      params: { number: order.number, n: 1 },
      body: { choice: random.pick(['again', 'money']) },
    };
  },
  'fulfilment.admin.enterChoice': async (context, random) => ({
    params: { id: (await lost(context, random)).id },
    body: { choice: random.pick(['again', 'money']) },
  }),
  'fulfilment.admin.settleClaim': async (context, random) => ({
    params: { id: (await lost(context, random)).id },
    body: { outcome: random.pick(['paid', 'refused']), note: 'Nije bilo osiguranja.' },
  }),
  'fulfilment.admin.read': async (context) => ({ params: { number: (await bought(context)).number } }),
  'fulfilment.admin.address': async (context) => ({ params: { number: (await bought(context)).number } }),
  'fulfilment.admin.sendLink': async (context, random) => ({
    params: { id: (await parcel(context, random, 'in_transit')).id },
    body: { key: random.uuid() },
  }),
  'fulfilment.admin.pack': async (context, random) => {
    const { id: order, version } = await bought(context);
    const boxes = [{ grams: 350, serials: [await device(context, random)] }];
    return {
      params: { order },
      body: { id: random.uuid(), version, courier: 'own', isPart: false, outOfTurn: 'Proba.', boxes },
    };
  },
  'fulfilment.admin.cancel': async (context, random) => withId((await parcel(context, random, 'packed')).id),
  'fulfilment.admin.correct': async (context, random) => {
    const { id, serial } = await parcel(context, random, 'packed');
    const to = await device(context, random);
    return { params: { id }, body: { key: random.uuid(), from: serial, to, reason: 'misread' } };
  },
  'fulfilment.admin.enterReceipt': async (context, random) => ({
    params: { order: (await parcel(context, random, 'packed')).order.id },
    body: { kind: 'receipt', number: receipt(random) },
  }),
  'fulfilment.admin.handOver': async (context, random) => {
    const { id, order } = await parcel(context, random, 'packed');
    const entered = { orderId: order.id, kind: 'receipt' as const, number: receipt(random), enteredAt: new Date() };
    await context.db.insert(fiscalReceipts).values(entered).onConflictDoNothing();
    return { params: { id }, body: { labels: [`${order.number}-1-1`] } };
  },
  'fulfilment.admin.move': async (context, random) => ({
    params: { id: (await parcel(context, random, 'handed_over')).id },
    body: { from: 'handed_over', to: random.pick(['in_transit', 'delivered', 'refused', 'lost', 'damaged']) },
  }),
  'fulfilment.admin.sort': async (context, random) => {
    const { id } = await parcel(context, random, 'delivered');
    await context.db.update(shipments).set({ courier: 'before_records', isToSort: true }).where(eq(shipments.id, id));
    return { params: { id }, body: { delivered: random.pick([true, false]) } };
  },
  'fulfilment.admin.labels': async (context, random) => ({
    body: { parcels: [(await parcel(context, random, 'packed')).id] },
  }),
  'fulfilment.admin.packingList': async (context) => ({ query: { 'orders[]': (await bought(context)).number } }),
  'fulfilment.admin.labelsOf': async (context, random) => ({
    body: { orders: [(await parcel(context, random, 'packed')).order.number] },
  }),
  'fulfilment.admin.printing': async (context, random) => ({
    body: { orders: [(await parcel(context, random, 'packed')).order.number] },
  }),
  'fulfilment.admin.changeCourier': async (context, random) => ({
    params: { id: (await parcel(context, random, 'packed')).id },
    body: { courier: 'd-express' },
  }),
  'fulfilment.admin.decideRequest': async (context, random) => ({
    params: { id: await asked(context, random, 'unknown') },
    body: { decision: random.pick(['has', 'has_not']) },
  }),
  'fulfilment.admin.askCourier': async (context, random) => ({ params: { id: await asked(context, random, 'made') } }),
  'orders.changeDelivery': async (context) => {
    const { number, version, token } = await bought(context);
    return { token, params: { number }, body: { version, to: receiver } };
  },
  'orders.admin.changeDelivery': async (context) => {
    const { number, version } = await bought(context);
    return { params: { number }, body: { version, to: receiver } };
  },
  'fulfilment.admin.pickUpList': async (context, random) => {
    await parcel(context, random, 'packed');
    return {};
  },
};
