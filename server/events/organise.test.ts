import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { mails } from '../platform/mail.schema.ts';
import { testApp } from '../test/app.ts';
import { exactly } from '../test/counts.ts';
import { readStatementsPatiently } from '../test/patience.ts';
import { call, person } from '../test/people.ts';
import { newReservation } from '../test/reservations.ts';
import { camtFile } from '../test/statements.ts';
import { eventJobs, remindUnpaid } from './jobs.ts';
import { reservations } from './schema.ts';

readStatementsPatiently();
const app = await testApp();
const { db, deps } = app;
const visitor = call(app);
const admin = await person(app, 'admin');
const organiser = call(app, admin);
const list = (input = {}) => organiser.events.admin.list(input);

async function made(requested: Parameters<typeof newReservation>[0], createdAt?: Date) {
  const { number, instructions } = await visitor.events.reserve(newReservation(requested));
  const [row] = await db
    .update(reservations)
    .set(createdAt ? { createdAt } : { cancelReason: '' })
    .where(eq(reservations.number, number))
    .returning();
  return { id: row!.id, number, reference: instructions.reference };
}

app.clock.now = new Date('2027-05-10T10:00:00Z');
const zivka = await made(
  {
    personalInfo: { firstName: 'Živka', lastName: 'Čolić-Đurić', email: 'zivka@primer.rs' },
    selectedPackage: 'ticket-only',
  },
  new Date('2027-05-01T10:00:00Z'),
);
const marko = await made(
  { personalInfo: { firstName: 'Marko', lastName: 'Vuković', email: 'marko@primer.me' }, selectedCountry: 'CG' },
  new Date('2027-05-08T10:00:00Z'),
);
const ana = await made(
  { personalInfo: { firstName: 'Ana', lastName: 'Marković', email: 'ana@primer.rs' } },
  new Date('2027-05-09T10:00:00Z'),
);
await organiser.events.admin.confirm({ id: ana.id });

test('the table is newest first and found by name without marks, by e-mail, number and reference', async () => {
  expect((await list()).rows.map(({ number }) => number)).toEqual([ana.number, marko.number, zivka.number]);
  const found = async (search: string) => (await list({ search })).rows.map(({ firstName }) => firstName);
  expect(await found('colic djuric zivka')).toEqual(['Živka']);
  expect(await found('COLIC đurić')).toEqual(['Živka']);
  expect(await found('zivka col')).toEqual(['Živka']);
  expect(await found('mark')).toEqual(['Ana', 'Marko']);
  expect(await found(String(marko.number))).toEqual(['Marko']);
  expect(await found(ana.reference)).toEqual(['Ana']);
  expect(await found(`97 ${ana.reference.replace('-', ' ')}`)).toEqual(['Ana']);
  expect(await found('primer.me')).toEqual(['Marko']);
  expect(await found("%'; drop table porudzbine; --")).toEqual([]);
});

test('the list is filtered by payment, country, package and lateness, and the totals count every package', async () => {
  expect((await list({ status: 'placeno' })).rows).toMatchObject([{ number: ana.number, confirmed: true }]);
  expect((await list({ country: 'CG' })).total).toEqual(exactly(1));
  expect((await list({ packageId: 'ticket-only' })).total).toEqual(exactly(1));
  expect((await list({ overdue: true })).rows.map(({ number }) => number)).toEqual([zivka.number]);
  expect((await list({ overdue: false })).total).toEqual(exactly(3));
  const { totals, overdue } = await organiser.events.admin.totals({});
  expect(overdue).toBe(1);
  expect(totals).toContainEqual({
    packageId: 'shared-room-package',
    country: 'RS',
    reserved: 1,
    paid: 1,
    arrived: [{ amount: 1_600_500, currency: 'RSD' }],
  });
});

test('pages follow one another without a gap or a repeat, also among reservations of one moment', async () => {
  await db.insert(reservations).values(
    Array.from({ length: 120 }, (_, n) => ({
      year: 2027,
      firstName: 'Stranica',
      lastName: `Broj ${n}`,
      email: 'strana@primer.rs',
      phone: '+381641234567',
      country: 'RS' as const,
      packageId: 'ticket-only' as const,
      amount: 1_171_600,
      currency: 'RSD' as const,
      createdAt: new Date('2027-04-01T10:00:00Z'),
    })),
  );
  const seen: number[] = [];
  let after: string | undefined;
  do {
    const page = await list({ search: 'stranica', after });
    expect(page.total).toEqual(exactly(120));
    seen.push(...page.rows.map(({ number }) => number));
    after = page.next ?? undefined;
  } while (after);
  expect(new Set(seen).size).toBe(120);
  expect(seen).toHaveLength(120);
  await db.delete(reservations).where(eq(reservations.firstName, 'Stranica'));
});

