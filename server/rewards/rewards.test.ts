import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { HOUR_MS } from '#domain/day.ts';
import { formatDate } from '#domain/time.ts';
import { profiles } from '../accounts/schema.ts';
import { sessions } from '../auth/schema.ts';
import { closeMonth } from '../flows/rewards/close-month.ts';
import { payStatements } from '../flows/rewards/pay-statements.ts';
import { payouts } from '../payouts/schema.ts';
import { systemActor } from '../platform/audit.ts';
import { mails } from '../platform/mail.schema.ts';
import { proveUnits } from '../playout/prove.ts';
import { tvs, unitProofs, viewerDays } from '../playout/schema.ts';
import { subtractViewerDays } from '../playout/viewer-days.ts';
import { testAdverts } from '../test/adverts.ts';
import { testApp } from '../test/app.ts';
import { faultsOf } from '../test/books.ts';
import { untilBlocked } from '../test/eventually.ts';
import { readPdf } from '../test/pdf.ts';
import { call, codeOfCall, giveDuties, person, type TestPerson } from '../test/people.ts';
import { BOOK_LOCK } from './enter-days.ts';
import { notifyRewardStatements } from './notify.ts';
import { findRewardDifferences, proveRewards } from './prove.ts';
import { rewardEntries, rewardStatements } from './schema.ts';

const app = await testApp();
const { db, deps, clock } = app;
clock.now = new Date('2027-03-01T10:10:00Z');
const adverts = await testAdverts(app);

const jelena = await person(app, 'admin', { firstName: 'Jelena', lastName: 'Đurić' });
await giveDuties(app, jelena, ['accounting']);
const desk = call(app, jelena).rewards.admin;
const own = (who: TestPerson) => call(app, who).rewards.own;

/** 0,40 RSD of a banner, 0,04 of a second, 60 RSD a day, 1 RSD at least. */
const RULE = { banner: 4_000, tvSecond: 400, ceiling: 6_000, smallest: 100 };
const rule = (validFrom: string, more: Partial<typeof RULE> = {}) =>
  desk.publish({ id: randomUUID(), validFrom, ...RULE, ...more });
/** Belgrade's midnight and so many hours. */
const on = (day: string, hour = 12) => {
  clock.now = new Date(Date.parse(`${day}T00:10:00Z`) + hour * HOUR_MS);
};
async function shows(tv: Awaited<ReturnType<typeof adverts.tv>>, plays: number): Promise<number> {
  await adverts.runJobs();
  const { leases } = await tv.player.bag();
  const told = leases.slice(0, plays).map((lease, n) => adverts.shown(lease, { after: 15 * n }));
  clock.now = new Date(clock.now.getTime() + plays * 16_000);
  await tv.player.report({ plays: told });
  return told.length;
}
/** What the night does. */
async function night(): Promise<void> {
  await adverts.runJobs();
  await proveUnits(deps);
  // What voiding does to the units of companies is not the matter here.
  if (areVoided) await db.update(unitProofs).set({ differences: [] });
  await proveRewards(deps);
}
let areVoided = false;
async function after(moment: string): Promise<void> {
  clock.now = new Date(moment);
  await night();
}

afterAll(async () => {
  expect(await faultsOf(db)).toEqual([]);
  expect(await db.ask('select * from reward_differences')).toEqual([]);
});

const company = await adverts.company({ banners: 5_000, tvSeconds: 5_000 });
const advert = await adverts.campaign(company, {
  budget: 4_000,
  endsAt: new Date('2027-08-01T00:00:00Z'),
});
await adverts.approve(advert);
const tv = await adverts.tv();
const viewer = tv.owner;

