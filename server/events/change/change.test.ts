import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, asc, desc, eq, inArray, like, sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { acceptedDifferences, paymentParts } from '../../bank/schema.ts';
import { templates } from '../../emails.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { renderMail, writeMessage } from '../../platform/mail/write-mail.ts';
import { mails } from '../../platform/mail.schema.ts';
import { testApp } from '../../test/app.ts';
import { emptyBooks, faultsOf } from '../../test/books.ts';
import { readStatementsPatiently } from '../../test/patience.ts';
import { call, person } from '../../test/people.ts';
import { newReservation } from '../../test/reservations.ts';
import { camtFile } from '../../test/statements.ts';
import { remindUnpaid } from '../jobs.ts';
import { mailProgramme } from '../places/programme.ts';
import { eventChanges, eventChoices, eventDetails, reservations } from '../schema.ts';

readStatementsPatiently();
const app = await testApp({ env: { EVENT_CAPACITY: 'apartment-package=1,two-tickets-accommodation=9' } });
const { db, deps } = app;
const visitor = call(app);
const admin = await person(app, 'admin');
const organiser = call(app, admin);
const { change } = organiser.events.admin;

const MAY = new Date('2027-05-10T10:00:00Z');
app.clock.now = MAY;

/** Every story has a year of its own: nothing of another one is left. */
afterEach(async () => {
  expect(await faultsOf(db), 'the books say what happened').toEqual([]);
  await emptyBooks(db);
  app.clock.now = MAY;
  await db.delete(eventChoices);
  await db.delete(eventChanges);
  await db.delete(acceptedDifferences);
  await db.delete(paymentParts);
  await db.delete(reservations);
  await db.delete(eventDetails);
  await db.delete(mails);
});

let guests = 0;
async function guest({ paid = false, ...requested }: { paid?: boolean } & Parameters<typeof newReservation>[0] = {}) {
  guests += 1;
  const email = `gost-${guests}@primer.rs`;
  const personalInfo = { ...newReservation().personalInfo, email };
  const { number, link } = await visitor.events.reserve(newReservation({ ...requested, personalInfo }));
  const row = await rowOf(number);
  if (paid) await organiser.events.admin.confirm({ id: row.id });
  const token = link.split('/').at(-1)!;
  return { id: row.id, number, email, token, page: () => visitor.events.ticket({ token }) };
}

async function rowOf(number: number) {
  const [row] = await db.select().from(reservations).where(eq(reservations.number, number));
  return row!;
}

const wanted = async (kind: 'moved' | 'cancelled', more = {}) => {
  const { preview } = await change.state();
  const { packages, ...shown } = preview;
  return { id: randomUUID(), kind, reason: 'Hotel je zatvoren zbog radova.', shown, ...more };
};
const NEW_DAYS = { firstDay: '2027-10-04', chooseUntil: '2027-05-24' };
const cancelEvent = async () => change.make(await wanted('cancelled'));
const moveEvent = async (days = NEW_DAYS) => change.make(await wanted('moved', days));

const mailsOf = async (to: string) =>
  (await db.select().from(mails).where(eq(mails.to, to)).orderBy(asc(mails.createdAt))).map(({ template }) => template);
const mailed = async (to: string, template: string) => {
  const [row] = await db
    .select()
    .from(mails)
    .where(and(eq(mails.to, to), eq(mails.template, template)));
  return row!;
};

test('before anything is changed the organiser sees whom it concerns: reservations and tickets by package, money, mails', async () => {
  await guest({ paid: true, selectedPackage: 'two-tickets-accommodation' });
  await guest({ paid: true, selectedCountry: 'CG', selectedPackage: 'ticket-only' });
  await guest({ selectedPackage: 'ticket-only' });
  const { preview, changes } = await change.state();
  expect(preview).toMatchObject({
    reservations: 3,
    mails: 3,
    money: expect.arrayContaining([
      { amount: 3_201_100, currency: 'RSD' },
      { amount: 9_999, currency: 'EUR' },
    ]),
    packages: expect.arrayContaining([
      { packageId: 'two-tickets-accommodation', waiting: 0, paid: 1, tickets: 2 },
      { packageId: 'ticket-only', waiting: 1, paid: 1, tickets: 1 },
    ]),
  });
  expect(changes).toEqual([]);
});

