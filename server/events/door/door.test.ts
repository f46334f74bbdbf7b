import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { HOUR_MS } from '#domain/day.ts';
import type { DoorList } from '#domain/events/door/rules.ts';
import { paymentParts } from '../../bank/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { testApp } from '../../test/app.ts';
import { call, person } from '../../test/people.ts';
import { newReservation } from '../../test/reservations.ts';
import { doorChecks, reservations } from '../schema.ts';
import { signToken } from '../tickets/ticket-token.ts';

const DAY_ONE = new Date('2027-09-20T07:12:00Z');
const DAY_TWO = new Date('2027-09-21T06:40:00Z');
const REHEARSAL = new Date('2027-09-10T15:00:00Z');

const app = await testApp({ env: { EVENT_REHEARSAL_DAY: '2027-09-01, 2027-09-10' } });
app.clock.now = new Date('2027-05-01T10:00:00Z');
const { db, deps } = app;
const visitor = call(app);
const staff = await person(app, 'admin');
const main = call(app, staff).events.admin.door;
const terrace = call(app, await person(app, 'admin')).events.admin.door;

async function reserved(requested: Parameters<typeof newReservation>[0] = {}) {
  const before = app.clock.now;
  app.clock.now = new Date('2027-05-01T10:00:00Z');
  const { number, link } = await visitor.events.reserve(
    newReservation({ personalInfo: { email: `gost-${randomUUID().slice(0, 8)}@primer.rs` }, ...requested }),
  );
  app.clock.now = before;
  const [row] = await db.select().from(reservations).where(eq(reservations.number, number));
  return { id: row!.id, number, token: link.split('/').at(-1)! };
}

async function paid(requested: Parameters<typeof newReservation>[0] = {}) {
  const made = await reserved(requested);
  await call(app, staff).events.admin.confirm({ id: made.id });
  return { ...made, page: await visitor.events.ticket({ token: made.token }) };
}

const family = { selectedPackage: 'two-tickets-accommodation' } as const;
const check = (at: typeof main, code: string | number, more: object = {}) =>
  at.check({ key: randomUUID(), code: String(code), door: at === main ? 'Glavni ulaz' : 'Terasa', ...more });
const listed = async (number: number) => {
  const { guests } = JSON.parse((await main.guests()).list) as DoorList;
  return guests.find((guest) => guest.number === number);
};
const actionsOf = async (id: string) =>
  (await db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id)).map(({ action }) => action);

test('a ticket admits once on a day, whatever way it is shown, and the second door learns when and where', async () => {
  const { page, number, id, token } = await paid();
  const { token: ticket, link } = page.tickets[0]!;
  app.clock.now = DAY_ONE;
  const first = await check(main, link);
  expect(first).toMatchObject({ verdict: 'valid', name: 'Jelena Đorđević', number, position: 1, count: 1 });
  for (const code of [link, ticket, token, String(number), `#${number}`, `${number}-1`]) {
    const again = await check(terrace, code);
    expect(again).toMatchObject({ verdict: 'used', entry: { door: 'Glavni ulaz' } });
    expect(new Date(again.entry!.at)).toEqual(DAY_ONE);
  }
  const [seen] = (await visitor.events.ticket({ token: ticket })).tickets;
  expect(seen).toMatchObject({ entries: [DAY_ONE.toISOString()] });
  expect((await actionsOf(id)).slice(-7)).toEqual(['events.admitted', ...Array(6).fill('events.check-refused')]);
});

test('twenty doors at once admit one ticket once', async () => {
  const { page } = await paid();
  app.clock.now = DAY_ONE;
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => check(n % 2 ? main : terrace, page.tickets[0]!.token)),
  );
  const verdicts = answers.map(({ verdict }) => verdict);
  expect(verdicts.filter((verdict) => verdict === 'valid')).toHaveLength(1);
  expect(verdicts.filter((verdict) => verdict === 'used')).toHaveLength(19);
});