test('without a rule nothing is computed, and a rule holds from tomorrow on, never for days that are past', async () => {
  expect(await shows(tv, 3)).toBe(3);
  expect(await codeOfCall(rule('2027-03-01'))).toBe('REWARD_RULE_PAST');
  await rule('2027-03-02');
  expect(await codeOfCall(rule('2027-03-02', { banner: 9_000 }))).toBe('REWARD_RULE_TAKEN');
  on('2027-03-02');
  expect(await shows(tv, 4)).toBe(4);
  on('2027-03-03');
  const seen = await own(viewer).read({});
  expect(seen).toMatchObject({ month: '2027-03', until: '2027-03-02', banners: 7, amount: 160, hasTv: true });
  expect(seen.days.map(({ day, amount }) => [day, amount])).toEqual([
    ['2027-03-02', 160],
    ['2027-03-01', null],
  ]);
});

test('an announced rule can be recalled, one that holds cannot, and neither is ever edited', async () => {
  const id = randomUUID();
  await desk.publish({ id, validFrom: '2027-03-10', ...RULE, banner: 8_000 });
  await desk.recall({ id });
  await desk.recall({ id });
  const [valid] = (await desk.read({})).rules;
  expect(valid).toMatchObject({ state: 'valid', validFrom: '2027-03-02' });
  expect(await codeOfCall(desk.recall({ id: valid!.id }))).toBe('REWARD_RULE_VALID');
  await expect(db.execute(`update reward_rules set banner = 1 where id = '${valid!.id}'`)).rejects.toThrow();
  await expect(db.execute(`delete from reward_rules`)).rejects.toThrow();
});

test('a TV earns up to the ceiling of its day, in the rule of that day', async () => {
  on('2027-03-04');
  await rule('2027-03-05', { ceiling: 200, banner: 10_000 });
  on('2027-03-05');
  expect(await shows(tv, 4)).toBe(4);
  on('2027-03-06');
  const { days } = await own(viewer).read({});
  expect(days[0]).toMatchObject({ day: '2027-03-05', amount: 200, tvs: [{ banners: 4, isAtCeiling: true }] });
  await rule('2027-03-07');
});

test('whoever had the licence at the time of the lease is rewarded, whatever changed later', async () => {
  on('2027-03-08');
  await shows(tv, 5);
  const other = await person(app);
  await db.execute(`update licences set profile_id = '${other.id}' where tv_id = '${tv.id}'`);
  on('2027-03-09');
  expect((await own(other).read({})).banners).toBe(0);
  expect((await own(viewer).read({})).days[0]).toMatchObject({ day: '2027-03-08', amount: 200 });
  await db.execute(`update licences set profile_id = '${viewer.id}' where tv_id = '${tv.id}'`);
});

test('late and uncounted plays add nothing, and a play that comes again adds nothing more', async () => {
  on('2027-03-10');
  await adverts.runJobs();
  const { leases } = await tv.player.bag();
  const [good, hidden, late] = leases;
  const told = adverts.shown(good!);
  clock.now = new Date(clock.now.getTime() + 20 * 60_000);
  await tv.player.report({ plays: [told, adverts.shown(hidden!, { after: 15, visibleMs: 0 })] });
  await Promise.all([1, 2, 3].map(() => tv.player.report({ plays: [told] })));
  clock.now = new Date(Date.parse(late!.closesAt as never) + 73 * HOUR_MS);
  await tv.player.report({ plays: [adverts.shown(late!, { after: 30 })] });
  const [day] = await db.select().from(viewerDays).where(eq(viewerDays.day, '2027-03-10'));
  expect(day).toMatchObject({ profileId: viewer.id, banners: 1, tvSeconds: 0 });
});

const poor = await adverts.tv();

