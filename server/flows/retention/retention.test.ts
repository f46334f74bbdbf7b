import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { lastDayOfNotice } from '#domain/accounts/retention.ts';
import { DAY_MS } from '#domain/day.ts';
import { profiles } from '../../accounts/schema.ts';
import { subscriptions } from '../../advertising/schema.ts';
import { sessions } from '../../auth/schema.ts';
import { devices } from '../../devices/schema.ts';
import { jobs } from '../../jobs.ts';
import { orders } from '../../orders/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { mails } from '../../platform/mail.schema.ts';
import { testApp } from '../../test/app.ts';
import { sendMails } from '../../test/mails.ts';
import { call, person, type TestPerson } from '../../test/people.ts';
import { endNotices, eraseClosed } from './retention.ts';

const app = await testApp();
const start = app.clock.now;
const chief = await person(app, 'superAdmin');
const admin = await person(app, 'admin');
const people = call(app, admin).accounts.admin.people;
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    (error: { code: string }) => error.code,
  );
const profileOf = async ({ id }: { id: string }) =>
  (await app.db.select().from(profiles).where(eq(profiles.id, id)))[0];
const logOf = async ({ id }: { id: string }) =>
  (await app.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id)).map(
    ({ action, actor }) => `${action} by ${actor}`,
  );
const mailsTo = async ({ email }: TestPerson) =>
  (await app.db.select().from(mails).where(eq(mails.to, email)).orderBy(mails.number)).map(({ template }) => template);
const at = (moment: Date) => {
  app.clock.now = moment;
};

test('with notice the account goes on for thirty days, and ends at midnight in Belgrade after the last of them', async () => {
  at(new Date('2030-10-10T21:30:00Z'));
  const who = await person(app);
  const { terminatesAt } = await people.notice({ id: who.id, on: true, reason: 'Gasimo program.' });
  // The clocks go back in between: 9 November is over at 23:00 in London.
  expect(lastDayOfNotice(app.clock.now)).toBe('2030-11-09');
  expect(new Date(terminatesAt!).toISOString()).toBe('2030-11-09T23:00:00.000Z');
  expect((await call(app, who).accounts.me()).terminatesAt).toEqual(terminatesAt);
  expect((await people.list({ show: 'ending' })).rows.map((row) => row.id)).toEqual([who.id]);

  at(new Date('2030-11-09T22:59:59Z'));
  await endNotices(app.deps);
  expect(await code(call(app, who).orders.mine()), 'the last day counts whole').toBe('ok');
  at(new Date('2030-11-09T23:00:00Z'));
  await Promise.all([endNotices(app.deps), endNotices(app.deps)]);
  await endNotices(app.deps);
  expect(await code(call(app, who).orders.mine())).toBe('UNAUTHORIZED');
  expect(await profileOf(who)).toMatchObject({ closedAt: app.clock.now, terminatesAt: null });
  expect(await logOf(who)).toEqual([`accounts.notice-given by ${admin.id}`, 'accounts.terminated by system']);
  expect(await mailsTo(who)).toEqual(['accounts.notice', 'accounts.terminated']);
  at(start);
});

test('a notice is given once, taken back until it takes effect, and not a moment longer', async () => {
  const who = await person(app);
  const first = await people.notice({ id: who.id, on: true });
  at(new Date(start.getTime() + 5 * DAY_MS));
  expect((await people.notice({ id: who.id, on: true })).terminatesAt, 'from the first time').toEqual(
    first.terminatesAt,
  );
  expect((await people.notice({ id: who.id, on: false })).terminatesAt).toBeNull();
  await people.notice({ id: who.id, on: false });
  at(new Date(start.getTime() + 40 * DAY_MS));
  await endNotices(app.deps);
  expect(await code(call(app, who).orders.mine()), 'taken back').toBe('ok');
  expect(await mailsTo(who)).toEqual(['accounts.notice', 'accounts.notice-taken-back']);

  await people.notice({ id: who.id, on: true });
  at(new Date(start.getTime() + 80 * DAY_MS));
  await endNotices(app.deps);
  expect(await code(people.notice({ id: who.id, on: false })), 'over').toBe('PERSON_CLOSED');
  expect(await code(people.terminate({ id: who.id, reason: 'x' }))).toBe('PERSON_CLOSED');
  at(start);
});

test('for a cause it ends at once: out everywhere, nothing renews, TVs go, and the person is mailed the reason', async () => {
  const who = await person(app);
  await app.db.insert(subscriptions).values({
    id: `sub_${who.id}`,
    profileId: who.id,
    packageName: 'starter',
    status: 'active',
    amount: 9900,
    currency: 'EUR',
    question: 1,
  });
  const [tv] = await app.db
    .insert(devices)
    .values({ profileId: who.id, number: 123_456_789, name: 'Kafić', tokenHash: Buffer.from('x') })
    .returning();
  expect(await code(people.terminate({ id: who.id, reason: '  ' }))).toBe('BAD_REQUEST');
  await people.notice({ id: who.id, on: true });
  const row = await people.terminate({ id: who.id, reason: 'Prikazi puštani automatski.' });
  expect(row).toMatchObject({ terminatesAt: null });
  expect(row.closedAt).not.toBeNull();
  expect(await app.db.select().from(sessions).where(eq(sessions.userId, who.id))).toEqual([]);
  expect((await app.db.select().from(devices).where(eq(devices.id, tv!.id)))[0]).toMatchObject({ tokenHash: null });
  expect(await mailsTo(who)).toEqual(['accounts.notice', 'accounts.terminated']);
  const log = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, who.id)).orderBy(auditLog.id);
  expect(log.at(-1)).toMatchObject({
    action: 'accounts.terminated',
    actor: admin.id,
    after: { devices: 1, reason: 'Prikazi puštani automatski.' },
  });
});

