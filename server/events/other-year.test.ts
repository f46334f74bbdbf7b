import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { placeOfReservation } from '#domain/admin/subject-pages.ts';
import type { EventMails } from '#domain/events/mail.ts';
import { formatReference, type ReservationNumber } from '#domain/events/payment/reference.ts';
import { users } from '../auth/schema.ts';
import { auditLog } from '../platform/audit.schema.ts';
import { mails } from '../platform/mail.schema.ts';
import { testApp } from '../test/app.ts';
import { exactly } from '../test/counts.ts';
import { readStatementsPatiently } from '../test/patience.ts';
import { call, person } from '../test/people.ts';
import { newReservation } from '../test/reservations.ts';
import { camtFile, dinars } from '../test/statements.ts';
import { eventEmails } from './emails.tsx';
import { remindUnpaid } from './jobs.ts';
import { lapsePastEvents } from './reservations/lapse.ts';
import { reservations } from './schema.ts';
import { ticketPdf } from './tickets/ticket-pdf.ts';

readStatementsPatiently();

/** The event of 2026 is sold, and the next morning the same server runs for 2027, at another hotel. */
const before = await testApp({
  env: { EVENT_YEAR: '2026', EVENT_HOTEL: 'Hotel Stari', EVENT_CAPACITY: 'apartment-package=2' },
});
const app = await testApp({
  env: { EVENT_YEAR: '2027', EVENT_HOTEL: 'Hotel Novi', EVENT_CAPACITY: 'apartment-package=2' },
  databaseUrl: before.databaseUrl,
});
const { db, deps } = app;
before.clock.now = new Date('2026-05-10T10:00:00Z');
const visitor = call(app);
const admin = await person(app, 'admin');
const organiser = call(app, admin);

async function reservedIn(year: 2026 | 2027, email: string) {
  const place = year === 2026 ? before : app;
  const { number, link } = await call(place).events.reserve(
    newReservation({ selectedPackage: 'ticket-only', personalInfo: { email } }),
  );
  const [row] = await db
    .update(reservations)
    .set({ createdAt: new Date(`${year}-05-01T10:00:00Z`) })
    .where(eq(reservations.number, number))
    .returning();
  return { id: row!.id, number, token: link.split('/').at(-1)! };
}

const oldPaid = await reservedIn(2026, 'stara@primer.rs');
await call(before, admin).events.admin.confirm({ id: oldPaid.id });
const oldWaiting = await reservedIn(2026, 'ceka@primer.rs');
const oldTicket = (await call(before).events.ticket({ token: oldPaid.token })).tickets[0]!;
app.clock.now = new Date('2027-05-10T10:00:00Z');
const paid = await reservedIn(2027, 'nova@primer.rs');
await organiser.events.admin.confirm({ id: paid.id });
const waiting = await reservedIn(2027, 'ceka-novu@primer.rs');

test('a ticket of last year does not admit, by its code or by its typed number', async () => {
  for (const code of [oldTicket.token, oldTicket.link, oldPaid.token, String(oldPaid.number), `#${oldPaid.number}-1`])
    expect(await organiser.events.admin.door.check({ key: randomUUID(), code })).toMatchObject({
      verdict: 'other-year',
      year: 2026,
      number: oldPaid.number,
      name: 'Jelena Đorđević',
      entry: null,
    });
  expect(await organiser.events.admin.door.check({ key: randomUUID(), code: String(oldWaiting.number) })).toMatchObject(
    {
      verdict: 'other-year',
    },
  );
  expect(await db.$count(auditLog, eq(auditLog.action, 'events.admitted'))).toBe(0);
});

test('the doors count the tickets of this year only', async () => {
  expect(await organiser.events.admin.door.state()).toMatchObject({ issued: 1, admitted: 0 });
  app.clock.now = new Date('2027-09-20T07:00:00Z');
  const answer = await organiser.events.admin.door.check({ key: randomUUID(), code: String(paid.number) });
  expect(answer).toMatchObject({ verdict: 'valid', year: 2027, issued: 1, admitted: 1 });
  app.clock.now = new Date('2027-05-10T10:00:00Z');
});

