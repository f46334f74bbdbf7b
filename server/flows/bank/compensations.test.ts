import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import type { Duty } from '#domain/access.ts';
import { courierCompensations } from '../../bank/schema.ts';
import { parcelClaims, shipmentBoxes, shipments } from '../../fulfilment/schema.ts';
import { orderEvents, orders } from '../../orders/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { entriesOf, faultsOf } from '../../test/books.ts';
import { testCourier } from '../../test/courier.ts';
import { readStatementsPatiently } from '../../test/patience.ts';
import { call, codeOfCall, giveDuties, person } from '../../test/people.ts';
import { buyer as form, pay, testShop } from '../../test/shop.ts';
import { COMPANY, camtFile, ORGANISER, type SampleEntry } from '../../test/statements.ts';

/** What a courier pays for parcels that were lost or damaged: from the line of a statement into the books. */

readStatementsPatiently();
const courier = await testCourier();
const shop = await testShop({ quick: true, env: { FISCAL: 'off' }, deps: { couriers: courier.couriers } });
courier.reaches(shop);
const { db, deps } = shop;
async function staff(...duties: Duty[]) {
  const who = await person(shop, 'admin');
  await giveDuties(shop, who, duties);
  return call(shop, who);
}
const [one, two] = [await staff('accounting'), await staff('accounting')];
const { bank } = one;
const warehouse = (await staff('warehouse')).fulfilment.admin;
const seller = await staff('sales');

afterAll(async () => {
  expect(await faultsOf(db)).toEqual([]);
  expect(await db.ask('select * from order_differences')).toEqual([]);
});

/** 219 € at 117,17, in whole dinars. */
const WORTH = 2_566_000;
let last = 0;
/** A parcel that was paid for by card, is handed over and, unless it is said otherwise, lost. */
async function lost(by: 'd-express' | 'own' = 'd-express', isLost = true) {
  const who = await person(shop, 'member');
  const device = { productName: 'Vidik – 1 uređaj', productPrice: 219 };
  const { url, orderId } = await call(shop, who).payments.createPayment({ ...device, buyerInfo: form });
  await pay(shop, url);
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  const { version } = await warehouse.read({ number: order!.number });
  const id = randomUUID();
  const boxes = [{ grams: 350, serials: [`VDK-29-${String(++last).padStart(6, '0')}`] }];
  const { key } = await warehouse.pack({ order: orderId, id, version, courier: by, boxes });
  await courier.send(deps);
  const [box] = await db.select().from(shipmentBoxes).where(eq(shipmentBoxes.shipmentId, id));
  await warehouse.handOver({ id, labels: [box!.code ?? `${key}-1`] });
  if (isLost) await warehouse.move({ id, from: 'handed_over', to: 'lost' });
  return { id, key, order: order! };
}
async function came(entry: Partial<SampleEntry> = {}, account = COMPANY) {
  const line = {
    amount: '25660.00',
    currency: 'RSD' as const,
    payer: 'D EXPRESS DOO BEOGRAD',
    purpose: 'NAKNADA STETE',
  };
  const entries = [{ ...line, bankReference: randomUUID(), ...entry }];
  const answer = await bank.statements.import({ file: new File([camtFile(entries, { account })], 'izvod') });
  if (answer.kind !== 'imported') throw new Error(answer.kind);
  return (await bank.lines.list({ importId: answer.importId, all: true })).rows[0]!.id;
}
const pays = (id: string, parcel: string, by = one) => by.bank.desk.close({ id, parcel, reason: 'Naknada kurira' });
const claimOf = async (id: string) => (await db.select().from(parcelClaims).where(eq(parcelClaims.shipmentId, id)))[0]!;
const compensationsOf = async ({ order }: { order: { id: string } }) =>
  (await entriesOf(db, order.id)).flatMap(([kind, lines]) => (kind === 'compensation' ? [lines] : []));
const settled = async ({ order }: { order: { id: string } }) =>
  (
    await db
      .select({ facts: orderEvents.facts })
      .from(orderEvents)
      .where(and(eq(orderEvents.orderId, order.id), eq(orderEvents.kind, 'loss_settled')))
  ).map(({ facts }) => facts);

