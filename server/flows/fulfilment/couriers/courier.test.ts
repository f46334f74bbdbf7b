import { randomUUID } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { HOUR_MS } from '#domain/day.ts';
import { REQUEST_MOVES } from '#domain/fulfilment/courier-requests.ts';
import { warrantyUntil } from '#domain/fulfilment/warranty.ts';
import { withdrawalUntil } from '#domain/orders/rules.ts';
import { dayOf } from '#domain/time.ts';
import { documents } from '../../../documents/schema.ts';
import { courierMessages, courierRequests, shipmentBoxes, shipments } from '../../../fulfilment/schema.ts';
import { orderEvents, orders } from '../../../orders/schema.ts';
import { mails } from '../../../platform/mail.schema.ts';
import { COURIER_EMAIL, testCourier } from '../../../test/courier.ts';
import { sendMails } from '../../../test/mails.ts';
import { call, giveDuties, person } from '../../../test/people.ts';
import { buyer as form, pay, testShop } from '../../../test/shop.ts';
import { doubtRequests } from '../../resume/doubt-requests.ts';

const courier = await testCourier();
const shop = await testShop({
  quick: true,
  stopped: true,
  env: { FISCAL: 'off' },
  deps: { couriers: courier.couriers },
});
courier.reaches(shop);
const keeper = await person(shop, 'admin', { firstName: 'Milan', lastName: 'Ćirić' });
await giveDuties(shop, keeper, ['warehouse']);
const desk = call(shop, keeper).fulfilment.admin;
const send = () => courier.send(shop.deps);

let last = 0;
const serial = () => `VDK-26-${String(++last).padStart(6, '0')}`;
async function paid(details = {}) {
  const who = await person(shop, 'member');
  const { url } = await call(shop, who).payments.createPayment({
    productName: 'Vidik – 1 uređaj',
    productPrice: 219,
    buyerInfo: { ...form, ...details },
  });
  await pay(shop, url);
  const [order] = await shop.db.select().from(orders).where(eq(orders.profileId, who.id));
  return { who, ...order! };
}
async function packed(order: { id: string; number: number }, by: 'own' | 'd-express' = 'd-express') {
  const { version } = await desk.read({ number: order.number });
  const id = randomUUID();
  const boxes = [{ grams: 350, serials: [serial()] }];
  const { key } = await desk.pack({ order: order.id, id, version, courier: by, boxes });
  return { id, key };
}
const requestOf = async (id: string) =>
  (await shop.db.select().from(courierRequests).where(eq(courierRequests.shipmentId, id)))[0]!;
const codeOf = async (id: string) =>
  (await shop.db.select().from(shipmentBoxes).where(eq(shipmentBoxes.shipmentId, id)))[0]!.code!;
const parcelOf = async (id: string) => (await shop.db.select().from(shipments).where(eq(shipments.id, id)))[0]!;
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    ({ code, data }: { code: string; data: unknown }) => ({ code, data }),
  );
const eventsOf = async (orderId: string) =>
  (await shop.db.select().from(orderEvents).where(eq(orderEvents.orderId, orderId)).orderBy(asc(orderEvents.id))).map(
    ({ kind, actor }) => `${kind} ${actor === keeper.id ? 'keeper' : actor}`,
  );
async function under(id: string, key: string) {
  await send();
  await desk.handOver({ id, labels: [await codeOf(id)] });
  return key;
}

test('packed for D Express, one request goes out and the label carries the courier’s code', async () => {
  const order = await paid();
  const { id, key } = await packed(order);
  expect(await requestOf(id)).toMatchObject({ key, state: 'waiting', attempts: 0 });
  expect(await refusal(desk.labels({ parcels: [id] }))).toEqual({
    code: 'COURIER_HAS_NOT',
    data: { parcel: key, request: 'waiting' },
  });
  await send();
  await send();
  expect(await requestOf(id)).toMatchObject({ state: 'made', attempts: 1, answer: 'OK' });
  expect(courier.held(key)).toHaveLength(1);
  expect(courier.held(key)[0]).toMatchObject({
    codes: [await codeOf(id)],
    buyOut: 0,
    grams: 350,
    receiver: { name: 'Milica Živković', address: 'Ulica lipa 14', town: 100005, phone: '381641234567' },
  });
  expect((await desk.labels({ parcels: [id] })).size).toBeGreaterThan(1000);
});

