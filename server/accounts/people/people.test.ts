import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { labelsOf, type PersonLabels, type Role } from '#domain/accounts/person-fields.ts';
import { HOUR_MS } from '#domain/day.ts';
import { users } from '../../auth/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { mails } from '../../platform/mail.schema.ts';
import { testApp } from '../../test/app.ts';
import { registered, signedInAgain } from '../../test/browser.ts';
import { exactly } from '../../test/counts.ts';
import { networkMember } from '../../test/network.ts';
import { call, person } from '../../test/people.ts';
import { profiles } from '../schema.ts';

const app = await testApp();
const NO_LABELS = { isCompany: false, isPartner: false, isInstaller: false };
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error: { code: string }) => error.code,
  );

test('people come in every order, fifty at a time, none twice and none lost', async () => {
  const admin = await person(app, 'admin', { lastName: 'Anić' });
  const same = new Date('2030-06-01T10:00:00Z');
  for (let i = 0; i < 110; i++) await person(app, 'member', { createdAt: same, lastName: `Šarić${i % 3}` });
  for (const sort of ['created', 'name', 'email', 'banners'] as const)
    for (const direction of ['asc', 'desc'] as const) {
      const seen: string[] = [];
      let after: string | undefined;
      do {
        const page = await call(app, admin).accounts.admin.people.list({ sort, direction, after });
        seen.push(...page.rows.map((row) => row.id));
        after = page.next ?? undefined;
      } while (after);
      expect(new Set(seen).size, sort).toBe(111);
      expect(seen, sort).toHaveLength(111);
    }
  expect(await call(app, admin).accounts.admin.people.count({ search: 'saric1' })).toMatchObject({
    total: exactly(37),
    groups: { others: exactly(37), company: exactly(0) },
  });
  expect((await call(app, admin).accounts.admin.people.list({ show: 'admin' })).rows.map((row) => row.id)).toEqual([
    admin.id,
  ]);
});

test('the list says who brought each person, and when they last signed in', async () => {
  const admin = await person(app, 'admin');
  const inviter = await networkMember(app, null, { firstName: 'Ljubica', lastName: 'Dabić' });
  const enrolled = await networkMember(app, inviter);
  const waits = await person(app, 'waiting', { invitedBy: inviter.id });
  const comesBack = await registered(app);
  const before = app.clock.now;
  const lastSignIn = new Date(before.getTime() + HOUR_MS);
  app.clock.now = lastSignIn;
  await signedInAgain(app, comesBack);
  app.clock.now = before;
  const rowOf = async ({ email }: { email: string }) =>
    (await call(app, admin).accounts.admin.people.list({ search: email })).rows[0];
  const brought = { id: inviter.id, name: 'Ljubica Dabić' };
  expect(await rowOf(enrolled)).toMatchObject({ id: enrolled.id, inviter: brought, lastSignInAt: null });
  expect(await rowOf(waits)).toMatchObject({ id: waits.id, inviter: brought, lastSignInAt: null });
  expect(await rowOf(inviter)).toMatchObject({ id: inviter.id, inviter: null });
  expect(await rowOf(comesBack)).toMatchObject({ inviter: null, lastSignInAt: lastSignIn.toISOString() });
});

test('who waits for a decision is neither blocked nor closed, in the list and in its count, among all and among those found', async () => {
  const admin = await person(app, 'admin');
  const { list, count } = call(app, admin).accounts.admin.people;
  const before = (await count({})).groups.waiting;
  const lastName = 'Čekalić';
  const waits = await person(app, 'waiting', { lastName });
  await person(app, 'waiting', { lastName, blockedAt: app.clock.now });
  await person(app, 'waiting', { lastName, closedAt: app.clock.now });
  expect((await count({})).groups.waiting).toEqual(exactly(before.count + 1));
  expect(await count({ search: lastName, show: 'waiting' })).toMatchObject({
    total: exactly(1),
    groups: { waiting: exactly(1), blocked: exactly(1), ending: exactly(1) },
  });
  for (const search of [lastName, undefined])
    for (const sort of ['created', 'name'] as const) {
      const { rows } = await list({ show: 'waiting', search, sort });
      expect(rows.filter((row) => row.lastName === lastName).map(({ id }) => id)).toEqual([waits.id]);
    }
});

