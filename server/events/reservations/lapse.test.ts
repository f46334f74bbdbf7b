import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { ticketCopy } from '#domain/events/ticket/card-copy.ts';
import { templates } from '../../emails.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { mails } from '../../platform/mail.schema.ts';
import { testApp } from '../../test/app.ts';
import { readStatementsPatiently } from '../../test/patience.ts';
import { call, person } from '../../test/people.ts';
import { newReservation } from '../../test/reservations.ts';
import { camtFile, confirmExact } from '../../test/statements.ts';
import { eventJobs } from '../jobs.ts';
import { reservations } from '../schema.ts';
import { takenSeats } from './capacity.ts';
import { lapseUnpaid } from './lapse.ts';

readStatementsPatiently();
const app = await testApp({ env: { EVENT_CAPACITY: 'apartment-package=3,two-tickets-accommodation=50' } });
const { db, deps } = app;
const visitor = call(app);
const admin = await person(app, 'admin');
const organiser = call(app, admin).events.admin;
const { bank } = call(app, admin);

const at = (when: string) => {
  app.clock.now = new Date(when);
};
const START = '2027-05-01T10:00:00Z';
/** Two days before the last day of what was reserved at the start; that day's evening; the morning after. */
const NOTICE = '2027-05-06T07:12:00Z';
const LAST_EVENING = '2027-05-08T21:30:00Z';
const AFTER = '2027-05-09T06:12:00Z';

const AFTER_JSON = new Date(AFTER).toISOString();

const lapse = () => eventJobs(deps)['events.lapse'].work();
const stranger = () => `${randomUUID().slice(0, 8)}@primer.rs`;
async function reserved(requested: Parameters<typeof newReservation>[0] = {}) {
  const full = newReservation({
    selectedPackage: 'apartment-package',
    ...requested,
    personalInfo: { email: stranger(), ...requested.personalInfo },
  });
  const answer = await visitor.events.reserve(full);
  const [row] = await db.select().from(reservations).where(eq(reservations.number, answer.number));
  return { ...answer, id: row!.id, requested: full, token: answer.link.split('/').at(-1)! };
}
const statusOf = async (id: string) => (await db.select().from(reservations).where(eq(reservations.id, id)))[0]!.status;
const mailsOf = async (email: string) =>
  (await db.select().from(mails).where(eq(mails.to, email)).orderBy(mails.createdAt)).map(({ template }) => template);
const forgetAll = async () => {
  await db.execute(sql`truncate payment_parts, statement_imports, porudzbine cascade`);
};
beforeEach(forgetAll);

test('an unpaid scarce place is announced two days before and given back after its day; everybody is mailed', async () => {
  at(START);
  const { id, email, number, instructions, token } = await reserved();
  expect(instructions).toMatchObject({ lapses: true, dueAt: '2027-05-08T21:59:59.000Z' });
  await lapse();
  expect(await mailsOf(email)).toEqual(['events.reserved']);

  at(NOTICE);
  await Promise.all([lapse(), lapse()]);
  await lapse();
  expect(await mailsOf(email)).toEqual(['events.reserved', 'events.lapsing']);
  at(LAST_EVENING);
  await lapse();
  expect(await statusOf(id)).toBe('pending');
  expect(await takenSeats(db, 'apartment-package', 2027)).toBe(1);

  at(AFTER);
  await Promise.all([lapse(), lapse()]);
  await lapse();
  expect(await statusOf(id)).toBe('isteklo');
  expect(await mailsOf(email)).toEqual(['events.reserved', 'events.lapsing', 'events.expired']);
  expect(await takenSeats(db, 'apartment-package', 2027)).toBe(0);
  const entries = await db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id);
  expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
    ['events.reserved', 'visitor'],
    ['events.lapse-announced', 'system'],
    ['events.lapsed', 'system'],
  ]);

  expect(await visitor.events.ticket({ token })).toMatchObject({
    status: 'isteklo',
    instructions: null,
    tickets: [],
    lapsedAt: AFTER_JSON,
  });
  expect((await organiser.list({ status: 'isteklo' })).rows).toMatchObject([{ number, lapsedAt: AFTER_JSON }]);
  expect((await organiser.list({ status: 'pending' })).total.count).toBe(0);
  const { totals, overdue } = await organiser.totals({});
  expect(totals.filter(({ packageId }) => packageId === 'apartment-package')).toEqual([]);
  expect(overdue).toBe(0);
  expect(await (await organiser.export({ format: 'csv', status: 'isteklo' })).text()).toContain(';Isteklo;');
  expect(await organiser.door.check({ key: randomUUID(), code: String(number) })).toMatchObject({ verdict: 'lapsed' });
  expect(ticketCopy.lapsedTitle).toBe('Rezervacija je istekla');
});

