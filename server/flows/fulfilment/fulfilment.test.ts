import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { MoneyDocument, WarrantyDocument } from '#domain/documents/data.ts';
import { documents } from '../../documents/schema.ts';
import { type ParcelMails, parcelEmails } from '../../fulfilment/emails.tsx';
import { shipmentDevices } from '../../fulfilment/schema.ts';
import { orderEvents, orders } from '../../orders/schema.ts';
import { orderPayments } from '../../payments/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { renderMail } from '../../platform/mail/write-mail.ts';
import { mails } from '../../platform/mail.schema.ts';
import { stockDevices } from '../../stock/schema.ts';
import { eventually } from '../../test/eventually.ts';
import { call, codeOfCall, giveDuties, person } from '../../test/people.ts';
import { buyer as form, pay, testShop } from '../../test/shop.ts';
import { renderDocument } from '../documents/render-document.ts';

const shop = await testShop({ quick: true });
const keeper = await person(shop, 'admin', { firstName: 'Milan', lastName: 'Ćirić' });
await giveDuties(shop, keeper, ['warehouse']);
const other = await person(shop, 'admin', { firstName: 'Vesna', lastName: 'Đorđević' });
await giveDuties(shop, other, ['warehouse']);
const desk = call(shop, keeper).fulfilment.admin;
const second = call(shop, other).fulfilment.admin;

let last = 0;
const serials = (n: number) => Array.from({ length: n }, () => `VDK-26-${String(++last).padStart(6, '0')}`);
let receipts = 0;
const receipt = () => `AB12CD34-AB12CD34-${++receipts}`;

async function ordered(product = 'Vidik – 1 uređaj', price = 219, details = {}) {
  const who = await person(shop, 'member');
  const { url } = await call(shop, who).payments.createPayment({
    productName: product,
    productPrice: price,
    buyerInfo: { ...form, ...details },
  });
  const [order] = await shop.db.select().from(orders).where(eq(orders.profileId, who.id));
  return { who, url, id: order!.id, number: order!.number };
}
async function paid(...details: Parameters<typeof ordered>) {
  const order = await ordered(...details);
  await pay(shop, order.url);
  return order;
}
/** The buyer's bank disputes its payment; answers with the dispute. */
async function disputed({ id }: { id: string }): Promise<string> {
  const [payment] = await shop.db.select().from(orderPayments).where(eq(orderPayments.orderId, id));
  const { payment_intent } = await shop.stripe.checkout.sessions.retrieve(payment!.key);
  const dispute = await shop.sandbox.control.dispute(payment_intent as string);
  await eventually(async () => {
    const [row] = await shop.db.select().from(orders).where(eq(orders.id, id));
    expect(row!.isDisputed).toBe(true);
  });
  return dispute;
}
type Boxes = { grams: number; serials: string[] }[];
async function pack(order: { id: string; number: number }, boxes: Boxes, more = {}) {
  const { version } = await desk.read({ number: order.number });
  const id = randomUUID();
  const packed = await desk.pack({ order: order.id, id, version, courier: 'own', boxes, ...more });
  return { id, key: packed.key };
}
const one = (serial: string): Boxes => [{ grams: 350, serials: [serial] }];
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    ({ code, data }: { code: string; data: unknown }) => ({ code, data }),
  );
async function handedOver(order: Awaited<ReturnType<typeof paid>>, boxes: Boxes) {
  const parcel = await pack(order, boxes);
  await desk.enterReceipt({ order: order.id, kind: 'receipt', number: receipt() });
  const labels = boxes.map((_, at) => `${parcel.key}-${at + 1}`);
  await desk.handOver({ id: parcel.id, labels });
  return parcel;
}
const eventsOf = async (id: string) =>
  (await shop.db.select().from(orderEvents).where(eq(orderEvents.orderId, id)).orderBy(asc(orderEvents.id))).map(
    ({ kind, reference }) => `${kind} ${reference}`.trim(),
  );
