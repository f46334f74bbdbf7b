import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { MoneyDocument } from '#domain/documents/data.ts';
import { dayOf } from '#domain/time.ts';
import { packages } from '../../advertising/schema.ts';
import { documents } from '../../documents/schema.ts';
import { shipments } from '../../fulfilment/schema.ts';
import { enterOrderEvent } from '../../orders/events.ts';
import { orders } from '../../orders/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { systemActor } from '../../platform/audit.ts';
import { mails } from '../../platform/mail.schema.ts';
import { sendMails } from '../../test/mails.ts';
import { call, codeOfCall, giveDuties, person } from '../../test/people.ts';
import { firm, buyer as form, pay, testShop } from '../../test/shop.ts';
import { runProviderTasks } from '../payments/provider-tasks.ts';
import { renderDocument } from './render-document.ts';

const shop = await testShop({ quick: true });
const { db } = shop;
const jelena = await person(shop, 'admin', { firstName: 'Jelena' });
await giveDuties(shop, jelena, ['accounting', 'warehouse']);
const keeper = await person(shop, 'admin');
await giveDuties(shop, keeper, ['warehouse']);
const packing = call(shop, jelena).fulfilment.admin;
const desk = call(shop, jelena).documents.admin;
const refunds = call(shop, jelena).refunds.admin;

let last = 0;
const numbers = (n: number) => Array.from({ length: n }, () => `VDK-24-${String(++last).padStart(6, '0')}`);

async function bought(count: 1 | 10 = 1) {
  const who = await person(shop, 'member');
  const product = count === 10 ? (['Vidik – 10 uređaja', 1999] as const) : (['Vidik – 1 uređaj', 219] as const);
  const [productName, productPrice] = product;
  const { url } = await call(shop, who).payments.createPayment({ productName, productPrice, buyerInfo: form });
  await pay(shop, url);
  const [order] = await db.select().from(orders).where(eq(orders.profileId, who.id));
  return { id: order!.id, number: order!.number, who, count };
}
type Bought = Awaited<ReturnType<typeof bought>>;
async function packed({ id: order, number }: Bought, count: number, isPart = false) {
  const { version } = await packing.read({ number });
  const id = randomUUID();
  const serials = numbers(count);
  const boxes = [{ grams: 350, serials }];
  const { key } = await packing.pack({ order, id, version, courier: 'own', isPart, boxes });
  return { parcel: key, serials, handOver: () => packing.handOver({ id, labels: [`${key}-1`] }) };
}
async function sent(order: Bought, count: number = order.count, isPart = false) {
  const { parcel, serials, handOver } = await packed(order, count, isPart);
  await packing.enterReceipt({ order: order.id, kind: 'receipt', number: `AB12CD34-AB12CD34-${last}` });
  await handOver();
  return { parcel, serials };
}
const papersOf = ({ id }: { id: string }) =>
  db.select().from(documents).where(eq(documents.orderId, id)).orderBy(asc(documents.nth));
/** What carried papers to the buyer of an order by themselves. */
const mailedOf = ({ id }: { id: string }) =>
  db
    .select()
    .from(mails)
    .where(and(eq(mails.orderId, id), eq(mails.template, 'documents.sent')))
    .orderBy(asc(mails.number));
const dataOf = (paper: { data: unknown } | undefined) => paper!.data as MoneyDocument;
/** What staff are offered to issue again. */
const offeredOf = async ({ number }: { number: number }) =>
  (await call(shop, jelena).orders.admin.read({ number })).documents.flatMap((one) =>
    one.isStanding ? [one.number] : [],
  );
const giveBack = async ({ number }: { number: number }, amount: number) => {
  const { payments, version } = await refunds.read({ order: number });
  await refunds.ask({
    id: randomUUID(),
    order: number,
    version,
    shown: amount,
    payment: payments[0]!.key,
    scope: 'amount',
    amount,
    reason: 'agreement',
    goods: 'none',
    serials: [],
    note: '',
  } as Parameters<typeof refunds.ask>[0]);
  await runProviderTasks(shop.deps);
};
/** As if nothing had been issued yet. */
async function withoutPapers({ id }: { id: string }) {
  await db.execute('alter table documents disable trigger keep_document');
  await db.delete(documents).where(eq(documents.orderId, id));
  await db.execute('alter table documents enable trigger keep_document');
}
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    ({ code, data }: { code: string; data: unknown }) => ({ code, data }),
  );
