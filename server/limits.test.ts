import { ReadableStream } from 'node:stream/web';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApp } from './app.ts';
import { limitsOf } from './limits.ts';
import { testApp } from './test/app.ts';

/** RATE_LIMITS=on, behind one proxy that says where requests come from. */
const app = await testApp({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } });
const twin = { app: createApp(app.deps) };
/** The counters run by this clock: a minute does not pass while a busy machine takes its time. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const ask = (ip: string, method: string, path: string, body?: BodyInit, on: Pick<typeof app, 'app'> = app) =>
  on.app.request(
    new Request(`http://localhost/api${path}`, {
      method,
      body,
      headers: { 'x-forwarded-for': ip, 'content-type': 'application/json' },
      ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
    } as RequestInit),
  );
const check = (ip: string, on?: Pick<typeof app, 'app'>) => ask(ip, 'POST', '/functions/verify-payment', '{}', on);

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

test('with RATE_LIMITS=off no attempt is counted', async () => {
  const free = await testApp();
  for (let n = 0; n < 30; n += 1) expect((await check('203.0.113.1', free)).status).toBe(400);
});

test('a handler cannot count by a limit that its call does not have', async () => {
  const limits = limitsOf(app.deps, 'events.ticket', { ip: '203.0.113.5' });
  await expect(limits.consume('own data')).rejects.toThrow(/has no limit "own data"/);
});
