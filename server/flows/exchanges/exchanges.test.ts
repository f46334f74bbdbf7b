import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DAY_MS } from '#domain/day.ts';
import type { ReturnRecord, WarrantyDocument } from '#domain/documents/data.ts';
import { replacementIn } from '#domain/fulfilment/exchanges.ts';
import { warrantyUntil } from '#domain/fulfilment/warranty.ts';
import { dayOf } from '#domain/time.ts';
import { documents } from '../../documents/schema.ts';
import { exchanges, fiscalReceipts, shipmentDevices, shipments } from '../../fulfilment/schema.ts';
import { orderEvents, orders } from '../../orders/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { mails } from '../../platform/mail.schema.ts';
import { licences } from '../../playout/schema.ts';
import { stockDevices } from '../../stock/schema.ts';
import { testAdverts } from '../../test/adverts.ts';
import { readPdf } from '../../test/pdf.ts';
import { call, codeOfCall, giveDuties, person } from '../../test/people.ts';
import { buyer as form, pay, testShop } from '../../test/shop.ts';
import { runProviderTasks } from '../payments/provider-tasks.ts';

const shop = await testShop();
const { db, clock } = shop;
const adverts = await testAdverts(shop);

const jelena = await person(shop, 'admin', { firstName: 'Jelena' });
const marko = await person(shop, 'admin', { firstName: 'Marko' });
await giveDuties(shop, jelena, ['sales', 'accounting', 'warehouse', 'support']);
await giveDuties(shop, marko, ['warehouse']);
const desk = call(shop, jelena).fulfilment.admin;
const warehouse = call(shop, marko).fulfilment.admin;

let last = 0;
/** Taken into stock. */
async function stocked(count: number): Promise<string[]> {
  const serials = Array.from({ length: count }, () => `VDK-24-${String(++last).padStart(6, '0')}`);
  const file = new File([serials.join('\n')], 'prijem.csv', { type: 'text/csv' });
  await call(shop, jelena).stock.admin.take({ key: randomUUID(), file, document: 'Otpremnica' });
  return serials;
}

// What one test leaves waiting holds no device of another.
await stocked(100);

/** Paid by card, and all its devices are with the buyer, a moment ago. */
async function delivered(count: 1 | 10 = 1) {
  const serials = await stocked(count);
  const who = await person(shop, 'member');
  const bought = {
    ...(count === 10
      ? { productName: 'Vidik – 10 uređaja' as const, productPrice: 1999 }
      : { productName: 'Vidik – 1 uređaj' as const, productPrice: 219 }),
    buyerInfo: form,
  };
  const { url } = await call(shop, who).payments.createPayment(bought);
  await pay(shop, url);
  const [order] = await db.select().from(orders).where(eq(orders.profileId, who.id));
  const { id, number } = order!;
  const parcel = await packed({ id, number }, serials, []);
  await desk.enterReceipt({ order: id, kind: 'receipt', number: `AB12CD34-AB12CD34-${last}` });
  await desk.handOver({ id: parcel.id, labels: [`${parcel.key}-1`] });
  await desk.move({ id: parcel.id, from: 'handed_over', to: 'delivered' });
  return { id, number, who, serials, serial: serials[0]! };
}
type Delivered = Awaited<ReturnType<typeof delivered>>;

async function packed({ id: order, number }: { id: string; number: number }, serials: string[], ids: string[]) {
  const { version } = await warehouse.read({ number });
  const id = randomUUID();
  const boxes = [{ grams: 350, serials }];
  const { key } = await warehouse.pack({ order, id, version, courier: 'own', boxes, exchanges: ids });
  return { id, key };
}

const ask = (order: Delivered, more: object = {}) => {
  const said = {
    order: order.id,
    id: randomUUID(),
    serial: order.serial,
    way: 'here',
    reason: 'Nema slike posle minut.',
  };
  return desk.exchange({ ...said, ...more } as Parameters<typeof desk.exchange>[0]);
};
/** Another device is on its way to the buyer. */
async function sent(order: Delivered, exchange: { id: string }) {
  const [replacement] = (await stocked(1)) as [string];
  const parcel = await packed(order, [replacement], [exchange.id]);
  await warehouse.handOver({ id: parcel.id, labels: [`${parcel.key}-1`] });
  return { ...parcel, replacement };
}
const arrive = (id: string) => warehouse.move({ id, from: 'handed_over', to: 'delivered' });