const papersOf = (id: string) =>
  shop.db.select().from(documents).where(eq(documents.orderId, id)).orderBy(asc(documents.nth));
const mailsOf = async (id: string, template: string) =>
  shop.db
    .select()
    .from(mails)
    .where(and(eq(mails.orderId, id), eq(mails.template, template)));
const stateOf = async (id: string) =>
  (await shop.db.select().from(orders).where(eq(orders.id, id)))[0]!.fulfilmentState;

test('a paid order is packed with one serial number for each device, and read as a parcel with its boxes', async () => {
  const order = await paid('Vidik – 10 uređaja', 1999);
  const [first, rest] = [serials(4), serials(6)];
  expect(await desk.read({ number: order.number })).toMatchObject({
    devices: 10,
    missing: 10,
    problem: null,
    inStock: null,
  });
  const parcel = await pack(order, [
    { grams: 1400, serials: first.map((serial) => ` ${serial.toLowerCase()} `) },
    { grams: 2100, serials: rest },
  ]);
  expect(parcel.key).toBe(`${order.number}-1`);
  expect(await desk.read({ number: order.number })).toMatchObject({
    missing: 0,
    problem: 'complete',
    fulfilmentState: 'packed',
    parcels: [
      {
        n: 1,
        kind: 'outbound',
        courier: 'own',
        state: 'packed',
        packedBy: 'Milan Ćirić',
        boxes: [
          { n: 1, grams: 1400, serials: first },
          { n: 2, grams: 2100, serials: rest },
        ],
      },
    ],
  });
});

test('what is not paid, cancelled, given back or withdrawn from is not packed, and says why', async () => {
  const waiting = await ordered();
  expect(await refusal(pack(waiting, one(serials(1)[0]!)))).toEqual({
    code: 'NOT_TO_BE_PACKED',
    data: { order: waiting.number, problem: 'unpaid' },
  });
  const withdrawn = await paid();
  await call(shop, withdrawn.who).orders.withdraw({ id: withdrawn.id, receivedOn: null });
  expect(await refusal(pack(withdrawn, one(serials(1)[0]!)))).toMatchObject({ data: { problem: 'withdrawn' } });
  expect(await stateOf(withdrawn.id)).toBe('new');
});

test('while its buyer disputes the payment an order is neither packed nor handed over, and goes on when the bank decides for us', async () => {
  const [order, packed] = [await paid(), await paid()];
  const serial = serials(1)[0]!;
  const parcel = await pack(packed, one(serial));
  await desk.enterReceipt({ order: packed.id, kind: 'receipt', number: receipt() });
  const disputes = await Promise.all([order, packed].map(disputed));
  expect(await desk.read({ number: order.number })).toMatchObject({ problem: 'disputed', missing: 1 });
  const refused = { code: 'NOT_TO_BE_PACKED', data: { order: order.number, problem: 'disputed' } };
  expect(await refusal(pack(order, one(serials(1)[0]!)))).toEqual(refused);
  const hand = { id: parcel.id, labels: [`${parcel.key}-1`] };
  expect(await refusal(desk.handOver(hand))).toMatchObject({ data: { order: packed.number, problem: 'disputed' } });
  const waits = async () => (await desk.queue()).toPack.map(({ number }) => number);
  expect(await waits()).not.toContain(order.number);

  for (const dispute of disputes) await shop.sandbox.control.decideDispute(dispute, 'won');
  await eventually(async () => expect(await waits()).toContain(order.number));
  await pack(order, one(serials(1)[0]!));
  expect(await desk.handOver(hand)).toEqual({ state: 'handed_over' });
});

