import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { DAY_MS } from '#domain/day.ts';
import { ruleOn } from '#domain/rewards/rules.ts';
import { sessions } from '../../auth/schema.ts';
import { findMoneyDifferences } from '../../books/money-differences.ts';
import { templates } from '../../emails.ts';
import { payouts } from '../../payouts/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { systemActor } from '../../platform/audit.ts';
import { renderMail, writeMessage } from '../../platform/mail/write-mail.ts';
import { mails } from '../../platform/mail.schema.ts';
import { proveUnits } from '../../playout/prove.ts';
import { viewerDays } from '../../playout/schema.ts';
import { subtractViewerDays } from '../../playout/viewer-days.ts';
import { notifyRewardStatements } from '../../rewards/notify.ts';
import { proveRewards } from '../../rewards/prove.ts';
import { rewardEntries, rewardPayees, rewardRules, rewardStatements } from '../../rewards/schema.ts';
import { testApp } from '../../test/app.ts';
import { faultsOf } from '../../test/books.ts';
import { call, codeOfCall, giveDuties, person, type TestPerson } from '../../test/people.ts';
import { SEED, size } from '../../test/size.ts';
import { COMPANY, camtFile, dinars } from '../../test/statements.ts';
import { closeAccount } from '../people/close-account.ts';
import { erasePerson } from '../people/erase-person.ts';
import { purgeExpiredRecords } from '../retention/purge-expired-records.ts';
import { payStatements } from './pay-statements.ts';

/**
 * Days are written into the database here: how plays become days is tested in server/rewards. Everything after that goes its own way,
 * from the night to the statement of the bank.
 */
const app = await testApp();
const { db, deps, clock } = app;
clock.now = new Date('2027-01-10T10:00:00Z');
const jelena = await person(app, 'admin');
await giveDuties(app, jelena, ['accounting']);
const desk = call(app, jelena);

const RULES = [
  { validFrom: '2027-01-01', banner: 4_000, tvSecond: 400, ceiling: 6_000, smallest: 10_000 },
  { validFrom: '2027-01-20', banner: 4_555, tvSecond: 333, ceiling: 3_000, smallest: 10_000 },
];
await db
  .insert(rewardRules)
  .values(RULES.map((rule) => ({ ...rule, id: randomUUID(), publishedAt: clock.now, publishedBy: 'system' })));
await desk.rewards.admin.setTaxRate({ validFrom: '2027-01-10', rate: 2_000 });

afterAll(async () => {
  expect(await faultsOf(db)).toEqual([]);
  expect(await db.ask('select * from reward_differences')).toEqual([]);
  expect(await findMoneyDifferences(db)).toEqual({ found: [], total: 0 });
});

async function viewer(hasAccount = true) {
  const who = await person(app);
  if (hasAccount) await named(who);
  return who;
}
async function withAccount(who: TestPerson, account = '160-0000000123456-54') {
  await db.update(sessions).set({ provenAt: clock.now }).where(eq(sessions.userId, who.id));
  await call(app, who).rewards.own.nameAccount({ payee: 'Milica Živković', account });
}
async function named(who: TestPerson, account?: string) {
  await withAccount(who, account);
  await call(app, who).rewards.own.nameTaxNumber({ number: '0101006500006' });
}
const tvId = randomUUID();
const seen = ({ id: profileId }: TestPerson, day: string, banners: number, tvSeconds = 0, tv = tvId) =>
  db.insert(viewerDays).values({ profileId, day, tvId: tv, banners, tvSeconds });