const rowOf = async (id: string) => (await db.select().from(exchanges).where(eq(exchanges.id, id)))[0]!;
const placeOf = async (serial: string) =>
  (await db.select().from(stockDevices).where(eq(stockDevices.serial, serial)))[0]?.place;
const mailsOf = ({ id }: { id: string }, template: string) =>
  db
    .select()
    .from(mails)
    .where(and(eq(mails.orderId, id), eq(mails.template, template as never)));
const papersOf = ({ id }: { id: string }, kind: 'returnRecord' | 'warranty' | 'invoice') =>
  db
    .select()
    .from(documents)
    .where(and(eq(documents.orderId, id), eq(documents.kind, kind)))
    .orderBy(asc(documents.nth));
const kindsOf = async ({ id }: { id: string }) =>
  (await db.select().from(orderEvents).where(eq(orderEvents.orderId, id)).orderBy(asc(orderEvents.id))).map(
    ({ kind }) => kind,
  );
const dataOf = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    ({ code, data }: { code: string; data: unknown }) => ({ code, data }),
  );

/** The buyer's TV, which runs on the device. */
async function tvOn(order: Delivered, serial: string) {
  const tv = await adverts.tv({}, { hasLicence: false, owner: order.who });
  await call(shop, order.who).playout.setUp({ id: tv.id, licence: serial });
  return tv;
}
type Tv = Awaited<ReturnType<typeof tvOn>>;
const stateOf = async ({ who }: Delivered, tv: Tv) =>
  (await call(shop, who).playout.mine()).tvs.find(({ id }) => id === tv.id)!;

test('the buyer sends a faulty device: it goes to inspection, another one leaves without charge or receipt, with the record', async () => {
  const order = await delivered();
  const { serial } = order;
  const before = await db.select().from(orders).where(eq(orders.id, order.id));
  const asked = await ask(order, { way: 'sends', label: 'TT0000014830' });
  expect(asked).toMatchObject({
    state: 'waiting',
    serial,
    replacement: null,
    label: 'TT0000014830',
    isGoodwill: false,
  });
  expect(await mailsOf(order, 'fulfilment.exchange-asked')).toMatchObject([
    { props: { serial, label: 'TT0000014830' } },
  ]);
  const own = call(shop, order.who);
  expect(await own.fulfilment.own({ number: order.number })).toMatchObject({
    exchanges: [{ state: 'waiting', serial, label: 'TT0000014830' }],
  });
  expect((await own.returns.read({ number: order.number })).devices, 'it comes back already').toEqual([]);
  const back = { number: order.number, kind: 'withdrawal', way: 'own', reason: '' } as const;
  expect(await codeOfCall(own.returns.ask({ id: randomUUID(), ...back, serials: [serial] }))).toBe(
    'RETURN_SERIAL_TAKEN',
  );

  expect(await dataOf(warehouse.receiveExchanged({ id: asked.id, serial: 'VDK-24-999999' }))).toEqual({
    code: 'EXCHANGE_SERIAL_WRONG',
    data: { serial },
  });
  await warehouse.receiveExchanged({ id: asked.id, serial: ` ${serial.toLowerCase()} ` });
  await warehouse.receiveExchanged({ id: asked.id, serial });
  expect(await mailsOf(order, 'fulfilment.exchange-received')).toHaveLength(1);
  expect(await placeOf(serial)).toBe('inspection');
  expect((await warehouse.queue()).toPack.find(({ number }) => number === order.number)).toMatchObject({
    devices: 1,
    isExchange: true,
  });
  const toPack = await call(shop, jelena).orders.admin.list({ view: 'to_pack' });
  expect(toPack.rows.map(({ number }) => number)).toContain(order.number);

  await db.delete(fiscalReceipts).where(eq(fiscalReceipts.orderId, order.id));
  const parcel = await sent(order, asked);
  expect(parcel.key).toBe(`${order.number}-2`);
  const [made] = await db.select().from(shipments).where(eq(shipments.id, parcel.id));
  expect(made).toMatchObject({ kind: 'exchange', collectAmount: null, state: 'handed_over' });
  expect(await rowOf(asked.id)).toMatchObject({ state: 'sent', replacement: parcel.replacement });
  expect(await papersOf(order, 'invoice'), 'nothing is sold').toHaveLength(1);
  const [record] = await papersOf(order, 'returnRecord');
  expect(record).toMatchObject({ gross: 0, price: 0 });
  expect(record!.number).toMatch(/^Z-\d{4}-\d{6}$/);
  const until = warrantyUntil(dayOf(clock.now));
  expect(record!.data as ReturnRecord).toMatchObject({
    why: 'exchange',
    order: order.number,
    receivedOn: dayOf(clock.now),
    devices: [{ serial, replacedBy: parcel.replacement }],
    note: `${serial}: Nema slike posle minut.`,
  });
  expect(await mailsOf(order, 'fulfilment.exchange-sent')).toMatchObject([
    { awaits: record!.id, props: { record: record!.number, pairs: [{ serial, replacement: parcel.replacement }] } },
  ]);
  expect(await mailsOf(order, 'fulfilment.sent')).toHaveLength(1);

  await arrive(parcel.id);
  await arrive(parcel.id);
  expect(await rowOf(asked.id)).toMatchObject({ state: 'done' });
  expect(await placeOf(parcel.replacement)).toBe('customer');
  expect(await own.fulfilment.own({ number: order.number })).toMatchObject({
    exchanges: [{ state: 'done', replacement: parcel.replacement, until }],
  });
  expect(await mailsOf(order, 'fulfilment.exchange-delivered')).toHaveLength(1);
  expect(await mailsOf(order, 'fulfilment.delivered')).toHaveLength(1);
  const after = await db.select().from(orders).where(eq(orders.id, order.id));
  for (const kept of ['amount', 'paymentState', 'fulfilmentState', 'parcels', 'deliveredParcels'] as const)
    expect(after[0]![kept], kept).toEqual(before[0]![kept]);
  expect((await kindsOf(order)).slice(-6)).toEqual([
    ...['exchange_asked', 'exchange_received', 'packed', 'handed_over'],
    ...['delivered', 'exchange_done'],
  ]);
  const logged = await db.select().from(auditLog).where(eq(auditLog.subjectId, order.id));
  expect(logged.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['fulfilment.exchange-asked', 'fulfilment.exchange-received', 'fulfilment.exchange-done']),
  );
});

