import { and, eq, like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { RENEWAL_CHARGES } from '#domain/advertising/renewals.ts';
import { profiles } from '../accounts/schema.ts';
import { runProviderTasks } from '../flows/payments/provider-tasks.ts';
import { auditLog } from '../platform/audit.schema.ts';
import { mails } from '../platform/mail.schema.ts';
import { call, codeOfCall, giveDuties, person, type TestPerson } from '../test/people.ts';
import { firm, GOOD_CARD, pay, press, testShop } from '../test/shop.ts';
import { ledger } from './schema.ts';

const shop = await testShop();
const staff = call(shop, await person(shop, 'admin'));
const office = staff.advertising.admin;
const LATE_CARD = '4000 0000 0000 0341';
const REASON = 'Firma zatvara radnju.';

async function subscribe(card?: string): Promise<TestPerson> {
  const who = await person(shop);
  const order = { productName: 'starter', productPrice: 99, companyInfo: firm };
  const { url } = await call(shop, who).payments.createPayment(order);
  await pay(shop, url, card);
  return who;
}
const seen = async (who: TestPerson) => (await office.subscriptions({ search: who.email })).rows[0]!;
const mailsTo = async (who: TestPerson) =>
  (await shop.db.select().from(mails).where(eq(mails.profileId, who.id)).orderBy(mails.number)).map((m) => m.template);

test('each subscription is one row and one in the figures, however often it renewed', async () => {
  const [runs, late] = [await subscribe(), await subscribe(LATE_CARD)];
  await shop.sandbox.control.advance(31.5);
  expect((await call(shop, runs).advertising.periods({})).rows, 'two paid months').toHaveLength(2);
  expect(await seen(runs)).toMatchObject({
    state: 'active',
    companyName: firm.company_name,
    email: runs.email,
    amount: 9_900,
    attempts: 0,
    renewsAt: expect.any(String),
    invoiceNumber: expect.stringMatching(/^R-/),
    stopping: false,
    stoppingNow: false,
    isBlocked: false,
    banners: { left: 6_000, monthly: 3_000 },
  });
  expect(await seen(late)).toMatchObject({ state: 'pastDue', attempts: 1, renewsAt: expect.any(String) });
  expect(await office.subscriptionSums({})).toEqual({
    counts: { starting: 0, active: 1, pastDue: 1, endsOn: 0, paused: 0, cancelled: 0 },
    monthly: [{ currency: 'EUR', amount: 9_900 }],
  });
  expect((await office.subscriptionSums({ search: late.email })).monthly, 'what fails brings nothing').toEqual([]);
  expect((await office.subscriptions({ state: 'pastDue' })).rows.map(({ email }) => email)).toEqual([late.email]);
});

test('the balance beside a subscription is that of the ledger, with what a month brings', async () => {
  const [who, other] = [await subscribe(), await subscribe()];
  expect(await seen(who)).toMatchObject({ banners: { left: 3_000, monthly: 3_000 } });
  await shop.db.insert(ledger).values({
    profileId: who.id,
    unit: 'banner',
    delta: -2_590,
    reason: 'correction',
    reference: 'Prikazano van kampanje.',
    actor: 'system',
  });
  expect(await seen(who)).toMatchObject({ banners: { left: 410, monthly: 3_000 } });
  expect(await seen(other)).toMatchObject({ banners: { left: 3_000, monthly: 3_000 } });
});

test('a subscription is found by the tax number of its company, in the order or in the account', async () => {
  const [bought, named] = [await subscribe(), await subscribe()];
  await shop.db.update(profiles).set({ companyTaxNumber: 107_654_321 }).where(eq(profiles.id, named.id));
  const found = async (search: string) => (await office.subscriptions({ search })).rows.map(({ email }) => email);
  expect(await found(firm.company_tax_number)).toContain(bought.email);
  expect(await found('107654321')).toEqual([named.email]);
  expect((await office.subscriptionSums({ search: '107654321' })).counts.active).toBe(1);
  expect(await found('107654322')).toEqual([]);
});

test('a renewal is charged as often as the list says, and then no more', async () => {
  const who = await subscribe(LATE_CARD);
  await shop.sandbox.control.advance(31.5);
  const attempts = [(await seen(who)).attempts];
  for (const days of [3, 5]) {
    await shop.sandbox.control.advance(days);
    attempts.push((await seen(who)).attempts);
  }
  expect(attempts).toEqual([1, 2, 3]);
  expect(RENEWAL_CHARGES, 'the fourth ends it').toBe(attempts.at(-1)! + 1);
  await shop.sandbox.control.advance(7);
  expect(await seen(who)).toMatchObject({ state: 'cancelled', attempts: 0, renewsAt: null });
});

test('stopped at the end of the month it runs till then, the buyer reads the reason once, and taking it up again counts', async () => {
  const who = await subscribe();
  const { id } = await seen(who);
  const stop = () => office.stop({ id, when: 'periodEnd', reason: REASON });
  await Promise.all([stop(), stop()]);
  expect(await seen(who)).toMatchObject({ state: 'active', stopping: true, stoppingNow: false });
  await runProviderTasks(shop.deps);
  await shop.sandbox.control.advance(0.01);
  expect(await seen(who)).toMatchObject({ state: 'endsOn', stopping: false, renewsAt: null });
  expect(await mailsTo(who)).toEqual(['advertising.started', 'advertising.stopped']);
  const log = await shop.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, id), eq(auditLog.action, 'advertising.subscription-stopped')));
  expect(log).toMatchObject([{ after: { stop: 'periodEnd', reason: REASON } }]);

  await press(shop, (await call(shop, who).advertising.portal()).url, { do: 'resume', subscription: id });
  await runProviderTasks(shop.deps);
  expect(await seen(who)).toMatchObject({ state: 'active', stopping: false });
});