test('cancelled in one action: tickets open nothing, the money is on the list, everybody has one mail, nobody reserves any more', async () => {
  const ana = await guest({ paid: true });
  const marko = await guest();
  const code = (await ana.page()).tickets[0]!.token;
  await cancelEvent();

  expect(await ana.page()).toMatchObject({
    status: 'otkazano',
    tickets: [],
    instructions: null,
    change: { kind: 'cancelled', reason: 'Hotel je zatvoren zbog radova.', choice: { open: false } },
  });
  expect(await marko.page()).toMatchObject({ status: 'otkazano', instructions: null });
  await expect(visitor.events.ticketPdf({ token: ana.token })).rejects.toMatchObject({ code: 'TICKET_UNKNOWN' });
  app.clock.now = new Date('2027-09-20T07:00:00Z');
  expect(await organiser.events.admin.door.check({ key: randomUUID(), code })).toMatchObject({ verdict: 'cancelled' });
  app.clock.now = MAY;

  const owed = await organiser.bank.owed.list({});
  expect(owed.rows).toMatchObject([{ number: ana.number, amount: 1_600_500, currency: 'RSD', owedBy: admin.email }]);
  expect(await mailsOf(ana.email)).toEqual(['events.reserved', 'events.confirmed', 'events.called-off']);
  expect(await mailsOf(marko.email)).toEqual(['events.reserved', 'events.called-off']);
  expect((await mailed(ana.email, 'events.called-off')).props).toMatchObject({
    owed: [{ amount: 1_600_500, currency: 'RSD' }],
  });

  await expect(visitor.events.reserve(newReservation())).rejects.toMatchObject({ code: 'EVENT_CANCELLED' });
  await expect(organiser.events.admin.confirm({ id: marko.id })).rejects.toMatchObject({
    code: 'RESERVATION_CANCELLED',
  });
  app.clock.now = new Date('2027-05-20T10:00:00Z');
  expect(await remindUnpaid(deps)).toBe(0);
  expect((await visitor.events.offer()).event).toMatchObject({ firstDay: '2027-09-20', change: { kind: 'cancelled' } });
  const calendar = await (await visitor.events.calendar()).text();
  expect(calendar).toContain('STATUS:CANCELLED');
});

test('what was given back is written down with who and when, and the organiser sees how much is left', async () => {
  await guest({ paid: true });
  await guest({ paid: true, selectedPackage: 'ticket-only' });
  await cancelEvent();
  const { rows } = await organiser.bank.owed.list({});
  await organiser.bank.owed.mark({ id: rows[0]!.id, returned: true });
  const state = await change.state();
  expect([state.owed, state.returned]).toEqual([
    [{ amount: rows[1]!.amount, currency: 'RSD' }],
    [{ amount: rows[0]!.amount, currency: 'RSD' }],
  ]);
  const all = await organiser.bank.owed.list({ returned: true });
  expect(all.rows.find(({ id }) => id === rows[0]!.id)).toMatchObject({
    returnedBy: admin.email,
    returnedAt: MAY.toISOString(),
  });
});

