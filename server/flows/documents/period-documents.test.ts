import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { packages } from '../../advertising/schema.ts';
import { documents } from '../../documents/schema.ts';
import { files } from '../../files/schema.ts';
import { orders } from '../../orders/schema.ts';
import { mails } from '../../platform/mail.schema.ts';
import { sendMails } from '../../test/mails.ts';
import { readPdf } from '../../test/pdf.ts';
import { call, person, type TestPerson } from '../../test/people.ts';
import { firm, pay, testShop } from '../../test/shop.ts';
import { removeExpiredDocuments } from './remove-expired.ts';
import { renderDocument, renderOverdueDocuments } from './render-document.ts';

const shop = await testShop();
const { db, deps } = shop;
const admin = call(shop, await person(shop, 'admin'));
const as = (who: TestPerson) => call(shop, who);
const deliverEvents = () => shop.sandbox.control.advance(0);

/** Somebody who paid for a month of starter, with what Stripe calls the payment. */
async function subscriber() {
  const who = await person(shop);
  const { url } = await as(who).payments.createPayment({ productName: 'starter', productPrice: 99, companyInfo: firm });
  await pay(shop, url);
  const [sold] = await db.select().from(packages).where(eq(packages.profileId, who.id));
  const { data } = await shop.stripe.invoicePayments.list({ invoice: sold!.paymentKey });
  return { who, sold: sold!, intent: data[0]!.payment.payment_intent as string };
}
async function refund(intent: string, amount?: number) {
  const made = await shop.stripe.refunds.create({ payment_intent: intent, ...(amount ? { amount } : {}) });
  await deliverEvents();
  return made.id;
}
const papersOf = (sold: { id: string }) =>
  db.select().from(documents).where(eq(documents.packageId, sold.id)).orderBy(asc(documents.nth));
async function drawAll() {
  for (const { id } of await db.select().from(documents).where(eq(documents.state, 'waiting')))
    await renderDocument(deps, id);
}
const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );
const bytesOf = async (file: File) => new Uint8Array(await file.arrayBuffer());
/** What the papers of a period say was sold, in the money of the sale and in para, tax apart. */
async function saidBy(sold: { id: string }) {
  let [price, gross, tax] = [0, 0, 0];
  for (const { kind, data, ...row } of await papersOf(sold)) {
    const sign = kind === 'creditNote' ? -1 : 1;
    price += sign * row.price;
    gross += sign * row.gross;
    if ('lines' in data) for (const line of data.lines) tax += sign * line.tax;
  }
  return { price, gross, tax };
}

test('a paid month has its invoice: in the list of its buyer, with the company, at the rate of the day, as a PDF', async () => {
  const { who, sold } = await subscriber();
  const [invoice] = await papersOf(sold);
  expect(invoice).toMatchObject({
    kind: 'invoice',
    gross: 1_160_000,
    price: 9_900,
    currency: 'EUR',
    profileId: who.id,
  });
  const [period] = (await as(who).advertising.periods({})).rows;
  expect(period).toMatchObject({
    invoiceNumber: invoice!.number,
    documents: [{ number: invoice!.number, ready: false }],
  });
  expect(await refused(as(who).documents.open({ id: invoice!.id }))).toBe('DOCUMENT_IN_THE_MAKING');
  await drawAll();
  expect((await as(who).advertising.periods({})).rows[0]!.documents).toMatchObject([{ kind: 'invoice', ready: true }]);
  const file = await as(who).documents.open({ id: invoice!.id });
  expect([file.name, file.type]).toEqual([`racun-${invoice!.number}.pdf`, 'application/pdf']);
  const { text } = await readPdf(await bytesOf(file));
  for (const said of [
    invoice!.number,
    'Pekara na uglu',
    'Glavna 1',
    '11000 Beograd',
    'PIB 100002887 · MB 17162543',
    'Reklamni paket Starter',
    'Ukupno 11.600,00 RSD',
    'PDV 20% 1.933,33 RSD',
    'Osnovica 20% 9.666,67 RSD',
    '1 € = 117,17 RSD',
    'karticom',
  ])
    expect(text).toContain(said);
});

test('the mail of a month waits for the invoice and carries it, the same bytes that the buyer opens', async () => {
  const { who, sold } = await subscriber();
  const mailOf = async () => (await db.select().from(mails).where(eq(mails.profileId, who.id)))[0]!;
  await sendMails(shop);
  expect(await mailOf()).toMatchObject({ template: 'advertising.started', state: 'queued' });
  await drawAll();
  await sendMails(shop);
  const [invoice] = await papersOf(sold);
  const sent = await mailOf();
  expect(sent).toMatchObject({ state: 'sent', attached: [{ name: `racun-${invoice!.number}.pdf` }] });
  expect(sent.text).toContain(`Račun: ${invoice!.number}`);
  expect(sent.text).toContain('Račun je u prilogu.');
});

