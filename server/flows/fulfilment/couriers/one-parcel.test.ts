import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { courierRequests, shipmentBoxes, shipments } from '../../../fulfilment/schema.ts';
import { orders } from '../../../orders/schema.ts';
import { testCourier } from '../../../test/courier.ts';
import { call, giveDuties, person } from '../../../test/people.ts';
import { buyer as form, pay, testShop } from '../../../test/shop.ts';
import { SEED, size } from '../../../test/size.ts';

/** What can happen to a parcel while it is asked for, and how often beside the others. */
const STEPS = {
  'send twice at once': 5,
  send: 3,
  'lose the next answer': 6,
  'lose the next request': 2,
  down: 2,
  'half an hour later': 5,
  again: 2,
  cancel: 1,
  'own delivery': 1,
  'back to the courier': 2,
  told: 1,
} as const;
type Step = keyof typeof STEPS;
const step = fc.oneof(
  ...Object.entries(STEPS).map(([name, weight]) => ({ arbitrary: fc.constant(name as Step), weight })),
);

for (const knows of [false, true]) {
  test(`one live parcel of a key at a courier that ${knows ? 'can' : 'cannot'} be asked, after any history`, async () => {
    const courier = await testCourier({ knows });
    const env = { FISCAL: 'off' };
    const shop = await testShop({ quick: true, stopped: true, env, deps: { couriers: courier.couriers } });
    courier.reaches(shop);
    const keeper = await person(shop, 'admin');
    await giveDuties(shop, keeper, ['warehouse']);
    const desk = call(shop, keeper).fulfilment.admin;
    const who = await person(shop, 'member');
    let serial = 0;
    async function packedFiftyTimes() {
      const { url } = await call(shop, who).payments.createPayment({
        productName: 'Vidik – 1 uređaj',
        productPrice: 219,
        buyerInfo: form,
      });
      await pay(shop, url);
      const list = await shop.db.select().from(orders).where(eq(orders.profileId, who.id)).orderBy(orders.number);
      const order = list.at(-1)!;
      const { version } = await desk.read({ number: order.number });
      const id = randomUUID();
      serial += 1;
      const boxes = [{ grams: 350, serials: [`VDK-26-${String(serial).padStart(6, '0')}`] }];
      const press = () => desk.pack({ order: order.id, id, version, courier: 'd-express', boxes });
      const keys = await Promise.all(Array.from({ length: serial === 1 ? 50 : 3 }, press));
      return { id, key: keys[0]!.key };
    }
    const quietly = (asked: Promise<unknown>) =>
      asked.catch((error: { code?: string }) => expect(error.code).toMatch(/^[A-Z_]+$/));
    const { deps } = shop;
    const other = { ...deps };

    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const { id, key } = await packedFiftyTimes();
        const does: Record<Step, () => Promise<unknown>> = {
          'send twice at once': () => Promise.all([courier.send(deps), courier.send(other), courier.send(deps)]),
          send: () => courier.send(deps),
          'lose the next answer': () => courier.control.setFaults({ loseReplies: 1 }),
          'lose the next request': () => courier.control.setFaults({ loseRequests: 1 }),
          down: async () => courier.control.goDown(0.4),
          'half an hour later': async () => {
            shop.clock.now = new Date(shop.clock.now.getTime() + 1_800_000);
            await courier.control.advance(0.5);
          },
          again: () => quietly(desk.decideRequest({ id, decision: 'again' })),
          cancel: () => quietly(desk.cancel({ id })),
          'own delivery': () => quietly(desk.changeCourier({ id, courier: 'own' })),
          'back to the courier': () => quietly(desk.changeCourier({ id, courier: 'd-express' })),
          told: async () => {
            if (courier.held(key).length > 0) await courier.control.tell(key, '18');
          },
        };
        for (const one of steps) await does[one]();
        await courier.control.setFaults(null);
        await does['half an hour later']();
        await courier.send(deps);

        const [request] = await shop.db.select().from(courierRequests).where(eq(courierRequests.shipmentId, id));
        const [parcel] = await shop.db.select().from(shipments).where(eq(shipments.id, id));
        const boxes = await shop.db.select().from(shipmentBoxes).where(eq(shipmentBoxes.shipmentId, id));
        const held = courier.held(key);
        expect(held.length).toBeLessThanOrEqual(1);
        if (request!.state === 'made') expect(held.map(({ codes }) => codes)).toEqual([boxes.map(({ code }) => code)]);
        if (parcel!.courier === 'own' || request!.state === 'address_unknown') expect(held).toEqual([]);
        expect(request!.state).not.toBe('waiting');
        if (knows) expect(request!.state).not.toBe('unknown');
      }),
      { numRuns: size(12, 300), seed: SEED },
    );
  });
}

test('a courier that can be asked is asked every quarter of an hour how a silent parcel is, ever more rarely', async () => {
  const courier = await testCourier({ knows: true });
  const env = { FISCAL: 'off' };
  const shop = await testShop({ quick: true, stopped: true, env, deps: { couriers: courier.couriers } });
  courier.reaches(shop);
  const keeper = await person(shop, 'admin');
  await giveDuties(shop, keeper, ['warehouse']);
  const desk = call(shop, keeper).fulfilment.admin;
  const who = await person(shop, 'member');
  const { url } = await call(shop, who).payments.createPayment({
    productName: 'Vidik – 1 uređaj',
    productPrice: 219,
    buyerInfo: form,
  });
  await pay(shop, url);
  const [order] = await shop.db.select().from(orders).where(eq(orders.profileId, who.id));
  const { version } = await desk.read({ number: order!.number });
  const id = randomUUID();
  const boxes = [{ grams: 350, serials: ['VDK-26-000001'] }];
  const { key } = await desk.pack({ order: order!.id, id, version, courier: 'd-express', boxes });
  await courier.send(shop.deps);
  await desk.handOver({ id, labels: courier.held(key)[0]!.codes });
  const asked = async () =>
    (await shop.db.select().from(courierRequests).where(eq(courierRequests.shipmentId, id)))[0]!;
  const later = async (minutes: number) => {
    shop.clock.now = new Date(shop.clock.now.getTime() + minutes * 60_000);
    await courier.ask(shop.deps);
    return (await asked()).asked;
  };
  expect([await later(14), await later(1), await later(14), await later(1), await later(29), await later(1)]).toEqual([
    0, 1, 1, 2, 2, 3,
  ]);
  // Its messages do not arrive; it answers when it is asked.
  await courier.control.setFaults({ hold: true });
  await courier.control.tell(key, '1');
  expect(await desk.askCourier({ id })).toEqual({ by: 'program' });
  await courier.ask(shop.deps);
  const [parcel] = await shop.db.select().from(shipments).where(eq(shipments.id, id));
  expect(parcel!.state).toBe('delivered');
});