async function close(month: string, moment: string) {
  clock.now = new Date(moment);
  await proveUnits(deps);
  await proveRewards(deps);
  const { closing } = await desk.rewards.admin.read();
  expect(closing).toMatchObject({ month, stops: [] });
  await desk.rewards.admin.close({ month, shown: closing!.amount, holdSuspected: false });
  await payStatements(deps);
  return closing!;
}
async function listed() {
  const rows = await db.select().from(payouts).where(eq(payouts.state, 'ready'));
  const shown = rows.reduce((sum, { amount }) => sum + amount, 0);
  const list = await desk.payouts.admin.export({ id: randomUUID(), payouts: rows.map(({ id }) => id), shown });
  return { rows, list };
}
/** What a statement of the bank says of them: they left, or came back. */
async function told(rows: { amount: number; reference: string }[], outgoing: boolean) {
  const entries = rows.map(({ amount, reference }) => ({
    amount: dinars(amount),
    currency: 'RSD' as const,
    outgoing,
    reference: `97 ${reference}`,
  }));
  const file = new File([camtFile(entries, { account: COMPANY })], 'izvod.xml');
  const done = await desk.bank.statements.import({ file });
  if (done.kind !== 'imported') throw new Error(done.kind);
  const { importId } = done;
  const lines = (await desk.payouts.admin.matches({ importId })).map(({ line }) => line);
  return desk.payouts.admin.confirm({ importId, lines });
}
const statementOf = async (who: TestPerson, month: string) =>
  (await call(app, who).rewards.own.read({})).statements.find((one) => one.month === month)!;
const sentTo = async ({ id }: TestPerson) =>
  (await db.select().from(mails).where(eq(mails.profileId, id))).map(({ template }) => template);

test('a reward goes to the bank in a payment order, net of the tax, and is paid when a statement shows it', async () => {
  const who = await viewer();
  for (const day of ['2027-01-11', '2027-01-12', '2027-01-13']) await seen(who, day, 200);
  await close('2027-01', '2027-02-05T04:00:00Z');
  expect(await statementOf(who, '2027-01')).toMatchObject({ gross: 18_000, waits: 'bank', tax: 3_600, net: 14_400 });
  const { id } = await statementOf(who, '2027-01');
  const forStaff = () => desk.rewards.admin.statement({ id });
  expect(await forStaff(), 'it can still be held').toMatchObject({ state: 'payable', isListed: false });
  const { rows, list } = await listed();
  expect(list).toMatchObject({ payouts: 1, money: { amount: 14_400 } });
  expect(await forStaff()).toMatchObject({ state: 'payable', isListed: true });
  expect(await codeOfCall(desk.rewards.admin.hold({ id, note: 'Proveravamo.' }))).toBe('REWARDS_CHANGED');
  const file = await desk.payouts.admin.file({ id: list.id, format: 'xml' });
  expect(await (file as unknown as File).text()).toContain('Nagrada za gledanje reklama, januar 2027.');
  expect(await told(rows, true)).toEqual({ executed: 1, returned: 0 });
  expect(await statementOf(who, '2027-01')).toMatchObject({ state: 'paid', paidOn: '2027-05-03' });
  expect(await sentTo(who)).toContain('rewards.paid');
  const reward = await db.ask(`select account, sum(amount)::int as amount from book_lines group by 1 order by 1`);
  expect(reward).toEqual([
    { account: 'bank', amount: -14_400 },
    { account: 'rewards', amount: 18_000 },
    { account: 'tax', amount: -3_600 },
    { account: 'viewers', amount: 0 },
  ]);
});

test('what the bank sends back reopens the statement, and goes out again only to an account that is named after that', async () => {
  const [row] = await db.select().from(payouts);
  expect(await told([row!], false)).toEqual({ executed: 0, returned: 1 });
  const [{ profileId } = { profileId: '' }] = await db.select().from(rewardStatements);
  const who = { ...(await viewerOf(profileId)) };
  expect(await statementOf(who, '2027-01')).toMatchObject({ state: 'payable', waits: 'account', account: null });
  expect(await statementOf(who, '2027-01'), 'nothing is withheld of it').toMatchObject({ tax: null, net: null });
  await payStatements(deps);
  expect(await db.$count(payouts)).toBe(1);
  const again = async () =>
    (await desk.admin.today()).deadlines!.filter(({ kind }) => kind === 'owed_again').map(({ paper }) => paper);
  expect(await again()).toEqual(['2027-01']);
  clock.now = new Date(clock.now.getTime() + 60_000);
  await named(who, '160-0000000123456-54');
  await payStatements(deps);
  expect(await again(), 'another payout takes its place').toEqual([]);
  const { rows } = await listed();
  expect(rows).toMatchObject([{ amount: 14_400 }]);
  expect(await told(rows, true)).toEqual({ executed: 1, returned: 0 });
  expect(await statementOf(who, '2027-01')).toMatchObject({ state: 'paid' });
});

