import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { common } from '#domain/copy.ts';
import { createApp } from '../app.ts';
import { createLog } from '../platform/log/log.ts';
import { testApp } from '../test/app.ts';

const written = new PassThrough({ encoding: 'utf8' });
const t = await testApp({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' }, deps: { log: createLog('error', written) } });
const twin = { app: createApp(t.deps) };
/** The counters run by this clock: a minute does not pass while a busy machine takes its time. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const report = (body: string, ip = '203.0.113.7', on: Pick<typeof t, 'app'> = t) =>
  on.app.request('/api/problems', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
  });

test('what breaks in a browser is in the log under the number that the person is shown', async () => {
  const answer = await report(JSON.stringify({ message: 'x is not a function', stack: 'at y', path: '/account' }));
  expect(answer.status).toBe(204);
  const line = JSON.parse(written.read());
  expect(line).toMatchObject({
    requestId: answer.headers.get('x-request-id'),
    problem: { message: 'x is not a function', stack: 'at y', path: '/account' },
  });
});

test('a long report is cut, so that the beginning is read and the log stays small', async () => {
  expect(
    (await report(JSON.stringify({ message: 'm'.repeat(3_000), path: '/', stack: 'x'.repeat(9_000) }))).status,
  ).toBe(204);
  const { problem } = JSON.parse(written.read());
  expect([problem.message.length, problem.stack.length]).toEqual([2_000, 8_000]);
});

test('nonsense and novels are refused and not written down', async () => {
  for (const [body, status] of [
    ['not json', 400],
    ['{"message":1}', 400],
    [JSON.stringify({ message: 'm', path: '/', stack: 'x'.repeat(20_000) }), 413],
  ] as const)
    expect((await report(body)).status).toBe(status);
  expect(written.read()).toBeNull();
});

test('one network cannot fill the log, whatever address of it is used and whichever server is asked', async () => {
  const body = JSON.stringify({ message: 'm', path: '/' });
  const answers = [];
  for (let n = 0; n < 30; n += 1) answers.push(await report(body, `2001:db8:7:7::${n}`, n % 2 ? t : twin));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(10);
  expect(await refused[0]!.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS', message: common.tooMany(1) });
  expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(30);
  written.read();
});

test('all networks together cannot fill the log either', async () => {
  const body = JSON.stringify({ message: 'm', path: '/' });
  let written = 0;
  for (let n = 0; n < 260; n += 1) if ((await report(body, `198.51.100.${n % 250}`)).status === 204) written += 1;
  expect(written, 'some were reported before').toBeLessThan(200);
  expect(written).toBeGreaterThan(150);
});