test('the order’s label is scanned by the courier’s code; another parcel’s is refused with its order', async () => {
  const [mine, theirs] = [await paid(), await paid()];
  const [here, there] = [await packed(mine), await packed(theirs)];
  await send();
  expect(await refusal(desk.handOver({ id: here.id, labels: [await codeOf(there.id)] }))).toEqual({
    code: 'LABEL_OF_ANOTHER',
    data: { label: await codeOf(there.id), order: theirs.number },
  });
  expect(await desk.handOver({ id: here.id, labels: [await codeOf(here.id)] })).toEqual({ state: 'handed_over' });
  const [sent] = await shop.db
    .select()
    .from(mails)
    .where(and(eq(mails.orderId, mine.id), eq(mails.template, 'fulfilment.sent')));
  expect(sent!.props).toMatchObject({ courier: 'd-express', codes: [await codeOf(here.id)] });
});

test('messages carry a parcel to the doorstep with its mails; the buyer sees who carries it and its code', async () => {
  const order = await paid();
  const { id, key } = await packed(order);
  await under(id, key);
  await courier.control.advance(24);
  expect(await parcelOf(id)).toMatchObject({ state: 'delivered', deliveredAt: expect.any(Date) });
  expect(await eventsOf(order.id)).toEqual(
    expect.arrayContaining([
      'packed keeper',
      'handed_over keeper',
      'courier_told d-express',
      'in_transit d-express',
      'delivered d-express',
    ]),
  );
  expect(
    await shop.db.$count(mails, and(eq(mails.orderId, order.id), eq(mails.template, 'fulfilment.delivered'))),
  ).toBe(1);
  const seen = await call(shop).fulfilment.follow({ token: (await parcelOf(id)).token! });
  expect(seen).toMatchObject({ courier: 'd-express', codes: [await codeOf(id)], state: 'delivered' });
});

test('a delivery that is told two days late counts from its own day, on the garantni list and in the mail alike', async () => {
  const order = await paid();
  const { id, key } = await packed(order);
  await under(id, key);
  const came = new Date(Date.now() - 48 * HOUR_MS);
  await courier.control.tell(key, '1', { at: came.getTime() });
  expect((await parcelOf(id)).state).toBe('delivered');
  const ofOrder = and(eq(documents.orderId, order.id), eq(documents.kind, 'warranty'));
  const [warranty] = await shop.db.select().from(documents).where(ofOrder);
  expect(warranty!.data).toMatchObject({
    deliveredOn: dayOf(came),
    devices: [{ until: warrantyUntil(dayOf(came)) }],
  });
  const [told] = await shop.db
    .select()
    .from(mails)
    .where(and(eq(mails.orderId, order.id), eq(mails.template, 'fulfilment.delivered')));
  expect(told!.props).toMatchObject({ until: withdrawalUntil(dayOf(came)), warranty: warranty!.number });
});

