import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { type Duty, PERMISSIONS, type Permission } from '#domain/access.ts';
import type { CallRule } from '#domain/call-rule.ts';
import { CALLS } from '#domain/calls.ts';
import { daysLater } from '#domain/day.ts';
import { firstCallOf } from '#domain/integrations/keys/first-call.ts';
import { KEY_DUTIES, KEY_PERMISSIONS } from '#domain/integrations/keys/rules.ts';
import { dayOf } from '#domain/time.ts';
import { lockPerson } from '../../accounts/lock-person.ts';
import { profiles } from '../../accounts/schema.ts';
import { createApp } from '../../app.ts';
import { notifyOfChange } from '../../auth/changes/changes.ts';
import { mfaFactors, sessions, users } from '../../auth/schema.ts';
import { rescueOwner } from '../../flows/super-admin/rescue-owner.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { openDatabase } from '../../platform/db.ts';
import { mails } from '../../platform/mail.schema.ts';
import { testApp } from '../../test/app.ts';
import { untilBlocked } from '../../test/eventually.ts';
import { ask, keyOf } from '../../test/keys.ts';
import { sendMails } from '../../test/mails.ts';
import { call, codeOfCall, giveDuties, person } from '../../test/people.ts';
import { procedures } from '../../test/procedures.ts';
import { whenOver } from '../../test/when-over.ts';
import { apiKeys } from './schema.ts';
import { newSecret } from './secret.ts';

const app = await testApp({ env: { TRUST_PROXY: '1' } });
const owner = await person(app, 'superAdmin');
const ORDERS = '/admin/orders';
const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });
const why = (data: unknown) => (data as { data?: { why?: string } }).data?.why;

/** What became of it, as `status code why`. */
const said = async (...asked: Parameters<typeof ask>) => {
  const { status, code, body } = await ask(...asked);
  return [status, code, code && why(body)].filter(Boolean).join(' ');
};

test('a key does what its duties allow, and its maker is who did it where a person is stored; the log says the key', async () => {
  const admin = await person(app, 'admin');
  const key = await keyOf(app, admin, { duties: ['warehouse'] });
  const serial = 'VDK-26-000001';
  const scanned = await ask(app, key.secret, '/admin/stock/scans', {
    method: 'POST',
    body: { key: randomUUID(), serial },
  });
  expect(scanned.status).toBe(200);
  const [entry] = await app.db.select().from(auditLog).where(eq(auditLog.action, 'stock.scanned'));
  expect(entry).toMatchObject({ actor: admin.id, keyId: key.id, keyName: key.name, ip: '127.0.0.1' });
  expect(JSON.stringify(entry)).not.toContain(key.secret);
  for (const actor of [key.id, admin.id]) {
    const { rows } = await call(app, owner).admin.audit({ actor, action: 'stock.scanned' });
    expect(
      rows.map(({ keyName }) => keyName),
      actor,
    ).toEqual([key.name]);
  }
  expect(await said(app, key.secret, ORDERS)).toBe('403 KEY_FORBIDDEN duty');
});

test('every call is open to a key exactly when a permission opens it that a key may have, and people are not named', async () => {
  const key = await keyOf(app, owner);
  const refused: string[] = [];
  for (const [name, { who, onlyPeople }] of Object.entries<CallRule>(CALLS)) {
    const procedure = procedures.get(name);
    if (!procedure) continue;
    const { method, path } = procedure;
    const outcome = await said(app, key.secret, path.replaceAll(/\{\w+\}/g, 'x'), {
      method,
      ...(method === 'GET' ? {} : { body: {} }),
    });
    const isOpen = who === 'anyone' || (KEY_PERMISSIONS.has(who as Permission) && !onlyPeople);
    if (isOpen) expect(outcome, name).not.toMatch(/^401|KEY_FORBIDDEN|^5/);
    else {
      expect(outcome, name).toMatch(/^403 KEY_FORBIDDEN (person|duty)$/);
      refused.push(name);
    }
  }
  for (const name of [
    'accounts.me',
    'accounts.own.proof.give',
    'accounts.own.sessions.end',
    'accounts.admin.staff.save',
    'accounts.admin.people.setRole',
    'accounts.admin.people.block',
    'accounts.admin.people.signOut',
    'accounts.admin.people.terminate',
    'accounts.admin.people.removeSecondStep',
    'accounts.admin.people.erase',
    'admin.audit',
    'admin.overview',
    'bank.desk.second',
    'integrations.keys.make',
    'integrations.keys.revoke',
    'live.admin',
    'refunds.admin.agree',
    'rewards.admin.taxNumber',
    'system.backUp',
  ])
    expect(refused, name).toContain(name);
}, 120_000);

