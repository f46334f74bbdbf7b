import { randomUUID } from 'node:crypto';
import { desc, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DAY_MS } from '#domain/day.ts';
import { LIMITS } from '#domain/limits.ts';
import { createApp } from '../../app.ts';
import { shipments } from '../../fulfilment/schema.ts';
import { orders } from '../../orders/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { mails } from '../../platform/mail.schema.ts';
import { exactly } from '../../test/counts.ts';
import { readPdf } from '../../test/pdf.ts';
import { call, codeOfCall, giveDuties, person } from '../../test/people.ts';
import { buyer as form, pay, testShop } from '../../test/shop.ts';

const shop = await testShop({ quick: true, stopped: true, env: { FISCAL: 'off' } });
const keeper = await person(shop, 'admin');
await giveDuties(shop, keeper, ['warehouse']);
const desk = call(shop, keeper).fulfilment.admin;
const visitor = call(shop).fulfilment;

let last = 0;
async function packed(devices: 1 | 10 = 1) {
  const who = await person(shop, 'member');
  const { url } = await call(shop, who).payments.createPayment({
    ...(devices === 10
      ? { productName: 'Vidik – 10 uređaja', productPrice: 1999 }
      : { productName: 'Vidik – 1 uređaj', productPrice: 219 }),
    buyerInfo: { ...form, address: 'Kneza Miloša', addressNumber: '7' },
  });
  await pay(shop, url);
  const [order] = await shop.db.select().from(orders).where(eq(orders.profileId, who.id));
  const serials = Array.from({ length: devices }, () => `VDK-26-${String(++last).padStart(6, '0')}`);
  const serial = serials[0]!;
  const id = randomUUID();
  const { version } = await desk.read({ number: order!.number });
  const boxes = serials.map((one) => ({ grams: 350, serials: [one] }));
  const { key } = await desk.pack({ order: order!.id, id, version, courier: 'own', boxes });
  const [parcel] = await shop.db.select().from(shipments).where(eq(shipments.id, id));
  return { who, id, key, serial, token: parcel!.token!, order: order! };
}

test('without receipts (FISCAL=off) a parcel leaves, and whoever has the link in the mail sees where it is, masked', async () => {
  const { id, key, token, order, serial } = await packed();
  await desk.handOver({ id, labels: [`${key}-1`] });
  const [mail] = await shop.db.select().from(mails).where(eq(mails.template, 'fulfilment.sent'));
  expect(mail!.props).toMatchObject({ link: `http://localhost:3000/parcel/${token}` });
  const seen = await visitor.follow({ token });
  expect(seen).toMatchObject({
    order: order.number,
    n: 1,
    state: 'handed_over',
    moves: [{ state: 'packed' }, { state: 'handed_over' }],
    city: 'Čačak',
    street: 'Kneza M•••',
    phone: '+381 •• ••• 4567',
  });
  const said = JSON.stringify(seen);
  for (const hidden of ['Milica', 'Živković', 'Miloša', serial, '219', '+38164']) expect(said).not.toContain(hidden);
});

test('sales mail the link of a parcel that is under way once for each key, and of no other parcel', async () => {
  const seller = await person(shop, 'admin');
  await giveDuties(shop, seller, ['sales']);
  const { sendLink } = call(shop, seller).fulfilment.admin;
  const { who, id, key, token, order } = await packed();
  const asked = { id, key: randomUUID() };
  expect(await codeOfCall(sendLink(asked)), 'it is still here').toBe('PARCEL_CHANGED');
  await desk.handOver({ id, labels: [`${key}-1`] });
  expect(await codeOfCall(desk.sendLink(asked)), 'the warehouse').toBe('FORBIDDEN');
  expect(await Promise.all([sendLink(asked), sendLink(asked)])).toEqual(
    expect.arrayContaining([{ queued: true }, { queued: false }]),
  );
  const rows = await shop.db.select().from(mails).where(eq(mails.orderId, order.id));
  const [first, again, ...more] = rows.filter(({ template }) => template === 'fulfilment.sent');
  expect(more).toEqual([]);
  for (const mail of [first!, again!])
    expect(mail).toMatchObject({
      to: who.email,
      props: { parcel: key, link: `http://localhost:3000/parcel/${token}` },
    });
  const entries = await shop.db.select().from(auditLog).where(eq(auditLog.subjectId, order.id));
  expect(entries.filter(({ action }) => action === 'orders.mail-repeated')).toHaveLength(1);
  await desk.move({ id, from: 'handed_over', to: 'delivered' });
  expect(await codeOfCall(sendLink({ id, key: randomUUID() })), 'it has come').toBe('PARCEL_CHANGED');
});