test('the licence and the TV stay with the faulty device until the other one is delivered, and are that one’s in the same moment', async () => {
  const order = await delivered();
  const tv = await tvOn(order, order.serial);
  const inForce = async () => {
    const { state, licence } = await stateOf(order, tv);
    expect(state, 'no minute without adverts').not.toBe('unlicensed');
    return licence!.serial;
  };
  const { id } = await ask(order);
  expect(await inForce()).toBe(order.serial);
  const parcel = await sent(order, { id });
  expect(await inForce()).toBe(order.serial);
  await arrive(parcel.id);
  expect(await inForce()).toBe(parcel.replacement);
  const rows = await db.select().from(licences).where(eq(licences.profileId, order.who.id));
  expect(rows).toMatchObject([{ serial: parcel.replacement, tvId: tv.id }]);
  expect(await codeOfCall(call(shop, order.who).playout.handOver({ serial: order.serial }))).toBe('LICENCE_NOT_YOURS');
  const live = await db.select().from(shipmentDevices).where(eq(shipmentDevices.serial, order.serial));
  expect(live.map(({ isLive }) => isLive)).toEqual([false]);
});

test('the warranty runs on from the first delivery, also after a second exchange, and the right to withdraw does not begin again', async () => {
  const order = await delivered();
  const { now } = clock;
  const until = warrantyUntil(dayOf(now));
  const first = await ask(order);
  clock.now = new Date(now.getTime() + 20 * DAY_MS);
  const one = await sent(order, first);
  await arrive(one.id);
  const own = await call(shop, order.who).returns.read({ number: order.number });
  expect(own).toMatchObject({
    kinds: ['complaint'],
    until: { warranty: until },
    devices: [{ serial: one.replacement }],
  });
  expect((await desk.read({ number: order.number })).exchangeable).toEqual([{ serial: one.replacement, until }]);
  clock.now = new Date(now.getTime() + 400 * DAY_MS);
  const second = await ask(order, { serial: one.replacement });
  expect(second).toMatchObject({ until });
  const two = await sent(order, second);
  await arrive(two.id);
  const warranties = await papersOf(order, 'warranty');
  expect(warranties.map(({ number }) => number)).toEqual(['', '-2', '-3'].map((n) => `G-${order.number}${n}`));
  for (const { data } of warranties) expect((data as WarrantyDocument).devices[0]!.until).toBe(until);
  expect((await desk.read({ number: order.number })).exchangeable).toEqual([{ serial: two.replacement, until }]);
  clock.now = now;
});

