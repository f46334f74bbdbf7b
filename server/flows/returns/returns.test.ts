import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DAY_MS } from '#domain/day.ts';
import type { MoneyDocument, ReturnRecord } from '#domain/documents/data.ts';
import { dayOf } from '#domain/time.ts';
import { staffDuties } from '../../accounts/schema.ts';
import { documents } from '../../documents/schema.ts';
import { orderEmails } from '../../orders/emails.tsx';
import { orderEvents, orders, withdrawals } from '../../orders/schema.ts';
import { PaymentGatewayError } from '../../payments/provider.ts';
import { refunds } from '../../payments/schema.ts';
import { renderMail } from '../../platform/mail/write-mail.ts';
import { mails } from '../../platform/mail.schema.ts';
import { orderRefunds } from '../../refunds/schema.ts';
import { returns } from '../../returns/schema.ts';
import { stockDevices } from '../../stock/schema.ts';
import { tasks } from '../../tasks/schema.ts';
import { eventually } from '../../test/eventually.ts';
import { readPdf } from '../../test/pdf.ts';
import { call, codeOfCall, giveDuties, person, type TestPerson } from '../../test/people.ts';
import { buyer as form, pay, testShop } from '../../test/shop.ts';
import { renderDocument } from '../documents/render-document.ts';
import { runProviderTasks } from '../payments/provider-tasks.ts';

const shop = await testShop();

async function staffOf(firstName: string): Promise<TestPerson> {
  const one = await person(shop, 'admin', { firstName });
  await giveDuties(shop, one, ['accounting', 'warehouse', 'support']);
  await shop.db
    .update(staffDuties)
    .set({ since: new Date(shop.deps.now().getTime() - DAY_MS) })
    .where(eq(staffDuties.profileId, one.id));
  return one;
}
const jelena = await staffOf('Jelena');
const vesna = await staffOf('Vesna');
const desk = call(shop, jelena).returns.admin;
const packing = call(shop, jelena).fulfilment.admin;

let last = 0;
const numbers = (n: number) => Array.from({ length: n }, () => `VDK-25-${String(++last).padStart(6, '0')}`);

async function stocked(count: number): Promise<string[]> {
  const serials = numbers(count);
  const file = new File([serials.join('\n')], 'prijem.csv', { type: 'text/csv' });
  await call(shop, jelena).stock.admin.take({ key: randomUUID(), file, document: 'Otpremnica' });
  return serials;
}
// What one test leaves waiting holds no device of another.
await stocked(100);

/** Paid by card, and all its devices are with the buyer, a moment ago. */
async function delivered(count: 1 | 10 = 1, buyerInfo: Record<string, unknown> = form) {
  const serials = await stocked(count);
  const who = await person(shop, 'member');
  const product = count === 10 ? (['Vidik – 10 uređaja', 1999] as const) : (['Vidik – 1 uređaj', 219] as const);
  const [productName, productPrice] = product;
  const bought = { productName, productPrice, buyerInfo } as Parameters<
    ReturnType<typeof call>['payments']['createPayment']
  >[0];
  const { url } = await call(shop, who).payments.createPayment(bought);
  await pay(shop, url);
  const [order] = await shop.db.select().from(orders).where(eq(orders.profileId, who.id));
  const { number } = order!;
  const { version } = await packing.read({ number });
  const id = randomUUID();
  const boxes = [{ grams: 350, serials }];
  const parcel = await packing.pack({ order: order!.id, id, version, courier: 'own', boxes });
  await packing.enterReceipt({ order: order!.id, kind: 'receipt', number: `AB12CD34-AB12CD34-${last}` });
  await packing.handOver({ id, labels: [`${parcel.key}-1`] });
  await packing.move({ id, from: 'handed_over', to: 'delivered' });
  return { id: order!.id, number, who, serials, own: call(shop, who).returns };
}
type Delivered = Awaited<ReturnType<typeof delivered>>;

const ask = (order: Delivered, serials: string[], more: object = {}) => {
  const said = { number: order.number, id: randomUUID(), kind: 'withdrawal', way: 'own', serials, reason: '', ...more };
  return order.own.ask(said as Parameters<Delivered['own']['ask']>[0]);
};
const fault = { kind: 'complaint', reason: 'Slika se prekida posle dva minuta.' };
const decision = (id: string, more: object) =>
  ({ id, refund: randomUUID(), resolution: '', goods: 'stock', shown: 0, ...more }) as Parameters<
    typeof desk.decide
  >[0];
const work = () => runProviderTasks(shop.deps);
const orderOf = async ({ id }: { id: string }) => (await shop.db.select().from(orders).where(eq(orders.id, id)))[0]!;
const returnOf = async (id: string) => (await shop.db.select().from(returns).where(eq(returns.id, id)))[0]!;
const mailsOf = async ({ id }: { id: string }, template: string) =>
  shop.db
    .select()
    .from(mails)
    .where(and(eq(mails.orderId, id), eq(mails.template, template as never)));
const placeOf = async (serial: string) =>
  (await shop.db.select().from(stockDevices).where(eq(stockDevices.serial, serial)))[0]?.place;
const statementOf = async ({ id }: { id: string }) =>
  (await shop.db.select().from(withdrawals).where(eq(withdrawals.orderId, id)))[0];
const shownOf = async ({ number }: { number: number }) => (await desk.read({ order: number }))[0]!;
const dataOf = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    ({ code, data }: { code: string; data: unknown }) => ({ code, data }),
  );

