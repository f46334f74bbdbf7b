import { randomUUID } from 'node:crypto';
import { eq, isNotNull, like } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { HOUR_MS } from '#domain/day.ts';
import { pageOf } from '#domain/pages.ts';
import { dayOf } from '#domain/time.ts';
import { staffDuties } from '../../accounts/schema.ts';
import { restores } from '../../backup/schema.ts';
import { orderClaims } from '../../orders/schema.ts';
import { payouts } from '../../payouts/schema.ts';
import { systemActor } from '../../platform/audit.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { mails } from '../../platform/mail.schema.ts';
import { rewardMonths, rewardPayees, rewardStatements } from '../../rewards/schema.ts';
import { faultsOf } from '../../test/books.ts';
import { call, codeOfCall, giveDuties, person } from '../../test/people.ts';
import { buyer, testShop } from '../../test/shop.ts';
import { COMPANY, camtFile, type SampleEntry } from '../../test/statements.ts';
import { receiveTransfer } from '../payments/receive-transfer.ts';
import { resumeRestoredShop } from './resume-restored-shop.ts';

/** What a restored shop says to whoever resumes it, and what it does before it is answered. What happened since the archive is elsewhere. */

const shop = await testShop({ quick: true });
const { db, deps, clock } = shop;
const jelena = await person(shop, 'admin');
await giveDuties(shop, jelena, ['accounting', 'sales']);
await db.update(staffDuties).set({ since: new Date(clock.now.getTime() - 2 * HOUR_MS) });
const desk = call(shop, jelena);
const ACCOUNT = '160-0000000123456-54';

beforeEach(() => db.delete(restores));

const restored = (decided: Partial<typeof restores.$inferInsert> = {}) =>
  db.insert(restores).values({ archive: 'vidik.tar.gz', madeAt: clock.now, documents: [], jobs: 'leave', ...decided });
const decide = (decided: Partial<typeof restores.$inferInsert>) => db.update(restores).set(decided);
const report = async () => (await db.select().from(restores))[0]!.report!.join('\n');

/** A refund of a transfer, whose payout waits for an account. */
async function refunded() {
  const product = { productName: 'Vidik – 1 uređaj', productPrice: 219, way: 'transfer', buyerInfo: buyer } as const;
  const { orderId: id, number } = await call(shop, await person(shop)).payments.createPayment(product);
  const [claim] = await db.select().from(orderClaims).where(eq(orderClaims.orderId, id));
  const { amount } = claim!;
  const line = { claimId: claim!.id, key: `line:${id}`, amount, currency: 'RSD', bookedOn: dayOf(clock.now) } as const;
  await db.transaction((tx) => receiveTransfer(tx, deps, systemActor, line));
  const { admin } = desk.refunds;
  const { version, payments } = await admin.read({ order: number });
  const wanted = {
    order: number,
    payment: payments[0]!.key,
    reason: 'agreement',
    goods: 'none',
    scope: 'whole',
  } as const;
  const { money } = await admin.preview(wanted);
  await admin.ask({ ...wanted, id: randomUUID(), version, shown: money.amount });
  const [row] = await db.select().from(payouts).where(eq(payouts.orderId, id));
  return row!;
}
async function named() {
  const row = await refunded();
  await call(shop).payouts.name({ token: row.token, payee: 'Milica Živković', account: ACCOUNT });
  return row;
}
/** A statement of a viewer that waits for nothing but its payout. */
async function rewarded(): Promise<string> {
  const { id: profileId } = await person(shop);
  const named = { payee: 'Milica Živković', account: '160000000012345654', namedAt: clock.now };
  await db
    .insert(rewardPayees)
    .values({ profileId, ...named, taxNumber: Buffer.from('sealed'), taxNumberAt: clock.now });
  const counted = { banners: 200, tvSeconds: 0, amount: 18_000, carried: 0, smallest: 10_000 };
  const [row] = await db
    .insert(rewardStatements)
    .values({ profileId, month: '2026-10-01', ...counted, state: 'payable' })
    .returning();
  return row!.id;
}
const listed = (...rows: { id: string; amount: number }[]) =>
  desk.payouts.admin.export({
    id: randomUUID(),
    payouts: rows.map(({ id }) => id),
    shown: rows.reduce((sum, { amount }) => sum + amount, 0),
  });
const debit = ({ reference, amount }: { reference: string; amount: number }, more: Partial<SampleEntry> = {}) => ({
  amount: (amount / 100).toFixed(2),
  currency: 'RSD' as const,
  outgoing: true,
  reference: `97 ${reference}`,
  ...more,
});
async function imported(...entries: SampleEntry[]) {
  const file = new File([camtFile(entries, { account: COMPANY })], 'izvod.xml');
  const done = await desk.bank.statements.import({ file });
  if (done.kind !== 'imported') throw new Error(done.kind);
  return done.importId;
}
const stateOf = async ({ id }: { id: string }) => (await db.select().from(payouts).where(eq(payouts.id, id)))[0]!;