test('moved in one action: all dates follow, tickets stay valid, and each guest has one mail', async () => {
  const ana = await guest({ paid: true });
  const marko = await guest();
  await moveEvent();

  expect((await visitor.events.offer()).event).toMatchObject({
    firstDay: '2027-10-04',
    change: { kind: 'moved', from: '2027-09-20' },
  });
  expect(await ana.page()).toMatchObject({
    status: 'placeno',
    event: { firstDay: '2027-10-04' },
    namesUntil: '2027-10-03T22:00:00.000Z',
    change: { choice: { made: null, open: true, until: '2027-05-24T22:00:00.000Z' } },
  });
  expect(await marko.page()).toMatchObject({ status: 'pending', change: { kind: 'moved', choice: null } });
  expect(await mailsOf(ana.email)).toEqual(['events.reserved', 'events.confirmed', 'events.moved']);
  expect((await mailed(ana.email, 'events.moved')).props).toMatchObject({
    from: '2027-09-20',
    event: { firstDay: '2027-10-04' },
    chooseUntil: '2027-05-24T21:59:59.999Z',
    tickets: [{ code: String(ana.number) }],
  });
  expect((await mailed(marko.email, 'events.moved')).props).toMatchObject({ chooseUntil: null, tickets: [] });
  expect(await (await visitor.events.calendar()).text()).toContain('DTSTART;VALUE=DATE:20271004');

  const code = (await ana.page()).tickets[0]!.token;
  const check = () => organiser.events.admin.door.check({ key: randomUUID(), code });
  app.clock.now = new Date('2027-09-20T07:00:00Z');
  expect(await check()).toMatchObject({ verdict: 'wrong-day', firstDay: '2027-10-04' });
  expect(await organiser.events.admin.door.state()).toMatchObject({ open: false, day: '2027-10-04' });
  app.clock.now = new Date('2027-10-04T07:00:00Z');
  expect(await check()).toMatchObject({ verdict: 'valid' });
  expect((await ana.page()).past).toBe(false);
  app.clock.now = new Date('2027-10-05T22:00:00Z');
  expect((await ana.page()).past).toBe(true);
});

test('who paid and gave every ticket away reads that they hold for the new date, of no ticket in the mail, and may ask for the money', async () => {
  const ana = await guest({ paid: true, selectedPackage: 'two-tickets-accommodation' });
  const sava = { firstName: 'Sava', lastName: 'Savić', email: 'sava@primer.rs' };
  for (const { position, firstName, lastName } of (await ana.page()).places)
    await visitor.events.places.give({ token: ana.token, position, shown: { firstName, lastName }, person: sava });
  await moveEvent();

  const letter = (await writeMessage(deps, templates, await mailed(ana.email, 'events.moved')))!;
  const text = (await renderMail(letter, app.config.publicUrl)).text.replaceAll(/\s+/g, ' ');
  expect(letter.attachments!.map(({ name }) => name)).toEqual(['siri-vidik.ics']);
  expect(text).toContain('Vaša rezervacija i karte koje ste ustupili važe za novi datum.');
  expect(text).toContain('do 24. maja 2027. na strani rezervacije možete da tražite novac');
  expect(text).not.toMatch(/u prilogu|ono što ste uplatili/);
});

test('who reserves after a move reserves for the new date and has nothing to choose', async () => {
  await moveEvent();
  app.clock.now = new Date('2027-05-11T10:00:00Z');
  const late = await guest({ paid: true });
  expect(await late.page()).toMatchObject({ event: { firstDay: '2027-10-04' }, change: null });
  expect((await mailed(late.email, 'events.reserved')).props).toMatchObject({ event: { firstDay: '2027-10-04' } });
  await expect(visitor.events.choose({ token: late.token, choice: 'refund' })).rejects.toMatchObject({
    code: 'CHOICE_CLOSED',
  });
});