const UNPAID = { shown: { status: 'pending', arrived: 0 }, reason: 'Dupla rezervacija' } as const;

test('a deleted reservation is mailed to its buyer with the reason, or nothing when asked not to', async () => {
  const sentTo = async (to: string) =>
    (await db.select().from(mails).where(eq(mails.to, to))).map(({ template }) => template).at(-1);
  const late = await made({ personalInfo: { email: 'kasni@primer.rs' } }, new Date('2027-05-01T10:00:00Z'));
  await organiser.events.admin.remove({ id: late.id, ...UNPAID });
  expect(await sentTo('kasni@primer.rs')).toBe('events.cancelled');
  const twice = await made({ personalInfo: { email: 'dupla@primer.rs' } });
  await organiser.events.admin.remove({ id: twice.id, ...UNPAID });
  expect(await sentTo('dupla@primer.rs')).toBe('events.cancelled');
  const quiet = await made({ personalInfo: { email: 'tiho@primer.rs' } });
  await organiser.events.admin.remove({ id: quiet.id, ...UNPAID, notify: false });
  expect(await sentTo('tiho@primer.rs')).toBe('events.reserved');
});

test('the mail about a deleted reservation names the others of that address that still stand, and only those', async () => {
  const email = 'dve@primer.rs';
  const [stays, goes] = [await made({ personalInfo: { email } }), await made({ personalInfo: { email } })];
  const other = await made({ personalInfo: { email: 'druga@primer.rs' } });
  const letterAbout = async (number: number) => {
    const sent = await db.select().from(mails).where(eq(mails.template, 'events.cancelled'));
    const { id } = sent.find(({ props }) => props.number === number)!;
    return (await organiser.admin.mails.preview({ id })).text;
  };
  await organiser.events.admin.remove({ id: goes.id, ...UNPAID });
  expect(await letterAbout(goes.number)).toContain(`Vaša rezervacija br. ${stays.number} ostaje na snazi.`);
  await organiser.events.admin.remove({ id: stays.id, ...UNPAID });
  expect(await letterAbout(stays.number)).not.toContain('na snazi');
  await organiser.events.admin.remove({ id: other.id, ...UNPAID });
});

test('whatever is done to a reservation deleted a moment ago is refused in words', async () => {
  const { id } = await made({});
  await organiser.events.admin.remove({ id, ...UNPAID, notify: false });
  const gone = { code: 'RESERVATION_GONE', status: 404 };
  await expect(organiser.events.admin.confirm({ id })).rejects.toMatchObject(gone);
  const note = { id, key: randomUUID(), text: 'x' };
  await expect(organiser.events.admin.notes.add(note)).rejects.toMatchObject(gone);
  await expect(organiser.events.admin.remove({ id, ...UNPAID })).rejects.toMatchObject(gone);
});

