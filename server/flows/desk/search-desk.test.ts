import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DUTIES, type Duty, dutiesFor } from '#domain/access.ts';
import { FOUND_FOR, FOUND_KINDS, type FoundKind } from '#domain/admin/palette.ts';
import { devices } from '../../devices/schema.ts';
import { places, reservations, tickets } from '../../events/schema.ts';
import { shipments } from '../../fulfilment/schema.ts';
import { orders } from '../../orders/schema.ts';
import { testApp } from '../../test/app.ts';
import { networkMember } from '../../test/network.ts';
import { call, giveDuties, person, type TestPerson } from '../../test/people.ts';
import { vouchers } from '../../vouchers/schema.ts';

/** One search over everything: what each duty finds, and what it never does. */

const app = await testApp();
const boss = await person(app, 'superAdmin');
const admin = await person(app, 'admin', { firstName: 'Petar', lastName: 'Perić' });
const member = await person(app, 'member', {
  firstName: 'Đorđe',
  lastName: 'Šćepanović',
  phone: '+381659871234',
  email: 'djole@primer.rs',
});
const company = await person(app, 'member', {
  isCompany: true,
  companyName: 'Stolarija Žunić i ćerke d.o.o.',
  email: 'firma@primer.rs',
});
const sold = {
  email: 'djole@primer.rs',
  amount: 21_900,
  delivery: { firstName: 'Đorđe', lastName: 'Šćepanović', city: 'Niš', phone: '+381659871234' },
};
const [device] = await app.db
  .insert(orders)
  .values({ ...sold, kind: 'device', productName: 'Vidik – 1 uređaj', fulfilmentState: 'new' })
  .returning();
const [advert] = await app.db
  .insert(orders)
  .values({ ...sold, kind: 'package', productName: 'starter' })
  .returning();
await app.db.insert(shipments).values({ orderId: device!.id, n: 1, courier: 'own', devices: 1 });
const [reservation] = await app.db
  .insert(reservations)
  .values({
    year: 2026,
    firstName: 'Andrija',
    lastName: 'Žunić',
    email: 'andrija@primer.rs',
    phone: '+38268123456',
    packageId: 'ticket-only',
    country: 'RS',
    currency: 'RSD',
    amount: 1_171_600,
  })
  .returning();
await app.db.insert(tickets).values({ reservationId: reservation!.id, position: 1, count: 1 });
await app.db
  .insert(places)
  .values({ reservationId: reservation!.id, position: 1, firstName: 'Ljubica', lastName: 'Gostić' });
await app.db.insert(devices).values({ profileId: member.id, number: 371_170_183, name: 'Dnevna soba' });
await app.db.insert(vouchers).values({ code: '123456789012', bannerCount: 5, note: 'sajam Niš' });

const found = async (who: TestPerson, q: string) => (await call(app, who).admin.find({ q })).rows;
const kinds = async (who: TestPerson, q: string) => (await found(who, q)).map(({ kind }) => kind);

/** What finds one of each kind. */
const QUESTIONS: Record<FoundKind, string> = {
  order: String(device!.number),
  parcel: `${device!.number}-1`,
  member: 'scepanovic',
  company: 'stolarija zunic',
  reservation: 'andrija zunic',
  ticket: 'gostic',
  tv: '371 170 183',
  voucher: '1234 5678 9012',
};

test.each(FOUND_KINDS)('%s is found with each duty that opens it alone, and not with all others', async (kind) => {
  const opening: readonly Duty[] = dutiesFor(FOUND_FOR[kind]);
  for (const duty of opening) {
    await giveDuties(app, admin, [duty]);
    expect(await kinds(admin, QUESTIONS[kind]), duty).toContain(kind);
  }
  await giveDuties(
    app,
    admin,
    DUTIES.filter((duty) => !opening.includes(duty)),
  );
  expect(await kinds(admin, QUESTIONS[kind])).not.toContain(kind);
  await giveDuties(app, admin, []);
  expect(await found(admin, QUESTIONS[kind])).toEqual([]);
});

test('the warehouse finds orders with goods alone, and reads nothing of their money', async () => {
  await giveDuties(app, admin, ['warehouse']);
  const rows = await found(admin, 'scepanovic');
  expect(rows.map(({ kind, number, state }) => [kind, number, state])).toEqual([
    ['order', String(device!.number), 'new'],
  ]);
  expect(await found(admin, String(advert!.number))).toEqual([]);
});

test('whoever sees sales is told of which order money can be given back, the warehouse is not', async () => {
  const [paid] = await app.db
    .insert(orders)
    .values({ ...sold, kind: 'device', productName: 'Vidik – 1 uređaj', fulfilmentState: 'new', paymentState: 'paid' })
    .returning();
  const isPaid = async (duty: Duty) => {
    await giveDuties(app, admin, [duty]);
    const rows = (await found(admin, 'scepanovic')).filter(({ kind }) => kind === 'order');
    return rows.map(({ number, isPaid: is }) => [number, is]);
  };
  expect(await isPaid('sales')).toEqual(
    expect.arrayContaining([
      [String(paid!.number), true],
      [String(device!.number), false],
    ]),
  );
  expect((await isPaid('warehouse')).map(([, is]) => is)).toEqual([undefined, undefined]);
  await app.db.delete(orders).where(eq(orders.id, paid!.id));
});

