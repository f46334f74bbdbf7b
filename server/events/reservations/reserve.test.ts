import { randomUUID } from 'node:crypto';
import { ORPCError } from '@orpc/client';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { packageOf, priceIn } from '#domain/events/packages.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { mails } from '../../platform/mail.schema.ts';
import { testApp } from '../../test/app.ts';
import { call, person } from '../../test/people.ts';
import { newReservation } from '../../test/reservations.ts';
import { reservations } from '../schema.ts';
import { takenSeats } from './capacity.ts';

const app = await testApp({
  env: { EVENT_CAPACITY: 'apartment-package=10,two-tickets-accommodation=0' },
});
app.clock.now = new Date('2027-05-01T10:00:00Z');
const { db } = app;
const visitor = call(app);
const ofKey = (key: string) => db.select().from(reservations).where(eq(reservations.idempotencyKey, key));
const codeOf = (error: unknown) => (error instanceof ORPCError ? error.code : String(error));

test('a visitor from Serbia holds a place and learns how to pay in dinars', async () => {
  const requested = newReservation();
  const reserved = await visitor.events.reserve(requested);
  expect(reserved.amount).toEqual({ amount: 1_600_500, currency: 'RSD' });
  expect(reserved.instructions).toMatchObject({ model: '97', paymentCode: '289', qr: { kind: 'ips' } });
  const [row] = await ofKey(requested.key);
  expect(row).toMatchObject({
    status: 'pending',
    confirmed: false,
    amount: 1_600_500,
    phone: '+381641234567',
    year: 2027,
    number: reserved.number,
  });
});

test('a visitor from Montenegro pays in euros', async () => {
  const reserved = await visitor.events.reserve(
    newReservation({ selectedCountry: 'CG', selectedPackage: 'ticket-only', personalInfo: { phone: '067 123 456' } }),
  );
  expect(reserved.amount).toEqual({ amount: 9_999, currency: 'EUR' });
  expect(reserved.instructions).toMatchObject({ model: null, qr: { kind: 'epc' } });
  expect(reserved.instructions.iban).toMatch(/^ME25 /);
});

test('the mail with the instructions is queued with the reservation, and the change leaves its sentence', async () => {
  const requested = newReservation({ personalInfo: { email: 'Posta@Primer.RS' } });
  const { number, instructions } = await visitor.events.reserve(requested);
  const [mail] = await db.select().from(mails).where(eq(mails.to, 'posta@primer.rs'));
  expect(mail).toMatchObject({
    template: 'events.reserved',
    props: { number, instructions: { reference: instructions.reference, qr: instructions.qr } },
  });
  const [row] = await ofKey(requested.key);
  const entries = await db.select().from(auditLog).where(eq(auditLog.subjectId, row!.id));
  expect(entries.map(({ action, actor }) => [action, actor])).toEqual([['events.reserved', 'visitor']]);
});

test('a double click, a retried request and a reopened tab make one reservation and one mail', async () => {
  const requested = newReservation({ personalInfo: { email: 'dvaput@primer.rs' } });
  const answers = await Promise.all(Array.from({ length: 8 }, () => visitor.events.reserve(requested)));
  answers.push(await visitor.events.reserve(requested));
  expect(new Set(answers.map(({ number }) => number)).size).toBe(1);
  expect(await ofKey(requested.key)).toHaveLength(1);
  expect(await db.select().from(mails).where(eq(mails.to, 'dvaput@primer.rs'))).toHaveLength(1);
});

test('the same dialog with another package after a lost answer changes its reservation instead of making a second', async () => {
  const requested = newReservation({ personalInfo: { email: 'predomisljanje@primer.rs' } });
  const first = await visitor.events.reserve(requested);
  const second = await visitor.events.reserve({ ...requested, selectedPackage: 'ticket-only' });
  expect(second).toMatchObject({ number: first.number, amount: { amount: 1_171_600 } });
  expect(await ofKey(requested.key)).toMatchObject([{ packageId: 'ticket-only', amount: 1_171_600 }]);
  await db
    .update(reservations)
    .set({ confirmed: true, status: 'placeno' })
    .where(eq(reservations.number, first.number));
  await expect(visitor.events.reserve(requested)).rejects.toMatchObject({ code: 'RESERVATION_SETTLED', status: 409 });
});