test('the exports hold the filtered rows, and no cell can be calculated', async () => {
  await made({
    personalInfo: { firstName: '=HYPERLINK("zlo")', lastName: '"Navodnik"; tačka', email: 'f@primer.rs' },
  });
  const csv = await organiser.events.admin.export({ format: 'csv', search: 'hyperlink' });
  const text = await csv.text();
  expect(csv.type).toBe('text/csv;charset=utf-8');
  expect(Buffer.from(await csv.arrayBuffer()).subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  const lines = text.trimEnd().split('\r\n');
  expect(lines.slice(3)).toEqual(['Ukupno;;;;;;;;16005,00;0,00;RSD;;;;;;;;;', 'Plaćeno;;;;;;;;0,00;0,00;RSD;;;;;;;;;']);
  expect(lines[1]).toContain(`"'=HYPERLINK(""zlo"")";"""Navodnik""; tačka"`);
  expect(lines[1]).toContain(';16005,00;0,00;RSD;');
  const book = await organiser.events.admin.export({ format: 'xlsx', status: 'placeno' });
  expect(book.name).toMatch(/^rezervacije-2027-05-10\.xlsx$/);
  expect(
    Buffer.from(await book.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
  await db.delete(reservations).where(eq(reservations.email, 'f@primer.rs'));
});

test('the export says what has come beside the price, and sums both', async () => {
  const email = 'razlika@primer.rs';
  const cheaper = await made({ personalInfo: { email } });
  const gone = await made({ personalInfo: { email } });
  const waits = await made({ personalInfo: { email } });
  const file = new File(
    [
      camtFile([
        { amount: '15000.00', currency: 'RSD', reference: cheaper.reference },
        { amount: '16005.00', currency: 'RSD', reference: gone.reference },
        { amount: '1000.00', currency: 'RSD', reference: waits.reference },
      ]),
    ],
    'izvod',
  );
  const { bank } = organiser;
  const imported = await bank.statements.import({ file });
  if (imported.kind !== 'imported') throw new Error('a mapping is wanted');
  const { rows } = await bank.lines.list({ importId: imported.importId, all: true });
  const lineOf = (amount: number) => rows.find((row) => row.amount === amount)!.id;
  const shown = 1_600_500;
  await bank.lines.decide({ id: lineOf(1_500_000), decision: 'accept', shown, reason: 'Popust po dogovoru' });
  await bank.lines.decide({ id: lineOf(1_600_500), decision: 'confirm' });
  await bank.lines.decide({ id: lineOf(100_000), decision: 'part', shown });
  const paid = { status: 'placeno', arrived: 1_600_500 } as const;
  await organiser.events.admin.remove({ id: gone.id, shown: paid, reason: 'Otkazano na zahtev.' });
  const text = await (await organiser.events.admin.export({ format: 'csv', search: email })).text();
  const lines = text.trimEnd().split('\r\n');
  const shownOf = ({ number }: { number: number }) => lines.find((line) => line.startsWith(`${number};`));
  expect(shownOf(cheaper)).toContain(';16005,00;15000,00;RSD;Plaćeno;');
  expect(shownOf(gone)).toContain(';16005,00;0,00;RSD;Otkazano;');
  expect(shownOf(waits)).toContain(';16005,00;1000,00;RSD;Čeka plaćanje;');
  expect(lines.slice(-2)).toEqual([
    'Ukupno;;;;;;;;48015,00;16000,00;RSD;;;;;;;;;',
    'Plaćeno;;;;;;;;16005,00;15000,00;RSD;;;;;;;;;',
  ]);
  const part = { status: 'pending', arrived: 100_000 } as const;
  await organiser.events.admin.remove({ id: waits.id, shown: part, reason: 'Otkazano na zahtev.' });
});

test('those who wait three days are reminded once; nothing is cancelled', async () => {
  app.clock.now = new Date('2027-05-10T11:00:00Z');
  await Promise.all([eventJobs(deps)['events.remind'].work(), remindUnpaid(deps)]);
  await eventJobs(deps)['events.remind'].work();
  const reminders = await db.select().from(mails).where(eq(mails.template, 'events.reminder'));
  expect(reminders.map(({ to }) => to)).toEqual(['zivka@primer.rs']);
  app.clock.now = new Date('2027-05-11T10:00:01Z');
  await eventJobs(deps)['events.remind'].work();
  expect(await db.$count(mails, eq(mails.template, 'events.reminder'))).toBe(2);
  expect(await db.$count(reservations, eq(reservations.status, 'pending'))).toBe(2);
  app.clock.now = new Date('2027-09-22T10:00:00Z');
  expect(await remindUnpaid(deps)).toBe(0);
});

test('a guest is known to have an account by their own address, not because anybody has one', async () => {
  app.clock.now = new Date('2027-05-10T10:00:00Z');
  await made({ personalInfo: { firstName: 'Vesna', lastName: 'Ilić', email: admin.email } });
  const known = Object.fromEntries((await list()).rows.map(({ email, hasAccount }) => [email, hasAccount]));
  expect(known).toMatchObject({ [admin.email]: true, 'marko@primer.me': false });
});

test('whoever corrects a guest after a colleague did is told who, when, and what stands there', async () => {
  const { id } = await made({ personalInfo: { firstName: 'Goran', lastName: 'Gostić', email: 'goran@primer.rs' } });
  const { firstName, lastName, email, phone } = (await list({ search: 'goran@primer.rs' })).rows[0]!;
  const seen = { firstName, lastName, email, phone };
  const colleague = await person(app, 'admin', { firstName: 'Mina', lastName: 'Đurić' });
  await call(app, colleague).events.admin.correct({ id, shown: seen, guest: { ...seen, lastName: 'Gostović' } });
  const mine = { id, shown: seen, guest: { ...seen, lastName: 'Gostić-Perić' } };
  await expect(organiser.events.admin.correct(mine)).rejects.toMatchObject({
    code: 'RESERVATION_CHANGED',
    data: { lastName: 'Gostović', edit: { by: 'Mina Đurić', you: false, at: expect.any(String) } },
  });
  await expect(
    call(app, colleague).events.admin.correct(mine),
    'the same person in another window',
  ).rejects.toMatchObject({
    data: { edit: { by: null, you: true } },
  });
});