test('after a move whoever paid asks for the money, changes the choice, and the last one counts', async () => {
  const ana = await guest({ paid: true });
  await moveEvent();
  const choose = (choice: 'keep' | 'refund') => visitor.events.choose({ token: ana.token, choice });
  await choose('refund');
  await choose('refund');
  expect(await ana.page()).toMatchObject({
    status: 'otkazano',
    tickets: [],
    change: { choice: { made: 'refund', open: true, returned: false, money: [{ amount: 1_600_500 }] } },
  });
  expect((await organiser.bank.owed.list({})).rows).toMatchObject([{ number: ana.number }]);
  expect((await change.state()).changes[0]!.choices).toEqual({ keep: 0, refund: 1, open: 0 });

  await choose('keep');
  expect(await ana.page()).toMatchObject({ status: 'placeno', tickets: [{ position: 1 }] });
  expect((await organiser.bank.owed.list({})).rows).toEqual([]);
  expect((await organiser.events.admin.totals({})).totals).toMatchObject([
    { paid: 1, arrived: [{ amount: 1_600_500, currency: 'RSD' }] },
  ]);
  expect((await mailsOf(ana.email)).slice(3)).toEqual(['events.choice-made', 'events.choice-made']);
  const kept = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.action, 'events.choice-made'), eq(auditLog.subjectId, ana.id)));
  expect(kept).toHaveLength(2);
});

test('a choice is closed after its day, when the money was given back, and when the place is somebody else’s', async () => {
  const ana = await guest({ paid: true });
  const last = await guest({ paid: true, selectedPackage: 'apartment-package' });
  await moveEvent();
  await visitor.events.choose({ token: ana.token, choice: 'refund' });
  const [part] = (await organiser.bank.owed.list({})).rows;
  await organiser.bank.owed.mark({ id: part!.id, returned: true });
  expect((await ana.page()).change!.choice).toMatchObject({ open: false, returned: true });
  await expect(visitor.events.choose({ token: ana.token, choice: 'keep' })).rejects.toMatchObject({
    code: 'MONEY_RETURNED',
  });

  await visitor.events.choose({ token: last.token, choice: 'refund' });
  await guest({ selectedPackage: 'apartment-package' });
  await expect(visitor.events.choose({ token: last.token, choice: 'keep' })).rejects.toMatchObject({
    code: 'SOLD_OUT',
  });

  const kept = await guest({ paid: true });
  await expect(visitor.events.choose({ token: kept.token, choice: 'keep' })).resolves.toEqual({ choice: 'keep' });
  app.clock.now = new Date('2027-05-24T22:00:00Z');
  await expect(visitor.events.choose({ token: kept.token, choice: 'refund' })).rejects.toMatchObject({
    code: 'CHOICE_CLOSED',
  });
});

/** A statement with one payment of the reservation; answers with its line. */
async function came({ page }: Awaited<ReturnType<typeof guest>>, amount: string) {
  const { reference } = (await page()).instructions!;
  const file = new File([camtFile([{ amount, currency: 'RSD', reference }])], 'izvod');
  const answer = await organiser.bank.statements.import({ file });
  if (answer.kind !== 'imported') throw new Error('a mapping is wanted');
  const [line] = (await organiser.bank.lines.list({ importId: answer.importId, all: true })).rows;
  return line!;
}

test('a ticket is not taken back when what paid for it was decided anew meanwhile: nobody has both, or a ticket for nothing', async () => {
  const ana = await guest();
  const { lines } = organiser.bank;
  const { id } = await came(ana, '16005.00');
  await lines.decide({ id, decision: 'confirm' });
  await moveEvent();
  const choose = (choice: 'keep' | 'refund') => visitor.events.choose({ token: ana.token, choice });
  await choose('refund');
  expect((await ana.page()).change!.choice).toMatchObject({ open: true, isPart: false });
  await lines.reopen({ id });
  expect((await ana.page()).change!.choice).toMatchObject({ open: false, money: [] });
  await expect(choose('keep'), 'the payment waits for a decision').rejects.toMatchObject({ code: 'CHOICE_CLOSED' });
  await lines.decide({ id, decision: 'return', reason: 'Na zahtev kupca' });
  expect((await ana.page()).change!.choice).toMatchObject({ open: false, money: PRICE });
  await expect(choose('keep'), 'it is owed back whatever the guest chooses').rejects.toMatchObject({
    code: 'CHOICE_CLOSED',
  });
  expect(await ana.page()).toMatchObject({ status: 'otkazano', tickets: [] });
  const { rows } = await organiser.bank.owed.list({});
  expect(rows).toMatchObject([{ number: ana.number, amount: 1_600_500 }]);
  await organiser.bank.owed.mark({ id: rows[0]!.id, returned: true });
  expect((await ana.page()).change!.choice).toMatchObject({ open: false, returned: true });
  await expect(choose('keep'), 'it was given back').rejects.toMatchObject({ code: 'MONEY_RETURNED' });
  await organiser.bank.owed.mark({ id: rows[0]!.id, returned: false });
  await lines.reopen({ id });
});