test('each renewal and the special package have an invoice of their own', async () => {
  const { who, sold } = await subscriber();
  await shop.sandbox.control.advance(32);
  const months = await db.select().from(packages).where(eq(packages.profileId, who.id));
  expect(months).toHaveLength(2);
  for (const month of months) expect(await papersOf(month)).toHaveLength(1);
  expect(await saidBy(sold)).toMatchObject({ price: 9_900 });

  const other = await person(shop);
  const special = { productName: 'Specijalni Paket - 100 Lokacija', productPrice: 1500, companyInfo: firm };
  await pay(shop, (await as(other).payments.createPayment(special)).url);
  const [thirty] = await db.select().from(packages).where(eq(packages.profileId, other.id));
  const [invoice] = await papersOf(thirty!);
  expect(invoice).toMatchObject({ kind: 'invoice', gross: 17_575_500 });
  const [mail] = await db.select().from(mails).where(eq(mails.profileId, other.id));
  expect(mail).toMatchObject({
    template: 'advertising.special-started',
    awaits: invoice!.id,
    props: { invoiceNumber: invoice!.number },
  });
});

test('three thirds that go back are credited to the para, and a fourth webhook credits nothing', async () => {
  const { sold, intent } = await subscriber();
  shop.sandbox.control.setFaults({ duplicate: 3, shuffle: true });
  await refund(intent, 3_333);
  await refund(intent, 3_333);
  await refund(intent, 3_234);
  shop.sandbox.control.setFaults(null);
  const [invoice, ...credits] = await papersOf(sold);
  expect(credits.map(({ kind, price, citedId }) => [kind, price, citedId])).toEqual(
    [3_333, 3_333, 3_234].map((price) => ['creditNote', price, invoice!.id]),
  );
  expect(credits[0]!.data).toMatchObject({ cited: { number: invoice!.number }, reason: 'povraćaj novca' });
  expect(await saidBy(sold)).toEqual({ price: 0, gross: 0, tax: 0 });
});

test('a refund that the bank sends back is invoiced again, and going back once more is credited once more', async () => {
  const { sold, intent } = await subscriber();
  const id = await refund(intent, 4_000);
  await shop.sandbox.control.failRefund(id);
  const [, credit, again] = await papersOf(sold);
  expect(again).toMatchObject({ kind: 'invoice', price: 4_000, citedId: credit!.id });
  expect(again!.data).toMatchObject({ reason: expect.stringContaining(`${credit!.number} nije izvršen`) });
  expect(again!.gross).toBe(credit!.gross);
  expect(await saidBy(sold)).toMatchObject({ price: 9_900, gross: 1_160_000 });
  await refund(intent);
  expect(await saidBy(sold)).toEqual({ price: 0, gross: 0, tax: 0 });
});

test('a lost dispute is credited, one that is under way is not', async () => {
  const { sold, intent } = await subscriber();
  const id = await shop.sandbox.control.dispute(intent);
  expect(await papersOf(sold)).toHaveLength(1);
  await shop.sandbox.control.decideDispute(id, 'lost');
  const [, credit] = await papersOf(sold);
  expect(credit).toMatchObject({ kind: 'creditNote', price: 9_900 });
  expect(credit!.data).toMatchObject({ reason: expect.stringContaining('osporena uplata') });
  expect(await saidBy(sold)).toEqual({ price: 0, gross: 0, tax: 0 });
});

test('nothing is made for what was sold before', async () => {
  const { sold, intent } = await subscriber();
  await db.execute('alter table documents disable trigger keep_document');
  await db.delete(documents).where(eq(documents.packageId, sold.id));
  await db.execute('alter table documents enable trigger keep_document');
  await refund(intent);
  expect(await papersOf(sold)).toEqual([]);
  expect((await db.select().from(packages).where(eq(packages.id, sold.id)))[0]).toMatchObject({ refunded: 9_900 });
});

const corrected = {
  name: 'Pekara na uglu d.o.o.',
  address: 'Glavna 2',
  postalCode: '11080',
  city: 'Zemun',
  country: 'RS' as const,
  taxNumber: '100002887',
  registrationNumber: '17162543',
};

test('issued again after company data changed: the old one is credited, the new one names the company; pressed twice, once', async () => {
  const { who, sold, intent } = await subscriber();
  await refund(intent, 900);
  const [first] = await papersOf(sold);
  expect(await admin.documents.admin.look({ id: first!.id })).toMatchObject({
    number: first!.number,
    company: { name: 'Pekara na uglu', city: 'Beograd' },
    left: { amount: 9_000, currency: 'EUR' },
  });
  const requested = { id: first!.id, key: randomUUID(), company: corrected };
  const answers = await Promise.all([
    admin.documents.admin.reissue(requested),
    admin.documents.admin.reissue(requested),
  ]);
  expect(answers[0]).toEqual(answers[1]);
  const { creditNote, invoice } = answers[0]!;
  const papers = await papersOf(sold);
  expect(papers).toHaveLength(4);
  const issued = papers.find(({ id }) => id === invoice.id)!;
  expect(issued).toMatchObject({ price: 9_000, citedId: creditNote.id });
  expect(issued.data).toMatchObject({
    buyer: { name: corrected.name, address: ['Glavna 2', '11080 Zemun'] },
    rate: '117.17',
  });
  expect(await saidBy(sold)).toMatchObject({ price: 9_000 });
  expect((await as(who).advertising.periods({})).rows[0]).toMatchObject({ invoiceNumber: invoice.number });
  expect(await refused(admin.documents.admin.reissue({ ...requested, key: randomUUID() }))).toBe('DOCUMENT_TAKEN_BACK');
  expect(await refused(admin.documents.admin.reissue({ ...requested, id: creditNote.id, key: randomUUID() }))).toBe(
    'DOCUMENT_NOT_REISSUED',
  );
  const offered = async () =>
    (await admin.advertising.admin.sold({ search: invoice.number })).rows[0]!.documents.filter((one) => one.isStanding);
  expect(await offered()).toMatchObject([{ number: invoice.number }]);
  await refund(intent);
  expect(await saidBy(sold)).toEqual({ price: 0, gross: 0, tax: 0 });
  expect(await offered(), 'nothing is left to be issued again').toEqual([]);
});