test('after the warranty only as a favour, which the record says', async () => {
  const order = await delivered();
  const { now } = clock;
  const until = warrantyUntil(dayOf(now));
  clock.now = new Date(now.getTime() + 5 * 366 * DAY_MS);
  expect(await dataOf(ask(order))).toEqual({ code: 'WARRANTY_OVER', data: { until } });
  const asked = await ask(order, { goodwill: true });
  expect(asked).toMatchObject({ isGoodwill: true, state: 'ready' });
  const parcel = await sent(order, asked);
  const [record] = await papersOf(order, 'returnRecord');
  expect((record!.data as ReturnRecord).decision).toContain('po odluci prodavca');
  await arrive(parcel.id);
  expect(await papersOf(order, 'warranty'), 'nothing is guaranteed any more').toHaveLength(1);
  clock.now = now;
});

test('sent twice and at once it is one exchange; a second one of the same device waits for nobody', async () => {
  const order = await delivered();
  const id = randomUUID();
  const all = await Promise.all([1, 2, 3].map(() => ask(order, { id })));
  expect(new Set(all.map((one) => one.id))).toEqual(new Set([id]));
  expect(await mailsOf(order, 'fulfilment.exchange-received')).toHaveLength(1);
  const { serial } = order;
  expect(await dataOf(ask(order))).toEqual({ code: 'EXCHANGE_UNDER_WAY', data: { serial } });
  const other = await delivered();
  const both = await Promise.all([codeOfCall(ask(other)), codeOfCall(ask(other))]);
  expect(both.sort()).toEqual(['EXCHANGE_UNDER_WAY', 'ok']);
  expect(await codeOfCall(ask(other, { id })), 'an exchange of another order').toBe('ORDER_GONE');
});

test('two people who pack one exchange at once pack one parcel, and one exchange is not packed with two devices', async () => {
  const order = await delivered();
  const { id } = await ask(order);
  const serials = await stocked(2);
  expect(await codeOfCall(packed(order, serials, [id]))).toBe('SERIALS_TOO_MANY');
  expect(await codeOfCall(packed(order, [serials[0]!], [randomUUID()]))).toBe('EXCHANGE_GONE');
  expect(await codeOfCall(packed(order, [order.serial], [id])), 'the faulty one itself').toBe('SERIAL_USED');
  const both = await Promise.all(serials.map((serial) => codeOfCall(packed(order, [serial], [id]))));
  expect(both.filter((code) => code === 'ok')).toHaveLength(1);
  expect(await codeOfCall(packed(order, [serials[1]!], [id]))).toMatch(/EXCHANGE_MOVED|SERIAL_USED/);
  expect((await rowOf(id)).state).toBe('packed');
});

test('taken apart, corrected, come back or lost: the exchange waits for a device again, and the TV keeps its licence', async () => {
  const order = await delivered();
  const tv = await tvOn(order, order.serial);
  const { id } = await ask(order);
  const [wrong, right, next] = (await stocked(3)) as [string, string, string];
  const apart = await packed(order, [wrong], [id]);
  await warehouse.cancel({ id: apart.id });
  expect(await rowOf(id)).toMatchObject({ state: 'ready', shipmentId: null, replacement: null });
  const parcel = await packed(order, [wrong], [id]);
  await warehouse.correct({ id: parcel.id, key: randomUUID(), from: wrong, to: right, reason: 'misread' });
  expect(await rowOf(id)).toMatchObject({ replacement: right });
  await warehouse.handOver({ id: parcel.id, labels: [`${parcel.key}-1`] });
  await warehouse.move({ id: parcel.id, from: 'handed_over', to: 'refused' });
  await warehouse.move({ id: parcel.id, from: 'refused', to: 'returned' });
  expect(await rowOf(id)).toMatchObject({ state: 'ready', replacement: null });
  expect(await placeOf(right)).toBe('inspection');
  expect((await stateOf(order, tv)).licence).toMatchObject({ serial: order.serial });

  const lost = await packed(order, [next], [id]);
  await warehouse.handOver({ id: lost.id, labels: [`${lost.key}-1`] });
  await warehouse.move({ id: lost.id, from: 'handed_over', to: 'lost' });
  const shown = async () => (await call(shop, order.who).fulfilment.own({ number: order.number })).exchanges[0]!;
  expect((await shown()).state).toBe('ready');
  expect(replacementIn(await shown()), 'another device will take the place').toBeNull();
  await warehouse.move({ id: lost.id, from: 'lost', to: 'in_transit' });
  expect((await shown()).state).toBe('sent');
  expect(replacementIn(await shown()), 'found').toBe(next);
  await warehouse.move({ id: lost.id, from: 'in_transit', to: 'delivered' });
  expect(await rowOf(id)).toMatchObject({ state: 'done', replacement: next });
  expect((await stateOf(order, tv)).licence).toMatchObject({ serial: next });
});