const PRICE = [{ amount: 1_600_500, currency: 'RSD' }];

/** Paid by hand and once more by the bank; the second payment was given back, or waits for it. `undo` leaves nothing to the next story. */
async function paidTwice({ returned = true } = {}) {
  const ana = await guest();
  const { lines, owed } = organiser.bank;
  const { id } = await came(ana, '16005.00');
  await organiser.events.admin.confirm({ id: ana.id });
  await lines.decide({ id, decision: 'return', reason: 'Plaćeno dva puta' });
  const second = (await owed.list({})).rows[0]!.id;
  if (returned) await owed.mark({ id: second, returned });
  const undo = async () => {
    await owed.mark({ id: second, returned: false });
    await lines.reopen({ id });
  };
  return { ...ana, undo };
}

test('after a move a second payment that was given back earlier is not the ticket’s money, and closes no choice', async () => {
  const ana = await paidTwice();
  await moveEvent();
  const choose = (choice: 'keep' | 'refund') => visitor.events.choose({ token: ana.token, choice });
  await choose('refund');
  expect((await ana.page()).change!.choice).toMatchObject({
    made: 'refund',
    open: true,
    money: PRICE,
    returned: false,
  });
  await choose('keep');
  expect(await ana.page()).toMatchObject({ status: 'placeno', change: { choice: { money: PRICE, returned: false } } });
  await choose('refund');
  await organiser.bank.owed.mark({ id: (await organiser.bank.owed.list({})).rows[0]!.id, returned: true });
  expect((await ana.page()).change!.choice).toMatchObject({ open: false, returned: true });
  await expect(choose('keep')).rejects.toMatchObject({ code: 'MONEY_RETURNED' });
  await ana.undo();
});

test('when the event is cancelled the page names what is owed, without a second payment that was given back earlier', async () => {
  const ana = await paidTwice();
  await cancelEvent();
  expect((await ana.page()).change!.choice).toMatchObject({ money: PRICE, returned: false });
  await ana.undo();
});

test('whoever paid twice reads in the mail and on the page how much goes back: both payments, also the one decided on before', async () => {
  const twice = [{ amount: 3_201_000, currency: 'RSD' }];
  const ana = await paidTwice({ returned: false });
  await moveEvent();
  await visitor.events.choose({ token: ana.token, choice: 'refund' });
  expect((await ana.page()).change!.choice).toMatchObject({ money: twice });
  expect((await mailed(ana.email, 'events.choice-made')).props).toMatchObject({ owed: twice });
  await visitor.events.choose({ token: ana.token, choice: 'keep' });
  await cancelEvent();
  expect((await ana.page()).change!.choice).toMatchObject({ money: twice });
  expect((await mailed(ana.email, 'events.called-off')).props).toMatchObject({ owed: twice });
  await ana.undo();
});

test('nobody but whoever reserved chooses: not with a ticket’s link, not unpaid, not with a strange token', async () => {
  const ana = await guest({ paid: true, selectedPackage: 'two-tickets-accommodation' });
  const unpaid = await guest();
  await moveEvent();
  const [, second] = (await ana.page()).tickets;
  expect((await visitor.events.ticket({ token: second!.token })).change).toMatchObject({ choice: null });
  const refused = async (token: string) =>
    visitor.events.choose({ token, choice: 'refund' }).then(
      () => 'done',
      (error) => error.code,
    );
  expect(await refused(second!.token)).toBe('TICKET_UNKNOWN');
  expect(await refused('nepoznat')).toBe('TICKET_UNKNOWN');
  expect(await refused(unpaid.token)).toBe('CHOICE_CLOSED');
  expect((await organiser.bank.owed.list({})).rows).toEqual([]);
});