test('a tab that asks again for a reservation that is paid or cancelled by now is told so, and never how to pay it', async () => {
  const organiser = call(app, await person(app, 'admin')).events.admin;
  const [paid, cancelled] = [newReservation({ selectedCountry: 'CG' }), newReservation()];
  for (const requested of [paid, cancelled]) {
    await visitor.events.reserve(requested);
    await organiser.confirm({ id: (await ofKey(requested.key))[0]!.id });
  }
  const [row] = await ofKey(cancelled.key);
  const shown = { status: row!.status, arrived: row!.arrived };
  await organiser.remove({ id: row!.id, shown, reason: 'Na zahtev kupca' });
  for (const requested of [paid, cancelled])
    await expect(visitor.events.reserve(requested)).rejects.toMatchObject({ code: 'RESERVATION_SETTLED', status: 409 });
});

test('an address that was mistyped and is changed in the dialog opens nothing any more; the right one gets another link', async () => {
  const requested = newReservation({ personalInfo: { email: 'pogresna@primer.rs' } });
  const tokenOf = ({ link }: { link: string }) => link.split('/').at(-1)!;
  const first = await visitor.events.reserve(requested);
  const right = { ...requested, personalInfo: { ...requested.personalInfo, email: 'prava@primer.rs' } };
  const second = await visitor.events.reserve(right);
  expect(second).toMatchObject({ number: first.number, email: 'prava@primer.rs' });
  await expect(visitor.events.ticket({ token: tokenOf(first) })).rejects.toMatchObject({ code: 'TICKET_UNKNOWN' });
  expect(await visitor.events.ticket({ token: tokenOf(second) })).toMatchObject({ number: first.number });
  const [mail] = await db.select().from(mails).where(eq(mails.to, 'prava@primer.rs'));
  expect(mail).toMatchObject({ props: { link: second.link } });

  const third = await visitor.events.reserve({ ...right, selectedPackage: 'ticket-only' });
  expect(third.link, 'another package is the same link').toBe(second.link);
});

test('a price from the browser is never used, and a wrong one is refused with the right one', async () => {
  const requested = newReservation();
  await expect(visitor.events.reserve({ ...requested, shownAmount: 100 })).rejects.toMatchObject({
    code: 'EVENT_PRICE_CHANGED',
    data: { amount: 1_600_500, currency: 'RSD' },
    message: expect.stringContaining('16.005'),
  });
  expect(await ofKey(requested.key)).toEqual([]);
  const smuggled = { ...requested, iznos: 1, amount: 1, price: { amount: 1, currency: 'RSD' } };
  expect((await visitor.events.reserve(smuggled)).amount.amount).toBe(1_600_500);
});

const post = (body: unknown) =>
  app.app.request('/api/event/reservations', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test.each([
  ['no first name', { personalInfo: { firstName: '  ' } }, 'Ime je obavezno'],
  ['no last name', { personalInfo: { lastName: '' } }, 'Prezime je obavezno'],
  ['no e-mail', { personalInfo: { email: '' } }, 'Email je obavezan'],
  ['an e-mail without a domain', { personalInfo: { email: 'jelena@primer' } }, 'Email nije validan'],
  ['no phone', { personalInfo: { phone: '' } }, 'Telefon je obavezan'],
  ['a short phone', { personalInfo: { phone: '064 12' } }, 'Telefon mora imati najmanje 8 cifara'],
  ['a phone that nobody can call', { personalInfo: { phone: '--------' } }, 'Upišite ispravan broj telefona'],
])('%s is refused with its fixed sentence', async (_, wrong, message) => {
  const answer = await post(newReservation(wrong));
  expect(answer.status).toBe(400);
  expect(JSON.stringify(await answer.json())).toContain(`"${message}"`);
});

test.each([
  ['an unknown country', { selectedCountry: 'HR' }, 'Izaberite zemlju.'],
  ['an unknown package', { selectedPackage: 'vip' }, 'Izaberite paket.'],
  ['a key that is none', { key: 'x' }, 'Molimo pokušajte ponovo.'],
])('%s is refused and nothing is written', async (_, wrong, message) => {
  const before = await db.$count(reservations);
  const answer = await post({ ...newReservation(), ...wrong });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain(message);
  expect(await db.$count(reservations)).toBe(before);
});

test('what a request says of state, number or price beside the form is ignored', async () => {
  const requested = newReservation();
  const forged = { status: 'placeno', confirmed: true, number: 1, amount: 1, year: 1999, notes: 'plaćeno' };
  expect((await post({ ...requested, ...forged, personalInfo: { ...requested.personalInfo, ...forged } })).status).toBe(
    200,
  );
  const [row] = await ofKey(requested.key);
  expect(row).toMatchObject({
    status: 'pending',
    confirmed: false,
    amount: 1_600_500,
    year: app.config.event.year,
    notes: '',
    confirmedAt: null,
  });
  expect(row!.number).toBeGreaterThan(100);
});

test('when the mail cannot be queued there is no reservation either', async () => {
  const requested = newReservation();
  await db.execute(sql`alter table mails add constraint no_mails check (false) not valid`);
  const answer = await post(requested);
  await db.execute(sql`alter table mails drop constraint no_mails`);
  expect(answer.status).toBe(500);
  expect(await ofKey(requested.key)).toEqual([]);
  expect((await visitor.events.reserve(requested)).number).toBeGreaterThan(100);
});

const { year } = app.config.event;
const apartment = (key = randomUUID()) =>
  newReservation({ key, selectedPackage: 'apartment-package', personalInfo: { email: `${key}@primer.rs` } });

test('300 at once for the last 10 places: exactly 10 get one, the others are refused as sold out', async () => {
  const keys = Array.from({ length: 300 }, () => randomUUID());
  const outcomes = await Promise.allSettled(keys.map((key) => visitor.events.reserve(apartment(key))));
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused).toHaveLength(290);
  expect(new Set(refused.map(({ reason }) => codeOf(reason)))).toEqual(new Set(['SOLD_OUT']));
  expect(await takenSeats(db, 'apartment-package', year)).toBe(10);
  const winner = keys[outcomes.findIndex((outcome) => outcome.status === 'fulfilled')]!;
  const again = await visitor.events.reserve(apartment(winner));
  expect((await ofKey(winner))[0]!.number).toBe(again.number);

  const offer = await visitor.events.offer();
  expect(offer.soldOut).toEqual(['apartment-package', 'two-tickets-accommodation']);
  await db.delete(reservations).where(eq(reservations.idempotencyKey, winner));
  const { soldOut, fewLeft } = await visitor.events.offer();
  expect([soldOut, fewLeft]).toEqual([['two-tickets-accommodation'], { 'apartment-package': 1 }]);
  const last = apartment();
  await visitor.events.reserve(last);
  expect(await ofKey(last.key)).toMatchObject([{ packageId: 'apartment-package', year }]);
  await expect(visitor.events.reserve(apartment())).rejects.toMatchObject({ code: 'SOLD_OUT' });
});

