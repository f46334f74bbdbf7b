import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Duty } from '#domain/access.ts';
import { HISTORY_KINDS } from '#domain/accounts/person-page.ts';
import { DAY_MS } from '#domain/day.ts';
import { profiles } from '../../accounts/schema.ts';
import { devices } from '../../devices/schema.ts';
import { orders } from '../../orders/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { call, codeOfCall, giveDuties, person } from '../../test/people.ts';
import { newReservation } from '../../test/reservations.ts';
import { buyer as form, pay, testShop } from '../../test/shop.ts';

/** One person’s page: what it tells, and to whom. */

const shop = await testShop({ quick: true });
const boss = await person(shop, 'superAdmin');
const staff = await person(shop, 'admin', { firstName: 'Jelena', lastName: 'Đurić' });
const desk = call(shop, boss).accounts.admin.people;
const sofija = await person(shop, 'member', { firstName: 'Sofija', lastName: 'Žunić', email: 'sofija@primer.rs' });
const others = call(shop, staff).accounts.admin.people;

const { url } = await call(shop, sofija).payments.createPayment({
  productName: 'Vidik – 1 uređaj',
  productPrice: 219,
  buyerInfo: form,
});
const [order] = await shop.db.select().from(orders).where(eq(orders.profileId, sofija.id));
await pay(shop, url);
await call(shop).events.reserve(newReservation({ personalInfo: { email: 'sofija@primer.rs' } }));
const now = shop.clock.now.getTime();
await shop.db.insert(devices).values([
  { profileId: sofija.id, number: 371_170_183, name: 'Kafić „Lipa“', lastSeenAt: new Date(now - 3 * DAY_MS) },
  { profileId: sofija.id, number: 371_170_184, name: 'Teretana', lastSeenAt: new Date(now), linkedAt: new Date(now) },
]);
await call(shop, boss).network.admin.enrollRef({ p_ref: 'root', p_user: sofija.id });
await call(shop, boss).accounts.admin.people.edit({ id: sofija.id, from: { city: 'Čačak' }, to: { city: 'Niš' } });

const allOf = async (api: typeof desk, kind?: (typeof HISTORY_KINDS)[number]) => {
  const found = [];
  let after: string | undefined;
  do {
    const page = await api.history({ id: sofija.id, kind, after });
    found.push(...page.rows);
    after = page.next ?? undefined;
  } while (after);
  return found;
};

test('the page of a person sums up purchases, reservations, TVs, network, mails and ways in', async () => {
  expect(await desk.read({ id: sofija.id })).toMatchObject({
    person: { email: 'sofija@primer.rs', city: 'Niš' },
    purchases: { count: 1, paid: 21_900, rows: [{ number: order!.number, paymentState: 'paid', amount: 21_900 }] },
    reservations: { count: 1, rows: [{ status: 'pending', packageId: 'shared-room-package' }] },
    televisions: [
      { number: 371_170_183, isAway: true, name: 'Kafić „Lipa“' },
      { number: 371_170_184, isAway: false },
    ],
    network: { level: 1, direct: 0, downline: 0, devices: { counted: 0, waiting: 0 }, above: [], members: [] },
    mails: { count: expect.any(Number), failed: 0, last: { state: expect.any(String) } },
    access: { secondStep: false, failures: 0 },
    notes: [],
  });
  expect(await codeOfCall(desk.read({ id: randomUUID() }))).toBe('PERSON_GONE');
});

test('the history has everything once, newest first, and its kinds are its parts', async () => {
  const all = await allOf(desk);
  const moments = all.map(({ moment }) => new Date(moment).getTime());
  expect(moments).toEqual([...moments].sort((one, other) => other - one));
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(all.filter(({ about }) => about.kind === 'purchase').map(({ about }) => about)).toMatchObject([
    { event: 'paid', number: order!.number, facts: { amount: 21_900, currency: 'EUR' } },
    { event: 'placed', number: order!.number },
  ]);
  expect(all.find(({ about }) => about.kind === 'staff' && about.action === 'accounts.edited')).toMatchObject({
    by: { id: boss.id },
  });
  const byKind = await Promise.all(HISTORY_KINDS.map((kind) => allOf(desk, kind)));
  expect(byKind.flat()).toHaveLength(all.length);
  HISTORY_KINDS.forEach((kind, index) => {
    for (const { about } of byKind[index]!) expect(about.kind).toBe(kind);
    if (kind !== 'access') expect(byKind[index]!.length, kind).toBeGreaterThan(0);
  });
});

