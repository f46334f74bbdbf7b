import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DAY_MS, daysLater, monthsLater } from '#domain/day.ts';
import { KEY_DUTIES } from '#domain/integrations/keys/rules.ts';
import { dayOf } from '#domain/time.ts';
import { profiles } from '../../accounts/schema.ts';
import { sessions } from '../../auth/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { fingerprint } from '../../platform/secrets/fingerprint.ts';
import { testApp } from '../../test/app.ts';
import { ask, keyOf } from '../../test/keys.ts';
import { call, codeOfCall, giveDuties, person } from '../../test/people.ts';
import { apiKeys } from './schema.ts';

const app = await testApp();
const owner = await person(app, 'superAdmin');
const keys = call(app, owner).integrations.keys;
const today = dayOf(app.clock.now);
const wanted = (more: object = {}) => ({
  id: randomUUID(),
  name: `Knjige ${randomUUID().slice(0, 8)}`,
  duties: ['accounting' as const],
  writes: false,
  networks: [],
  endsOn: daysLater(today, 30),
  ...more,
});
const entriesOn = (id: string) =>
  app.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(desc(auditLog.id));

test('a key is shown once; what is kept is its fingerprint and its last four signs', async () => {
  const { key, secret } = await keys.make(wanted({ networks: ['203.0.113.16/28'] }));
  expect(secret).toMatch(/^vdk_[0-9A-Za-z]{49}$/);
  expect(key).toMatchObject({
    ending: secret.slice(-4),
    state: 'valid',
    networks: ['203.0.113.16/28'],
    lostDuties: [],
  });
  const [row] = await app.db.select().from(apiKeys).where(eq(apiKeys.id, key.id));
  expect(row!.hash).toEqual(fingerprint(secret));
  const [made] = await entriesOn(key.id);
  expect(made).toMatchObject({ action: 'integrations.key-made', actor: owner.id, keyId: null });
  for (const text of [JSON.stringify(row), JSON.stringify(made), JSON.stringify(await keys.list())])
    expect(text).not.toContain(secret.slice(4, 40));
});

test('a key is made by whoever manages integrations, with a fresh proof, and by nobody else', async () => {
  const admin = await person(app, 'admin');
  await giveDuties(app, admin, KEY_DUTIES);
  const make = (who: typeof admin) => codeOfCall(call(app, who).integrations.keys.make(wanted({ duties: ['sales'] })));
  expect(await make(admin)).toBe('FORBIDDEN');
  expect(await codeOfCall(call(app, admin).integrations.keys.list())).toBe('FORBIDDEN');
  await giveDuties(app, admin, ['security', 'sales']);
  expect(await make(admin)).toBe('ok');
  await app.db.update(sessions).set({ provenAt: null }).where(eq(sessions.id, admin.sessionId));
  expect(await make(admin)).toBe('PROOF_NEEDED');
});

test('a key has duties of its maker only, and never security', async () => {
  const admin = await person(app, 'admin');
  await giveDuties(app, admin, ['security', 'sales']);
  const make = (duties: unknown[]) => codeOfCall(call(app, admin).integrations.keys.make(wanted({ duties }) as never));
  expect(await make(['sales'])).toBe('ok');
  expect(await make(['sales', 'warehouse'])).toBe('KEY_DUTY_MISSING');
  for (const duties of [['security'], [], ['sales', 'sales'], ['everything']])
    expect(await make(duties), String(duties)).toBe('BAD_REQUEST');
});

test('every wrong field is said in its place', async () => {
  const refused = async (more: object) => {
    const answer = await keys.make(wanted(more) as never).catch((error: unknown) => error);
    return answer as { code: string; data: { issues?: { path: string; message: string }[]; last?: string } };
  };
  expect((await refused({ networks: ['203.0.113.16/28', '203.0.113.300'] })).data.issues).toEqual([
    { path: 'networks.1', message: 'Red 2 nije adresa mreže. Primer: 203.0.113.18 ili 203.0.113.0/24.' },
  ]);
  expect((await refused({ duties: [] })).data.issues).toEqual([
    { path: 'duties', message: 'Izaberite bar jednu dužnost.' },
  ]);
  expect((await refused({ name: ' ' })).code).toBe('BAD_REQUEST');
  const last = monthsLater(today, 12);
  expect(await refused({ endsOn: daysLater(today, -1) })).toMatchObject({ code: 'KEY_END_WRONG', data: { last } });
  expect((await refused({ endsOn: daysLater(last, 1) })).code).toBe('KEY_END_WRONG');
  expect(await codeOfCall(keys.make(wanted({ endsOn: last })))).toBe('ok');
});