test('an edit writes what it means to, once, with before and after in the log', async () => {
  const [admin, target] = [await person(app, 'admin'), await person(app)];
  const edit = (from: object, to: object) => call(app, admin).accounts.admin.people.edit({ id: target.id, from, to });
  expect((await edit({ city: 'Čačak' }, { city: ' Novi Sad ' })).city).toBe('Novi Sad');
  expect(await code(edit({ city: 'Čačak' }, { city: 'Niš' })), 'seen too early').toBe('PERSON_CHANGED');
  expect((await edit({ city: 'Čačak' }, { city: 'Novi Sad' })).city, 'the same once more').toBe('Novi Sad');
  expect((await edit({ phone: '+381641234567' }, { phone: '' })).phone, 'another field').toBeNull();
  const other = await person(app);
  const [theirs] = await app.db.select().from(profiles).where(eq(profiles.id, other.id));
  const [own] = await app.db.select().from(profiles).where(eq(profiles.id, target.id));
  expect(await code(edit({ username: own!.username }, { username: theirs!.username.toUpperCase() }))).toBe(
    'USERNAME_TAKEN',
  );
  const log = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, target.id));
  expect(log.map(({ before, after }) => [before, after])).toEqual([
    [{ city: 'Čačak' }, { city: 'Novi Sad' }],
    [{ phone: '+381641234567' }, { phone: null }],
  ]);
});

test('a colleague who edits the same field is told who wrote it, when, and what stands there', async () => {
  const [admin, colleague, target] = [await person(app, 'admin'), await person(app, 'admin'), await person(app)];
  const edit = (who: typeof admin, to: string) =>
    call(app, who).accounts.admin.people.edit({ id: target.id, from: { city: 'Čačak' }, to: { city: to } });
  await edit(admin, 'Novi Sad');
  const [row] = await app.db.select().from(profiles).where(eq(profiles.id, admin.id));
  await expect(edit(colleague, 'Niš')).rejects.toMatchObject({
    code: 'PERSON_CHANGED',
    data: {
      fields: ['city'],
      now: { city: 'Novi Sad' },
      by: `${row!.firstName} ${row!.lastName}`,
      you: false,
      at: expect.any(String),
    },
  });
  await expect(edit(admin, 'Bor'), 'the same person in another window').rejects.toMatchObject({
    data: { by: null, you: true },
  });
});

test('monter and partner exclude each other, company stands alone', async () => {
  const [admin, target] = [await person(app, 'admin'), await person(app)];
  const set = (role: 'partner' | 'installer' | 'company', shown: PersonLabels) =>
    call(app, admin).accounts.admin.people.setRole({ id: target.id, role, on: true, shown });
  const company = await set('company', NO_LABELS);
  const partner = await set('partner', labelsOf(company));
  expect(partner).toMatchObject({ isPartner: true, isInstaller: false, isCompany: true });
  const installer = await set('installer', labelsOf(partner));
  expect(installer).toMatchObject({ isPartner: false, isInstaller: true, isCompany: true });
});

test('a label is not changed over one that a colleague has set meanwhile: the row as it is now is shown', async () => {
  const [admin, colleague, target] = [await person(app, 'admin'), await person(app, 'admin'), await person(app)];
  const press = (who: typeof admin, role: Role, on: boolean, shown = NO_LABELS) =>
    call(app, who).accounts.admin.people.setRole({ id: target.id, role, on, shown });
  await press(colleague, 'partner', true);
  await expect(press(admin, 'installer', true), 'it would take Partner away unseen').rejects.toMatchObject({
    code: 'LABELS_CHANGED',
    data: { id: target.id, isPartner: true, isInstaller: false },
  });
  expect(await press(admin, 'partner', true), 'the same request is done').toMatchObject({ isPartner: true });
  const seen = { ...NO_LABELS, isPartner: true };
  expect(await press(admin, 'installer', true, seen)).toMatchObject({ isPartner: false, isInstaller: true });
  expect(await press(admin, 'installer', true, seen), 'a repetition after a lost answer').toMatchObject({
    isInstaller: true,
  });
  expect(await code(press(colleague, 'partner', true, NO_LABELS)), 'the colleague has not seen it').toBe(
    'LABELS_CHANGED',
  );
  const { setRole } = call(app, admin).accounts.admin.people;
  expect(await code(setRole({ id: target.id, role: 'company', on: true })), 'unseen').toBe('BAD_REQUEST');
});

test('nobody takes rights from themselves or from the super-admin', async () => {
  const [admin, chief] = [await person(app, 'admin'), await person(app, 'superAdmin')];
  const { people } = call(app, admin).accounts.admin;
  expect(await code(people.setRole({ id: admin.id, role: 'admin', on: false }))).toBe('OWN_RIGHTS');
  expect(await code(people.block({ id: admin.id, on: true }))).toBe('OWN_RIGHTS');
  expect(await code(people.setRole({ id: chief.id, role: 'admin', on: false }))).toBe('SUPER_ADMIN_STAYS');
  expect(await code(people.block({ id: chief.id, on: true }))).toBe('SUPER_ADMIN_STAYS');
});

