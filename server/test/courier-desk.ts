import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { courierRequests, shipmentBoxes, shipments } from '../fulfilment/schema.ts';
import { orderEvents, orders } from '../orders/schema.ts';
import { testCourier } from './courier.ts';
import { call, giveDuties, person } from './people.ts';
import { buyer as form, pay, testShop } from './shop.ts';

/** A shop of its own whose parcels go with the courier's double, and the desk of whoever packs them. */
export async function courierDesk() {
  const courier = await testCourier();
  const shop = await testShop({
    quick: true,
    stopped: true,
    env: { FISCAL: 'off' },
    deps: { couriers: courier.couriers },
  });
  courier.reaches(shop);
  const keeper = await person(shop, 'admin', { firstName: 'Milan', lastName: 'Ćirić' });
  await giveDuties(shop, keeper, ['warehouse']);
  const desk = call(shop, keeper).fulfilment.admin;
  const send = () => courier.send(shop.deps);

  let last = 0;
  const serial = () => `VDK-26-${String(++last).padStart(6, '0')}`;
  async function paid(details = {}) {
    const who = await person(shop, 'member');
    const { url } = await call(shop, who).payments.createPayment({
      productName: 'Vidik – 1 uređaj',
      productPrice: 219,
      buyerInfo: { ...form, ...details },
    });
    await pay(shop, url);
    const [order] = await shop.db.select().from(orders).where(eq(orders.profileId, who.id));
    return { who, ...order! };
  }
  async function packed(order: { id: string; number: number }, by: 'own' | 'd-express' = 'd-express') {
    const { version } = await desk.read({ number: order.number });
    const id = randomUUID();
    const boxes = [{ grams: 350, serials: [serial()] }];
    const { key } = await desk.pack({ order: order.id, id, version, courier: by, boxes });
    return { id, key };
  }
  const codeOf = async (id: string) =>
    (await shop.db.select().from(shipmentBoxes).where(eq(shipmentBoxes.shipmentId, id)))[0]!.code!;
  return {
    courier,
    shop,
    keeper,
    desk,
    send,
    serial,
    paid,
    packed,
    codeOf,
    requestOf: async (id: string) =>
      (await shop.db.select().from(courierRequests).where(eq(courierRequests.shipmentId, id)))[0]!,
    parcelOf: async (id: string) => (await shop.db.select().from(shipments).where(eq(shipments.id, id)))[0]!,
    eventsOf: async (orderId: string) =>
      (
        await shop.db.select().from(orderEvents).where(eq(orderEvents.orderId, orderId)).orderBy(asc(orderEvents.id))
      ).map(({ kind, actor }) => `${kind} ${actor === keeper.id ? 'keeper' : actor}`),
    async under(id: string, key: string) {
      await send();
      await desk.handOver({ id, labels: [await codeOf(id)] });
      return key;
    },
  };
}
