import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { specialPackage } from '#domain/catalogue/catalogue.ts';
import { daysLater } from '#domain/day.ts';
import type { MoneyDocument } from '#domain/documents/data.ts';
import { dayOf } from '#domain/time.ts';
import { packages } from '../../advertising/schema.ts';
import { campaigns, creatives } from '../../campaigns/schema.ts';
import { documents } from '../../documents/schema.ts';
import { orderClaims, orders } from '../../orders/schema.ts';
import { systemActor } from '../../platform/audit.ts';
import { mails } from '../../platform/mail.schema.ts';
import { specialRuns } from '../../special/schema.ts';
import { balancesOf, faultsOf } from '../../test/books.ts';
import { accountant, askFor, paidOut } from '../../test/payouts.ts';
import { call, codeOfCall, person } from '../../test/people.ts';
import { firm, testShop } from '../../test/shop.ts';
import { receiveTransfer } from '../payments/receive-transfer.ts';

const shop = await testShop({ quick: true });
const { db, deps } = shop;
const owner = call(shop, await person(shop, 'superAdmin'));

afterAll(async () => {
  expect(await faultsOf(db)).toEqual([]);
  expect(await db.ask('select * from order_differences')).toEqual([]);
});

const jelena = await accountant(shop);
const vesna = await accountant(shop);
const ask = (order: Sold, more: object) => askFor(jelena, order, more);
const back = (order: Sold) => paidOut(shop, jelena, order);

/** A special package whose transfer came, its campaign approved; in `parts`, as many transfers. */
async function approved({ parts = 1 } = {}) {
  const who = await person(shop);
  const own = call(shop, who);
  const product = { productName: specialPackage.name, productPrice: 1500, companyInfo: firm, way: 'transfer' as const };
  const { orderId: id, number } = await own.payments.createPayment(product);
  const [claim] = await db.select().from(orderClaims).where(eq(orderClaims.orderId, id));
  const paid = claim!.amount;
  for (let nth = 0; nth < parts; nth += 1) {
    const amount = nth < parts - 1 ? 1_000_000 : paid - 1_000_000 * (parts - 1);
    const came = { claimId: claim!.id, key: `line:${randomUUID()}`, amount, currency: 'RSD' as const };
    await db.transaction((tx) => receiveTransfer(tx, deps, systemActor, { ...came, bookedOn: dayOf(deps.now()) }));
  }
  const [run] = await db.select().from(specialRuns).where(eq(specialRuns.orderId, id));
  const campaign = randomUUID();
  await own.special.own.begin({ run: run!.id, id: campaign });
  await own.campaigns.own.save({ id: campaign, name: 'Tople kifle', url: 'https://pekara.example', venues: ['cafe'] });
  await db.insert(creatives).values({ campaignId: campaign, seconds: 15 });
  await own.campaigns.own.send({ id: campaign, category: 'none', hasRights: true });
  await owner.campaigns.admin.approve({ id: campaign, sendings: 1 });
  return { id, number, paid, run: run!.id, campaign };
}
type Sold = Awaited<ReturnType<typeof approved>>;

const orderOf = async ({ id }: Sold) => (await db.select().from(orders).where(eq(orders.id, id)))[0]!;
const campaignOf = async ({ campaign }: Sold) =>
  (await db.select().from(campaigns).where(eq(campaigns.id, campaign)))[0]!;
const papersOf = async ({ id }: Sold) => {
  const papers = await db.select().from(documents).where(eq(documents.orderId, id)).orderBy(asc(documents.nth));
  const gross = (kind: string) =>
    papers
      .filter((paper) => paper.kind === kind)
      .flatMap(({ data }) => (data as MoneyDocument).lines)
      .reduce((sum, line) => sum + line.gross, 0);
  return { papers, gross };
};
const start = ({ run: id }: Sold) =>
  codeOfCall(owner.special.admin.start({ id, startsOn: daysLater(dayOf(deps.now()), 2) }));