test('the history names who unlinked a TV: its owner, or nobody when its token ended', async () => {
  const owner = await person(shop, 'member', { firstName: 'Rade', lastName: 'Erić' });
  const [hall] = await shop.db
    .insert(devices)
    .values([
      { profileId: owner.id, number: 371_170_185, name: 'Sala' },
      { profileId: owner.id, number: 371_170_186, name: 'Hodnik', unlinkedAt: shop.clock.now },
    ])
    .returning();
  await call(shop, owner).devices.unlink({ id: hall!.id });
  const { rows } = await desk.history({ id: owner.id, kind: 'tv' });
  const ends = rows.flatMap(({ about, by }) => (about.kind === 'tv' && !about.linked ? [[about.name, by.id]] : []));
  expect(Object.fromEntries(ends)).toEqual({ Sala: owner.id, Hodnik: 'system' });
});

test('more than a page comes in pages, and moments that are the same are told apart', async () => {
  const at = new Date(now - 40 * DAY_MS);
  await shop.db.insert(auditLog).values(
    Array.from({ length: 75 }, () => ({
      at,
      actor: sofija.id,
      action: 'accounts.signed-in',
      subjectKind: 'profile',
      subjectId: sofija.id,
    })),
  );
  expect(await allOf(desk, 'access')).toHaveLength(75);
});

test.each<[Duty, string[], string[]]>([
  ['sales', ['purchases'], ['reservations', 'mails', 'access']],
  ['support', ['mails'], ['purchases', 'reservations', 'access']],
  ['security', ['access'], ['purchases', 'reservations', 'mails']],
])('with the duty %s alone somebody reads of a person what that duty’s lists say', async (duty, read, unread) => {
  await giveDuties(shop, staff, [duty]);
  const page = await others.read({ id: sofija.id });
  for (const part of read) expect(page[part as 'mails'], part).not.toBeNull();
  for (const part of unread) expect(page[part as 'mails'], part).toBeNull();
  const kinds = new Set((await allOf(others)).map(({ about }) => about.kind));
  expect(kinds.has('purchase')).toBe(duty === 'sales');
  expect(kinds.has('mail')).toBe(duty === 'support');
  expect(kinds.has('access')).toBe(duty === 'security');
  expect(await others.history({ id: sofija.id, kind: duty === 'sales' ? 'mail' : 'purchase' })).toEqual({
    rows: [],
    next: null,
  });
});

test('a note that is sent twice is one note, is read by whoever sees the person, and goes with the account', async () => {
  await giveDuties(shop, staff, ['support']);
  const target = await person(shop, 'member');
  const note = { id: target.id, key: randomUUID(), text: '  Zvati posle 17 časova. ' };
  await Promise.all([others.addNote(note), others.addNote(note)]);
  await giveDuties(shop, staff, ['security']);
  expect((await others.read({ id: target.id })).notes).toMatchObject([
    { text: 'Zvati posle 17 časova.', by: { name: 'Jelena Đurić' } },
  ]);
  expect(await codeOfCall(others.addNote({ ...note, id: sofija.id }))).toBe('PERSON_GONE');
  const written = await shop.db.select().from(auditLog).where(eq(auditLog.subjectId, target.id));
  expect(written.filter(({ action }) => action === 'accounts.noted')).toHaveLength(1);
  await shop.db.delete(profiles).where(eq(profiles.id, target.id));
  expect(await codeOfCall(others.read({ id: target.id }))).toBe('PERSON_GONE');
});

test('the neighbours of a person are those of the list that they were found in, in its order, with the place there', async () => {
  const named = (lastName: string, more = {}) => person(shop, 'member', { firstName: 'Petar', lastName, ...more });
  const [ana, boris, vera] = [await named('Susedić Ana'), await named('Susedić Boris'), await named('Susedić Vera')];
  const firm = await named('Susedić Goran', { isCompany: true, companyName: 'Pekara Susedić' });
  const at = (who: { id: string }, list: Partial<Parameters<typeof desk.neighbours>[0]> = {}) =>
    desk.neighbours({ id: who.id, search: 'susedic', sort: 'name', direction: 'asc', ...list });

  expect(await at(boris)).toEqual({
    previous: { id: ana.id, name: 'Petar Susedić Ana' },
    next: { id: firm.id, name: 'Pekara Susedić' },
    place: { n: 2, of: 4 },
  });
  expect(await at(boris, { direction: 'desc' })).toMatchObject({ previous: { id: firm.id }, place: { n: 3, of: 4 } });
  expect(await at(ana)).toMatchObject({ previous: null, next: { id: boris.id }, place: { n: 1, of: 4 } });
  expect(await at(vera, { sort: 'created', direction: 'desc' })).toMatchObject({ next: { id: boris.id } });
  expect(await at(firm, { show: 'company' })).toEqual({ previous: null, next: null, place: { n: 1, of: 1 } });
  expect((await at(boris, { show: 'company' })).place, 'no company').toBeNull();
  const { rows } = await desk.list({ sort: 'created', direction: 'desc' });
  const second = await desk.neighbours({ id: rows[1]!.id });
  expect(second).toMatchObject({ previous: { id: rows[0]!.id }, next: { id: rows[2]!.id }, place: { n: 2 } });
  expect(await codeOfCall(desk.neighbours({ id: randomUUID() }))).toBe('PERSON_GONE');
});