async function viewerOf(id: string): Promise<TestPerson> {
  const [session] = await db.select().from(sessions).where(eq(sessions.userId, id));
  return { id, email: `member-${id.slice(0, 8)}@primer.rs`, token: '', sessionId: session!.id };
}

test('a company is held until the number of its invoice is entered, and gets it without a deduction', async () => {
  const who = await viewer();
  await db.execute(`update profiles set is_company = true, company_name = 'Kafić d.o.o.' where id = '${who.id}'`);
  for (const day of ['2027-02-11', '2027-02-12', '2027-02-13', '2027-02-14']) await seen(who, day, 200);
  await close('2027-02', '2027-03-05T04:00:00Z');
  const held = await statementOf(who, '2027-02');
  expect(held).toMatchObject({ state: 'held', holdReason: 'company' });
  const closing = async () => (await call(app, who).accounts.own.closing()).rewards;
  expect(await closing(), 'whoever closes the account reads for what it waits').toEqual([
    { month: '2027-02', amount: 12_000, ends: 'invoice' },
  ]);
  const { release } = desk.rewards.admin;
  expect(await codeOfCall(release({ id: held.id }))).toBe('INVOICE_NUMBER_MISSING');
  await release({ id: held.id, invoiceNumber: '12/2027' });
  await payStatements(deps);
  expect(await statementOf(who, '2027-02')).toMatchObject({ gross: 12_000, tax: 0, net: 12_000, waits: 'bank' });
  expect(await closing()).toMatchObject([{ ends: 'paid' }]);
});

test('a viewer who became a company after the closing gets nothing until the number of its invoice is entered', async () => {
  const who = await viewer(false);
  for (const day of ['2027-03-11', '2027-03-12', '2027-03-13', '2027-03-14']) await seen(who, day, 200);
  await close('2027-03', '2027-04-05T04:00:00Z');
  expect(await statementOf(who, '2027-03')).toMatchObject({ state: 'payable', waits: 'account' });
  await db.execute(`update profiles set is_company = true, company_name = 'Kafić d.o.o.' where id = '${who.id}'`);
  await named(who);
  await payStatements(deps);
  const { id, ...waiting } = await statementOf(who, '2027-03');
  expect(waiting).toMatchObject({ state: 'payable', waits: 'invoice', tax: null });
  expect(await db.$count(payouts, eq(payouts.statementId, id))).toBe(0);
  const { release } = desk.rewards.admin;
  expect(await codeOfCall(release({ id }))).toBe('INVOICE_NUMBER_MISSING');
  await Promise.all([release({ id, invoiceNumber: '31/2027' }), release({ id, invoiceNumber: '31/2027' })]);
  await Promise.all([payStatements(deps), payStatements(deps)]);
  expect(await statementOf(who, '2027-03')).toMatchObject({ gross: 12_000, tax: 0, net: 12_000, waits: 'bank' });
  expect(await db.$count(payouts, eq(payouts.statementId, id))).toBe(1);
});

test('whoever was held at the closing and has no account is asked for one once the statement is released', async () => {
  const who = await viewer(false);
  await db.execute(`update profiles set is_company = true, company_name = 'Kafić d.o.o.' where id = '${who.id}'`);
  for (const day of ['2027-04-11', '2027-04-12', '2027-04-13', '2027-04-14']) await seen(who, day, 200);
  await close('2027-04', '2027-05-05T04:00:00Z');
  await notifyRewardStatements(deps, '2027-04-01');
  expect(await sentTo(who)).toEqual(['rewards.statement']);
  const { id } = await statementOf(who, '2027-04');
  const { hold, release } = desk.rewards.admin;
  await release({ id, invoiceNumber: '44/2027' });
  expect((await sentTo(who)).sort()).toEqual(['rewards.account-missing', 'rewards.statement']);
  await hold({ id, note: 'Proveravamo.' });
  await release({ id });
  await release({ id });
  expect((await sentTo(who)).sort(), 'an account is asked for once, and so it is told that all is well').toEqual([
    'rewards.account-missing',
    'rewards.released',
    'rewards.statement',
  ]);
});