test('whom the courier did not find is to be called, until somebody has or the parcel goes on, whatever order messages come in', async () => {
  const order = await paid();
  const { number } = order;
  const { id, key } = await packed(order);
  await under(id, key);
  const seller = await person(shop, 'admin', { firstName: 'Vesna', lastName: 'Ilić' });
  await giveDuties(shop, seller, ['sales']);
  const office = call(shop, seller);
  const waits = async () => {
    const { rows } = await office.orders.admin.list({ view: 'to_call' });
    const [{ calls }, { call: counted }] = [await office.orders.admin.read({ number }), await office.admin.today()];
    return { listed: rows.some((row) => row.number === number), calls, missed: counted!.missed };
  };
  const nobody = { listed: false, calls: null, missed: 0 };
  expect(await waits()).toEqual(nobody);
  const now = Date.now();
  await courier.control.tell(key, '6', { at: now });
  expect(await waits()).toMatchObject({
    listed: true,
    missed: 1,
    calls: { kind: 'missed', isWaiting: true, phone: expect.stringMatching(/\d/), amount: 0, calls: [] },
  });
  expect((await parcelOf(id)).state, 'it is where it was').toBe('handed_over');
  await courier.control.tell(key, '3', { at: now - HOUR_MS });
  expect((await waits()).listed, 'older news end nothing').toBe(true);

  const { version } = await office.orders.admin.read({ number });
  const said = {
    number,
    version,
    id: randomUUID(),
    outcome: 'confirmed' as const,
    next: null,
    note: 'Sutra posle 17.',
  };
  expect(await refusal(call(shop, keeper).orders.admin.call(said))).toMatchObject({ code: 'FORBIDDEN' });
  const other = { ...said, id: randomUUID(), outcome: 'declined' as const };
  const outcomes = await Promise.all([said, other].map((one) => refusal(office.orders.admin.call(one))));
  expect(outcomes.filter((one) => one === null)).toHaveLength(1);
  const entered = outcomes[0] === null ? said : other;
  expect(await office.orders.admin.call(entered), 'sent again').toEqual({ entered: true });
  expect(await waits()).toEqual(nobody);
  expect((await eventsOf(order.id)).filter((one) => one.startsWith('missed_called'))).toEqual([
    `missed_called ${seller.id}`,
  ]);
  const [row] = await shop.db.select().from(orders).where(eq(orders.id, order.id));
  expect(row!.status, 'whatever was said').toBe('paid');

  await courier.control.tell(key, '6', { at: now + HOUR_MS });
  expect((await waits()).missed).toBe(1);
  await courier.control.tell(key, '4', { at: now + 2 * HOUR_MS });
  expect(await waits()).toEqual(nobody);
  await courier.control.tell(key, '6', { at: now + HOUR_MS + 60_000 });
  expect(await waits(), 'it was before').toEqual(nobody);
  await courier.control.tell(key, '6', { at: now + 3 * HOUR_MS });
  await desk.move({ id, from: 'in_transit', to: 'delivered' });
  expect(await waits()).toEqual(nobody);
});

test('whom the courier did not find reads so once for each day, with day and hour; late, repeated and old news make no mail', async () => {
  const order = await paid();
  const { id, key } = await packed(order);
  await under(id, key);
  const before = shop.clock.now;
  try {
    shop.clock.now = new Date('2027-03-03T18:00:00Z');
    const told = async () =>
      (
        await shop.db
          .select()
          .from(mails)
          .where(and(eq(mails.orderId, order.id), eq(mails.template, 'fulfilment.missed')))
          .orderBy(asc(mails.number))
      ).map(({ props }) => (props as { at: string }).at);
    const tell = (at: string, code = '6') => courier.control.tell(key, code, { at: Date.parse(at) });
    await tell('2027-03-01T10:20:00Z');
    expect(await told(), 'older than two days').toEqual([]);
    await courier.control.setFaults({ repeat: 3 });
    await tell('2027-03-02T12:40:00Z');
    await courier.control.setFaults({ repeat: 0 });
    await tell('2027-03-02T12:41:00Z');
    await tell('2027-03-02T09:00:00Z');
    expect(await told(), 'the same day in other words, and an earlier one that came late').toEqual([
      '2027-03-02T12:40:00.000Z',
    ]);
    await tell('2027-03-03T08:15:00Z', '4');
    await tell('2027-03-03T08:00:00Z');
    expect(await told(), 'it had gone on since').toHaveLength(1);
    await tell('2027-03-03T19:00:00Z');
    expect(await told(), 'a clock that is ahead').toEqual(['2027-03-02T12:40:00.000Z', '2027-03-03T18:00:00.000Z']);

    const [mail] = await shop.db
      .select()
      .from(mails)
      .where(and(eq(mails.orderId, order.id), eq(mails.template, 'fulfilment.missed')))
      .orderBy(asc(mails.number));
    expect(mail).toMatchObject({ to: order.email, awaits: null });
    const admin = call(shop, await person(shop, 'superAdmin')).admin.mails;
    const { text } = await admin.preview({ id: mail!.id });
    await sendMails(shop);
    expect((await admin.preview({ id: mail!.id })).subject).toBe('Kurir Vas nije zatekao');
    expect(text!.replace(/\s+/g, ' ')).toContain('2. marta 2027. u 13:40. Dolazi ponovo sledećeg radnog dana.');
  } finally {
    shop.clock.now = before;
  }
});

