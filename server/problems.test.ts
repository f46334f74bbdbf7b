import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { common } from '#domain/copy.ts';
import { createLog } from './platform/log.ts';
import { testApp } from './test/app.ts';

const written = new PassThrough({ encoding: 'utf8' });
const t = await testApp({ env: { RATE_LIMITS: 'on' }, edges: { log: createLog('error', written) } });

const report = (body: string) =>
  t.app.request('/api/problems', { method: 'POST', body, headers: { 'content-type': 'application/json' } });

test('what breaks in a browser is in the log under the number that the person is shown', async () => {
  const answer = await report(JSON.stringify({ message: 'x is not a function', stack: 'at y', path: '/account' }));
  expect(answer.status).toBe(204);
  const line = JSON.parse(written.read());
  expect(line).toMatchObject({
    requestId: answer.headers.get('x-request-id'),
    problem: { message: 'x is not a function', stack: 'at y', path: '/account' },
  });
});

test('nonsense and novels are refused and not written down', async () => {
  for (const [body, status] of [
    ['not json', 400],
    ['{"message":1}', 400],
    [JSON.stringify({ message: 'm', path: '/', stack: 'x'.repeat(9_000) }), 400],
    [JSON.stringify({ message: 'm', path: '/', stack: 'x'.repeat(20_000) }), 413],
  ] as const)
    expect((await report(body)).status).toBe(status);
  expect(written.read()).toBeNull();
});

test('one address cannot fill the log', async () => {
  const body = JSON.stringify({ message: 'm', path: '/' });
  const answers = await Promise.all(Array.from({ length: 30 }, () => report(body)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(10);
  expect(await refused[0]!.json()).toEqual({ code: 'TOO_MANY_REQUESTS', message: common.tooMany(1) });
});