test('no other reward goes to the account from which one came back, until an account is named again', async () => {
  const [who, other] = [await viewer(), await viewer()];
  const four = async (month: string) => {
    for (const day of ['11', '12', '13', '14']) for (const one of [who, other]) await seen(one, `${month}-${day}`, 200);
  };
  await four('2027-05');
  await close('2027-05', '2027-06-05T04:00:00Z');
  const ids = [(await statementOf(who, '2027-05')).id, (await statementOf(other, '2027-05')).id];
  const { rows } = await listed();
  expect(await told(rows, true)).toEqual({ executed: rows.length, returned: 0 });
  await four('2027-06');
  await close('2027-06', '2027-07-05T04:00:00Z');
  expect(await statementOf(who, '2027-06')).toMatchObject({ waits: 'bank' });
  const { hold, release } = desk.rewards.admin;
  const { id: held } = await statementOf(other, '2027-06');
  await hold({ id: held, note: 'Proveravamo.' });
  const may = rows.filter(({ statementId }) => statementId !== null && ids.includes(statementId));
  expect(await told(may, false)).toEqual({ executed: 0, returned: 2 });

  const asked = () => db.$count(mails, eq(mails.idempotencyKey, `rewards.account-missing:${held}`));
  expect(await asked()).toBe(0);
  await release({ id: held });
  expect(await asked(), 'another account is asked for').toBe(1);
  await payStatements(deps);
  expect(await statementOf(other, '2027-06'), 'it was held when the other came back').toMatchObject({
    state: 'payable',
    waits: 'account',
    account: null,
  });

  await four('2027-07');
  await close('2027-07', '2027-08-05T04:00:00Z');
  const months = ['2027-05', '2027-06', '2027-07'];
  for (const month of months)
    expect(await statementOf(who, month)).toMatchObject({
      state: 'payable',
      waits: 'account',
      account: null,
      tax: null,
    });
  expect((await call(app, who).rewards.own.read({})).account).toBeNull();
  for (const one of [who, other]) await named(one);
  await payStatements(deps);
  for (const one of [who, other])
    for (const month of months) expect(await statementOf(one, month)).toMatchObject({ waits: 'bank', tax: 2_400 });
});

const taxOf = async (id: string) => {
  const [row] = await db.select().from(rewardStatements).where(eq(rewardStatements.id, id));
  return { tax: row!.tax, taxRate: row!.taxRate };
};

test('nothing is withheld of a reward that is held; released, it has the tax of the payout that goes out', async () => {
  const [who, little] = [await viewer(), await viewer()];
  await seen(little, '2027-08-11', 200);
  for (const day of ['2027-08-11', '2027-08-12', '2027-08-13', '2027-08-14']) await seen(who, day, 200);
  await close('2027-08', '2027-09-05T04:00:00Z');
  const { id, ...paid } = await statementOf(who, '2027-08');
  expect(paid).toMatchObject({ waits: 'bank', tax: 2_400, net: 9_600 });
  const { hold, release } = desk.rewards.admin;
  await hold({ id, note: 'Proveravamo.' });
  expect(await statementOf(who, '2027-08')).toMatchObject({ state: 'held', tax: null, net: null });
  expect(await taxOf(id)).toEqual({ tax: null, taxRate: null });
  const told = () => db.select().from(mails).where(eq(mails.template, 'rewards.released'));
  const before = (await told()).length;
  await release({ id });
  expect((await told()).slice(before)).toMatchObject([{ to: who.email, props: { amount: 12_000, smallest: null } }]);
  await payStatements(deps);
  expect(await statementOf(who, '2027-08')).toMatchObject({ waits: 'bank', tax: 2_400, net: 9_600 });
  expect(await taxOf(id)).toEqual({ tax: 2_400, taxRate: 2_000 });

  const { id: small } = await statementOf(little, '2027-08');
  // As a closing that leaves suspicious viewers out does.
  await db.transaction(async (tx) => {
    await tx.execute('alter table reward_statements disable trigger moves');
    const suspected = { state: 'held', holdReason: 'suspected' } as const;
    await tx.update(rewardStatements).set(suspected).where(eq(rewardStatements.id, small));
    await tx.execute('alter table reward_statements enable trigger moves');
  });
  const carried = { state: 'carried', holdReason: null };
  expect(
    await Promise.all([release({ id: small }), release({ id: small })]),
    'below the smallest payout',
  ).toMatchObject([carried, carried]);
  expect(await release({ id: small }), 'whose answer was lost').toMatchObject(carried);
  expect((await told()).slice(before + 1)).toMatchObject([{ to: little.email, props: { amount: 3_000 } }]);
});