test('two keys that are valid never share a name, however they are written; that of one that ended is free', async () => {
  const first = await keys.make(wanted({ name: 'Skener u magacinu' }));
  expect(await codeOfCall(keys.make(wanted({ name: ' SKENER u magacinu' })))).toBe('KEY_NAME_TAKEN');
  await keys.revoke({ id: first.key.id });
  const both = await Promise.all([1, 2].map(() => codeOfCall(keys.make(wanted({ name: 'Skener u magacinu' })))));
  expect(both.sort()).toEqual(['KEY_NAME_TAKEN', 'ok']);
});

test('asked again after a lost answer it is one key, whose last secret works; once used or revoked it is not drawn anew', async () => {
  const form = wanted({ duties: ['sales'] });
  const [lost, got] = [await keys.make(form), await keys.make(form)];
  expect(await app.db.$count(apiKeys, eq(apiKeys.id, form.id))).toBe(1);
  expect((await ask(app, lost.secret, '/admin/orders')).code).toBe('KEY_REFUSED');
  expect((await ask(app, got.secret, '/admin/orders')).status).toBe(200);
  expect(await codeOfCall(keys.make(form))).toBe('KEY_GONE');
  const other = await person(app, 'admin');
  const mine = wanted({ duties: ['sales'] });
  await keys.make(mine);
  expect(await codeOfCall(call(app, other).integrations.keys.make(mine)), 'of somebody else').toBe('KEY_GONE');
});

test('revoked twice it is revoked once, and its entry says by whom', async () => {
  const { id } = await keyOf(app, owner);
  const [one, two] = await Promise.all([keys.revoke({ id }), keys.revoke({ id })]);
  expect(one.revokedAt).toEqual(two.revokedAt);
  expect((await entriesOn(id)).filter(({ action }) => action === 'integrations.key-revoked')).toHaveLength(1);
  expect(await codeOfCall(keys.revoke({ id: randomUUID() }))).toBe('KEY_GONE');
});

test('the list has what is valid first and what ended last, for a year; duties that the maker lost are said', async () => {
  const admin = await person(app, 'admin', { firstName: 'Jelena', lastName: 'Đurić' });
  const { id } = await keyOf(app, admin, { duties: ['sales', 'support'] });
  await giveDuties(app, admin, ['support']);
  expect((await keys.list()).find((key) => key.id === id)).toMatchObject({
    madeBy: 'Jelena Đurić',
    lostDuties: ['sales'],
  });
  await app.db.update(profiles).set({ blockedAt: app.clock.now }).where(eq(profiles.id, admin.id));
  expect((await keys.list()).find((key) => key.id === id)!.lostDuties).toEqual(['sales', 'support']);

  const start = app.clock.now;
  const ends = await keyOf(app, owner, { endsOn: daysLater(today, 5) });
  const states = async () => (await keys.list()).filter((key) => key.id === ends.id).map(({ state }) => state);
  expect(await states()).toEqual(['ending']);
  app.clock.now = new Date(start.getTime() + 7 * DAY_MS);
  expect(await states()).toEqual(['ended']);
  const order = (await keys.list()).map(({ state }) => (state === 'ending' ? 'valid' : state));
  expect(order).toEqual(order.toSorted((a, b) => RANK.indexOf(a) - RANK.indexOf(b)));
  app.clock.now = new Date(start.getTime() + 372 * DAY_MS);
  expect(await states()).toEqual([]);
  app.clock.now = start;
});
const RANK = ['valid', 'ended', 'revoked'];

test('the list as a file has no secret, and the log says who took it', async () => {
  const { name } = await keyOf(app, owner, { networks: ['198.51.100.7'] });
  const text = await (await keys.export()).text();
  expect(text).toContain(name);
  expect(text).toContain('198.51.100.7');
  expect(await app.db.$count(auditLog, eq(auditLog.action, 'integrations.keys-exported'))).toBe(1);
});
