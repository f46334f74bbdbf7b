import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orders } from '../../orders/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { mails } from '../../platform/mail.schema.ts';
import { testApp } from '../../test/app.ts';
import { call, codeOfCall, giveDuties, person } from '../../test/people.ts';
import { buyer as form, pay, testShop } from '../../test/shop.ts';

const shop = await testShop({ quick: true, stopped: true, env: { FISCAL: 'off' } });
const seller = await person(shop, 'admin');
await giveDuties(shop, seller, ['sales']);
const keeper = await person(shop, 'admin');
await giveDuties(shop, keeper, ['warehouse']);
const [sales, warehouse] = [call(shop, seller), call(shop, keeper)];

const to = {
  name: 'Đorđe Šćepanović',
  phone: '+381 64 555 333',
  address: 'Cara Lazara',
  addressNumber: 'bb',
  city: 'Ćuprija',
  postalCode: '35230',
};

async function ordered({ paid = true } = {}) {
  const who = await person(shop);
  const { url, orderId } = await call(shop, who).payments.createPayment({
    productName: 'Vidik – 1 uređaj',
    productPrice: 219,
    buyerInfo: form,
  });
  if (paid) await pay(shop, url);
  const order = await orderOf(orderId);
  const { orders: own, payments } = call(shop, who);
  return { who, own, payments, id: orderId, number: order.number, version: order.version };
}
const orderOf = async (id: string) => (await shop.db.select().from(orders).where(eq(orders.id, id)))[0]!;
const mailsOf = async (id: string) =>
  (await shop.db.select().from(mails).where(eq(mails.orderId, id))).filter(
    ({ template }) => template === 'orders.delivery-changed',
  );
let printed = 0;
const pack = async ({ id, version }: { id: string; version: number }) =>
  warehouse.fulfilment.admin.pack({
    order: id,
    id: randomUUID(),
    version,
    courier: 'own' as const,
    isPart: false,
    boxes: [{ grams: 350, serials: [`VDK-26-${String(++printed).padStart(6, '0')}`] }],
  });

test('a buyer sends a paid order to somebody else: the parcel, the page and the mail say so, the account stays as it is', async () => {
  const { own, id, number, version } = await ordered();
  expect(await own.read({ number })).toMatchObject({ isDeliveryOpen: true, delivery: { city: form.city } });
  await own.changeDelivery({ number, version, to });
  const order = await orderOf(id);
  expect(order.delivery).toMatchObject({
    firstName: form.firstName,
    phone: form.phone,
    recipientName: to.name,
    recipientPhone: to.phone,
    city: to.city,
  });
  expect((await warehouse.fulfilment.admin.read({ number })).delivery).toMatchObject({ recipientName: to.name });
  const { events } = await sales.orders.admin.read({ number });
  expect(events[0]).toMatchObject({ kind: 'delivery_changed', facts: {} });
  expect(await mailsOf(id)).toHaveLength(1);
  expect((await mailsOf(id))[0]!.props).toMatchObject({ number, delivery: { city: to.city } });
  const logged = await shop.db.select().from(auditLog).where(eq(auditLog.subjectId, id));
  expect(logged.map(({ action }) => action)).toContain('orders.delivery-changed');

  const again = { ...to, name: `${form.firstName} ${form.lastName}`, phone: form.phone };
  await own.changeDelivery({ number, version: order.version, to: again });
  expect((await orderOf(id)).delivery).not.toHaveProperty('recipientName');
});

test('a note for the courier is added with the address, said in the mail, and taken away with it', async () => {
  const { own, id, number, version } = await ordered();
  const courierNote = 'Ulaz iz dvorišta, do 14 časova.';
  await own.changeDelivery({ number, version, to: { ...to, courierNote } });
  expect((await own.read({ number })).delivery).toMatchObject({ courierNote });
  const { preview } = call(shop, await person(shop, 'superAdmin')).admin.mails;
  expect((await preview({ id: (await mailsOf(id))[0]!.id })).text).toContain(courierNote);
  await own.changeDelivery({ number, version: (await orderOf(id)).version, to });
  expect((await orderOf(id)).delivery).not.toHaveProperty('courierNote');
});

test('sent twice it is changed once, and where it goes already is done', async () => {
  const { own, id, number, version } = await ordered();
  await Promise.all([own.changeDelivery({ number, version, to }), own.changeDelivery({ number, version, to })]);
  expect((await orderOf(id)).version).toBe(version + 1);
  expect(await mailsOf(id)).toHaveLength(1);
});