test('a key with the duty of the network approves and refuses registrations, and no other key does', async () => {
  const [admitted, refused] = [await person(app, 'waiting'), await person(app, 'waiting')];
  const decide = (secret: string, what: string, body: object) =>
    said(app, secret, `/admin/registration-requests/${what}`, { method: 'POST', body });
  const approval = { ids: [admitted.id] };
  const sales = await keyOf(app, owner, { duties: ['sales'] });
  expect(await decide(sales.secret, 'approve', approval)).toBe('403 KEY_FORBIDDEN duty');
  const { id, secret } = await keyOf(app, owner, { duties: ['network'] });
  expect(await decide(secret, 'approve', approval)).toBe('200');
  expect(await decide(secret, 'delete', { ids: [refused.id], reason: 'Nalog već postoji.' })).toBe('200');
  const [approved] = await app.db.select().from(profiles).where(eq(profiles.id, admitted.id));
  expect(approved).toMatchObject({ toBeRegistered: false });
  expect(await app.db.$count(profiles, eq(profiles.id, refused.id))).toBe(0);
  const [entry] = await app.db.select().from(auditLog).where(eq(auditLog.action, 'accounts.approved'));
  expect(entry).toMatchObject({ actor: owner.id, keyId: id, subjectId: admitted.id });
});

test('no duty gives a key what only security, or nobody, gives', () => {
  const never = (Object.keys(PERMISSIONS) as Permission[]).filter((permission) => !KEY_PERMISSIONS.has(permission));
  expect(never.sort()).toEqual(
    [
      'end access',
      'erase people',
      'give duties',
      'issue large vouchers',
      'manage integrations',
      'remove second steps',
      'see audit',
      'see system',
      'sort old parcels',
    ].sort(),
  );
});

test('a key that only reads writes nothing', async () => {
  const { secret } = await keyOf(app, owner, { writes: false });
  expect(await said(app, secret, '/admin/stock')).toBe('200');
  for (const [name, { who }] of Object.entries<CallRule>(CALLS)) {
    const { method, path } = procedures.get(name) ?? {};
    if (!method || method === 'GET' || !(who in PERMISSIONS)) continue;
    expect(await said(app, secret, path!.replaceAll(/\{\w+\}/g, 'x'), { method, body: {} }), name).toMatch(
      /^403 KEY_FORBIDDEN (read only|person|duty)$/,
    );
  }
}, 60_000);

test('accounts of staff are touched by no key, not even of the super-admin', async () => {
  const { secret } = await keyOf(app, owner, { duties: ['sales', 'support'] });
  const [admin, member] = [await person(app, 'admin'), await person(app)];
  const edit = ({ id }: { id: string }) =>
    said(app, secret, `/admin/people/${id}`, {
      method: 'POST',
      body: { from: { city: 'Čačak' }, to: { city: 'Niš' } },
    });
  expect(await edit(admin)).toBe('403 KEY_FORBIDDEN person');
  expect(await edit(member)).toBe('200');
});

test('a key works from its own networks only', async () => {
  const { secret } = await keyOf(app, owner, { networks: ['203.0.113.16/28', '198.51.100.7', '2001:db8:5::/48'] });
  for (const [ip, outcome] of [
    ['203.0.113.18', '200'],
    ['203.0.113.31', '200'],
    ['198.51.100.7', '200'],
    ['::ffff:198.51.100.7', '200'],
    ['2001:db8:5:ffff::1', '200'],
    ['203.0.113.32', '403 KEY_FORBIDDEN network'],
    ['198.51.100.8', '403 KEY_FORBIDDEN network'],
    ['2001:db8:6::1', '403 KEY_FORBIDDEN network'],
    ['::1', '403 KEY_FORBIDDEN network'],
  ] as const)
    expect(await said(app, secret, ORDERS, from(ip)), ip).toBe(outcome);
});