test('one of ten is withdrawn from, with our label: its price is taken off, and the credit note is what went back to the card', async () => {
  const order = await delivered(10);
  const [serial] = order.serials;
  const page = await order.own.read({ number: order.number });
  expect(page).toMatchObject({ kinds: ['withdrawal', 'complaint'], label: 358, isCompany: false });
  expect(page.devices).toHaveLength(10);
  expect(page.amounts[0]).toBe(19_990);

  const { id } = await ask(order, [serial!], { way: 'label', reason: 'Nema slobodan USB ulaz.' });
  const [confirmed] = await mailsOf(order, 'returns.asked');
  expect(confirmed).toMatchObject({ props: { serials: [serial], reason: 'Nema slobodan USB ulaz.' } });
  const [came] = await mailsOf(order, 'orders.withdrawal-came');
  expect(came!.props.link, 'where it is decided').toMatch(new RegExp(`/admin/orders/${order.number}$`));
  const message = orderEmails['orders.withdrawal-came'](came!.props as never, {} as never);
  const text = (await renderMail(message, shop.deps.config.publicUrl)).text.replaceAll(/\s+/g, ' ');
  expect(text).toContain(`odustanku za 1 uređaj: ${serial}`);
  expect(text, 'what goes back is not all that was paid').not.toMatch(/1\.999,00|ceo iznos/);
  expect(await statementOf(order)).toMatchObject({ resolvedAt: null });
  expect((await order.own.read({ number: order.number })).devices).toHaveLength(9);

  await desk.sendLabel({ id, label: 'TT0000014821' });
  await desk.sendLabel({ id, label: 'TT0000014821' });
  expect(await mailsOf(order, 'returns.label')).toHaveLength(1);
  await desk.receive({ id, serials: [` ${serial!.toLowerCase()} `] });
  expect(await placeOf(serial!)).toBe('inspection');

  const { money } = await shownOf(order);
  expect(money).toEqual({ amount: 19_632, label: 358, currency: 'EUR', to: 'card' });
  const said = decision(id, { outcome: 'money', shown: money!.amount });
  await desk.decide(said);
  await desk.decide(said);
  expect((await returnOf(id)).state).toBe('decided');
  await work();
  expect(await returnOf(id)).toMatchObject({ state: 'done', outcome: 'money' });
  expect(await orderOf(order)).toMatchObject({ refunded: 19_632, paymentState: 'part_refunded' });
  expect(await placeOf(serial!)).toBe('stock');
  expect((await statementOf(order))!.resolvedAt).not.toBeNull();

  const credits = (await shop.db.select().from(documents).where(eq(documents.orderId, order.id))).filter(
    ({ kind }) => kind === 'creditNote',
  );
  expect(credits).toHaveLength(1);
  const { lines } = credits[0]!.data as MoneyDocument;
  const back = lines.reduce((sum, { base, tax }) => sum + base + tax, 0);
  // 196,32 € at the order's rate, as on the invoice, to the dinar.
  expect(Math.abs(back / 100 - 196.32 * 117.17)).toBeLessThan(1);
  const kinds = (
    await shop.db.select().from(orderEvents).where(eq(orderEvents.orderId, order.id)).orderBy(asc(orderEvents.id))
  ).map(({ kind }) => kind);
  expect(kinds.slice(-7)).toEqual([
    ...['withdrawn', 'return_asked', 'return_label_sent', 'return_received'],
    ...['refund_started', 'return_decided', 'refunded'],
  ]);
});

/** Invoices and credit notes of an order's devices, the oldest first. */
const papersOf = async ({ id }: { id: string }) =>
  (await shop.db.select().from(documents).where(eq(documents.orderId, id)).orderBy(asc(documents.nth))).filter(
    ({ kind }) => kind === 'invoice' || kind === 'creditNote',
  );
const linesOf = (paper: { data: unknown } | undefined) => (paper!.data as MoneyDocument).lines;
/** What they say together was sold, in cents and in para. */
async function saidBy(order: { id: string }) {
  let [price, gross] = [0, 0];
  for (const one of await papersOf(order)) {
    price += one.kind === 'creditNote' ? -one.price : one.price;
    gross += one.kind === 'creditNote' ? -one.gross : one.gross;
  }
  return { price, gross };
}
async function cameBack(order: Delivered, serials: string[], label: string) {
  const { id } = await ask(order, serials, { way: 'label' });
  await desk.sendLabel({ id, label });
  await desk.receive({ id, serials });
  return id;
}

/** Records of what came back of an order, and what carries each of them to its buyer. */
async function recordsOf({ id }: { id: string }) {
  const issued = (
    await shop.db.select().from(documents).where(eq(documents.orderId, id)).orderBy(asc(documents.nth))
  ).filter(({ kind }) => kind === 'returnRecord');
  return Promise.all(
    issued.map(async (paper) => {
      const { receivedOn, why, devices, decision: decided, note } = paper.data as ReturnRecord;
      const [mail] = await shop.db.select().from(mails).where(eq(mails.awaits, paper.id));
      return { id: paper.id, receivedOn, why, devices, decided, note, mail: mail?.template };
    }),
  );
}

test('of devices that came, the decision issues a record of how they are and what was decided, and it is mailed', async () => {
  const order = await delivered(10);
  const [kept, faulty, broken] = order.serials as [string, string, string];
  const device = (serial: string, condition: string) => [
    { name: 'Vidik, USB uređaj za striming', serial, condition, replacedBy: null },
  ];
  const receivedOn = dayOf(shop.deps.now());
  const back = await cameBack(order, [kept], 'TT0000014840');
  await desk.decide(decision(back, { outcome: 'money', shown: 19_632 }));
  const repaired = await ask(order, [faulty], fault);
  await desk.receive({ id: repaired.id, serials: [faulty] });
  await desk.decide(decision(repaired.id, { outcome: 'repaired', resolution: 'Zamenjen je priključak.' }));
  const refused = await ask(order, [broken]);
  await desk.receive({ id: refused.id, serials: [broken] });
  const said = decision(refused.id, { outcome: 'rejected', resolution: 'Uređaj je polomljen.' });
  await Promise.all([desk.decide(said), desk.decide(said)]);
  const records = await recordsOf(order);
  expect(records).toMatchObject([
    {
      receivedOn,
      why: 'withdrawal',
      devices: device(kept, 'ispravan, vraća se na zalihe'),
      decided: 'Povraćaj novca kupcu. Od iznosa se odbija cena nalepnice za povraćaj, 420 RSD.',
      mail: 'documents.sent',
    },
    {
      why: 'complaint',
      devices: device(faulty, 'popravljen'),
      decided: 'Popravka i vraćanje kupcu.',
      note: 'Zamenjen je priključak.',
      mail: 'tasks.answered',
    },
    {
      why: 'withdrawal',
      devices: device(broken, 'opisano u napomeni'),
      decided: 'Odustanak nije prihvaćen, vraćanje kupcu.',
      note: 'Uređaj je polomljen.',
      mail: 'returns.decided',
    },
  ]);
  await renderDocument(shop.deps, records[0]!.id);
  const file = await call(shop, order.who).documents.open({ id: records[0]!.id });
  const { text } = await readPdf(new Uint8Array(await file.arrayBuffer()));
  for (const said of ['Zapisnik', 'odustanak od ugovora', kept, '420 RSD']) expect(text).toContain(said);
});

