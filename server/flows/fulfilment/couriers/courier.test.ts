import { and, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { REQUEST_MOVES } from '#domain/fulfilment/courier-requests.ts';
import { shipments } from '../../../fulfilment/schema.ts';
import { orders } from '../../../orders/schema.ts';
import { auditLog } from '../../../platform/audit.schema.ts';
import { mails } from '../../../platform/mail.schema.ts';
import { COURIER_EMAIL } from '../../../test/courier.ts';
import { courierDesk } from '../../../test/courier-desk.ts';
import { readPdf } from '../../../test/pdf.ts';
import { call, person } from '../../../test/people.ts';
import { buyer as form, pay } from '../../../test/shop.ts';
import { markRequestsUnknown } from '../../resume/mark-requests-unknown.ts';

const { courier, shop, keeper, desk, send, paid, packed, codeOf, requestOf } = await courierDesk();
/** What Danas tells whoever packs of an order. */
const told = async ({ number }: { number: number }) =>
  (await call(shop, keeper).admin.today())
    .deadlines!.filter((one) => one.number === number)
    .map(({ kind, paper }) => ({ kind, paper }));
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    ({ code, data }: { code: string; data: unknown }) => ({ code, data }),
  );

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

test('what the buyer notes for the courier goes with the parcel and stands on its label', async () => {
  const courierNote = 'Interfon ne radi, pozvati.';
  const order = await paid({ courierNote });
  const { id, key } = await packed(order);
  await send();
  expect(courier.held(key)[0]!.note).toBe(`Otvaranje paketa dozvoljeno. ${courierNote}`);
  const label = (await desk.labels({ parcels: [id] })) as File;
  expect((await readPdf(new Uint8Array(await label.arrayBuffer()))).text).toContain(courierNote);
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

test('before and after packing the desk reads whether the courier knows the address; one that is silent holds up nothing', async () => {
  await courier.control.setFaults({ unknownStreets: ['Cara Lazara'] });
  const known = await paid();
  const strange = await paid({ address: 'Cara Lazara', addressNumber: 'bb' });
  expect(await desk.address({ number: known.number })).toEqual({ isKnown: true });
  expect(await desk.address({ number: strange.number })).toEqual({ isKnown: false });
  const here = await packed(known);
  const there = await packed(strange);
  expect(courier.held(here.key), 'a question makes no parcel').toEqual([]);
  expect(await desk.address({ number: known.number }), 'it is not answered yet').toEqual({ isKnown: null });
  await send();
  await courier.control.setFaults(null);
  expect(await desk.address({ number: known.number })).toEqual({ isKnown: true });
  expect(await desk.address({ number: strange.number }), 'as it was said').toEqual({ isKnown: false });
  await desk.changeCourier({ id: there.id, courier: 'own' });
  expect(await desk.address({ number: strange.number }), 'nobody is asked').toEqual({ isKnown: null });
  expect(await refusal(desk.address({ number: 999_999 }))).toMatchObject({ code: 'ORDER_GONE' });
});

test('no courier is told where an order goes that is not to be sent, or not yet', async () => {
  const { url, number } = await call(shop, await person(shop)).payments.createPayment({
    productName: 'Vidik – 1 uređaj',
    productPrice: 219,
    buyerInfo: form,
  });
  expect(await desk.address({ number }), 'it is not paid').toEqual({ isKnown: null });
  await pay(shop, url);
  expect(await desk.address({ number })).toEqual({ isKnown: true });
  await shop.db.update(orders).set({ isDisputed: true }).where(eq(orders.number, number));
  expect(await desk.address({ number }), 'the bank decides first').toEqual({ isKnown: null });
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
  expect(await told(lost)).toEqual([{ kind: 'doubt', paper: first.key }]);
  await send();
  expect(courier.held(first.key)).toHaveLength(1);
  expect(await refusal(desk.cancel({ id: first.id }))).toMatchObject({ code: 'COURIER_IN_DOUBT' });
  expect(await refusal(desk.changeCourier({ id: first.id, courier: 'own' }))).toMatchObject({ code: 'COURIER_HAS_IT' });
  await desk.decideRequest({ id: first.id, decision: 'has' });
  expect((await requestOf(first.id)).state).toBe('made');
  expect(await told(lost)).toEqual([]);

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

test('that the courier has not got it is said of one sending: repeated after another lost answer it sends nothing', async () => {
  const order = await paid();
  const { id, key } = await packed(order);
  const port = courier.couriers.get('d-express')!;
  const { make } = port;
  port.make = async () => {
    throw new Error('the line was cut');
  };
  await send();
  port.make = make;
  const { attempts } = (await desk.read({ number: order.number })).parcels[0]!.request!;
  const said = { id, decision: 'has_not' as const, attempts };
  await desk.decideRequest(said);
  expect(await refusal(desk.decideRequest(said)), 'said already').toBeNull();
  await courier.control.setFaults({ loseReplies: 1 });
  await send();
  expect(await refusal(desk.decideRequest(said))).toEqual({
    code: 'REQUEST_CHANGED',
    data: { parcel: key, request: 'unknown' },
  });
  await send();
  expect(courier.held(key)).toHaveLength(1);
});

test('a parcel that the courier has is cancelled here and is to be called off there, by a person', async () => {
  const order = await paid();
  const { id, key } = await packed(order);
  await send();
  await desk.cancel({ id });
  expect((await requestOf(id)).state).toBe('to_call_off');
  expect(await told(order)).toEqual([{ kind: 'calloff', paper: key }]);
  expect(await desk.askCourier({ id })).toEqual({ by: 'mail' });
  expect(await desk.askCourier({ id }), 'once a day').toEqual({ by: 'already' });
  const times = and(eq(auditLog.action, 'fulfilment.courier-asked'), eq(auditLog.subjectId, order.id));
  expect(await shop.db.$count(auditLog, times)).toBe(1);
  const asked = await shop.db.select().from(mails).where(eq(mails.template, 'fulfilment.courier-asked'));
  expect(asked.map(({ to, props }) => [to, props])).toEqual([
    [COURIER_EMAIL, { parcel: key, codes: [await codeOf(id)], request: 'to_call_off' }],
  ]);
  await desk.decideRequest({ id, decision: 'called_off' });
  expect((await requestOf(id)).state).toBe('cancelled');
  expect(await told(order)).toEqual([]);
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
  await markRequestsUnknown.run(shop.deps, restored, null);
  await send();
  expect((await requestOf(id)).state).toBe('unknown');
  expect(courier.held(key)).toEqual([]);
  await desk.decideRequest({ id, decision: 'has_not' });
  await send();
  expect(courier.held(key)).toHaveLength(1);
});
