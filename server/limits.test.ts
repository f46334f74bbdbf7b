import { ReadableStream } from 'node:stream/web';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CallRule } from '#domain/call-rule.ts';
import { CALLS } from '#domain/calls.ts';
import { LIMITS, type Limit, type LimitName } from '#domain/limits.ts';
import { createApp } from './app.ts';
import { sessions, users } from './auth/schema.ts';
import { limitsOf } from './limits.ts';
import { testApp } from './test/app.ts';
import { linkTo, mailsTo, newEmail, PASSWORD, registration, requestAuth, sendLinks } from './test/browser.ts';
import { call, codeOfCall, person, type TestPerson } from './test/people.ts';
import { procedures } from './test/procedures.ts';

/** RATE_LIMITS=on, behind one proxy that says where requests come from. */
const app = await testApp({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } });
const twin = { app: createApp(app.deps) };
/** The counters run by this clock: a minute does not pass while a busy machine takes its time. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const ask = (
  ip: string,
  method: string,
  path: string,
  body?: BodyInit,
  { on = app, token }: { on?: Pick<typeof app, 'app'>; token?: string } = {},
) =>
  on.app.request(
    new Request(`http://localhost/api${path}`, {
      method,
      body,
      headers: {
        'x-forwarded-for': ip,
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
    } as RequestInit),
  );
const check = (ip: string, on?: Pick<typeof app, 'app'>) => ask(ip, 'POST', '/functions/verify-payment', '{}', { on });

test('a network may check ten payments a minute, whichever server is asked; the next learn when to come back', async () => {
  for (let n = 0; n < 10; n += 1) expect((await check('203.0.113.1', n % 2 ? app : twin)).status).toBe(400);
  for (const on of [app, twin]) {
    const refused = await check('203.0.113.1', on);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
    expect(await refused.json()).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: 'Previše pokušaja. Sačekajte 1 minut i pokušajte ponovo.',
    });
  }
  expect((await check('203.0.113.2')).status, 'somebody else').toBe(400);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  expect((await check('203.0.113.1')).status, 'a minute later').toBe(400);
});

test('an IPv6 household counts as one, and each wider network is allowed four times as much', async () => {
  const statuses = async (addresses: string[]) => {
    const answers = [];
    for (const ip of addresses) answers.push((await check(ip)).status);
    return answers.filter((status) => status === 400).length;
  };
  const many = (count: number, ip: (n: number) => string) => Array.from({ length: count }, (_, n) => ip(n));
  expect(await statuses(many(15, (n) => `2001:db8:a:0::${n}`)), 'one /64').toBe(10);
  expect(await statuses(many(50, (n) => `2001:db8:b:${n.toString(16)}::1`)), 'one /56').toBe(40);
  expect(await statuses(many(200, (n) => `2001:db8:c:${n.toString(16).padStart(2, '0')}00::1`)), 'one /48').toBe(160);
  expect(await statuses(['2001:db8:d::1']), 'another /48').toBe(1);
});

/** Procedures whose own network alone is counted at first, so that they can spare one that the account knows. */
const SPARING = Object.entries<CallRule>(CALLS).flatMap(([name, { limits = [] }]) => {
  const spares = (limit: LimitName) => LIMITS[limit].counts === 'calls' && (LIMITS[limit] as Limit).sparesKnown;
  const limit = limits.find(spares);
  return limit && procedures.has(name) ? [{ name, limit }] : [];
});

test.each(SPARING)(
  '$name is counted by the wider networks as well, where the account does not know this one',
  async ({ name, limit }) => {
    const { method, path } = procedures.get(name)!;
    const { token } = await person(app);
    const wider = `2001:db8:${(0x100 + SPARING.findIndex((one) => one.name === name)).toString(16)}`;
    const body = JSON.stringify({ token: 'A'.repeat(43) });
    const statuses: number[] = [];
    for (let n = 0; n <= 4 * LIMITS[limit].number; n += 1)
      statuses.push((await ask(`${wider}:${n.toString(16)}::1`, method, path, body, { token })).status);
    expect(statuses.indexOf(429)).toBe(4 * LIMITS[limit].number);
  },
);

test('whoever is refused in the own network uses up nothing of the wider ones', async () => {
  for (let n = 0; n < 60; n += 1) await check('2001:db8:e:1::1');
  expect((await check('2001:db8:e:2::1')).status).toBe(400);
});

test('whoever asks too often is refused before the body is read', async () => {
  for (let n = 0; n < 10; n += 1) await check('203.0.113.3');
  let read = false;
  const unfinished = new ReadableStream(
    {
      pull() {
        read = true;
        return new Promise(() => {});
      },
    },
    { highWaterMark: 0 },
  );
  const refused = await ask('203.0.113.3', 'POST', '/functions/verify-payment', unfinished as unknown as BodyInit);
  expect([refused.status, read]).toEqual([429, false]);
});

let networks = 0;
const elsewhere = () => {
  networks += 1;
  return `198.51.100.${networks}`;
};
const auth = (ip: string, method: string, path: string, body?: object, token?: string) =>
  requestAuth(app, method, path, { body, token, headers: { 'x-forwarded-for': ip } });
const aMinuteLater = () => vi.setSystemTime(Date.now() + 61_000);
const recoveriesTo = async (email: string) =>
  (await mailsTo(app, email)).filter(({ template }) => template === 'accounts.recovery').length;