/** What papers say together, in the money of the sale and in para. */
async function saidBy(order: { id: string }) {
  let [price, gross] = [0, 0];
  for (const one of await papersOf(order)) {
    const sign = one.kind === 'creditNote' ? -1 : one.kind === 'invoice' ? 1 : 0;
    price += sign * one.price;
    gross += sign * one.gross;
  }
  return { price, gross };
}

const corrected = {
  name: 'Studio Lim d.o.o.',
  address: 'Bulevar 7',
  postalCode: '21000',
  city: 'Novi Sad',
  country: 'RS' as const,
  taxNumber: '100002887',
  registrationNumber: '17162543',
};

test('a device’s račun is issued again to the right firm', async () => {
  const order = await bought(10);
  const { parcel, serials } = await sent(order);
  await giveBack(order, 1_000);
  const [first] = await papersOf(order);
  expect(await desk.look({ id: first!.id })).toEqual({
    number: first!.number,
    company: {
      name: '',
      address: 'Ulica lipa 14',
      postalCode: '32000',
      city: 'Čačak',
      country: 'RS',
      taxNumber: '',
      registrationNumber: '',
    },
    left: { amount: 198_900, currency: 'EUR' },
  });
  const requested = { id: first!.id, key: randomUUID(), company: corrected };
  expect(await codeOfCall(call(shop, keeper).documents.admin.reissue(requested))).toBe('FORBIDDEN');
  const [one, two] = await Promise.all([desk.reissue(requested), desk.reissue(requested)]);
  expect(one).toEqual(two);
  const papers = await papersOf(order);
  expect(papers.map(({ kind }) => kind)).toEqual(['invoice', 'creditNote', 'creditNote', 'invoice']);
  const again = papers[3]!;
  expect(again).toMatchObject({ id: requested.key, price: 198_900, citedId: papers[2]!.id, packageId: null });
  expect(again.gross).toBe(papers[2]!.gross);
  expect(again.data).toMatchObject({
    buyer: { name: corrected.name, address: ['Bulevar 7', '21000 Novi Sad'], taxNumber: '100002887' },
    rate: '117.17',
    shipment: parcel,
    suppliedOn: dataOf(first).suppliedOn,
    warranty: `G-${order.number}`,
    paid: { how: 'card', amount: again.gross },
    lines: [{ serials }],
  });
  expect(dataOf(papers[2]).buyer.name, 'the old one is credited to whom it named').toBe('Milica Živković');
  expect(await saidBy(order)).toMatchObject({ price: 198_900 });
  expect(await codeOfCall(desk.reissue({ ...requested, key: randomUUID() }))).toBe('DOCUMENT_TAKEN_BACK');
  const [row] = await db.select().from(orders).where(eq(orders.id, order.id));
  expect(row!.delivery, 'the parcel went where it went').toMatchObject({ city: 'Čačak', company_city: 'Novi Sad' });
  expect((await desk.look({ id: again.id })).company).toMatchObject({ name: corrected.name, city: 'Novi Sad' });

  expect(await offeredOf(order), 'of the old one nothing is left').toEqual([again.number]);

  await giveBack(order, 2_000);
  expect((await papersOf(order)).at(-1)).toMatchObject({ kind: 'creditNote', price: 2_000, citedId: again.id });
  expect(await saidBy(order)).toMatchObject({ price: 196_900 });
});