test('the link ends 30 days after delivery, with a cancelled parcel, and a guessed one opens nothing', async () => {
  const { id, key, token } = await packed();
  await desk.handOver({ id, labels: [`${key}-1`] });
  await desk.move({ id, from: 'handed_over', to: 'delivered' });
  const begun = shop.clock.now;
  shop.clock.now = new Date(begun.getTime() + 30 * DAY_MS - 60_000);
  expect((await visitor.follow({ token })).state).toBe('delivered');
  shop.clock.now = new Date(begun.getTime() + 30 * DAY_MS + 60_000);
  expect(await codeOfCall(visitor.follow({ token }))).toBe('PARCEL_LINK_ENDED');
  shop.clock.now = begun;
  const cancelled = await packed();
  await desk.cancel({ id: cancelled.id });
  expect(await codeOfCall(visitor.follow({ token: cancelled.token }))).toBe('PARCEL_LINK_ENDED');
  expect(await codeOfCall(visitor.follow({ token: 'A'.repeat(22) }))).toBe('PARCEL_LINK_ENDED');
});

test('whoever guesses links of parcels is held up, and the right link still opens from another network', async () => {
  const { id, key, token } = await packed();
  await desk.handOver({ id, labels: [`${key}-1`] });
  const config = { ...shop.config, rateLimits: true, trustProxy: 1 };
  const guarded = { ...shop, app: createApp({ ...shop.deps, config }) };
  const from = (ip: string) => call(guarded, undefined, ip).fulfilment;
  const guesser = from('203.0.113.31');
  for (let n = 0; n < LIMITS['opened links of orders'].number; n += 1)
    expect(await codeOfCall(guesser.follow({ token: String(n).padStart(22, 'A') }))).toBe('PARCEL_LINK_ENDED');
  const refused = { code: 'TOO_MANY_REQUESTS', status: 429 };
  await expect(guesser.follow({ token: 'B'.repeat(22) })).rejects.toMatchObject(refused);
  await expect(guesser.follow({ token }), 'also a right guess').rejects.toMatchObject(refused);
  expect((await from('198.51.100.31').follow({ token })).state).toBe('handed_over');
});

test('a buyer reads their own order with its parcel, serial numbers and papers; nobody else does', async () => {
  const { who, id, key, serial, order } = await packed();
  await desk.handOver({ id, labels: [`${key}-1`] });
  await desk.move({ id, from: 'handed_over', to: 'delivered' });
  const own = await call(shop, who).fulfilment.own({ number: order.number });
  expect(own).toMatchObject({
    number: order.number,
    notSent: null,
    documents: [{ kind: 'warranty', number: `G-${order.number}` }, { kind: 'invoice' }],
    parcels: [{ n: 1, state: 'delivered', serials: [serial] }],
  });
  const stranger = await person(shop, 'member');
  expect(await codeOfCall(call(shop, stranger).fulfilment.own({ number: order.number }))).toBe('ORDER_GONE');
  expect(await codeOfCall(visitor.own({ number: order.number }))).toBe('UNAUTHORIZED');
});

test('before a parcel left, whoever withdrew reads that none is sent, and then that the money is back', async () => {
  const who = await person(shop, 'member');
  const asked = { productName: 'Vidik – 1 uređaj', productPrice: 219, buyerInfo: form };
  const { url, orderId, number } = await call(shop, who).payments.createPayment(asked);
  await pay(shop, url);
  const notSent = async () => (await call(shop, who).fulfilment.own({ number })).notSent;
  expect(await notSent(), 'it is being packed').toBeNull();
  await call(shop, who).orders.withdraw({ id: orderId, receivedOn: null });
  expect(await notSent()).toBe('withdrawn');
  const [order] = await shop.db.select().from(orders).where(eq(orders.id, orderId));
  const { payment_intent: intent } = await shop.stripe.checkout.sessions.retrieve(order!.checkoutSessionId!);
  await shop.stripe.refunds.create({ payment_intent: String(intent) });
  await expect.poll(notSent).toBe('refunded');
});

