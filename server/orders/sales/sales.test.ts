import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DAY_MS } from '#domain/day.ts';
import { shipmentBoxes, shipmentDevices, shipments } from '../../fulfilment/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { systemActor } from '../../platform/audit.ts';
import { packDevices } from '../../stock/move-devices.ts';
import { networkMember } from '../../test/network.ts';
import { call, codeOfCall, person, type TestPerson } from '../../test/people.ts';
import { buyer, firm, pay, testShop } from '../../test/shop.ts';
import { enterOrderEvent } from '../events.ts';
import { orders, saleViews } from '../schema.ts';

const shop = await testShop({ quick: true });
const staff = await person(shop, 'admin');
const desk = call(shop, staff).orders.admin;

interface Wanted {
  form?: object;
  isPaid?: boolean;
  by?: TestPerson;
}
async function ordered({ form = {}, isPaid = true, by }: Wanted = {}) {
  const who = by ?? (await person(shop, 'member'));
  const { url } = await call(shop, who).payments.createPayment({
    productName: 'Vidik – 1 uređaj',
    productPrice: 219,
    buyerInfo: { ...buyer, ...form },
  });
  if (isPaid) await pay(shop, url);
  const [order] = await shop.db.select().from(orders).where(eq(orders.profileId, who.id));
  return order!;
}
const numbers = ({ rows }: { rows: readonly { number: number }[] }) => rows.map(({ number }) => number);
const found = async (search: string) => numbers(await desk.list({ search }));

test('an order is found by its number, and by a part of a name, a phone or a company, however they are written', async () => {
  const { number } = await ordered({
    form: { firstName: 'Đorđe', lastName: 'Šćepanović', companyName: 'Čarapa d.o.o.', phone: '+381659871234' },
  });
  for (const text of [
    String(number),
    `#${number}`,
    `${number}-1`,
    'Đorđe Šćepanović',
    'djordje scep',
    'Ђорђе',
    'carapa',
    '065 987',
    '987-1234',
  ])
    expect(await found(text), text).toContain(number);
  for (const text of ['Đorđe Živković', '065 111', `${number}-x`])
    expect(await found(text), text).not.toContain(number);
});

test('an order of a company is found by its tax number and by its registration number', async () => {
  const who = await person(shop, 'member');
  await call(shop, who).payments.createPayment({ productName: 'starter', productPrice: 99, companyInfo: firm });
  const [order] = await shop.db.select().from(orders).where(eq(orders.profileId, who.id));
  for (const text of ['100002887', '0002887', '17162543', 'pekara na uglu', '064 111 22 22', '1112222'])
    expect(await found(text), text).toContain(order!.number);
  const { rows } = await desk.list({ search: String(order!.number) });
  expect(rows[0]).toMatchObject({ number: order!.number, phone: '+381641112222' });
});

test('devices that a company ordered are found by its numbers, and those for somebody else by who takes the parcel', async () => {
  const mill = { companyName: 'Mlin DOO', companyTaxNumber: '101134702', companyRegistrationNumber: '07726716' };
  const ofMill = await ordered({ form: mill });
  for (const text of ['101134702', '1134702', '07726716', 'mlin 101134702'])
    expect(await found(text), text).toEqual([ofMill.number]);
  const recipient = { recipientName: 'Љубиша Ђокић', recipientPhone: '+381601239876' };
  const forOther = await ordered({ form: recipient });
  for (const text of ['ljubisa djokic', 'Đokić', '060 123', '1239876'])
    expect(await found(text), text).toContain(forOther.number);
  const { rows } = await call(shop, staff).admin.find({ q: '1134702' });
  expect(rows.map(({ kind, number }) => [kind, number])).toContainEqual(['order', String(ofMill.number)]);
});

test('an order is found by the serial number of a device that is in it', async () => {
  const { id, number } = await ordered();
  const serial = 'VDK-26-900001';
  await call(shop, staff).stock.admin.scan({ key: randomUUID(), serial });
  await shop.db.transaction((tx) =>
    packDevices(tx, shop.deps, systemActor, { orderId: id, serials: [serial], parcel: `${number}-1` }),
  );
  expect(await found('vdk-26-900001')).toEqual([number]);
  expect(await found('VDK-26-900002')).toEqual([]);
});