test('a parcel that is not the courier’s is nobody’s missed delivery', async () => {
  const order = await paid();
  const { id, key } = await packed(order, 'own');
  await desk.handOver({ id, labels: [`${key}-1`] });
  await courier.control.tell(key, '6', { at: Date.now() }).catch(() => {});
  expect(await shop.db.$count(mails, and(eq(mails.orderId, order.id), eq(mails.template, 'fulfilment.missed')))).toBe(
    0,
  );
});

test('a refused parcel comes back; what the courier leaves out is gone through', async () => {
  const order = await paid();
  const { id, key } = await packed(order);
  await under(id, key);
  await courier.control.tell(key, '20');
  expect((await parcelOf(id)).state).toBe('returned');
  expect((await eventsOf(order.id)).filter((event) => /^(refused|returned)/.test(event))).toEqual([
    'refused d-express',
    'returned d-express',
  ]);
  expect(await shop.db.$count(mails, and(eq(mails.orderId, order.id), eq(mails.template, 'fulfilment.refused')))).toBe(
    1,
  );
});

test('each message counts once, and a late older one moves nothing back', async () => {
  const order = await paid();
  const { id, key } = await packed(order);
  await under(id, key);
  const now = Date.now();
  await courier.control.setFaults({ repeat: 3 });
  await courier.control.tell(key, '5', { at: now + HOUR_MS });
  await courier.control.tell(key, '4', { at: now });
  await courier.control.setFaults(null);
  expect((await parcelOf(id)).state).toBe('refused');
  expect(await shop.db.$count(courierMessages, eq(courierMessages.shipmentId, id))).toBe(2);
  const told = (await eventsOf(order.id)).filter((event) => event.startsWith('courier_told'));
  // The first one moved the parcel, which is an event of its own.
  expect(told).toHaveLength(1);
});

test('a code that nobody knows is kept and shown, and moves nothing', async () => {
  const order = await paid();
  const { id, key } = await packed(order);
  await under(id, key);
  await courier.control.tell(key, '777');
  expect((await parcelOf(id)).state).toBe('handed_over');
  const { parcels } = await desk.read({ number: order.number });
  expect(parcels[0]!.told).toMatchObject({ status: '777', news: null });
  expect(await eventsOf(order.id)).toContain('courier_told d-express');
});

test('of several boxes the parcel is delivered when all of them are', async () => {
  const who = await person(shop, 'member');
  const { url } = await call(shop, who).payments.createPayment({
    productName: 'Vidik – 10 uređaja',
    productPrice: 1999,
    buyerInfo: form,
  });
  await pay(shop, url);
  const [order] = await shop.db.select().from(orders).where(eq(orders.profileId, who.id));
  const { version } = await desk.read({ number: order!.number });
  const id = randomUUID();
  const boxes = [4, 6].map((n) => ({ grams: n * 350, serials: Array.from({ length: n }, serial) }));
  const { key } = await desk.pack({ order: order!.id, id, version, courier: 'd-express', boxes });
  await send();
  const codes = courier.held(key)[0]!.codes;
  expect(codes).toHaveLength(2);
  await desk.handOver({ id, labels: codes });
  await courier.control.tell(key, '1', { codes: [codes[0]!] });
  expect((await parcelOf(id)).state).toBe('in_transit');
  await courier.control.tell(key, '1', { codes: [codes[1]!] });
  expect((await parcelOf(id)).state).toBe('delivered');
});

test('what the courier tells before anybody scanned the label waits for the hand-over', async () => {
  const order = await paid();
  const { id, key } = await packed(order);
  await send();
  await courier.control.tell(key, '3');
  expect((await parcelOf(id)).state).toBe('packed');
  await desk.handOver({ id, labels: [await codeOf(id)] });
  expect((await parcelOf(id)).state).toBe('in_transit');
});