test('what an exchange brings back is looked at: sold again or written off, the faulty one only once its buyer has another', async () => {
  const stock = call(shop, marko).stock.admin;
  const order = await delivered();
  const { number, serial } = order;
  const { id } = await ask(order);
  const undecided = { code: 'DEVICE_UNDECIDED', data: { serial, order: number } };
  expect(await dataOf(stock.restock({ serials: [serial] })), 'the exchange may be called off').toEqual(undecided);
  const refused = await sent(order, { id });
  await warehouse.move({ id: refused.id, from: 'handed_over', to: 'refused' });
  await warehouse.move({ id: refused.id, from: 'refused', to: 'returned' });
  expect(await stock.restock({ serials: [refused.replacement] }), 'it was not taken').toEqual({ restocked: 1 });
  expect(await placeOf(refused.replacement)).toBe('stock');
  const parcel = await packed(order, [refused.replacement], [id]);
  await warehouse.handOver({ id: parcel.id, labels: [`${parcel.key}-1`] });
  expect(await dataOf(stock.restock({ serials: [serial] })), 'the other one is on its way').toEqual(undecided);
  expect(await placeOf(serial)).toBe('inspection');
  await arrive(parcel.id);
  expect(await stock.restock({ serials: [serial] })).toEqual({ restocked: 1 });
  const next = await delivered();
  const other = await ask(next);
  const again = await packed(next, [serial], [other.id]);
  await warehouse.handOver({ id: again.id, labels: [`${again.key}-1`] });
  await arrive(again.id);
  expect(await rowOf(other.id), 'it is sold like any other').toMatchObject({ state: 'done', replacement: serial });
  expect(await stock.writeOff({ serials: [next.serial], reason: 'faulty' })).toEqual({ written: 1 });
});

test('an exchange parcel that is found after another one was packed, or after the exchange was called off, stands in Danas until a note', async () => {
  const spareOf = async ({ number }: Delivered) =>
    (await call(shop, jelena).admin.today())
      .deadlines!.filter((one) => one.number === number && one.kind === 'spare')
      .map(({ paper }) => paper);
  const later = () => {
    clock.now = new Date(clock.now.getTime() + 60_000);
  };
  const order = await delivered();
  const { id } = await ask(order);
  const first = await sent(order, { id });
  await warehouse.move({ id: first.id, from: 'handed_over', to: 'lost' });
  await warehouse.move({ id: first.id, from: 'lost', to: 'in_transit' });
  expect(await spareOf(order), 'it is the device of the exchange').toEqual([]);
  later();
  await warehouse.move({ id: first.id, from: 'in_transit', to: 'lost' });
  const note = { id: order.id, text: 'Kurir traži paket.' };
  await call(shop, jelena).orders.admin.addNote({ ...note, key: randomUUID() });
  const second = await sent(order, { id });
  expect(await spareOf(order), 'it is lost').toEqual([]);
  later();
  await warehouse.move({ id: first.id, from: 'lost', to: 'in_transit' });
  expect(await spareOf(order)).toEqual([first.key]);
  await arrive(second.id);
  later();
  await warehouse.move({ id: first.id, from: 'in_transit', to: 'delivered' });
  expect(await rowOf(id)).toMatchObject({ state: 'done', replacement: second.replacement });
  expect(await spareOf(order), 'the buyer has two').toEqual([first.key]);
  await call(shop, jelena).orders.admin.addNote({ ...note, key: randomUUID(), text: 'Kurir dolazi po višak.' });
  expect(await spareOf(order)).toEqual([]);

  const other = await delivered();
  const asked = await ask(other);
  const only = await sent(other, asked);
  await warehouse.move({ id: only.id, from: 'handed_over', to: 'lost' });
  await desk.cancelExchange({ id: asked.id, resolution: 'Uređaj je ispravan, kvar je na televizoru.' });
  later();
  await warehouse.move({ id: only.id, from: 'lost', to: 'delivered' });
  expect(await rowOf(asked.id)).toMatchObject({ state: 'cancelled' });
  expect(await spareOf(other)).toEqual([only.key]);

  expect(await desk.read({ number: other.number })).toMatchObject({
    spares: [only.replacement],
    exchangeable: [{ serial: other.serial }],
  });
  const own = await call(shop, other.who).returns.read({ number: other.number });
  expect(own.devices, 'nobody paid for the spare one').toMatchObject([{ serial: other.serial }]);
  const received = { id: asked.id, serial: only.replacement };
  await Promise.all([warehouse.receiveExchanged(received), warehouse.receiveExchanged(received)]);
  expect([await spareOf(other), (await desk.read({ number: other.number })).spares]).toEqual([[], []]);
  expect(await placeOf(only.replacement)).toBe('inspection');
  expect((await kindsOf(other)).filter((kind) => kind === 'exchange_received')).toHaveLength(2);
  expect(await call(shop, marko).stock.admin.restock({ serials: [only.replacement] })).toEqual({ restocked: 1 });
  expect(await codeOfCall(warehouse.receiveExchanged({ id: asked.id, serial: other.serial }))).toBe('EXCHANGE_MOVED');
});