test('terminated by two admins at once it is terminated once', async () => {
  const who = await person(app);
  const answers = await Promise.all([1, 2, 3].map(() => code(people.terminate({ id: who.id, reason: 'Zloupotreba' }))));
  expect(answers.sort()).toEqual(['PERSON_CLOSED', 'PERSON_CLOSED', 'ok']);
  expect(await mailsTo(who)).toEqual(['accounts.terminated']);
});

test('never the super-admin, never oneself, never somebody who waits or is not there', async () => {
  const waiting = await person(app, 'waiting');
  for (const [id, refusal] of [
    [chief.id, 'SUPER_ADMIN_STAYS'],
    [admin.id, 'OWN_RIGHTS'],
    [waiting.id, 'PERSON_WAITS'],
    ['00000000-0000-4000-8000-000000000000', 'PERSON_GONE'],
  ] as const) {
    expect(await code(people.terminate({ id, reason: 'x' }))).toBe(refusal);
    expect(await code(people.notice({ id, on: true }))).toBe(refusal);
    expect(await code(people.notice({ id, on: false }))).toBe(refusal);
  }
  expect(await profileOf(chief)).toMatchObject({ closedAt: null, terminatesAt: null });
});

test('a closed account is erased before fifteen days are over, not before fourteen, once, and the books stay', async () => {
  const who = await person(app, 'member', { firstName: 'Zagorka' });
  const [order] = await app.db
    .insert(orders)
    .values({
      profileId: who.id,
      email: who.email,
      kind: 'device',
      productName: 'Vidik – 1 uređaj',
      amount: 21_900,
      status: 'paid',
      paidAt: new Date(),
      delivery: { firstName: 'Zagorka' },
    })
    .returning();
  await people.terminate({ id: who.id, reason: 'Zloupotreba' });
  const stays = await person(app);
  await people.notice({ id: stays.id, on: true });

  at(new Date(start.getTime() + 14 * DAY_MS - 60_000));
  await eraseClosed(app.deps);
  expect(await profileOf(who), 'there is still time for a mistake to be found').toBeDefined();
  at(new Date(start.getTime() + 14 * DAY_MS));
  await Promise.all([eraseClosed(app.deps), eraseClosed(app.deps)]);
  await eraseClosed(app.deps);
  expect(await profileOf(who)).toBeUndefined();
  expect(await profileOf(stays)).toBeDefined();
  expect((await app.db.select().from(orders).where(eq(orders.id, order!.id)))[0]).toMatchObject({
    profileId: null,
    email: '',
    delivery: null,
    amount: 21_900,
  });
  expect(await logOf(who)).toEqual([`accounts.terminated by ${admin.id}`, 'accounts.erased by system']);
  expect(await mailsTo(who)).toEqual([]);
  at(start);
});

test('a server that was away for weeks erases everybody who is due, and one who cannot be erased stops nobody', async () => {
  const due = [await person(app), await person(app), await person(app)];
  for (const who of due) await people.terminate({ id: who.id, reason: 'Zloupotreba' });
  at(new Date(start.getTime() + 60 * DAY_MS));
  const stuck = due.map(({ id }) => id).sort()[0]!;
  await app.db.execute(`create function refuse_one() returns trigger language plpgsql as $$
    begin if old.id = '${stuck}' then raise exception 'not now'; end if; return old; end $$`);
  await app.db.execute(
    'create trigger refuse_one before delete on profiles for each row execute function refuse_one()',
  );
  await expect(eraseClosed(app.deps)).rejects.toThrow('1 people');
  expect(await Promise.all(due.map(async (who) => (await profileOf(who)) === undefined))).toEqual(
    due.map(({ id }) => id !== stuck),
  );
  await app.db.execute('drop trigger refuse_one on profiles');
  await eraseClosed(app.deps);
  expect(await profileOf({ id: stuck })).toBeUndefined();
  at(start);
});

test('both run by the clock', () => {
  const { 'accounts.end-notices': ends, 'accounts.erase-closed': erases } = jobs(app.deps);
  expect([ends, erases]).toMatchObject([{ every: '2 * * * *' }, { every: '27 * * * *' }]);
});

test('what the person reads says until when, why, and what happens with the data', async () => {
  at(new Date('2031-01-10T10:00:00Z'));
  const who = await person(app);
  await people.notice({ id: who.id, on: true, reason: 'Gasimo program.' });
  await people.terminate({ id: who.id, reason: 'Netačni podaci.' });
  await sendMails(app);
  const [notice, terminated] = await app.db.select().from(mails).where(eq(mails.to, who.email)).orderBy(mails.number);
  expect(notice!.subject).toBe('Otkaz ugovora: nalog važi do 9. februara 2031.');
  for (const words of ['30 dana', 'Gasimo program.', 'najkasnije 25. februara 2031;'])
    expect(notice!.text).toContain(words);
  expect(terminated!.subject).toBe('Ugovor je raskinut i nalog je zatvoren');
  for (const words of ['Netačni podaci.', 'najkasnije 25. januara 2031;', 'osim dela koji potiče iz zloupotrebe'])
    expect(terminated!.text).toContain(words);
  at(start);
});