test('packages without a capacity wait, whatever happens, and nothing says that they lapse', async () => {
  at(START);
  const { id, email, instructions } = await reserved({ selectedPackage: 'ticket-only' });
  expect(instructions.lapses).toBe(false);
  at('2027-06-20T08:12:00Z');
  await lapse();
  expect(await statusOf(id)).toBe('pending');
  expect(await mailsOf(email)).toEqual(['events.reserved']);
  const [mail] = await db.select().from(mails).where(eq(mails.to, email));
  const letter = await templates['events.reserved'](mail!.props as never, { config: app.config, db } as never);
  expect(JSON.stringify(letter.body)).not.toMatch(/oslobađa|oslobodi/);
});

test('the mails of a scarce place name its day', async () => {
  at(START);
  const { email } = await reserved();
  at(NOTICE);
  await lapse();
  for (const row of await db.select().from(mails).where(eq(mails.to, email))) {
    const write = templates[row.template as 'events.reserved'];
    const letter = await write(row.props as never, { config: app.config, db } as never);
    const text = JSON.stringify(letter.body);
    expect(text).toContain('mesto čuvamo do 8. maja 2027. Ako uplata');
    expect(text).not.toContain('.,');
  }
});

test('a server that was away announces later and gives back two days after the announcement, never sooner', async () => {
  at(START);
  const { id, email, token } = await reserved();
  at('2027-05-20T08:12:00Z');
  await lapse();
  expect(await statusOf(id)).toBe('pending');
  expect((await visitor.events.ticket({ token })).instructions!.dueAt).toBe('2027-05-22T21:59:59.000Z');
  at('2027-05-22T20:12:00Z');
  await lapse();
  expect(await statusOf(id)).toBe('pending');
  at('2027-05-23T06:12:00Z');
  await lapse();
  expect(await statusOf(id)).toBe('isteklo');
  expect(await mailsOf(email)).toEqual(['events.reserved', 'events.lapsing', 'events.expired']);
});

test('a place that was not announced is not given back, however long ago its day was', async () => {
  at(START);
  const { id } = await reserved();
  at('2027-06-20T08:12:00Z');
  expect(await lapseUnpaid(deps)).toBe(0);
  expect(await statusOf(id)).toBe('pending');
});

test('reservations made before their package had a capacity get their day with the announcement', async () => {
  at(START);
  const { id, requested } = await reserved({ selectedPackage: 'ticket-only' });
  await db.update(reservations).set({ packageId: 'apartment-package' }).where(eq(reservations.id, id));
  at(NOTICE);
  await lapse();
  expect(await mailsOf(requested.personalInfo.email)).toEqual(['events.reserved', 'events.lapsing']);
  at(AFTER);
  await lapse();
  expect(await statusOf(id)).toBe('isteklo');
});