test('called off before another device is packed, the device is its buyer’s again; after that it is not called off', async () => {
  const order = await delivered();
  const { id } = await ask(order);
  expect(await placeOf(order.serial)).toBe('inspection');
  const resolution = 'Uređaj je ispravan, kvar je na televizoru.';
  await desk.cancelExchange({ id, resolution });
  await desk.cancelExchange({ id, resolution });
  expect(await placeOf(order.serial)).toBe('customer');
  expect(await mailsOf(order, 'fulfilment.exchange-cancelled')).toMatchObject([{ props: { resolution } }]);
  expect(await codeOfCall(warehouse.receiveExchanged({ id, serial: order.serial }))).toBe('EXCHANGE_MOVED');
  const again = await ask(order);
  const parcel = await sent(order, again);
  expect(await codeOfCall(desk.cancelExchange({ id: again.id, resolution }))).toBe('EXCHANGE_MOVED');
  await arrive(parcel.id);
  await expect(db.update(exchanges).set({ state: 'ready' }).where(eq(exchanges.id, again.id))).rejects.toThrow();
});

test('an exchange whose faulty device was written off is not called off: there is nothing to give back', async () => {
  const order = await delivered();
  const { serial } = order;
  const { id } = await ask(order);
  expect(await call(shop, marko).stock.admin.writeOff({ serials: [serial], reason: 'faulty' })).toEqual({ written: 1 });
  const off = desk.cancelExchange({ id, resolution: 'Uređaj je ispravan.' });
  expect(await dataOf(off)).toEqual({ code: 'DEVICE_WRITTEN_OFF', data: { serial } });
  expect(await mailsOf(order, 'fulfilment.exchange-cancelled')).toEqual([]);
  const parcel = await sent(order, { id });
  await arrive(parcel.id);
  expect(await rowOf(id)).toMatchObject({ state: 'done' });
});

test('the packing list has what is left of an order and its exchange once each, also of chosen orders', async () => {
  const serials = await stocked(2);
  const who = await person(shop, 'member');
  const bought = { productName: 'Vidik – 10 uređaja', productPrice: 1999, buyerInfo: form } as const;
  await pay(shop, (await call(shop, who).payments.createPayment(bought)).url);
  const [{ id, number } = { id: '', number: 0 }] = await db.select().from(orders).where(eq(orders.profileId, who.id));
  const { version } = await warehouse.read({ number });
  const part = { order: id, id: randomUUID(), version, courier: 'own', isPart: true } as const;
  const parcel = await warehouse.pack({ ...part, boxes: [{ grams: 350, serials }] });
  await desk.enterReceipt({ order: id, kind: 'receipt', number: `AB12CD34-AB12CD34-${last}` });
  await desk.handOver({ id: part.id, labels: [`${parcel.key}-1`] });
  await arrive(part.id);
  await ask({ id, number, who, serials, serial: serials[0]! });

  const queued = (await warehouse.queue()).toPack.filter((row) => row.number === number);
  expect(queued.map(({ devices }) => devices)).toEqual([8, 1]);
  for (const chosen of [{}, { orders: [number] }, { orders: [number, number] }]) {
    const list = (await warehouse.packingList(chosen)) as File;
    const { text } = await readPdf(new Uint8Array(await list.arrayBuffer()));
    const times = (words: string) => text.split(words).length - 1;
    expect(times('8 × Vidik'), JSON.stringify(chosen)).toBe(1);
    expect(text).toContain('1 × Vidik, USB uređaj, zamena');
    if (chosen.orders) expect(text).toContain('1 narudžbina · 9 uređaja');
  }
});