test('a key works through its last day in Belgrade, and not a moment longer', async () => {
  const start = app.clock.now;
  const endsOn = daysLater(dayOf(start), 1);
  const { secret } = await keyOf(app, owner, { endsOn });
  for (const [moment, outcome] of [
    [`${endsOn}T21:59:59Z`, '200'],
    [`${daysLater(endsOn, 1)}T00:00:00Z`, '401 KEY_REFUSED ended'],
  ] as const) {
    app.clock.now = new Date(moment);
    expect(await said(app, secret, ORDERS), moment).toBe(outcome);
  }
  app.clock.now = start;
});

test('revoked on one server it is out on another at the next request', async () => {
  const db = openDatabase(app.databaseUrl);
  whenOver(() => db.close());
  const second = { app: createApp({ ...app.deps, db }) };
  const { id, secret } = await keyOf(app, owner);
  expect(await said(second, secret, ORDERS)).toBe('200');
  await call(app, owner).integrations.keys.revoke({ id });
  expect(await said(second, secret, ORDERS)).toBe('401 KEY_REFUSED revoked');
});

test('a mistyped key is refused without the database, and one that never was as unknown', async () => {
  const { secret } = await keyOf(app, owner);
  const asked = vi.spyOn(app.db, 'ask');
  const execute = vi.spyOn(app.db, 'execute');
  const wrong = secret.replace(/.$/, (sign) => (sign === 'a' ? 'b' : 'a'));
  const swapped = secret.slice(0, 10) + secret[11]! + secret[10]! + secret.slice(12);
  for (const text of [wrong, secret.slice(0, -1), `${secret}0`, 'vdk_', swapped === secret ? wrong : swapped])
    expect(await said(app, text, ORDERS), text).toBe('401 KEY_REFUSED malformed');
  expect([asked.mock.calls, execute.mock.calls]).toEqual([[], []]);
  asked.mockRestore();
  execute.mockRestore();
  expect(await said(app, newSecret(), ORDERS)).toBe('401 KEY_REFUSED unknown');
});

test('a key ends with what its maker loses: a duty, the rights, the account', async () => {
  const made = async (duties: readonly Duty[] | null = null) => {
    const maker = await person(app, 'admin');
    const { secret } = await keyOf(app, maker, { duties: ['sales'] });
    if (duties) await giveDuties(app, maker, duties);
    return { maker, outcome: () => said(app, secret, ORDERS) };
  };
  expect(await (await made()).outcome()).toBe('200');
  expect(await (await made(['sales'])).outcome()).toBe('200');
  expect(await (await made(['support'])).outcome()).toBe('403 KEY_FORBIDDEN duty');
  const losses: [string, (id: string) => Promise<unknown>][] = [
    ['rights', (id) => app.db.update(profiles).set({ isAdmin: false }).where(eq(profiles.id, id))],
    ['blocked', (id) => app.db.update(profiles).set({ blockedAt: new Date() }).where(eq(profiles.id, id))],
    ['closed', (id) => app.db.update(profiles).set({ closedAt: new Date() }).where(eq(profiles.id, id))],
    [
      'banned',
      (id) =>
        app.db
          .update(users)
          .set({ bannedUntil: new Date('2100-01-01') })
          .where(eq(users.id, id)),
    ],
    ['erased', (id) => app.db.delete(users).where(eq(users.id, id))],
  ];
  for (const [what, lose] of losses) {
    const { maker, outcome } = await made();
    await lose(maker.id);
    expect(await outcome(), what).toBe('401 KEY_REFUSED owner');
  }
});

