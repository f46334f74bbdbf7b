import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { packages } from '../advertising/schema.ts';
import { paymentParts, statementImports, statementLines } from '../bank/schema.ts';
import { reservations } from '../events/schema.ts';
import { orders } from '../orders/schema.ts';
import { testApp } from '../test/app.ts';
import { exactly } from '../test/counts.ts';
import { readStatementsPatiently } from '../test/patience.ts';
import { call, giveDuties, person } from '../test/people.ts';
import { newReservation } from '../test/reservations.ts';
import { camtFile } from '../test/statements.ts';

readStatementsPatiently();
const app = await testApp();
const admin = await person(app, 'admin', { createdAt: new Date('2026-03-01T10:00:00Z') });
const { admin: office } = call(app, admin);

/** Half past midnight on 10 March in Belgrade: still the ninth in London. */
const NIGHT = new Date('2026-03-09T23:30:00Z');
const at = (text: string) => new Date(text);

test('an empty shop counts nothing and shows every day', async () => {
  app.clock.now = NIGHT;
  expect(await office.overview()).toMatchObject({
    packages: { total: exactly(0), today: 0, latest: null, bars: Array(11).fill(0) },
    people: { total: exactly(1), companies: exactly(0) },
    requests: { total: exactly(0), oldest: null },
    bank: { open: exactly(0), oldest: null },
    stock: { left: exactly(0) },
  });
  const days = await office.sales({ by: 'day' });
  expect(days).toHaveLength(30);
  expect(days.at(-1)).toMatchObject({ start: '2026-03-10', devices: { count: 0, amount: 0 } });
});