test('where the month is not paid it is stopped at once, also when its end was asked for, and the card is not charged again', async () => {
  const who = await subscribe(LATE_CARD);
  await shop.sandbox.control.advance(31.5);
  const { id } = await seen(who);
  await office.stop({ id, when: 'periodEnd', reason: REASON });
  expect(await seen(who)).toMatchObject({ state: 'pastDue', stoppingNow: true });
  const isStopped = and(eq(mails.profileId, who.id), eq(mails.template, 'advertising.stopped'));
  expect(await shop.db.select().from(mails).where(isStopped)).toMatchObject([{ props: { endsOn: null } }]);
  await runProviderTasks(shop.deps);
  await press(shop, (await call(shop, who).advertising.portal()).url, { do: 'card', card: GOOD_CARD });
  await shop.sandbox.control.advance(8);
  expect(await seen(who)).toMatchObject({ state: 'cancelled' });
  expect((await call(shop, who).advertising.periods({})).rows, 'one paid month').toHaveLength(1);
});

test('stopped at once it is over, nothing is charged any more and the balance stays', async () => {
  const who = await subscribe();
  const { id } = await seen(who);
  await office.stop({ id, when: 'now', reason: REASON });
  expect(await seen(who)).toMatchObject({ state: 'active', stopping: true, stoppingNow: true });
  await runProviderTasks(shop.deps);
  await shop.sandbox.control.advance(32);
  expect(await seen(who)).toMatchObject({ state: 'cancelled', stopping: false, stoppingNow: false });
  expect(await call(shop, who).advertising.account()).toMatchObject({ banners: 3_000, tvSeconds: 30_000 });
  expect(await mailsTo(who)).toEqual(['advertising.started', 'advertising.stopped']);
  await office.stop({ id, when: 'now', reason: REASON });
  expect(await mailsTo(who), 'asked again').toHaveLength(2);
  await expect(office.sendCardLink({ id, key: crypto.randomUUID() })).rejects.toMatchObject({
    code: 'SUBSCRIPTION_ENDED',
  });
});

test('two stop the same subscription: the second is told so, and the buyer reads one reason', async () => {
  const who = await subscribe();
  const { id } = await seen(who);
  const colleague = call(shop, await person(shop, 'admin')).advertising.admin;
  const reasons = [REASON, 'Kupac je tako tražio.'];
  const answers = await Promise.all([
    codeOfCall(office.stop({ id, when: 'periodEnd', reason: reasons[0]! })),
    codeOfCall(colleague.stop({ id, when: 'periodEnd', reason: reasons[1]! })),
  ]);
  expect(answers.sort()).toEqual(['SUBSCRIPTION_STOPPED', 'ok']);
  expect(await mailsTo(who)).toEqual(['advertising.started', 'advertising.stopped']);
  expect(
    await codeOfCall(colleague.stop({ id, when: 'now', reason: REASON })),
    'a stop at once is another request',
  ).toBe('ok');
  expect(await codeOfCall(office.stop({ id, when: 'now', reason: REASON }))).toBe('SUBSCRIPTION_STOPPED');
});

async function support() {
  const who = await person(shop, 'admin');
  await giveDuties(shop, who, ['support']);
  return call(shop, who).advertising.admin;
}
const told = async () => {
  await runProviderTasks(shop.deps);
  await shop.sandbox.control.advance(0.01);
};