test('the guests of an earlier year take no place of this one', async () => {
  await db
    .update(reservations)
    .set({ year: year - 1 })
    .where(eq(reservations.packageId, 'apartment-package'));
  const guests = Array.from({ length: 11 }, () => visitor.events.reserve(apartment()));
  const outcomes = await Promise.allSettled(guests);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  expect(await takenSeats(db, 'apartment-package', year)).toBe(10);
  expect(await takenSeats(db, 'apartment-package', year - 1)).toBe(10);
});

test('control: the same without the lock sells more places than there are', async () => {
  await db.delete(reservations).where(eq(reservations.packageId, 'apartment-package'));
  const { amount, currency } = priceIn(packageOf('apartment-package'), 'RS');
  let looking = 11;
  const { promise: allHaveLooked, resolve: theLastHasLooked } = Promise.withResolvers<void>();
  const unlocked = () =>
    db.transaction(async (tx) => {
      if ((await takenSeats(tx, 'apartment-package', year)) >= 10) return null;
      looking -= 1;
      if (looking === 0) theLastHasLooked();
      await allHaveLooked;
      const person = { firstName: 'A', lastName: 'B', email: 'a@b.rs', phone: '+381641234567' };
      const place = { country: 'RS', packageId: 'apartment-package', amount, currency } as const;
      return tx.insert(reservations).values({ ...person, ...place, year: 2027, idempotencyKey: randomUUID() });
    });
  await Promise.all(Array.from({ length: 11 }, unlocked));
  expect(await takenSeats(db, 'apartment-package', year)).toBe(11);
});

test('whoever reserves just before the event has until its second day to pay, not a week', async () => {
  app.clock.now = new Date('2027-09-13T10:00:00Z');
  const dueAt = async () => (await visitor.events.reserve(newReservation())).instructions.dueAt;
  expect(await dueAt()).toBe('2027-09-20T10:00:00.000Z');
  app.clock.now = new Date('2027-09-19T10:00:00Z');
  expect(await dueAt()).toBe('2027-09-21T21:59:59.000Z');
  app.clock.now = new Date('2027-05-01T10:00:00Z');
});

test('after the second day nothing can be reserved any more', async () => {
  app.clock.now = new Date('2027-09-21T22:00:00Z');
  await expect(visitor.events.reserve(newReservation())).rejects.toMatchObject({
    code: 'EVENT_OVER',
    message: 'Događaj je završen. Hvala svima koji su došli.',
  });
  expect((await visitor.events.offer()).over).toBe(true);
  app.clock.now = new Date('2027-05-01T10:00:00Z');
});
