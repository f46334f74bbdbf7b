import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { closeAccount } from '../flows/people/close-account.ts';
import { auditLog } from '../platform/audit.schema.ts';
import { mails } from '../platform/mail.schema.ts';
import { ask, keyOf } from '../test/keys.ts';
import { networkMember } from '../test/network.ts';
import { call, codeOfCall, giveDuties, person } from '../test/people.ts';
import { buyer as form, pay, testShop } from '../test/shop.ts';
import { orders } from './schema.ts';

const shop = await testShop({ quick: true });
const staff = await person(shop, 'admin', { firstName: 'Jelena', lastName: 'Đurić' });
const desk = call(shop, staff).orders.admin;

async function ordered() {
  const who = await person(shop, 'member');
  const { url } = await call(shop, who).payments.createPayment({
    productName: 'Vidik – 1 uređaj',
    productPrice: 219,
    buyerInfo: form,
  });
  const [order] = await shop.db.select().from(orders).where(eq(orders.profileId, who.id));
  return { who, url, id: order!.id, number: order!.number };
}
const kinds = ({ events }: { events: { kind: string }[] }) => events.map(({ kind }) => kind);

test('an order’s page tells what was bought, what happened and by whom, and follows the payment', async () => {
  const { url, number, who } = await ordered();
  const waiting = await desk.read({ number });
  expect(waiting).toMatchObject({
    paymentState: 'unpaid',
    fulfilmentState: 'new',
    rate: 117.17,
    lines: [{ kind: 'goods', name: 'Vidik – 1 uređaj', quantity: 1, amount: 21_900, currency: 'EUR' }],
    payments: [],
    events: [
      { kind: 'placed', by: { id: who.id, name: 'Milica Živković' }, facts: { amount: 21_900, currency: 'EUR' } },
    ],
    buyer: { name: 'Milica Živković', orders: 1, paid: 0, others: [] },
  });
  await pay(shop, url);
  const paid = await desk.read({ number });
  expect(paid).toMatchObject({
    paymentState: 'paid',
    status: 'paid',
    version: waiting.version + 1,
    payments: [{ way: 'card', receipt: 'received', isSurplus: false, amount: 21_900, refunded: 0 }],
    buyer: { paid: 21_900 },
  });
  expect(kinds(paid)).toEqual(['paid', 'placed']);
  expect(paid.mails.map(({ template }) => template).sort()).toEqual(['orders.new-sale', 'orders.paid']);
});

test('whoever packs an order sees that its buyer has closed the account', async () => {
  const { url, number, who } = await ordered();
  await pay(shop, url);
  expect((await desk.read({ number })).buyer?.closedAt).toBeNull();
  await shop.db.transaction((tx) => closeAccount(tx, shop.deps, { id: who.id }, who.id));
  expect((await desk.read({ number })).buyer?.closedAt).not.toBeNull();
});

test('what a program did with a key is told to staff with the key and its maker, and to the buyer with neither', async () => {
  const { url, number, who } = await ordered();
  await pay(shop, url);
  const key = await keyOf(shop, staff, { name: 'Uvoz adresa', duties: ['sales'] });
  const { version } = await desk.read({ number });
  const to = {
    name: 'Đorđe Šćepanović',
    phone: '+381 64 555 333',
    address: 'Cara Lazara',
    addressNumber: 'bb',
    city: 'Ćuprija',
    postalCode: '35230',
  };
  const changed = await ask(shop, key.secret, `/admin/orders/${number}/delivery`, {
    method: 'POST',
    body: { version, to },
  });
  expect(changed.status).toBe(200);
  const by = { id: staff.id, name: 'Jelena Đurić', key: 'Uvoz adresa' };
  const { events } = await desk.read({ number });
  expect(events[0]).toMatchObject({ kind: 'delivery_changed', by });
  expect(events.slice(1).map((event) => event.by.key)).toEqual([null, null]);
  const history = await call(shop, staff).accounts.admin.people.history({ id: who.id, kind: 'purchase' });
  expect(history.rows[0]).toMatchObject({ about: { event: 'delivery_changed' }, by });

  const own = JSON.stringify(await call(shop, who).orders.read({ number }));
  const data = await ((await call(shop, who).accounts.own.data({ format: 'json' })) as File).text();
  expect(data).toContain('delivery_changed');
  for (const seen of [own, data]) for (const said of [key.name, key.id, 'Đurić']) expect(seen).not.toContain(said);
});