test('what was sold counts on its own day in Belgrade, without what went back', async () => {
  const order = { email: 'a@primer.rs', productName: '1 USB', kind: 'device', status: 'paid', amount: 21_900 } as const;
  await app.db.insert(orders).values([
    { ...order, paidAt: at('2026-03-09T22:59:00Z') },
    { ...order, paidAt: at('2026-03-09T23:01:00Z'), refunded: 1_900 },
    { ...order, paidAt: null, status: 'pending' },
    { ...order, kind: 'package', paidAt: at('2026-03-09T23:01:00Z') },
    { ...order, paidAt: at('2025-06-15T10:00:00Z') },
  ]);
  const sold = { email: 'a@primer.rs', packageName: 'start', bannerCount: 1, tvSeconds: 0, currency: 'EUR' } as const;
  await app.db.insert(packages).values([
    { ...sold, amount: 9_900, paymentKey: 'in_1', createdAt: at('2026-03-09T23:05:00Z') },
    { ...sold, amount: 9_900, paymentKey: 'in_2', createdAt: at('2026-02-28T12:00:00Z') },
  ]);
  const place = {
    year: app.deps.config.event.year,
    firstName: 'Ana',
    lastName: 'Šarić',
    email: 'a@primer.rs',
    phone: '1',
    packageId: 'ticket-only',
  } as const;
  const [, paid] = await app.db
    .insert(reservations)
    .values([
      { ...place, country: 'RS', currency: 'RSD', amount: 1_171_600 },
      {
        ...place,
        country: 'CG',
        currency: 'EUR',
        amount: 9_999,
        status: 'placeno',
        confirmed: true,
        confirmedAt: at('2026-03-09T23:10:00Z'),
      },
    ])
    .returning();
  await app.db.insert(paymentParts).values({
    reservationId: paid!.id,
    amount: 9_999,
    currency: 'EUR',
    state: 'confirmed',
    decidedBy: admin.email,
    decidedAt: at('2026-03-09T23:10:00Z'),
  });
  await person(app, 'waiting', { createdAt: at('2026-03-07T10:00:00Z') });
  await person(app, 'waiting', { createdAt: at('2026-03-06T10:00:00Z'), blockedAt: NIGHT });
  await person(app, 'member', { isCompany: true });
  await person(app, 'member', { closedAt: NIGHT });

  expect(await office.overview()).toMatchObject({
    packages: { total: exactly(2), today: 1, latest: { packageName: 'start', amount: 9_900, currency: 'EUR' } },
    sales: { total: exactly(5), pending: exactly(1), today: 2 },
    people: { total: exactly(5), companies: exactly(1), installers: exactly(0) },
    requests: { total: exactly(1), oldest: '2026-03-07T10:00:00.000Z' },
    event: { total: exactly(2), unpaid: exactly(1) },
    network: { total: exactly(0), outside: exactly(2), levels: 0 },
    mail: { waiting: exactly(0), failed: exactly(0) },
  });
  const days = await office.sales({ by: 'day' });
  expect(days.slice(-2)).toEqual([
    {
      start: '2026-03-09',
      devices: { count: 1, amount: 21_900 },
      packages: { count: 0, amount: 0 },
      event: { count: 0, rsd: 0, eur: 0 },
    },
    {
      start: '2026-03-10',
      devices: { count: 1, amount: 20_000 },
      packages: { count: 1, amount: 9_900 },
      event: { count: 1, rsd: 0, eur: 9_999 },
    },
  ]);
  const months = await office.sales({ by: 'month' });
  expect(months.map(({ start }) => start)).toEqual(
    expect.arrayContaining(['2025-04-01', '2025-06-01', '2026-02-01', '2026-03-01']),
  );
  expect(months.map(({ devices }) => devices.count)).toEqual([0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
});

test('a cancelled reservation and an accepted difference count as what is there', async () => {
  app.clock.now = at('2027-05-10T10:00:00Z');
  const { bank, events } = call(app, admin);
  const chart = async () => (await office.sales({ by: 'day' })).at(-1)!.event;
  const reserve = async (selectedCountry: 'RS' | 'CG' = 'RS') => {
    const { number, instructions } = await call(app).events.reserve(
      newReservation({ selectedPackage: 'apartment-package', selectedCountry }),
    );
    const [row] = await app.db.select().from(reservations).where(eq(reservations.number, number));
    return { id: row!.id, reference: instructions.reference };
  };
  const [cheaper, gone, euro, waits] = [await reserve(), await reserve(), await reserve('CG'), await reserve()];
  const entries = [
    { amount: '18300.00', currency: 'RSD', reference: cheaper.reference },
    { amount: '18349.00', currency: 'RSD', reference: gone.reference },
    { amount: '156.00', currency: 'EUR', reference: euro.reference },
    { amount: '3000.00', currency: 'RSD', reference: waits.reference },
  ] as const;
  const imported = await bank.statements.import({ file: new File([camtFile([...entries])], 'izvod') });
  if (imported.kind !== 'imported') throw new Error('a mapping is wanted');
  const { rows } = await bank.lines.list({ importId: imported.importId, all: true });
  const lineOf = (amount: number) => rows.find((row) => row.amount === amount)!.id;
  const shown = 1_834_900;
  const accepted = { decision: 'accept', reason: 'Provizija banke' } as const;
  await bank.lines.decide({ id: lineOf(1_830_000), ...accepted, shown });
  await bank.lines.decide({ id: lineOf(1_834_900), decision: 'confirm' });
  await bank.lines.decide({ id: lineOf(15_600), ...accepted, shown: 15_660 });
  await bank.lines.decide({ id: lineOf(300_000), decision: 'part', shown });
  expect(await chart()).toEqual({ count: 3, rsd: 3_664_900, eur: 15_600 });

  await events.admin.remove({
    id: gone.id,
    shown: { status: 'placeno', arrived: 1_834_900 },
    reason: 'Otkazano na zahtev.',
  });
  expect(await chart()).toEqual({ count: 2, rsd: 1_830_000, eur: 15_600 });
});

test('the bank is shown with the oldest statement that waits, the stock with what is left of it', async () => {
  app.clock.now = at('2027-06-10T10:00:00Z');
  const before = (await office.overview()).bank!;
  const [later, first] = await app.db
    .insert(statementImports)
    .values(
      ['2026-11-23', '2026-11-20'].map((day, n) => ({
        fileName: 'izvod.csv',
        sha256: randomUUID(),
        format: 'csv' as const,
        number: String(216 - 2 * n),
        firstDay: day,
        lastDay: day,
        lineCount: 2,
        importedBy: admin.id,
      })),
    )
    .returning();
  const line = (importId: string, position: number, isOpen: boolean) => ({
    importId,
    position,
    fingerprint: randomUUID(),
    bookedOn: '2026-11-20',
    currency: 'RSD' as const,
    amount: 100,
    payer: 'Neko',
    reference: '',
    purpose: 'uplata',
    ...(isOpen ? {} : { state: 'dismissed' as const, decidedAt: app.clock.now }),
  });
  await app.db
    .insert(statementLines)
    .values([line(first!.id, 1, true), line(first!.id, 2, false), line(later!.id, 1, true), line(later!.id, 2, true)]);
  await call(app, admin).stock.admin.scan({ key: randomUUID(), serial: 'VDK-26-660001' });
  const { bank, stock } = await office.overview();
  expect(bank).toEqual({
    open: exactly(before.open.count + 3),
    oldest: { number: '214', day: '2026-11-19T23:00:00.000Z' },
  });
  expect(stock).toEqual({ left: exactly(1) });
  const clerk = await person(app, 'admin');
  await giveDuties(app, clerk, ['sales']);
  expect(await call(app, clerk).admin.overview()).toMatchObject({ bank: null, stock: null });
});
