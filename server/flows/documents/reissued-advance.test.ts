import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DAY_MS } from '#domain/day.ts';
import { sumOf } from '#domain/documents/amounts.ts';
import type { MoneyDocument } from '#domain/documents/data.ts';
import { dayOf } from '#domain/time.ts';
import { documents } from '../../documents/schema.ts';
import { orderClaims, orders } from '../../orders/schema.ts';
import { systemActor } from '../../platform/audit.ts';
import { readPdf } from '../../test/pdf.ts';
import { call, giveDuties, person } from '../../test/people.ts';
import { buyer, firm, testShop } from '../../test/shop.ts';
import { receiveTransfer } from '../payments/receive-transfer.ts';
import { creditAdvances } from '../transfers/credit-advance.ts';
import { renderDocument } from './render-document.ts';

/** A račun that took off an advance is issued again to the right firm: the advance is taken off once. */
const shop = await testShop({ quick: true });
const { db, deps, clock } = shop;
const jelena = await person(shop, 'admin', { firstName: 'Jelena' });
await giveDuties(shop, jelena, ['accounting', 'warehouse']);
const desk = call(shop, jelena).documents.admin;

const corrected = {
  name: 'Pekara na uglu d.o.o.',
  address: 'Glavna 2',
  postalCode: '11080',
  city: 'Zemun',
  country: 'RS' as const,
  taxNumber: '100002887',
  registrationNumber: '17162543',
};
const starter = { productName: 'starter', productPrice: 99, companyInfo: firm, months: 3 };
const device = { productName: 'Vidik – 1 uređaj', productPrice: 219, buyerInfo: buyer };

async function paidByTransfer(wanted: typeof starter | typeof device) {
  const who = await person(shop, 'member');
  const { orderId } = await call(shop, who).payments.createPayment({ ...wanted, way: 'transfer' });
  const [claim] = await db.select().from(orderClaims).where(eq(orderClaims.orderId, orderId));
  const money = { claimId: claim!.id, key: `line:${randomUUID()}`, amount: claim!.amount, currency: 'RSD' as const };
  await db.transaction((tx) => receiveTransfer(tx, deps, systemActor, { ...money, bookedOn: dayOf(clock.now) }));
  return { orderId, who };
}
const papersOf = (orderId: string) =>
  db.select().from(documents).where(eq(documents.orderId, orderId)).orderBy(asc(documents.nth));
const dataOf = (paper: { data: unknown } | undefined) => paper!.data as MoneyDocument;
const reissue = async (id: string) => {
  const { creditNote, invoice } = await desk.reissue({ id, key: randomUUID(), company: corrected });
  const issued = await db.select().from(documents);
  return [creditNote, invoice].map((one) => dataOf(issued.find((paper) => paper.id === one.id)));
};
/** What invoices take off of advances less what credit notes give up, and what all of them say was sold. */
async function saidBy(orderId: string) {
  const said = { spent: 0, spentTax: 0, gross: 0, tax: 0 };
  for (const paper of await papersOf(orderId)) {
    const sign = paper.kind === 'invoice' ? 1 : paper.kind === 'creditNote' ? -1 : 0;
    const { lines, advances } = dataOf(paper);
    said.spent += sign * advances.reduce((sum, { amount }) => sum + amount, 0);
    said.spentTax += sign * advances.reduce((sum, { tax }) => sum + tax, 0);
    said.gross += sign * sumOf(lines).gross;
    said.tax += sign * sumOf(lines).tax;
  }
  return said;
}

test('a month that was paid ahead and is issued again takes off the same advance, which is spent once, however often it is corrected', async () => {
  const { orderId, who } = await paidByTransfer(starter);
  const [, advance, first] = await papersOf(orderId);
  const { lines, advances, number, issuedOn } = dataOf(first);
  expect(advances).toMatchObject([{ number: advance!.number, amount: 1_159_967 }]);
  const [credit, again] = await reissue(first!.id);
  expect(credit).toMatchObject({ cited: { number, issuedOn }, advances, paid: null });
  expect(again).toMatchObject({ buyer: { name: corrected.name }, lines, advances, paid: null });

  const period = (await call(shop, who).advertising.periods({})).rows[0]!;
  const newest = (await papersOf(orderId)).find((paper) => paper.number === period.invoiceNumber);
  const [second, third] = await reissue(newest!.id);
  expect([second!.cited!.number, second!.advances, third!.advances]).toEqual([again!.number, advances, advances]);

  const start = clock.now;
  for (const days of [32, 64]) {
    clock.now = new Date(start.getTime() + days * DAY_MS);
    await creditAdvances(deps);
  }
  clock.now = start;
  const { gross, tax } = sumOf(dataOf(advance).lines);
  expect(await saidBy(orderId), 'the whole advance, once').toEqual({ spent: gross, spentTax: tax, gross, tax });
});

test('on the credit note a reader sees which advance goes over to the new račun', async () => {
  const { orderId } = await paidByTransfer(starter);
  const [, advance, first] = await papersOf(orderId);
  await reissue(first!.id);
  const credit = (await papersOf(orderId)).find(({ kind }) => kind === 'creditNote')!;
  await renderDocument(deps, credit.id);
  const file = await desk.open({ id: credit.id });
  const { text } = await readPdf(new Uint8Array(await file.arrayBuffer()));
  const plain = text.replaceAll(' ', '');
  for (const said of [`Knjižno odobrenje uz račun ${first!.number}`, 'Avansi za novi račun', advance!.number])
    expect(plain).toContain(said.replaceAll(' ', ''));
});

let sent = 0;
/** A device that was paid by transfer and has left. */
async function sentByTransfer() {
  const { orderId: order } = await paidByTransfer(device);
  const [{ number } = { number: 0 }] = await db.select().from(orders).where(eq(orders.id, order));
  const packing = call(shop, jelena).fulfilment.admin;
  const { version } = await packing.read({ number });
  const id = randomUUID();
  const boxes = [{ grams: 350, serials: [`VDK-24-00000${++sent}`] }];
  const parcel = await packing.pack({ order, id, version, courier: 'own', boxes });
  await packing.enterReceipt({ order, kind: 'receipt', number: `AB12CD34-AB12CD34-${sent}` });
  await packing.handOver({ id, labels: [`${parcel.key}-1`] });
  return order;
}

test('the račun of devices by transfer says by which reference they were paid, as its advance does', async () => {
  const order = await sentByTransfer();
  const [, advance, invoice] = await papersOf(order);
  expect(dataOf(invoice).paid).toMatchObject({ how: 'transfer', reference: dataOf(advance).paid!.reference });
  await renderDocument(deps, invoice!.id);
  const file = await desk.open({ id: invoice!.id });
  const { text } = await readPdf(new Uint8Array(await file.arrayBuffer()));
  expect(text.replaceAll(/\s+/g, ' ')).toMatch(/uplatom na račun, poziv na broj 97 \d\d-5\d{10}\. Po ovom računu/);
});

test('the račun of a device by transfer that is issued again takes off the same advance', async () => {
  const order = await sentByTransfer();
  const first = (await papersOf(order)).find(({ kind }) => kind === 'invoice')!;
  const { advances, lines } = dataOf(first);
  expect(advances).toHaveLength(1);
  const [credit, again] = await reissue(first.id);
  expect(credit).toMatchObject({ cited: { number: first.number }, advances });
  expect(again).toMatchObject({ lines, advances, paid: null });
  const { gross, tax } = sumOf(lines);
  expect(await saidBy(order)).toEqual({ spent: gross, spentTax: tax, gross, tax });
});