test('a key that a thief made in a stolen session goes with the change that its owner takes back; older keys and those of others stay', async () => {
  const start = app.clock.now;
  const later = (minutes: number) => {
    app.clock.now = new Date(start.getTime() + minutes * 60_000);
  };
  const robbed = await person(app, 'admin');
  const before = await keyOf(app, robbed, { duties: ['sales'] });
  later(1);
  const origin = { ip: '203.0.113.9', userAgent: null };
  await app.db.transaction((tx) => notifyOfChange(tx, app.deps, robbed, { kind: 'new-device', origin }));
  later(2);
  const [stolen, drawnAnew] = [await keyOf(app, robbed, { duties: ['sales'] }), await keyOf(app, robbed)];
  const others = await keyOf(app, await person(app, 'admin'), { duties: ['sales'] });
  expect(await said(app, stolen.secret, ORDERS)).toBe('200');
  later(3);
  const [mail] = await app.db
    .select()
    .from(mails)
    .where(and(eq(mails.to, robbed.email), eq(mails.template, 'accounts.way-in-changed')));
  const { link } = (mail!.props as { undo: { link: string } }).undo;
  await call(app).accounts.changes.undo({ token: link.split('#token=')[1]! });
  for (const { secret } of [stolen, drawnAnew]) expect(await said(app, secret, ORDERS)).toBe('401 KEY_REFUSED revoked');
  for (const { secret } of [before, others]) expect(await said(app, secret, ORDERS)).toBe('200');
  const entries = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, stolen.id)).orderBy(auditLog.id);
  expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
    ['integrations.key-made', robbed.id],
    ['integrations.key-revoked', 'visitor'],
  ]);
  app.clock.now = start;
});

test('a key that is made in the very moment in which its session is ended is not made', async () => {
  const robbed = await person(app, 'admin');
  const making = await app.db.transaction(async (tx) => {
    await tx.delete(sessions).where(eq(sessions.id, robbed.sessionId));
    const outcome = codeOfCall(keyOf(app, robbed, { duties: ['sales'] }));
    await untilBlocked(app);
    return { outcome };
  });
  expect(await making.outcome).toBe('UNAUTHORIZED');
  expect(await app.db.$count(apiKeys, eq(apiKeys.madeBy, robbed.id))).toBe(0);
});

test('a key that is made in the very moment in which its maker is blocked is not made, and does not stand in the way', async () => {
  const robbed = await person(app, 'admin');
  const making = await app.db.transaction(async (tx) => {
    await lockPerson(tx, robbed.id);
    const outcome = codeOfCall(keyOf(app, robbed, { duties: ['sales'] }));
    await untilBlocked(app);
    await tx.delete(sessions).where(eq(sessions.userId, robbed.id));
    return { outcome };
  });
  expect(await making.outcome).toBe('UNAUTHORIZED');
  expect(await app.db.$count(apiKeys, eq(apiKeys.madeBy, robbed.id))).toBe(0);
});

test('in the account’s own list as well: whoever takes a change back there ends the keys that were made since', async () => {
  const robbed = await person(app, 'admin');
  const origin = { ip: '203.0.113.9', userAgent: null };
  const id = await app.db.transaction((tx) => notifyOfChange(tx, app.deps, robbed, { kind: 'new-device', origin }));
  const stolen = await keyOf(app, robbed, { duties: ['sales'] });
  await call(app, robbed).accounts.own.changes.undo({ id });
  expect(await said(app, stolen.secret, ORDERS)).toBe('401 KEY_REFUSED revoked');
});

test('a key does not come back with its maker: whoever was blocked makes another', async () => {
  const maker = await person(app, 'admin');
  const { id, secret } = await keyOf(app, maker, { duties: ['sales'] });
  const others = await keyOf(app, await person(app, 'admin'), { duties: ['sales'] });
  for (const on of [true, false]) {
    await call(app, owner).accounts.admin.people.block({ id: maker.id, on });
    expect(await said(app, secret, ORDERS), on ? 'blocked' : 'unblocked').toBe('401 KEY_REFUSED revoked');
  }
  expect(await said(app, others.secret, ORDERS)).toBe('200');
  const entries = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id);
  expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
    ['integrations.key-made', maker.id],
    ['integrations.key-revoked', owner.id],
  ]);
});

test('a key does not come back with rights that are given again', async () => {
  const maker = await person(app, 'admin');
  const { secret } = await keyOf(app, maker, { duties: ['sales'] });
  for (const on of [false, true]) {
    await call(app, owner).accounts.admin.people.setRole({ id: maker.id, role: 'admin', on });
    expect(await said(app, secret, ORDERS), on ? 'given again' : 'taken').toBe('401 KEY_REFUSED revoked');
  }
});

