import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import type { Duty } from '#domain/access.ts';
import { shipmentBoxes } from '../../fulfilment/schema.ts';
import { orders } from '../../orders/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { readMigrations } from '../../platform/migrations/read.ts';
import { faultsOf } from '../../test/books.ts';
import { testCourier } from '../../test/courier.ts';
import { readStatementsPatiently } from '../../test/patience.ts';
import { call, codeOfCall, giveDuties, person } from '../../test/people.ts';
import { buyer as form, pay, testShop } from '../../test/shop.ts';
import { COMPANY, camtFile } from '../../test/statements.ts';

/** What the stock says of devices whose parcel was lost or damaged. */

readStatementsPatiently();
const courier = await testCourier();
const shop = await testShop({ quick: true, env: { FISCAL: 'off' }, deps: { couriers: courier.couriers } });
courier.reaches(shop);
const { db } = shop;
async function staff(duty: Duty) {
  const who = await person(shop, 'admin');
  await giveDuties(shop, who, [duty]);
  return call(shop, who);
}
const keeper = await staff('warehouse');
const warehouse = keeper.fulfilment.admin;
const stock = keeper.stock.admin;
const seller = await staff('sales');
const { bank } = await staff('accounting');

afterAll(async () => {
  expect(await faultsOf(db)).toEqual([]);
  expect(await db.ask('select * from order_differences')).toEqual([]);
});

let last = 0;
/** A device from stock, paid for by card and handed over. */
async function sent(by: 'own' | 'd-express' = 'd-express') {
  const serial = `VDK-27-${String(++last).padStart(6, '0')}`;
  await stock.take({ key: randomUUID(), file: new File([serial], 'p.csv'), document: 'Otpremnica' });
  const who = await person(shop, 'member');
  const device = { productName: 'Vidik – 1 uređaj', productPrice: 219 };
  const { url, orderId } = await call(shop, who).payments.createPayment({ ...device, buyerInfo: form });
  await pay(shop, url);
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  const { version } = await warehouse.read({ number: order!.number });
  const id = randomUUID();
  const boxes = [{ grams: 350, serials: [serial] }];
  const { key } = await warehouse.pack({ order: orderId, id, version, courier: by, boxes });
  await courier.send(shop.deps);
  const [box] = await db.select().from(shipmentBoxes).where(eq(shipmentBoxes.shipmentId, id));
  await warehouse.handOver({ id, labels: [box!.code ?? `${key}-1`] });
  return { id, key, serial, number: order!.number };
}
async function lost(by: 'own' | 'd-express' = 'd-express') {
  const parcel = await sent(by);
  await warehouse.move({ id: parcel.id, from: 'handed_over', to: 'lost' });
  return parcel;
}
const settle = (id: string, outcome: 'paid' | 'refused') =>
  seller.fulfilment.admin.settleClaim({ id, outcome, note: 'Odgovor kurira.' });
const writeOff = (serial: string, reason: 'lost' | 'transport' = 'lost') =>
  stock.writeOff({ serials: [serial], reason });
const deviceOf = async (serial: string) => (await stock.list({ search: serial })).rows[0]!;
const placeOf = async (serial: string) => (await deviceOf(serial)).place;
const wayOf = async (serial: string) =>
  (await stock.device({ id: (await deviceOf(serial)).id })).moves.map(({ to }) => to);
const writtenOff = async (serial: string) =>
  db
    .select({ after: auditLog.after })
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, (await deviceOf(serial)).id), eq(auditLog.action, 'stock.written-off')));

test('once the courier has paid for a lost parcel or refused, its device is written off, once', async () => {
  const parcel = await lost();
  expect(await placeOf(parcel.serial), 'until then it may be found').toBe('courier');
  const { places: before } = await stock.level();
  await Promise.all([settle(parcel.id, 'refused'), settle(parcel.id, 'refused')]);
  expect(await deviceOf(parcel.serial)).toMatchObject({
    place: 'off',
    reason: 'lost',
    parcel: parcel.key,
    order: parcel.number,
    person: null,
  });
  const { places, received } = await stock.level();
  expect(places).toEqual({ ...before, courier: before.courier - 1, off: before.off + 1 });
  expect(Object.values(places).reduce((sum, n) => sum + n, 0)).toBe(received);
  await settle(parcel.id, 'paid');
  expect(await writtenOff(parcel.serial)).toMatchObject([{ after: { place: 'off', reason: 'lost' } }]);
  expect(await wayOf(parcel.serial)).toEqual(['stock', 'packed', 'courier', 'off']);
});

test('one line of a statement that pays for several parcels writes off the devices of all of them', async () => {
  const [first, second] = [await lost(), await lost()];
  const entry = { amount: '50000.00', currency: 'RSD' as const, payer: 'D EXPRESS DOO BEOGRAD', purpose: 'NAKNADA' };
  const answer = await bank.statements.import({
    file: new File([camtFile([{ ...entry, bankReference: randomUUID() }], { account: COMPANY })], 'izvod'),
  });
  if (answer.kind !== 'imported') throw new Error(answer.kind);
  const line = (await bank.lines.list({ importId: answer.importId, all: true })).rows[0]!.id;
  const parcels = [first, second].map(({ id }) => ({ id, amount: 2_500_000 }));
  await bank.desk.close({ id: line, parcels, reason: 'Naknada kurira' });
  expect([await placeOf(first.serial), await placeOf(second.serial)]).toEqual(['off', 'off']);
  await bank.lines.reopen({ id: line });
  expect(await placeOf(first.serial), 'whoever pays for it, it is lost').toBe('off');
  await bank.desk.close({ id: line, parcels, reason: 'Naknada kurira' });
  expect(await writtenOff(first.serial)).toHaveLength(1);
});