test('the courier’s compensation is a movement whose sum is zero, and settles the claim', async () => {
  const [other, parcel] = [await lost(), await lost()];
  const line = await came({ purpose: `NAKNADA STETE POSILJKA ${parcel.key}` });
  const { parcels } = await bank.lines.compare({ id: line });
  expect(parcels.map((found) => found.parcel).slice(0, 2), 'the one that is named comes first').toEqual([
    parcel.key,
    other.key,
  ]);
  expect(parcels[0]).toEqual({
    id: parcel.id,
    parcel: parcel.key,
    courier: 'd-express',
    kind: 'lost',
    worth: { amount: WORTH, currency: 'RSD' },
  });
  await Promise.all([pays(line, parcel.id), pays(line, parcel.id)]);
  const [lines, ...more] = await compensationsOf(parcel);
  expect(more).toEqual([]);
  expect(lines).toEqual({ bank: WORTH, compensations: -WORTH });
  expect(Object.values(lines!).reduce((sum, amount) => sum + amount, 0)).toBe(0);
  expect(await faultsOf(db), 'the nightly proof').toEqual([]);
  expect(await claimOf(parcel.id)).toMatchObject({ state: 'paid' });
  expect(await settled(parcel)).toEqual([{ outcome: 'paid', amount: WORTH, currency: 'RSD' }]);
  const entries = await db.select().from(auditLog).where(eq(auditLog.subjectId, line));
  expect(entries.find(({ action }) => action === 'bank.line-closed')!.after).toMatchObject({ parcel: parcel.key });
  expect((await bank.lines.compare({ id: await came() })).parcels.map(({ id }) => id)).not.toContain(parcel.id);
  expect(await codeOfCall(pays(await came(), parcel.id)), 'paid for once').toBe('CLAIM_SETTLED');
});

test('of two lines for one parcel at once one pays, and less than it was worth is booked as it came', async () => {
  const parcel = await lost();
  await seller.fulfilment.admin.settleClaim({ id: parcel.id, outcome: 'paid' });
  const lines = [await came({ amount: '20000.00' }), await came({ amount: '20000.00', payer: 'D EXPRESS' })];
  const codes = await Promise.all([
    codeOfCall(pays(lines[0]!, parcel.id)),
    codeOfCall(pays(lines[1]!, parcel.id, two)),
  ]);
  expect(codes.toSorted()).toEqual(['CLAIM_SETTLED', 'ok']);
  expect(await compensationsOf(parcel)).toEqual([{ bank: 2_000_000, compensations: -2_000_000 }]);
  expect(
    (await settled(parcel)).map(({ amount }) => amount),
    'what was said, and what came',
  ).toEqual([WORTH, 2_000_000]);
});

test('decided anew it is in no book, the claim is open again, and another line pays for it', async () => {
  const parcel = await lost();
  const line = await came();
  await pays(line, parcel.id);
  await Promise.all([bank.lines.reopen({ id: line }), bank.lines.reopen({ id: line })]);
  expect(await claimOf(parcel.id)).toMatchObject({ state: 'open', settledAt: null });
  expect(await compensationsOf(parcel)).toEqual([
    { bank: WORTH, compensations: -WORTH },
    { bank: -WORTH, compensations: WORTH },
  ]);
  expect(await faultsOf(db)).toEqual([]);
  await bank.desk.close({ id: line, reason: 'Nije naše' });
  await pays(await came(), parcel.id);
  expect(await compensationsOf(parcel)).toHaveLength(3);
});

const divides = (id: string, parcels: { id: string; amount: number }[], by = one) =>
  by.bank.desk.close({ id, parcels, reason: 'Naknada kurira' });
const share = ({ id }: { id: string }, amount: number) => ({ id, amount });

test('one line pays for several parcels: each has its share in the books, and decided anew none has', async () => {
  const [first, second, third] = [await lost(), await lost(), await lost()];
  const line = await came({ amount: '60000.00' });
  const shares = [share(first, WORTH), share(second, 2_000_000), share(third, 6_000_000 - WORTH - 2_000_000)];
  await Promise.all([divides(line, shares), divides(line, shares.toReversed())]);
  for (const [at, parcel] of [first, second, third].entries()) {
    const { amount } = shares[at]!;
    expect(await compensationsOf(parcel)).toEqual([{ bank: amount, compensations: -amount }]);
    expect(await claimOf(parcel.id)).toMatchObject({ state: 'paid' });
    expect(await settled(parcel)).toEqual([{ outcome: 'paid', amount, currency: 'RSD' }]);
  }
  expect(await faultsOf(db), 'the nightly proof').toEqual([]);
  const entries = await db.select().from(auditLog).where(eq(auditLog.subjectId, line));
  const [closed, ...more] = entries.filter(({ action }) => action === 'bank.line-closed');
  expect(more).toEqual([]);
  for (const { key } of [first, second, third]) expect((closed!.after as { parcel: string }).parcel).toContain(key);

  await Promise.all([bank.lines.reopen({ id: line }), bank.lines.reopen({ id: line })]);
  for (const parcel of [first, second, third]) {
    expect(await claimOf(parcel.id)).toMatchObject({ state: 'open', settledAt: null });
    const sums = (await compensationsOf(parcel)).map((lines) => lines.bank ?? 0);
    expect(sums.reduce((sum, amount) => sum + amount, 0)).toBe(0);
  }
  expect(await faultsOf(db)).toEqual([]);
  await divides(line, [share(third, 3_000_000), share(first, 3_000_000)]);
  expect((await compensationsOf(first)).at(-1)).toEqual({ bank: 3_000_000, compensations: -3_000_000 });
  expect(await claimOf(second.id)).toMatchObject({ state: 'open' });
});

