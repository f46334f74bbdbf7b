import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { HOUR_MS } from '#domain/day.ts';
import { warrantyUntil } from '#domain/fulfilment/warranty.ts';
import { dayOf } from '#domain/time.ts';
import { withdrawalUntil } from '#domain/withdrawal-days.ts';
import { documents } from '../../../documents/schema.ts';
import { courierMessages, shipments } from '../../../fulfilment/schema.ts';
import { orders } from '../../../orders/schema.ts';
import { mails } from '../../../platform/mail.schema.ts';
import { courierDesk } from '../../../test/courier-desk.ts';
import { sendMails } from '../../../test/mails.ts';
import { call, giveDuties, person } from '../../../test/people.ts';
import { buyer as form, pay } from '../../../test/shop.ts';

const { courier, shop, keeper, desk, send, serial, paid, packed, codeOf, parcelOf, eventsOf, under } =
  await courierDesk();
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    ({ code, data }: { code: string; data: unknown }) => ({ code, data }),
  );

test('messages carry a parcel to the doorstep with its mails; the buyer sees who carries it, its code and the courier’s page', async () => {
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
  const code = await codeOf(id);
  const tracking = [{ code, url: `https://d-express.primer.rs/?broj=${code}` }];
  expect(seen).toMatchObject({ courier: 'd-express', codes: [code], state: 'delivered', tracking });
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
  await office.orders.admin.undoCall({ number: order.number, id: entered.id });
  expect((await waits()).missed, 'taken back').toBe(1);
  const afterwards = {
    ...entered,
    id: randomUUID(),
    version: (await office.orders.admin.read({ number: order.number })).version,
  };
  await office.orders.admin.call(afterwards);
  expect(await waits()).toEqual(nobody);

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

test('whom the courier did not find reads so once for each day, with day, hour and what to pay; late, repeated and old news make no mail', async () => {
  const order = await paid();
  const { id, key } = await packed(order);
  await under(id, key);
  const collects = { collectAmount: 2_605_000, collectAccount: '205-0000000012345-10' };
  await shop.db.update(shipments).set(collects).where(eq(shipments.id, id));
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
    expect(text!.replace(/\s+/g, ' ')).toContain('Pripremite 26.050 RSD.');
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

test('while the secret of its messages is replaced either is taken, and afterwards the new one alone', async () => {
  const said = async (cc: string) => {
    const message = { nID: 'x2', code: 'ZZ0000000002', rID: '1-1', sID: '1', dt: '20261123120000' };
    return (await courier.post(JSON.stringify({ cc, ...message }))).status;
  };
  const all = async () => [
    await said('a-new-secret-of-the-courier'),
    await said(courier.secret),
    await said('guessed'),
  ];
  courier.takes('a-new-secret-of-the-courier', courier.secret);
  expect(await all()).toEqual([200, 200, 403]);
  courier.takes('a-new-secret-of-the-courier');
  expect(await all()).toEqual([200, 403, 403]);
  courier.takes(courier.secret);
});

test('what the courier tells a day late, repeated and out of order, is taken once each, and the newest decides', async () => {
  const order = await paid();
  const { id, key } = await packed(order);
  await under(id, key);
  await courier.control.setFaults({ hold: true, shuffle: true, repeat: 2 });
  await courier.control.advance(24);
  expect((await parcelOf(id)).state).toBe('handed_over');
  await courier.control.setFaults(null);
  expect((await parcelOf(id)).state).toBe('delivered');
  expect(await shop.db.$count(courierMessages, eq(courierMessages.shipmentId, id))).toBe(4);
  expect(
    await shop.db.$count(mails, and(eq(mails.orderId, order.id), eq(mails.template, 'fulfilment.delivered'))),
  ).toBe(1);
});