test('the page says what the order gave and how many parcels this phone refused', async () => {
  const keeper = await person(shop, 'admin');
  await giveDuties(shop, keeper, ['warehouse', 'sales', 'accounting']);
  const packing = call(shop, keeper).fulfilment.admin;
  const sales = call(shop, keeper).orders.admin;
  let serial = 0;
  const sent = async ({ id, number }: { id: string; number: number }) => {
    const { version } = await packing.read({ number });
    const parcel = randomUUID();
    serial += 1;
    const serials = [`VDK-26-9${String(serial).padStart(5, '0')}`];
    const { key } = await packing.pack({
      order: id,
      id: parcel,
      version,
      courier: 'own',
      boxes: [{ grams: 350, serials }],
    });
    await packing.enterReceipt({ order: id, kind: 'receipt', number: `AB12CD34-AB12CD34-${serial}` });
    await packing.handOver({ id: parcel, labels: [`${key}-1`] });
    return parcel;
  };
  const phone = '+381 63 700 11 22';
  const address = { address: 'Gornja', addressNumber: '7' };
  const onDelivery = async () => {
    const { orderId: id, number } = await call(shop, await person(shop, 'member')).payments.createPayment({
      productName: 'Vidik – 1 uređaj',
      productPrice: 219,
      way: 'cash_on_delivery',
      buyerInfo: { ...form, ...address, phone },
    });
    return { id, number };
  };
  for (let n = 0; n < 2; n += 1) {
    const order = await onDelivery();
    expect(await desk.read({ number: order.number })).toMatchObject({ refusedParcels: n, gave: [] });
    const { version } = await sales.read({ number: order.number });
    await sales.call({ number: order.number, version, id: randomUUID(), outcome: 'confirmed', next: null });
    await packing.move({ id: await sent(order), from: 'handed_over', to: 'refused' });
  }
  expect((await desk.read({ number: (await onDelivery()).number })).refusedParcels).toBe(2);
  expect((await desk.read({ number: (await ordered()).number })).refusedParcels, 'another phone').toBe(0);

  const order = await ordered();
  await pay(shop, order.url);
  expect((await desk.read({ number: order.number })).gave, 'nothing came yet').toEqual([]);
  const parcel = await sent(order);
  await packing.move({ id: parcel, from: 'handed_over', to: 'delivered' });
  const { gave, refusedParcels } = await desk.read({ number: order.number });
  expect(gave).toEqual([{ unit: 'device', cause: 'delivered', delta: 1, moment: expect.any(String) }]);
  expect(refusedParcels, 'it has come').toBeNull();
  await shop.db.update(orders).set({ refunded: 21_900 }).where(eq(orders.id, order.id));
  expect((await desk.read({ number: order.number })).gave.map(({ cause, delta }) => [cause, delta])).toEqual([
    ['taken', -1],
    ['delivered', 1],
  ]);
});

test('the page says what the courier collects, when devices are expected, which came back, and where their buyer stands', async () => {
  const keeper = await person(shop, 'admin');
  await giveDuties(shop, keeper, ['warehouse', 'sales', 'accounting']);
  const { orders: sales, fulfilment, refunds } = call(shop, keeper);
  const packing = fulfilment.admin;
  const packed = async ({ id, number }: { id: string; number: number }, serial: string) => {
    const { version } = await packing.read({ number });
    const parcel = randomUUID();
    const boxes = [{ grams: 350, serials: [serial] }];
    const { key } = await packing.pack({ order: id, id: parcel, version, courier: 'own', boxes });
    return { id: parcel, labels: [`${key}-1`] };
  };
  const top = await networkMember(shop);
  const who = await networkMember(shop, top);
  await networkMember(shop, who);
  const { orderId, number } = await call(shop, who).payments.createPayment({
    productName: 'Vidik – 1 uređaj',
    productPrice: 219,
    way: 'cash_on_delivery',
    buyerInfo: { ...form, phone: '+381 63 811 22 33', address: 'Donja', addressNumber: '9' },
  });
  const { version } = await sales.admin.read({ number });
  await sales.admin.call({ number, version, id: randomUUID(), outcome: 'confirmed', next: null });
  await packed({ id: orderId, number }, 'VDK-26-811001');
  expect(await desk.read({ number })).toMatchObject({
    shipments: [{ n: 1, collectAmount: 2_605_000 }],
    returned: [],
    expected: { kind: 'on' },
    standing: {
      inviter: { id: expect.any(String), name: expect.any(String) },
      network: { level: 2, downline: 1 },
      away: 0,
    },
  });

  const order = await ordered();
  await pay(shop, order.url);
  const parcel = await packed(order, 'VDK-26-811002');
  await packing.enterReceipt({ order: order.id, kind: 'receipt', number: 'AB12CD34-AB12CD34-811' });
  await packing.handOver(parcel);
  await packing.move({ id: parcel.id, from: 'handed_over', to: 'delivered' });
  const money = await refunds.admin.read({ order: order.number });
  const wanted = {
    order: order.number,
    payment: money.payments[0]!.key,
    scope: 'whole' as const,
    reason: 'agreement' as const,
    goods: 'stock' as const,
    serials: ['VDK-26-811002'],
  };
  const seen = await refunds.admin.preview(wanted);
  await refunds.admin.ask({ ...wanted, id: randomUUID(), version: seen.version, shown: seen.money.amount });
  expect(await desk.read({ number: order.number })).toMatchObject({
    shipments: [{ n: 1, collectAmount: null }],
    returned: [{ serial: 'VDK-26-811002', n: 1 }],
    expected: null,
    standing: { inviter: null, network: null, away: 0 },
  });
});