test('a wrong, a repeated and a missing serial number are refused by name, and nothing is written', async () => {
  const order = await paid('Vidik – 10 uređaja', 1999);
  const ten = serials(10);
  const boxes = (list: string[]) => [{ grams: 3500, serials: list }];
  expect(await refusal(pack(order, boxes([...ten.slice(1), 'VDK-26-47O2'])))).toEqual({
    code: 'SERIAL_WRONG',
    data: { serial: 'VDK-26-47O2' },
  });
  expect(await refusal(pack(order, boxes([...ten.slice(1), ten[1]!])))).toEqual({
    code: 'SERIAL_TWICE',
    data: { serial: ten[1] },
  });
  expect(await refusal(pack(order, boxes(ten.slice(3))))).toEqual({ code: 'SERIALS_MISSING', data: { missing: 3 } });
  expect(await refusal(pack(order, boxes([...ten, ...serials(1)])))).toEqual({
    code: 'SERIALS_TOO_MANY',
    data: { most: 10 },
  });
  expect(await stateOf(order.id)).toBe('new');
  expect(await shop.db.$count(shipmentDevices, eq(shipmentDevices.serial, ten[0]!))).toBe(0);
});

test('a device is in one order: of two who pack it at once one is told which order has it', async () => {
  const [mine, theirs] = [await paid(), await paid()];
  const [serial] = serials(1) as [string];
  const answers = await Promise.all([refusal(pack(mine, one(serial))), refusal(pack(theirs, one(serial)))]);
  const refused = answers.find((answer) => answer !== null);
  const winner = answers[0] === null ? mine : theirs;
  expect(answers.filter((answer) => answer === null)).toHaveLength(1);
  expect(refused).toEqual({ code: 'SERIAL_USED', data: { serial, order: winner.number } });
});

test('pressed twice it is one parcel; who packs what somebody else packed meanwhile reads who and when', async () => {
  const order = await paid();
  const { version } = await desk.read({ number: order.number });
  const [mine, theirs] = serials(2) as [string, string];
  const press = { order: order.id, id: randomUUID(), version, courier: 'own' as const, boxes: one(mine) };
  const keys = await Promise.all(Array.from({ length: 5 }, () => desk.pack(press)));
  expect(new Set(keys.map(({ key }) => key))).toEqual(new Set([`${order.number}-1`]));
  expect((await desk.read({ number: order.number })).parcels).toHaveLength(1);
  const late = await refusal(second.pack({ ...press, id: randomUUID(), boxes: one(theirs) }));
  expect(late).toMatchObject({ code: 'PACKED_MEANWHILE', data: { order: order.number, by: 'Milan Ćirić' } });
  const entries = await shop.db.select().from(auditLog).where(eq(auditLog.subjectId, order.id));
  expect(entries.filter(({ action }) => action === 'fulfilment.packed')).toHaveLength(1);
});

test('an order that changed otherwise is to be looked at again', async () => {
  const order = await paid();
  const { version } = await desk.read({ number: order.number });
  expect(
    await refusal(
      desk.pack({
        order: order.id,
        id: randomUUID(),
        version: version - 1,
        courier: 'own',
        boxes: one(serials(1)[0]!),
      }),
    ),
  ).toEqual({ code: 'ORDER_CHANGED', data: undefined });
});

test('packing is taken back until the hand-over; the devices are free again, the parcel’s number is not', async () => {
  const order = await paid();
  const [serial] = serials(1) as [string];
  const parcel = await pack(order, one(serial));
  expect(await Promise.all([desk.cancel({ id: parcel.id }), desk.cancel({ id: parcel.id })])).toEqual([
    { cancelled: true },
    { cancelled: true },
  ]);
  expect(await stateOf(order.id)).toBe('new');
  const again = await handedOver(order, one(serial));
  expect(again.key).toBe(`${order.number}-2`);
  expect(await refusal(desk.cancel({ id: again.id }))).toEqual({
    code: 'PARCEL_LEFT',
    data: { parcel: again.key, state: 'handed_over' },
  });
});