test('a blocked person is out at once and back in only with a new sign-in', async () => {
  const admin = await person(app, 'admin');
  const target = await registered(app);
  const tokenOf = async ({ auth }: Pick<typeof target, 'auth'>) => (await auth.getSession()).data.session!.access_token;
  const statusWith = async (token: string) =>
    (await app.app.request('/api/me', { headers: { authorization: `Bearer ${token}` } })).status;
  const old = await tokenOf(target);
  expect(await statusWith(old)).toBe(200);
  await call(app, admin).accounts.admin.people.block({ id: target.id, on: true });
  expect(await statusWith(old)).toBe(401);
  expect(await code(signedInAgain(app, target))).toBe('user_banned');
  await call(app, admin).accounts.admin.people.block({ id: target.id, on: false });
  expect(await statusWith(old), 'the old session is gone').toBe(401);
  expect(await statusWith(await tokenOf(await signedInAgain(app, target)))).toBe(200);
});

test('whoever ends access signs a person out everywhere: old sessions are over, they may come in again, and one mail tells them', async () => {
  const admin = await person(app, 'admin');
  const target = await registered(app);
  const { people } = call(app, admin).accounts.admin;
  const statusOf = async ({ auth }: Pick<typeof target, 'auth'>) => {
    const { access_token } = (await auth.getSession()).data.session!;
    return (await app.app.request('/api/me', { headers: { authorization: `Bearer ${access_token}` } })).status;
  };
  const phone = await signedInAgain(app, target);
  expect([await statusOf(target), await statusOf(phone)]).toEqual([200, 200]);
  expect(await people.signOut({ id: target.id })).toEqual({ signedOut: true });
  expect([await statusOf(target), await statusOf(phone)]).toEqual([401, 401]);
  await people.signOut({ id: target.id });

  const told = (await app.db.select().from(mails).where(eq(mails.profileId, target.id))).filter(
    ({ template }) => template === 'accounts.signed-out',
  );
  expect(told, 'whoever is out is not told again').toMatchObject([{ to: target.email }]);
  const log = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, target.id));
  expect(log.filter(({ action }) => action === 'accounts.signed-out-everywhere')).toMatchObject([{ actor: admin.id }]);
  expect(await statusOf(await signedInAgain(app, target))).toBe(200);
  expect(await code(people.signOut({ id: randomUUID() }))).toBe('PERSON_GONE');
});

test('a person is found by phone however it is written, by company and by its numbers', async () => {
  const admin = await person(app, 'admin');
  const wanted = await person(app, 'member', {
    phone: '+381 63 555-0199',
    companyName: 'Đorđević i sinovi',
    companyTaxNumber: 109876543,
  });
  for (const search of ['381635550199', '0635550199', '5550199', 'djordjevic sinovi', '109876543'])
    expect(
      (await call(app, admin).accounts.admin.people.list({ search })).rows.map((row) => row.id),
      search,
    ).toEqual([wanted.id]);
});

test('a place of another order, or nonsense, shows the first page', async () => {
  const admin = await person(app, 'admin');
  const { list } = call(app, admin).accounts.admin.people;
  const place = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const { rows } = await list({ sort: 'banners' });
  for (const after of ['x', place(['abc', admin.id]), place(['1', 'no id']), place(["1'--", admin.id]), place([1, 2])])
    expect((await list({ sort: 'banners', after })).rows, after).toEqual(rows);
});

