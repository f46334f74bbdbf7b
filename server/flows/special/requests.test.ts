import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { daysLater } from '#domain/day.ts';
import { requestableMonths } from '#domain/special/rules.ts';
import { dayOf } from '#domain/time.ts';
import { templates } from '../../emails.ts';
import { writeMessage } from '../../platform/mail/write-mail.ts';
import { mails } from '../../platform/mail.schema.ts';
import { specialRequests } from '../../special/schema.ts';
import { testAdverts } from '../../test/adverts.ts';
import { testApp } from '../../test/app.ts';
import { exactly } from '../../test/counts.ts';
import { call, codeOfCall, person, type TestPerson } from '../../test/people.ts';

/** Where too few TVs show the special package, a company leaves a request and staff answer it. */

const app = await testApp({ env: { SPECIAL_PACKAGE_CHECK: 'refuse' } });
const { db, clock } = app;
clock.now = new Date('2027-03-01T11:10:00Z');
const staff = call(app, await person(app, 'superAdmin'));
const desk = staff.special.admin;
const own = (who: TestPerson) => call(app, who).special.own;

const newRequest = (more: Partial<Parameters<ReturnType<typeof own>['request']>[0]> = {}) => ({
  id: randomUUID(),
  company: 'Pekara Zvezda',
  contact: 'Mara Ilić, 060 1234567',
  month: '2027-05',
  message: 'Tople kifle, Niš i okolina.',
  ...more,
});
const mailsNamed = (template: string, to: string) =>
  db.select({ props: mails.props }).from(mails).where(sql`template = ${template} and "to" = ${to}`);

test('a company asks once however often it is sent, staff answer by mail, and close it; then it may ask again', async () => {
  const who = await person(app);
  const asked = newRequest();
  const codes = await Promise.all([1, 2, 3].map(() => codeOfCall(own(who).request(asked))));
  expect(codes).toEqual(['ok', 'ok', 'ok']);
  expect(await codeOfCall(own(who).request(newRequest({ month: '2027-06' }))), 'one is open at a time').toBe(
    'SPECIAL_REQUEST_WAITS',
  );
  const { id, ...words } = asked;
  expect(await own(who).requests()).toMatchObject([{ id, ...words, answer: null, closedAt: null }]);
  expect(await mailsNamed('special.requested', app.config.superAdmin.email)).toMatchObject([
    { props: { company: 'Pekara Zvezda', month: '2027-05' } },
  ]);
  const [came] = await db.select().from(mails).where(sql`template = 'special.requested'`);
  expect(await writeMessage(app.deps, templates, came!)).toMatchObject({ reader: 'staff' });
  expect(await desk.requests()).toMatchObject([{ id, companyId: who.id, email: who.email }]);
  expect((await staff.admin.today()).asked).toEqual({ total: exactly(1), oldest: clock.now.toISOString() });

  const answers = await Promise.all(
    ['Možete od maja.', 'Javljamo se u maju.'].map((answer) => codeOfCall(desk.answer({ id, answer }))),
  );
  expect(answers.toSorted(), 'two of staff at once').toEqual(['SPECIAL_REQUEST_ANSWERED', 'ok']);
  const [told] = await own(who).requests();
  expect(told!.answeredAt).toEqual(clock.now.toISOString());
  expect(await codeOfCall(desk.answer({ id, answer: told!.answer! })), 'sent again after a lost answer').toBe('ok');
  expect(await mailsNamed('special.request-answered', who.email)).toMatchObject([
    { props: { answer: told!.answer, month: '2027-05' } },
  ]);
  expect((await staff.admin.today()).asked).toEqual({ total: exactly(0), oldest: null });
  expect(await desk.requests(), 'it stays until it is closed').toHaveLength(1);

  await desk.close({ id });
  await desk.close({ id });
  expect(await desk.requests()).toEqual([]);
  expect(await codeOfCall(desk.answer({ id, answer: 'Još nešto.' }))).toBe('SPECIAL_REQUEST_GONE');
  expect(await codeOfCall(own(who).request(newRequest({ month: '2027-06' })))).toBe('ok');
  const entries = await db.ask<{ action: string }>(
    `select action from audit_log where subject_id = '${who.id}' and action like 'special.%' order by id`,
  );
  expect(entries.map(({ action }) => action)).toEqual([
    'special.requested',
    'special.request-answered',
    'special.request-closed',
    'special.requested',
  ]);
  await db.delete(specialRequests);
});

test('what nobody has answered stands on top, and the request of an erased account goes with it', async () => {
  const [first, second] = [await person(app), await person(app)];
  const [early, late] = [newRequest(), newRequest()];
  await own(first).request(early);
  clock.now = new Date(clock.now.getTime() + 60_000);
  await own(second).request(late);
  await desk.answer({ id: early.id, answer: 'Javljamo se.' });
  expect((await desk.requests()).map(({ id }) => id)).toEqual([late.id, early.id]);
  await staff.accounts.admin.people.erase({ id: second.id, email: second.email });
  expect((await desk.requests()).map(({ id }) => id)).toEqual([early.id]);
  await db.delete(specialRequests);
});

test('only the twelve offered months, and only while the package is not sold', async () => {
  const who = await person(app);
  const offered = requestableMonths(dayOf(clock.now));
  expect([offered.length, offered[0], offered.at(-1)]).toEqual([12, '2027-03', '2028-02']);
  for (const month of ['2027-02', '2028-03'])
    expect(await codeOfCall(own(who).request(newRequest({ month })))).toBe('SPECIAL_REQUEST_MONTH');
  expect(await codeOfCall(own(who).request(newRequest({ contact: 'Ana' })))).toBe('BAD_REQUEST');
  expect(await codeOfCall(desk.answer({ id: randomUUID(), answer: 'Javljamo se.' }))).toBe('SPECIAL_REQUEST_GONE');
  expect(await codeOfCall(desk.close({ id: randomUUID() }))).toBe('SPECIAL_REQUEST_GONE');

  const adverts = await testAdverts(app);
  const host = await person(app);
  const places = [];
  for (let n = 0; n < 100; n += 1)
    places.push(
      (await adverts.tv({ venue: 'cafe', confirmedAt: clock.now, confirmedHow: 'visit' }, { owner: host })).id,
    );
  await db.execute(sql`insert into tv_days (tv_id, day, leased, banners)
    select unnest(${sql.param(places)}::uuid[]), ${daysLater(dayOf(clock.now), -1)}::date, 1, 1`);
  expect(await codeOfCall(own(who).request(newRequest()))).toBe('SPECIAL_SOLD_AGAIN');
  expect(await db.$count(specialRequests, eq(specialRequests.profileId, who.id))).toBe(0);
});

test('nobody else reads or answers a request', async () => {
  const who = await person(app);
  await db
    .insert(specialRequests)
    .values({ ...newRequest(), month: '2027-05-01', profileId: who.id, madeAt: clock.now });
  const other = call(app, await person(app)).special;
  expect(await other.own.requests()).toEqual([]);
  const { id } = (await own(who).requests())[0]!;
  expect(await codeOfCall(other.admin.requests())).toBe('FORBIDDEN');
  expect(await codeOfCall(other.admin.answer({ id, answer: 'Ne.' }))).toBe('FORBIDDEN');
  expect(await codeOfCall(call(app).special.own.request(newRequest()))).toBe('UNAUTHORIZED');
});