test('what was decided anew as the same has its record already, and as something else another one; what never came has none', async () => {
  const order = await delivered(10);
  const [lost, kept, ...many] = order.serials as [string, string, ...string[]];
  const gone = await ask(order, [lost], { way: 'label' });
  await desk.sendLabel({ id: gone.id, label: 'TT0000014841' });
  const resolution = 'Kurir je izgubio Vaš paket na putu do nas.';
  await desk.decide(decision(gone.id, { outcome: 'money', lost: true, resolution, shown: 19_990 }));
  await work();
  const reduced = await ask(order, [kept], fault);
  await desk.decide(decision(reduced.id, { outcome: 'reduced', resolution: 'Vraćamo deo cene.', by: 1_000 }));
  await work();
  expect(await recordsOf(order)).toEqual([]);

  const three = many.slice(0, 3);
  const { id } = await ask(order, three);
  await desk.receive({ id, serials: three });
  for (const _ of [1, 2]) {
    const said = decision(id, { outcome: 'money', shown: 59_970 });
    await desk.decide(said);
    await call(shop, vesna).refunds.admin.decline({ id: said.refund });
  }
  expect(await recordsOf(order)).toMatchObject([{ decided: 'Povraćaj novca kupcu.' }]);
  await desk.decide(decision(id, { outcome: 'rejected', resolution: 'Uređaji su polomljeni.' }));
  expect(await recordsOf(order)).toMatchObject([
    { decided: 'Povraćaj novca kupcu.' },
    { decided: 'Odustanak nije prihvaćen, vraćanje kupcu.' },
  ]);
});

test('a label that was wanted and never sent takes nothing off', async () => {
  const order = await delivered(10);
  const [serial] = order.serials;
  const { id } = await ask(order, [serial!], { way: 'label' });
  await desk.receive({ id, serials: [serial!] });
  const { money } = await shownOf(order);
  expect(money).toEqual({ amount: 19_990, label: 0, currency: 'EUR', to: 'card' });
  await desk.decide(decision(id, { outcome: 'money', shown: 19_990 }));
  await work();
  expect(await orderOf(order)).toMatchObject({ refunded: 19_990 });
});

test('a device that came back for its money is no more among those of its buyer, on their page and on the desk', async () => {
  const order = await delivered(10);
  const [back, ...kept] = order.serials as [string, ...string[]];
  const { number } = order;
  const own = async () => (await call(shop, order.who).fulfilment.own({ number })).parcels[0]!.serials;
  const ofStaff = async () => (await packing.read({ number })).parcels[0]!.boxes[0]!.serials;
  const id = await cameBack(order, [back], 'TT0000014823');
  expect(await own(), 'not decided yet').toEqual(order.serials);
  await desk.decide(decision(id, { outcome: 'money', shown: (await shownOf(order)).money!.amount }));
  expect(await own()).toEqual(kept);
  expect(await ofStaff()).toEqual(kept);
});

test('what did not come of a return waits as one of its own, and the rest is decided', async () => {
  const order = await delivered(10);
  const three = order.serials.slice(0, 3);
  const [one, two, late] = three as [string, string, string];
  const { id } = await ask(order, three, { way: 'label' });
  await desk.sendLabel({ id, label: 'TT0000014850' });
  expect(await codeOfCall(desk.receive({ id, serials: [one, two] }))).toBe('RETURN_SERIALS_WRONG');
  expect(await codeOfCall(desk.receive({ id, serials: [one, order.serials[5]!], partly: true }))).toBe(
    'RETURN_SERIALS_WRONG',
  );
  await desk.receive({ id, serials: [one, two], partly: true });
  await desk.receive({ id, serials: [one, two], partly: true });
  const [rest, first] = await desk.read({ order: order.number });
  expect(first).toMatchObject({ id, n: 1, state: 'received', serials: [one, two], label: 'TT0000014850' });
  expect(rest).toMatchObject({ n: 2, state: 'requested', serials: [late], label: null, askedAt: first!.askedAt });
  expect(await mailsOf(order, 'returns.received')).toMatchObject([{ props: { serials: [one, two], missing: [late] } }]);
  expect([await placeOf(one), await placeOf(late)]).toEqual(['inspection', 'customer']);

  await desk.decide(decision(id, { outcome: 'money', shown: first!.money!.amount }));
  await work();
  expect(await orderOf(order)).toMatchObject({ refunded: 2 * 19_990 - 358 });
  expect(await statementOf(order), 'one has not come').toMatchObject({ resolvedAt: null });
  await desk.receive({ id: rest!.id, serials: [late] });
  const { money } = await shownOf(order);
  expect(money, 'no other label was sent').toMatchObject({ amount: 19_990, label: 0 });
  const said = decision(rest!.id, { outcome: 'money', shown: 19_990 });
  await desk.decide(said);
  await call(shop, vesna).refunds.admin.agree({ id: said.refund });
  await work();
  expect((await statementOf(order))!.resolvedAt).not.toBeNull();
});

test('a wrong number of a label is replaced by whoever has seen it, and the buyer reads the right one', async () => {
  const order = await delivered(10);
  const [serial] = order.serials;
  const { id } = await ask(order, [serial!], { way: 'label' });
  await desk.sendLabel({ id, label: 'TT0000014840' });
  const other = { id, label: 'TT0000014841' };
  expect(await codeOfCall(desk.sendLabel(other)), 'a colleague has sent one meanwhile').toBe('RETURN_MOVED');
  await desk.sendLabel({ ...other, instead: 'TT0000014840' });
  await desk.sendLabel({ ...other, instead: 'TT0000014840' });
  expect(await returnOf(id)).toMatchObject({ state: 'label_sent', label: 'TT0000014841' });
  expect((await mailsOf(order, 'returns.label')).map(({ props }) => props.label).sort()).toEqual([
    'TT0000014840',
    'TT0000014841',
  ]);
  const labels = async () => {
    const { events } = await call(shop, jelena).orders.admin.read({ number: order.number });
    return events.flatMap(({ kind, facts }) => (kind === 'return_label_sent' ? [facts.label] : []));
  };
  expect((await labels()).sort(), 'each of them is told on the page of the order').toEqual([
    'TT0000014840',
    'TT0000014841',
  ]);
  await desk.sendLabel({ id, label: 'TT0000014840', instead: 'TT0000014841' });
  expect(await labels(), 'it was the first one after all').toHaveLength(3);
  expect(await mailsOf(order, 'returns.label')).toHaveLength(3);
});

test('a return whose label was replaced stands in Danas fourteen days after the label that is valid', async () => {
  const order = await delivered();
  const { id } = await ask(order, order.serials, { way: 'label' });
  const { now } = shop.clock;
  const astrayAfter = async (days: number) => {
    shop.clock.now = new Date(now.getTime() + days * DAY_MS);
    return (await call(shop, jelena).admin.today()).deadlines!.filter(
      ({ kind, number }) => kind === 'astray' && number === order.number,
    ).length;
  };
  await desk.sendLabel({ id, label: 'TT0000014842' });
  expect(await astrayAfter(2)).toBe(0);
  await desk.sendLabel({ id, label: 'TT0000014843', instead: 'TT0000014842' });
  expect([await astrayAfter(15), await astrayAfter(16)]).toEqual([0, 1]);
  shop.clock.now = now;
});