test('the exported list is everybody chosen, with nothing a spreadsheet would calculate, and leaves an entry', async () => {
  const admin = await person(app, 'admin');
  await person(app, 'member', { lastName: '=HYPERLINK("http://zlo.example")', firstName: '@Ana', city: 'Ub;"1"' });
  const answer = await app.app.request('/api/admin/people/export?search=hyperlink', {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(answer.headers.get('content-type')).toContain('text/csv');
  expect(answer.headers.get('content-disposition')).toMatch(/korisnici-\d{4}-\d\d-\d\d\.csv/);
  const [header, row, ...more] = (await answer.text()).trimEnd().split('\r\n');
  expect(header).toMatch(/^Ime;Prezime;Korisničko ime;Email/);
  expect(row).toContain(`'@Ana;"'=HYPERLINK(""http://zlo.example"")"`);
  expect(row).toContain('"Ub;""1"""');
  expect(row).toContain(';(+381) 64 1234567;');
  expect(row).toMatch(/;\d{4}-\d\d-\d\d \d\d:\d\d$/);
  expect(more).toEqual(['', `Ukupno;1${';'.repeat(14)}0;;`]);
  const [entry] = await app.db.select().from(auditLog).where(eq(auditLog.action, 'accounts.exported'));
  expect(entry).toMatchObject({ actor: admin.id, after: { rows: 1, search: 'hyperlink' } });
});

test('the exported list says who is closed and until when a notice runs, as the list on the screen does', async () => {
  const admin = await person(app, 'admin');
  await person(app, 'member', { lastName: 'Odlazić', closedAt: new Date() });
  await person(app, 'member', { lastName: 'Odlazić', terminatesAt: new Date('2030-01-01T23:00:00Z') });
  const answer = await app.app.request('/api/admin/people/export?search=odlazic', {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  const text = await answer.text();
  expect(text).toContain(';Zatvoren;');
  expect(text).toContain(';Otkazan do 1. 1. 2030.;');
});

test('numbers of companies keep their leading zeros in the exported list, and are found with them and without', async () => {
  const admin = await person(app, 'admin');
  const numbers = { companyTaxNumber: 2_640_799, companyRegistrationNumber: 7_042_388 };
  const wanted = await person(app, 'member', { ...numbers, lastName: 'Nulić' });
  for (const search of ['07042388', '7042388', '02640799']) {
    const { rows } = await call(app, admin).accounts.admin.people.list({ search });
    expect(
      rows.map((row) => row.id),
      search,
    ).toEqual([wanted.id]);
    expect((await call(app, admin).accounts.admin.people.count({ search })).total, search).toEqual(exactly(1));
  }
  const answer = await app.app.request('/api/admin/people/export?search=07042388', {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(await answer.text()).toContain(';02640799;07042388;');
});

test('a country that nobody has stays a text in the exported list, whatever every object calls its own', async () => {
  const admin = await person(app, 'admin');
  for (const country of ['constructor', '__proto__', 'toString'])
    await person(app, 'member', { country, lastName: 'Nigdić' });
  const answer = await app.app.request('/api/admin/people/export?search=nigdic', {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(answer.status).toBe(200);
  const text = await answer.text();
  for (const country of ['constructor', '__proto__', 'toString']) expect(text).toContain(`;${country};`);
});

test('every field has its limits, and nothing is written when one of them is broken', async () => {
  const [admin, target] = [await person(app, 'admin'), await person(app)];
  const edit = (to: object) =>
    code(call(app, admin).accounts.admin.people.edit({ id: target.id, from: { city: 'Čačak' }, to } as never));
  const limits = {
    username: 100,
    firstName: 100,
    lastName: 100,
    phone: 40,
    country: 60,
    city: 100,
    address: 160,
    addressNumber: 20,
    postalCode: 12,
    companyName: 200,
    companyAddress: 200,
  };
  for (const [field, longest] of Object.entries(limits)) {
    expect(await edit({ city: 'Niš', [field]: 'x'.repeat(longest + 1) }), field).toBe('BAD_REQUEST');
    expect(await edit({ city: 'Niš', [field]: 'a\u202eb' }), `${field}, invisible`).toBe('BAD_REQUEST');
  }
  for (const wrong of [-1, 1.5, 10_000_000_000_000, '12a'])
    for (const field of ['companyTaxNumber', 'companyRegistrationNumber'])
      expect(await edit({ city: 'Niš', [field]: wrong }), `${field} ${wrong}`).toBe('BAD_REQUEST');
  expect(await edit({ username: '  ' })).toBe('BAD_REQUEST');
  expect(await edit({ isAdmin: true, bannerBalance: 1_000_000, email: 'x@primer.rs' }), 'not fields at all').toBe(
    'no error',
  );
  const [row] = await app.db.select().from(profiles).where(eq(profiles.id, target.id));
  expect(row).toMatchObject({ city: 'Čačak', isAdmin: false, bannerBalance: 0, email: target.email });
});

test('rights are given to people who are in, and taken from the last admin but never from the super-admin', async () => {
  const fresh = await testApp();
  const [chief, last, waiting] = [
    await person(fresh, 'superAdmin'),
    await person(fresh, 'admin'),
    await person(fresh, 'waiting'),
  ];
  const { setRole, block } = call(fresh, chief).accounts.admin.people;
  expect(await code(setRole({ id: waiting.id, role: 'admin', on: true }))).toBe('PERSON_WAITS');
  expect((await setRole({ id: last.id, role: 'admin', on: false })).isAdmin).toBe(false);
  expect(await code(call(fresh, last).accounts.admin.people.list({})), 'at the next request').toBe('FORBIDDEN');
  expect(await code(setRole({ id: chief.id, role: 'admin', on: false }))).toBe('SUPER_ADMIN_STAYS');
  expect(await code(block({ id: chief.id, on: true }))).toBe('SUPER_ADMIN_STAYS');
  await fresh.db.delete(users).where(eq(users.id, waiting.id));
  expect(await code(setRole({ id: waiting.id, role: 'company', on: true, shown: NO_LABELS }))).toBe('PERSON_GONE');
  expect(await code(block({ id: waiting.id, on: true }))).toBe('PERSON_GONE');
});