test('a wrong serial number is corrected with a reason while the parcel is here, once', async () => {
  const order = await paid();
  const [wrong, right] = serials(2) as [string, string];
  const parcel = await pack(order, one(wrong));
  const correction = { id: parcel.id, key: randomUUID(), from: wrong, to: right, reason: 'misread' as const };
  await Promise.all([desk.correct(correction), desk.correct(correction)]);
  expect((await desk.read({ number: order.number })).parcels[0]!.boxes).toMatchObject([{ serials: [right] }]);
  expect((await eventsOf(order.id)).filter((event) => event.startsWith('serial_corrected'))).toHaveLength(1);
  expect(await refusal(desk.correct({ ...correction, key: randomUUID() }))).toEqual({
    code: 'SERIAL_NOT_THERE',
    data: { serial: wrong },
  });
});

test('no parcel leaves without the receipt, nor with a label missing or of another order’s box', async () => {
  const [order, neighbour] = [await paid(), await paid()];
  const parcel = await pack(order, [{ grams: 350, serials: serials(1) }]);
  const theirs = await pack(neighbour, one(serials(1)[0]!));
  const hand = (...labels: string[]) => refusal(desk.handOver({ id: parcel.id, labels }));
  expect(await hand()).toEqual({ code: 'LABELS_MISSING', data: { missing: 1 } });
  expect(await hand(`${theirs.key}-1`)).toEqual({
    code: 'LABEL_OF_ANOTHER',
    data: { label: `${theirs.key}-1`, order: neighbour.number },
  });
  expect(await hand(`${parcel.key}-2`)).toMatchObject({ code: 'LABEL_UNKNOWN' });
  expect(await hand('VDK-26-000001')).toMatchObject({ code: 'LABEL_UNKNOWN' });
  expect(await hand(`${parcel.key}-1`)).toEqual({
    code: 'RECEIPT_MISSING',
    data: { order: order.number, isCompany: false },
  });
  expect(await stateOf(order.id)).toBe('packed');
  expect(await papersOf(order.id)).toEqual([]);
});

test('a person’s order takes the number of a fiscal receipt, a company’s that of SEF or the reason, and no number twice', async () => {
  const early = await paid();
  const enter = (order: { id: string }, kind: 'receipt' | 'sef' | 'not_in_sef', number = '') =>
    codeOfCall(desk.enterReceipt({ order: order.id, kind, number }));
  expect(await enter(early, 'receipt', receipt())).toBe('RECEIPT_TOO_EARLY');
  await pack(early, one(serials(1)[0]!));
  expect(await enter(early, 'sef', '2026-1')).toBe('RECEIPT_KIND');
  expect(await enter(early, 'receipt', '1207')).toBe('RECEIPT_WRONG');
  const number = receipt();
  expect(await enter(early, 'receipt', number.toLowerCase())).toBe('ok');
  expect(await enter(early, 'receipt', number)).toBe('ok');
  expect(await desk.read({ number: early.number })).toMatchObject({
    receipt: { kind: 'receipt', number, by: 'Milan Ćirić' },
  });
  const next = await paid();
  await pack(next, one(serials(1)[0]!));
  expect(await refusal(desk.enterReceipt({ order: next.id, kind: 'receipt', number }))).toEqual({
    code: 'RECEIPT_USED',
    data: { order: early.number },
  });
  const firm = await paid('Vidik – 1 uređaj', 219, { companyName: 'Pekara na uglu' });
  const parcel = await pack(firm, one(serials(1)[0]!));
  expect(await refusal(desk.handOver({ id: parcel.id, labels: [`${parcel.key}-1`] }))).toMatchObject({
    code: 'RECEIPT_MISSING',
    data: { isCompany: true },
  });
  expect(await enter(firm, 'receipt', receipt())).toBe('RECEIPT_KIND');
  expect(await enter(firm, 'not_in_sef')).toBe('ok');
  expect(await enter(firm, 'sef', '2026/117')).toBe('ok');
  await desk.handOver({ id: parcel.id, labels: [`${parcel.key}-1`] });
  expect(await enter(firm, 'sef', '2026/118')).toBe('RECEIPT_STAYS');
});