test('a complaint that is called off is answered with it, in one mail', async () => {
  const order = await delivered();
  const { id } = await ask(order, order.serials, fault);
  const owed = async () =>
    (await call(shop, jelena).tasks.admin.open()).filter(
      ({ kind, orderNumber }) => kind === 'complaint' && orderNumber === order.number,
    );
  expect(await owed()).toHaveLength(1);
  await desk.callOff({ id, resolution: 'Uređaj ipak radi.' });
  expect(await owed()).toEqual([]);
  expect(await mailsOf(order, 'returns.called-off')).toEqual([]);
  const answers = await shop.db.select().from(mails).where(eq(mails.template, 'tasks.answered'));
  expect(answers.filter(({ profileId }) => profileId === order.who.id)).toMatchObject([
    { props: { answer: 'Uređaj ipak radi.' } },
  ]);
});

test('whoever has all of the money back is not offered to withdraw', async () => {
  const order = await delivered();
  await shop.db.update(orders).set({ refunded: 21_900 }).where(eq(orders.id, order.id));
  const read = () => order.own.read({ number: order.number });
  expect(await read()).toMatchObject({ kinds: ['complaint'], isPaidBack: true });
  await shop.db.update(orders).set({ refunded: 0 }).where(eq(orders.id, order.id));
  expect(await read()).toMatchObject({ isPaidBack: false });
});

test('the credit note has the device and the label, and comes to the money', async () => {
  const order = await delivered(10);
  const id = await cameBack(order, order.serials.slice(3, 4), 'TT0000014831');
  await desk.decide(decision(id, { outcome: 'money', shown: 19_632 }));
  await work();
  const [invoice, credit] = await papersOf(order);
  expect(linesOf(credit)).toMatchObject([
    { quantity: 1, serials: [order.serials[3]], gross: 2_342_230, tax: 390_372 },
    {
      name: 'Nalepnica za povraćaj',
      quantity: 1,
      gross: -42_000,
      base: -35_000,
      tax: -7_000,
      percent: 20,
      label: -358,
    },
  ]);
  expect(credit).toMatchObject({ citedId: invoice!.id, price: 19_632, gross: 2_342_230 - 42_000 });
  expect((credit!.data as MoneyDocument).price).toEqual({ amount: 19_632, currency: 'EUR' });
  expect((await orderOf(order)).refunded).toBe(credit!.price);
  await renderDocument(shop.deps, credit!.id);
  const file = await call(shop, jelena).documents.admin.open({ id: credit!.id });
  const { text } = await readPdf(new Uint8Array(await file.arrayBuffer()));
  for (const said of ['Nalepnica za povraćaj', '−420,00', '23.002,30 RSD', '196,32 €']) expect(text).toContain(said);

  const refund = call(shop, jelena).refunds.admin;
  const { payments, version } = await refund.read({ order: order.number });
  const wanted = {
    order: order.number,
    payment: payments[0]!.key,
    scope: 'whole' as const,
    reason: 'agreement' as const,
    goods: 'none' as const,
  };
  const { credits, money } = await refund.preview(wanted);
  const asked = randomUUID();
  await refund.ask({ ...wanted, id: asked, version, shown: money.amount });
  await call(shop, vesna).refunds.admin.agree({ id: asked });
  await work();
  const last = (await papersOf(order)).at(-1);
  expect(linesOf(last), 'all money went back, so the label is given back as well').toMatchObject([
    { quantity: 9, gross: 23_422_300 - 2_342_230 },
    { quantity: 1, gross: 42_000, tax: 7_000, label: 358 },
  ]);
  expect(credits.map(({ base, tax }) => base + tax)).toEqual([last!.gross]);
  expect(await saidBy(order)).toEqual({ price: 0, gross: 0 });
});

test('money of a return with a label that the bank sends back is invoiced again with both lines, and credited with both', async () => {
  const order = await delivered();
  const id = await cameBack(order, order.serials, 'TT0000014832');
  const decide = async () => {
    await desk.decide(decision(id, { outcome: 'money', shown: 21_542 }));
    await work();
  };
  await decide();
  expect(await saidBy(order)).toEqual({ price: 358, gross: 42_000 });
  const [made] = await shop.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(eq(refunds.paymentKey, (await orderOf(order)).checkoutSessionId!));
  await shop.sandbox.control.failRefund(made!.id);
  await eventually(async () => expect(await papersOf(order)).toHaveLength(3));
  const [, credit, again] = await papersOf(order);
  expect(again).toMatchObject({ kind: 'invoice', price: 21_542, gross: 2_524_000, citedId: credit!.id });
  expect(linesOf(again)).toEqual(linesOf(credit));
  expect(await saidBy(order)).toEqual({ price: 21_900, gross: 2_566_000 });
  await eventually(async () => expect((await returnOf(id)).state).toBe('decided'));
  await decide();
  expect(linesOf((await papersOf(order)).at(-1))).toMatchObject([{ gross: 2_566_000 }, { gross: -42_000 }]);
  expect(await saidBy(order)).toEqual({ price: 358, gross: 42_000 });
});

test('a second withdrawal of the same order opens the statement again, and its money is counted on', async () => {
  const order = await delivered(10);
  const went: number[] = [];
  for (const serial of order.serials.slice(0, 2)) {
    const { id } = await ask(order, [serial]);
    expect((await statementOf(order))!.resolvedAt).toBeNull();
    await desk.receive({ id, serials: [serial] });
    const { money } = await shownOf(order);
    await desk.decide(decision(id, { outcome: 'money', shown: money!.amount }));
    await work();
    went.push(money!.amount);
  }
  expect(went).toEqual([19_990, 19_990]);
  expect(await orderOf(order)).toMatchObject({ refunded: 39_980 });
  expect((await order.own.read({ number: order.number })).devices).toHaveLength(8);
});

test('sent twice and at once, it is one return; the same device is not in two', async () => {
  const order = await delivered();
  const id = randomUUID();
  const sent = await Promise.all([1, 2, 3].map(() => ask(order, order.serials, { id })));
  expect(new Set(sent.map((one) => one.id))).toEqual(new Set([id]));
  expect(await mailsOf(order, 'returns.asked')).toHaveLength(1);
  const [serial] = order.serials;
  expect(await dataOf(ask(order, [serial!]))).toEqual({ code: 'RETURN_SERIAL_TAKEN', data: { serial } });
  expect(await codeOfCall(ask(order, ['VDK-25-999999']))).toBe('RETURN_SERIAL_TAKEN');
});