test('every view holds what its name says, and its count is that of its list', async () => {
  const waiting = await ordered({ isPaid: false });
  const paid = await ordered();
  const packed = await ordered();
  await shop.db.insert(shipments).values({ orderId: packed.id, n: 1, courier: 'own', devices: 1 });
  await shop.db.transaction((tx) =>
    enterOrderEvent(tx, new Date(), systemActor, packed.id, { kind: 'packed', reference: `${packed.number}-1` }),
  );
  const back = await ordered();
  await shop.db.update(orders).set({ refunded: 5_000 }).where(eq(orders.id, back.id));
  const old = await ordered();
  await shop.db
    .update(orders)
    .set({ createdAt: new Date(Date.now() - 30 * DAY_MS) })
    .where(eq(orders.id, old.id));

  const inView = async (view: 'recent' | 'to_pack' | 'to_pay' | 'cod_late' | 'refunds') =>
    numbers(await desk.list({ view }));
  expect(await inView('to_pay')).toContain(waiting.number);
  expect(await inView('to_pay')).not.toContain(paid.number);
  expect(await inView('to_pack')).toContain(paid.number);
  for (const { number } of [waiting, packed]) expect(await inView('to_pack')).not.toContain(number);
  expect(await inView('refunds')).toEqual([back.number]);
  expect(await inView('recent')).not.toContain(old.number);
  expect(await inView('cod_late')).toEqual([]);
  const { every, shipped } = await desk.views();
  for (const [view, count] of Object.entries(shipped))
    expect(count.count, view).toBe((await inView(view as 'recent')).length);
  expect(every.count).toBe(await shop.db.$count(orders));
  const { rows } = await desk.list({ search: String(packed.number) });
  expect(rows[0]).toMatchObject({ parcel: `${packed.number}-1`, buyer: 'Milica Živković', way: 'card' });
});

test('the list says which of its orders may be packed: none that waits for a call or a payment, or that its buyer withdrew from', async () => {
  const isToPack = async ({ number }: { number: number }) =>
    (await desk.list({ search: String(number) })).rows.find((row) => row.number === number)!.isToPack;
  const who = await person(shop, 'member');
  const paid = await ordered({ by: who });
  expect(await isToPack(paid)).toBe(true);
  await call(shop, who).orders.withdraw({ id: paid.id, receivedOn: null });
  expect(await isToPack(paid)).toBe(false);
  expect(await isToPack(await ordered({ isPaid: false }))).toBe(false);
  const serials = Array.from({ length: 50 }, (_, n) => `VDK-26-91${String(n).padStart(4, '0')}`);
  const file = new File([serials.join('\n')], 'prijem.csv', { type: 'text/csv' });
  await call(shop, staff).stock.admin.take({ key: randomUUID(), file, document: 'Otpremnica' });
  const { number } = await call(shop, await person(shop, 'member')).payments.createPayment({
    productName: 'Vidik – 1 uređaj',
    productPrice: 219,
    buyerInfo: { ...buyer, phone: '+381 63 555 2001', address: 'Ulica 7' },
    way: 'cash_on_delivery',
  });
  expect(await isToPack({ number })).toBe(false);
  const { version } = await desk.read({ number });
  await desk.call({ number, version, id: randomUUID(), outcome: 'confirmed', next: null });
  expect(await isToPack({ number })).toBe(true);
});

test('days of a filter are days of Belgrade, both of them included', async () => {
  const { id, number } = await ordered();
  const lastMinute = new Date('2026-03-28T22:59:59Z');
  await shop.db.update(orders).set({ createdAt: lastMinute }).where(eq(orders.id, id));
  const on = async (from: string, to: string) => numbers(await desk.list({ from, to }));
  expect(await on('2026-03-28', '2026-03-28')).toEqual([number]);
  expect(await on('2026-03-29', '2026-03-29')).toEqual([]);
});