test('a receipt does not take the place of one that a colleague entered while it was typed, unless it was seen', async () => {
  const order = await paid();
  await pack(order, one(serials(1)[0]!));
  const [theirs, mine] = [receipt(), receipt()];
  const enter = (number: string, over?: string | null) =>
    codeOfCall(desk.enterReceipt({ order: order.id, kind: 'receipt', number, over }));
  expect(await enter(theirs, null)).toBe('ok');
  expect(await enter(theirs, null), 'its answer was lost, so it is sent once more').toBe('ok');
  expect(await enter(mine, null)).toBe('RECEIPT_CHANGED');
  expect(await desk.read({ number: order.number })).toMatchObject({ receipt: { number: theirs } });
  expect(await enter(mine, theirs)).toBe('ok');
  expect(await enter(theirs), 'whoever names none replaces what is there').toBe('ok');
  expect(await desk.read({ number: order.number })).toMatchObject({ receipt: { number: theirs } });
});

test('handed over by two people at once it leaves once: one event, one račun, one mail that waits for it', async () => {
  const order = await paid();
  const [serial] = serials(1) as [string];
  const parcel = await pack(order, one(serial));
  await desk.enterReceipt({ order: order.id, kind: 'receipt', number: receipt() });
  const press = { id: parcel.id, labels: [`${parcel.key}-1`] };
  const answers = await Promise.all([desk.handOver(press), second.handOver(press), desk.handOver(press)]);
  expect(answers).toEqual(Array(3).fill({ state: 'handed_over' }));
  expect((await eventsOf(order.id)).filter((event) => event.startsWith('handed_over'))).toEqual([
    `handed_over ${parcel.key}`,
  ]);
  const papers = await papersOf(order.id);
  expect(papers.map(({ kind }) => kind)).toEqual(['invoice']);
  const data = papers[0]!.data as MoneyDocument;
  expect(data).toMatchObject({
    order: order.number,
    rate: '117.17',
    price: { amount: 21_900, currency: 'EUR' },
    shipment: parcel.key,
    warranty: `G-${order.number}`,
    consumer: true,
    lines: [
      { serials: [serial], quantity: 1, unit: 'piece', percent: 20, gross: 2_566_000, base: 2_138_333, tax: 427_667 },
    ],
    paid: { how: 'card', amount: 2_566_000 },
  });
  const [mail, ...more] = await mailsOf(order.id, 'fulfilment.sent');
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ to: order.who.email, awaits: papers[0]!.id, props: { invoice: papers[0]!.number } });
});

test('a delivered parcel has its garantni list with serial numbers, and the mail carries it with the račun', async () => {
  const order = await paid('Vidik – 10 uređaja', 1999);
  const ten = serials(10);
  const parcel = await handedOver(order, [{ grams: 3500, serials: ten }]);
  await desk.move({ id: parcel.id, from: 'handed_over', to: 'in_transit' });
  const deliver = { id: parcel.id, from: 'in_transit' as const, to: 'delivered' as const };
  expect(await Promise.all([desk.move(deliver), second.move(deliver)])).toEqual(Array(2).fill({ state: 'delivered' }));
  expect(await stateOf(order.id)).toBe('delivered');
  const [invoice, warranty, ...more] = await papersOf(order.id);
  expect(more).toEqual([]);
  expect(warranty).toMatchObject({ kind: 'warranty', number: `G-${order.number}`, citedId: invoice!.id });
  const { devices, invoice: named } = warranty!.data as WarrantyDocument;
  expect(devices.map(({ serial }) => serial)).toEqual(ten);
  expect(named).toBe(invoice!.number);
  expect(await mailsOf(order.id, 'fulfilment.delivered')).toMatchObject([{ awaits: warranty!.id }]);
  await renderDocument(shop.deps, warranty!.id);
  const [mail] = await mailsOf(order.id, 'fulfilment.delivered');
  expect(mail!.attached?.map(({ name }) => name)).toEqual([
    `racun-${invoice!.number}.pdf`,
    `garantni-list-G-${order.number}.pdf`,
  ]);
});

