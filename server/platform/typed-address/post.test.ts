import { expect, test } from 'vitest';
import { CERTIFICATE, httpsSite } from '../../test/https-site.ts';
import { openPosts } from './post.ts';

/** Whatever a receiver does, it gets one request and a few seconds. */

const asked: { url: string; body: string; header: unknown }[] = [];
const { port } = await httpsSite(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  asked.push({ url: request.url!, body, header: request.headers['webhook-id'] });
  if (request.url === '/silent') return;
  if (request.url === '/redirect') return void response.writeHead(307, { location: '/200' }).end('drugde');
  if (request.url === '/endless') {
    response.writeHead(200);
    const pour = setInterval(() => response.write('x'.repeat(700)), 5);
    response.on('close', () => clearInterval(pour));
    return;
  }
  if (request.url === '/slow') {
    response.writeHead(202);
    response.write('pola\0');
    return;
  }
  response.writeHead(Number(request.url!.slice(1))).end('odgovor');
});
const posts = openPosts({ isAllowed: () => true, ca: CERTIFICATE }, { limitMs: 400 });
const send = (path: string) => posts.send(`https://localhost:${port}${path}`, { 'webhook-id': 'e1' }, '{"a":1}');

test('an answer is its status, how long it took and its beginning', async () => {
  expect(await send('/500')).toEqual({ outcome: 'answered', status: 500, body: 'odgovor', ms: expect.any(Number) });
  expect(asked).toEqual([{ url: '/500', body: '{"a":1}', header: 'e1' }]);
});

test('redirects are not followed', async () => {
  asked.length = 0;
  expect(await send('/redirect')).toMatchObject({ outcome: 'redirected', status: 307, body: 'drugde' });
  expect(asked).toHaveLength(1);
});

test('an answer without end is read to two kilobytes, one that stops in the middle until the time is over', async () => {
  const endless = await send('/endless');
  expect(endless).toMatchObject({ outcome: 'answered', status: 200 });
  expect('body' in endless && endless.body).toHaveLength(2048);
  expect(await send('/slow')).toMatchObject({ outcome: 'answered', status: 202, body: 'pola' });
});

test('silence, a closed port and an unknown certificate are told apart', async () => {
  expect(await send('/silent')).toMatchObject({ outcome: 'late' });
  expect(await posts.send('https://localhost:1/', {}, '')).toMatchObject({
    outcome: 'unreachable',
    reason: 'ECONNREFUSED',
  });
  const strict = openPosts({ isAllowed: () => true });
  expect(await strict.send(`https://localhost:${port}/200`, {}, '')).toMatchObject({ outcome: 'unreachable' });
  expect(await openPosts().send(`https://localhost:${port}/200`, {}, '')).toMatchObject({
    outcome: 'refused',
    reason: 'private',
  });
});