test('a payment recorded at the moment of lapsing: the place is paid or given back, never both', async () => {
  for (let round = 0; round < 12; round += 1) {
    at(START);
    const { id, email } = await reserved({ selectedPackage: 'two-tickets-accommodation' });
    at(NOTICE);
    await lapse();
    at(AFTER);
    const [confirmed] = await Promise.allSettled([organiser.confirm({ id }), lapse(), lapse()]);
    expect(confirmed.status).toBe('fulfilled');
    expect(await statusOf(id)).toBe('placeno');
    const sent = await mailsOf(email);
    expect(sent.filter((template) => template === 'events.confirmed')).toHaveLength(1);
    const paid = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, id), eq(auditLog.action, 'events.paid')));
    expect(paid.map(({ before }) => before)).toEqual([
      { status: sent.includes('events.expired') ? 'isteklo' : 'pending' },
    ]);
    await lapse();
    expect(await statusOf(id)).toBe('placeno');
  }
});

async function lapsedOne() {
  at(START);
  const one = await reserved();
  at(NOTICE);
  await lapse();
  at(AFTER);
  await lapse();
  expect(await statusOf(one.id)).toBe('isteklo');
  return one;
}
const imported = async (reference: string, rest: { payer?: string; amount?: string } = {}) => {
  const entry = { reference, amount: '18349.00', currency: 'RSD' as const, bankReference: randomUUID(), ...rest };
  const answer = await bank.statements.import({ file: new File([camtFile([entry])], 'izvod') });
  if (answer.kind !== 'imported') throw new Error('a mapping is wanted');
  return answer.importId;
};

test('a payment that comes after the lapse is found, is not confirmed with the others, and takes the place again when staff decide so', async () => {
  const { id, number, email, instructions } = await lapsedOne();
  const importId = await imported(instructions.reference);
  const { rows } = await bank.lines.list({ importId });
  const { verdicts } = await bank.statements.sums({ importId });
  expect([verdicts.lapsed, verdicts.exact]).toMatchObject([{ lines: 1 }, { lines: 0 }]);
  expect(rows).toMatchObject([{ verdict: 'lapsed', reservation: { number, lapsedAt: AFTER_JSON } }]);
  expect(await confirmExact(bank, importId)).toEqual({ confirmed: 0 });
  await bank.lines.decide({ id: rows[0]!.id, decision: 'confirm' });
  expect(await statusOf(id)).toBe('placeno');
  expect((await mailsOf(email)).at(-1)).toBe('events.confirmed');
  expect(await takenSeats(db, 'apartment-package', 2027)).toBe(1);
});

/** A part of the price came in time, and what is decided about it is prepared. */
async function partOf({ instructions }: { instructions: { reference: string } }) {
  const importId = await imported(instructions.reference, { amount: '10000.00' });
  const [line] = (await bank.lines.list({ importId })).rows;
  return () => bank.lines.decide({ id: line!.id, decision: 'part', shown: 1_834_900 });
}
const partDeadlines = async () =>
  (await call(app, admin).admin.today()).deadlines!.filter(({ kind }) => kind === 'part');

test('a place of which a part has come does not lapse: staff are told of its day until the rest has come or they cancel it', async () => {
  at(START);
  const [paid, cancelled] = [await reserved(), await reserved()];
  for (const one of [paid, cancelled]) await (await partOf(one))();
  expect((await visitor.events.ticket({ token: paid.token })).instructions).toMatchObject({ lapses: false });
  at(NOTICE);
  await lapse();
  expect(await mailsOf(paid.email)).toEqual(['events.reserved', 'events.part-came', 'events.lapsing']);
  expect(await partDeadlines()).toEqual([]);
  at(LAST_EVENING);
  const told = { day: '2027-05-08', paper: '2027', amount: { amount: 834_900, currency: 'RSD' } };
  expect((await partDeadlines()).map(({ number }) => number)).toEqual([paid.number, cancelled.number]);

  at(AFTER);
  await Promise.all([lapse(), lapse()]);
  await lapse();
  for (const { id } of [paid, cancelled]) expect(await statusOf(id)).toBe('pending');
  expect(await takenSeats(db, 'apartment-package', 2027)).toBe(2);
  expect(await partDeadlines()).toMatchObject([
    { ...told, number: paid.number, name: 'Jelena Đorđević' },
    { ...told, number: cancelled.number },
  ]);
  expect((await organiser.totals({})).overdue).toBe(2);
  expect((await organiser.list({ overdue: true })).rows).toHaveLength(2);

  const shown = { status: 'pending', arrived: 1_000_000 } as const;
  await organiser.remove({ id: cancelled.id, shown, reason: 'Ostatak nije stigao' });
  expect((await mailsOf(cancelled.email)).at(-1)).toBe('events.cancelled');
  expect((await bank.owed.list({})).rows).toMatchObject([{ number: cancelled.number, amount: 1_000_000 }]);
  const importId = await imported(paid.instructions.reference, { amount: '8349.00' });
  expect(await confirmExact(bank, importId)).toEqual({ confirmed: 1 });
  expect(await statusOf(paid.id)).toBe('placeno');
  expect(await partDeadlines()).toEqual([]);
});