test('a month is closed when its last play cannot come any more and the night agrees, once, and never changes after', async () => {
  on('2027-03-20');
  await shows(poor, 1);
  await shows(tv, 6);
  await after('2027-04-02T03:00:00Z');
  const open = (await desk.read({})).closing!;
  expect(open.stops).toEqual(['reports', 'hours', 'not_proven']);
  const wanted = { month: '2027-03', shown: open.amount, holdSuspected: false };
  expect(await codeOfCall(desk.close(wanted))).toBe('CLOSING_STOPPED');
  await after('2027-04-04T03:00:00Z');
  const { closing } = await desk.read({});
  // 4 + 5 + 1 + 6 banners of 0,40 RSD, 2 RSD of the ceiling, and one banner of the other.
  expect(closing).toMatchObject({ amount: 16 * 40 + 200 + 40, viewers: 2, stops: [] });
  expect(closing).toMatchObject({ payable: { viewers: 1, amount: 840 }, carried: { viewers: 1, amount: 40 } });
  const { amount: shown } = closing!;
  expect(await codeOfCall(desk.close({ ...wanted, shown: shown + 1 }))).toBe('REWARDS_CHANGED');
  const all = await Promise.all([1, 2, 3].map(() => desk.close({ ...wanted, shown })));
  expect(all).toEqual([1, 2, 3].map(() => ({ viewers: 2 })));
  const inOtherTab = desk.close({ ...wanted, shown, holdSuspected: true });
  await expect(inOtherTab, 'the other choice was not taken').rejects.toMatchObject({
    code: 'MONTH_CLOSED',
    data: { held: 0 },
    message: 'Mesec je već zaključen i sumnjivi nisu izostavljeni. Ovaj izbor nije primenjen.',
  });
  const colleague = await person(app, 'admin');
  await giveDuties(app, colleague, ['accounting']);
  const other = call(app, colleague).rewards.admin.close({ ...wanted, shown, holdSuspected: true });
  expect(await codeOfCall(other), 'a colleague, whose choice was not taken').toBe('REWARDS_CHANGED');
  expect(await db.$count(rewardStatements)).toBe(2);
  await notifyRewardStatements(deps, '2027-03-01');
  await notifyRewardStatements(deps, '2027-03-01');
  const sent = await db.select().from(mails).where(eq(mails.template, 'rewards.statement'));
  expect(sent.map(({ profileId }) => profileId).sort()).toEqual([viewer.id, poor.owner.id].sort());
  await expect(db.execute(`update reward_statements set amount = 1`)).rejects.toThrow();
  await expect(db.execute(`update reward_months set amount = 1`)).rejects.toThrow();
  await expect(
    db.execute(`insert into reward_entries (profile_id, month, day, tv_id, banners, tv_seconds, amount, moment)
      values ('${viewer.id}', '2027-03-01', '2027-03-30', '${tv.id}', 1, 0, 40, now())`),
  ).rejects.toThrow();
});

test('plays that are voided after their month was closed are a further line of the next month', async () => {
  areVoided = true;
  const voided = { profileId: viewer.id, tvId: tv.id, day: '2027-03-20', banners: 2, tvSeconds: 0 };
  await db.transaction((tx) => subtractViewerDays(tx, [voided], clock.now));
  // What voids plays takes them out of the plays too.
  await db.execute(`update plays set outcome = 'device_blocked' where (lease_day, lease_id) in (select lease_day, lease_id from plays
    where lease_day = '2027-03-20' and tv_id = '${tv.id}' and outcome = 'counted' limit 2)`);
  await proveRewards(deps);
  await proveRewards(deps);
  const lines = await db.select().from(rewardEntries).where(eq(rewardEntries.day, '2027-03-20'));
  expect(lines.filter(({ profileId }) => profileId === viewer.id).map(({ month, amount }) => [month, amount])).toEqual([
    ['2027-03-01', 240],
    ['2027-04-01', -80],
  ]);
});

test('what was not enough for a payout enters the next statement', async () => {
  on('2027-04-10');
  await shows(poor, 2);
  await after('2027-05-05T03:00:00Z');
  const { closing } = await desk.read({});
  expect(closing).toMatchObject({ month: '2027-04', viewers: 2, payable: { viewers: 1, amount: 120 } });
  await desk.close({ month: '2027-04', shown: closing!.amount, holdSuspected: false });
  const [april, march] = (await own(poor.owner).read({})).statements;
  expect(march).toMatchObject({ state: 'carried', gross: 40, carriedInto: '2027-04' });
  expect(april).toMatchObject({ state: 'payable', amount: 80, carried: 40, gross: 120, waits: 'account' });
});