test('letters with and without marks, dj and đ, and both scripts find the same', async () => {
  for (const q of ['djordje scepanovic', 'Đorđe Šćep', 'Ђорђе', 'ŠĆEPANOVIĆ', '065 987', '9871234'])
    expect(await kinds(boss, q), q).toEqual(expect.arrayContaining(['order', 'member']));
});

test('a TV is found by two of the three groups on its screen', async () => {
  for (const q of ['371 170', '371-170-18', '371170183']) expect(await kinds(boss, q), q).toContain('tv');
  for (const q of ['371', '371 171', '170 183']) expect(await kinds(boss, q), q).not.toContain('tv');
});

test('a code is found however it is typed: with any dash, with spaces, in small letters', async () => {
  const who = await networkMember(app, null, { companyName: 'Kovačević–Ilić' });
  const [one, other] = [who.code.slice(0, 4), who.code.slice(4)];
  const typed = ['-', '–', '—', ' ', ' – '].map((between) => `${one}${between}${other}`);
  const inTwos = who.code.toLowerCase().match(/../g)!.join(' ');
  for (const q of [...typed, `${one}–${other}`.toLowerCase(), inTwos]) {
    expect(
      (await found(boss, q)).map(({ path }) => path),
      q,
    ).toContain(`/admin/users/${who.id}`);
    const people = await call(app, boss).network.admin.people({ who: 'members', search: q });
    expect(
      people.map(({ id }) => id),
      q,
    ).toEqual([who.id]);
  }
  for (const q of ['kovacevic-ilic', 'Kovačević—Ilić', 'kovacevic ilic', 'Kovačević – Ilić'])
    expect(
      (await found(boss, q)).map(({ path }) => path),
      q,
    ).toContain(`/admin/users/${who.id}`);
  for (const q of ['1234-5678-9012', '1234–5678–9012', '1234 — 5678 — 9012'])
    expect(await kinds(boss, q), q).toContain('voucher');
  expect(await kinds(boss, `${device!.number}–1`), 'a parcel').toContain('parcel');
});

test('an exact number is first, also when there are many newer ones', async () => {
  await app.db.insert(orders).values(
    Array.from({ length: 8 }, (_, i) => ({
      ...sold,
      kind: 'device' as const,
      productName: `Uređaj ${device!.number}${i}`,
    })),
  );
  const [first, ...others] = await found(boss, String(device!.number));
  expect(first).toMatchObject({ kind: 'order', number: String(device!.number) });
  expect(others.filter(({ kind }) => kind === 'order')).toHaveLength(4);
});

test('a row leads to the place where the thing is, and there is nothing for what nobody is called', async () => {
  expect((await found(boss, 'gostic'))[0]).toMatchObject({
    kind: 'ticket',
    number: `${reservation!.number}-1`,
    path: `/admin/event-payments?q=${reservation!.number}&year=2026`,
  });
  expect((await found(boss, 'stolarija'))[0]).toMatchObject({
    name: 'Stolarija Žunić i ćerke d.o.o.',
    path: `/admin/users/${company.id}`,
  });
  expect(await found(boss, `${randomUUID()}`)).toEqual([]);
});

test('a whole address finds its owner and nobody else, however many younger ones end with it', async () => {
  const email = 'mira@duga-adresa.rs';
  const wanted = await person(app, 'member', { email, createdAt: new Date('2020-01-01') });
  for (const before of ['je', 'du', 'slo', 'kazi', 'zdra', 'ljubo'])
    await person(app, 'member', { email: `${before}${email}` });
  const paths = (await found(boss, 'Mira@duga-adresa.rs')).map(({ path }) => path);
  expect(paths).toEqual([`/admin/users/${wanted.id}`]);
});

test('a company is found first by its whole address, however many members have one that ends with it', async () => {
  const email = 'racun@vodovod-primer.rs';
  const firm = { isCompany: true, companyName: 'Vodovod d.o.o.', createdAt: new Date('2020-01-01') };
  const wanted = await person(app, 'member', { email, ...firm });
  for (const before of ['moj', 'stari']) await person(app, 'member', { email: `${before}${email}` });
  expect((await found(boss, email))[0]).toMatchObject({ kind: 'company', path: `/admin/users/${wanted.id}` });
});

test('of whom nothing may be sold to it is said why', async () => {
  const since = new Date();
  await person(app, 'member', { lastName: 'Otvorenović' });
  await person(app, 'member', { lastName: 'Zatvorenović', closedAt: since });
  await person(app, 'member', { lastName: 'Blokirović', blockedAt: since });
  await person(app, 'member', { lastName: 'Čekalović', toBeRegistered: true });
  const states = ['otvorenovic', 'zatvorenovic', 'blokirovic', 'cekalovic'].map(
    async (q) => (await found(boss, q)).find(({ kind }) => kind === 'member')?.state,
  );
  expect(await Promise.all(states)).toEqual([null, 'closed', 'blocked', 'waiting']);
});

test('an order of a package is shown by its name, not by the key of the package', async () => {
  const row = (await found(boss, String(advert!.number))).find(({ number }) => number === String(advert!.number));
  expect(row?.details[0]).toBe('Reklamni paket Starter');
});

test('less than two letters are refused, signs that mean something to searches are taken as they are', async () => {
  await expect(found(boss, 'a')).rejects.toMatchObject({ status: 400 });
  for (const q of ['%%', '__', '\\\\', "'; drop", '0'.repeat(100), '99999999999999999999'])
    expect(await found(boss, q), q).toEqual([]);
});