test('an address that the courier does not know holds up packing only; another courier takes the parcel', async () => {
  await courier.control.setFaults({ unknownStreets: ['Cara Lazara'] });
  const order = await paid({ address: 'Cara Lazara', addressNumber: 'bb' });
  const { id, key } = await packed(order);
  await send();
  await courier.control.setFaults(null);
  expect(await requestOf(id)).toMatchObject({ state: 'address_unknown', attempts: 0 });
  expect(courier.held(key)).toEqual([]);
  expect(await refusal(desk.handOver({ id, labels: [await codeOf(id)] }))).toMatchObject({ code: 'COURIER_HAS_NOT' });
  expect(await desk.changeCourier({ id, courier: 'own' })).toEqual({ courier: 'own' });
  await send();
  expect(courier.held(key)).toEqual([]);
  expect(await desk.handOver({ id, labels: [`${key}-1`] })).toEqual({ state: 'handed_over' });
});

test('a place outside the courier’s register is an unknown address, too', async () => {
  const order = await paid({ city: 'Zaseok', postalCode: '38999' });
  const { id } = await packed(order);
  await send();
  expect((await requestOf(id)).state).toBe('address_unknown');
});

test('the courier is down for an hour: the request is kept, sent once it is back, and makes one parcel', async () => {
  const order = await paid();
  courier.control.goDown(1);
  const { id, key } = await packed(order);
  const begun = shop.clock.now;
  await send();
  expect(await requestOf(id)).toMatchObject({ state: 'waiting', failures: 1, attempts: 0, sentAt: null });
  await courier.control.advance(1);
  await send();
  expect(courier.held(key)).toEqual([]);
  shop.clock.now = new Date(begun.getTime() + 31_000);
  await send();
  expect((await requestOf(id)).state).toBe('made');
  expect(courier.held(key)).toHaveLength(1);
});

test('a lost answer of a courier that cannot be asked is unknown, is never sent twice, and a person says what is', async () => {
  const [lost, never] = [await paid(), await paid()];
  await courier.control.setFaults({ loseReplies: 1 });
  const first = await packed(lost);
  await send();
  expect((await requestOf(first.id)).state).toBe('unknown');
  await send();
  expect(courier.held(first.key)).toHaveLength(1);
  expect(await refusal(desk.cancel({ id: first.id }))).toMatchObject({ code: 'COURIER_IN_DOUBT' });
  expect(await refusal(desk.changeCourier({ id: first.id, courier: 'own' }))).toMatchObject({ code: 'COURIER_HAS_IT' });
  await desk.decideRequest({ id: first.id, decision: 'has' });
  expect((await requestOf(first.id)).state).toBe('made');

  await courier.control.setFaults({ loseReplies: 1 });
  const second = await packed(never);
  await send();
  // It tells of the parcel by itself: so it has it.
  await courier.control.tell(second.key, '18');
  expect((await requestOf(second.id)).state).toBe('made');
  expect(await refusal(desk.decideRequest({ id: second.id, decision: 'has_not' }))).toEqual({
    code: 'REQUEST_CHANGED',
    data: { parcel: second.key, request: 'made' },
  });
});

test('what was surely lost on the way is sent again once a person has asked the courier', async () => {
  const order = await paid();
  const { id, key } = await packed(order);
  const port = courier.couriers.get('d-express')!;
  const { make } = port;
  port.make = async () => {
    throw new Error('the line was cut');
  };
  await send();
  port.make = make;
  expect((await requestOf(id)).state).toBe('unknown');
  await desk.decideRequest({ id, decision: 'has_not' });
  await send();
  expect((await requestOf(id)).state).toBe('made');
  expect(courier.held(key)).toHaveLength(1);
});