test('support pauses and resumes; while paused nothing is charged or credited', async () => {
  const desk = await support();
  const who = await subscribe();
  const { id } = await seen(who);
  const pause = () => desk.pause({ id, reason: REASON });
  await Promise.all([pause(), pause()]);
  expect(await seen(who)).toMatchObject({ state: 'active', isChanging: true });
  await told();
  expect(await seen(who)).toMatchObject({ state: 'paused', isChanging: false, isPausedByWish: true, renewsAt: null });
  await pause();
  await shop.sandbox.control.advance(62);
  expect(await call(shop, who).advertising.account()).toMatchObject({ banners: 3_000, tvSeconds: 30_000 });
  expect((await call(shop, who).advertising.periods({})).rows, 'one paid month').toHaveLength(1);
  expect(await mailsTo(who), 'told once').toEqual(['advertising.started', 'advertising.paused']);

  const { chargedIfResumed } = await seen(who);
  const resume = () => desk.resume({ id });
  const [first] = await Promise.all([resume(), resume()]);
  expect(first.renewsAt).toEqual(chargedIfResumed);
  await told();
  expect(await resume(), 'asked again').toEqual(first);
  expect(await seen(who)).toMatchObject({ state: 'active', isChanging: false, renewsAt: chargedIfResumed });
  await shop.sandbox.control.advance(31);
  expect(await call(shop, who).advertising.account()).toMatchObject({ banners: 6_000, tvSeconds: 60_000 });
  expect((await mailsTo(who)).slice(2, 4)).toEqual(['advertising.resumed', 'advertising.renewed']);
  const log = await shop.db
    .select({ action: auditLog.action, after: auditLog.after })
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, id), like(auditLog.action, 'advertising.subscription-%ed')))
    .orderBy(auditLog.id);
  expect(log.filter(({ action }) => action !== 'advertising.subscription-changed')).toEqual([
    { action: 'advertising.subscription-paused', after: { package: 'starter', reason: REASON } },
    { action: 'advertising.subscription-resumed', after: { package: 'starter' } },
  ]);
});

test('a company pauses its own subscription and takes it up again, and nobody else’s', async () => {
  const [who, other] = [await subscribe(), await subscribe()];
  const { id } = await seen(who);
  const mine = call(shop, who).advertising;
  const theirs = call(shop, other).advertising;
  expect(await codeOfCall(theirs.pause({ id }))).toBe('SUBSCRIPTION_GONE');
  await Promise.all([mine.pause({ id }), mine.pause({ id })]);
  await told();
  expect((await mine.account()).subscriptions).toMatchObject([
    { id, state: 'paused', isPausedByWish: true, isChanging: false, chargedIfResumed: expect.any(String) },
  ]);
  expect(await codeOfCall(theirs.resume({ id }))).toBe('SUBSCRIPTION_GONE');
  const [mail] = await shop.db
    .select()
    .from(mails)
    .where(and(eq(mails.profileId, who.id), eq(mails.template, 'advertising.paused')));
  expect(mail!.props).toMatchObject({ reason: null });
  const desk = await support();
  expect(await codeOfCall(desk.pause({ id, reason: REASON })), 'the reason would be lost').toBe('SUBSCRIPTION_PAUSED');
  await mine.resume({ id });
  await told();
  expect(await seen(who)).toMatchObject({ state: 'active', isPausedByWish: false });
  expect(await seen(other)).toMatchObject({ state: 'active' });
});

test('a pause outlasts that the account is blocked meanwhile, and while it is blocked nothing is taken up again', async () => {
  const desk = await support();
  const who = await subscribe();
  const { id } = await seen(who);
  const people = call(shop, await person(shop, 'superAdmin')).accounts.admin.people;
  await people.block({ id: who.id, on: true });
  expect(await codeOfCall(desk.pause({ id, reason: REASON }))).toBe('SUBSCRIPTION_BLOCKED');
  const link = desk.sendCardLink({ id, key: crypto.randomUUID() });
  expect(await codeOfCall(link), 'it could not be opened').toBe('SUBSCRIPTION_BLOCKED');
  expect(await seen(who)).toMatchObject({ isBlocked: true });
  await people.block({ id: who.id, on: false });
  await told();
  await desk.pause({ id, reason: REASON });
  await told();
  await people.block({ id: who.id, on: true });
  await told();
  expect(await codeOfCall(desk.resume({ id }))).toBe('SUBSCRIPTION_BLOCKED');
  await people.block({ id: who.id, on: false });
  await told();
  expect(await seen(who)).toMatchObject({ state: 'paused', isPausedByWish: true, isChanging: false });
});