test('what was sent back, paid back or never came is not exchanged, and a refund stops what is not sent yet', async () => {
  const order = await delivered(10);
  const [coming, refunded, third] = order.serials as [string, string, string];
  const back = { number: order.number, kind: 'withdrawal', way: 'own', reason: '' } as const;
  await call(shop, order.who).returns.ask({ id: randomUUID(), ...back, serials: [coming] });
  expect(await codeOfCall(ask(order, { serial: coming }))).toBe('EXCHANGE_UNDER_WAY');
  expect(await dataOf(ask(order, { serial: 'VDK-24-999998' }))).toEqual({
    code: 'EXCHANGE_NOT_POSSIBLE',
    data: { serial: 'VDK-24-999998' },
  });
  await db.update(shipmentDevices).set({ isLive: false }).where(eq(shipmentDevices.serial, refunded));
  expect(await codeOfCall(ask(order, { serial: refunded }))).toBe('EXCHANGE_NOT_POSSIBLE');
  const { id } = await ask(order, { serial: third });
  await db.update(orders).set({ paymentState: 'refunded' }).where(eq(orders.id, order.id));
  const [replacement] = (await stocked(1)) as [string];
  expect(await dataOf(packed(order, [replacement], [id]))).toMatchObject({
    code: 'NOT_TO_BE_PACKED',
    data: { problem: 'refunded' },
  });
  expect(await codeOfCall(ask(order, { serial: order.serials[4] }))).toBe('NOT_TO_BE_PACKED');
});

test('a device is exchanged or paid back, and not both', async () => {
  const order = await delivered(10);
  const { number, serial } = order;
  const { id } = await ask(order);
  const refunding = call(shop, jelena).refunds.admin;
  const wanted = async (devices: number, serials: string[]) => {
    const { payments, version } = await refunding.read({ order: number });
    const said = { order: number, payment: payments[0]!.key, scope: 'devices', devices, serials } as const;
    return { version, ...said, reason: 'agreement', goods: 'stock' } as const;
  };
  // Above 500 € it waits for a second person.
  const { version, ...three } = await wanted(3, [serial]);
  const { money } = await refunding.preview(three);
  const asked = await refunding.ask({ ...three, version, id: randomUUID(), shown: money.amount });
  const [other] = (await stocked(1)) as [string];
  expect(await dataOf(packed(order, [other], [id]))).toEqual({ code: 'EXCHANGE_NOT_POSSIBLE', data: { serial } });
  await refunding.decline({ id: asked.id });

  const parcel = await sent(order, { id });
  const previewOf = async (one: string) => {
    const { version: _, ...said } = await wanted(1, [one]);
    return dataOf(refunding.preview(said));
  };
  const wrong = { code: 'REFUND_SERIAL_WRONG', data: { serial } };
  expect(await previewOf(serial), 'another one is on its way').toEqual(wrong);
  await arrive(parcel.id);
  expect(await previewOf(serial), 'another one is with its buyer').toEqual(wrong);
  expect(await previewOf(parcel.replacement)).toBeNull();
});

test('sales begin and call off, the warehouse receives and packs; nobody else, and not the other way round', async () => {
  const order = await delivered();
  const sales = await person(shop, 'admin');
  await giveDuties(shop, sales, ['sales']);
  const support = await person(shop, 'admin');
  await giveDuties(shop, support, ['support']);
  const said = { order: order.id, id: randomUUID(), serial: order.serial, way: 'sends' as const };
  const reason = 'Ne pali se uopšte.';
  for (const who of [marko, support, order.who])
    expect(await codeOfCall(call(shop, who).fulfilment.admin.exchange({ ...said, reason }))).toBe('FORBIDDEN');
  const asSales = call(shop, sales).fulfilment.admin;
  const { id } = await asSales.exchange({ ...said, reason });
  for (const who of [sales, support, order.who])
    expect(await codeOfCall(call(shop, who).fulfilment.admin.receiveExchanged({ id, serial: order.serial }))).toBe(
      'FORBIDDEN',
    );
  expect(await codeOfCall(warehouse.cancelExchange({ id, resolution: 'Ne.' }))).toBe('FORBIDDEN');
  expect(await codeOfCall(asSales.exchange({ ...said, id: randomUUID(), reason: 'kvar' }))).toBe('BAD_REQUEST');
});