test('of a part of an order the mail says that this parcel is delivered, of the last one that the order is', async () => {
  const order = await paid('Vidik – 10 uređaja', 1999);
  const part = await pack(order, [{ grams: 1400, serials: serials(4) }], { isPart: true });
  await desk.enterReceipt({ order: order.id, kind: 'receipt', number: receipt() });
  const rest = await pack(order, [{ grams: 2100, serials: serials(6) }]);
  for (const { id, key } of [part, rest]) {
    await desk.handOver({ id, labels: [`${key}-1`] });
    await desk.move({ id, from: 'handed_over', to: 'delivered' });
  }
  const sent = (await mailsOf(order.id, 'fulfilment.delivered')).map(
    ({ props }) => props as ParcelMails['fulfilment.delivered'],
  );
  const textAbout = async ({ key }: { key: string }) => {
    const message = parcelEmails['fulfilment.delivered'](sent.find(({ parcel }) => parcel === key)!);
    return (await renderMail(message, shop.deps.config.publicUrl)).text.replace(/\s+/g, ' ');
  };
  expect(await textAbout(part)).toContain(`ošiljka ${part.key} iz narudžbine ${order.number} je isporučena.`);
  expect(await textAbout(rest)).toContain(`arudžbina ${order.number} je isporučena (pošiljka ${rest.key}).`);
});

test('of two exchanged devices in one parcel the mail says a sentence of each, and both licences', async () => {
  const link = `${shop.deps.config.publicUrl}/account`;
  const devices = ['VDK-31-000001', 'VDK-31-000002'].map((serial) => ({
    serial,
    replacement: serial.replace('31', '32'),
    until: '2028-11-02',
  }));
  const message = parcelEmails['fulfilment.exchange-delivered']({ number: 1001, devices, warranty: null, link });
  const { text } = await renderMail(message, shop.deps.config.publicUrl);
  const sentences = text.split('\n\n');
  expect(sentences).toEqual(
    expect.arrayContaining([expect.stringMatching(/^uređaj VDK-32-000001 je isporučen umesto/)]),
  );
  expect(sentences).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Uređaj VDK-32-000002 je isporučen umesto/)]),
  );
  expect(text).toContain('Licence su prešle na njih');
});

test('what was lost is found and delivered, each step an event; another state than the one that was seen is refused', async () => {
  const order = await paid();
  const parcel = await handedOver(order, one(serials(1)[0]!));
  const move = (from: 'handed_over' | 'in_transit' | 'lost', to: 'in_transit' | 'lost' | 'delivered' | 'returned') =>
    refusal(desk.move({ id: parcel.id, from, to }));
  expect(await move('in_transit', 'delivered')).toEqual({
    code: 'PARCEL_CHANGED',
    data: { parcel: parcel.key, state: 'handed_over' },
  });
  expect(await move('handed_over', 'returned'), 'nothing leads there').toMatchObject({ code: 'PARCEL_CHANGED' });
  await move('handed_over', 'in_transit');
  await move('in_transit', 'lost');
  expect(await stateOf(order.id)).toBe('lost');
  await move('lost', 'in_transit');
  await move('in_transit', 'delivered');
  expect((await eventsOf(order.id)).slice(-5)).toEqual([
    `handed_over ${parcel.key}`,
    `in_transit ${parcel.key}`,
    `lost ${parcel.key}`,
    `in_transit ${parcel.key}/2`,
    `delivered ${parcel.key}`,
  ]);
});