test('a return that our courier lost on its way back stands in Danas; its money goes back without the label, its device is written off', async () => {
  const order = await delivered();
  const serial = order.serials[0]!;
  const { id } = await ask(order, [serial], { way: 'label' });
  const resolution = 'Kurir je izgubio Vaš paket na putu do nas.';
  const lost = (more: object = {}) =>
    desk.decide(decision(id, { outcome: 'money', lost: true, resolution, shown: 21_900, ...more }));
  expect(await codeOfCall(lost()), 'it has no label').toBe('RETURN_MOVED');
  await desk.sendLabel({ id, label: 'TT0000014830' });
  const { now } = shop.clock;
  const astray = async () =>
    (await call(shop, jelena).admin.today()).deadlines!.filter(
      ({ kind, number }) => kind === 'astray' && number === order.number,
    );
  shop.clock.now = new Date(now.getTime() + 13 * DAY_MS);
  expect(await astray()).toEqual([]);
  shop.clock.now = new Date(now.getTime() + 14 * DAY_MS);
  expect(await astray()).toHaveLength(1);

  expect(await codeOfCall(desk.decide(decision(id, { outcome: 'money', shown: 21_542 }))), 'nothing came').toBe(
    'RETURN_MOVED',
  );
  expect(await codeOfCall(lost({ outcome: 'rejected' }))).toBe('RETURN_OUTCOME_WRONG');
  expect(await codeOfCall(lost({ resolution: '' }))).toBe('RETURN_RESOLUTION_MISSING');
  const refund = randomUUID();
  await lost({ refund });
  await lost({ refund });
  expect(await returnOf(id)).toMatchObject({ state: 'decided', outcome: 'money', resolution });
  expect(await astray()).toEqual([]);
  await work();
  expect(await returnOf(id)).toMatchObject({ state: 'done' });
  expect(await orderOf(order)).toMatchObject({ refunded: 21_900, paymentState: 'refunded' });
  const [device] = await shop.db.select().from(stockDevices).where(eq(stockDevices.serial, serial));
  expect(device).toMatchObject({ place: 'off', reason: 'lost' });
  expect((await statementOf(order))!.resolvedAt).not.toBeNull();
  expect(await codeOfCall(desk.receive({ id, serials: [serial] }))).toBe('RETURN_MOVED');
  shop.clock.now = now;
});

test('a lost return whose refund was declined is decided anew as money for all of it, and as nothing else', async () => {
  const order = await delivered(10);
  const three = order.serials.slice(0, 3);
  const { id } = await ask(order, three, { way: 'label', ...fault });
  await desk.sendLabel({ id, label: 'TT0000014831' });
  expect(await shownOf(order)).toMatchObject({ isLost: false });
  const resolution = 'Kurir je izgubio Vaš paket na putu do nas.';
  const first = decision(id, { outcome: 'money', lost: true, resolution, shown: 59_970 });
  await desk.decide(first);
  await call(shop, vesna).refunds.admin.decline({ id: first.refund });
  expect(await shownOf(order)).toMatchObject({
    isToDecideAgain: true,
    isLost: true,
    money: { amount: 59_970, label: 0 },
  });
  for (const outcome of ['rejected', 'exchanged', 'repaired'])
    expect(await codeOfCall(desk.decide(decision(id, { outcome, resolution })))).toBe('RETURN_OUTCOME_WRONG');
  expect(await codeOfCall(desk.decide(decision(id, { outcome: 'money', shown: 59_970 })))).toBe(
    'RETURN_RESOLUTION_MISSING',
  );
  const second = decision(id, { outcome: 'money', lost: true, resolution, shown: 59_970 });
  await desk.decide(second);
  await call(shop, vesna).refunds.admin.agree({ id: second.refund });
  await work();
  expect(await returnOf(id)).toMatchObject({ state: 'done', outcome: 'money' });
  for (const serial of three) expect(await placeOf(serial)).toBe('off');
});

test('after fourteen days only a fault can be reported, and after five years neither', async () => {
  const order = await delivered();
  const { now } = shop.clock;
  const again = randomUUID();
  await ask(order, order.serials, { id: again });
  await desk.callOff({ id: again, resolution: 'Kupac ipak zadržava uređaj.' });
  expect((await statementOf(order))!.resolution).toBe('Kupac ipak zadržava uređaj.');
  const late = call(shop, order.who).returns;
  shop.clock.now = new Date(now.getTime() + 15 * DAY_MS);
  expect((await late.read({ number: order.number })).kinds).toEqual(['complaint']);
  expect(await codeOfCall(ask(order, order.serials))).toBe('WITHDRAWAL_LATE');
  // What was sent in time is answered again, also late.
  expect((await ask(order, order.serials, { id: again })).id).toBe(again);
  shop.clock.now = new Date(now.getTime() + 5 * 366 * DAY_MS);
  expect((await late.read({ number: order.number })).kinds).toEqual([]);
  expect(await codeOfCall(ask(order, order.serials, fault))).toBe('WARRANTY_OVER');
  shop.clock.now = now;
});

test('a company reports faults and does not withdraw', async () => {
  const order = await delivered();
  const { delivery } = await orderOf(order);
  await shop.db
    .update(orders)
    .set({ delivery: { ...delivery!, companyName: 'Studio Lim doo' } })
    .where(eq(orders.id, order.id));
  expect(await order.own.read({ number: order.number })).toMatchObject({ kinds: ['complaint'], isCompany: true });
  expect(await codeOfCall(ask(order, order.serials))).toBe('RETURN_NOT_POSSIBLE');
  expect(await codeOfCall(ask(order, order.serials, { kind: 'complaint', reason: 'Ne radi' }))).toBe(
    'RETURN_REASON_SHORT',
  );
  expect((await ask(order, order.serials, fault)).state).toBe('requested');
});

test('a complaint is one with its eight days: the decision is the answer that is owed, and the device stays the buyer’s', async () => {
  const order = await delivered();
  const { id, reason } = await ask(order, order.serials, { ...fault, reason: `${fault.reason}\n\u202eStalno\u200b.` });
  expect(reason, 'what cannot be seen is no part of it').toBe(`${fault.reason}\nStalno.`);
  const [owed] = await shop.db.select().from(tasks).where(eq(tasks.key, id));
  expect(owed).toMatchObject({ kind: 'complaint', orderId: order.id, answer: null });
  expect(owed!.text).toContain(order.serials[0]);
  expect(await statementOf(order)).toBeUndefined();

  await desk.receive({ id, serials: order.serials });
  expect(await placeOf(order.serials[0]!)).toBe('customer');
  expect(await codeOfCall(desk.decide(decision(id, { outcome: 'repaired' })))).toBe('RETURN_RESOLUTION_MISSING');
  const resolution = 'Zamenjen je priključak, uređaj Vam vraćamo.';
  const said = decision(id, { outcome: 'repaired', resolution });
  await desk.decide(said);
  await desk.decide(said);
  expect(await returnOf(id)).toMatchObject({ state: 'done', outcome: 'repaired' });
  const [answered] = await shop.db.select().from(tasks).where(eq(tasks.key, id));
  expect(answered).toMatchObject({ answer: resolution });
  expect((await order.own.read({ number: order.number })).devices).toHaveLength(1);
});

