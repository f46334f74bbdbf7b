import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { MoneyDocument } from '#domain/documents/data.ts';
import { documents } from '../../documents/schema.ts';
import { orderClaims, orders } from '../../orders/schema.ts';
import { systemActor } from '../../platform/audit.ts';
import { mails } from '../../platform/mail.schema.ts';
import { call, codeOfCall, giveDuties, person } from '../../test/people.ts';
import { firm as companyForm, buyer as form, pay, testShop } from '../../test/shop.ts';
import { receiveTransfer } from '../payments/receive-transfer.ts';

const shop = await testShop({ quick: true, stopped: true, env: { FISCAL: 'off' } });
const { db, deps } = shop;
const seller = await person(shop, 'admin');
await giveDuties(shop, seller, ['sales']);
const keeper = await person(shop, 'admin');
await giveDuties(shop, keeper, ['warehouse']);
const [sales, warehouse] = [call(shop, seller), call(shop, keeper)];

const bakery = { name: 'Pekara na uglu', taxNumber: '100002887', registrationNumber: '17162543' };
const mill = { name: 'Mlin DOO Ćuprija', taxNumber: '101134702', registrationNumber: '07726716' };
const ofFirm = {
  ...form,
  companyName: bakery.name,
  companyTaxNumber: bakery.taxNumber,
  companyRegistrationNumber: bakery.registrationNumber,
};

async function ordered(way: 'card' | 'transfer', buyerInfo: typeof form = ofFirm) {
  const who = await person(shop);
  const device = { productName: 'Vidik – 1 uređaj', productPrice: 219, buyerInfo, way };
  const { url, orderId } = await call(shop, who).payments.createPayment(device);
  if (way === 'card') await pay(shop, url);
  const { number, version } = await orderOf(orderId);
  return { own: call(shop, who).orders, id: orderId, number, version };
}
const orderOf = async (id: string) => (await db.select().from(orders).where(eq(orders.id, id)))[0]!;
const versionOf = async (id: string) => (await orderOf(id)).version;
const papersOf = async (id: string, kind: 'proforma' | 'invoice') =>
  (
    await db
      .select()
      .from(documents)
      .where(and(eq(documents.orderId, id), eq(documents.kind, kind)))
      .orderBy(asc(documents.nth))
  ).map(({ data }) => data as MoneyDocument);
const proformaMails = (id: string) =>
  db.$count(mails, and(eq(mails.orderId, id), eq(mails.template, 'orders.proforma')));
/** A line of a statement for it. */
async function pays(orderId: string, amount: number) {
  const [claim] = await db.select().from(orderClaims).where(eq(orderClaims.orderId, orderId));
  const money = { claimId: claim!.id, key: `line:${randomUUID()}`, amount, currency: 'RSD' as const };
  await db.transaction((tx) => receiveTransfer(tx, deps, systemActor, { ...money, bookedOn: '2026-11-27' }));
}
let printed = 0;
const pack = async (id: string) =>
  warehouse.fulfilment.admin.pack({
    order: id,
    id: randomUUID(),
    version: await versionOf(id),
    courier: 'own',
    isPart: false,
    boxes: [{ grams: 350, serials: [`VDK-26-${String(++printed).padStart(6, '0')}`] }],
  });

test('until the račun, firm and PIB change, by buyer and staff, and not after', async () => {
  const { own, id, number, version } = await ordered('card');
  expect(await own.read({ number })).toMatchObject({ company: bakery, isCompanyOpen: true });
  await own.changeCompany({ number, version, company: mill });
  expect(await own.read({ number })).toMatchObject({ company: mill });
  const renamed = { ...mill, name: 'Mlin i pekara DOO' };
  await sales.orders.admin.changeCompany({ number, version: await versionOf(id), company: renamed });
  const { events, delivery } = await sales.orders.admin.read({ number });
  expect(delivery).toMatchObject({ companyName: renamed.name, companyTaxNumber: mill.taxNumber, city: form.city });
  expect(events.map(({ kind }) => kind).slice(0, 2)).toEqual(['company_changed', 'company_changed']);

  const { key } = await pack(id);
  const late = async () => ({ number, version: await versionOf(id), company: bakery });
  expect(await codeOfCall(own.changeCompany(await late())), 'packed meanwhile').toBe('COMPANY_CLOSED');
  const [parcel] = (await warehouse.fulfilment.admin.read({ number })).parcels;
  await warehouse.fulfilment.admin.handOver({ id: parcel!.id, labels: [`${key}-1`] });
  const [invoice] = await papersOf(id, 'invoice');
  expect(invoice!.buyer).toMatchObject({
    name: renamed.name,
    taxNumber: mill.taxNumber,
    registrationNumber: mill.registrationNumber,
  });
  expect(await codeOfCall(sales.orders.admin.changeCompany(await late()))).toBe('COMPANY_CLOSED');
  expect(await own.read({ number })).toMatchObject({ company: renamed, isCompanyOpen: false });
});