test('of two who change it at once one wins, and the other is told', async () => {
  const { own, number, version } = await ordered();
  const other = { ...to, city: 'Niš', postalCode: '18000' };
  const results = await Promise.all([
    codeOfCall(own.changeDelivery({ number, version, to })),
    codeOfCall(sales.orders.admin.changeDelivery({ number, version, to: other })),
  ]);
  expect(results.filter((code) => code === 'ORDER_CHANGED')).toHaveLength(1);
});

test('what is packed keeps its address until the parcel is taken back; packing of what changed meanwhile is refused', async () => {
  const { own, id, number, version } = await ordered();
  await warehouse.orders.admin.changeDelivery({ number, version, to });
  expect(await codeOfCall(pack({ id, version }))).toBe('ORDER_CHANGED');
  await pack(await orderOf(id));
  const { version: packed } = await orderOf(id);
  const back = { ...to, city: 'Niš', postalCode: '18000' };
  expect(await codeOfCall(own.changeDelivery({ number, version: packed, to: back }))).toBe('DELIVERY_CLOSED');
  expect(await own.read({ number })).toMatchObject({ isDeliveryOpen: false });
  const { parcels } = await warehouse.fulfilment.admin.read({ number });
  await warehouse.fulfilment.admin.cancel({ id: parcels[0]!.id });
  const { version: free } = await orderOf(id);
  await own.changeDelivery({ number, version: free, to: back });
  expect((await orderOf(id)).delivery).toMatchObject({ city: 'Niš' });
});

test('an unpaid order takes another address, and is paid as it is', async () => {
  const { own, id, number, version } = await ordered({ paid: false });
  await own.changeDelivery({ number, version, to });
  expect(await orderOf(id)).toMatchObject({ status: 'pending', amount: 21_900, delivery: { city: to.city } });
});

test('an unpaid order is gone on with by the address that it has now; by the one before it is another order', async () => {
  const { own, payments, id, number, version } = await ordered({ paid: false });
  const { name, phone, ...place } = to;
  await own.changeDelivery({ number, version, to });
  const sent = { ...form, ...place, recipientName: name, recipientPhone: phone };
  const again = async (buyerInfo: typeof form) =>
    (await payments.createPayment({ productName: 'Vidik – 1 uređaj', productPrice: 219, buyerInfo })).orderId;
  expect(await again(sent)).toBe(id);
  expect(await again(form)).not.toBe(id);
});

test('a postal code of another country, an empty field and a cancelled order are refused, and nothing is written', async () => {
  const { own, id, number, version } = await ordered({ paid: false });
  const wrong = own.changeDelivery({ number, version, to: { ...to, postalCode: '1000' } });
  expect(await codeOfCall(wrong)).toBe('POSTAL_CODE_WRONG');
  expect(await codeOfCall(own.changeDelivery({ number, version, to: { ...to, phone: '' } }))).toBe('BAD_REQUEST');
  await own.cancel({ number, version });
  const { version: cancelled } = await orderOf(id);
  expect(await codeOfCall(own.changeDelivery({ number, version: cancelled, to }))).toBe('DELIVERY_CLOSED');
  expect((await orderOf(id)).delivery).toMatchObject({ city: form.city });
  expect(await mailsOf(id)).toHaveLength(0);
});

test('a buyer changes orders and complains twenty times in an hour together, so that no more is mailed for them', async () => {
  const { deps, databaseUrl } = shop;
  const limited = await testApp({ env: { RATE_LIMITS: 'on' }, databaseUrl, deps: { tokens: deps.tokens } });
  limited.clock.now = shop.clock.now;
  const { who, id, number, version } = await ordered({ paid: false });
  const { orders: own, tasks } = call(limited, who);
  const change = (n: number) =>
    codeOfCall(own.changeDelivery({ number, version: version + n, to: { ...to, addressNumber: String(n) } }));
  for (let n = 0; n < 20; n += 1) expect(await change(n)).toBe('ok');
  expect(await change(20)).toBe('TOO_MANY_REQUESTS');
  const complaint = { key: randomUUID(), orderId: id, text: 'Uređaj se ne pali.' };
  expect(await codeOfCall(tasks.complain(complaint))).toBe('TOO_MANY_REQUESTS');
  expect(await mailsOf(id)).toHaveLength(20);
});