test('under the warranty the label costs nothing, and a faulty device is written off when its money goes back', async () => {
  const order = await delivered();
  const { id } = await ask(order, order.serials, { ...fault, way: 'label' });
  await desk.sendLabel({ id, label: 'TT0000014822' });
  await desk.receive({ id, serials: order.serials });
  const { money } = await shownOf(order);
  expect(money).toEqual({ amount: 21_900, label: 0, currency: 'EUR', to: 'card' });
  const resolution = 'Uređaj ne može da se popravi.';
  await desk.decide(decision(id, { outcome: 'money', goods: 'off', resolution, shown: 21_900 }));
  await work();
  expect(await orderOf(order)).toMatchObject({ refunded: 21_900, paymentState: 'refunded' });
  expect(await placeOf(order.serials[0]!)).toBe('off');
  expect((await returnOf(id)).state).toBe('done');
});

test('a device that came back and was written off before its money goes back is the buyer’s no more', async () => {
  const order = await delivered(10);
  const [serial] = order.serials as [string];
  const { id } = await ask(order, [serial]);
  await desk.receive({ id, serials: [serial] });
  await call(shop, jelena).stock.admin.writeOff({ serials: [serial], reason: 'transport' });
  await desk.decide(decision(id, { outcome: 'money', goods: 'off', shown: 19_990 }));
  await work();
  expect(await returnOf(id)).toMatchObject({ state: 'done', outcome: 'money' });
  expect(await placeOf(serial)).toBe('off');
  const { devices } = await order.own.read({ number: order.number });
  expect(devices.map((one) => one.serial)).toEqual(order.serials.slice(1));
  const asked = await shop.db.select().from(orderRefunds).where(eq(orderRefunds.orderId, order.id));
  expect(asked).toMatchObject([{ state: 'done', devices: 1, serials: [serial] }]);
});

test('steps come in their order, with the devices that were announced, and the amount that was seen', async () => {
  const order = await delivered(10);
  const three = order.serials.slice(0, 3);
  const { id } = await ask(order, three);
  expect(await codeOfCall(desk.sendLabel({ id, label: 'TT0000014823' }))).toBe('RETURN_MOVED');
  expect(await codeOfCall(desk.decide(decision(id, { outcome: 'money', shown: 59_970 })))).toBe('RETURN_MOVED');
  const scanned = [three[0]!, order.serials[5]!];
  expect(await dataOf(desk.receive({ id, serials: scanned }))).toEqual({
    code: 'RETURN_SERIALS_WRONG',
    data: { missing: three.slice(1), other: [order.serials[5]] },
  });
  await desk.receive({ id, serials: three });
  expect(await codeOfCall(desk.callOff({ id, resolution: 'Ipak ne.' }))).toBe('RETURN_MOVED');
  expect(await codeOfCall(desk.decide(decision(id, { outcome: 'repaired', resolution: 'Da.' })))).toBe(
    'RETURN_OUTCOME_WRONG',
  );
  expect(await codeOfCall(desk.decide(decision(id, { outcome: 'money', shown: 1 })))).toBe('ORDER_CHANGED');
  expect(await codeOfCall(desk.sendLabel({ id: randomUUID(), label: 'TT1' }))).toBe('RETURN_GONE');
  await expect(shop.db.update(returns).set({ state: 'requested' }).where(eq(returns.id, id))).rejects.toThrow();
});

test('above 500 € a second person agrees; what was declined is decided anew', async () => {
  const order = await delivered(10);
  const three = order.serials.slice(0, 3);
  const { id } = await ask(order, three);
  await desk.receive({ id, serials: three });
  const first = decision(id, { outcome: 'money', shown: 59_970 });
  await desk.decide(first);
  expect(await returnOf(id)).toMatchObject({ state: 'decided' });
  await call(shop, vesna).refunds.admin.decline({ id: first.refund });
  expect(await shownOf(order)).toMatchObject({ isToDecideAgain: true, money: { amount: 59_970 } });
  const second = decision(id, { outcome: 'money', shown: 59_970 });
  await desk.decide(second);
  await call(shop, vesna).refunds.admin.agree({ id: second.refund });
  await work();
  expect((await returnOf(id)).state).toBe('done');
  expect(await orderOf(order)).toMatchObject({ refunded: 59_970 });
  const asked = await shop.db.select().from(orderRefunds).where(eq(orderRefunds.orderId, order.id));
  expect(asked.map(({ state }) => state).sort()).toEqual(['declined', 'done']);
});

test('the price of a faulty device is reduced without its being sent: its buyer keeps it, and the papers agree with the money', async () => {
  const order = await delivered();
  const { id } = await ask(order, order.serials, fault);
  expect(await shownOf(order)).toMatchObject({ outcomes: ['reduced'], money: { amount: 21_900, label: 0 } });
  const resolution = 'Kućište je izgrebano, vraćamo Vam 50 evra.';
  const reduced = (more: object) => decision(id, { outcome: 'reduced', resolution, ...more });
  for (const by of [undefined, 21_900, 30_000])
    expect(await dataOf(desk.decide(reduced({ by })))).toEqual({
      code: 'RETURN_REDUCTION_WRONG',
      data: { price: { amount: 21_900, currency: 'EUR' } },
    });
  expect(await codeOfCall(desk.decide(reduced({ by: 5_000, resolution: '' })))).toBe('RETURN_RESOLUTION_MISSING');
  expect(await codeOfCall(desk.decide(reduced({ outcome: 'repaired' })))).toBe('RETURN_MOVED');
  const said = reduced({ by: 5_000 });
  await Promise.all([desk.decide(said), desk.decide(said)]);
  await work();
  expect(await returnOf(id)).toMatchObject({ state: 'done', outcome: 'reduced', resolution });
  expect(await orderOf(order)).toMatchObject({ refunded: 5_000, paymentState: 'part_refunded' });
  expect(await saidBy(order)).toMatchObject({ price: 16_900 });
  expect(await placeOf(order.serials[0]!)).toBe('customer');
  const [answered] = await shop.db.select().from(tasks).where(eq(tasks.key, id));
  expect(answered).toMatchObject({ answer: resolution });

  const again = await ask(order, order.serials, fault);
  await desk.receive({ id: again.id, serials: order.serials });
  expect(await shownOf(order)).toMatchObject({ money: { amount: 16_900 } });
  await desk.decide(decision(again.id, { outcome: 'money', goods: 'off', resolution, shown: 16_900 }));
  await work();
  expect(await orderOf(order)).toMatchObject({ refunded: 21_900, paymentState: 'refunded' });
});