test('a payout that was in a payment order since the archive is not put into another one unasked', async () => {
  const [since, open, unnamed, nameless] = [await named(), await named(), await refunded(), await refunded()];
  await desk.rewards.admin.setTaxRate({ validFrom: dayOf(clock.now), rate: 2_000 });
  const paid = await rewarded();
  await rewarded();
  const closed = { viewers: 2, amount: 36_000, closedAt: clock.now, closedBy: 'system' };
  await db.insert(rewardMonths).values({ month: '2026-10-01', ...closed });
  const rewards = () => db.select().from(payouts).where(isNotNull(payouts.statementId));

  await restored({ mails: 'drop' });
  expect(await resumeRestoredShop(deps)).toBe(false);
  expect(await report()).toContain(
    'payouts: 2 ready, 2 without an account, 2 statements of viewers and 0 sums owed back wait in this database',
  );
  expect(await rewards(), 'no statement becomes a payout').toEqual([]);
  expect(await codeOfCall(listed(since))).toBe('SERVICE_UNAVAILABLE');

  // The bank shows what the shop before had paid; a line without the account that it went to says too little.
  const to = { payer: 'Milica Živković', account: 'RS35160000000012345654' };
  const importId = await imported(debit(since), debit(unnamed, to), debit(nameless));
  const matches = await desk.payouts.admin.matches({ importId });
  expect(matches.map(({ kind, money }) => [kind, money.amount])).toEqual([
    ['executed', since.amount],
    ['executed', unnamed.amount],
  ]);
  const lines = matches.map(({ line }) => line);
  const confirm = () => desk.payouts.admin.confirm({ importId, lines });
  expect((await Promise.all([confirm(), confirm()])).reduce((sum, { executed }) => sum + executed, 0)).toBe(2);
  expect(await stateOf(since)).toMatchObject({ state: 'done', listId: null });
  expect(await stateOf(unnamed)).toMatchObject({
    state: 'done',
    listId: null,
    account: '160000000012345654',
    namedBy: 'statement',
  });
  expect(await stateOf(nameless)).toMatchObject({ state: 'account' });
  const link = call(shop).payouts.name({ token: unnamed.token, payee: 'Pera', account: '205-0000000000001-85' });
  expect(await codeOfCall(link), 'the buyer’s link names no other account any more').toBe('PAYOUT_LISTED');
  await desk.rewards.admin.hold({ id: paid, note: 'isplaćeno po izvodu' });
  expect(await resumeRestoredShop(deps), 'that it was looked at is said by a person').toBe(false);

  await decide({ payouts: 'checked' });
  expect(await codeOfCall(listed(since, open))).toBe('PAYOUTS_CHANGED');
  expect(await listed(open)).toMatchObject({ payouts: 1, money: { amount: open.amount } });
  expect(await resumeRestoredShop(deps)).toBe(true);
  expect(await rewards(), 'the other viewer is paid').toHaveLength(1);

  const back = await imported({ ...debit(since), outgoing: false });
  const [returned] = await desk.payouts.admin.matches({ importId: back });
  expect(returned).toMatchObject({ kind: 'returned' });
  expect(await desk.payouts.admin.confirm({ importId: back, lines: [returned!.line] })).toMatchObject({ returned: 1 });
  const faults = (await faultsOf(db)).filter((fault) => !('kind' in fault && fault.kind === 'reward'));
  expect(faults, 'but of the statements that are written here without their month').toEqual([]);
});

test('a mail that staff send again while the shop is held goes; those that nobody has decided about are dropped', async () => {
  const office = call(shop, await person(shop, 'admin')).admin.mails;
  const before = new Date(clock.now.getTime() - HOUR_MS);
  const old = {
    template: 'accounts.rejected',
    props: { reason: 'staro' },
    createdAt: before,
    queuedAt: before,
  } as const;
  await db.insert(mails).values([
    { ...old, to: 'ponovo@primer.rs' },
    { ...old, to: 'neisporucena@primer.rs', state: 'failed' },
    { ...old, to: 'cekala@primer.rs' },
  ]);
  const idOf = async (to: string) => (await db.select().from(mails).where(eq(mails.to, to)))[0]!.id;
  await restored({ payouts: 'checked', restoredAt: new Date(clock.now.getTime() - 60_000) });
  await office.retry({ id: await idOf('neisporucena@primer.rs') });
  expect(await resumeRestoredShop(deps), 'it is asked').toBe(false);
  await office.retry({ id: await idOf('ponovo@primer.rs') });

  await decide({ mails: 'drop' });
  expect(await resumeRestoredShop(deps)).toBe(true);
  const found = await db.select().from(mails).where(like(mails.to, '%@primer.rs'));
  const fate = Object.fromEntries(found.map(({ to, state, undecided }) => [to, [state, undecided]]));
  expect(fate).toMatchObject({
    'ponovo@primer.rs': ['queued', false],
    'neisporucena@primer.rs': ['queued', false],
    'cekala@primer.rs': ['expired', false],
  });
});

test('every address in the report is a page', async () => {
  await refunded();
  await db.transaction((tx) =>
    queueMail(tx, deps.queue, {
      to: jelena.email,
      profileId: jelena.id,
      template: 'accounts.rejected',
      props: { reason: 'staro' },
    }),
  );
  await restored();
  expect(await resumeRestoredShop(deps)).toBe(false);
  const first = await report();
  await decide({ payouts: 'checked' });
  expect(await resumeRestoredShop(deps)).toBe(false);
  const addresses = `${first}\n${await report()}`.match(/\/[a-z][\w/-]*/g)!.filter((one) => one.startsWith('/admin'));
  expect(new Set(addresses)).toEqual(
    new Set(['/admin/sales', '/admin/stock', '/admin/bank', '/admin/rewards', '/admin/mail']),
  );
  for (const address of addresses) expect(pageOf(address), address).not.toBeNull();
});