test('a line is divided to the para, among different parcels of one courier, or not at all', async () => {
  const [first, second, others] = [await lost(), await lost(), await lost()];
  const line = await came({ amount: '50000.00' });
  const refusal = async (parcels: { id: string; amount: number }[]) =>
    divides(line, parcels).then(
      () => 'ok',
      ({ code, data }: { code: string; data?: { why: string } }) => (data ? `${code} ${data.why}` : code),
    );
  expect(await refusal([share(first, WORTH), share(second, WORTH)]), 'more than came').toBe('COMPENSATION_WRONG sum');
  expect(await refusal([share(first, 4_999_999)]), 'less than came').toBe('COMPENSATION_WRONG sum');
  expect(await refusal([share(first, 2_500_000), share(first, 2_500_000)])).toBe('COMPENSATION_WRONG twice');
  await db.update(shipments).set({ courier: 'own' }).where(eq(shipments.id, others.id));
  expect(await refusal([share(first, 2_500_000), share(others, 2_500_000)])).toBe('COMPENSATION_WRONG couriers');
  expect(await refusal([share(first, 2_500_000), { id: randomUUID(), amount: 2_500_000 }])).toBe('PARCEL_GONE');
  for (const parcel of [first, second, others]) expect(await compensationsOf(parcel)).toEqual([]);
  expect(await claimOf(first.id)).toMatchObject({ state: 'open' });
});

test('of two lines that are divided among the same parcels at once one pays, and nothing of the other is written', async () => {
  const [first, second] = [await lost(), await lost()];
  const lines = [await came({ amount: '50000.00' }), await came({ amount: '50000.00', payer: 'D EXPRESS' })];
  const shares = [share(first, 2_000_000), share(second, 3_000_000)];
  const codes = await Promise.all([
    codeOfCall(divides(lines[0]!, shares)),
    codeOfCall(divides(lines[1]!, shares.toReversed(), two)),
  ]);
  expect(codes.toSorted()).toEqual(['CLAIM_SETTLED', 'ok']);
  expect(await compensationsOf(first)).toEqual([{ bank: 2_000_000, compensations: -2_000_000 }]);
  expect(await compensationsOf(second)).toEqual([{ bank: 3_000_000, compensations: -3_000_000 }]);
});

test('what a server of the version before wrote is all of the line, and is undone like any other', async () => {
  const parcel = await lost();
  const line = await came({ amount: '21000.00' });
  await pays(line, parcel.id);
  await db.update(courierCompensations).set({ amount: null }).where(eq(courierCompensations.lineId, line));
  expect(await faultsOf(db)).toEqual([]);
  expect(await codeOfCall(pays(line, parcel.id)), 'the same again').toBe('ok');
  await bank.lines.reopen({ id: line });
  expect(await claimOf(parcel.id)).toMatchObject({ state: 'open' });
  expect(await faultsOf(db)).toEqual([]);
});

test('nobody pays with a debit, with the organiser’s money or for what no courier answers for, and only who keeps the accounts', async () => {
  const parcel = await lost();
  const line = await came();
  const event = await staff('event');
  expect(await codeOfCall(pays(line, parcel.id, event))).toBe('FORBIDDEN');
  expect(await codeOfCall(pays(line, parcel.id, seller))).toBe('FORBIDDEN');
  expect(await codeOfCall(pays(await came({ outgoing: true }), parcel.id))).toBe('PARCEL_GONE');
  const theirs = await came({}, ORGANISER);
  expect((await bank.lines.compare({ id: theirs })).parcels).toEqual([]);
  expect(await codeOfCall(pays(theirs, parcel.id))).toBe('PARCEL_GONE');
  expect(await codeOfCall(pays(line, (await lost('own')).id)), 'we carried it').toBe('CLAIM_SETTLED');
  expect(await codeOfCall(pays(line, (await lost('d-express', false)).id)), 'on its way').toBe('PARCEL_GONE');
  expect(await codeOfCall(pays(line, randomUUID()))).toBe('PARCEL_GONE');
  expect(await codeOfCall(pays(await came({ currency: 'EUR', amount: '219.00' }), parcel.id))).toBe('CLAIM_SETTLED');
  expect(await compensationsOf(parcel)).toEqual([]);
  expect(await claimOf(parcel.id)).toMatchObject({ state: 'open' });
});
