import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DAY_MS } from '#domain/day.ts';
import { auditLog } from '../platform/audit.schema.ts';
import { mails } from '../platform/mail.schema.ts';
import { testAdverts } from '../test/adverts.ts';
import { testApp } from '../test/app.ts';
import { call, codeOfCall, person, type TestPerson } from '../test/people.ts';
import { reportObjections } from './schema.ts';

const app = await testApp();
const { db, clock } = app;
clock.now = new Date('2027-03-01T11:10:00Z');
const adverts = await testAdverts(app);
const staff = await person(app, 'superAdmin');
const desk = call(app, staff).campaigns.admin;
const ownOf = (who: TestPerson) => call(app, who).campaigns.own;
const days = (n: number) => {
  clock.now = new Date(clock.now.getTime() + n * DAY_MS);
};

async function ended() {
  const company = await adverts.company();
  const id = await adverts.campaign(company, { name: 'Tople kifle' });
  await adverts.approve(id);
  await ownOf(company).step({ id, to: 'end' });
  return { company, id };
}
const objectionTo = (id: string, month = '2027-03') => ({
  id,
  objection: randomUUID(),
  month,
  text: 'U petak je bilo više prikaza.',
});
const answersTo = async (who: TestPerson) =>
  (await db.select().from(mails).where(eq(mails.profileId, who.id))).filter(
    ({ template }) => template === 'campaigns.objection-answered',
  );

test('a company objects to a report once it is over, staff answer, and the company reads the answer in a mail and at the report', async () => {
  const { company, id } = await ended();
  expect(await ownOf(company).objections({ id })).toEqual({
    months: [{ month: '2027-03', until: '2027-04-30' }],
    objections: [],
  });
  const objection = objectionTo(id);
  expect(await ownOf(company).object(objection)).toEqual({ dueOn: '2027-03-16' });
  expect(await ownOf(company).object(objection), 'sent again it is the same one').toEqual({ dueOn: '2027-03-16' });
  expect(await codeOfCall(ownOf(company).object(objectionTo(id)))).toBe('REPORT_OBJECTION_WAITS');
  expect((await ownOf(company).objections({ id })).months, 'while one waits there is no form').toEqual([]);
  const [waiting] = await desk.objections();
  expect(waiting).toMatchObject({
    id: objection.objection,
    name: 'Tople kifle',
    month: '2027-03',
    text: objection.text,
    isLate: false,
  });

  const answer = { id: objection.objection, answer: 'Petak je proveren: bilo je 412 prikaza.' };
  const answers = [answer, { ...answer, answer: 'Drugi odgovor.' }].map((one) => codeOfCall(desk.answer(one)));
  expect((await Promise.all(answers)).sort(), 'two of staff at once').toEqual(['REPORT_OBJECTION_ANSWERED', 'ok']);
  const [mail, ...more] = await answersTo(company);
  expect(more).toEqual([]);
  const { objections, months } = await ownOf(company).objections({ id });
  const { answer: told } = mail!.props as { answer: string };
  expect(objections).toMatchObject([{ text: objection.text, answer: told }]);
  expect(await codeOfCall(desk.answer({ ...answer, answer: told })), 'sent again after a lost answer').toBe('ok');
  expect(await answersTo(company)).toHaveLength(1);
  expect(months, 'another one may follow').toEqual([{ month: '2027-03', until: '2027-04-30' }]);
  expect(await desk.objections()).toEqual([]);
  const written = await db.select().from(auditLog).where(eq(auditLog.subjectId, id));
  expect(written.map(({ action }) => action).filter((action) => action.includes('object'))).toEqual([
    'campaigns.objected',
    'campaigns.objection-answered',
  ]);
});

test('nobody objects to a month that is not over, is over for more than thirty days, or is another company’s', async () => {
  const company = await adverts.company();
  const running = await adverts.campaign(company);
  await adverts.approve(running);
  expect(await codeOfCall(ownOf(company).object(objectionTo(running)))).toBe('REPORT_NOT_FINAL');
  expect((await ownOf(company).objections({ id: running })).months).toEqual([]);
  await ownOf(company).step({ id: running, to: 'end' });
  const stranger = await adverts.company();
  expect(await codeOfCall(ownOf(stranger).object(objectionTo(running)))).toBe('NOT_FOUND');
  expect(await codeOfCall(ownOf(stranger).objections({ id: running }))).toBe('NOT_FOUND');
  expect(await codeOfCall(call(app, company).campaigns.admin.objections())).toBe('FORBIDDEN');
  clock.now = new Date('2027-04-30T21:59:00Z');
  const last = objectionTo(running);
  await ownOf(company).object(last);
  await desk.answer({ id: last.objection, answer: 'Proverili smo.' });
  clock.now = new Date('2027-04-30T22:00:00Z');
  expect(await codeOfCall(ownOf(company).object(objectionTo(running)))).toBe('REPORT_OBJECTION_LATE');
  expect(await codeOfCall(desk.answer({ id: randomUUID(), answer: 'Kome?' }))).toBe('REPORT_OBJECTION_GONE');
});