test('nothing is paid without an account, a tax number and a rate; then it is, once, net of the tax', async () => {
  const { nameAccount, nameTaxNumber, read } = own(viewer);
  const account = { payee: 'Milica Živković', account: '160-0000000123456-54' };
  expect(await codeOfCall(nameAccount(account))).toBe('PROOF_NEEDED');
  expect(await codeOfCall(nameTaxNumber({ number: '0101006500006' }))).toBe('PROOF_NEEDED');
  await db.update(sessions).set({ provenAt: clock.now }).where(eq(sessions.userId, viewer.id));
  expect(await codeOfCall(nameAccount({ payee: 'Milica Živković', account: '160-123-45' }))).toBe('ACCOUNT_WRONG');
  await nameAccount(account);
  await payStatements(deps);
  const march = async () => (await read({})).statements.find(({ month }) => month === '2027-03')!;
  expect((await march()).waits).toBe('tax_number');
  expect(await codeOfCall(nameTaxNumber({ number: '0101990710001' }))).toBe('TAX_NUMBER_WRONG');
  await nameTaxNumber({ number: '0101006500006' });
  await nameTaxNumber({ number: '0101006500006' });
  const told = await db.select().from(mails).where(eq(mails.template, 'rewards.tax-number-named'));
  expect(
    told.map(({ to }) => to),
    'once',
  ).toEqual([viewer.email]);
  expect(JSON.stringify(told)).not.toContain('0101006500006');
  expect((await march()).waits).toBe('tax_rate');
  await payStatements(deps);
  expect(await db.$count(payouts)).toBe(0);
  await desk.setTaxRate({ validFrom: '2027-05-05', rate: 2_000 });
  await Promise.all([payStatements(deps), payStatements(deps)]);
  expect(await march()).toMatchObject({ waits: 'bank', gross: 840, tax: 168, net: 672 });
  const [payout] = await db.select().from(payouts);
  expect(payout).toMatchObject({ amount: 672, state: 'ready', account: '160000000012345654', orderId: null });
  expect(await db.$count(payouts)).toBe(1);
  const seen = await desk.taxNumber({ id: (await march()).id });
  expect(seen).toEqual({ number: '0101006500006' });
});

test('a viewer takes a statement as a paper: what the book says by TV and day, what was carried over, what is withheld; nobody else does', async () => {
  const paperOf = async (who: TestPerson, month: string) => {
    const { id } = (await own(who).read({})).statements.find((one) => one.month === month)!;
    const file = await own(who).statementPdf({ id });
    const bytes = new Uint8Array(await file.arrayBuffer());
    return { id, name: file.name, bytes, ...(await readPdf(bytes)) };
  };
  const march = await paperOf(viewer, '2027-03');
  expect(march.name).toBe('vidik-obracun-2027-03.pdf');
  expect(march).toMatchObject({ title: 'Obračun nagrade, mart 2027.', isTagged: true });
  const lines = await db.select().from(rewardEntries).where(eq(rewardEntries.profileId, viewer.id));
  const first = lines.find(({ month }) => month === '2027-03-01')!;
  for (const words of [
    'Dnevna soba',
    'Ukupno 8,40 RSD',
    'Porez po odbitku -1,68 RSD',
    'Za isplatu 6,72 RSD',
    `${formatDate(first.day!)} ${first.banners} ${first.tvSeconds}`,
    'viđen L-baner 0,40 RSD, viđena TV sekunda 0,04 RSD, najviše po televizoru dnevno 60,00 RSD.',
    'nije unapred zagarantovan.',
  ])
    expect(march.text).toContain(words);
  expect((await paperOf(viewer, '2027-03')).bytes, 'the same again').toEqual(march.bytes);
  const april = await paperOf(poor.owner, '2027-04');
  expect(april.text).toContain('Preneto iz ranijih obračuna 0,40 RSD');
  expect((await paperOf(poor.owner, '2027-03')).text).toContain('Prenet, ušao u april');
  expect(await codeOfCall(own(await person(app)).statementPdf({ id: march.id }))).toBe('STATEMENT_OF_REWARD_GONE');
});