test('a key ends with the account, closed by its owner or by us, and does not come back when the closing is taken back', async () => {
  const start = app.clock.now;
  const [leaves, ended] = [await person(app, 'admin'), await person(app, 'admin')];
  const [first, second] = [
    await keyOf(app, leaves, { duties: ['sales'] }),
    await keyOf(app, ended, { duties: ['sales'] }),
  ];
  app.clock.now = new Date(start.getTime() + 60_000);
  const origin = { ip: '203.0.113.9', userAgent: null };
  await app.db.transaction((tx) => notifyOfChange(tx, app.deps, leaves, { kind: 'new-device', origin }));
  await call(app, leaves).accounts.own.close({ password: null });
  await call(app, owner).accounts.admin.people.terminate({ id: ended.id, reason: 'Više ne radi kod nas.' });
  for (const [{ id, secret }, by] of [
    [first, leaves],
    [second, owner],
  ] as const) {
    expect(await said(app, secret, ORDERS)).toBe('401 KEY_REFUSED revoked');
    const entries = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id);
    expect(entries.at(-1)).toMatchObject({ action: 'integrations.key-revoked', actor: by.id });
  }
  const [mail] = await app.db
    .select()
    .from(mails)
    .where(and(eq(mails.to, leaves.email), eq(mails.template, 'accounts.way-in-changed')));
  const { link } = (mail!.props as { undo: { link: string } }).undo;
  await call(app).accounts.changes.undo({ token: link.split('#token=')[1]! });
  const [open] = await app.db.select().from(profiles).where(eq(profiles.id, leaves.id));
  expect(open!.closedAt).toBeNull();
  expect(await said(app, first.secret, ORDERS), 'open again').toBe('401 KEY_REFUSED revoked');
  app.clock.now = start;
});

test('whoever makes a key is mailed, so that a key that somebody else made does not stay unknown', async () => {
  const maker = await person(app, 'admin');
  const { id, name } = await keyOf(app, maker, { duties: ['sales'], writes: false });
  const [key] = await app.db.select().from(apiKeys).where(eq(apiKeys.id, id));
  const told = await app.db.select().from(mails).where(eq(mails.to, maker.email));
  expect(told).toMatchObject([
    {
      template: 'integrations.key-made',
      profileId: maker.id,
      props: { name, ending: key!.ending, duties: ['sales'], writes: false },
    },
  ]);
  await sendMails(app);
  const [sent] = await app.db.select().from(mails).where(eq(mails.id, told[0]!.id));
  expect(sent!.text).toContain('Ako ga niste napravili Vi');
});

test('no key of the super-admin outlives a rescue', async () => {
  const rescued = await testApp({ env: { TRUST_PROXY: '1' } });
  const chief = await person(rescued, 'superAdmin');
  const admin = await person(rescued, 'admin');
  const [stolen, others] = [await keyOf(rescued, chief), await keyOf(rescued, admin, { duties: ['sales'] })];
  expect(await said(rescued, stolen.secret, ORDERS)).toBe('200');
  await rescueOwner(rescued.deps);
  expect(await said(rescued, stolen.secret, ORDERS)).toBe('401 KEY_REFUSED revoked');
  expect(await said(rescued, others.secret, ORDERS)).toBe('200');
});

test('where staff need a second step, so does whoever made a key', async () => {
  const strict = createApp({ ...app.deps, config: { ...app.config, requireAdminMfa: true } });
  const maker = await person(app, 'admin');
  const { secret } = await keyOf(app, maker, { duties: ['sales'] });
  expect(await said({ app: strict }, secret, ORDERS)).toBe('401 KEY_REFUSED owner');
  await app.db.insert(mfaFactors).values({ userId: maker.id, status: 'verified', secret: Buffer.from('x') });
  expect(await said({ app: strict }, secret, ORDERS)).toBe('200');
});