test('the same key is one check, however often it is sent, also at once: the answer stays “valid”', async () => {
  const { number, id } = await paid();
  app.clock.now = DAY_ONE;
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 8 }, () => check(main, number, { key })));
  for (const answer of answers) expect(answer).toMatchObject({ verdict: 'valid', entry: { key } });
  app.clock.now = new Date(DAY_ONE.getTime() + 60_000);
  expect(await check(main, number, { key })).toMatchObject({ verdict: 'valid', entry: { key } });
  expect(await main.outcome({ key })).toMatchObject({ verdict: 'valid', code: String(number) });
  expect((await actionsOf(id)).filter((action) => action === 'events.admitted')).toHaveLength(1);
  expect(await main.outcome({ key: randomUUID() })).toBeNull();
  const strange = randomUUID();
  await Promise.all([1, 2, 3].map(() => check(main, 'nije karta', { key: strange })));
  expect(await db.$count(doorChecks, eq(doorChecks.key, strange))).toBe(1);
});

test('a number with two tickets asks whose it is and writes nothing, however often it is typed', async () => {
  const { number, token } = await paid(family);
  app.clock.now = DAY_ONE;
  const key = randomUUID();
  for (const code of [number, `#${number}`, token]) {
    const asked = await check(main, code, { key });
    expect(asked).toMatchObject({ verdict: 'choose', entry: null });
    expect(asked.choices.map((one) => one.code)).toEqual([`${number}-1`, `${number}-2`]);
  }
  expect(await main.outcome({ key })).toBeNull();
  expect(await check(main, `${number}-2`)).toMatchObject({ verdict: 'valid', position: 2, count: 2 });
  const asked = await check(main, number);
  expect(asked.choices.map(({ entry }) => entry?.door ?? null)).toEqual([null, 'Glavni ulaz']);
  expect(await check(main, `${number}-3`)).toMatchObject({ verdict: 'unknown' });
});

test('before the event, between its years and after it nobody is let in, and the refusal is recorded', async () => {
  const { number, id } = await paid();
  for (const moment of ['2027-09-19T21:59:00Z', '2027-09-21T22:00:00Z', '2027-05-02T09:00:00Z']) {
    app.clock.now = new Date(moment);
    expect(await check(main, number)).toMatchObject({ verdict: 'wrong-day', name: 'Jelena Đorđević', entry: null });
  }
  const [entry] = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, id), eq(auditLog.action, 'events.check-refused')));
  expect(entry!.after).toMatchObject({ ticket: String(number), door: 'Glavni ulaz', verdict: 'wrong-day' });
  app.clock.now = new Date('2027-09-19T22:00:00Z');
  expect(await check(main, number)).toMatchObject({ verdict: 'valid' });
});

test('who came on day one is let in on day two, and both days are remembered', async () => {
  const { number, page } = await paid();
  app.clock.now = DAY_ONE;
  expect(await check(main, number)).toMatchObject({ verdict: 'valid', earlier: null });
  app.clock.now = DAY_TWO;
  const second = await check(terrace, number);
  expect(second).toMatchObject({ verdict: 'valid', earlier: { door: 'Glavni ulaz', at: DAY_ONE.toISOString() } });
  expect(await check(terrace, number)).toMatchObject({ verdict: 'used', entry: { door: 'Terasa' } });
  const [ticket] = (await visitor.events.ticket({ token: page.tickets[0]!.token })).tickets;
  expect(ticket!.entries).toEqual([DAY_ONE.toISOString(), DAY_TWO.toISOString()]);
});