test('viewers with a blocked TV can be left out: their statement waits until somebody releases it', async () => {
  on('2027-05-10');
  await shows(tv, 6);
  await db.update(tvs).set({ blockedAt: clock.now }).where(eq(tvs.tvId, tv.id));
  await after('2027-06-05T03:00:00Z');
  const { closing } = await desk.read({});
  expect(closing).toMatchObject({ suspected: { viewers: 1, tvs: 1, amount: 240 } });
  const wanted = { month: '2027-05', shown: closing!.amount };
  const closed = (holdSuspected: boolean) => closeMonth(deps, systemActor, { ...wanted, holdSuspected });
  await closed(true);
  expect(await closed(true), 'asked again').toBe(closing!.viewers);
  await expect(closed(false)).rejects.toMatchObject({ code: 'MONTH_CLOSED', data: { held: 1 } });
  await payStatements(deps);
  const { rows } = await desk.statements({ month: '2027-05' });
  expect(rows).toMatchObject([{ state: 'held', holdReason: 'suspected', gross: 160 }]);
  expect(await db.$count(payouts)).toBe(1);
  expect(await desk.release({ id: rows[0]!.id })).toMatchObject({ state: 'payable' });
  const told = await db.select().from(mails).where(eq(mails.template, 'rewards.released'));
  expect(told).toMatchObject([{ props: { month: '2027-05-01', amount: 160, smallest: null } }]);
  await payStatements(deps);
  expect(await db.$count(payouts)).toBe(2);
  expect(await desk.hold({ id: rows[0]!.id, note: 'Proveravamo.' })).toMatchObject({
    state: 'held',
    holdNote: 'Proveravamo.',
  });
  const again = (note: string) => codeOfCall(desk.hold({ id: rows[0]!.id, note }));
  expect(await again('Proveravamo.'), 'the same, whose answer was lost').toBe('ok');
  expect(await again('Čekamo račun firme.'), 'a colleague’s note is not said to be written').toBe('REWARDS_CHANGED');
  expect((await db.select().from(payouts)).map(({ state }) => state).sort()).toEqual(['ready', 'stopped']);
});

test('a statement that is released while a month is being closed waits, so that the month does not carry it without its amount', async () => {
  const [held] = (await desk.statements({ month: '2027-05' })).rows;
  const stateOf = async () =>
    (await db.select().from(rewardStatements).where(eq(rewardStatements.id, held!.id)))[0]!.state;
  const { releasing } = await db.transaction(
    async () => {
      const releasing = desk.release({ id: held!.id });
      await untilBlocked(app);
      expect(await stateOf()).toBe('held');
      return { releasing };
    },
    { lock: BOOK_LOCK },
  );
  expect(await releasing).toMatchObject({ state: 'payable' });
  await desk.hold({ id: held!.id, note: 'Proveravamo.' });
});