test('what went back of a price as a reduction is taken off what goes back for that device, and off another reduction', async () => {
  const order = await delivered(10);
  const [faulty, sound, other] = order.serials as [string, string, string];
  const reduce = async (serials: string[], by: number) => {
    const { id } = await ask(order, serials, fault);
    await desk.decide(decision(id, { outcome: 'reduced', resolution: 'Vraćamo deo cene.', by }));
    await work();
  };
  await reduce([faulty, other], 10_001);
  const page = await order.own.read({ number: order.number });
  expect([page.left, ...page.amounts.slice(0, 2)]).toEqual([189_899, 19_990, 39_980]);
  expect(page.devices.filter(({ reduced }) => reduced > 0)).toEqual([
    { serial: faulty, reduced: 5_001 },
    { serial: other, reduced: 5_000 },
  ]);
  const price = { code: 'RETURN_REDUCTION_WRONG', data: { price: { amount: 14_989, currency: 'EUR' } } };
  const again = await ask(order, [faulty], fault);
  const all = decision(again.id, { outcome: 'reduced', resolution: 'Vraćamo deo cene.', by: 14_989 });
  expect(await dataOf(desk.decide(all))).toEqual(price);
  await desk.callOff({ id: again.id, resolution: 'Kvar je na televizoru.' });
  await reduce([faulty], 4_989);

  const refund = call(shop, jelena).refunds.admin;
  const { payments } = await refund.read({ order: order.number });
  const payment = { order: order.number, payment: payments[0]!.key, reason: 'agreement', goods: 'stock' } as const;
  const back = [faulty, sound];
  const named = await refund.preview({ ...payment, scope: 'devices', devices: 2, serials: back });
  expect(named, 'also from the desk').toMatchObject({ money: { amount: 29_990 } });

  const { id } = await ask(order, back);
  await desk.receive({ id, serials: back });
  expect(await shownOf(order)).toMatchObject({ money: { amount: 29_990 } });
  const before = await orderOf(order);
  await desk.decide(decision(id, { outcome: 'money', shown: 29_990 }));
  await work();
  expect(before).toMatchObject({ refunded: 14_990 });
  expect(await orderOf(order)).toMatchObject({ refunded: 14_990 + 29_990 });
  expect((await saidBy(order)).price, 'the papers say the same').toBe(199_900 - 44_980);
  const last = linesOf((await papersOf(order)).at(-1));
  expect(last).toMatchObject([{ quantity: 2, serials: back }]);
});

test('whoever withdraws keeps nothing at a lower price, and nothing is reduced while a label of ours is out', async () => {
  const [withdrawn, labelled] = [await delivered(), await delivered()];
  const reduced = (id: string) => decision(id, { outcome: 'reduced', resolution: 'Vraćamo deo cene.', by: 5_000 });
  const { id } = await ask(withdrawn, withdrawn.serials);
  expect(await codeOfCall(desk.decide(reduced(id)))).toBe('RETURN_OUTCOME_WRONG');
  await desk.receive({ id, serials: withdrawn.serials });
  expect(await codeOfCall(desk.decide(reduced(id)))).toBe('RETURN_OUTCOME_WRONG');
  const sent = await ask(labelled, labelled.serials, { ...fault, way: 'label' });
  await desk.sendLabel({ id: sent.id, label: 'TT0000014824' });
  expect(await codeOfCall(desk.decide(reduced(sent.id)))).toBe('RETURN_MOVED');
});

test('a reduction that nobody agreed to is decided anew or called off, and the devices stay with their buyer', async () => {
  const order = await delivered(10);
  const { id } = await ask(order, order.serials, fault);
  const reduced = () => decision(id, { outcome: 'reduced', resolution: 'Vraćamo deo cene.', by: 60_000 });
  const first = reduced();
  await desk.decide(first);
  expect(await codeOfCall(desk.callOff({ id, resolution: 'Ipak ne.' })), 'it waits for a second person').toBe(
    'RETURN_MOVED',
  );
  await call(shop, vesna).refunds.admin.decline({ id: first.refund });
  expect(await shownOf(order)).toMatchObject({ isToDecideAgain: true, isLost: false, outcomes: ['reduced'] });
  const money = decision(id, { outcome: 'money', goods: 'off', resolution: 'Sve.', shown: 199_900 });
  expect(await codeOfCall(desk.decide(money)), 'nothing came').toBe('RETURN_OUTCOME_WRONG');
  const second = reduced();
  await desk.decide(second);
  await call(shop, vesna).refunds.admin.decline({ id: second.refund });
  const resolution = 'Zajedno smo utvrdili da je kvar bio na televizoru.';
  await desk.callOff({ id, resolution });
  expect(await returnOf(id)).toMatchObject({ state: 'called_off', outcome: null, refundId: null, resolution });
  expect(await mailsOf(order, 'returns.called-off')).toHaveLength(1);
  expect(await orderOf(order)).toMatchObject({ refunded: 0, paymentState: 'paid' });
  expect((await order.own.read({ number: order.number })).devices).toHaveLength(10);
});

test.each([
  ['stock', 'withdrawal', {}],
  ['off', 'complaint', fault],
] as const)(
  'after a refund that the provider refused, devices that went to %s already stay there, and the money goes back once',
  async (goods, kind, more) => {
    const order = await delivered();
    const { id } = await ask(order, order.serials, { kind, ...more });
    await desk.receive({ id, serials: order.serials });
    const said = (shown: number) => decision(id, { outcome: 'money', goods, resolution: 'Vraćamo novac.', shown });
    const { refundPart } = shop.deps.payments;
    const refused = new PaymentGatewayError('refused', 'insufficient_balance', new Error('refused'));
    shop.deps.payments.refundPart = () => Promise.reject(refused);
    await desk.decide(said(21_900));
    await work();
    shop.deps.payments.refundPart = refundPart;
    expect(await shownOf(order)).toMatchObject({ isToDecideAgain: true, money: { amount: 21_900 } });
    expect(await placeOf(order.serials[0]!)).toBe(goods);
    const anew = said(21_900);
    await desk.decide(anew);
    await desk.decide(anew);
    await work();
    expect(await returnOf(id)).toMatchObject({ state: 'done', outcome: 'money' });
    expect(await orderOf(order)).toMatchObject({ refunded: 21_900, paymentState: 'refunded' });
    expect(await placeOf(order.serials[0]!)).toBe(goods);
  },
);