test('entries of the rehearsal do not count on the days of the event', async () => {
  const { number } = await paid();
  app.clock.now = REHEARSAL;
  expect(await main.state()).toMatchObject({ open: true, day: '2027-09-10', dayNumber: 0, admitted: 0 });
  expect(await check(main, number)).toMatchObject({ verdict: 'valid', admitted: 1 });
  app.clock.now = new Date(DAY_ONE.getTime() - HOUR_MS);
  const before = await main.state();
  const first = await check(main, number);
  expect(first).toMatchObject({ verdict: 'valid', admitted: before.admitted + 1, earlier: null });
  const { key } = first.entry!;
  expect(await main.outcome({ key })).toMatchObject({ verdict: 'valid', earlier: null });
  app.clock.now = DAY_TWO;
  expect(await listed(number)).toMatchObject({ entry: null, earlier: { key } });
});

test('the guest list of the first day calls nobody of the rehearsal let in before', async () => {
  const { number } = await paid();
  app.clock.now = REHEARSAL;
  const { entry } = await check(main, number);
  expect(await listed(number)).toMatchObject({ entry: { key: entry!.key }, earlier: null });
  app.clock.now = DAY_ONE;
  expect(await listed(number)).toMatchObject({ entry: null, earlier: null });
});

test('unpaid, unknown, forged and foreign codes are refused and recorded', async () => {
  const { number, token, id } = await reserved();
  app.clock.now = DAY_ONE;
  const amount = { amount: 1_600_500, currency: 'RSD' };
  for (const code of [number, token])
    expect(await check(main, code)).toMatchObject({ verdict: 'unpaid', number, amount });
  expect((await actionsOf(id)).slice(1)).toEqual(['events.check-refused', 'events.check-refused']);
  const made = signToken(deps, 'ticket', '00000000-0000-4000-8000-000000000000');
  const foreign = ['999999', 'https://primer.rs/event/karta/abc', made, 'x'.repeat(500)];
  const refusedBefore = await db.$count(auditLog, eq(auditLog.subjectId, '2027'));
  for (const code of foreign)
    expect(await check(main, code)).toMatchObject({ verdict: 'unknown', name: null, code: null });
  expect(await db.$count(auditLog, eq(auditLog.subjectId, '2027'))).toBe(refusedBefore + foreign.length);
});

test('whoever has paid a part is asked at the door for what is missing, online and by the list', async () => {
  const { number, id } = await reserved();
  const came = { amount: 1_000_000, currency: 'RSD', state: 'waiting', decidedBy: 'x', decidedAt: DAY_ONE } as const;
  await db.insert(paymentParts).values({ reservationId: id, ...came });
  app.clock.now = DAY_ONE;
  const rest = { amount: { amount: 600_500, currency: 'RSD' } };
  expect(await check(main, number)).toMatchObject({ verdict: 'unpaid', ...rest });
  expect(await listed(number)).toMatchObject({ status: 'pending', ...rest });
});

test('an entry that is taken back frees the ticket; every undo has a reason and happens once', async () => {
  const { number, id } = await paid();
  app.clock.now = DAY_ONE;
  const { entry, admitted } = await check(main, number);
  const { key } = entry!;
  await expect(main.undo({ key, reason: ' ' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  expect(await terrace.undo({ key, reason: 'Pogrešna osoba' })).toMatchObject({ admitted: admitted - 1 });
  expect(await main.undo({ key, reason: 'Dvaput pročitano' })).toMatchObject({ admitted: admitted - 1 });
  const undone = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, id), eq(auditLog.action, 'events.entry-undone')));
  expect(undone.map(({ after }) => after)).toEqual([{ ticket: String(number), reason: 'Pogrešna osoba' }]);
  expect(await check(terrace, number)).toMatchObject({ verdict: 'valid' });
  // The answer to the first check stays what it was, and it cannot be taken back a second time.
  expect(await main.undo({ key, reason: 'Ponovo' })).toMatchObject({ admitted });
  expect(await check(main, number)).toMatchObject({ verdict: 'used', entry: { door: 'Terasa' } });
  await expect(main.undo({ key: randomUUID(), reason: 'Nema ga' })).rejects.toMatchObject({ code: 'ENTRY_GONE' });
});