test('a part that is recorded at the moment of lapsing finds its place, every time: the payment waited for a decision', async () => {
  for (let round = 0; round < 8; round += 1) {
    await forgetAll();
    at(START);
    const one = await reserved();
    const decide = await partOf(one);
    at(NOTICE);
    await lapse();
    at(AFTER);
    await Promise.all([decide(), lapse(), lapse()]);
    await lapse();
    const [row] = await db.select().from(reservations).where(eq(reservations.id, one.id));
    expect(row).toMatchObject({ status: 'pending', arrived: 1_000_000 });
  }
});

test('a place that a payment on a statement names does not lapse while nobody has decided about it', async () => {
  at(START);
  const { id, email, instructions } = await reserved();
  at(NOTICE);
  await lapse();
  const importId = await imported(instructions.reference);
  at(AFTER);
  await lapse();
  expect(await statusOf(id)).toBe('pending');
  expect(await mailsOf(email)).toEqual(['events.reserved', 'events.lapsing']);
  const [line] = (await bank.lines.list({ importId })).rows;
  expect(line).toMatchObject({ state: 'open', verdict: 'exact' });
  await bank.lines.dismiss({ id: line!.id });
  await lapse();
  expect(await statusOf(id)).toBe('isteklo');
});

test('a payment that waits for a second person keeps the place that it is held for, whatever it names', async () => {
  at(START);
  const [named, linked] = [await reserved(), await reserved()];
  at(NOTICE);
  await lapse();
  const held = async (reference: string, reservationNumber: number) => {
    const importId = await imported(reference, { amount: '12000.00' });
    const [line] = (await bank.lines.list({ importId })).rows;
    const accept = { id: line!.id, decision: 'accept', shown: 1_834_900, reason: 'Ostatak u gotovini' } as const;
    expect(await bank.lines.decide({ ...accept, reservationNumber })).toMatchObject({ outcome: 'asked' });
    return (await bank.statements.sums({ importId })).holds[0]!.id;
  };
  await held(named.instructions.reference, named.number);
  const hold = await held('', linked.number);
  at(AFTER);
  await lapse();
  for (const { id } of [named, linked]) expect(await statusOf(id)).toBe('pending');
  await bank.desk.undo({ id: hold });
  await lapse();
  expect(await statusOf(linked.id), 'the payment names nobody').toBe('isteklo');
  expect(await statusOf(named.id)).toBe('pending');
});

test('when the decision on a part is taken back and the payment is not the guest’s, the lapse is announced anew', async () => {
  at(START);
  const { id, email, instructions } = await reserved();
  at(NOTICE);
  await lapse();
  const importId = await imported(instructions.reference, { amount: '10000.00' });
  const [line] = (await bank.lines.list({ importId })).rows;
  await bank.lines.decide({ id: line!.id, decision: 'part', shown: 1_834_900 });
  at(AFTER);
  await bank.lines.reopen({ id: line!.id });
  await lapse();
  expect((await mailsOf(email)).at(-1), 'the payment waits for a decision').toBe('events.part-came');
  await bank.lines.dismiss({ id: line!.id });
  await lapse();
  expect(await statusOf(id)).toBe('pending');
  expect((await mailsOf(email)).at(-1)).toBe('events.lapsing');
  at('2027-05-11T21:30:00Z');
  await lapse();
  expect(await statusOf(id)).toBe('pending');
  at('2027-05-12T06:12:00Z');
  await lapse();
  expect(await statusOf(id)).toBe('isteklo');
});