test('nor of one that the bank never paid, until another account is named for it', async () => {
  const who = await viewer();
  for (const day of ['2027-09-11', '2027-09-12', '2027-09-13', '2027-09-14']) await seen(who, day, 200);
  await close('2027-09', '2027-10-05T04:00:00Z');
  const { id } = await statementOf(who, '2027-09');
  const { rows } = await listed();
  const own = rows.find(({ statementId }) => statementId === id)!;
  await desk.payouts.admin.refuse({ id: own.id });
  expect(await statementOf(who, '2027-09')).toMatchObject({ state: 'payable', waits: 'account', tax: null, net: null });
  expect(await taxOf(id)).toEqual({ tax: null, taxRate: null });
  clock.now = new Date(clock.now.getTime() + 60_000);
  await named(who);
  await payStatements(deps);
  expect(await statementOf(who, '2027-09')).toMatchObject({ waits: 'bank', tax: 2_400, net: 9_600 });
  expect(await taxOf(id)).toEqual({ tax: 2_400, taxRate: 2_000 });
});

test('when only the tax number is missing its viewer reads so: with the statement, an account named later, or a release', async () => {
  const [early, late, ready] = [await viewer(false), await viewer(false), await viewer()];
  await withAccount(early);
  for (const day of ['2027-10-11', '2027-10-12', '2027-10-13', '2027-10-14'])
    for (const who of [early, late, ready]) await seen(who, day, 200);
  await close('2027-10', '2027-11-05T04:00:00Z');
  await notifyRewardStatements(deps, '2027-10-01');
  const told = async ({ id }: TestPerson) => {
    const letters = await db.select().from(mails).where(eq(mails.profileId, id)).orderBy(mails.number);
    const read = letters.map(async (letter) => {
      const { text } = await renderMail((await writeMessage(deps, templates, letter))!, app.config.publicUrl);
      return [letter.template, text.includes('JMBG')];
    });
    return Promise.all(read);
  };
  expect(await statementOf(early, '2027-10')).toMatchObject({ waits: 'tax_number' });
  expect(await told(early)).toEqual([
    ['rewards.account-changed', false],
    ['rewards.statement', true],
  ]);
  expect(await told(late)).toEqual([
    ['rewards.statement', false],
    ['rewards.account-missing', false],
  ]);
  expect(await told(ready)).toEqual([
    ['rewards.account-changed', false],
    ['rewards.tax-number-named', true],
    ['rewards.statement', false],
  ]);
  await withAccount(late);
  expect((await told(late)).at(-1)).toEqual(['rewards.account-changed', true]);
  const { id } = await statementOf(early, '2027-10');
  await desk.rewards.admin.hold({ id, note: 'Proveravamo.' });
  await desk.rewards.admin.release({ id });
  expect((await told(early)).at(-1)).toEqual(['rewards.released', true]);
});

test('a JMBG that was entered wrongly is removed by accounting and asked for again, and what waited goes out by the right one', async () => {
  const who = await viewer();
  for (const day of ['2027-11-11', '2027-11-12', '2027-11-13', '2027-11-14']) await seen(who, day, 200);
  await close('2027-11', '2027-12-05T04:00:00Z');
  const { id, ...paid } = await statementOf(who, '2027-11');
  expect(paid).toMatchObject({ waits: 'bank', tax: 2_400 });
  await db.update(sessions).set({ provenAt: clock.now }).where(eq(sessions.userId, who.id));
  const name = (number: string) => codeOfCall(call(app, who).rewards.own.nameTaxNumber({ number }));
  expect(await name('0101990710008')).toBe('TAX_NUMBER_KNOWN');
  const clear = () => desk.rewards.admin.clearTaxNumber({ id });
  await Promise.all([clear(), clear()]);
  expect(await clear()).toMatchObject({ state: 'payable', hasTaxNumber: false, waits: 'tax_number', tax: null });
  const log = await db.select().from(auditLog).where(eq(auditLog.action, 'rewards.tax-number-cleared'));
  expect(log).toMatchObject([{ actor: jelena.id, subjectId: who.id, before: null, after: null }]);
  await payStatements(deps);
  expect((await call(app, who).rewards.own.read({})).asksTaxNumber).toBe(true);
  expect(await name('0101990710008')).toBe('ok');
  await payStatements(deps);
  expect(await statementOf(who, '2027-11')).toMatchObject({ waits: 'bank', tax: 2_400 });
  expect(await desk.rewards.admin.taxNumber({ id })).toEqual({ number: '0101990710008' });

  const { rows } = await listed();
  expect(await codeOfCall(clear()), 'the bank has it').toBe('TAX_NUMBER_WITH_BANK');
  expect(await told(rows, true)).toEqual({ executed: rows.length, returned: 0 });
  expect(await clear()).toMatchObject({ state: 'paid', hasTaxNumber: false, tax: 2_400 });
});