test('what fails to be charged, was cancelled or is over is not paused, and what is paused can be stopped', async () => {
  const desk = await support();
  const [late, leaving, over] = [await subscribe(LATE_CARD), await subscribe(), await subscribe()];
  await office.stop({ id: (await seen(leaving)).id, when: 'periodEnd', reason: REASON });
  await office.stop({ id: (await seen(over)).id, when: 'now', reason: REASON });
  const pause = async (who: TestPerson) => codeOfCall(desk.pause({ id: (await seen(who)).id, reason: REASON }));
  expect(await pause(leaving)).toBe('SUBSCRIPTION_ENDS');
  expect(await pause(over)).toBe('SUBSCRIPTION_ENDED');
  const paused = await subscribe();
  expect(await pause(paused)).toBe('ok');
  await told();
  const { id } = await seen(paused);
  await office.stop({ id, when: 'periodEnd', reason: REASON });
  expect(await codeOfCall(desk.resume({ id })), 'no mail says that it is charged').toBe('SUBSCRIPTION_ENDS');
  await told();
  expect(await codeOfCall(call(shop, paused).advertising.resume({ id }))).toBe('SUBSCRIPTION_ENDS');
  expect(await seen(paused)).toMatchObject({ state: 'endsOn', stopping: false });
  await shop.sandbox.control.advance(31.5);
  expect(await pause(late)).toBe('SUBSCRIPTION_UNPAID');
  expect(await seen(paused)).toMatchObject({ state: 'cancelled' });
});

test('who may pause may not stop, and whoever has neither duty sees no subscription', async () => {
  const desk = await support();
  const who = await subscribe();
  const { id } = await seen(who);
  expect((await desk.subscriptions({ search: who.email })).rows).toHaveLength(1);
  expect(await codeOfCall(desk.stop({ id, when: 'now', reason: REASON }))).toBe('FORBIDDEN');
  await expect(desk.pause({ id, reason: ' ' })).rejects.toMatchObject({ status: 400 });
  expect(await codeOfCall(desk.pause({ id: 'sub_nobody', reason: REASON }))).toBe('SUBSCRIPTION_GONE');
  const packer = await person(shop, 'admin');
  await giveDuties(shop, packer, ['warehouse']);
  const other = call(shop, packer).advertising.admin;
  expect(await codeOfCall(other.pause({ id, reason: REASON }))).toBe('FORBIDDEN');
  expect(await codeOfCall(other.resume({ id }))).toBe('FORBIDDEN');
  expect(await codeOfCall(other.subscriptions({}))).toBe('FORBIDDEN');
});

test('nothing is stopped without a reason, or by whoever only sees sales', async () => {
  const who = await subscribe();
  const { id } = await seen(who);
  await expect(office.stop({ id, when: 'now', reason: ' ' })).rejects.toMatchObject({ status: 400 });
  await expect(call(shop, who).advertising.admin.stop({ id, when: 'now', reason: REASON })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  await expect(office.stop({ id: 'sub_nobody', when: 'now', reason: REASON })).rejects.toMatchObject({
    code: 'SUBSCRIPTION_GONE',
  });
  expect(await seen(who)).toMatchObject({ state: 'active', stopping: false });
});

test('the link for another card is written once for one press, to whoever pays', async () => {
  const who = await subscribe(LATE_CARD);
  const { id } = await seen(who);
  const key = crypto.randomUUID();
  const sent = await Promise.all([office.sendCardLink({ id, key }), office.sendCardLink({ id, key })]);
  expect(sent).toEqual([{ to: who.email }, { to: who.email }]);
  expect((await mailsTo(who)).filter((template) => template === 'advertising.card-link')).toHaveLength(1);
  expect(await shop.db.$count(auditLog, eq(auditLog.action, 'advertising.card-link-sent'))).toBe(1);
});

test('a subscription names its order and the newest paid month, whose payment is what goes back there', async () => {
  const who = await subscribe();
  await shop.sandbox.control.advance(31.5);
  const { paid } = await seen(who);
  const months = (await office.sold({})).rows.filter(({ orderNumber }) => orderNumber === paid!.order);
  expect(months).toHaveLength(2);
  expect(paid).toEqual({ order: months[0]!.orderNumber, period: months[0]!.id });
  const { payments } = await staff.refunds.admin.read({ order: paid!.order });
  expect(payments.map(({ period }) => period)).toEqual(months.map(({ id }) => id));
});