test('a reservation of which a part came is chosen for, too, and waits for its rest again when it is kept', async () => {
  const ana = await guest();
  const row = await rowOf(ana.number);
  const came = { amount: 500_000, currency: 'RSD', state: 'waiting', decidedBy: 'x', decidedAt: MAY } as const;
  await db.insert(paymentParts).values({ reservationId: row.id, ...came });
  await moveEvent();
  expect((await mailed(ana.email, 'events.moved')).props).toMatchObject({ chooseUntil: expect.any(String) });
  await visitor.events.choose({ token: ana.token, choice: 'refund' });
  expect((await organiser.bank.owed.list({})).rows).toMatchObject([{ amount: 500_000 }]);
  expect((await ana.page()).change!.choice).toMatchObject({ made: 'refund', open: true, isPart: true });
  await db.delete(mails).where(eq(mails.template, 'events.choice-made'));
  await visitor.events.choose({ token: ana.token, choice: 'keep' });
  expect(await ana.page()).toMatchObject({ status: 'pending', instructions: { amount: { amount: 1_100_500 } } });
  expect((await ana.page()).change!.choice).toMatchObject({ made: 'keep', open: true, isPart: true });
  const letter = (await writeMessage(deps, templates, await mailed(ana.email, 'events.choice-made')))!;
  expect(letter.subject).toBe(`Zadržavate rezervaciju br. ${ana.number}`);
  const { text } = await renderMail(letter, app.config.publicUrl);
  expect(text.replaceAll(/\s+/g, ' ')).toContain('rezervacija ponovo važi i čeka ostatak uplate.');
});

test('a part-paid scarce place is not kept beside another unpaid one of the same address, and is once that one is paid', async () => {
  const ana = await guest({ selectedPackage: 'apartment-package' });
  const came = { amount: 500_000, currency: 'RSD', state: 'waiting', decidedBy: 'x', decidedAt: MAY } as const;
  await db.insert(paymentParts).values({ reservationId: ana.id, ...came });
  await moveEvent();
  await visitor.events.choose({ token: ana.token, choice: 'refund' });
  const personalInfo = { ...newReservation().personalInfo, email: ana.email };
  const selectedPackage = 'two-tickets-accommodation';
  const other = await visitor.events.reserve(newReservation({ selectedPackage, personalInfo }));
  const keep = () => visitor.events.choose({ token: ana.token, choice: 'keep' });
  await expect(keep()).rejects.toMatchObject({ code: 'SCARCE_PLACE_HELD', status: 409 });
  expect(await ana.page()).toMatchObject({ status: 'otkazano', change: { choice: { made: 'refund', open: true } } });
  await organiser.events.admin.confirm({ id: (await rowOf(other.number)).id });
  await keep();
  expect(await ana.page()).toMatchObject({ status: 'pending' });
});

test('the same action twice, at once and again, is one change and one mail', async () => {
  const ana = await guest({ paid: true });
  const asked = await wanted('cancelled');
  await Promise.all([change.make(asked), change.make(asked)]);
  await change.make(asked);
  expect((await change.state()).changes).toHaveLength(1);
  expect((await mailsOf(ana.email)).filter((name) => name === 'events.called-off')).toHaveLength(1);
  await expect(change.make({ ...asked, id: randomUUID() })).rejects.toMatchObject({ code: 'EVENT_CANCELLED' });
  await expect(change.make({ ...asked, ...NEW_DAYS, id: randomUUID(), kind: 'moved' })).rejects.toMatchObject({
    code: 'EVENT_CANCELLED',
  });
});