/** Registered with an address and signed in from three networks; nobody has shown that they read its mail. */
async function unprovenInThreeNetworks() {
  const email = newEmail();
  const ips = [elsewhere(), elsewhere(), elsewhere()] as const;
  await auth(ips[0], 'POST', '/signup', { email, password: PASSWORD, data: registration() });
  for (const ip of ips) await auth(ip, 'POST', '/token?grant_type=password', { email, password: PASSWORD });
  return { email, ips };
}

test('until the mailbox is proven, no network has a reserve of mails to it: twenty a day, wherever an account was entered from', async () => {
  const { email, ips } = await unprovenInThreeNetworks();
  for (let n = 0; n < 24; n += 1) {
    aMinuteLater();
    expect((await auth(ips[n % 3]!, 'POST', '/recover', { email })).status).toBe(200);
    await sendLinks(app);
  }
  expect(await recoveriesTo(email)).toBe(20);
  await app.db.update(users).set({ mailboxProvenAt: app.clock.now }).where(eq(users.email, email));
  aMinuteLater();
  await auth(ips[0], 'POST', '/recover', { email });
  await sendLinks(app);
  expect(await recoveriesTo(email), 'the reserve of the owner’s network').toBe(21);
});

test('until the mailbox is proven, five wrong tries end a mailed code, wherever an account was entered from', async () => {
  const { email, ips } = await unprovenInThreeNetworks();
  await auth(ips[0], 'POST', '/recover', { email });
  const { code } = await linkTo(app, email);
  const type = (n: number, token: string) => auth(ips[n % 3]!, 'POST', '/verify', { type: 'recovery', email, token });
  for (let n = 0; n < 5; n += 1) expect((await type(n, code === '000000' ? '000001' : '000000')).status).toBe(403);
  expect((await type(5, code)).json.code).toBe('otp_expired');
});

/** Another session of the same person. */
async function another(who: TestPerson): Promise<TestPerson> {
  const [made] = await app.db.insert(sessions).values({ userId: who.id, refreshedAt: app.clock.now }).returning();
  const claims = { userId: who.id, sessionId: made!.id, email: who.email, aal: 'aal1' as const, amr: [] };
  const { token } = await app.deps.tokens.issue({ ...claims, userMetadata: {} }, app.clock.now);
  return { ...who, sessionId: made!.id, token };
}

test('until the mailbox is proven, twenty codes a day are mailed to it, however many sessions ask', async () => {
  const who = await person(app);
  const ask = async () => auth(elsewhere(), 'GET', '/reauthenticate', undefined, (await another(who)).token);
  for (let n = 0; n < 20; n += 1) expect((await ask()).status).toBe(200);
  expect((await ask()).json.code).toBe('over_email_send_rate_limit');
  await app.db.update(users).set({ mailboxProvenAt: app.clock.now }).where(eq(users.id, who.id));
  expect((await ask()).status).toBe(200);
});

test('until the mailbox is proven, a person has twenty wrong codes an hour, in however many sessions and ways', async () => {
  const who = await person(app);
  const guess = {
    proof: (as: TestPerson) => codeOfCall(call(app, as).accounts.own.proof.give({ code: '000000' })),
    mailbox: (as: TestPerson) => codeOfCall(call(app, as).accounts.own.proveMailbox({ code: '000000' })),
    nonce: async ({ token }: TestPerson) =>
      (await auth(elsewhere(), 'PUT', '/user', { password: 'nova lozinka 22', nonce: '000000' }, token)).json.code,
  };
  for (let n = 0; n < 4; n += 1) {
    const as = await another(who);
    for (let times = 0; times < 2; times += 1) expect(await guess.proof(as)).toBe('MAILED_CODE_WRONG');
    for (let times = 0; times < 2; times += 1) expect(await guess.mailbox(as)).toBe('MAILED_CODE_WRONG');
    expect(await guess.nonce(as)).toBe('reauthentication_not_valid');
  }
  const as = await another(who);
  expect(await guess.proof(as)).toBe('TOO_MANY_TRIES');
  expect(await guess.mailbox(as)).toBe('TOO_MANY_TRIES');
  expect(await guess.nonce(as)).toBe('over_request_rate_limit');
  await app.db.update(users).set({ mailboxProvenAt: app.clock.now }).where(eq(users.id, who.id));
  expect(await guess.proof(as)).toBe('MAILED_CODE_WRONG');
});

test('a new address gets five mails a day, whether the change is asked for or its link is asked for again', async () => {
  const [email, wanted] = [newEmail(), newEmail()];
  const { json } = await auth(elsewhere(), 'POST', '/signup', { email, password: PASSWORD, data: registration() });
  await app.db.update(sessions).set({ provenAt: app.clock.now }).where(eq(sessions.userId, json.user.id));
  const { status } = await auth(elsewhere(), 'PUT', '/user', { email: wanted }, json.access_token);
  expect(status).toBe(200);
  for (let n = 0; n < 8; n += 1) {
    aMinuteLater();
    expect((await auth(elsewhere(), 'POST', '/resend', { type: 'email_change', email })).status).toBe(200);
    await sendLinks(app);
  }
  expect(await mailsTo(app, wanted)).toHaveLength(5);
});

test('with RATE_LIMITS=off no attempt is counted', async () => {
  const free = await testApp();
  for (let n = 0; n < 30; n += 1) expect((await check('203.0.113.1', free)).status).toBe(400);
});

test('a handler cannot count by a limit that its call does not have', async () => {
  const limits = limitsOf(app.deps, 'events.ticket', { ip: '203.0.113.5' });
  await expect(limits.consume('own data')).rejects.toThrow(/has no limit "own data"/);
});