test('a statement that pays the rest at the moment of lapsing pays the place, every time', async () => {
  for (let round = 0; round < 8; round += 1) {
    await forgetAll();
    at(START);
    const one = await reserved();
    await (await partOf(one))();
    at(NOTICE);
    await lapse();
    at(AFTER);
    const importId = await imported(one.instructions.reference, { amount: '8349.00' });
    const [confirmed] = await Promise.all([confirmExact(bank, importId), lapse(), lapse()]);
    expect(confirmed).toEqual({ confirmed: 1 });
    expect(await statusOf(one.id)).toBe('placeno');
    expect((await mailsOf(one.email)).filter((template) => template === 'events.confirmed')).toHaveLength(1);
  }
});

test('by the payer’s name a lapsed reservation is suggested, a new one of the same person before it', async () => {
  const { number, requested } = await lapsedOne();
  const suggested = async () => {
    const importId = await imported('', { payer: 'Đorđević Jelena' });
    return (await bank.lines.list({ importId })).rows[0]!.suggestion?.number;
  };
  expect(await suggested()).toBe(number);
  const again = await reserved({ personalInfo: requested.personalInfo });
  expect(await suggested()).toBe(again.number);
});

test('when the place of a lapsed reservation is somebody else’s, its late payment is refused in words', async () => {
  const { id, instructions } = await lapsedOne();
  for (let n = 0; n < 3; n += 1) await reserved();
  const refusal = { code: 'LAPSED_PLACE_TAKEN', status: 409, message: expect.stringContaining('slobodnog mesta') };
  await expect(organiser.confirm({ id })).rejects.toMatchObject(refusal);
  const importId = await imported(instructions.reference);
  const [line] = (await bank.lines.list({ importId })).rows;
  await expect(bank.lines.decide({ id: line!.id, decision: 'confirm' })).rejects.toMatchObject(refusal);
  expect(await statusOf(id)).toBe('isteklo');
  expect((await bank.lines.list({ importId })).rows).toMatchObject([{ state: 'open', verdict: 'lapsed' }]);
});

test('a late payment and somebody new at once for the last place: one of the two has it', async () => {
  for (let round = 0; round < 8; round += 1) {
    await forgetAll();
    const { id } = await lapsedOne();
    await reserved();
    await reserved();
    await Promise.allSettled([organiser.confirm({ id }), reserved(), reserved(), organiser.confirm({ id })]);
    expect(await takenSeats(db, 'apartment-package', 2027)).toBe(3);
  }
});