test('a račun that is issued again is mailed with its credit note, and staff send any paper to its buyer once more', async () => {
  const order = await bought();
  await sent(order);
  const [first] = await papersOf(order);
  const requested = { id: first!.id, key: randomUUID(), company: corrected };
  await Promise.all([desk.reissue(requested), desk.reissue(requested)]);
  const [, credit, again] = await papersOf(order);
  expect(await mailedOf(order), 'it waits for its PDF').toMatchObject([
    { to: order.who.email, awaits: again!.id, props: { kind: 'invoice', number: again!.number } },
  ]);
  await renderDocument(shop.deps, again!.id);
  await sendMails(shop);
  const [mail] = await mailedOf(order);
  const pdfs = [`knjizno-odobrenje-${credit!.number}.pdf`, `racun-${again!.number}.pdf`];
  expect(mail).toMatchObject({ state: 'sent', attached: pdfs.map((name) => ({ name })) });
  expect(mail!.text!.replaceAll(/\s+/g, ' ')).toContain(
    `Izdat je umesto računa ${first!.number}, koji je storniran knjižnim odobrenjem ${credit!.number}.`,
  );

  const send = { id: again!.id, key: randomUUID() };
  expect(await codeOfCall(call(shop, keeper).documents.admin.send(send))).toBe('FORBIDDEN');
  expect(await codeOfCall(desk.send({ ...send, id: randomUUID() }))).toBe('DOCUMENT_GONE');
  const answers = await Promise.all([desk.send(send), desk.send(send)]);
  expect(answers.map(({ queued }) => queued).sort(), 'pressed twice, it is sent once').toEqual([false, true]);
  await desk.send({ id: first!.id, key: randomUUID() });
  const [, drawn, waiting, ...more] = await mailedOf(order);
  expect(more).toEqual([]);
  expect(drawn).toMatchObject({ awaits: null, attached: [{ name: `racun-${again!.number}.pdf` }] });
  expect(waiting, 'not drawn yet').toMatchObject({ awaits: first!.id, attached: null });
  await db.update(orders).set({ email: '' }).where(eq(orders.id, order.id));
  expect(await codeOfCall(desk.send({ ...send, key: randomUUID() }))).toBe('DOCUMENT_READER_GONE');
});

test('once the račun names a firm, the receipt of the first parcel lets the others go too', async () => {
  const order = await bought(10);
  await sent(order, 4, true);
  const [first] = await papersOf(order);
  await desk.reissue({ id: first!.id, key: randomUUID(), company: corrected });
  const rest = await packed(order, 6);
  expect(await codeOfCall(packing.enterReceipt({ order: order.id, kind: 'sef', number: '2026/118' }))).toBe(
    'RECEIPT_STAYS',
  );
  expect(await rest.handOver()).toEqual({ state: 'handed_over' });
});

test('money of devices that the bank sends back is invoiced again, and the račun calls them no service', async () => {
  const order = await bought();
  await sent(order);
  const [{ checkoutSessionId } = { checkoutSessionId: null }] = await db
    .select()
    .from(orders)
    .where(eq(orders.id, order.id));
  const { payment_intent: intent } = await shop.stripe.checkout.sessions.retrieve(checkoutSessionId!);
  const { id } = await shop.stripe.refunds.create({ payment_intent: String(intent), amount: 1_900 });
  await shop.sandbox.control.advance(0);
  await shop.sandbox.control.failRefund(id);
  const papers = await papersOf(order);
  expect(papers.map(({ kind, price }) => [kind, price])).toEqual([
    ['invoice', 21_900],
    ['creditNote', 1_900],
    ['invoice', 1_900],
  ]);
  expect(dataOf(papers[2]).reason).toBe(
    `povraćaj po knjižnom odobrenju ${papers[1]!.number} nije izvršen, pa iznos ostaje naplaćen`,
  );
  expect(await offeredOf(order), 'both may name the wrong firm').toEqual([papers[0]!.number, papers[2]!.number]);
});