test('a viewer objects once within thirty days, and the answer may give a line of the next month', async () => {
  const [held] = (await own(viewer).read({})).statements;
  const { id, month } = held!;
  expect(month).toBe('2027-05');
  const objection = { id: randomUUID(), statement: id, text: 'Bilo je više prikaza.' };
  const stranger = await person(app);
  expect(await codeOfCall(own(stranger).object(objection))).toBe('STATEMENT_OF_REWARD_GONE');
  expect(await own(viewer).object(objection)).toEqual({ dueOn: '2027-06-20' });
  expect(await own(viewer).object(objection)).toEqual({ dueOn: '2027-06-20' });
  expect(await codeOfCall(own(viewer).object({ ...objection, id: randomUUID() }))).toBe('OBJECTION_MADE');
  const [waiting] = (await desk.read()).objections;
  expect(waiting, 'its viewer’s page is led to').toMatchObject({ id: objection.id, viewerId: viewer.id });
  const answer = { id: objection.id, answer: 'U pravu ste.', correction: 400 };
  await db.update(profiles).set({ isAdmin: true }).where(eq(profiles.id, viewer.id));
  await giveDuties(app, viewer, ['accounting']);
  const theirs = call(app, viewer).rewards.admin;
  expect(await codeOfCall(theirs.answer(answer)), 'their own objection').toBe('OWN_STATEMENT');
  expect(await codeOfCall(theirs.release({ id })), 'their own statement').toBe('OWN_STATEMENT');
  await db.update(profiles).set({ isAdmin: false }).where(eq(profiles.id, viewer.id));
  await Promise.all([desk.answer(answer), desk.answer(answer)]);
  for (const other of [{ answer: 'Niste u pravu.' }, { correction: 0 }])
    expect(await codeOfCall(desk.answer({ ...answer, ...other })), 'a colleague was first').toBe('OBJECTION_ANSWERED');
  const [line] = await db.select().from(rewardEntries).where(eq(rewardEntries.objectionId, objection.id));
  expect(line).toMatchObject({ month: '2027-06-01', amount: 400 });
  const old = (await own(poor.owner).read({})).statements.find(({ month }) => month === '2027-03')!;
  expect(await codeOfCall(own(poor.owner).object({ ...objection, id: randomUUID(), statement: old.id }))).toBe(
    'OBJECTION_LATE',
  );
});

test('a difference that the night finds keeps the month open', async () => {
  await after('2027-07-05T03:00:00Z');
  await db.execute(`update viewer_days set banners = banners + 1 where day = '2027-05-10'`);
  await proveRewards(deps);
  const { closing, proof } = await desk.read({});
  expect(closing).toMatchObject({ month: '2027-06', stops: ['rewards_differ'] });
  expect(proof!.differences).toHaveLength(2);
  expect(await codeOfCall(desk.close({ month: '2027-06', shown: closing!.amount, holdSuspected: false }))).toBe(
    'CLOSING_STOPPED',
  );
  await db.execute(`update viewer_days set banners = banners - 1 where day = '2027-05-10'`);
  await proveRewards(deps);
  expect((await desk.read({})).closing!.stops).toEqual([]);
});

test('a statement of which the book has no line is found by the night, and named', async () => {
  const { id: profileId } = await person(app);
  const nothing = { banners: 0, tvSeconds: 0, carried: 0, smallest: 100 };
  const statement = { profileId, month: '2027-01-01', state: 'payable' as const, amount: 500, ...nothing };
  const found = db.transaction(async (tx) => {
    await tx.insert(rewardStatements).values(statement);
    expect(await findRewardDifferences(tx)).toEqual([`a statement is not its lines ${profileId} 2027-01-01`]);
    throw new Error('no statement is ever removed');
  });
  await expect(found).rejects.toThrow('no statement is ever removed');
});

test('as long as a month is open, or the night finds a difference, none of its plays is dropped', async () => {
  on('2027-07-10');
  await shows(poor, 2);
  const kept = async () => (await db.ask(`select from plays where lease_day = '2027-07-10'`)).length;
  const all = await kept();
  expect(all).toBeGreaterThan(1);
  // More than ninety days after its end, with every hour closed and a clean proof of the night after that.
  await after('2027-11-15T03:00:00Z');
  await after('2027-11-16T03:00:00Z');
  await adverts.runJobs();
  expect(await kept()).toBe(all);
  for (const month of ['2027-06', '2027-07']) {
    const { closing } = await desk.read({});
    expect(closing).toMatchObject({ month, stops: [] });
    await desk.close({ month, shown: closing!.amount, holdSuspected: false });
  }
  await db.update(unitProofs).set({ differences: ['sums are not their plays'] });
  await adverts.runJobs();
  expect(await kept()).toBe(all);
  await db.update(unitProofs).set({ differences: [] });
  await adverts.runJobs();
  expect(await kept()).toBe(0);
});