test('the page of a reservation names the event of its own year and never the place of the next one', async () => {
  const page = await visitor.events.ticket({ token: oldPaid.token });
  expect(page).toMatchObject({ status: 'placeno', past: true, event: { year: 2026, place: null } });
  expect(JSON.stringify(page)).not.toMatch(/2027|Hotel/);
  expect(await visitor.events.ticket({ token: paid.token })).toMatchObject({
    past: false,
    event: { year: 2027, place: { hotel: 'Hotel Novi' } },
  });
});

test('nobody is shown how to pay for an event that is over', async () => {
  expect(await visitor.events.ticket({ token: oldWaiting.token })).toMatchObject({ past: true, instructions: null });
  expect(await visitor.events.ticket({ token: waiting.token })).toMatchObject({
    past: false,
    instructions: { model: '97' },
  });
  app.clock.now = new Date('2027-09-22T10:00:00Z');
  expect(await visitor.events.ticket({ token: waiting.token })).toMatchObject({ past: true, instructions: null });
  app.clock.now = new Date('2027-05-10T10:00:00Z');
});

test('the mail and the PDF of a payment recorded late name the year that was reserved, and no place', async () => {
  const late = await reservedIn(2026, 'kasno@primer.rs');
  await organiser.events.admin.confirm({ id: late.id });
  const sent = await db.select().from(mails).where(eq(mails.to, 'kasno@primer.rs'));
  const props = sent.find(({ template }) => template === 'events.confirmed')!
    .props as unknown as EventMails['events.confirmed'];
  expect(props.event).toMatchObject({ year: 2026, place: null });
  const letter = await eventEmails['events.confirmed'](props);
  const said = JSON.stringify(letter.body) + letter.preview;
  expect(said).toContain('20–21. septembar 2026.');
  expect(said).not.toMatch(/2027|Hotel|Vidimo se|Na ulazu/);
  const calendar = letter.attachments!.at(-1)!.content.toString();
  expect(calendar).toContain('DTSTART;VALUE=DATE:20260920');
  expect(calendar).not.toContain('LOCATION');
  const pdf = await ticketPdf({ ...props, ticket: props.tickets[0]! });
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
});

test('only reservations of this year are reminded', async () => {
  expect(await remindUnpaid(deps)).toBe(1);
  const reminded = await db.select().from(mails).where(eq(mails.template, 'events.reminder'));
  expect(reminded.map(({ to }) => to)).toEqual(['ceka-novu@primer.rs']);
});

test('list, totals, overdue and export are of one year, this one unless another is asked for', async () => {
  const numbers = async (input: { year?: number; overdue?: boolean }) =>
    (await organiser.events.admin.list(input)).rows.map(({ number }) => number).sort();
  expect(await numbers({})).toEqual([paid.number, waiting.number]);
  expect(await numbers({ year: 2026 })).toContain(oldPaid.number);
  expect(await numbers({ year: 2026 })).not.toContain(paid.number);
  expect(await numbers({ overdue: true })).toEqual([waiting.number]);
  expect(await numbers({ overdue: true, year: 2026 })).toEqual([oldWaiting.number]);
  expect(await organiser.events.admin.totals({})).toMatchObject({
    year: 2027,
    years: [2027, 2026],
    overdue: 1,
    totals: [{ reserved: 2, paid: 1 }],
    capacity: { 'apartment-package': 2 },
  });
  expect(await organiser.events.admin.totals({ year: 2026 })).toMatchObject({
    year: 2026,
    overdue: 1,
    totals: [{ reserved: 3, paid: 2 }],
    capacity: {},
  });
  expect((await organiser.admin.overview()).event).toMatchObject({ total: exactly(2), unpaid: exactly(1) });
  expect((await call(before, admin).admin.overview()).event).toMatchObject({ total: exactly(3), unpaid: exactly(1) });
  const csv = async (input: { year?: number }) =>
    (await organiser.events.admin.export({ ...input, format: 'csv' })).text();
  expect(await csv({})).not.toContain('stara@primer.rs');
  expect(await csv({})).toContain('nova@primer.rs');
  expect(await csv({ year: 2026 })).toContain('stara@primer.rs');
  expect(await csv({ year: 2026 })).not.toContain('nova@primer.rs');
});