test('of two objections that are sent at once one is kept, and it is late on the desk after fifteen days', async () => {
  clock.now = new Date('2027-05-03T10:00:00Z');
  const { company, id } = await ended();
  const codes = await Promise.all([1, 2].map(() => codeOfCall(ownOf(company).object(objectionTo(id, '2027-05')))));
  expect(codes.sort()).toEqual(['REPORT_OBJECTION_WAITS', 'ok']);
  expect(await db.select().from(reportObjections).where(eq(reportObjections.campaignId, id))).toHaveLength(1);
  days(15);
  expect((await desk.objections()).map(({ isLate }) => isLate)).toEqual([false]);
  const { deadlines } = await call(app, staff).admin.today();
  expect(deadlines?.filter(({ kind }) => kind === 'report')).toMatchObject([{ paper: 'Tople kifle' }]);
  days(1);
  expect((await desk.objections()).map(({ isLate }) => isLate)).toEqual([true]);
});

test('a month of a campaign that runs is objected to until thirty days after its end', async () => {
  clock.now = new Date('2027-06-20T10:00:00Z');
  const company = await adverts.company();
  const id = await adverts.campaign(company, { endsAt: new Date('2027-12-31T23:00:00Z') });
  await adverts.approve(id);
  const object = (month: string, who = company) => codeOfCall(ownOf(who).object(objectionTo(id, month)));
  expect(await object('2027-06'), 'June is not over').toBe('REPORT_NOT_FINAL');
  clock.now = new Date('2027-06-30T22:00:00Z');
  const june = { month: '2027-06', until: '2027-07-30' };
  expect((await ownOf(company).objections({ id })).months, 'in Belgrade it is July').toEqual([june]);
  for (const other of ['2027-05', '2027-07', '2028-01']) expect(await object(other), other).toBe('REPORT_NOT_FINAL');
  expect(await object('2027-06', await adverts.company())).toBe('NOT_FOUND');
  const first = objectionTo(id, '2027-06');
  await Promise.all([ownOf(company).object(first), ownOf(company).object(first)]);
  expect(await db.select().from(reportObjections).where(eq(reportObjections.campaignId, id))).toMatchObject([
    { month: '2027-06', dueOn: '2027-07-16' },
  ]);
  await desk.answer({ id: first.objection, answer: 'Proverili smo.' });
  expect((await ownOf(company).objections({ id })).objections).toMatchObject([{ month: '2027-06' }]);
  clock.now = new Date('2027-07-30T21:59:00Z');
  expect((await ownOf(company).objections({ id })).months).toEqual([june]);
  clock.now = new Date('2027-07-30T22:00:00Z');
  expect((await ownOf(company).objections({ id })).months).toEqual([]);
  expect(await object('2027-06')).toBe('REPORT_OBJECTION_LATE');
  expect(await ownOf(company).object(first), 'what was sent in time and is sent again is the same one').toEqual({
    dueOn: '2027-07-16',
  });
  clock.now = new Date('2027-08-10T10:00:00Z');
  await ownOf(company).step({ id, to: 'end' });
  expect((await ownOf(company).objections({ id })).months, 'its last month as soon as it ends').toEqual([
    { month: '2027-07', until: '2027-08-30' },
    { month: '2027-08', until: '2027-09-30' },
  ]);
});

test('a campaign that runs until the last moment of a month has no month after that one', async () => {
  clock.now = new Date('2027-09-20T10:00:00Z');
  const company = await adverts.company();
  const id = await adverts.campaign(company, { endsAt: new Date('2027-09-30T22:00:00Z') });
  await adverts.approve(id);
  clock.now = new Date('2027-09-30T22:00:30Z');
  await adverts.runJobs();
  expect((await ownOf(company).objections({ id })).months).toEqual([{ month: '2027-09', until: '2027-10-30' }]);
  expect(await codeOfCall(ownOf(company).object(objectionTo(id, '2027-10')))).toBe('REPORT_NOT_FINAL');
  expect(await codeOfCall(ownOf(company).object(objectionTo(id, '2027-09')))).toBe('ok');
});