test('a used ticket is let in all the same only with a reason, and is not counted twice', async () => {
  const { number, id } = await paid();
  app.clock.now = DAY_ONE;
  const { admitted } = await check(main, number);
  await expect(check(main, number, { reason: '  ' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  expect(await check(terrace, number, { reason: 'Povratak posle pauze' })).toMatchObject({
    verdict: 'again',
    entry: { door: 'Glavni ulaz' },
    admitted,
  });
  expect((await actionsOf(id)).at(-1)).toBe('events.admitted-again');
  const unpaid = await reserved();
  expect(await check(main, unpaid.number, { reason: 'Poznajemo ga' })).toMatchObject({ verdict: 'unpaid' });
});

test('two doors that let the same ticket in while one had no connection are both told', async () => {
  const { number, id } = await paid();
  app.clock.now = new Date(DAY_ONE.getTime() + 10 * 60_000);
  const offline = { at: DAY_ONE.toISOString() };
  await check(main, number);
  const key = randomUUID();
  const late = await check(terrace, number, { key, offline });
  expect(late).toMatchObject({ verdict: 'clash', code: String(number) });
  expect(await check(terrace, number, { key, offline })).toMatchObject({ verdict: 'clash' });
  const { clashes } = await main.state();
  expect(clashes.find(({ code }) => code === String(number))?.doors).toEqual([
    { door: 'Terasa', at: DAY_ONE.toISOString() },
    { door: 'Glavni ulaz', at: app.clock.now.toISOString() },
  ]);
  expect((await actionsOf(id)).filter((action) => action === 'events.entry-clashed')).toHaveLength(1);
});

test('an entry sent later counts at the moment it happened, not when it arrived, and never in the future', async () => {
  const { number, page } = await paid();
  app.clock.now = DAY_TWO;
  expect(await check(main, number, { offline: { at: DAY_ONE.toISOString() } })).toMatchObject({ verdict: 'valid' });
  const [ticket] = (await visitor.events.ticket({ token: page.tickets[0]!.token })).tickets;
  expect(ticket!.entries).toEqual([DAY_ONE.toISOString()]);
  const ahead = await check(main, number, { offline: { at: '2027-09-21T20:00:00Z' } });
  expect(new Date(ahead.entry!.at)).toEqual(DAY_TWO);
});

test('an entry of a year that no calendar has is refused', async () => {
  const { number } = await paid();
  await expect(check(main, number, { offline: { at: '0000-01-01T00:00:00Z' } })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
});

test('a check whose answer was lost and whom the list let in is the same entry when it is sent again', async () => {
  const { number } = await paid();
  app.clock.now = DAY_ONE;
  const [admitted, refused] = [randomUUID(), randomUUID()];
  await check(main, number, { key: admitted });
  expect(await check(main, number, { key: admitted, offline: { at: DAY_ONE.toISOString() } })).toMatchObject({
    verdict: 'valid',
  });
  // Refused here, but the lost answer was never read: by its list the other door let the person in.
  expect(await check(terrace, number, { key: refused })).toMatchObject({ verdict: 'used' });
  expect(await check(terrace, number, { key: refused, offline: { at: DAY_ONE.toISOString() } })).toMatchObject({
    verdict: 'clash',
  });
  expect(await check(terrace, number, { key: refused })).toMatchObject({ verdict: 'clash' });
});

test('a guest let in by the list whose reservation is gone meanwhile is refused, and the log knows of the entry', async () => {
  const { number, id } = await reserved();
  app.clock.now = DAY_ONE;
  expect(await check(main, number, { offline: { at: DAY_ONE.toISOString() } })).toMatchObject({ verdict: 'unpaid' });
  const [entry] = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, id), eq(auditLog.action, 'events.check-refused')));
  expect(entry!.after).toMatchObject({ verdict: 'unpaid', offline: true });
});

test('only the organiser’s people stand at a door', async () => {
  const member = call(app, await person(app, 'member')).events.admin.door;
  await expect(check(member, '101')).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(member.guests()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(visitor.events.admin.door.check({ key: randomUUID(), code: '101' })).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  });
});