test('what was calculated before an account was closed is paid, also when it is erased: what was carried on, and what was held and is released', async () => {
  const [small, suspected, bare, company] = [await viewer(), await viewer(), await viewer(false), await viewer()];
  await db.execute(`update profiles set is_company = true, company_name = 'Kafić d.o.o.' where id = '${company.id}'`);
  for (const day of ['2027-12-11', '2027-12-12', '2027-12-13', '2027-12-14']) await seen(suspected, day, 200);
  for (const who of [small, bare, company]) await seen(who, '2027-12-11', 200);
  await close('2027-12', '2028-01-05T04:00:00Z');
  const { id: held } = await statementOf(suspected, '2027-12');
  await desk.rewards.admin.hold({ id: held, note: 'Proveravamo.' });
  await seen(small, '2028-01-02', 10);
  const read = async (who: TestPerson) =>
    (await call(app, who).accounts.own.closing()).rewards.map(({ month, ends }) => [month, ends]);
  expect(await read(small)).toEqual([
    ['2028-01', 'open'],
    ['2027-12', 'paid'],
  ]);
  expect(await read(suspected)).toEqual([['2027-12', 'held']]);
  expect(await read(bare)).toEqual([['2027-12', 'small']]);
  expect(await read(company)).toEqual([['2027-12', 'invoice']]);

  const { id: own } = await statementOf(small, '2027-12');
  await db.transaction((tx) => closeAccount(tx, deps, systemActor, small.id));
  await payStatements(deps);
  for (const { id } of [small, suspected, bare]) await db.transaction((tx) => erasePerson(tx, deps, systemActor, id));
  await purgeExpiredRecords(deps);
  const kept = async () => (await db.select().from(rewardPayees)).map(({ profileId }) => profileId);
  expect(await kept()).toEqual(expect.arrayContaining([small.id, suspected.id]));
  expect(await kept()).not.toContain(bare.id);
  expect(await desk.rewards.admin.taxNumber({ id: held })).toEqual({ number: '0101006500006' });
  expect(await desk.rewards.admin.release({ id: held })).toMatchObject({ state: 'payable' });
  await payStatements(deps);
  const { rows } = await listed();
  const amounts = (of: string) => rows.filter(({ statementId }) => statementId === of).map(({ amount }) => amount);
  expect([amounts(own), amounts(held)]).toEqual([[2_400], [9_600]]);
  expect(await told(rows, true)).toEqual({ executed: rows.length, returned: 0 });
  const state = async (id: string) => (await desk.rewards.admin.statement({ id })).state;
  expect([await state(own), await state(held)]).toEqual(['paid', 'paid']);
  await purgeExpiredRecords(deps);
  const left = await kept();
  expect(
    [small, suspected].filter(({ id }) => left.includes(id)),
    'once it is paid, nothing says where',
  ).toEqual([]);

  await close('2028-01', '2028-02-05T04:00:00Z');
  const { rows: gone } = await desk.rewards.admin.statements({ month: '2028-01' });
  expect(gone).toMatchObject([{ state: 'held', holdReason: 'gone' }]);
  expect(await codeOfCall(desk.rewards.admin.release({ id: gone[0]!.id }))).toBe('REWARDS_CHANGED');
});