test('of a company whose data was corrected, the next month is right by itself', async () => {
  const { who, sold } = await subscriber();
  const [first] = await papersOf(sold);
  await admin.documents.admin.reissue({ id: first!.id, key: randomUUID(), company: corrected });
  await shop.sandbox.control.advance(32);
  const months = await db
    .select()
    .from(packages)
    .where(eq(packages.profileId, who.id))
    .orderBy(asc(packages.createdAt));
  const [invoice] = await papersOf(months[1]!);
  expect(invoice!.data.buyer.name).toBe(corrected.name);
  expect(months[1]).toMatchObject({ companyName: corrected.name });
});

test('another person’s papers do not exist; staff with the duty read them, and all of an order in one archive', async () => {
  const { who, sold, intent } = await subscriber();
  await refund(intent, 1_000);
  await drawAll();
  const [invoice, credit] = await papersOf(sold);
  const [order] = await db.select().from(orders).where(eq(orders.id, sold.orderId!));
  const thief = as(await person(shop));
  expect(await refused(thief.documents.open({ id: invoice!.id }))).toBe('DOCUMENT_GONE');
  expect(await refused(thief.documents.all({ number: order!.number }))).toBe('DOCUMENT_GONE');
  expect(await refused(thief.documents.admin.open({ id: invoice!.id }))).toBe('FORBIDDEN');
  const names = [`racun-${invoice!.number}.pdf`, `knjizno-odobrenje-${credit!.number}.pdf`];
  for (const asked of [
    as(who).documents.all({ number: order!.number }),
    admin.documents.admin.all({ number: order!.number }),
  ])
    expect(Object.keys(unzipSync(await bytesOf(await asked)))).toEqual(names);
  const own = await bytesOf(await as(who).documents.open({ id: credit!.id }));
  expect(await bytesOf(await admin.documents.admin.open({ id: credit!.id }))).toEqual(own);
  expect((await readPdf(own)).text).toContain(`Knjižno odobrenje uz račun ${invoice!.number}`);
});

test('a paper is drawn once: asked again and from two workers at once, its bytes and its file stay', async () => {
  const { sold } = await subscriber();
  const { id } = (await papersOf(sold))[0]!;
  await Promise.all([renderDocument(deps, id), renderDocument(deps, id)]);
  const [drawn] = await papersOf(sold);
  await renderDocument(deps, id);
  expect((await papersOf(sold))[0]).toEqual(drawn);
  expect(await db.$count(files, eq(files.id, drawn!.fileId!))).toBe(1);
});

test('what a job gave up on while the place of files was away is drawn later by the clock', async () => {
  const { sold } = await subscriber();
  await renderOverdueDocuments({ ...deps, now: () => new Date(shop.clock.now.getTime() + 10 * 60_000) });
  expect((await papersOf(sold))[0]).toMatchObject({ state: 'ready' });
});

test('papers keep their buyer when the account is erased, until the last day of the term, and go with their files then', async () => {
  const { who, sold } = await subscriber();
  await drawAll();
  const owner = call(shop, await person(shop, 'superAdmin'));
  await owner.accounts.admin.people.erase({ id: who.id, email: who.email } as never);
  const [kept] = await papersOf(sold);
  expect(kept).toMatchObject({ profileId: null, data: { buyer: { name: 'Pekara na uglu' } } });
  const bytes = await bytesOf(await admin.documents.admin.open({ id: kept!.id }));
  expect((await readPdf(bytes)).text).toContain('Pekara na uglu');
  const at = (day: string) => ({ ...deps, now: () => new Date(`${day}T12:00:00Z`) });
  await removeExpiredDocuments(at(kept!.keptUntil));
  expect(await papersOf(sold)).toHaveLength(1);
  const after = `${Number(kept!.keptUntil.slice(0, 4)) + 1}-01-01`;
  await expect(removeExpiredDocuments(at(after)), 'the database looks at its own clock').rejects.toThrow();
  await db.execute('alter table documents disable trigger keep_document');
  await removeExpiredDocuments(at(after));
  await db.execute('alter table documents enable trigger keep_document');
  expect(await papersOf(sold)).toEqual([]);
  expect((await db.select().from(files).where(eq(files.id, kept!.fileId!)))[0]!.removedAt).not.toBeNull();
});