test('whoever keeps the stock writes off what was lost or damaged, with a reason, and nothing that is on its way', async () => {
  const underWay = await sent();
  await expect(writeOff(underWay.serial)).rejects.toMatchObject({
    code: 'DEVICE_ELSEWHERE',
    message: `${underWay.serial} ne može da se otpiše: kod kurira je, narudžbina ${underWay.number}. Prvo kod narudžbine upišite šta je bilo sa pošiljkom.`,
  });
  expect(await placeOf(underWay.serial)).toBe('courier');
  // Nobody is asked to pay for what we carried ourselves.
  const own = await lost('own');
  expect(await writeOff(own.serial)).toEqual({ written: 1 });
  await warehouse.move({ id: underWay.id, from: 'handed_over', to: 'damaged' });
  await settle(underWay.id, 'paid');
  expect(await placeOf(underWay.serial), 'a damaged one may come back').toBe('courier');
  await writeOff(underWay.serial, 'transport');
  expect(await deviceOf(underWay.serial)).toMatchObject({ place: 'off', reason: 'transport', parcel: underWay.key });
});

test('of a settled claim and a write-off at the same moment the device is written off once', async () => {
  const { id, serial } = await lost();
  const [settled, written] = await Promise.all([codeOfCall(settle(id, 'paid')), codeOfCall(writeOff(serial))]);
  expect(settled).toBe('ok');
  expect(['ok', 'DEVICE_ELSEWHERE']).toContain(written);
  expect(await writtenOff(serial)).toHaveLength(1);
});

test('what is found after it was written off goes on with its parcel: to its buyer, or back to be looked at', async () => {
  const [found, back] = [await lost(), await lost()];
  await settle(found.id, 'refused');
  await settle(back.id, 'paid');
  const { left } = await stock.level();
  await warehouse.move({ id: found.id, from: 'lost', to: 'in_transit' });
  expect(await deviceOf(found.serial)).toMatchObject({ place: 'courier', reason: null, parcel: found.key });
  expect((await stock.level()).left, 'it left before').toBe(left);
  shop.clock.now = new Date(shop.clock.now.getTime() + 60_000);
  await warehouse.move({ id: found.id, from: 'in_transit', to: 'lost' });
  expect(await placeOf(found.serial), 'the courier has refused already').toBe('off');
  await warehouse.move({ id: found.id, from: 'lost', to: 'delivered' });
  expect(await placeOf(found.serial)).toBe('customer');
  await warehouse.move({ id: back.id, from: 'lost', to: 'returned' });
  expect(await wayOf(back.serial)).toEqual(['stock', 'packed', 'courier', 'off', 'courier', 'inspection']);
  expect(await writeOff(back.serial), 'it was no good any more').toEqual({ written: 1 });
  expect(await deviceOf(back.serial)).toMatchObject({ place: 'off', order: null, parcel: null });
});

test('the upgrade writes off what was lost and settled before, once, and leaves what is still claimed', async () => {
  const [settled, claimed] = [await lost(), await lost()];
  await db.ask(`update parcel_claims set state = 'refused', settled_at = now() where shipment_id = $1`, [settled.id]);
  const { statements } = readMigrations('server/migrations').find(({ tag }) => tag.endsWith('_parts_sent_again'))!;
  const writesOff = statements.find((one) => one.includes('stock.written-off'))!;
  await db.ask(writesOff);
  await db.ask(writesOff);
  expect(await deviceOf(settled.serial)).toMatchObject({
    place: 'off',
    reason: 'lost',
    parcel: settled.key,
    order: settled.number,
  });
  expect(await wayOf(settled.serial)).toEqual(['stock', 'packed', 'courier', 'off']);
  expect(await writtenOff(settled.serial)).toEqual([
    { after: { place: 'off', serial: settled.serial, reason: 'lost', note: '' } },
  ]);
  expect(await placeOf(claimed.serial)).toBe('courier');
  await warehouse.move({ id: settled.id, from: 'lost', to: 'delivered' });
  expect(await placeOf(settled.serial), 'found, it goes on like any other').toBe('customer');
});

test('devices that came back undelivered and are paid back by their numbers are not sent again', async () => {
  const serials = Array.from({ length: 10 }, () => `VDK-27-${String(++last).padStart(6, '0')}`);
  await stock.take({ key: randomUUID(), file: new File([serials.join('\n')], 'p.csv'), document: 'Otpremnica' });
  const who = await person(shop, 'member');
  const ten = { productName: 'Vidik – 10 uređaja', productPrice: 1999 };
  const { url, orderId } = await call(shop, who).payments.createPayment({ ...ten, buyerInfo: form });
  await pay(shop, url);
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  const number = order!.number;
  const { version } = await warehouse.read({ number });
  const id = randomUUID();
  const boxes = [{ grams: 1050, serials: serials.slice(0, 3) }];
  const { key } = await warehouse.pack({ order: orderId, id, version, courier: 'own', isPart: true, boxes });
  await warehouse.handOver({ id, labels: [`${key}-1`] });
  await warehouse.move({ id, from: 'handed_over', to: 'refused' });
  await warehouse.move({ id, from: 'refused', to: 'returned' });
  const { refunds } = seller;
  const read = await refunds.admin.read({ order: number });
  const wanted = {
    order: number,
    payment: read.payments[0]!.key,
    scope: 'devices' as const,
    devices: 3,
    reason: 'not_delivered' as const,
    goods: 'stock' as const,
    serials: serials.slice(0, 3),
  };
  const { money } = await refunds.admin.preview(wanted);
  await refunds.admin.ask({ ...wanted, id: randomUUID(), version: read.version, shown: money.amount });
  expect(await warehouse.read({ number })).toMatchObject({ devices: 7, missing: 7, fulfilmentState: 'new' });
});