test('one unpaid scarce place for an address, of all scarce packages, also when many ask at once', async () => {
  at(START);
  const email = stranger();
  const reserveAs = (selectedPackage: 'apartment-package' | 'two-tickets-accommodation' | 'ticket-only') =>
    visitor.events.reserve(newReservation({ selectedPackage, personalInfo: { email } }));
  const outcomes = await Promise.allSettled([
    ...Array.from({ length: 6 }, () => reserveAs('apartment-package')),
    ...Array.from({ length: 6 }, () => reserveAs('two-tickets-accommodation')),
  ]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(reserveAs('two-tickets-accommodation')).rejects.toMatchObject({
    code: 'SCARCE_PLACE_HELD',
    status: 409,
    message: expect.stringContaining('jedna rezervacija paketa sa ograničenim brojem mesta'),
  });
  await reserveAs('ticket-only');
  const [held] = await db
    .select()
    .from(reservations)
    .where(and(eq(reservations.email, email), eq(reservations.scarce, true)));
  await organiser.confirm({ id: held!.id });
  await reserveAs('two-tickets-accommodation');
});

test('a change to somebody’s address who holds a scarce place already is refused, and the same key goes on being answered', async () => {
  at(START);
  const first = await reserved();
  const second = await reserved({ selectedPackage: 'two-tickets-accommodation' });
  const changed = { ...second.requested, personalInfo: { ...second.requested.personalInfo, email: first.email } };
  await expect(visitor.events.reserve(changed)).rejects.toMatchObject({ code: 'SCARCE_PLACE_HELD' });
  expect(await visitor.events.reserve(second.requested)).toMatchObject({ number: second.number });
});

test('two scarce places corrected to one address at once: one is, the other is refused in words', async () => {
  at(START);
  const both = [await reserved(), await reserved({ selectedPackage: 'two-tickets-accommodation' })];
  const email = stranger();
  const correct = async (id: string) => {
    const [row] = await db.select().from(reservations).where(eq(reservations.id, id));
    const { firstName, lastName, email: mistyped, phone } = row!;
    const shown = { firstName, lastName, email: mistyped, phone };
    return organiser.correct({ id, shown, guest: { ...shown, email } });
  };
  let outcomes: Promise<PromiseSettledResult<unknown>[]> | undefined;
  await db.transaction(async (tx) => {
    // So that both have looked before one of them writes.
    await tx.execute(sql`lock table porudzbine in share row exclusive mode`);
    outcomes = Promise.allSettled(both.map(({ id }) => correct(id)));
    await sleep(300);
  });
  const settled = await outcomes!;
  expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const refused = settled.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
  expect(refused.reason).toMatchObject({ code: 'SCARCE_PLACE_HELD', status: 409 });
});

test('changing packages neither puts off the day nor keeps it where nothing is scarce', async () => {
  at(START);
  const { requested, instructions } = await reserved();
  at('2027-05-04T10:00:00Z');
  const other = await visitor.events.reserve({ ...requested, selectedPackage: 'two-tickets-accommodation' });
  expect(other.instructions.dueAt).toEqual(instructions.dueAt);
  const plain = await visitor.events.reserve({ ...requested, selectedPackage: 'ticket-only' });
  expect(plain.instructions.lapses).toBe(false);
  const scarce = await visitor.events.reserve({ ...requested, selectedPackage: 'apartment-package' });
  expect(scarce.instructions.dueAt).toBe('2027-05-11T21:59:59.000Z');
});

test('a dialog left open until its reservation lapsed says so', async () => {
  const { requested } = await lapsedOne();
  const lapsed = { code: 'RESERVATION_LAPSED', message: expect.stringContaining('istekla') };
  await expect(visitor.events.reserve(requested)).rejects.toMatchObject(lapsed);
  await expect(visitor.events.reserve({ ...requested, selectedPackage: 'ticket-only' })).rejects.toMatchObject(lapsed);
  const again = { ...requested, key: randomUUID() };
  await visitor.events.reserve(again);
  expect(await db.$count(reservations, eq(reservations.idempotencyKey, again.key))).toBe(1);
});

test('a lapsed reservation that is deleted is mailed with the reason', async () => {
  const other = await lapsedOne();
  const shown = { status: 'isteklo', arrived: 0 } as const;
  await organiser.remove({ id: other.id, shown, reason: 'Dupla rezervacija' });
  expect((await mailsOf(other.email)).at(-1)).toBe('events.cancelled');
});

test('a place that the event’s end keeps from lapsing is not announced to lapse, and has until then to be paid', async () => {
  at('2027-09-17T10:00:00Z');
  const { email, instructions } = await reserved();
  expect(instructions.dueAt).toBe('2027-09-21T21:59:59.000Z');
  at('2027-09-19T08:12:00Z');
  await lapse();
  expect(await mailsOf(email)).toEqual(['events.reserved']);
});

test('after the event nothing lapses any more', async () => {
  at('2027-09-18T10:00:00Z');
  const { id, email } = await reserved();
  at('2027-09-28T08:12:00Z');
  await lapse();
  expect(await statusOf(id)).toBe('pending');
  expect(await mailsOf(email)).toEqual(['events.reserved']);
  at(START);
});