test('a view is kept once, shared ones are seen by all who see sales, and only whoever made it takes it away', async () => {
  const other = await person(shop, 'admin');
  const [own, shared] = [randomUUID(), randomUUID()];
  const view = { name: 'Niš', query: 'view=to_pack&q=nis', isShared: false };
  await desk.saveView({ ...view, id: own });
  await desk.saveView({ ...view, id: own });
  await desk.saveView({ ...view, id: shared, name: 'Čačak', query: 'q=čačak', isShared: true });
  await shop.db
    .update(saleViews)
    .set({ createdAt: new Date(0) })
    .where(eq(saleViews.id, own));
  const theirs = call(shop, other).orders.admin;
  expect((await desk.views()).saved).toMatchObject([
    { id: own, name: 'Niš', isOwn: true, rows: { count: 0, more: false } },
    { id: shared, isOwn: true, isShared: true },
  ]);
  expect((await theirs.views()).saved).toMatchObject([{ id: shared, name: 'Čačak', isOwn: false }]);
  expect(await codeOfCall(theirs.removeView({ id: shared }))).toBe('VIEW_GONE');
  expect(await codeOfCall(theirs.saveView({ ...view, id: own }))).toBe('TOO_MANY_VIEWS');
  await desk.removeView({ id: shared });
  expect(await codeOfCall(desk.removeView({ id: shared }))).toBe('VIEW_GONE');
  expect((await theirs.views()).saved).toEqual([]);
  const rows = await shop.db.select().from(auditLog).where(eq(auditLog.actor, staff.id));
  expect(rows.filter(({ action }) => action.startsWith('orders.view')).map(({ action }) => action)).toEqual([
    'orders.view-saved',
    'orders.view-saved',
    'orders.view-removed',
  ]);
});

test('nobody keeps more than twenty views, also when they are sent at the same moment', async () => {
  const busy = await person(shop, 'admin');
  const theirs = call(shop, busy).orders.admin;
  const sent = await Promise.allSettled(
    Array.from({ length: 25 }, (_, n) =>
      theirs.saveView({ id: randomUUID(), name: `Pregled ${n}`, query: `q=${n}`, isShared: false }),
    ),
  );
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  expect(await shop.db.$count(saleViews, eq(saleViews.ownerId, busy.id))).toBe(20);
});

test('a file has the columns, the filter and the order of the screen, or only the chosen orders', async () => {
  const [first, second] = [
    await ordered({ form: { city: 'Pirot', lastName: 'Prvi' } }),
    await ordered({ form: { city: 'Pirot', lastName: '=Drugi' } }),
  ];
  const asked = { search: 'pirotski', columns: ['number', 'buyer', 'amount'] as const, format: 'csv' as const };
  const lines = async (more: object) =>
    (await (await desk.export({ ...asked, columns: [...asked.columns], ...more })).text()).trim().split('\r\n');
  expect(await lines({})).toEqual(['Broj;Kupac;Adresa;Iznos, €;Vraćeno, €']);
  const withWay = 'Broj;Status;Plaćanje;Osporavanje;Način plaćanja';
  expect(await lines({ columns: ['number', 'status'] })).toEqual([withWay]);
  expect(await lines({ columns: ['number', 'status', 'way'] })).toEqual([withWay]);
  const both = await lines({ search: 'milica', from: undefined, direction: 'asc' });
  const mine = both.filter((line) => line.includes('Pirot'));
  expect(mine).toEqual([
    `${first.number};Milica Prvi;"Ulica lipa 14, 32000 Pirot";219,00;0,00`.replaceAll('"', ''),
    `${second.number};Milica =Drugi;"Ulica lipa 14, 32000 Pirot";219,00;0,00`.replaceAll('"', ''),
  ]);
  expect(await lines({ search: 'milica', chosen: [second.number] })).toHaveLength(2);
  const book = await desk.export({ ...asked, columns: [...asked.columns], search: 'milica', format: 'xlsx' });
  expect(book.name).toMatch(/^vidik-narudzbine-\d{4}-\d\d-\d\d\.xlsx$/);
});

test('a file says of an order what its row says: that its payment is disputed, and how many of its parcels have come', async () => {
  const order = await ordered({ form: { city: 'Vranje' } });
  const { id, number } = order;
  const filed = async () => {
    const columns = ['number', 'status', 'delivery'] as const;
    const file = await desk.export({ columns: [...columns], format: 'csv', chosen: [number] });
    return (await file.text()).trim().split('\r\n');
  };
  const heads = 'Broj;Status;Plaćanje;Osporavanje;Način plaćanja;Isporuka;Pošiljka;Isporučeno paketa';
  expect(await filed()).toEqual([heads, `${number};Plaćeno;Plaćeno;;kartica;Nova;;`]);
  await shop.db.update(orders).set({ isDisputed: true, parcels: 3, deliveredParcels: 1 }).where(eq(orders.id, id));
  expect(await filed()).toEqual([
    heads,
    `${number};Plaćeno;Plaćeno;Kupac osporava plaćanje;kartica;Nova;;1 od 3 paketa`,
  ]);
  await shop.db.update(orders).set({ deliveredParcels: 3 }).where(eq(orders.id, id));
  expect(await filed(), 'as on the screen, nothing once all have come').toEqual([
    heads,
    `${number};Plaćeno;Plaćeno;Kupac osporava plaćanje;kartica;Nova;;`,
  ]);
});

