import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import encodeQR from 'qr';
import { decodeQR } from 'qr/decode.js';
import { expect, test } from 'vitest';
import type { EventMails } from '#domain/events/mail.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { mails } from '../../platform/mail.schema.ts';
import { testApp } from '../../test/app.ts';
import { call, person } from '../../test/people.ts';
import { newReservation } from '../../test/reservations.ts';
import { eventEmails } from '../emails.tsx';
import { reservations, tickets } from '../schema.ts';
import { readToken } from './ticket-token.ts';

const app = await testApp();
app.clock.now = new Date('2027-05-01T10:00:00Z');
const { db, deps } = app;
const visitor = call(app);
const organiser = call(app, await person(app, 'admin'));
const secondDoor = call(app, await person(app, 'admin'));

async function reserved(selectedPackage: Parameters<typeof newReservation>[0] = {}) {
  const { number, link } = await visitor.events.reserve(newReservation(selectedPackage));
  const [row] = await db.select().from(reservations).where(eq(reservations.number, number));
  return { id: row!.id, number, token: link.split('/').at(-1)! };
}

async function paid(requested: Parameters<typeof newReservation>[0] = {}) {
  const made = await reserved(requested);
  await organiser.events.admin.confirm({ id: made.id });
  return { ...made, page: await visitor.events.ticket({ token: made.token }) };
}

test('until it is paid the buyer’s page shows how to pay, afterwards the tickets', async () => {
  const { id, number, token } = await reserved({ selectedPackage: 'two-tickets-accommodation' });
  const waiting = await visitor.events.ticket({ token });
  expect(waiting).toMatchObject({ number, status: 'pending', tickets: [], instructions: { model: '97' } });
  await organiser.events.admin.confirm({ id });
  const page = await visitor.events.ticket({ token });
  expect(page).toMatchObject({ status: 'placeno', instructions: null });
  expect(page.tickets.map(({ code }) => code)).toEqual([`${number}-1`, `${number}-2`]);
  const one = await visitor.events.ticket({ token: page.tickets[1]!.token });
  expect(one.tickets.map(({ code }) => code)).toEqual([`${number}-2`]);
  expect(JSON.stringify(page)).not.toContain('jelena@primer.rs');
});

test('confirming twice and from two screens at once pays once: one mail, one set of tickets, one audit entry', async () => {
  const { id } = await reserved({ personalInfo: { email: 'jednom@primer.rs' } });
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) => (n % 2 ? organiser : secondDoor).events.admin.confirm({ id })),
  );
  for (const answer of answers) expect(answer).toMatchObject({ confirmed: true, status: 'placeno' });
  expect(await db.$count(tickets, eq(tickets.reservationId, id))).toBe(1);
  const sent = await db.select().from(mails).where(eq(mails.to, 'jednom@primer.rs'));
  expect(sent.map(({ template }) => template).sort()).toEqual(['events.confirmed', 'events.reserved']);
  const entries = await db.select().from(auditLog).where(eq(auditLog.subjectId, id));
  expect(entries.map(({ action }) => action)).toEqual(['events.reserved', 'events.paid']);
});

test('the confirmation carries a PDF for each person and the calendar; the instructions carry the QR picture', async () => {
  const { number } = await paid({
    selectedPackage: 'two-tickets-accommodation',
    personalInfo: { email: 'pdf@primer.rs' },
  });
  const sent = await db.select().from(mails).where(eq(mails.to, 'pdf@primer.rs'));
  const letter = async <K extends keyof EventMails>(template: K) =>
    eventEmails[template](sent.find((mail) => mail.template === template)!.props as unknown as EventMails[K]);
  const confirmed = await letter('events.confirmed');
  expect(confirmed.subject).toBe(`Rezervacija br. ${number} je potvrđena`);
  const [first, second, calendar] = confirmed.attachments!;
  expect([first!.name, second!.name]).toEqual([`karta-${number}-1.pdf`, `karta-${number}-2.pdf`]);
  expect(Buffer.from(first!.content).subarray(0, 5).toString()).toBe('%PDF-');
  expect(calendar!.content).toContain('DTSTART;VALUE=DATE:20270920');
  const reserved = await letter('events.reserved');
  expect(reserved.subject).toBe(`Rezervacija br. ${number}: uputstvo za uplatu`);
  expect(reserved.attachments).toMatchObject([{ name: 'qr.png', contentType: 'image/png', contentId: 'payment-qr' }]);
});

test('the ticket’s PDF and the calendar are downloaded as files', async () => {
  const { page, token } = await paid();
  const pdf = await app.app.request(`/api/event/tickets/${page.tickets[0]!.token}/pdf`);
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect((await app.app.request(`/api/event/tickets/${token}/pdf`)).status, 'all tickets of the reservation').toBe(200);
  const waiting = await reserved();
  expect((await app.app.request(`/api/event/tickets/${waiting.token}/pdf`)).status, 'nothing is paid').toBe(404);
  const calendar = await app.app.request('/api/event/siri-vidik.ics');
  expect(calendar.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(await calendar.text()).toMatch(/^BEGIN:VCALENDAR\r\n/);
});

test('a ticket’s token survives its QR picture, and with any one character changed it is nobody’s', async () => {
  const { page } = await paid();
  const { token, link } = page.tickets[0]!;
  const modules = encodeQR(link, 'raw', { ecc: 'medium', border: 4 });
  const side = modules.length * 4;
  const rgba = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1)
      if (modules[y >> 2]![x >> 2]) rgba.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
  expect(decodeQR({ width: side, height: side, data: rgba })).toBe(link);

  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  for (let at = 0; at < token.length; at += 1)
    for (const other of alphabet)
      if (other !== token[at]) expect(readToken(deps, token.slice(0, at) + other + token.slice(at + 1))).toBeNull();
  expect(readToken(deps, `${token}A`)).toBeNull();
  expect(readToken(deps, token)).toEqual({ kind: 'ticket', id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  await expect(visitor.events.ticket({ token: `x${token.slice(1)}` })).rejects.toMatchObject({
    code: 'TICKET_UNKNOWN',
    status: 404,
  });
});

test('the tickets of a cancelled reservation admit nobody, and its page says so', async () => {
  const { id, page, token } = await paid();
  await organiser.events.admin.remove({
    id,
    shown: { status: 'placeno', arrived: page.tickets.length === 2 ? 3_201_100 : 1_600_500 },
    reason: 'Na zahtev kupca',
  });
  const code = page.tickets[0]!.token;
  expect(await organiser.events.admin.door.check({ key: randomUUID(), code })).toMatchObject({ verdict: 'cancelled' });
  for (const opened of [code, token])
    expect(await visitor.events.ticket({ token: opened })).toMatchObject({ status: 'otkazano', tickets: [] });
});