test('a refused parcel comes back, and the order is packed again as a parcel sent anew, under the same račun', async () => {
  const order = await paid();
  const [serial] = serials(1) as [string];
  const parcel = await handedOver(order, one(serial));
  await desk.move({ id: parcel.id, from: 'handed_over', to: 'refused' });
  expect(await mailsOf(order.id, 'fulfilment.refused')).toHaveLength(1);
  await desk.move({ id: parcel.id, from: 'refused', to: 'returned' });
  const again = await pack(order, one(serial));
  await desk.handOver({ id: again.id, labels: [`${again.key}-1`] });
  expect((await desk.read({ number: order.number })).parcels.map(({ kind, state }) => [kind, state])).toEqual([
    ['outbound', 'returned'],
    ['resend', 'handed_over'],
  ]);
  expect((await papersOf(order.id)).map(({ kind }) => kind)).toEqual(['invoice']);
  expect(await mailsOf(order.id, 'fulfilment.sent')).toHaveLength(2);
});

test('a part of an order goes ahead only when that is said, and the order is new until the rest is packed', async () => {
  const order = await paid('Vidik – 10 uređaja', 1999);
  const part = await pack(order, [{ grams: 1400, serials: serials(4) }], { isPart: true });
  expect(await stateOf(order.id)).toBe('new');
  expect(await desk.read({ number: order.number })).toMatchObject({ missing: 6, problem: null });
  const { toPack } = await desk.queue();
  expect(
    toPack.find(({ number }) => number === order.number),
    'what is left of it',
  ).toMatchObject({ devices: 6 });
  const rest = await pack(order, [{ grams: 2100, serials: serials(6) }]);
  expect(await stateOf(order.id)).toBe('packed');
  await desk.enterReceipt({ order: order.id, kind: 'receipt', number: receipt() });
  await desk.handOver({ id: part.id, labels: [`${part.key}-1`] });
  await desk.handOver({ id: rest.id, labels: [`${rest.key}-1`] });
  const [invoice, ...more] = await papersOf(order.id);
  expect(more).toEqual([]);
  expect((invoice!.data as MoneyDocument).lines[0]!.serials).toHaveLength(10);
});

test('who lacks the duty packs nothing, and the warehouse reads no amounts', async () => {
  const order = await paid();
  const seller = await person(shop, 'admin');
  await giveDuties(shop, seller, ['sales']);
  for (const who of [seller, order.who]) {
    const { pack: packAs, handOver } = call(shop, who).fulfilment.admin;
    const boxes = one('VDK-26-900001');
    expect(await codeOfCall(packAs({ order: order.id, id: randomUUID(), version: 2, courier: 'own', boxes }))).toBe(
      'FORBIDDEN',
    );
    expect(await codeOfCall(handOver({ id: randomUUID(), labels: [] }))).toBe('FORBIDDEN');
  }
  expect(await codeOfCall(call(shop, seller).fulfilment.admin.read({ number: order.number }))).toBe('ok');
  const seen = JSON.stringify(await desk.read({ number: order.number }));
  expect(seen).not.toMatch(/21900|219|amount/);
  expect(await codeOfCall(desk.handOver({ id: randomUUID(), labels: [] }))).toBe('PARCEL_GONE');
  expect(await codeOfCall(desk.read({ number: 999_999 }))).toBe('ORDER_GONE');
});

test('the queue names what is to be packed and what waits for the courier, and nothing else', async () => {
  const [waiting, ready, packed] = [await ordered(), await paid(), await paid()];
  const parcel = await pack(packed, one(serials(1)[0]!));
  const { toPack, packed: forCourier } = await desk.queue();
  const numbers = toPack.map(({ number }) => number);
  expect(numbers).toContain(ready.number);
  expect(numbers).not.toContain(waiting.number);
  expect(numbers).not.toContain(packed.number);
  expect(forCourier.find(({ number }) => number === packed.number)).toMatchObject({
    key: parcel.key,
    name: 'Milica Živković',
    city: 'Čačak',
    devices: 1,
  });
});