test('when and from where it was used last is written once a minute at most', async () => {
  const start = app.clock.now;
  const { id, secret } = await keyOf(app, owner);
  const used = async () => (await app.db.select().from(apiKeys).where(eq(apiKeys.id, id)))[0]!;
  expect((await used()).lastUsedAt).toBeNull();
  await ask(app, secret, ORDERS, from('192.0.2.1'));
  expect(await used()).toMatchObject({ lastUsedAt: start, lastUsedFrom: '192.0.2.1' });
  app.clock.now = new Date(start.getTime() + 59_000);
  await ask(app, secret, ORDERS, from('192.0.2.2'));
  expect(await used()).toMatchObject({ lastUsedAt: start, lastUsedFrom: '192.0.2.1' });
  app.clock.now = new Date(start.getTime() + 61_000);
  await Promise.all([1, 2, 3].map(() => ask(app, secret, ORDERS, from('192.0.2.3'))));
  expect(await used()).toMatchObject({ lastUsedAt: app.clock.now, lastUsedFrom: '192.0.2.3' });
  app.clock.now = start;
});

test('a refusal is in English for whoever prefers it, with the same code', async () => {
  const { secret } = await keyOf(app, owner, { duties: ['warehouse'] });
  const refused = (language: string, path = ORDERS, more = {}) =>
    ask(app, secret, path, { headers: { 'accept-language': language }, ...more });
  expect((await refused('sr')).message).toBe(
    'Ključ nema dužnost za ovu radnju, ili je više nema osoba koja ga je napravila.',
  );
  const english = await refused('en-US,en;q=0.9');
  expect(english).toMatchObject({ code: 'KEY_FORBIDDEN' });
  expect(english.message).toBe('The API key lacks the duty that this needs, or whoever made it no longer has it.');
  const headers = { 'accept-language': 'en' };
  const body = await ask(app, secret, '/admin/stock/scans', { method: 'POST', body: { serial: 1 }, headers });
  expect(body).toMatchObject({ code: 'BAD_REQUEST', message: 'The input is not valid.' });
  expect(JSON.stringify(body.body)).toContain('"path":"serial","message":"Invalid input: expected string"');
  const malformed = await ask(app, `${secret}x`, ORDERS, { headers });
  expect(malformed.message).toBe('The API key was not copied correctly.');
  const nowhere = await ask(app, secret, '/v1/invoices', { headers });
  expect(nowhere).toMatchObject({ status: 404, code: 'NOT_FOUND', message: 'There is no such thing here.' });
  const inSerbian = await ask(app, secret, '/v1/invoices');
  expect(inSerbian).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect(inSerbian.message).not.toBe(nowhere.message);
});

test('a key is counted by itself: its answers say how often it may still ask, and what is too often waits', async () => {
  const counting = await testApp({ env: { RATE_LIMITS: 'on' } });
  const chief = await person(counting, 'superAdmin');
  const [one, other] = [await keyOf(counting, chief), await keyOf(counting, chief)];
  const first = await ask(counting, one.secret, '/admin/stock/level');
  expect(first.headers.get('ratelimit-policy')).toBe('"key";q=600;w=60');
  expect(first.headers.get('ratelimit')).toMatch(/^"key";r=599;t=(60|59)$/);
  const refused = await ask(counting, one.secret, '/me');
  expect(refused.headers.get('ratelimit')).toMatch(/^"key";r=598;/);
  const many = await Promise.all(Array.from({ length: 620 }, () => ask(counting, one.secret, '/me')));
  const late = many.filter(({ status }) => status === 429);
  expect(late).toHaveLength(22);
  expect(late[0]!.headers.get('ratelimit')).toMatch(/^"key";r=0;t=\d+$/);
  expect(Number(late[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
  // Far over the limit it is refused without asking the database, one call after the other, until the minute is over.
  for (let n = 0; n < 3; n += 1) {
    const again = await ask(counting, one.secret, '/admin/stock/level');
    expect(again).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
    expect(again.headers.get('ratelimit')).toMatch(/^"key";r=0;t=\d+$/);
  }
  expect((await ask(counting, other.secret, '/admin/stock/level')).status).toBe(200);
}, 60_000);

test('the first call that the screen shows beside a new key is one that the key may make', async () => {
  for (const duty of KEY_DUTIES) {
    const { secret } = await keyOf(app, owner, { duties: [duty], writes: false });
    expect(await said(app, secret, firstCallOf([duty])), duty).toBe('200');
  }
});