test('labels are printed again under the same number, and each printing is written down', async () => {
  const [one, two] = [await packed(), await packed()];
  const print = () => desk.labels({ parcels: [two.id, one.id] }) as Promise<File>;
  await print();
  const file = await print();
  const { pages } = await readPdf(new Uint8Array(await file.arrayBuffer()));
  expect(pages).toHaveLength(2);
  expect(pages[0]).toContain(`${two.key}-1`);
  expect(pages[1]).toContain(`${one.key}-1`);
  const { parcels } = await desk.read({ number: one.order.number });
  expect(parcels).toMatchObject([{ labelsPrinted: 2 }]);
  const entries = await shop.db.select().from(auditLog).where(eq(auditLog.subjectId, one.order.id));
  expect(entries.filter(({ action }) => action === 'fulfilment.labels-printed')).toHaveLength(2);
  await desk.cancel({ id: one.id });
  expect(await codeOfCall(print())).toBe('PARCEL_GONE');
});

test('labels of chosen orders are of what is packed of them, in the order in which they were chosen', async () => {
  const [one, two, taken] = [await packed(), await packed(), await packed()];
  await desk.cancel({ id: taken.id });
  const orders = [two, taken, one].map(({ order }) => order.number);
  const file = (await desk.labelsOf({ orders })) as File;
  const { pages } = await readPdf(new Uint8Array(await file.arrayBuffer()));
  expect(pages).toHaveLength(2);
  expect(pages[0]).toContain(`${two.key}-1`);
  expect(pages[1]).toContain(`${one.key}-1`);
  expect(await codeOfCall(desk.labelsOf({ orders: [taken.order.number] }))).toBe('PARCEL_GONE');
  const list = (await desk.packingList({ orders: [taken.order.number, 1] })) as File;
  expect((await readPdf(new Uint8Array(await list.arrayBuffer()))).text).toContain(String(taken.order.number));
});

test('a print of many labels says how far it is and which orders have none, and ends with one file', async () => {
  const [ten, one, taken] = [await packed(10), await packed(), await packed()];
  await desk.cancel({ id: taken.id });
  const orders = [ten, taken, one].map(({ order }) => order.number);
  const said = [];
  for await (const step of await desk.printing({ orders })) said.push(step);
  expect(said.slice(0, -1)).toEqual([0, 10].map((done) => ({ done, total: 11, skipped: [taken.order.number] })));
  const file = said.at(-1) as { name: string; pdf: string };
  expect(file.name).toMatch(/\.pdf$/);
  const { pages } = await readPdf(new Uint8Array(Buffer.from(file.pdf, 'base64')));
  expect(pages).toHaveLength(11);
  expect(pages[0]).toContain(`${ten.key}-1`);
  expect(pages[10]).toContain(`${one.key}-1`);
  const { parcels } = await desk.read({ number: one.order.number });
  expect(parcels).toMatchObject([{ labelsPrinted: 1 }]);
  expect(await codeOfCall(desk.printing({ orders: [taken.order.number] }))).toBe('PARCEL_GONE');
  const nobody = call(shop, await person(shop, 'member')).fulfilment.admin;
  expect(await codeOfCall(nobody.printing({ orders }))).toBe('FORBIDDEN');
});

const textOf = async (asked: Promise<unknown>) =>
  (await readPdf(new Uint8Array(await ((await asked) as File).arrayBuffer()))).text;

test('the lists of the warehouse are of what waits now, and the log says who took which', async () => {
  const parcel = await packed();
  expect(await textOf(desk.pickUpList())).toContain(parcel.key);
  expect(await textOf(desk.packingList({ orders: [parcel.order.number] }))).toContain(String(parcel.order.number));
  const taken = await shop.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'fulfilment.exported'))
    .orderBy(desc(auditLog.id))
    .limit(2);
  expect(taken.map(({ actor, subjectId, after }) => [actor, subjectId, after])).toEqual([
    [keeper.id, 'packing', { rows: 1, orders: [parcel.order.number] }],
    [keeper.id, 'pick-up', { rows: expect.any(Number) }],
  ]);
  await desk.handOver({ id: parcel.id, labels: [`${parcel.key}-1`] });
  const left = await codeOfCall(desk.pickUpList());
  if (left === 'ok') expect(await textOf(desk.pickUpList())).not.toContain(parcel.key);
});