test('what was shown is what is done: a reservation made meanwhile is asked about again', async () => {
  const asked = await wanted('cancelled');
  const ana = await guest();
  await expect(change.make(asked)).rejects.toMatchObject({
    code: 'EVENT_STATE_CHANGED',
    data: { preview: { reservations: 1, mails: 1 } },
  });
  expect((await ana.page()).status).toBe('pending');
});

test('while somebody reserves, the event is cancelled: either the reservation is cancelled with it or it is refused', async () => {
  const asked = await wanted('cancelled');
  const [reserved] = await Promise.allSettled([
    visitor.events.reserve(newReservation()),
    change.make(asked).catch(() => cancelEvent()),
  ]);
  if (reserved.status === 'rejected') expect(reserved.reason.code).toBe('EVENT_CANCELLED');
  const left = await db.select().from(reservations).where(eq(reservations.status, 'pending'));
  expect(left).toEqual([]);
});

test('while somebody takes a ticket back after all, the event is cancelled: no ticket stands afterwards', async () => {
  const ana = await guest({ paid: true });
  await moveEvent();
  await visitor.events.choose({ token: ana.token, choice: 'refund' });
  const asked = await wanted('cancelled');
  const under: Promise<unknown>[] = [];
  await db.transaction(async (tx) => {
    // So that the choice has looked at the event and is not written yet.
    await tx.execute(sql`lock table event_choices in exclusive mode`);
    under.push(visitor.events.choose({ token: ana.token, choice: 'keep' }).catch(() => 'refused'));
    await sleep(300);
    under.push(change.make(asked).catch(() => cancelEvent()));
    await sleep(300);
  });
  await Promise.all(under);
  expect((await change.state()).event.change).toMatchObject({ kind: 'cancelled' });
  const left = inArray(reservations.status, ['pending', 'placeno']);
  expect(await db.select().from(reservations).where(left)).toEqual([]);
});

test('days that cannot be are refused: past ones, the same, more than a year away, a choice after the beginning', async () => {
  const asked = await wanted('moved', NEW_DAYS);
  const wrong = [
    { firstDay: undefined },
    { firstDay: '2027-05-10' },
    { firstDay: '2027-09-20' },
    { firstDay: '2028-09-20' },
    { chooseUntil: undefined },
    { chooseUntil: '2027-05-09' },
    { chooseUntil: '2027-10-04' },
  ];
  for (const days of wrong)
    await expect(change.make({ ...asked, ...days }), JSON.stringify(days)).rejects.toMatchObject({
      code: 'EVENT_DAY_WRONG',
    });
  app.clock.now = new Date('2027-09-19T22:00:00Z');
  await expect(change.make({ ...asked, ...NEW_DAYS })).rejects.toMatchObject({ code: 'EVENT_BEGUN' });
  app.clock.now = new Date('2027-09-21T22:00:00Z');
  await expect(change.make(await wanted('cancelled'))).rejects.toMatchObject({ code: 'EVENT_BEGUN' });
});

test('moved back, guests choose anew; what was published for the old days is not shown until it is published again', async () => {
  const details = {
    directions: {
      checkIn: '20. septembra od 8:30',
      roomsFrom: '',
      phone: '+381601234567',
      landmarks: { bus: 'a', road: 'b', parking: 'c' },
    },
    timetable: [
      [{ time: '08:30', title: 'Prijava', about: '' }],
      [{ time: '09:00', title: 'Rad', about: '' }],
    ] as never,
  };
  const { version } = await organiser.events.admin.details.save({ ...details, version: 0 });
  const ana = await guest({ paid: true });
  app.clock.now = new Date('2027-09-10T08:00:00Z');
  expect(await mailProgramme(deps)).toBe(1);
  await moveEvent({ firstDay: '2027-09-25', chooseUntil: '2027-09-20' });
  expect(await ana.page()).toMatchObject({ directions: null, timetable: null });
  expect((await visitor.events.offer()).published).toEqual({ directions: false, timetable: false });
  expect(await organiser.events.admin.details.get()).toMatchObject({ outdated: true, firstDay: '2027-09-25' });
  app.clock.now = new Date('2027-09-12T08:00:00Z');
  expect(await mailProgramme(deps)).toBe(0);

  await organiser.events.admin.details.save({ ...details, version });
  expect(await ana.page()).toMatchObject({ directions: details.directions });
  expect(await mailProgramme(deps), 'once for the new date').toBe(1);
  expect(await mailProgramme(deps)).toBe(0);

  await visitor.events.choose({ token: ana.token, choice: 'keep' });
  app.clock.now = new Date('2027-09-13T08:00:00Z');
  await moveEvent({ firstDay: '2027-09-20', chooseUntil: '2027-09-18' });
  expect((await ana.page()).change!.choice).toMatchObject({ made: null, open: true });
  expect((await change.state()).changes.map(({ firstDay }) => firstDay)).toEqual(['2027-09-20', '2027-09-25']);
});

