import { expect, test } from 'vitest';
import { orderLines, orders } from '../../orders/schema.ts';
import { testApp } from '../../test/app.ts';
import { exactly } from '../../test/counts.ts';
import { readPdf } from '../../test/pdf.ts';
import { call, giveDuties, person } from '../../test/people.ts';

/** When the courier comes next, and what is not packed by then. */

const env = { COURIERS: 'own,d-express', COURIER_PICK_UP: '10:00', BANK_HOLIDAYS: '2026-11-11' };
const app = await testApp({ env });
const office = call(app, await person(app, 'superAdmin'));

async function order() {
  const delivery = { firstName: 'Žarko', lastName: 'Đurić', city: 'Niš', phone: '+381641112223' };
  const [made] = await app.db
    .insert(orders)
    .values({
      email: 'kupac@primer.rs',
      kind: 'device',
      productName: 'Vidik – 1 uređaj',
      amount: 21_900,
      way: 'card',
      status: 'paid',
      paymentState: 'paid',
      fulfilmentState: 'new',
      delivery,
      paidAt: app.clock.now,
      createdAt: app.clock.now,
    })
    .returning();
  return made!.id;
}
/** In Belgrade it is an hour later. */
const pickUpDeadlinesAt = async (time: string) => {
  app.clock.now = new Date(time);
  const { deadlines } = await office.admin.today();
  return deadlines!.filter(({ kind }) => kind === 'pickup');
};

test('the courier’s next pick-up is shown with what is not packed, from the evening before, on working days alone', async () => {
  expect(await pickUpDeadlinesAt('2026-11-23T08:00:00Z'), 'everything is packed').toEqual([]);
  for (let n = 0; n < 2; n += 1) await order();
  const [today, ...more] = await pickUpDeadlinesAt('2026-11-23T08:00:00Z');
  expect(more).toEqual([]);
  expect(today).toMatchObject({
    day: '2026-11-23',
    number: null,
    pickUp: { courier: 'd-express', at: '2026-11-23T09:00:00.000Z', toPack: exactly(2) },
  });
  expect((await office.orders.admin.list({ view: 'to_pack' })).rows).toHaveLength(2);
  expect(
    (await pickUpDeadlinesAt('2026-11-23T09:00:00Z')).map(({ day }) => day),
    'it has come',
  ).toEqual(['2026-11-24']);
  expect(await pickUpDeadlinesAt('2026-11-27T09:30:00Z'), 'on Friday afternoon Monday is far').toEqual([]);
  expect((await pickUpDeadlinesAt('2026-11-29T09:30:00Z')).map(({ day }) => day)).toEqual(['2026-11-30']);
  expect(await pickUpDeadlinesAt('2026-11-10T09:30:00Z'), 'tomorrow is a holiday').toEqual([]);
});

test('the list of what is to be packed says which courier fetches it, and when', async () => {
  app.clock.now = new Date('2026-11-23T09:00:00Z');
  const line = { position: 1, kind: 'goods', name: 'Vidik – 1 uređaj', amount: 21_900, currency: 'EUR' } as const;
  await app.db.insert(orderLines).values({ ...line, quantity: 1, orderId: await order() });
  const list = (await office.fulfilment.admin.packingList({})) as File;
  const { text } = await readPdf(new Uint8Array(await list.arrayBuffer()));
  expect(text).toContain('Preuzimanje: D Express, utorak 24. 11. 2026. u 10:00');
});

test('the pick-up is told to whoever packs, and to nobody else', async () => {
  const kindsOf = async (duty: 'warehouse' | 'sales') => {
    const one = await person(app, 'admin');
    await giveDuties(app, one, [duty]);
    return (await call(app, one).admin.today()).deadlines!.map(({ kind }) => kind);
  };
  app.clock.now = new Date('2026-11-23T08:00:00Z');
  expect(await kindsOf('warehouse')).toContain('pickup');
  expect(await kindsOf('sales')).not.toContain('pickup');
});