test('a special package paid by two transfers goes back whole: a second person, the account, the list, the credit note; it is shown no more', async () => {
  const order = await approved({ parts: 2 });
  const { preview, payments, refund } = await ask(order, { scope: 'whole' });
  expect(payments).toMatchObject([{ way: 'account', paid: order.paid, left: order.paid, devices: 0, months: 0 }]);
  expect(preview).toMatchObject({
    way: 'account',
    money: { amount: order.paid, currency: 'RSD' },
    rest: { amount: 0 },
    units: null,
    months: null,
    run: { kept: 0, days: 30, isStarted: false, isStopped: true },
    isSecondNeeded: true,
  });
  const { papers } = await papersOf(order);
  const invoice = papers.find(({ kind }) => kind === 'invoice')!;
  expect(preview.credits.map(({ cited, base, tax }) => [cited, base + tax])).toEqual([[invoice.number, order.paid]]);
  expect(refund.state).toBe('asked');
  expect((await campaignOf(order)).state, 'somebody may still decline').toBe('approved');
  expect(await start(order), 'while it waits it does not begin').toBe('SPECIAL_PAID_BACK');

  expect(await codeOfCall(jelena.refunds.admin.agree({ id: refund.id }))).toBe('REFUND_SECOND_NEEDED');
  const agreed = await Promise.all([1, 2].map(() => vesna.refunds.admin.agree({ id: refund.id })));
  expect(agreed.map(({ state }) => state)).toEqual(['sending', 'sending']);
  expect(await campaignOf(order)).toMatchObject({ state: 'paused', reason: expect.stringContaining('se vraća') });
  expect(await orderOf(order), 'nothing went back yet').toMatchObject({ refunded: 0, paymentState: 'paid' });

  await back(order);
  expect(await orderOf(order)).toMatchObject({ refunded: 150_000, paymentState: 'refunded' });
  expect(await db.select().from(packages).where(eq(packages.orderId, order.id))).toMatchObject([{ refunded: 150_000 }]);
  const { papers: after, gross } = await papersOf(order);
  expect(after.filter(({ kind }) => kind === 'creditNote')).toMatchObject([{ citedId: invoice.id, gross: order.paid }]);
  expect(gross('creditNote')).toBe(order.paid);
  expect(await balancesOf(db, order.id)).toEqual({ refunds: order.paid, sales: -order.paid });
  const told = await db.select().from(mails).where(eq(mails.orderId, order.id));
  expect(told.filter(({ template }) => template === 'refunds.paid-back')).toHaveLength(1);
  expect((await jelena.refunds.admin.read({ order: order.number })).payments).toMatchObject([{ left: 0 }]);
  expect(await start(order)).toBe('SPECIAL_PAID_BACK');
});

test('a part of a special package goes back and it is shown all the same; called off, the rest can be asked for anew', async () => {
  const order = await approved();
  const part = await ask(order, { scope: 'amount', amount: 1_000_000 });
  expect(part.preview).toMatchObject({ run: { isStopped: false }, isSecondNeeded: false });
  expect(part.preview.credits.map(({ base, tax }) => base + tax)).toEqual([1_000_000]);
  expect((await campaignOf(order)).state).toBe('approved');
  await back(order);
  const share = Math.round((150_000 * 1_000_000) / order.paid);
  expect(await orderOf(order)).toMatchObject({ refunded: share, paymentState: 'part_refunded' });
  expect(await db.select().from(packages).where(eq(packages.orderId, order.id))).toMatchObject([{ refunded: share }]);
  expect(await start(order), 'once it has places').toBe('SPECIAL_PLACES_MISSING');

  const { refund, preview } = await ask(order, { scope: 'whole' });
  expect(preview.money.amount).toBe(order.paid - 1_000_000);
  await vesna.refunds.admin.agree({ id: refund.id });
  expect((await campaignOf(order)).state).toBe('paused');
  expect((await jelena.refunds.admin.decline({ id: refund.id })).state).toBe('declined');
  await owner.campaigns.admin.step({ id: order.campaign, to: 'resume', reason: '' });
  expect((await campaignOf(order)).state, 'staff let it go on').toBe('approved');

  const again = await ask(order, { scope: 'whole' });
  await vesna.refunds.admin.agree({ id: again.refund.id });
  await back(order);
  expect(await orderOf(order)).toMatchObject({ refunded: 150_000, paymentState: 'refunded' });
  expect((await papersOf(order)).gross('creditNote'), 'both credit notes are what was paid').toBe(order.paid);
});

test('more than is left of a special package, or of an order that a buyer has not paid, is not given back', async () => {
  const order = await approved();
  await expect(ask(order, { scope: 'amount', amount: order.paid + 1 })).rejects.toMatchObject({
    code: 'REFUND_TOO_MUCH',
  });
  await expect(ask(order, { scope: 'months', months: 1 })).rejects.toMatchObject({ code: 'REFUND_MONTHS_WRONG' });
  await expect(ask(order, { scope: 'devices', devices: 1 })).rejects.toMatchObject({ code: 'REFUND_DEVICES_WRONG' });
  const sold = await call(shop, await person(shop)).payments.createPayment({
    productName: specialPackage.name,
    productPrice: 1500,
    companyInfo: firm,
    way: 'transfer',
  });
  expect((await jelena.refunds.admin.read({ order: sold.number })).payments).toEqual([]);
});