test('money of a return that the bank sends back opens it and its statement again, and it is decided anew', async () => {
  const order = await delivered();
  const { id } = await ask(order, order.serials);
  await desk.receive({ id, serials: order.serials });
  const decide = async () => {
    await desk.decide(decision(id, { outcome: 'money', shown: 21_900 }));
    await work();
  };
  await decide();
  expect((await returnOf(id)).state).toBe('done');
  const [made] = await shop.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(eq(refunds.paymentKey, (await orderOf(order)).checkoutSessionId!));
  await shop.sandbox.control.failRefund(made!.id);
  await eventually(async () => expect((await returnOf(id)).state).toBe('decided'));
  expect(await statementOf(order)).toMatchObject({ resolvedAt: null, resolution: '' });
  expect(await shownOf(order)).toMatchObject({ isToDecideAgain: true, isPaidBack: false, money: { amount: 21_900 } });
  expect(await mailsOf(order, 'refunds.sent-back')).toHaveLength(1);
  expect((await order.own.read({ number: order.number })).devices, 'the device is with us').toEqual([]);
  await decide();
  expect(await returnOf(id)).toMatchObject({ state: 'done', outcome: 'money' });
  expect((await statementOf(order))!.resolvedAt).not.toBeNull();
  expect(await mailsOf(order, 'refunds.paid-back')).toHaveLength(2);
});

test('while devices come back, their money goes with the decision alone; of others it goes back as ever', async () => {
  const order = await delivered(10);
  const three = order.serials.slice(0, 3);
  const { id } = await ask(order, three);
  const refund = call(shop, jelena).refunds.admin;
  const { payments, version } = await refund.read({ order: order.number });
  type Wanted = Parameters<typeof refund.preview>[0];
  const wanted = (more: Partial<Wanted>) =>
    ({ order: order.number, payment: payments[0]!.key, reason: 'agreement', goods: 'none', ...more }) as Wanted;
  const comes = { code: 'REFUND_OF_RETURN', data: { serials: three } };
  const taken: Partial<Wanted> = { scope: 'devices', devices: 1, goods: 'stock', serials: [three[0]!] };
  for (const more of [{ scope: 'whole' }, { scope: 'devices', devices: 8 }, taken] as Partial<Wanted>[])
    expect(await dataOf(refund.preview(wanted(more)))).toEqual(comes);
  const whole = { ...wanted({ scope: 'whole' }), id: randomUUID(), version, shown: 199_900 };
  expect(await dataOf(refund.ask(whole))).toEqual(comes);
  expect(await refund.preview(wanted({ scope: 'devices', devices: 7 }))).toMatchObject({ money: { amount: 139_930 } });
  expect(await refund.preview(wanted({ scope: 'amount', amount: 1_000 }))).toMatchObject({ money: { amount: 1_000 } });
  await desk.receive({ id, serials: three });
  expect(await dataOf(refund.preview(wanted({ scope: 'whole' })))).toEqual(comes);
  await desk.decide(decision(id, { outcome: 'rejected', resolution: 'Uređaji su polomljeni.' }));
  for (const serial of three) expect(await placeOf(serial)).toBe('customer');
  expect(await refund.preview(wanted({ scope: 'whole' }))).toMatchObject({ money: { amount: 199_900 } });
});

test('what was paid back at the provider ends its return without a second refund, and the buyer is told the truth', async () => {
  const order = await delivered();
  const { id } = await ask(order, order.serials);
  await desk.receive({ id, serials: order.serials });
  const { payment_intent } = await shop.stripe.checkout.sessions.retrieve((await orderOf(order)).checkoutSessionId!);
  await shop.stripe.refunds.create({ payment_intent: payment_intent as string });
  await eventually(async () => expect((await orderOf(order)).paymentState).toBe('refunded'));
  expect(await shownOf(order)).toMatchObject({ money: null, isPaidBack: true, isToDecideAgain: false });
  expect(await codeOfCall(desk.decide(decision(id, { outcome: 'money' })))).toBe('RETURN_RESOLUTION_MISSING');
  const resolution = 'Novac je vraćen na karticu 12. marta.';
  const said = decision(id, { outcome: 'money', resolution });
  await Promise.all([desk.decide(said), desk.decide(said)]);
  expect(await returnOf(id)).toMatchObject({ state: 'done', outcome: 'money', refundId: null, resolution });
  expect(await placeOf(order.serials[0]!)).toBe('stock');
  expect(await statementOf(order)).toMatchObject({ resolution });
  expect(await mailsOf(order, 'returns.decided')).toMatchObject([{ props: { outcome: 'money', resolution } }]);
  expect(await shop.db.$count(orderRefunds, eq(orderRefunds.orderId, order.id))).toBe(0);
  expect(await orderOf(order)).toMatchObject({ refunded: 21_900 });
});

test('a rejected return closes the statement with its reason, and the buyer reads it', async () => {
  const order = await delivered();
  const { id } = await ask(order, order.serials);
  await desk.receive({ id, serials: order.serials });
  const resolution = 'Uređaj je polomljen posle prijema.';
  expect(await placeOf(order.serials[0]!)).toBe('inspection');
  await desk.decide(decision(id, { outcome: 'rejected', resolution }));
  expect(await placeOf(order.serials[0]!), 'it is its buyer’s again').toBe('customer');
  const [mail] = await mailsOf(order, 'returns.decided');
  expect(mail).toMatchObject({ props: { outcome: 'rejected', resolution } });
  expect(await statementOf(order)).toMatchObject({ resolution });
  const { returns: own } = await order.own.read({ number: order.number });
  expect(own[0]).toMatchObject({ state: 'done', outcome: 'rejected', resolution });
});

test('a withdrawn device that was written off is not its buyer’s again: the return is not rejected, its money goes back', async () => {
  const order = await delivered();
  const [serial] = order.serials as [string];
  const { id } = await ask(order, [serial]);
  await desk.receive({ id, serials: [serial] });
  await call(shop, jelena).stock.admin.writeOff({ serials: [serial], reason: 'faulty' });
  const rejected = decision(id, { outcome: 'rejected', resolution: 'Uređaj je polomljen.' });
  expect(await dataOf(desk.decide(rejected))).toEqual({ code: 'DEVICE_WRITTEN_OFF', data: { serial } });
  expect(await returnOf(id)).toMatchObject({ state: 'received', outcome: null });
  expect(await mailsOf(order, 'returns.decided')).toEqual([]);
  await desk.decide(decision(id, { outcome: 'money', goods: 'off', shown: 21_900 }));
  await work();
  expect(await returnOf(id)).toMatchObject({ state: 'done', outcome: 'money' });
});

test('an order leads to its returns once a device of it is with the buyer', async () => {
  const who = await person(shop, 'member');
  await call(shop, who).payments.createPayment({ productName: 'Vidik – 1 uređaj', productPrice: 219, buyerInfo: form });
  expect(await call(shop, who).orders.mine()).toMatchObject([{ isReturnable: false }]);
  const { who: buyer, number } = await delivered();
  expect(await call(shop, buyer).orders.mine()).toMatchObject([{ number, isReturnable: true }]);
});