test('money that comes for last year’s event, and what is owed back of it, leads to its reservation in the list of that year', async () => {
  const { id, number } = await reservedIn(2026, 'kasni@primer.rs');
  const [row] = await db.select().from(reservations).where(eq(reservations.id, id));
  const entry = { reference: formatReference(row!), amount: dinars(row!.amount), currency: 'RSD' } as const;
  const { bank, events } = organiser;
  const read = await bank.statements.import({ file: new File([camtFile([entry])], 'izvod') });
  if (read.kind !== 'imported') throw new Error(read.kind);
  const lineNow = async () => (await bank.lines.list({ importId: read.importId, all: true })).rows[0]!;
  const foundBy = async (named: object | null | undefined) => {
    const asked = new URL(placeOfReservation(named as ReservationNumber).path, 'https://vidik.example').searchParams;
    const { rows } = await events.admin.list({ search: asked.get('q')!, year: Number(asked.get('year')) });
    return rows.map((found) => found.number);
  };
  const line = await lineNow();
  expect(await foundBy(line.reservation)).toEqual([number]);
  expect(await foundBy((await bank.lines.compare({ id: line.id })).reservation)).toEqual([number]);
  await bank.lines.decide({ id: line.id, decision: 'confirm' });
  expect(await foundBy((await lineNow()).parts[0])).toEqual([number]);
  const shown = { status: 'placeno', arrived: row!.amount } as const;
  await events.admin.remove({ id, shown, notify: false, reason: 'Otkazano na zahtev.' });
  const owed = (await bank.owed.list({})).rows.find(({ email }) => email === 'kasni@primer.rs');
  expect(await foundBy(owed)).toEqual([number]);
});

test('what still waits for the payment of last year’s event lapses once, without a mail, and this year’s waits on', async () => {
  const mailsBefore = await db.$count(mails);
  expect(await lapsePastEvents(deps)).toBe(1);
  expect(await lapsePastEvents(deps)).toBe(0);
  const [old] = await db.select().from(reservations).where(eq(reservations.id, oldWaiting.id));
  expect(old).toMatchObject({ status: 'isteklo', confirmed: false });
  const [current] = await db.select().from(reservations).where(eq(reservations.id, waiting.id));
  expect(current).toMatchObject({ status: 'pending' });
  const entries = await db.select().from(auditLog).where(eq(auditLog.subjectId, oldWaiting.id));
  expect(entries.map(({ action }) => action)).toEqual(['events.reserved', 'events.check-refused', 'events.lapsed']);
  expect(await db.$count(mails)).toBe(mailsBefore);
});

test('the mail of a payment that is recorded after this year’s event says that it came, and invites nobody any more', async () => {
  const late = await reservedIn(2027, 'posle@primer.rs');
  app.clock.now = new Date('2027-09-22T10:00:00Z');
  await organiser.events.admin.confirm({ id: late.id });
  app.clock.now = new Date('2027-05-10T10:00:00Z');
  const sent = await db.select().from(mails).where(eq(mails.to, 'posle@primer.rs'));
  const { props } = sent.find(({ template }) => template === 'events.confirmed')!;
  const letter = await eventEmails['events.confirmed'](props as unknown as EventMails['events.confirmed']);
  const said = JSON.stringify(letter.body) + letter.preview;
  expect(said).toContain('uplata je evidentirana i Vaša rezervacija je potvrđena.');
  expect(said).not.toMatch(/Vidimo se|Na ulazu|noćenje/);
});

test('in their account people see that the event of a reservation is over, and are led to no payment any more', async () => {
  const who = await person(app);
  await db.update(users).set({ mailboxProvenAt: app.clock.now }).where(eq(users.id, who.id));
  await reservedIn(2027, who.email);
  const own = async () => (await call(app, who).events.mine()).rows;
  expect(await own()).toMatchObject([{ status: 'pending', past: false }]);
  app.clock.now = new Date('2027-09-22T10:00:00Z');
  expect(await own()).toMatchObject([{ status: 'pending', past: true }]);
  app.clock.now = new Date('2027-05-10T10:00:00Z');
});