test('a parcel that the courier has is cancelled here and is to be called off there, by a person', async () => {
  const order = await paid();
  const { id, key } = await packed(order);
  await send();
  await desk.cancel({ id });
  expect((await requestOf(id)).state).toBe('to_call_off');
  expect(await desk.askCourier({ id })).toEqual({ by: 'mail' });
  await desk.askCourier({ id });
  const asked = await shop.db.select().from(mails).where(eq(mails.template, 'fulfilment.courier-asked'));
  expect(asked.map(({ to, props }) => [to, props])).toEqual([
    [COURIER_EMAIL, { parcel: key, codes: [await codeOf(id)], request: 'to_call_off' }],
  ]);
  await desk.decideRequest({ id, decision: 'called_off' });
  expect((await requestOf(id)).state).toBe('cancelled');
  const again = await packed(order);
  await send();
  expect(again.key).toBe(`${order.number}-2`);
  expect(courier.held(again.key)).toHaveLength(1);
});

test('cancelled before it was sent, nothing goes out', async () => {
  const order = await paid();
  const { id, key } = await packed(order);
  await desk.cancel({ id });
  await send();
  expect((await requestOf(id)).state).toBe('cancelled');
  expect(courier.held(key)).toEqual([]);
});

test('the secret of a message is checked, and a parcel of somebody else’s is taken and moves nothing', async () => {
  const message = { nID: 'x1', code: 'ZZ0000000001', rID: '1-1', sID: '1', dt: '20261123120000' };
  const said = async (body: object) => {
    const answer = await courier.post(JSON.stringify(body));
    return [answer.status, await answer.text()];
  };
  expect(await said({ cc: 'guessed', ...message })).toEqual([403, 'ERROR']);
  expect(await said(message)).toEqual([403, 'ERROR']);
  expect((await courier.post('not JSON')).status).toBe(403);
  expect(await said({ cc: courier.secret, ...message })).toEqual([200, 'OK']);
  expect(await said({ cc: courier.secret, ...message })).toEqual([200, 'OK']);
  const [kept] = await shop.db.select().from(courierMessages).where(eq(courierMessages.id, 'x1'));
  expect(kept).toMatchObject({ shipmentId: null, status: '1', moment: new Date('2026-11-23T11:00:00Z') });
});

test('a parcel carries what the courier collects, and the account; the courier pays out by its reference', async () => {
  const order = await paid();
  const { id, key } = await packed(order);
  await shop.db
    .update(shipments)
    .set({ collectAmount: 2_605_000, collectAccount: '205-0000000012345-10' })
    .where(eq(shipments.id, id));
  await send();
  // It was asked for in other words: nothing is sent in doubt.
  expect(await requestOf(id)).toMatchObject({ state: 'refused', attempts: 0 });
  await desk.decideRequest({ id, decision: 'again' });
  await send();
  expect(courier.held(key)[0]).toMatchObject({ buyOut: 2_605_000, account: '205-0000000012345-10' });
  await courier.control.tell(key, '1');
  const { reference } = courier.control.payOut();
  expect(await courier.couriers.get('d-express')!.payout(reference)).toEqual([{ reference: key, amount: 2_605_000 }]);
});

test('the database lets a request move as its list says, and no other way', async () => {
  const { rows } = await shop.db.execute<{ definition: string }>(sql`
    select pg_get_triggerdef(oid) as definition from pg_trigger where tgname = 'moves' and tgrelid = 'courier_requests'::regclass`);
  const kept = [...rows[0]!.definition.matchAll(/'(\w+>\w+)'/g)].map(([, move]) => move);
  const listed = Object.entries(REQUEST_MOVES).flatMap(([from, list]) => list.map((to) => `${from}>${to}`));
  expect(kept.sort()).toEqual(listed.sort());
});

test('after a restore, what waited to be sent may have been sent: a person says so before anything goes out', async () => {
  const order = await paid();
  const { id, key } = await packed(order);
  const restored = {
    madeAt: new Date(),
    restoredAt: new Date(),
    mails: null,
    documents: null,
    jobs: null,
    payouts: null,
  };
  await doubtRequests.run(shop.deps, restored, null);
  await send();
  expect((await requestOf(id)).state).toBe('unknown');
  expect(courier.held(key)).toEqual([]);
  await desk.decideRequest({ id, decision: 'has_not' });
  await send();
  expect(courier.held(key)).toHaveLength(1);
});