test('moved again, whoever asked for the money is told of the new date and may take the ticket back, unless it was given back', async () => {
  const [ana, returned] = [await guest({ paid: true }), await guest({ paid: true })];
  await moveEvent();
  for (const { token } of [ana, returned]) await visitor.events.choose({ token, choice: 'refund' });
  const owed = (await organiser.bank.owed.list({})).rows.find(({ number }) => number === returned.number);
  await organiser.bank.owed.mark({ id: owed!.id, returned: true });

  app.clock.now = new Date('2027-05-12T10:00:00Z');
  expect((await change.state()).preview).toMatchObject({ reservations: 0, mails: 0, askedBack: 1 });
  await moveEvent({ firstDay: '2027-09-20', chooseUntil: '2027-06-30' });
  expect((await mailsOf(ana.email)).filter((name) => name === 'events.moved')).toHaveLength(2);
  expect((await mailsOf(returned.email)).filter((name) => name === 'events.moved')).toHaveLength(1);
  const [told] = await db.select().from(mails).where(eq(mails.to, ana.email)).orderBy(desc(mails.createdAt)).limit(1);
  const letter = (await writeMessage(deps, templates, told!))!;
  const text = (await renderMail(letter, app.config.publicUrl)).text.replaceAll(/\s+/g, ' ');
  expect(text).toContain('Zbog ranijeg datuma ste tražili novac.');
  expect(text).toContain('do 30. juna 2027. na strani rezervacije možete da se predomislite');
  expect(letter.attachments).toEqual([]);

  expect((await ana.page()).change!.choice).toMatchObject({ made: 'refund', open: true, money: PRICE });
  expect((await returned.page()).change!.choice).toMatchObject({ made: 'refund', open: false, returned: true });
  expect((await change.state()).changes[0]!.choices).toEqual({ keep: 0, refund: 2, open: 0 });
  await visitor.events.choose({ token: ana.token, choice: 'keep' });
  expect(await ana.page()).toMatchObject({ status: 'placeno', event: { firstDay: '2027-09-20' } });
});

test('a payment that lapsed before the event was cancelled goes back when it comes', async () => {
  const lapsed = await guest();
  await db.update(reservations).set({ status: 'isteklo', lapsedAt: MAY }).where(eq(reservations.id, lapsed.id));
  await cancelEvent();
  expect((await rowOf(lapsed.number)).status).toBe('otkazano');
  expect(await mailsOf(lapsed.email)).not.toContain('events.called-off');
  await expect(organiser.events.admin.confirm({ id: lapsed.id })).rejects.toMatchObject({
    code: 'RESERVATION_CANCELLED',
  });
});

test('the log says who changed the event, and what became of each reservation', async () => {
  await guest({ paid: true });
  const made = await cancelEvent();
  const [event] = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.action, 'events.called-off'), like(auditLog.subjectId, '2027')))
    .orderBy(asc(auditLog.at));
  expect(event).toMatchObject({ actorEmail: admin.email });
  expect(made.changes).toMatchObject([{ kind: 'cancelled', madeBy: admin.email, madeAt: MAY.toISOString() }]);
});