test('a complaint whose devices are here ends with an exchange of each, and its answer tells the buyer', async () => {
  const order = await delivered(10);
  const serials = order.serials.slice(0, 2);
  const id = randomUUID();
  const reason = 'Oba uređaja se gase posle sat vremena.';
  const asked = { number: order.number, id, kind: 'complaint', way: 'own', serials, reason } as const;
  await call(shop, order.who).returns.ask(asked);
  const returned = call(shop, jelena).returns.admin;
  await returned.receive({ id, serials });
  const resolution = 'Šaljemo Vam dva druga uređaja.';
  const said = { id, outcome: 'exchanged' as const, refund: randomUUID(), resolution };
  await returned.decide(said);
  await returned.decide(said);
  const rows = await db.select().from(exchanges).where(eq(exchanges.orderId, order.id)).orderBy(exchanges.serial);
  expect(rows).toMatchObject(serials.map((serial) => ({ serial, state: 'ready', reason })));
  const told = await db.select().from(mails).where(eq(mails.profileId, order.who.id));
  expect(told.filter(({ template }) => template === 'tasks.answered')).toMatchObject([
    { props: { answer: resolution } },
  ]);
  expect(await mailsOf(order, 'fulfilment.exchange-received')).toEqual([]);
  for (const serial of serials) expect(await placeOf(serial)).toBe('inspection');
  const news = await stocked(2);
  const parcel = await packed(
    order,
    news,
    rows.map((row) => row.id),
  );
  await warehouse.handOver({ id: parcel.id, labels: [`${parcel.key}-1`] });
  await arrive(parcel.id);
  const [record, ...more] = await papersOf(order, 'returnRecord');
  expect(more).toEqual([]);
  expect((record!.data as ReturnRecord).devices.map((one) => [one.serial, one.replacedBy])).toEqual(
    serials.map((serial, at) => [serial, news[at]]),
  );
  expect((await desk.read({ number: order.number })).exchangeable).toHaveLength(10);
});

test('until another device is packed its buyer may say where it goes, and not after that', async () => {
  const order = await delivered();
  const own = call(shop, order.who).orders;
  const to = { name: 'Ana Anić', phone: '+38164555333', address: 'Glavna', addressNumber: '1' };
  const change = async () => {
    const { version } = await own.read({ number: order.number });
    return own.changeDelivery({ number: order.number, version, to: { ...to, city: 'Niš', postalCode: '18000' } });
  };
  expect(await codeOfCall(change())).toBe('DELIVERY_CLOSED');
  const { id } = await ask(order);
  expect(await own.read({ number: order.number })).toMatchObject({ isDeliveryOpen: true });
  await change();
  expect((await desk.read({ number: order.number })).delivery).toMatchObject({
    recipientName: 'Ana Anić',
    city: 'Niš',
  });
  await sent(order, { id });
  expect(await own.read({ number: order.number })).toMatchObject({ isDeliveryOpen: false });
});

test('a device that took the place of one whose price was reduced gives back what is left of that price', async () => {
  const order = await delivered(10);
  const { serial, number } = order;
  const [own, returned] = [call(shop, order.who).returns, call(shop, jelena).returns.admin];
  const complaint = {
    number,
    id: randomUUID(),
    kind: 'complaint',
    way: 'own',
    reason: 'Kućište je izgrebano.',
  } as const;
  await own.ask({ ...complaint, serials: [serial] });
  const said = { outcome: 'reduced', by: 5_000, refund: randomUUID(), resolution: 'Vraćamo 50 evra.' } as const;
  await returned.decide({ id: complaint.id, ...said });
  await runProviderTasks(shop.deps);
  const parcel = await sent(order, await ask(order));
  await arrive(parcel.id);

  const { replacement } = parcel;
  expect((await own.read({ number })).devices.find((one) => one.serial === replacement)).toMatchObject({
    reduced: 5_000,
  });
  const id = randomUUID();
  await own.ask({ number, id, kind: 'withdrawal', way: 'own', serials: [replacement], reason: '' });
  await returned.receive({ id, serials: [replacement] });
  expect((await returned.read({ order: number }))[0]).toMatchObject({ id, money: { amount: 14_990 } });
});
