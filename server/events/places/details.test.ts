import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { dayText, parseTimetable } from '#domain/events/ticket/details.ts';
import { mails } from '../../platform/mail.schema.ts';
import { testApp } from '../../test/app.ts';
import { call, person } from '../../test/people.ts';
import { newReservation } from '../../test/reservations.ts';
import { eventJobs } from '../jobs.ts';
import { reservations } from '../schema.ts';

const app = await testApp();
app.clock.now = new Date('2027-05-01T10:00:00Z');
const { db, deps } = app;
const visitor = call(app);
const mina = await person(app, 'admin', { firstName: 'Mina', lastName: 'Đurić' });
const organiser = call(app, mina);

const directions = {
  checkIn: '20. septembra od 8:30',
  roomsFrom: '14:00',
  phone: '+382 20 000 000',
  landmarks: {
    bus: 'autobuska stanica, peške 12 minuta',
    road: 'magistrala iz pravca Bara',
    parking: 'parking za goste',
  },
};
const day = (text: string) => {
  const parsed = parseTimetable(text);
  if ('wrongLine' in parsed) throw new Error(`Line ${parsed.wrongLine}`);
  return parsed.entries;
};
const timetable: [ReturnType<typeof day>, ReturnType<typeof day>] = [
  day('08:30 Prijava i kafa\n10:00 Kako vodite sebe | Radionica na sopstvenom primeru'),
  day('9:00 Podela posla u ekipi'),
];

async function reserved(email: string, { paid = true } = {}) {
  const { number, link } = await visitor.events.reserve(newReservation({ personalInfo: { email } }));
  const [row] = await db.select().from(reservations).where(eq(reservations.number, number));
  if (paid) await organiser.events.admin.confirm({ id: row!.id });
  return { id: row!.id, token: link.split('/').at(-1)! };
}
const programmesTo = async (to: string) =>
  (await db.select().from(mails).where(eq(mails.to, to))).filter(({ template }) => template === 'events.programme')
    .length;
const send = () => eventJobs(deps)['events.programme'].work();

test('a day is read line by line, in the order of its hours, and a line without a time is named', () => {
  expect(day('10.00 Drugo\n\n9:15 Prvo | sa svima')).toEqual([
    { time: '09:15', title: 'Prvo', about: 'sa svima' },
    { time: '10:00', title: 'Drugo', about: '' },
  ]);
  expect(parseTimetable('08:30 Kafa\nRučak')).toEqual({ wrongLine: 2 });
  expect(parseTimetable('25:00 Kafa')).toEqual({ wrongLine: 1 });
  expect(day(dayText(timetable[0]))).toEqual(timetable[0]);
});

test('nothing is said of the way and the timetable until they are published; then every guest sees them', async () => {
  const { token } = await reserved('rada@primer.rs');
  expect((await visitor.events.offer()).published).toEqual({ directions: false, timetable: false });
  expect(await visitor.events.ticket({ token })).toMatchObject({ directions: null, timetable: null });
  app.clock.now = new Date('2027-09-10T08:00:00Z');
  await send();
  expect(await programmesTo('rada@primer.rs'), 'nothing to send').toBe(0);
  app.clock.now = new Date('2027-05-01T10:00:00Z');

  expect(await organiser.events.admin.details.get()).toMatchObject({ version: 0, mailDays: 14 });
  await organiser.events.admin.details.save({ version: 0, directions, timetable });
  expect((await visitor.events.offer()).published).toEqual({ directions: true, timetable: true });
  expect(await visitor.events.ticket({ token })).toMatchObject({ directions, timetable });
});

test('two organisers do not overwrite one another, the second reads who wrote, and the same sent twice is one change', async () => {
  const { version } = await organiser.events.admin.details.get();
  const changed = { ...directions, phone: '+382 20 111 111' };
  const saved = await organiser.events.admin.details.save({ version, directions: changed, timetable });
  expect(await organiser.events.admin.details.save({ version, directions: changed, timetable })).toEqual(saved);
  await expect(organiser.events.admin.details.save({ version, directions, timetable: null })).rejects.toMatchObject({
    code: 'DETAILS_CHANGED',
    data: { directions: changed, by: null, you: true },
  });
  const colleague = call(app, await person(app, 'admin'));
  await expect(colleague.events.admin.details.save({ version, directions, timetable: null })).rejects.toMatchObject({
    data: { by: 'Mina Đurić', you: false, at: expect.any(String) },
  });
  await expect(visitor.events.admin.details.save({ version, directions, timetable })).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  });
});