test('a packing list of several orders has those alone that may be packed; that of one order is of it all the same', async () => {
  const [stays, back] = [await packed(), await packed()];
  for (const { id } of [stays, back]) await desk.cancel({ id });
  await call(shop, back.who).orders.withdraw({ id: back.order.id, receivedOn: null });
  const list = await textOf(desk.packingList({ orders: [stays.order.number, back.order.number] }));
  expect(list).toContain(String(stays.order.number));
  expect(list).not.toContain(String(back.order.number));
  expect(await textOf(desk.packingList({ orders: [back.order.number] }))).toContain(String(back.order.number));
});

test('a parcel that collects says so on the pick-up list as on its label, also when an old page was paid by card since', async () => {
  const seller = await person(shop, 'admin');
  await giveDuties(shop, seller, ['sales']);
  const sales = call(shop, seller).orders.admin;
  const { url, orderId, number } = await call(shop, await person(shop, 'member')).payments.createPayment({
    productName: 'Vidik – 1 uređaj',
    productPrice: 219,
    buyerInfo: form,
  });
  const version = async () => (await desk.read({ number })).version;
  await sales.changeWay({ number, version: await version(), way: 'cash_on_delivery' });
  await sales.call({ number, version: await version(), id: randomUUID(), outcome: 'confirmed', next: null });
  const id = randomUUID();
  const boxes = [{ grams: 350, serials: [`VDK-26-${String(++last).padStart(6, '0')}`] }];
  await desk.pack({ order: orderId, id, version: await version(), courier: 'own', boxes });
  await pay(shop, url);
  expect((await desk.read({ number })).paymentState).toBe('due');
  for (const paper of [desk.pickUpList(), desk.labels({ parcels: [id] })])
    expect(await textOf(paper)).toContain('26.050 RSD');
});

test('the queue is the oldest two hundred and says how many there are; a list on paper has the oldest five hundred and says it, too', async () => {
  const { totals: before } = await desk.queue();
  const made = (state: 'new' | 'packed', count: number) =>
    shop.db.execute<{ id: string; number: number }>(sql`
      with placed as (
        insert into orders (email, kind, product_name, amount, status, payment_state, fulfilment_state, paid_at, created_at)
        select 'kupac@primer.rs', 'device', 'Vidik – 1 uređaj', 21900, 'paid', 'paid', ${state}::text, time, time
        from generate_series(1, ${count}::int) n, lateral (select timestamptz '2021-03-01' + n * interval '1 minute') at (time)
        returning id, number)
      , line as (insert into order_lines (order_id, position, kind, name, quantity, amount, currency)
        select id, 1, 'goods', 'Vidik', 1, 21900, 'EUR' from placed)
      select id, number::int from placed order by number`);
  const { rows: waiting } = await made('new', 205);
  const { rows: sent } = await made('packed', 205);
  const parcel = { n: 1, courier: 'own', devices: 1 } as const;
  await shop.db.insert(shipments).values(sent.map(({ id }) => ({ orderId: id, ...parcel })));

  const { toPack, packed: forCourier, totals } = await desk.queue();
  expect([toPack.length, forCourier.length]).toEqual([200, 200]);
  expect(toPack.map(({ number }) => number)).toEqual(waiting.slice(0, 200).map(({ number }) => number));
  expect(totals).toEqual({
    toPack: exactly(before.toPack.count + 205),
    packed: exactly(before.packed.count + 205),
  });
  const list = await textOf(desk.packingList({}));
  for (const { number } of waiting) expect(list).toContain(String(number));
  expect(list).not.toContain('ukupno čeka');

  const { rows: more } = await made('new', 500);
  const long = (await textOf(desk.packingList({}))).replaceAll(/\s+/g, ' ');
  expect(long).toContain(`ovde su najstarije, ukupno čeka ${before.toPack.count + 705}`);
  expect(long).toContain(String(waiting[204]!.number));
  expect(long).not.toContain(String(more.at(-1)!.number));
  const { rows: later } = await made('packed', 500);
  await shop.db.insert(shipments).values(later.map(({ id }) => ({ orderId: id, ...parcel })));
  const fetched = (await textOf(desk.pickUpList())).replaceAll(/\s+/g, ' ');
  expect(fetched).toContain(`500 pošiljki`);
  expect(fetched).toContain(`ovde su najstarije, ukupno čeka ${before.packed.count + 705}`);
});