test('money that went back before the hand-over is credited with the račun, and what goes back later as well', async () => {
  const order = await paid('Vidik – 10 uređaja', 1999);
  const [row] = await shop.db.select().from(orders).where(eq(orders.id, order.id));
  const refund = async (amount: number) => {
    const { payment_intent: intent } = await shop.stripe.checkout.sessions.retrieve(row!.checkoutSessionId!);
    await shop.stripe.refunds.create({ payment_intent: String(intent), amount });
    await expect
      .poll(async () => (await shop.db.select().from(orders).where(eq(orders.id, order.id)))[0]!.refunded)
      .toBeGreaterThanOrEqual(amount);
  };
  await refund(19_990);
  await handedOver(order, [{ grams: 3500, serials: serials(10) }]);
  const papers = await papersOf(order.id);
  expect(papers.map(({ kind, price }) => [kind, price])).toEqual([
    ['invoice', 199_900],
    ['creditNote', 19_990],
  ]);
  await refund(179_910);
  await expect.poll(async () => (await papersOf(order.id)).length).toBe(3);
  const all = await papersOf(order.id);
  expect(all.reduce((sum, { kind, gross }) => sum + (kind === 'creditNote' ? -gross : gross), 0)).toBe(0);
});

test('from the first intake on devices come from stock, move with their parcel, and come back to be looked at', async () => {
  const stock = call(shop, keeper).stock.admin;
  const received = serials(3);
  const earlier = await paid();
  const [gone] = serials(1) as [string];
  await pack(earlier, one(gone));
  const taken = await stock.take({
    key: randomUUID(),
    document: '',
    file: new File([[...received, gone].join('\n')], 'prijem.csv'),
  });
  expect(taken).toMatchObject({
    fresh: 3,
    problems: [{ text: gone, problem: { kind: 'exists', place: 'packed', order: earlier.number } }],
  });
  const { waitedFor } = await stock.level();
  const others = Array.from({ length: waitedFor + 3 }, (_, n) => `VDK-27-${String(n + 1).padStart(6, '0')}`);
  await stock.take({ key: randomUUID(), document: 'Za ranije plaćene', file: new File([others.join('\n')], 'r.csv') });
  const placeOf = async (serial: string) =>
    (await shop.db.select().from(stockDevices).where(eq(stockDevices.serial, serial)))[0]?.place;
  const order = await paid();
  expect(await refusal(pack(order, one(serials(1)[0]!)))).toMatchObject({ code: 'SERIAL_UNKNOWN' });
  const [mine, wrong, off] = received as [string, string, string];
  await stock.writeOff({ serials: [off], reason: 'faulty' });
  expect(await refusal(pack(order, one(off)))).toMatchObject({ code: 'SERIAL_UNKNOWN' });
  const first = await pack(order, one(wrong));
  expect(await placeOf(wrong)).toBe('packed');
  await desk.correct({ id: first.id, key: randomUUID(), from: wrong, to: mine, reason: 'swapped' });
  expect([await placeOf(wrong), await placeOf(mine)]).toEqual(['stock', 'packed']);
  const next = await paid();
  expect(await refusal(pack(next, one(mine)))).toEqual({
    code: 'SERIAL_USED',
    data: { serial: mine, order: order.number },
  });
  await desk.cancel({ id: first.id });
  expect(await placeOf(mine)).toBe('stock');
  const parcel = await handedOver(order, one(mine));
  expect(await placeOf(mine)).toBe('courier');
  await desk.move({ id: parcel.id, from: 'handed_over', to: 'refused' });
  await desk.move({ id: parcel.id, from: 'refused', to: 'returned' });
  expect(await placeOf(mine)).toBe('inspection');
  const sent = await handedOver(next, one(wrong));
  await desk.move({ id: sent.id, from: 'handed_over', to: 'delivered' });
  expect(await placeOf(wrong)).toBe('customer');
  expect(await desk.read({ number: next.number })).toMatchObject({ inStock: others.length });
});