test('fourteen days before, who has paid is mailed once; who pays later is mailed then; who has not paid never', async () => {
  await reserved('placa@primer.rs');
  const late = await reserved('kasni@primer.rs', { paid: false });
  await reserved('neplaca@primer.rs', { paid: false });
  app.clock.now = new Date('2027-09-05T08:00:00Z');
  await send();
  expect(await programmesTo('placa@primer.rs'), 'fifteen days before').toBe(0);
  app.clock.now = new Date('2027-09-06T08:00:00Z');
  await Promise.all([send(), send()]);
  await send();
  expect(await programmesTo('placa@primer.rs')).toBe(1);
  expect(await programmesTo('kasni@primer.rs')).toBe(0);
  await organiser.events.admin.confirm({ id: late.id });
  await send();
  expect(await programmesTo('kasni@primer.rs')).toBe(1);
  expect(await programmesTo('neplaca@primer.rs')).toBe(0);
  app.clock.now = new Date('2027-09-21T08:00:00Z');
  const tooLate = await reserved('posle@primer.rs');
  await send();
  expect(await programmesTo('posle@primer.rs'), 'the event has begun').toBe(0);
  expect(tooLate.id).toBeTruthy();
  app.clock.now = new Date('2027-05-01T10:00:00Z');
});

test('a guest asks for the claim on a company before paying; the organiser has it, and later it is refused', async () => {
  const { token, id } = await reserved('firma@primer.rs', { paid: false });
  const claim = {
    companyName: 'Pekara Đurđevak d.o.o.',
    taxNumber: '100002887',
    registrationNumber: '17162543',
    address: 'Ulica 1, Niš',
  };
  await expect(visitor.events.claim({ token, claim: { ...claim, taxNumber: '12' } })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
  await visitor.events.claim({ token, claim });
  await visitor.events.claim({ token, claim });
  expect((await visitor.events.ticket({ token })).claim).toEqual(claim);
  const file = await organiser.events.admin.export({ format: 'csv' });
  expect(await file.text()).toContain('Pekara Đurđevak d.o.o.');
  const listed = await organiser.events.admin.list({ search: 'firma@primer.rs' });
  expect(listed.rows).toMatchObject([{ id, claim }]);
  expect((await organiser.events.admin.list({})).rows.filter((row) => row.id !== id && row.claim)).toEqual([]);
  await organiser.events.admin.confirm({ id });
  expect(await visitor.events.claim({ token, claim }), 'a lost answer').toEqual(claim);
  await expect(visitor.events.claim({ token, claim: { ...claim, companyName: 'Druga' } })).rejects.toMatchObject({
    code: 'CLAIM_CLOSED',
  });
  const { tickets } = await visitor.events.ticket({ token });
  expect(
    (await visitor.events.ticket({ token: tickets[0]!.token })).claim,
    'not on a ticket that is passed on',
  ).toBeNull();
});

test('a company that was named in another window is not written over unseen; the same company again is one', async () => {
  const { token } = await reserved('dve-firme@primer.rs', { paid: false });
  const claim = (companyName: string) => ({
    companyName,
    taxNumber: '100002887',
    registrationNumber: '17162543',
    address: 'Ulica 1, Niš',
  });
  const save = (shown: ReturnType<typeof claim> | null, companyName: string) =>
    visitor.events.claim({ token, shown, claim: claim(companyName) });
  await save(null, 'Pekara Đurđevak d.o.o.');
  await expect(save(null, 'Mlin Đukić')).rejects.toMatchObject({
    code: 'CLAIM_CHANGED',
    data: claim('Pekara Đurđevak d.o.o.'),
  });
  expect((await visitor.events.ticket({ token })).claim).toEqual(claim('Pekara Đurđevak d.o.o.'));
  await save(null, 'Pekara Đurđevak d.o.o.');
  await save(claim('Pekara Đurđevak d.o.o.'), 'Mlin Đukić');
  expect((await visitor.events.ticket({ token })).claim).toEqual(claim('Mlin Đukić'));
});