const MONTHS = ['2027-03', '2027-04', '2027-05'];
const step = fc.record({
  who: fc.nat(1),
  tv: fc.nat(1),
  month: fc.nat(2),
  day: fc.integer({ min: 1, max: 28 }),
  banners: fc.nat(150),
  tvSeconds: fc.nat(600),
  /** What of it is voided, and after the closing of which month. */
  voided: fc.option(fc.record({ share: fc.integer({ min: 1, max: 100 }), after: fc.nat(2) }), { freq: 4 }),
});

test('whatever is counted, voided, closed and paid: rewards are the days by their rules, nothing twice, nothing closed changes', async () => {
  let year = 2027;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      year += 1;
      const months = MONTHS.map((month) => month.replace('2027', String(year)));
      const viewers = [await viewer(), await viewer()];
      const tvs = [randomUUID(), randomUUID()];
      const days = new Map<
        string,
        (typeof steps)[number] & { key: string; date: string; left: { banners: number; tvSeconds: number } }
      >();
      for (const one of steps) {
        const date = `${months[one.month]}-${String(one.day).padStart(2, '0')}`;
        const key = `${one.who} ${one.tv} ${date}`;
        if (days.has(key)) continue;
        days.set(key, { ...one, key, date, left: { banners: one.banners, tvSeconds: one.tvSeconds } });
        await seen(viewers[one.who]!, date, one.banners, one.tvSeconds, tvs[one.tv]);
      }
      const frozen = new Map<string, string>();
      for (const [at, month] of months.entries()) {
        clock.now = new Date(Date.parse(`${month}-01T04:00:00Z`) + 36 * DAY_MS);
        await proveUnits(deps);
        await proveRewards(deps);
        const { closing } = await desk.rewards.admin.read();
        if (closing?.month === month) {
          expect(closing.stops).toEqual([]);
          const wanted = { month, shown: closing.amount, holdSuspected: false };
          await Promise.all([desk.rewards.admin.close(wanted), desk.rewards.admin.close(wanted)]);
          await Promise.all([payStatements(deps), payStatements(deps)]);
        }
        for (const { date, who, tv, banners, tvSeconds, voided, left } of days.values()) {
          if (voided?.after !== at) continue;
          const taken = {
            banners: Math.floor((banners * voided.share) / 100),
            tvSeconds: Math.floor((tvSeconds * voided.share) / 100),
          };
          const one = { profileId: viewers[who]!.id, tvId: tvs[tv]!, day: date, ...taken };
          await db.transaction((tx) => subtractViewerDays(tx, [one], clock.now));
          left.banners -= taken.banners;
          left.tvSeconds -= taken.tvSeconds;
        }
        for (const row of await db.select().from(rewardStatements)) {
          const numbers = JSON.stringify([row.banners, row.tvSeconds, row.amount, row.carried]);
          expect(frozen.get(row.id) ?? numbers).toBe(numbers);
          frozen.set(row.id, numbers);
        }
      }
      clock.now = new Date(`${year}-07-20T04:00:00Z`);
      await proveRewards(deps);
      expect(await db.ask('select * from reward_differences')).toEqual([]);
      for (const [who, { id }] of viewers.entries()) {
        const entries = await db.select().from(rewardEntries).where(eq(rewardEntries.profileId, id));
        const wanted = [...days.values()]
          .filter((one) => one.who === who)
          .reduce((sum, { date, left }) => {
            const { banner, tvSecond, ceiling } = ruleOn(date, RULES)!;
            return sum + Math.min(ceiling, Math.round((left.banners * banner + left.tvSeconds * tvSecond) / 100));
          }, 0);
        expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(wanted);
        // What is carried is in one statement only, and what is paid is what was owed.
        const own = await db.select().from(rewardStatements).where(eq(rewardStatements.profileId, id));
        const settled = own
          .filter(({ state }) => state === 'payable')
          .reduce((sum, { amount, carried }) => sum + amount + carried, 0);
        const open = own
          .filter(({ state, carriedInto }) => state === 'carried' && carriedInto === null)
          .reduce((sum, { amount, carried }) => sum + amount + carried, 0);
        expect(settled + open).toBe(own.reduce((sum, { amount }) => sum + amount, 0));
      }
    }),
    { numRuns: size(6, 300), seed: SEED },
  );
  expect(await faultsOf(db)).toEqual([]);
}, 240_000);