test('a pro-forma invoice is issued anew by the same reference, of a part that came for the rest, and not once an advance was invoiced', async () => {
  const { own, id, number, version } = await ordered('transfer');
  await own.changeCompany({ number, version, company: mill });
  await own.changeCompany({ number, version, company: mill });
  const [first, second, ...more] = await papersOf(id, 'proforma');
  expect(more).toEqual([]);
  expect([first!.buyer.taxNumber, second!.buyer.taxNumber]).toEqual([bakery.taxNumber, mill.taxNumber]);
  expect(second).toMatchObject({ pay: first!.pay, validUntil: first!.validUntil });
  expect(await proformaMails(id)).toBe(2);

  await pays(id, 1_000_000);
  await sales.orders.admin.changeCompany({ number, version: await versionOf(id), company: bakery });
  const rest = (await papersOf(id, 'proforma')).at(-1)!;
  expect(rest).toMatchObject({ buyer: { name: bakery.name }, pay: { amount: 1_566_000 } });

  await pays(id, 1_566_000);
  const paid = { number, version: await versionOf(id), company: mill };
  expect(await codeOfCall(own.changeCompany(paid))).toBe('COMPANY_CLOSED');
});

test('an unpaid order is gone on with by the firm that it has now; by the one before it is another order', async () => {
  const who = await person(shop);
  const order = async (buyerInfo: typeof form) => {
    const device = { productName: 'Vidik – 1 uređaj', productPrice: 219, buyerInfo };
    return (await call(shop, who).payments.createPayment(device)).orderId;
  };
  const id = await order(ofFirm);
  const { number, version } = await orderOf(id);
  await call(shop, who).orders.changeCompany({ number, version, company: mill });
  const numbers = { companyTaxNumber: mill.taxNumber, companyRegistrationNumber: mill.registrationNumber };
  expect(await order({ ...ofFirm, ...numbers, companyName: mill.name })).toBe(id);
  expect(await order(ofFirm)).not.toBe(id);
});

test('of two who change it at once one wins, and the other is told', async () => {
  const { own, id, number, version } = await ordered('transfer');
  const codes = await Promise.all([
    codeOfCall(own.changeCompany({ number, version, company: mill })),
    codeOfCall(sales.orders.admin.changeCompany({ number, version, company: { ...bakery, name: 'Pekara DOO' } })),
  ]);
  expect(codes.filter((code) => code === 'ORDER_CHANGED')).toHaveLength(1);
  expect(await papersOf(id, 'proforma')).toHaveLength(2);
});

test('somebody else, a wrong PIB, a person’s order, the warehouse and a cancelled order are refused, and nothing is written', async () => {
  const { own, id, number, version } = await ordered('transfer');
  const stranger = call(shop, await person(shop)).orders;
  expect(await codeOfCall(stranger.changeCompany({ number, version, company: mill }))).toBe('ORDER_GONE');
  const wrong = { ...mill, taxNumber: '101134703' };
  expect(await codeOfCall(own.changeCompany({ number, version, company: wrong }))).toBe('TAX_NUMBER_INVALID');
  const asKeeper = warehouse.orders.admin.changeCompany({ number, version, company: mill });
  expect(await codeOfCall(asKeeper)).toBe('FORBIDDEN');
  await own.cancel({ number, version });
  const cancelled = { number, version: await versionOf(id), company: mill };
  expect(await codeOfCall(own.changeCompany(cancelled))).toBe('COMPANY_CLOSED');
  expect((await orderOf(id)).delivery).toMatchObject({ companyName: bakery.name });

  const ofPerson = await ordered('card', form);
  expect(await ofPerson.own.read({ number: ofPerson.number })).toMatchObject({ company: null, isCompanyOpen: false });
  const asFirm = { number: ofPerson.number, version: ofPerson.version, company: mill };
  expect(await codeOfCall(ofPerson.own.changeCompany(asFirm))).toBe('COMPANY_CLOSED');
});

test('a package that waits for its transfer is another firm’s, by its own form', async () => {
  const who = await person(shop);
  const package_ = { productName: 'starter', productPrice: 99, companyInfo: companyForm, way: 'transfer' as const };
  const { orderId } = await call(shop, who).payments.createPayment(package_);
  const { number, version } = await orderOf(orderId);
  await call(shop, who).orders.changeCompany({ number, version, company: mill });
  expect((await orderOf(orderId)).delivery).toMatchObject({
    company_name: mill.name,
    company_tax_number: mill.taxNumber,
    company_registration_number: mill.registrationNumber,
    company_city: companyForm.company_city,
  });
  expect((await papersOf(orderId, 'proforma')).at(-1)!.buyer).toMatchObject({ name: mill.name });
});