test('its neighbours are those of the list it was found in, in that order', async () => {
  const [one, two, three] = [await ordered(), await ordered(), await ordered()];
  await pay(shop, two.url);
  expect(await desk.neighbours({ number: two.number })).toMatchObject({ previous: three.number, next: one.number });
  expect(await desk.neighbours({ number: two.number, direction: 'asc' })).toMatchObject({
    previous: one.number,
    next: three.number,
  });
  const waiting = await desk.neighbours({ number: three.number, status: 'pending' });
  expect(waiting.next, 'the paid one between them is not of this list').toBe(one.number);

  const { rows } = await desk.list({ status: 'pending' });
  const at = rows.findIndex(({ number }) => number === one.number) + 1;
  expect(waiting.place).toEqual({ n: at - 1, of: rows.length });
  const backwards = await desk.neighbours({ number: one.number, status: 'pending', direction: 'asc' });
  expect(backwards.place).toEqual({ n: rows.length - at + 1, of: rows.length });
  const paid = await desk.neighbours({ number: two.number, status: 'pending' });
  expect(paid.place, 'it is not of this list').toBeNull();
});

test('a note that is sent twice is one note, with its author; the key of another order adds nothing', async () => {
  const { id, number } = await ordered();
  const other = await ordered();
  const note = { id, key: randomUUID(), text: '  dolazi lično u petak ' };
  await Promise.all([desk.addNote(note), desk.addNote(note)]);
  expect((await desk.read({ number })).notes).toMatchObject([
    { text: 'dolazi lično u petak', by: { id: staff.id, name: 'Jelena Đurić' } },
  ]);
  expect(await codeOfCall(desk.addNote({ ...note, id: other.id }))).toBe('ORDER_GONE');
  expect((await desk.read({ number: other.number })).notes).toEqual([]);
  const entries = await shop.db.select().from(auditLog).where(eq(auditLog.subjectId, id));
  expect(entries.filter(({ action }) => action === 'orders.noted')).toHaveLength(1);
});

test('a mail goes once more for each key, to where the order’s mails go, and never one of another order', async () => {
  const { id, url, number, who } = await ordered();
  await pay(shop, url);
  const { mails: sent } = await desk.read({ number });
  const mail = sent.find(({ template }) => template === 'orders.paid')!.id;
  const again = { id, mail, key: randomUUID() };
  expect(await Promise.all([desk.sendMailAgain(again), desk.sendMailAgain(again)])).toEqual(
    expect.arrayContaining([{ queued: true }, { queued: false }]),
  );
  const rows = await shop.db.select().from(mails).where(eq(mails.orderId, id));
  expect(rows.filter(({ template, to }) => template === 'orders.paid' && to === who.email)).toHaveLength(2);
  const other = await ordered();
  expect(await codeOfCall(desk.sendMailAgain({ ...again, id: other.id, key: randomUUID() }))).toBe('MAIL_GONE');
});

test('nobody sees an order without the duty, and an unknown number is none', async () => {
  const { number, who, id } = await ordered();
  const magazine = await person(shop, 'admin');
  await giveDuties(shop, magazine, ['warehouse']);
  for (const one of [who, magazine]) {
    const { read, neighbours, addNote } = call(shop, one).orders.admin;
    expect(await codeOfCall(read({ number }))).toBe('FORBIDDEN');
    expect(await codeOfCall(neighbours({ number }))).toBe('FORBIDDEN');
    expect(await codeOfCall(addNote({ id, key: randomUUID(), text: 'x' }))).toBe('FORBIDDEN');
  }
  expect(await codeOfCall(desk.read({ number: 999_999 }))).toBe('ORDER_GONE');
  expect(await codeOfCall(desk.neighbours({ number: 999_999 }))).toBe('ORDER_GONE');
});