test('of what was sold before, a person issues one, once', async () => {
  const order = await bought(10);
  expect(await refusal(desk.issue({ order: order.number }))).toEqual({
    code: 'DOCUMENT_NOT_ISSUED',
    data: { why: 'not_sent' },
  });
  const { parcel, serials } = await sent(order);
  await giveBack(order, 1_000);
  const [was] = await papersOf(order);
  expect(await desk.issue({ order: order.number })).toMatchObject({ id: was!.id, number: was!.number });
  await withoutPapers(order);

  expect(await codeOfCall(call(shop, keeper).documents.admin.issue({ order: order.number }))).toBe('FORBIDDEN');
  expect(await codeOfCall(desk.issue({ order: 1_999_999_999 }))).toBe('ORDER_GONE');
  const asked = await Promise.all([1, 2, 3].map(() => desk.issue({ order: order.number })));
  expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
  const [issued, credit, ...more] = await papersOf(order);
  expect(more).toEqual([]);
  expect(issued).toMatchObject({ id: asked[0]!.id, kind: 'invoice', price: 199_900, gross: was!.gross });
  expect(issued!.data).toMatchObject({ shipment: parcel, lines: [{ serials, quantity: 10 }], paid: { how: 'card' } });
  expect(credit, 'what went back since is credited').toMatchObject({ kind: 'creditNote', price: 1_000 });
  expect(await mailedOf(order)).toMatchObject([{ awaits: issued!.id, props: { number: issued!.number } }]);
  const told = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, order.id), eq(auditLog.action, 'documents.issued')));
  expect(told.filter(({ actor }) => actor === jelena.id)).toHaveLength(1);
});

test('of what was delivered before parcels were recorded, the račun names neither parcel nor serial numbers', async () => {
  const order = await bought();
  const createdAt = new Date(shop.deps.now().getTime() - 40 * 86_400_000);
  await db.insert(shipments).values({
    orderId: order.id,
    n: 1,
    courier: 'before_records',
    state: 'delivered',
    devices: 1,
    createdAt,
  });
  await db.transaction((tx) =>
    enterOrderEvent(tx, shop.deps.now(), systemActor, order.id, { kind: 'delivered_before_records' }),
  );
  await desk.issue({ order: order.number });
  const [issued] = await papersOf(order);
  expect(issued!.data).toMatchObject({
    shipment: null,
    warranty: null,
    suppliedOn: dayOf(createdAt),
    lines: [{ serials: [], gross: 2_566_000 }],
  });
  const other = await bought();
  await db.update(orders).set({ refunded: 21_900 }).where(eq(orders.id, other.id));
  expect(await refusal(desk.issue({ order: other.number }))).toMatchObject({ data: { why: 'returned' } });
});

test('of a month that was sold before, a person issues one, once, at the rate of its day', async () => {
  const who = await person(shop);
  const { url } = await call(shop, who).payments.createPayment({
    productName: 'starter',
    productPrice: 99,
    companyInfo: firm,
  });
  await pay(shop, url);
  const [month] = await db.select().from(packages).where(eq(packages.profileId, who.id));
  await withoutPapers({ id: month!.orderId! });
  const createdAt = new Date(shop.deps.now().getTime() - 40 * 86_400_000);
  await db.update(packages).set({ createdAt, invoiceNumber: 'VIDIK-00077' }).where(eq(packages.id, month!.id));
  const [{ number } = { number: 0 }] = await db.select().from(orders).where(eq(orders.id, month!.orderId!));
  expect(await refusal(desk.issue({ order: number }))).toMatchObject({ data: { why: 'periods' } });
  expect(await codeOfCall(desk.issue({ period: randomUUID() }))).toBe('ORDER_GONE');

  const [one, two] = await Promise.all([desk.issue({ period: month!.id }), desk.issue({ period: month!.id })]);
  expect(one).toEqual(two);
  const [issued, ...more] = await papersOf({ id: month!.orderId! });
  expect(more).toEqual([]);
  const on = dayOf(createdAt);
  expect(issued).toMatchObject({ packageId: month!.id, price: 9_900, gross: 1_160_000, profileId: who.id });
  expect(issued!.data).toMatchObject({ suppliedOn: on, rate: '117.17', paid: { on, how: 'card' } });
  expect(await mailedOf({ id: month!.orderId! })).toMatchObject([{ awaits: issued!.id }]);
  const [shown] = (await call(shop, who).advertising.periods({})).rows;
  expect(shown).toMatchObject({ invoiceNumber: issued!.number, documents: [{ number: issued!.number }] });
});