test('a file names a package as the list does, and takes as many chosen orders as anybody chooses', async () => {
  const who = await person(shop, 'member');
  await call(shop, who).payments.createPayment({ productName: 'starter', productPrice: 99, companyInfo: firm });
  const [order] = await shop.db.select().from(orders).where(eq(orders.profileId, who.id));
  const chosen = [order!.number, ...Array.from({ length: 600 }, (_, n) => 900_000_000 + n)];
  const file = await desk.export({ columns: ['number', 'product'], format: 'csv', chosen });
  expect((await file.text()).trim().split('\r\n')[1]).toBe(`${order!.number};Reklamni paket Starter`);
});

test('a long file is sent while it is read, and whoever leaves in the middle has taken it all the same', async () => {
  const clerk = await person(shop, 'admin');
  await shop.db.execute(sql`insert into orders (email, kind, product_name, amount, created_at)
    select 'duga-lista' || n || '@primer.rs', 'device', 'Vidik – 1 uređaj', 21900, timestamptz '2021-03-01' + n * interval '1 second'
    from generate_series(1, 5000) n`);
  const wanted = { from: '2021-03-01', to: '2021-03-02', direction: 'asc', columns: ['email'], format: 'csv' };
  const asked = async () => {
    const { body } = await shop.app.request('/api/admin/orders/export', {
      method: 'POST',
      headers: { authorization: `Bearer ${clerk.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(wanted),
    });
    return body!.pipeThrough(new TextDecoderStream());
  };

  const parts: string[] = [];
  for await (const part of await asked()) parts.push(part);
  const lines = parts.join('').trim().split('\r\n');
  expect(lines).toHaveLength(5_001);
  expect([lines[0], lines[1], lines.at(-1)]).toEqual(['Email', 'duga-lista1@primer.rs', 'duga-lista5000@primer.rs']);
  expect(parts.length).toBeGreaterThan(2);

  const reader = (await asked()).getReader();
  expect((await reader.read()).value).toContain('Email');
  await reader.cancel();
  const taken = await shop.db.select().from(auditLog).where(eq(auditLog.actor, clerk.id));
  expect(taken.filter(({ action }) => action === 'orders.exported').map(({ after }) => after)).toMatchObject([
    { rows: 5_000 },
    { rows: 5_000 },
  ]);
});

test('the foot tells what was paid, what went back and what is waited for, of the filter and not of the page', async () => {
  const marked = { form: { lastName: 'Zbirović' } };
  await ordered(marked);
  const back = await ordered(marked);
  await ordered({ ...marked, isPaid: false });
  await shop.db.update(orders).set({ refunded: 5_000 }).where(eq(orders.id, back.id));
  expect(await desk.sums({ search: 'zbirovic' })).toMatchObject({
    total: { count: 3, more: false },
    paidTotal: 43_800,
    refundedTotal: 5_000,
    waitingTotal: 21_900,
  });
});

async function onDelivery(phone: string, form: object = {}) {
  await inStock();
  const { number } = await call(shop, await person(shop, 'member')).payments.createPayment({
    productName: 'Vidik – 1 uređaj',
    productPrice: 219,
    buyerInfo: { ...buyer, phone, address: `Ulica ${phone.slice(-3)}`, ...form },
    way: 'cash_on_delivery',
  });
  const [order] = await shop.db.select().from(orders).where(eq(orders.number, number));
  return order!;
}

/** Devices that nobody has, for one more order on delivery. */
let received = 0;
async function inStock() {
  received += 1;
  const serial = `VDK-26-93${String(received).padStart(4, '0')}`;
  await call(shop, staff).stock.admin.scan({ key: randomUUID(), serial });
}

const rowOf = async (number: number, asked: object = {}) =>
  (await desk.list({ search: String(number), ...asked })).rows.find((row) => row.number === number)!;

test('what is not paid yet says until when it may be, what its courier collects, and how late that is', async () => {
  const { number: byTransfer } = await call(shop, await person(shop, 'member')).payments.createPayment({
    productName: 'Vidik – 1 uređaj',
    productPrice: 219,
    buyerInfo: buyer,
    way: 'transfer',
  });
  expect(await rowOf(byTransfer)).toMatchObject({ toCourier: null, daysLate: 0 });
  expect((await rowOf(byTransfer)).validUntil).toMatch(/^\d{4}-\d\d-\d\d$/);
  const { id, number } = await onDelivery('+381 63 555 3001');
  expect(await rowOf(number)).toMatchObject({ validUntil: null, toCourier: 2_605_000, daysLate: 0 });

  await shop.db.insert(shipments).values({ orderId: id, n: 1, courier: 'd-express', devices: 1, state: 'delivered' });
  const delivered = (days: number) =>
    shop.db.transaction((tx) =>
      enterOrderEvent(tx, new Date(Date.now() - days * DAY_MS), systemActor, id, {
        kind: 'delivered',
        reference: `${number}-1`,
      }),
    );
  await delivered(11);
  expect(await rowOf(number), 'seven days are the courier’s').toMatchObject({ daysLate: 4 });
  expect(numbers(await desk.list({ view: 'cod_late' }))).toEqual([number]);
  expect(await rowOf((await ordered()).number)).toMatchObject({ validUntil: null, toCourier: null, daysLate: 0 });
});

test('whoever is to be called is shown with the reason, the attempt, the time and the phone that takes the parcel', async () => {
  const callOf = async (number: number) => (await rowOf(number, { view: 'to_call' })).call;
  const { id, number } = await onDelivery('+381 63 555 3002', {
    recipientName: 'Ana Ilić',
    recipientPhone: '+381 64 555 3003',
  });
  const first = { reason: 'before', nth: 1, from: null, phone: '+381 64 555 3003' };
  expect(await callOf(number)).toEqual(first);
  expect((await rowOf(number)).call, 'nobody asks elsewhere').toBeNull();

  const enter = async (outcome: 'no_answer' | 'confirmed') => {
    const { version } = await desk.read({ number });
    const said = randomUUID();
    await desk.call({ number, version, id: said, outcome, next: null });
    return said;
  };
  const inVain = await enter('no_answer');
  const second = await callOf(number);
  expect(second).toMatchObject({ nth: 2, phone: first.phone });
  expect((await desk.read({ number })).calls).toMatchObject({ tries: 1, calls: [{ next: second!.from }] });
  const file = await desk.export({ view: 'to_call', columns: ['number', 'phone'], format: 'csv', chosen: [number] });
  const [heads, line] = (await file.text()).trim().split('\r\n');
  expect(heads).toBe('Broj;Telefon;Razlog;Pokušaj;Kada');
  expect(line).toMatch(new RegExp(`^${number};[^;]*64 ?555 ?3003;Pre slanja;2;\\d+`));
  await desk.undoCall({ number, id: inVain });
  expect(await callOf(number), 'a call that was taken back was none').toEqual(first);

  await enter('confirmed');
  await shop.db.insert(shipments).values({ orderId: id, n: 1, courier: 'd-express', devices: 1, missedAt: new Date() });
  expect(await callOf(number)).toEqual({ ...first, reason: 'missed', nth: null });
});

test('serial numbers and referrals are told to whoever shows them, on the screen and in its file', async () => {
  const upline = await networkMember(shop, null, { firstName: 'Sofija', lastName: 'Žunić' });
  const who = await networkMember(shop, upline);
  const { id, number } = await ordered({ by: who });
  expect(await rowOf(number)).toMatchObject({ serials: null, referral: null });
  const shown = () => rowOf(number, { serials: true, referral: true });
  const referral = { id: upline.id, name: 'Sofija Žunić' };
  expect(await shown()).toMatchObject({ serials: null, referral });

  const [parcel] = await shop.db
    .insert(shipments)
    .values({ orderId: id, n: 1, courier: 'own', devices: 3 })
    .returning();
  const shipmentId = parcel!.id;
  await shop.db.insert(shipmentBoxes).values({ shipmentId, n: 1, grams: 900 });
  const packed = (position: number, isLive: boolean) => ({
    shipmentId,
    box: 1,
    position,
    serial: `VDK-26-94000${position}`,
    isCounted: false,
    isLive,
  });
  await shop.db.insert(shipmentDevices).values([packed(2, true), packed(1, true), packed(3, false)]);
  const serials = ['VDK-26-940001', 'VDK-26-940002'];
  expect(await shown(), 'what came back is not there').toMatchObject({ serials, referral });
  const columns = ['number', 'serials', 'referral'] as const;
  const file = await desk.export({ columns: [...columns], format: 'csv', chosen: [number] });
  expect((await file.text()).trim().split('\r\n')).toEqual([
    'Broj;Serijski brojevi;Preporuka',
    `${number};VDK-26-940001, VDK-26-940002;Sofija Žunić`,
  ]);
});
